package extremal

import (
	"context"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// A study is the same with any number of workers, and its pair is for the depth that
// was asked, not for the odd one below it.
func TestStudy(t *testing.T) {
	plan := Plan{Beta: 1, D: 6, Epsilons: []float64{0.5, 0.015}, Jobs: 1}
	steps := 0
	one, err := plan.Run(context.Background(), func() { steps++ })
	require.NoError(t, err)
	require.Equal(t, plan.Steps(), steps)
	require.False(t, one.Partial)
	require.Len(t, one.Limits, 3)
	require.Equal(t, 5, one.Limits[2].D)
	require.Equal(t, 6, one.Pair.D)
	require.NoError(t, one.Pair.Check(one.Limits[2].Lower))
	require.Equal(t, []int{1, 3}, []int{one.Depths[0].D, one.Depths[1].D})
	plan.Jobs = 4
	four, err := plan.Run(context.Background(), nil)
	require.NoError(t, err)
	require.Equal(t, one, four)
}

func TestInterruptedStudyIsPartial(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	done := 0
	s, err := Plan{Beta: 1, D: 6, Epsilons: []float64{0.015}, Jobs: 1}.Run(ctx, func() {
		if done++; done == 2 {
			cancel()
		}
	})
	require.NoError(t, err)
	require.True(t, s.Partial)
	require.Len(t, s.Limits, 2)
	require.Empty(t, s.Depths)
}

// The populations are held against the limit of E_d that stands beside them: one that is a
// millionth too high is refused.
func TestPopulationsOfASmallerGapAreRefused(t *testing.T) {
	s := &Study{Beta: 1, D: 4, Limits: []*Extremal{solved(t, 1, 1), solved(t, 3, 1)}}
	split := func() error { _, err := s.split(); return err }
	require.NoError(t, split())
	lower := s.Limits[1].Lower
	s.Limits[1].Lower = new(big.Float).Mul(lower, big.NewFloat(1+1e-6))
	require.ErrorIs(t, split(), ErrRefused)
	require.ErrorContains(t, split(), "populations at depth 4: ")
	s.Limits[1].Lower, s.Beta, s.D = lower, 1, 5
	require.ErrorIs(t, split(), ErrRefused, "a depth for which the populations are not made")
}

// The check of the populations takes seconds at great depths: a context that ends in it is
// answered, and limits and depths are there.  Here it ends with the last step before it.
func TestInterruptedCheckKeepsTheLimits(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	plan, steps := Plan{Beta: 1, D: 64, Epsilons: []float64{0.5}, Jobs: 1}, 0
	s, err := plan.Run(ctx, func() {
		if steps++; steps == plan.Steps() {
			cancel()
		}
	})
	require.NoError(t, err)
	require.True(t, s.Partial)
	require.Len(t, s.Limits, 32)
	require.Len(t, s.Depths, 1)
	require.Zero(t, s.Pair.D)
}

func TestPlanRefuses(t *testing.T) {
	for says, plan := range map[string]Plan{
		"β = 0":       {D: 1},
		"depth d = 0": {Beta: 1},
		"gap ε = 2":   {Beta: 1, D: 1, Epsilons: []float64{0.1, 2}},
	} {
		_, err := plan.Run(context.Background(), nil)
		require.ErrorContains(t, err, says)
	}
}
