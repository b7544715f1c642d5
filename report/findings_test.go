package report

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/experiment"
	"vectorborda/sims/stat"
)

// What every kind of numbers reads like.  JSON holds these words.
func TestFindingsInWords(t *testing.T) {
	rows := laboratory().Rows
	own, rival, groups, tracked, low := rows[0], rows[1], rows[2], rows[4], rows[5]
	own.Wrong, groups.Wrong = 0, 2
	growth := experiment.Growth{Slope: experiment.Slope{X: []float64{1, 2, 3}, Slope: 1.0912, SE: 0.0123, Noise: 0.00456, Lack: 5.51e-9, FormulaLack: 5.5e-9, AtFormula: 0.998}, Half: 0.5, Formula: true}
	open := growth
	open.Noise, open.Formula = stat.Number(math.NaN()), false
	nine := []experiment.Row{own, own, own, own, own, own, own, own, own}
	for _, c := range []struct {
		id      string
		numbers any
		want    string
	}{
		{"cheapest-everywhere", experiment.Ratios{Of: 3, Least: 0.98765, Cheaper: []experiment.Row{rival}, Open: []experiment.Row{groups}},
			"3 rivals × settings by paired ratio at 99 %; the smallest ratio is 0.988; cheaper: BT-MLE (no fixed-confidence guarantee) on symmetric K=8 d=2 Δ=1 δ=0.05 ×2.5 [2, 3]; undecided: Focal Borda on two-group-10 δ=0.05 ×2.5 [2, 3]"},
		{"slope-K", growth, "slope 1.091 ± 0.00456 (errors of the means), ± 0.012 (distance of 3 points from a line)"},
		{"slope-d", open, "slope 1.091 ± – (errors of the means), ± 0.012 (distance of 3 points from a line)"},
		{"slope-gap", growth, "slope 1.09, 95 % limits of a line through 3 points [0.591, 1.59]; phases grow by steps of 4, so τ is a staircase in Δ"},
		{"log-delta", growth, "1-R² of mean τ 5.5e-09, of the formula K·d·n_m alone 5.5e-09; 99.8 % of the runs take exactly the formula's τ: R² is a property of the formula n_m and no evidence about the stopping rule"},
		{"log-delta", open, "1-R² of mean τ 5.5e-09, of the formula K·d·n_m alone 5.5e-09; 99.8 % of the runs take exactly the formula's τ"},
		{"no-errors", experiment.Errors{Runs: 1000, Wrong: 2, Undecided: 7, Limit: 0.00459, Where: []experiment.Row{groups}},
			"2 wrong in 1000 runs: the mean error rate is below 0.0046 at 99 %; 7 runs did not decide; Focal Borda on two-group-10 δ=0.05, 2 of 41"},
		{"no-errors", experiment.Errors{Runs: 1000, Limit: 0.00459}, "0 wrong in 1000 runs: the mean error rate is below 0.0046 at 99 %"},
		{"confidence", experiment.Confidence{Settings: 3, Above: []experiment.ErrorRate{{Row: groups, Limit: 0.123, Needed: 90}}, Open: []experiment.ErrorRate{{Row: own, Limit: 1, Needed: 4603}}},
			"3 settings, limits together at 99 %; above δ: two-group-10 δ=0.05: 2 of 41 wrong, rate below 0.12, 90 error-free runs would do; too few runs: symmetric K=4 d=2 Δ=1 δ=0.05: 0 of 41 wrong, rate below 1, 4603 error-free runs would do"},
		{"means-exist", experiment.Means{Benchmarks: 8, NoMean: []experiment.Row{groups}, NoError: []experiment.Row{rows[3]}},
			"8 benchmarks; no mean: two-group-10 (index 0.5 by its law; Hill 307 [308, 309]); a mean without standard error: arena-4-small (index 1.5 by its law; Hill 407 [408, 409])"},
		{"constants", experiment.Savings{Of: 9, Saving: 4, Erring: []experiment.Saving{{Row: low, Factor: 0.25}}, Costlier: []experiment.Saving{{Row: own, Factor: 1}}, Open: []experiment.Saving{{Row: own, Factor: 0.123456}}},
			"9 smaller constants × settings; 4 save without an error, at error rates below δ at 99 %; with errors: symmetric K=4 d=2 Δ=1 δ=0.05 C=(2,3,4): median τ ×0.25, 2 of 41 wrong; no saving: symmetric K=4 d=2 Δ=1 δ=0.05: median τ ×1, 0 of 41 wrong; too few runs: symmetric K=4 d=2 Δ=1 δ=0.05: median τ ×0.123, 0 of 41 wrong"},
		{"allocation", laboratory().Allocations, "slope of log samples on log gap, mean of the instances at 99 %: witness-10 -1.5 [-2, -1]; within a phase of the schedule all models take the same, and no gap decides in a smaller one"},
		{"track-and-stop", experiment.Tracking{Method: tracked.Method, Settings: 28, Open: 3, Cheaper: []experiment.Row{tracked}, Scaling: 4.1, FrontierSizes: 20.64},
			"Pareto BT-GLR Track-and-Stop (stopping statistic not certified): cheaper in 1 of 28 by paired ratio at 99 %, undecided in 3; geometric mean of the ratios of means 4.1 over scaling (reported 4.10), 20.6 over frontier size (20.6); cheaper: convex-2d δ=0.05 ×2.5 [2, 3]"},
		{"track-and-stop-stops", experiment.Undone{Runs: 7, Of: 82, Where: []experiment.Row{tracked}}, "7 of 82 runs were capped: convex-2d δ=0.05, 7 of 41"},
		{"track-and-stop-stops", experiment.Undone{Of: 82, Where: nine},
			"0 of 82 runs were capped: symmetric K=4 d=2 Δ=1 δ=0.05, 0 of 41; symmetric K=4 d=2 Δ=1 δ=0.05, 0 of 41; symmetric K=4 d=2 Δ=1 δ=0.05, 0 of 41; symmetric K=4 d=2 Δ=1 δ=0.05, 0 of 41; symmetric K=4 d=2 Δ=1 δ=0.05, 0 of 41; symmetric K=4 d=2 Δ=1 δ=0.05, 0 of 41; symmetric K=4 d=2 Δ=1 δ=0.05, 0 of 41; symmetric K=4 d=2 Δ=1 δ=0.05, 0 of 41 and 1 more"},
	} {
		got := findingWords(experiment.Finding{ID: c.id, Verdict: experiment.Fails, Numbers: c.numbers})
		require.Equal(t, finding{c.id, sentences[c.id], experiment.Fails, c.want}, got)
		require.NotEmpty(t, got.Sentence, c.id)
	}
	cut := findingWords(experiment.Finding{ID: "means-exist", Verdict: experiment.Undecided, Interrupted: true, Numbers: experiment.Means{Benchmarks: 1}})
	require.Equal(t, "1 benchmarks; interrupted, runs are missing", cut.Numbers)
	require.Panics(t, func() { findingWords(experiment.Finding{ID: "no-errors"}) }, "numbers without words")
}

func TestAgreementInWords(t *testing.T) {
	for why, want := range map[any]string{
		nil: "",
		experiment.OtherTaus{Same: 385, Runs: 500, Tau: 370752}: "385 of 500 runs take 370752",
		experiment.FisherP(0.0012345):                           "Fisher's exact test, p = 0.0012",
		experiment.FewUnits(29):                                 "only 29 independent units",
		experiment.NoError{ByLaw: true}:                         "the mean has no standard error",
		experiment.NoError{}:                                    "ours has no error",
	} {
		require.Equal(t, want, agreementWords(why))
	}
}

// A finding that a run makes has its sentence and its words.
func TestEveryFindingHasASentence(t *testing.T) {
	r, err := experiment.Plan{Experiments: []string{"constants", "allocation"}, Trials: 1, Seed: 1}.Run(t.Context(), nil, nil)
	require.NoError(t, err)
	require.NotEmpty(t, r.Findings)
	for _, f := range Experiments(r).Findings {
		require.NotEmpty(t, f.Sentence, f.ID)
		require.NotEmpty(t, f.Numbers, f.ID)
	}
	require.Len(t, sentences, 14)
}
