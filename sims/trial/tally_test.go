package trial

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestErrorRateAndAbove(t *testing.T) {
	tally := Tally{Errors: 1, Tau: []float64{10, 20, 30, math.Inf(1)}}
	require.Equal(t, []int{4, 2, 1, 1}, []int{tally.Above(5), tally.Above(20), tally.Above(30), tally.Above(1e300)})
	// (1-p)⁴ = 1-α/2 at the lower limit of one event in four.
	lo, hi := tally.ErrorRate(0.1)
	require.InDelta(t, 0.05, 1-math.Pow(1-lo, 4), 1e-9)
	// P(Bin(4,p) ≤ 1) = α/2 at the upper one.
	require.InDelta(t, 0.05, math.Pow(1-hi, 4)+4*hi*math.Pow(1-hi, 3), 1e-9)
	lo, hi = Tally{}.ErrorRate(0.1)
	require.Equal(t, []float64{0, 1}, []float64{lo, hi})
}
