package grid

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

func defaults(t *testing.T, delta float64) []Setting {
	settings, err := Default(delta)
	require.NoError(t, err)
	return settings
}

// The gaps of the logs are those published with them, as rationals.
func TestDefaultGridIsEightSymmetricInstancesAndThreeLogs(t *testing.T) {
	type row struct {
		family string
		K, d   int
		gap    float64
	}
	want := []row{
		{"symmetric", 16, 4, 0.5}, {"symmetric", 16, 4, 1},
		{"symmetric", 16, 10, 0.5}, {"symmetric", 16, 10, 1},
		{"symmetric", 64, 4, 0.5}, {"symmetric", 64, 4, 1},
		{"symmetric", 64, 10, 0.5}, {"symmetric", 64, 10, 1},
		{"mtbench_en_gemma4_category", 6, 8, 32.0 / 1575},
		{"football_conmebol", 10, 3, 895.0 / 14256},
		{"pandalm_top3_apps", 5, 3, 1.0 / 48},
	}
	settings := defaults(t, 0.2)
	require.Len(t, settings, len(want))
	for n, s := range settings {
		K, d := s.Instance.Size()
		require.Equal(t, want[n].family, s.Family)
		require.Equal(t, []int{want[n].K, want[n].d}, []int{K, d}, s.Family)
		require.Equal(t, 0.2, s.Delta, s.Family)
		if s.Family == "symmetric" {
			require.Nil(t, s.Instance.Log)
			require.Equal(t, want[n].gap, s.Gap)
			for _, gap := range s.Instance.Gaps().Latent {
				require.Equal(t, s.Gap, gap)
			}
			continue
		}
		require.NotNil(t, s.Instance.Log, s.Family)
		// Each b is rounded once to 2⁻⁵³ and a gap adds up four of them.
		require.InDelta(t, want[n].gap, s.Gap, 1e-15, s.Family)
	}
}

// football is the setting with a log on which τ varies from run to run.
func football(t *testing.T, delta float64) Setting {
	settings := defaults(t, delta)
	return settings[slices.IndexFunc(settings, func(s Setting) bool { return s.Family == "football_conmebol" })]
}

// runs are the runs of a setting, asked for without the grid.
func runs(t *testing.T, s Setting, p Plan) trial.Tally {
	got, err := trial.Simulation{
		Instance: s.Instance, Delta: s.Delta, Constants: bounds.PaperConstants(), Trials: p.Trials, Seed: p.Seed,
	}.Run(t.Context(), nil)
	require.NoError(t, err)
	return trial.Count(got, s.Instance.Frontier())
}

// text is a value with all its fields; unlike the value it may hold NaN and still
// be equal to itself.
func text(x any) string { return fmt.Sprintf("%+v", x) }

func TestARowShowsTheRunsOfItsSettingAndItsBounds(t *testing.T) {
	s, plan := football(t, 0.2), Plan{Trials: 60, Jobs: 2, Seed: 7}
	rows, err := plan.Run(t.Context(), []Setting{s}, nil)
	require.NoError(t, err)
	row, tally := rows[0], runs(t, s, plan)
	require.Equal(t, s, row.Setting)
	require.Equal(t, 60, row.Trials)
	require.Equal(t, tally.Errors, row.Errors)
	require.Equal(t, text(s.Instance.Bounds(s.Instance.Gaps(), 0.2)), text(row.Bounds))
	want, err := stat.Summarize(tally.Tau, 0.2, 0.01)
	require.NoError(t, err)
	require.Equal(t, want, row.Tau)

	// By hand: ⌊60·0.2⌋ = 12 runs may lie above the 0.8-quantile.
	sorted := slices.Sorted(slices.Values(tally.Tau))
	require.Equal(t, sorted[60-12-1], row.Tau.Q.Value)
	require.Less(t, sorted[12], row.Tau.Q.Value, "the 0.2-quantile is another")
	require.GreaterOrEqual(t, row.Tau.Q.Level, 0.99)
	require.False(t, math.IsInf(row.Tau.Q.Lo, 0) || math.IsInf(row.Tau.Q.Hi, 0), "60 runs have both limits")
}

// Equal models are never told apart: every run ends by the budget, undecided and
// not wrong.
func TestUndecidedRunsAreNotErrors(t *testing.T) {
	twins, err := instance.FromTheta([]string{"a", "b"}, []string{"r"}, [][]float64{{1}, {1}}, 0)
	require.NoError(t, err)
	rows, err := Plan{Trials: 4, Seed: 1}.Run(t.Context(), []Setting{{"twins", 0, 0.05, twins}}, nil)
	require.NoError(t, err)
	require.Equal(t, []int{4, 0, 4}, []int{rows[0].Trials, rows[0].Errors, rows[0].Undecided})
	require.True(t, math.IsInf(rows[0].Tau.Q.Value, 1))
}

// A row does not depend on the rows beside it, nor on their order.
func TestRowsAreIndependent(t *testing.T) {
	settings := defaults(t, 0.05)
	plan := Plan{Trials: 20, Jobs: 2, Seed: 3}
	pair, err := plan.Run(t.Context(), settings[8:10], nil)
	require.NoError(t, err)
	turned, err := plan.Run(t.Context(), []Setting{settings[9], settings[0], settings[8]}, nil)
	require.NoError(t, err)
	require.Equal(t, text(pair[0]), text(turned[2]))
	require.Equal(t, text(pair[1]), text(turned[0]))
	require.NotEqual(t, text(pair[0].Tau), text(pair[1].Tau))
}

// Proposition B.4: with probability 1-δ a run is right and ends by upper_borda.
// At δ = 1e-9 the empirical quantile of 60 runs is their largest τ, so by a union
// bound the false-alarm rate is 11·60·1e-9 < 1e-6.
func TestQuantilesStayBelowTheUpperBounds(t *testing.T) {
	settings := defaults(t, 1e-9)
	rows, err := Plan{Trials: 60, Seed: 1}.Run(t.Context(), settings, nil)
	require.NoError(t, err)
	require.Len(t, rows, len(settings))
	for _, row := range rows {
		require.Zero(t, row.Errors, row.Family)
		require.Zero(t, row.Undecided, row.Family)
		require.LessOrEqual(t, row.Tau.Q.Value, row.Bounds.UpperBorda, row.Family)
		if row.Instance.Log == nil {
			require.Less(t, row.Bounds.UpperBorda, row.Bounds.UpperLatent)
		}
	}
}

// Lemma B.14: P(τ < lower_symmetric) ≤ 1-δ.  At δ = 0.3 all of 60 runs stay below
// it with probability at most 0.7⁶⁰ < 6e-10, on eight rows 5e-9.
func TestTheLargestTauReachesTheLowerBound(t *testing.T) {
	for _, s := range defaults(t, 0.3)[:8] {
		b := s.Instance.Bounds(s.Instance.Gaps(), s.Delta)
		require.Positive(t, b.LowerMinimax)
		require.Less(t, b.LowerMinimax, b.LowerSymmetric)
		require.GreaterOrEqual(t, slices.Max(runs(t, s, Plan{Trials: 60, Seed: 1}).Tau), b.LowerSymmetric)
	}
}

func TestACancelledRunKeepsFinishedRows(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	rows, err := Plan{Trials: 10, Jobs: 1, Seed: 1}.Run(ctx, defaults(t, 0.05), func() {
		if done++; done == 15 {
			cancel()
		}
	})
	require.NoError(t, err)
	require.Len(t, rows, 2)
	require.Equal(t, 10, rows[0].Trials)
	require.Equal(t, 5, rows[1].Trials)
}
