package extremal

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/repeat"
)

// exact has E[Z|D] = D but for a fixed bias at two points.
type bent struct {
	repeat.Estimator
	dent float64
}

func (b bent) Beta() float64      { return 1 }
func (b bent) MeanError() float64 { return 0 }
func (b bent) Mean(p float64) float64 {
	D := repeat.Logit(p)
	if math.Abs(D-0.5) < 1e-9 {
		return D - b.dent
	}
	return D
}

// By hand: with no bias the worst score is ε.  A dent of 1 at D = 1/2 is seen from
// ε = 1/4 through the population that has D = 1/2 with weight 5/6 and D = -1 with 1/6,
// which scores 1/4 - 5/6.
func TestWorstScoreByHand(t *testing.T) {
	require.InDelta(t, 0.25, worstScore(bent{dent: 0}, 0.25), 1e-12)
	require.InDelta(t, 0.25-5./6, worstScore(bent{dent: 1}, 0.25), 1e-12)
	require.InDelta(t, -0.5, worstScore(bent{dent: 1}, 0.5), 1e-12)
}

// Nobody needs less than the lower bound; the best of them little more.
func TestNobodyNeedsLessThanTheLowerBound(t *testing.T) {
	for _, epsilon := range []float64{0.3, 0.06, 0.0075} {
		lower, err := MinDepth(epsilon, 1)
		require.NoError(t, err)
		all, err := Needs(context.Background(), epsilon, 1)
		require.NoError(t, err)
		require.Len(t, all, 4)
		for _, need := range all {
			require.GreaterOrEqual(t, need.Depth, lower.D, "%s, ε = %v", need.Method, epsilon)
		}
		require.Less(t, all[2].Depth, 4*lower.D, "MLE-UNCONST, ε = %v", epsilon)
		require.Equal(t, all[2].Depth, all[3].Depth, "one mean")
		if epsilon < 0.0196 { // E_1
			require.Greater(t, all[0].Depth, 10*all[2].Depth, "MLE-AVG, ε = %v", epsilon)
		}
	}
}

// A table of MLE-CAL is certified to 2e-8, which says nothing about a smaller gap.
func TestNoTableBelowTheTolerance(t *testing.T) {
	t.Parallel()
	all, err := Needs(context.Background(), 1e-8, 0.001)
	require.NoError(t, err)
	require.Equal(t, repeat.Cal, all[1].Method)
	require.Zero(t, all[1].Depth)
	require.Positive(t, all[2].Depth)
}

func TestNeedsStopWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Needs(ctx, 0.1, 1)
	require.ErrorIs(t, err, context.Canceled)
}

// At β = 2 a table for ε = 7.8e-5 at depth 16 has entries of 1e5 at least: rounding
// hides its bias, and that there is none is not proved.  At β = 1, ε = 0.0075 no depth
// is open.
func TestAnOpenTableIsNotPassedOverInSilence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		epsilon, beta float64
		open          bool
	}{{7.8e-5, 2, true}, {0.0075, 1, false}} {
		var maker repeat.Maker
		all, err := needs(t.Context(), &maker, c.epsilon, c.beta)
		require.NoError(t, err)
		seen := slices.ContainsFunc(maker.Calibrations(), func(x *repeat.Calibration) bool {
			return x.D < all[1].Depth && x.Status == repeat.Undecided
		})
		require.Equal(t, repeat.Cal, all[1].Method)
		require.Equal(t, []bool{c.open, c.open}, []bool{seen, all[1].Open}, "β = %v", c.beta)
	}
}
