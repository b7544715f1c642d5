package report

import (
	"fmt"
	"slices"
	"strings"

	"vectorborda/lemmas/coq"
)

// Proofs are theorems that Coq checked.
type Proofs struct {
	Coq      string        `json:"coq"` // its version
	Theorems []coq.Theorem `json:"theorems"`
}

// Records are the theorems.
func (doc Proofs) Records() any { return doc.Theorems }

// Tables are the theorems, file by file.
func (doc Proofs) Tables() []Table {
	columns := []column[coq.Theorem]{
		{heading: "file", value: func(t coq.Theorem) any { return t.File }},
		{heading: "theorem", value: func(t coq.Theorem) any { return t.Name }},
		{heading: "axioms", value: func(t coq.Theorem) any { return axiomNumbers(t.Axioms) }},
	}
	count := fmt.Sprintf("%d theorems in %d files, by coqc %s.", len(doc.Theorems), len(coq.FilesOf(doc.Theorems)), doc.Coq)
	return []Table{table("Theorems checked by Coq", doc.Theorems, columns, append([]string{count}, checkedNotes(doc.Theorems)...)...)}
}

// checkedNotes say what Coq has made of theorems, and what the numbers of their axioms are.
func checkedNotes(theorems []coq.Theorem) []string {
	notes := []string{"Compiled by coqc in this run, nothing admitted, and the objects accepted by coqchk."}
	for n, a := range coq.Axioms {
		rests := func(t coq.Theorem) bool { return slices.Contains(t.Axioms, a) }
		if slices.ContainsFunc(theorems, rests) {
			notes = append(notes, fmt.Sprintf("Axiom %d is %s, of Coq's real numbers.", n+1, a))
		}
	}
	return notes
}

// axiomNumbers are the places of axioms in the list of those of Coq's real numbers.
func axiomNumbers(axioms []string) string {
	var numbers []string
	for _, a := range axioms {
		numbers = append(numbers, fmt.Sprint(slices.Index(coq.Axioms, a)+1))
	}
	if len(numbers) == 0 {
		return "none"
	}
	return strings.Join(numbers, " ")
}
