package report

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stat"
	"vectorborda/sims/ties"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
	"vectorborda/sims/votelog/rows"
)

// voteTies is a partial comparison in which every number is another one; F has a model
// whose gap is zero, and one fit of each kind.
func voteTies() *VoteTies {
	none := stat.Number(math.NaN())
	doc := &VoteTies{
		Files: []string{"birds.csv"}, Description: "nest", Retained: []string{"ant", "bee", "cat"}, Counting: 5, Objectives: []string{"code", "maths", "prose"},
		Votes: 901, Tied: 77, Delta: 0.06, Seed: 17, Trials: 9, Partial: true, Factors: 1, Ridge: 2e-7,
		Treatments: []TieTreatment{
			{
				Ties: "D", Frontier: []string{"ant", "bee"}, In: []string{}, Out: []string{}, Jaccard: 1, Spearman: 0.99, On: "code",
				MinGap: 0.11, Sum: 210.5, Zero: []string{}, Gaps: []stat.Number{0.11, 0.12, 0.13}, Runs: 8, Tally: trial.Tally{Errors: 2, Undecided: 3, Capped: 4},
				Tau: &stat.Tau{Summary: stat.Summary{N: 8, Mean: 1250.5, SE: 21.25, Median: 1225, Quantile: stat.Quantile{Value: 1310, Lo: 1150, Hi: 1390, Level: 0.9912}},
					Tail: stat.Tail{Index: 2.75, Lo: 0.875, Hi: 3.25, K: 15}},
			},
			{
				Ties: "H", Frontier: []string{"ant", "cat"}, In: []string{"cat"}, Out: []string{"bee"}, Jaccard: 0.333, Spearman: 0.45, On: "maths",
				MinGap: 0.21, Sum: 310.5, Zero: []string{}, Gaps: []stat.Number{0.21, 0.22, 0.23},
			},
			{
				Ties: "F", Frontier: []string{"ant", "bee", "cat"}, In: []string{"cat"}, Out: []string{}, Jaccard: 0.667, Spearman: none,
				MinGap: 0, Sum: stat.Number(math.Inf(1)), Zero: []string{"bee"}, Gaps: []stat.Number{0.31, 0, 0.33},
			},
		},
		HeldOut: []TieHeldOut{{0, 81, 0.925}, {1, 82, 0.915}},
		Fits: []TieFit{
			{"code", true, true, "GradientThreshold", 3.5e-9, 41, 1.5e-6},
			{"maths", false, false, "GradientThreshold", 4.5e-9, 42, 2.5e-6},
			{"prose", false, true, "IterationLimit", 5.5e-3, 5000, 3.5e-6},
		},
	}
	for n := range doc.Treatments {
		b := stat.Number(n+4) / 10
		doc.Treatments[n].Borda = [][]stat.Number{{b + 0.01, b + 0.02, b + 0.03}, {b + 0.04, b + 0.05, b + 0.06}, {b + 0.07, b + 0.08, b + 0.09}}
	}
	doc.Verdict, doc.Notes = doc.verdict(), doc.notes()
	return doc
}

func TestGoldenTies(t *testing.T) { golden(t, "votes_ties", voteTies()) }

// A comparison of three birds: what it is laid out as, field by field.
func TestVoteTiesIsLaidOut(t *testing.T) {
	text := "model_a,model_b,winner,objective\n"
	for pair, votes := range map[string]string{"ant,bee": "aaaabt", "ant,cat": "aabttt", "bee,cat": "aaaabt"} {
		for _, v := range votes {
			text += pair + "," + map[rune]string{'a': "model_a", 'b': "model_b", 't': "tie"}[v] + ",code\n"
		}
	}
	d, err := votelog.Preset("normalized")
	require.NoError(t, err)
	d.Ties = "half"
	o, err := votelog.Open([]string{"-"}, votelog.Settings{Description: d, Options: rows.Options{Stdin: strings.NewReader(text)}})
	require.NoError(t, err)
	c, err := ties.Compare(t.Context(), o.Votes, ties.Plan{Delta: 0.1, Trials: 2, Seed: 5}, nil)
	require.NoError(t, err)
	doc, err := NewVoteTies([]string{"birds.csv"}, o, c)
	require.NoError(t, err)
	require.Equal(t, []any{int64(18), int64(5), 3, uint64(5), 2, false, 0}, []any{doc.Votes, doc.Tied, doc.Counting, doc.Seed, doc.Trials, doc.Partial, doc.Factors})
	for n, got := range doc.Treatments {
		want := c.Treatments[n]
		require.Equal(t, want.Name, got.Ties)
		require.Equal(t, stat.Number(want.Instance.Borda.At(2, 0)), got.Borda[2][0])
		require.Equal(t, stat.Number(want.Least()), got.MinGap)
		require.Equal(t, stat.Number(want.Complexity()), got.Sum)
		require.Equal(t, stat.Numbers(want.Gaps), got.Gaps)
		require.Equal(t, 2, got.Runs)
		require.Equal(t, "code", got.On)
		require.Equal(t, []string{"ant"}, got.Frontier)
		tau, err := stat.Describe(trial.Count(want.Runs).Tau, 0.1)
		require.NoError(t, err)
		require.Equal(t, tau.Median, got.Tau.Median)
	}
	fit := c.Davidson.Fits[0]
	require.Equal(t, TieFit{"code", true, true, fit.Status, stat.Number(fit.Gradient), fit.Iterations, stat.Number(fit.Moved)}, doc.Fits[0])
	require.Equal(t, TieHeldOut{0, 1, stat.Number(c.Davidson.HeldOut[0].NLL)}, doc.HeldOut[0])
	require.Contains(t, doc.Verdict, "leave the same")

	c.Treatments[1].Runs = c.Treatments[1].Runs[:1]
	doc, err = NewVoteTies([]string{"birds.csv"}, o, c)
	require.NoError(t, err)
	require.True(t, doc.Partial)
}
