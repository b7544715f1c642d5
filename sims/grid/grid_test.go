package grid

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDefaultGridIsEightSymmetricInstancesAndThreeLogs(t *testing.T) {
	settings, err := Default(0.05)
	require.NoError(t, err)
	require.Len(t, settings, 11)
	symmetric := 0
	for _, s := range settings {
		if s.Family == "symmetric" {
			symmetric++
			for _, gap := range s.Instance.Gaps().Latent {
				require.Equal(t, s.Gap, gap)
			}
		} else {
			require.NotNil(t, s.Instance.Log, s.Family)
			require.Positive(t, s.Gap)
		}
	}
	require.Equal(t, 8, symmetric)
}

// A row does not depend on the rows beside it, nor on their order.
func TestRowsAreIndependent(t *testing.T) {
	settings, err := Default(0.05)
	require.NoError(t, err)
	plan := Plan{Trials: 20, Jobs: 2, Seed: 3}
	pair, err := plan.Run(t.Context(), settings[:2], nil)
	require.NoError(t, err)
	turned, err := plan.Run(t.Context(), []Setting{settings[1], settings[9], settings[0]}, nil)
	require.NoError(t, err)
	require.Equal(t, pair[0], turned[2])
	require.Equal(t, pair[1], turned[0])
}

// The order that the theorems promise, on every row; a violation in so few runs
// would be a blunder in a bound or in a count, not bad luck.
func TestMeasuredQuantilesLieBetweenTheBounds(t *testing.T) {
	settings, err := Default(0.05)
	require.NoError(t, err)
	rows, err := Plan{Trials: 60, Seed: 1}.Run(t.Context(), settings, nil)
	require.NoError(t, err)
	require.Len(t, rows, len(settings))
	for _, row := range rows {
		require.Zero(t, row.Undecided)
		require.Less(t, row.Tau.Q.Value, row.Bounds.UpperBorda, row.Family)
		if !math.IsNaN(row.Bounds.UpperLatent) {
			require.Less(t, row.Bounds.UpperBorda, row.Bounds.UpperLatent)
			require.Greater(t, row.Tau.Q.Value, row.Bounds.LowerSymmetric)
			require.Greater(t, row.Bounds.LowerSymmetric, row.Bounds.LowerMinimax)
		}
	}
}

func TestACancelledRunKeepsFinishedRows(t *testing.T) {
	settings, err := Default(0.05)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	done := 0
	rows, err := Plan{Trials: 10, Jobs: 1, Seed: 1}.Run(ctx, settings, func() {
		if done++; done == 15 {
			cancel()
		}
	})
	require.NoError(t, err)
	require.Len(t, rows, 2)
	require.Equal(t, 10, rows[0].Trials)
	require.Equal(t, 5, rows[1].Trials)
}
