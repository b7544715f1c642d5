package extremal

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// At d = 1, β = 1 in units of 1/16, so coarse that what an extremum gains within its
// unit, and what the end adds to the extrema, cannot hide in the last place.
func TestTheUpperSideOnACoarseScale(t *testing.T) {
	for _, c := range []struct {
		reason         string
		slope          float64 // P(y) = slope·y
		critical, last int64   // in 1/16
	}{
		{"the extremum is between 7/16 and 8/16, beyond the values there and at the end", 2.5, 7, 7},
		{"the error at the end, τ = 0.462, is above that at the extremum near 0.17", 2.0625, 2, 7},
	} {
		x := &Extremal{
			D: 1, Beta: 1, Bits: 4, Points: []*big.Int{big.NewInt(1), big.NewInt(c.last)},
			Shift: 4, Coefs: []*big.Int{big.NewInt(int64(16 * c.slope))}, Critical: []*big.Int{big.NewInt(c.critical)},
		}
		upper, err := x.upper()
		require.NoError(t, err)
		worst := 0.0
		for y := 0.0; y <= math.Tanh(0.5); y += 1e-5 {
			worst = max(worst, math.Abs(2*math.Atanh(y)-c.slope*y))
		}
		require.GreaterOrEqual(t, value(upper), worst, c.reason)
	}
}
