package bt

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

const bits = 200

func precise(x float64) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }

// preciseExp is e^x by its series at x/2¹⁰, squared ten times: right to 50 digits.
func preciseExp(x *big.Float) *big.Float {
	small := new(big.Float).SetMantExp(x, -10)
	term, sum := precise(1), precise(1)
	for n := 1; n < 30; n++ {
		term = new(big.Float).Mul(term, small)
		term.Quo(term, precise(float64(n)))
		sum = new(big.Float).Add(sum, term)
	}
	for range 10 {
		sum = new(big.Float).Mul(sum, sum)
	}
	return sum
}

// preciseSlope is ∇f(ϑ)·(ϑ - v) in 200 bits.
func preciseSlope(d Data, theta, v []float64) float64 {
	total, sum := precise(0), precise(0)
	for i := range d.K {
		for j := i + 1; j < d.K; j++ {
			at := d.Place(i, j)
			n, won := precise(float64(d.N[at])), new(big.Float).SetMantExp(precise(float64(d.Credit[at])), -1)
			x := new(big.Float).Sub(precise(theta[j]), precise(theta[i]))
			p := new(big.Float).Quo(precise(1), new(big.Float).Add(precise(1), preciseExp(x)))
			slope := new(big.Float).Sub(new(big.Float).Mul(n, p), won) // of ϑ_i - ϑ_j
			way := new(big.Float).Sub(precise(theta[i]), precise(v[i]))
			way.Sub(way, new(big.Float).Sub(precise(theta[j]), precise(v[j])))
			sum.Add(sum, slope.Mul(slope, way))
			total.Add(total, n)
		}
	}
	out, _ := sum.Quo(sum, total).Float64()
	return out
}

// The true slope towards the vertex is never above the gap; in a tenth of the fits it is
// above the computed one, so that without the bound on the rounding the gap would be no bound.
func TestTheGapCoversItsRounding(t *testing.T) {
	t.Parallel()
	random := rand.New(source(31))
	below := 0
	for trial := range uint64(300) {
		src := source(5000 + trial)
		K := 2 + random.IntN(20)
		d := draw(src, scores(src, K, 3), []int64{40, 1e6, 1e15}[random.IntN(3)], trial%2 == 0)
		f := NewFitter(K)
		fit := f.Box(d, 2, Order{}, nil)
		exact := preciseSlope(d, fit.Theta, f.best)
		require.LessOrEqual(t, exact, fit.Gap, "trial %d", trial)
		if exact > max(0, dot(f.grad, fit.Theta)-dot(f.grad, f.best)) {
			below++
		}
	}
	require.Greater(t, below, 20)
	require.Less(t, math.Abs(NewFitter(64).rounding(2)), boxGap, "and small beside the tolerance")
}

// preciseLog is log x by Newton's method from the float64 logarithm: right to 45 digits.
func preciseLog(x *big.Float) *big.Float {
	near, _ := x.Float64()
	y := precise(math.Log(near))
	for range 2 {
		e := preciseExp(y)
		step := new(big.Float).Sub(x, e)
		y = new(big.Float).Add(y, step.Quo(step, e))
	}
	return y
}

// preciseLoss is Σ N·log(1+e^{-x}) + (N-W)·x in 200 bits, x = ϑ_i-ϑ_j.
func preciseLoss(d Data, theta []float64) *big.Float {
	sum := precise(0)
	for i := range d.K {
		for j := i + 1; j < d.K; j++ {
			at := d.Place(i, j)
			x := new(big.Float).Sub(precise(theta[j]), precise(theta[i]))
			lost := new(big.Float).SetMantExp(precise(0).SetInt64(2*d.N[at]-d.Credit[at]), -1)
			sum.Sub(sum, lost.Mul(lost, x))
			log := preciseLog(new(big.Float).Add(precise(1), preciseExp(x)))
			sum.Add(sum, log.Mul(log, precise(0).SetInt64(d.N[at])))
		}
	}
	return sum
}

// A rise is within its bound of the difference of two losses in 200 bits, at all sizes of
// counts and of changes; at 10¹⁷ comparisons a pair it is off by nats.
func TestARiseIsWithinItsRounding(t *testing.T) {
	t.Parallel()
	random := rand.New(source(32))
	nats := 0
	for trial := range uint64(300) {
		src := source(7000 + trial)
		K := 2 + random.IntN(5)
		from := scores(src, K, 3)
		n := []int64{40, 1e6, 1e15, 1e17}[random.IntN(4)]
		d, to := draw(src, from, n, trial%2 == 0), scores(src, K, 3)
		size := math.Pow(10, -9*random.Float64())
		for i := range to {
			to[i] = from[i] + size*to[i]
		}
		rise, rounding := d.Rise(from, to, make([]float64, len(d.N)))
		diff := new(big.Float).Sub(preciseLoss(d, to), preciseLoss(d, from))
		off, _ := diff.Sub(diff, precise(rise)).Float64()
		require.LessOrEqual(t, math.Abs(off), rounding, "trial %d", trial)
		if math.Abs(off) > 1 {
			nats++
		}
	}
	require.Positive(t, nats, "without the bound some rises would be worth nothing")
}
