package repeat

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// apart holds the maximum over the contexts themselves, x and y on a grid, between limits
// no further apart than cells and grid leave open: 2·max|b'| widths.
func TestApartIsTheMaximumOverContexts(t *testing.T) {
	const steps, cells = 128, 1 << 12
	rng := rand.New(rand.NewPCG(1, 2))
	for _, beta := range []float64{0.5, 1, 4} {
		for _, d := range []int{1, 2, 3, 8, 21} {
			wild := newFixed("wild", beta, d, func(int) float64 { return rng.NormFloat64() })
			unconst, err := NewUnconst(beta, d)
			require.NoError(t, err)
			for _, table := range []*Fixed{mustAvg(t, beta, d), unconst, wild} {
				for _, lambda := range []float64{0.3, 1} {
					c := newCurve(table, lambda)
					bias, rise := make([]float64, 2*steps+1), 0.0
					for i := range bias {
						value, slope := c.at(float64(i)/steps - 1)
						bias[i], rise = value, max(rise, math.Abs(slope)+c.bend/steps)
					}
					most := 0.0
					for i, bx := range bias {
						for j, by := range bias {
							if max(i-j, j-i) <= steps {
								most = max(most, math.Abs(bx-by))
							}
						}
					}
					low, high := c.apart(cells)
					require.GreaterOrEqual(t, high, most-2*c.valueError, "%s, β = %v, d = %d, λ = %v", table.name, beta, d, lambda)
					require.LessOrEqual(t, high, most+2*rise*(1./steps+1./cells), "%s, β = %v, d = %d, λ = %v", table.name, beta, d, lambda)
					require.LessOrEqual(t, low, high)
					require.GreaterOrEqual(t, low, high-4*rise/cells-8*c.valueError)
				}
			}
		}
	}
}

// Of three models the biases of two estimates subtract: at d = 1 that of MLE-AVG, D -
// tanh(D/2) up to its unit, orders two models 0.03 apart and not three, and TRR is
// proved through MLE-UNCONST alone.  A unit of 0 or below proves nothing.
func TestOrders(t *testing.T) {
	const lambda = 0.4714
	avg, trr := mustAvg(t, 1, 1), everyEstimator(t, 1, 4)[2]
	require.True(t, Orders(avg, 2, lambda, 0.03))
	require.False(t, Orders(avg, 3, lambda, 0.03))
	require.True(t, Orders(avg, 3, lambda, 0.06))
	require.False(t, Orders(avg, 2, lambda, 0.015))
	require.True(t, Orders(trr, 3, 0.8995, 0.03))
	require.False(t, Orders(trr, 3, 0.8995, 0.025))
	require.False(t, Orders(everyEstimator(t, 1, 2)[2], 3, 0.707, 0.03))
	for _, none := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		require.False(t, Orders(trr, 2, none, 0.03), "λ = %v", none)
		require.False(t, Orders(trr, 3, none, 0.03), "λ = %v", none)
	}
	free, err := NewTRR(1, Unlimited)
	require.NoError(t, err)
	require.False(t, Orders(free, 3, 1, 0.03), "no table has its mean")
}

// The errors of value and slope are in what a proof takes for b on an interval: raised by
// 1, they raise it by 1 and by h.
func TestAnIntervalCountsBothErrors(t *testing.T) {
	const mid, h = 0.5, 0.25
	c := newCurve(mustAvg(t, 1, 9), 1)
	_, room := c.around(mid, h)
	for _, raised := range []struct {
		of *float64
		by float64
	}{{&c.valueError, 1}, {&c.slopeError, h}} {
		old := *raised.of
		*raised.of++
		_, more := c.around(mid, h)
		require.InDelta(t, raised.by, more-room, 0x1p-45)
		*raised.of = old
	}
}

// Of a table of zeros b(D) = -λD is a product of two floats: its rounding is in the error.
func TestTheUnitIsRoundedToo(t *testing.T) {
	c := newCurve(newFixed("zero", 1, 3, func(int) float64 { return 0 }), 0.3)
	for _, D := range []float64{0.7, 0.1, 0.9, 1} {
		value, _ := c.at(D)
		off, _ := new(big.Rat).Add(rat(value), mul(rat(0.3), rat(D))).Float64()
		require.LessOrEqual(t, math.Abs(off), c.valueError, "D = %v", D)
	}
}

// Product and subtraction may round the same way, each by λu near a power of 2: of a table
// of small values with a large unit both are in the error, E[Z|p] being taken as given.
func TestProductAndSubtractionAreRounded(t *testing.T) {
	const unit = 513
	table := newFixed("small", 1, 1, func(int) float64 { return 0.007 })
	c, rng, most := newCurve(table, unit), rand.New(rand.NewPCG(1, 2)), 0.0
	for range 10000 {
		D := 1 - rng.Float64()/unit
		value, _ := c.at(D)
		exact := new(big.Rat).Sub(rat(table.Mean(Sigma(D))), mul(rat(unit), rat(D)))
		off, _ := exact.Sub(exact, rat(value)).Float64()
		most = max(most, math.Abs(off))
	}
	require.LessOrEqual(t, most, c.valueError)
	require.Greater(t, most, c.valueError-unit*0x1p-53, "one rounding of the two would do")
}
