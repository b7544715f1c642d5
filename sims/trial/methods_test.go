package trial

import (
	"encoding/csv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
)

func runsOf(t *testing.T, in *instance.Instance, m algo.Method, trials int) (out []algo.Result) {
	runs, err := Simulation{
		Instance: in, Delta: 0.1, Constants: bounds.PaperConstants(), Trials: trials, Seed: 5, Method: m, Budget: 1e10,
	}.Run(t.Context(), nil)
	require.NoError(t, err)
	for _, run := range runs {
		out = append(out, run.Result)
	}
	return out
}

// votes is a small log in which every pair has votes.
func votes() [][]string {
	rows := [][]string{{"model_a", "model_b", "winner", "objective"}}
	src := rand.New(rand.NewPCG(1, 1))
	for _, pair := range [][3]string{{"ant", "bee", "7"}, {"ant", "cat", "9"}, {"bee", "cat", "6"}} {
		for _, objective := range []string{"code", "math"} {
			for n := range 12 {
				winner := "model_b"
				if n < int(pair[2][0]-'0')-src.IntN(2) {
					winner = "model_a"
				}
				rows = append(rows, []string{pair[0], pair[1], winner, objective})
			}
		}
	}
	return rows
}

func log(t *testing.T, rows [][]string) *instance.Instance {
	var text strings.Builder
	require.NoError(t, csv.NewWriter(&text).WriteAll(rows))
	in, err := instance.Read(strings.NewReader(text.String()))
	require.NoError(t, err)
	return in
}

// Who is written first in a record, in whatever records, changes no run of any method.
func TestSwappedSidesOfRecordsChangeNothing(t *testing.T) {
	plain := votes()
	src := rand.New(rand.NewPCG(2, 2))
	for range 3 {
		swapped := slices.Clone(plain)
		for n := 1; n < len(swapped); n++ {
			if row := swapped[n]; src.IntN(2) == 0 {
				winner := map[string]string{"model_a": "model_b", "model_b": "model_a"}[row[2]]
				swapped[n] = []string{row[1], row[0], winner, row[3]}
			}
		}
		for _, m := range algo.Methods() {
			require.Equal(t, runsOf(t, log(t, plain), m, 5), runsOf(t, log(t, swapped), m, 5), m.Name)
		}
	}
	cheated := slices.Clone(plain)
	cheated[1] = []string{"bee", "ant", plain[1][2], plain[1][3]} // swapped without its winner
	require.NotEqual(t, runsOf(t, log(t, plain), algo.Methods()[0], 5), runsOf(t, log(t, cheated), algo.Methods()[0], 5))
}

// Renamed models (of latent scores, where names order nothing) see the same runs.
func TestRenamedModelsSeeTheSameRuns(t *testing.T) {
	in, err := instance.Symmetric(5, 2, 1)
	require.NoError(t, err)
	other, err := instance.Symmetric(5, 2, 1)
	require.NoError(t, err)
	for i := range other.Models {
		other.Models[i] = strings.Repeat("z", 5-i)
	}
	for _, m := range algo.Methods() {
		runs := runsOf(t, in, m, 10)
		require.Equal(t, runs, runsOf(t, other, m, 10), m.Name)
		for _, run := range runs {
			require.Equal(t, algo.Decided, run.Ended)
		}
	}
}

// Borda scores do not tell single pairs; the error says what to give.
func TestPairwiseMethodsRefuseBordaScores(t *testing.T) {
	in, err := instance.FromBorda([]string{"a", "b"}, []string{"r"}, [][]float64{{0.75}, {0.25}})
	require.NoError(t, err)
	for _, m := range algo.Methods() {
		_, err := Simulation{Instance: in, Delta: 0.1, Constants: bounds.PaperConstants(), Trials: 2, Method: m}.Run(t.Context(), nil)
		if m.Pairwise {
			require.ErrorContains(t, err, m.Name+" compares single pairs")
		} else {
			require.NoError(t, err)
		}
	}
}

// The audit is of VB-EGE: other methods are not held to its proof, and mutants under
// its name are.
func TestOnlyVBEGEIsAudited(t *testing.T) {
	for _, m := range algo.Methods() {
		s := symmetric(t, 3, 1)
		s.Method = m
		require.Equal(t, m.Name == "vb-ege", Audited(s.Method, s.Constants))
		runs, err := s.Run(t.Context(), nil)
		require.NoError(t, err)
		for _, run := range runs {
			require.Equal(t, m.Name == "vb-ege", run.Audit.Event)
		}
	}
	runs, err := symmetric(t, 1, 1).Run(t.Context(), nil)
	require.NoError(t, err)
	require.True(t, runs[0].Audit.Event, "the zero Method is VB-EGE")
}

// Capped and fitted runs are counted.
func TestCountSumsFitsAndCappedRuns(t *testing.T) {
	x := gaps.Array[float64]{K: 3, D: 1, X: []float64{1, 1, 0}}
	in, err := instance.FromTheta([]string{"a", "b", "c"}, []string{"r"}, [][]float64{x.Row(0), x.Row(1), x.Row(2)}, 0)
	require.NoError(t, err)
	m, err := algo.Find("bt-glr")
	require.NoError(t, err)
	runs, err := Simulation{Instance: in, Delta: 0.1, Constants: bounds.PaperConstants(), Trials: 2, Method: m}.Run(t.Context(), nil)
	require.NoError(t, err)
	tally := Count(runs)
	require.Equal(t, 2, tally.Capped)
	require.Equal(t, 2, tally.Undecided)
	require.Equal(t, runs[0].Fits.Count+runs[1].Fits.Count, tally.Fits.Count)
	require.Equal(t, max(runs[0].Fits.Gap, runs[1].Fits.Gap), tally.Fits.Gap)
	require.Positive(t, tally.Fits.Gap)
}
