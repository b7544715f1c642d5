package report

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/experiment"
	"vectorborda/sims/grid"
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
	few := groups
	groups.PairedUnits = experiment.FewestUnits
	for _, c := range []struct {
		id      string
		numbers any
		want    string
	}{
		{"cheapest-everywhere", experiment.Ratios{Of: 3, Least: 0.98765, Cheaper: []experiment.Row{rival}, Open: []experiment.Row{groups, few}, Few: 1},
			"3 rivals × settings by paired ratio at 99 %; the smallest ratio is 0.988; cheaper: BT-MLE (no fixed-confidence guarantee) on symmetric K=8 d=2 Δ=1 δ=0.05 ×2.5 [2, 3]; limits on both sides of 1: Focal Borda on two-group-10 δ=0.05 ×2.5 [2, 3]"},
		{"slope-K", growth, "slope 1.091 ± 0.00456 (errors of the means), ± 0.012 (distance of 3 points from a line)"},
		{"slope-d", open, "slope 1.091 ± – (errors of the means), ± 0.012 (distance of 3 points from a line)"},
		{"slope-gap", growth, "slope 1.09, 95 % limits of a line through 3 points [0.591, 1.59]; phases grow by steps of 4, so τ is a staircase in Δ"},
		{"log-delta", growth, "1-R² of mean τ 5.5e-09, of the formula K·d·n_m alone 5.5e-09; 99.8 % of the runs take exactly the formula's τ"},
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
		got := told{}.findingWords(experiment.Finding{ID: c.id, Verdict: experiment.Fails, Numbers: c.numbers})
		require.Equal(t, finding{c.id, sentences[c.id], experiment.Fails, got.Why, c.want}, got)
		require.NotEmpty(t, got.Sentence, c.id)
		require.Regexp(t, `^[^.;:]+(\.\d+[^.;:]*)*\.$`, got.Why, "one sentence")
	}
	cut := told{}.findingWords(experiment.Finding{ID: "means-exist", Verdict: experiment.Undecided, Interrupted: true, Numbers: experiment.Means{Benchmarks: 1}})
	require.Equal(t, "Interrupted: runs are missing.", cut.Why)
	require.Panics(t, func() { told{}.findingWords(experiment.Finding{ID: "no-errors"}) }, "numbers without words")
}

// No list stands twice: what a finding has named, a later one counts.
func TestFindingsDoNotRepeatTheirLists(t *testing.T) {
	rows := laboratory().Rows
	a, b := rows[1], rows[2]
	b.PairedUnits = experiment.FewestUnits
	listed := told{}
	words := func(id string, cheaper ...experiment.Row) string {
		return listed.findingWords(experiment.Finding{ID: id, Verdict: experiment.Fails, Numbers: experiment.Ratios{Of: 2, Least: 0.5, Cheaper: cheaper}}).Numbers
	}
	const head = "2 rivals × settings by paired ratio at 99 %; the smallest ratio is 0.5; cheaper: "
	one, two := ratioWords(a), ratioWords(b)
	require.Equal(t, head+one, words("cheapest-benchmarks", a))
	require.Equal(t, head+two+"; 1 under cheapest-benchmarks", words("cheapest-guaranteed", a, b))
	require.Equal(t, head+"1 under cheapest-benchmarks; 1 under cheapest-guaranteed", words("cheapest-everywhere", a, b))
}

