package extremal

import (
	"context"
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
