package lemmas

import (
	"cmp"
	"slices"
	"strings"

	"vectorborda/lemmas/coq"
)

// Kernel is a statement's proof in Coq, in the files of package coq.
type Kernel struct {
	File     string   // "" if there is none; files of its name and more behind (lemma_b_6_cell.v) belong to it
	Theorems []string // those that together are the statement
	About    string   // what of the statement they say, if not all of it
	All      string   // of all of what, if not of all K and d
}

// owns reports that a file of package coq belongs to the proof.
func (k Kernel) owns(file string) bool {
	return k.File != "" && (file == k.File || strings.HasPrefix(file, strings.TrimSuffix(k.File, ".v")+"_"))
}

// own are those of the theorems that are in its files.
func (k Kernel) own(all []coq.Theorem) (own []coq.Theorem) {
	for _, t := range all {
		if k.owns(t.File) {
			own = append(own, t)
		}
	}
	return own
}

// evidence is what theorems say that Coq checked: nothing while one of the statement's
// own is missing.
func (k Kernel) evidence(checked []coq.Theorem) Evidence {
	for _, name := range k.Theorems {
		if !hasTheorem(checked, name) {
			return Evidence{}
		}
	}
	if len(k.Theorems) == 0 {
		return Evidence{}
	}
	return Evidence{KernelProof, detailAbout(k.About, cmp.Or(k.All, "all K,d"))}
}

func hasTheorem(list []coq.Theorem, name string) bool {
	return slices.ContainsFunc(list, func(t coq.Theorem) bool { return t.Name == name })
}

// KernelTheorems are those of the theorems that are in files of the entries.
func KernelTheorems(entries []Entry, all []coq.Theorem) []coq.Theorem {
	return slices.DeleteFunc(slices.Clone(all), func(t coq.Theorem) bool {
		return !slices.ContainsFunc(entries, func(e Entry) bool { return e.Kernel.owns(t.File) })
	})
}
