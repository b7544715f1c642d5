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
	var axioms []string
	for _, t := range doc.Theorems {
		for _, a := range t.Axioms {
			if !slices.Contains(axioms, a) {
				axioms = append(axioms, a)
			}
		}
	}
	columns := []column[coq.Theorem]{
		{heading: "file", value: func(t coq.Theorem) any { return t.File }},
		{heading: "theorem", value: func(t coq.Theorem) any { return t.Name }},
		{heading: "axioms", value: func(t coq.Theorem) any { return axiomNumbers(t.Axioms) }},
	}
	notes := []string{
		fmt.Sprintf("%d theorems in %d files: compiled by coqc %s, nothing admitted, and the objects accepted by coqchk.",
			len(doc.Theorems), len(coq.FilesOf(doc.Theorems)), doc.Coq),
	}
	for n, a := range coq.Axioms {
		if slices.Contains(axioms, a) {
			notes = append(notes, fmt.Sprintf("Axiom %d is %s, of Coq's real numbers.", n+1, a))
		}
	}
	return []Table{table("Theorems checked by Coq", doc.Theorems, columns, notes...)}
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
