package coq

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// rewrite puts the axioms of today in the place of the expected ones:
//
//	go test ./lemmas/coq -run Proofs/axioms -rewrite
var rewrite = flag.Bool("rewrite", false, "rewrite testdata/axioms.txt")

const expectedAxioms = "testdata/axioms.txt"

// expected are the theorems with the axioms that are expected of each: a line is a
// theorem, its file and the last parts of the names of the axioms.
func expected(t *testing.T) (theorems []Theorem) {
	t.Helper()
	text, err := os.ReadFile(expectedAxioms)
	require.NoError(t, err)
	for line := range strings.Lines(string(text)) {
		fields := strings.Fields(line)
		theorem := Theorem{Name: fields[0], File: fields[1], Axioms: []string{}}
		for _, short := range fields[2:] {
			name, ok := axiom(short)
			require.True(t, ok, line)
			theorem.Axioms = append(theorem.Axioms, name)
		}
		theorems = append(theorems, theorem)
	}
	return theorems
}

// rewriteAxioms asks coqc for each theorem; it takes a minute.
func rewriteAxioms(t *testing.T, p proofs, theorems []Theorem) {
	t.Helper()
	theorems = slices.Clone(theorems)
	require.NoError(t, all(t.Context(), p.assumptions(t.Context(), p.dir, theorems), 0))
	var lines strings.Builder
	for _, theorem := range theorems {
		fmt.Fprint(&lines, theorem.Name, " ", theorem.File)
		for _, name := range theorem.Axioms {
			fmt.Fprint(&lines, " ", name[strings.LastIndex(name, ".")+1:])
		}
		fmt.Fprintln(&lines)
	}
	require.NoError(t, os.WriteFile(expectedAxioms, []byte(lines.String()), 0o644))
}

// Every theorem is in the list of what is expected, and none rests on more: those of
// which the same is expected are put into one, which has the axioms of all.
func axiomsAsExpected(t *testing.T, p proofs, theorems []Theorem) {
	if *rewrite {
		rewriteAxioms(t, p, theorems)
	}
	list := expected(t)
	alike := map[string][]Theorem{}
	var names, listed []string
	for _, theorem := range theorems {
		names = append(names, theorem.File+" "+theorem.Name)
	}
	for _, theorem := range list {
		listed = append(listed, theorem.File+" "+theorem.Name)
		key := fmt.Sprint(theorem.Axioms)
		alike[key] = append(alike[key], theorem)
	}
	require.Equal(t, names, listed, "go test ./lemmas/coq -run Proofs/axioms -rewrite")
	for key, some := range alike {
		require.Equal(t, key, fmt.Sprint(p.axiomsOfAll(t, some)))
	}
	require.Equal(t, Axioms, p.axiomsOfAll(t, list), "all axioms of any are those of all")
}

// axiomsOfAll are the axioms of theorems, together.
func (p proofs) axiomsOfAll(t *testing.T, theorems []Theorem) []string {
	t.Helper()
	one := Theorem{Name: "all_of_them", File: "all_of_them.v"}
	require.NoError(t, os.WriteFile(filepath.Join(p.dir, one.File), []byte(inOne(theorems)), 0o600))
	_, err := p.run(t.Context(), p.dir, "coqc", "-q", "-Q", ".", library, one.File)
	require.NoError(t, err)
	asked := []Theorem{one}
	require.NoError(t, p.ask(t.Context(), p.dir, "axioms_of_all.v", asked))
	return asked[0].Axioms
}

// inOne is a file with one theorem that rests on many.
func inOne(theorems []Theorem) string {
	var text strings.Builder
	for _, theorem := range theorems {
		fmt.Fprintf(&text, "Require %s.%s.\n", library, strings.TrimSuffix(theorem.File, ".v"))
	}
	fmt.Fprintln(&text, "Theorem all_of_them : True.\nProof.")
	for _, theorem := range theorems {
		fmt.Fprintf(&text, "pose proof @%s.%s.%s.\n", library, strings.TrimSuffix(theorem.File, ".v"), theorem.Name)
	}
	fmt.Fprintln(&text, "exact I.\nQed.")
	return text.String()
}
