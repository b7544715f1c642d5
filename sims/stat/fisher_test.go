package stat

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Small tables by hand: C(a,x)·C(b,k-x)/C(a+b,k).
func TestFisherByHand(t *testing.T) {
	// 3 of 3 against 0 of 3: 1/C(6,3) on one side.
	require.InDelta(t, 2./20, Fisher(3, 3, 0, 3), 1e-12)
	require.InDelta(t, 2./20, Fisher(0, 3, 3, 3), 1e-12)
	// Fisher's tea: 3 of 4 against 1 of 4, (16+1)/70.
	require.InDelta(t, 2*17./70, Fisher(3, 4, 1, 4), 1e-12)
	require.Equal(t, 1.0, Fisher(2, 4, 2, 4))
	require.InDelta(t, 1, Fisher(0, 9, 0, 5), 1e-12)
	// 10 of 500 against none: 2·Π (500-i)/(1000-i) is a little below 2·2^-10.
	p := Fisher(10, 500, 0, 500)
	require.Less(t, p, 2./1024)
	require.Greater(t, p, 1.8/1024)
}

// Under equal probabilities p ≤ 0.05 has probability at most 0.05, summed exactly
// over all tables of 12 and 9 runs.
func TestFisherKeepsItsLevel(t *testing.T) {
	for _, prob := range []float64{0.05, 0.3, 0.5, 0.8} {
		level := 0.0
		for k1 := range 13 {
			for k2 := range 10 {
				if Fisher(k1, 12, k2, 9) <= 0.05 {
					level += pmf(12, k1, prob) * pmf(9, k2, prob)
				}
			}
		}
		require.LessOrEqual(t, level, 0.05)
		require.Positive(t, level)
	}
}

func pmf(n, k int, p float64) float64 {
	out := 1.0
	for i := range k {
		out *= float64(n-i) / float64(i+1) * p
	}
	for range n - k {
		out *= 1 - p
	}
	return out
}