// What is open says why: too few units, or limits that do not tell.
func TestUndecidedHasItsReason(t *testing.T) {
	row := laboratory().Rows[2]
	none := stat.Number(math.NaN())
	for _, c := range []struct {
		id      string
		numbers any
		why     string
	}{
		{"cheapest-everywhere", experiment.Ratios{Of: 2, Open: []experiment.Row{row, row}, Few: 2}, "2 of 2 rivals × settings have fewer than 30 independent units (instances; runs, on the symmetric family)."},
		{"cheapest-everywhere", experiment.Ratios{Of: 3, Open: []experiment.Row{row, row}, Few: 1}, "Of 3 rivals × settings 1 have limits on both sides of 1, and 1 fewer than 30 independent units."},
		{"cheapest-everywhere", experiment.Ratios{Of: 3, Open: []experiment.Row{row}}, "1 of 3 rivals × settings have limits on both sides of 1."},
		{"slope-K", experiment.Growth{Slope: experiment.Slope{Noise: none}}, "A mean has fewer than 30 independent units, so no standard error."},
		{"slope-d", experiment.Growth{Slope: experiment.Slope{Slope: none}}, "The slope has no value."},
		{"slope-gap", experiment.Growth{Half: 0.7}, "The limits of the slope are wider than ±1/2, which decides nothing."},
		{"log-delta", experiment.Growth{Formula: true}, "Nearly all runs take the formula's τ: R² is a property of the formula n_m and no evidence about the stopping rule."},
		{"confidence", experiment.Confidence{Settings: 5, Open: make([]experiment.ErrorRate, 4)}, "4 of 5 settings have too few runs for an upper limit of δ."},
		{"constants", experiment.Savings{Of: 9, Open: make([]experiment.Saving, 3)}, "3 of 9 have fewer than 30 independent units, or too few runs for an error rate below δ."},
		{"allocation", []experiment.Allocation{}, "A family has fewer than 30 instances, or limits that are wider than 1."},
		{"track-and-stop", experiment.Tracking{Settings: 20, Open: 3}, "Of 28 settings 8 have not been run and 3 have limits on both sides of 1 or too few runs."},
	} {
		require.Equal(t, c.why, reason(experiment.Finding{ID: c.id, Verdict: experiment.Undecided, Numbers: c.numbers}), c.id)
	}
}

func TestAgreementInWords(t *testing.T) {
	for why, want := range map[any]string{
		nil: "",
		experiment.OtherTaus{Same: 385, Runs: 500, Tau: 370752}: "385 of 500 runs take 370752",
		experiment.FisherP(0.0012345):                           "Fisher's exact test, p = 0.0012",
		experiment.FewUnits(29):                                 "29 independent units, fewer than 30",
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
		require.NotEmpty(t, f.Why, f.ID)
	}
	require.Len(t, sentences, 14)
}

func TestOpenClaimsHaveTheirReason(t *testing.T) {
	for want, c := range map[string]grid.Check{
		"supported":                                   {Outcome: stat.Supported},
		"not asked: too few runs":                     {Outcome: stat.Inconclusive, Unasked: "too few runs"},
		"inconclusive: the limit is above p0":         {Outcome: stat.Inconclusive, Claim: stat.Claim{P0: 0.05, Limit: 0.06}},
		"inconclusive: the wrong twin is not refuted": {Outcome: stat.Inconclusive, Claim: stat.Claim{P0: 0.05, Limit: 0.04}},
		"inconclusive: fresh runs do not refute it":   {Outcome: stat.Inconclusive, Claim: stat.Claim{P0: 0.05, Limit: 0.9}, Second: &grid.Stage{}},
	} {
		require.Equal(t, want, outcomeWords(c))
	}
}

// The sentence behind a verdict is that of the verdict, with its numbers.
func TestReasonsAreThoseOfTheVerdict(t *testing.T) {
	one := []experiment.Row{laboratory().Rows[1]}
	sloped := experiment.Growth{Slope: experiment.Slope{Slope: 1.25, Noise: 0.01}}
	for _, c := range []struct {
		id      string
		verdict experiment.Verdict
		numbers any
		why     string
	}{
		{"no-errors", experiment.Fails, experiment.Errors{Wrong: 2, Runs: 41}, "2 of 41 runs returned a wrong set."},
		{"cheapest-everywhere", experiment.Stands, experiment.Ratios{Of: 3}, "No rival costs less in any setting."},
		{"cheapest-everywhere", experiment.Fails, experiment.Ratios{Of: 3, Cheaper: one}, "1 of 3 rivals × settings cost less."},
		{"confidence", experiment.Fails, experiment.Confidence{Settings: 5, Above: make([]experiment.ErrorRate, 1)}, "The error rate of 1 of 5 settings is above δ."},
		{"means-exist", experiment.Stands, experiment.Means{Benchmarks: 8}, "By their laws τ has a mean with a standard error on all of them."},
		{"slope-K", experiment.Fails, sloped, "The slope is 1.25, further from 1.09 than three errors of the means."},
		{"slope-gap", experiment.Stands, sloped, "The limits of the slope hold -2."},
		{"log-delta", experiment.Fails, sloped, "Mean τ is not on a line."},
		{"track-and-stop-stops", experiment.Fails, experiment.Undone{Runs: 7, Of: 82}, "7 of 82 runs were ended by its limit."},
	} {
		require.Equal(t, c.why, reason(experiment.Finding{ID: c.id, Verdict: c.verdict, Numbers: c.numbers}), "%s, %s", c.id, c.verdict)
	}
}
