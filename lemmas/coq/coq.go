// Package coq has the proofs of this folder checked by the proof assistant Coq: every
// file is compiled by coqc, every object file is checked again from its first axiom on
// by coqchk, which shares no tactic with coqc, and every theorem is asked what it
// assumes.  A theorem is proved when all three are done, nothing is admitted and no
// axiom is there but those of Coq's real numbers.
//
// The folder holds one numbered result a file, named as its statement in package
// lemmas is; definitions.v is what the paper defines, and core_*.v is what the proofs
// share.
package coq

import (
	"embed"
	"io/fs"
	"regexp"
	"slices"
	"strings"
)

//go:embed *.v _CoqProject
var files embed.FS

// Files are the proofs, and _CoqProject, which lists them for Coq's own tools.
func Files() fs.FS { return files }

// Axioms are those of Coq's real numbers: what a proof may rest on.
var Axioms = []string{
	"Coq.Reals.ClassicalDedekindReals.sig_forall_dec",
	"Coq.Logic.FunctionalExtensionality.functional_extensionality_dep",
	"Coq.Reals.ClassicalDedekindReals.sig_not_dec",
	"Coq.Logic.Classical_Prop.classic",
}

// Theorem is a result that Coq proved.
type Theorem struct {
	Name   string   `json:"theorem"`
	File   string   `json:"file"`
	Axioms []string `json:"axioms"` // of Coq's real numbers, as [Axioms] lists them
}

var statedTheorem = regexp.MustCompile(`(?m)^(?:Theorem|Corollary) (\w+)`)

// Theorems are those that the files state, file by file; none of them is checked yet.
func Theorems(files fs.FS) ([]Theorem, error) {
	names, err := fs.Glob(files, "*.v")
	if err != nil {
		return nil, err
	}
	var all []Theorem
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		for _, match := range statedTheorem.FindAllSubmatch(text, -1) {
			all = append(all, Theorem{Name: string(match[1]), File: name})
		}
	}
	return all, nil
}

// FilesOf are the files of theorems, each once.
func FilesOf(theorems []Theorem) (names []string) {
	for _, t := range theorems {
		if !slices.Contains(names, t.File) {
			names = append(names, t.File)
		}
	}
	return names
}

// axiom is the full name of one of [Axioms] that coqc gives without its first parts.
func axiom(name string) (string, bool) {
	for _, known := range Axioms {
		if strings.HasSuffix(known, "."+name) {
			return known, true
		}
	}
	return name, false
}

// inOrder sorts axioms as [Axioms] lists them.
func inOrder(axioms []string) {
	slices.SortFunc(axioms, func(a, b string) int { return slices.Index(Axioms, a) - slices.Index(Axioms, b) })
}
