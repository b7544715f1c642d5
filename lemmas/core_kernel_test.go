package lemmas

import (
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas/coq"
)

// statedInCoq are the theorems that the files state, by file.
func statedInCoq(t *testing.T) (all []coq.Theorem, byFile map[string][]string) {
	all, err := coq.Theorems(coq.Files())
	require.NoError(t, err)
	byFile = map[string][]string{}
	for _, theorem := range all {
		byFile[theorem.File] = append(byFile[theorem.File], theorem.Name)
	}
	return all, byFile
}

// Every file of a numbered result belongs to exactly one statement; every statement of
// the first paper has a file, and in it a theorem of its name.
func TestFilesInCoqBelongToStatements(t *testing.T) {
	all, byFile := statedInCoq(t)
	names, err := fs.Glob(coq.Files(), "*.v")
	require.NoError(t, err)
	owners := map[string][]string{}
	for _, e := range Index() {
		require.Equal(t, e.Paper != RepeatedPaper, e.Kernel.File != "", "%s: a file in Coq", e.ID)
		if e.Kernel.File == "" {
			require.Empty(t, e.Kernel, e.ID)
			continue
		}
		for _, name := range names {
			if e.Kernel.owns(name) {
				owners[name] = append(owners[name], e.ID)
			}
		}
		number := strings.TrimPrefix(strings.TrimPrefix(e.ID, "C."), "R.")
		require.Regexp(t, "^"+strings.ToLower(e.Kind)+"_"+strings.ReplaceAll(number, ".", "_")+`($|_)`, e.Kernel.Theorems[0], e.ID)
		for _, name := range e.Kernel.Theorems {
			require.Contains(t, byFile[e.Kernel.File], name, e.ID)
		}
		for _, c := range e.Constants {
			require.True(t, c.Theorem == "" || hasTheorem(e.Kernel.own(all), c.Theorem), "%s: %s: %s", e.ID, c.Name, c.Theorem)
		}
	}
	for _, name := range names {
		if coq.Numbered(name) {
			require.Len(t, owners[name], 1, name)
		} else {
			require.Empty(t, owners[name], name)
		}
	}
}

// Only what Coq checked is asked about, and of the chosen statements.
func TestTheoremsOfTheChosenStatements(t *testing.T) {
	all, byFile := statedInCoq(t)
	some := KernelTheorems([]Entry{entryByID(t, "B.6"), entryByID(t, "RC.LB")}, all)
	require.Equal(t, []string{"lemma_b_6.v", "lemma_b_6_cell.v"}, coq.FilesOf(some))
	require.Len(t, some, len(byFile["lemma_b_6.v"])+len(byFile["lemma_b_6_cell.v"]))
	require.Empty(t, KernelTheorems([]Entry{entryByID(t, "RC.LB")}, all))
}

// The kernel's word needs every theorem of the statement and every mutant caught; it is
// above that of solvers, and below a counterexample.
func TestEvidenceOfTheKernel(t *testing.T) {
	e := Entry{Formula: gapIsMaximum, Kernel: Kernel{File: "lemma_x.v", Theorems: []string{"x", "y"}}}
	e.Constants = []Constant{{Name: "c", Holds: "4", Theorem: "z"}, {Name: "d", Holds: "2"}}
	theorem := func(name, file string) coq.Theorem { return coq.Theorem{Name: name, File: file} }
	checked := []coq.Theorem{theorem("x", "lemma_x.v"), theorem("y", "lemma_x_more.v"), theorem("z", "lemma_x.v"), theorem("w", "lemma_xy.v")}
	solved := []Proof{{Size: "2x1", OK: true}, {Size: "2x1", OK: true}, {Size: "2x1", OK: true}, {Size: "2x1", OK: true}}
	row := func(edit func(r *Result)) (evidence, ofC, ofD string) {
		r := Result{Checks: 5, Said: 5, Mutants: []MutantResult{{Name: "caught", Refuted: true}}, Proof: solved, Kernel: e.Kernel.own(checked)}
		edit(&r)
		r.Evidence = e.weigh(r)
		sharp := e.sharpen(r)
		return r.Evidence.String(), sharp[0].Evidence.String(), sharp[1].Evidence.String()
	}
	is := func(evidence, ofC, ofD string, edit func(r *Result)) {
		t.Helper()
		got, c, d := row(edit)
		require.Equal(t, []string{evidence, ofC, ofD}, []string{got, c, d})
	}
	is("kernel(all K,d)", "kernel(all K,d)", "proved(2x1)", func(r *Result) { require.Len(t, r.Kernel, 3) })
	is("proved(2x1)", "proved(2x1)", "proved(2x1)", func(r *Result) { r.Kernel = nil })
	is("proved(2x1)", "proved(2x1)", "proved(2x1)", func(r *Result) { r.Kernel = r.Kernel[1:] })
	is("kernel(all K,d)", "proved(2x1)", "proved(2x1)", func(r *Result) { r.Kernel = r.Kernel[:2] })
	is("kernel(all K,d)", "kernel(all K,d)", "stated", func(r *Result) { r.Proof = nil })
	is("stated", "stated", "stated", func(r *Result) { r.Mutants[0].Refuted = false })
	is("refuted(v=7)", "stated", "stated", func(r *Result) { r.Witness = "v=7" })
	e.Kernel.About, e.Kernel.All = "its half", "all x"
	is("kernel(its half: all x)", "kernel(its half: all x)", "proved(2x1)", func(*Result) {})
	e.Kernel = Kernel{}
	is("proved(2x1)", "proved(2x1)", "proved(2x1)", func(r *Result) { r.Kernel = checked })
}
