package lemmas

import (
	"cmp"
	"fmt"
	"strings"
)

// Evidence is what may be said of a statement, in the only words there are for
// it.  Its zero value is "stated".
type Evidence struct {
	Word   Word
	Detail string // a number of checks, a grid, sizes, a witness
}

// Word is a kind of evidence.
type Word string

const (
	Stated         Word = ""           // written down, with nothing that counts as evidence
	Sampled        Word = "sampled"    // held on n random instances
	Computed       Word = "computed"   // exact or enclosed at every point of a stated grid
	Enumerated     Word = "enumerated" // every case of a stated grid
	Proved         Word = "proved"     // for all reals: by solvers at stated sizes, by an identity of polynomials
	KernelProof    Word = "kernel"     // for all K and d, or all of what the detail names: a proof that Coq's kernel checked in this run
	RefutedWitness Word = "refuted"    // a counterexample
)

func (e Evidence) String() string {
	switch {
	case e.Word == Stated:
		return "stated"
	case e.Detail == "":
		return string(e.Word)
	}
	return string(e.Word) + "(" + e.Detail + ")"
}

// MarshalText writes the evidence as it is printed.
func (e Evidence) MarshalText() ([]byte, error) { return []byte(e.String()), nil }

// weigh gives a row its evidence: a counterexample outweighs everything; without every
// mutant caught, or where most checks were of instances of which nothing is claimed,
// neither the checks nor a proof, of the kernel or of solvers, are evidence.
func (e Entry) weigh(r Result) Evidence {
	switch {
	case r.Witness != "":
		return Evidence{RefutedWitness, r.Witness}
	case r.Said == 0 || 2*r.Said < r.Checks || len(r.Mutants) == 0 || len(r.Surviving()) > 0:
		return Evidence{}
	}
	if proof := e.Kernel.evidence(r.Kernel); proof.Word == KernelProof {
		return proof
	}
	if proof := e.solved(r.Proof); proof.Word == Proved {
		return proof
	}
	if g := r.surveyed(); g.Word != Sampled {
		return Evidence{g.Word, detailAbout(e.about(), g.Detail)}
	}
	return Evidence{Sampled, detailAbout(e.Only, fmt.Sprint(r.Said))}
}

// solved is what the answers of solvers say, nothing while no size is proved.
func (e Entry) solved(rows []Proof) Evidence {
	sizes := e.proved(rows)
	if len(sizes) == 0 {
		return Evidence{}
	}
	return Evidence{Proved, detailAbout(e.about(), strings.Join(sizes, ", "))}
}

// about is what a proof or a grid is about, if not the whole statement.
func (e Entry) about() string { return cmp.Or(e.Proves, e.Only) }

// detailAbout puts before a detail what it is about, if not the whole statement.
func detailAbout(about, text string) string {
	if about == "" {
		return text
	}
	return about + ": " + text
}

// caught reports that a mutant ended as it should: refuted, or, if it is marked
// superfluous, not refuted by anything that was tried.
func (m MutantResult) caught() bool { return m.Refuted == (m.Superfluous == "") }

// Surviving names the mutants that keep the row at "stated": those that were
// not refuted, and those refuted although they are marked superfluous.
func (r Result) Surviving() []string {
	var names []string
	for _, m := range r.Mutants {
		if !m.caught() {
			names = append(names, m.Name)
		}
	}
	return names
}
