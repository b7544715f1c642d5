package lemmas

import (
	"maps"
	"slices"
	"strings"

	"vectorborda/lemmas/coq"
)

// Question is one question to a solver, written down.
type Question struct {
	Size     string // K×d as 3x2
	Name     string // conclusion, hypotheses, mutant NAME or constant NAME: see [Entry.queries]
	Expected string // sat or unsat; "" if either will do and solvers must agree
	Script   string
}

// Questions are all that a solver is asked about the statement, at each of its sizes;
// none if it has no formula.
func (e Entry) Questions() (all []Question) {
	if e.Formula == nil {
		return nil
	}
	for _, size := range e.Sizes {
		for _, q := range e.queries(size) {
			all = append(all, Question{q.size.String(), q.name, string(q.expected), q.script})
		}
	}
	return all
}

// Provers say by what the statement is proved, each with what of it, if not all: "Coq",
// "solvers: the radius"; none where only prose and checks are.
func (e Entry) Provers() (by []string) {
	if e.Kernel.File != "" {
		by = append(by, strings.TrimSuffix("Coq: "+e.Kernel.About, ": "))
	}
	if e.Formula != nil {
		by = append(by, strings.TrimSuffix("solvers: "+e.about(), ": "))
	}
	return by
}

// RestsOn are, by ID, the statements whose proofs in Coq a statement's own needs, sorted.
func RestsOn(entries []Entry) (map[string][]string, error) {
	files, err := coq.RestsOn(coq.Files())
	if err != nil {
		return nil, err
	}
	owner := func(file string) string { // "" if it is none of these entries'
		for _, e := range entries {
			if e.Kernel.owns(file) {
				return e.ID
			}
		}
		return ""
	}
	rests := map[string][]string{}
	for _, file := range slices.Sorted(maps.Keys(files)) {
		high := owner(file)
		for _, other := range files[file] {
			if low := owner(other); low != "" && high != "" && low != high && !slices.Contains(rests[high], low) {
				rests[high] = append(rests[high], low)
			}
		}
		slices.Sort(rests[high])
	}
	return rests, nil
}
