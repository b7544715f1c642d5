package lemmas

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// numbered is every numbered result of the papers in their order, by kind.
var numbered = []struct{ id, kind string }{
	{"2.1", "Lemma"}, {"3.1", "Theorem"}, {"3.2", "Theorem"}, {"C.3.3", "Corollary"},
	{"B.1", "Lemma"}, {"B.2", "Lemma"}, {"B.3", "Lemma"}, {"B.4", "Proposition"}, {"B.5", "Lemma"},
	{"B.6", "Lemma"}, {"B.7", "Lemma"}, {"B.8", "Lemma"}, {"B.9", "Proposition"}, {"B.10", "Lemma"},
	{"B.11", "Lemma"}, {"B.12", "Lemma"}, {"B.13", "Lemma"}, {"B.14", "Lemma"}, {"R.B.1", "Remark"},
	{"D.1", "Lemma"}, {"D.2", "Lemma"}, {"R.D.1", "Remark"},
	{"RC.TRR", "Lemma"}, {"RC.TRR.U", "Lemma"}, {"RC.3.1", "Proposition"}, {"RC.3.2", "Theorem"}, {"RC.C.3.3", "Corollary"},
	{"RC.3.4", "Theorem"}, {"RC.C.3.5", "Corollary"}, {"RC.LB", "Theorem"},
}

func TestIndexIsCompleteAndInOrder(t *testing.T) {
	var got []struct{ id, kind string }
	for _, e := range Index() {
		got = append(got, struct{ id, kind string }{e.ID, e.Kind})
	}
	require.Equal(t, numbered, got)
}

// No two statements share an ID, and those of the second paper begin with "RC.".
func TestIDsTellThePapersApart(t *testing.T) {
	seen := map[string]bool{}
	for _, e := range Index() {
		require.False(t, seen[e.ID], e.ID)
		seen[e.ID] = true
		require.Equal(t, e.Paper == RepeatedPaper, strings.HasPrefix(e.ID, "RC."), e.ID)
		require.Contains(t, []string{Paper, RepeatedPaper}, e.row().Paper, e.ID)
	}
	require.NotEqual(t, Paper, RepeatedPaper)
}

func TestEveryEntrySaysWhatItIs(t *testing.T) {
	for _, e := range Index() {
		require.NotEmpty(t, e.Title, e.ID)
		require.NotEmpty(t, e.Claim, e.ID)
		require.NotEmpty(t, e.Source, e.ID)
		if !e.Finished() {
			require.Empty(t, e.Mutants, "%s: mutants of nothing", e.ID)
			require.NotEmpty(t, e.NoSolver, e.ID)
			continue
		}
		require.NotEmpty(t, e.Mutants, e.ID)
		require.NotEqual(t, e.NoSolver == "", e.Formula == nil, "%s: a formula or why there is none", e.ID)
		require.Equal(t, e.Formula == nil, len(e.Sizes) == 0, "%s: sizes for its formula", e.ID)
		for _, p := range e.Parts {
			require.NotEmpty(t, p.Name, e.ID)
			require.NotEmpty(t, p.Hypotheses, "%s %s", e.ID, p.Name)
		}
	}
}

// Each hypothesis is broken by a mutant or says why none can; each mutant says
// what is wrong with it.
func TestEveryHypothesisHasAMutant(t *testing.T) {
	for _, e := range Index() {
		broken, names := map[string]bool{}, map[string]bool{}
		for _, m := range e.Mutants {
			require.NotEmpty(t, m.Why, "%s: %s", e.ID, m.Name)
			require.False(t, names[m.Name], "%s: two mutants %q", e.ID, m.Name)
			require.Equal(t, m.How == ByNothing, m.Superfluous != "", "%s: %s: true or refuted", e.ID, m.Name)
			require.Contains(t, []How{ByGenerator, ByWitness, ByNothing}, m.How, "%s: %s", e.ID, m.Name)
			if m.How != ByWitness {
				require.NotNil(t, m.Generate, "%s: %s", e.ID, m.Name)
			}
			names[m.Name], broken[m.Breaks] = true, true
		}
		for _, h := range e.Hypotheses() {
			require.NotEmpty(t, h.Words, "%s: %s", e.ID, h.Name)
			require.NotEqual(t, h.NoMutant == "", !broken[h.Name], "%s: hypothesis %q", e.ID, h.Name)
		}
	}
}

func TestSelect(t *testing.T) {
	some, err := Select(`^B\.[15]$`)
	require.NoError(t, err)
	require.Len(t, some, 2)
	require.Equal(t, "B.5", some[1].ID)
	_, err = Select("^NOPE$")
	require.ErrorContains(t, err, "no statement matches")
	_, err = Select("(")
	require.ErrorContains(t, err, "missing closing")
}

// Formulas are built, compiled and named alike at every size a solver is asked
// about, and no term has two names.
func TestFormulasCompileAtSolverSizes(t *testing.T) {
	for _, e := range Index() {
		for _, size := range e.Sizes {
			f := e.Formula(size)
			require.Equal(t, size, f.Size, e.ID)
			require.NotEmpty(t, f.Conclusions, e.ID)
			_, err := statement(e.Formula).at(size)
			require.NoError(t, err, "%s %v", e.ID, size)
			for _, v := range f.Graph.Variables() {
				require.NotEmpty(t, v.Name, e.ID)
			}
		}
	}
}
