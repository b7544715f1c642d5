package extremal

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds/enclose"
)

func solved(t testing.TB, d int, beta float64) *Extremal {
	x, err := Solve(d, beta)
	require.NoError(t, err)
	return x
}

func value(x *big.Float) float64 {
	v, _ := x.Float64()
	return v
}

// Both limits agree to 60 bits, and they are where the closed form says, which
// knows nothing of the exchange.
func TestLimitsMeetAndObeyTheClosedForm(t *testing.T) {
	for _, beta := range []float64{MinBeta, 0.5, 1, 2, 4, MaxBeta} {
		for _, d := range []int{1, 2, 3, 6, 11, 24} {
			x := solved(t, d, beta)
			gap := new(big.Float).Sub(x.Upper, x.Lower)
			require.Positive(t, gap.Sign())
			require.Less(t, value(gap.Quo(gap, x.Lower)), 0x1p-60, "d = %d, β = %v", d, beta)
			lower, upper := ClosedForm(d, beta)
			require.LessOrEqual(t, lower*(1-1e-12), value(x.Upper), "d = %d, β = %v", d, beta)
			require.GreaterOrEqual(t, upper*(1+1e-12), value(x.Lower), "d = %d, β = %v", d, beta)
		}
	}
}

// With no repeats D is approximated by 0, and max |D| = 1.
func TestClosedFormAtDepthZero(t *testing.T) {
	for _, beta := range []float64{MinBeta, 1, 7, MaxBeta} {
		lower, _ := ClosedForm(0, beta)
		require.InEpsilon(t, 1, lower, 1e-12, "artanh undoes tanh, β = %v", beta)
	}
}

// The spec's figure: about 3.5e-9 at d = 12, β = 1.
func TestTwelveRepeats(t *testing.T) {
	require.InDelta(t, 3.5e-9, value(solved(t, 12, 1).Lower), 0.05e-9)
}

// At d = 1 the best multiple of y has its inner extremum where D' is its factor c:
// with D(τ) = 1, c·τ-1 = D(y)-c·y.  The root by bisection in float64.
func TestOneRepeatByHand(t *testing.T) {
	x := solved(t, 1, 1)
	c := new(big.Float).SetInt(x.Coefs[0])
	c.SetMantExp(c, -int(x.Shift))
	require.InDelta(t, 0.0196142200498, value(x.Lower), 1e-12)
	require.InDelta(t, 1-value(x.Lower), value(c)*0.46211715726000975, 1e-12, "1-c·τ = E_1, τ = tanh(1/2)")
}

// findExtrema brings the extrema up to date with the coefficients.
func findExtrema(t *testing.T, x *Extremal) {
	lv := &levelled{points: x.Points, bits: x.Bits, beta: x.Beta, prec: 500}
	for _, c := range x.Coefs {
		lv.coefs = append(lv.coefs, new(big.Float).SetMantExp(new(big.Float).SetInt(c), -int(x.Shift)))
	}
	critical, err := lv.critical()
	require.NoError(t, err)
	x.Critical = critical
}

// A certificate that is touched anywhere is no longer one.
func TestATouchedCertificateIsRefused(t *testing.T) {
	one := big.NewInt(1)
	for _, c := range []struct {
		why, says string
		touch     func(x *Extremal)
	}{
		{"a coefficient off by E·2⁻²⁰", "there is no extremum", func(x *Extremal) {
			x.Coefs[1].Add(x.Coefs[1], new(big.Int).Lsh(one, x.Shift-smallness(x.D, x.Beta)-20))
		}},
		{"a coefficient off by 1/8: the error has fewer extrema", "there is no extremum", func(x *Extremal) {
			x.Coefs[1].Add(x.Coefs[1], new(big.Int).Lsh(one, x.Shift-3))
		}},
		{"an atom off by a unit", "does not annihilate y^", func(x *Extremal) { x.Points[2].Add(x.Points[2], one) }},
		{"a weight off by a unit", "does not annihilate y^1", func(x *Extremal) { x.Weights[0].Add(x.Weights[0], one) }},
		{"a weight with the wrong sign", "weight 1 is not positive", func(x *Extremal) { x.Weights[1].Neg(x.Weights[1]) }},
		{"two points exchanged", "point 1 is not between", func(x *Extremal) { x.Points[0], x.Points[1] = x.Points[1], x.Points[0] }},
		{"the last point beyond τ", "beyond τ", func(x *Extremal) {
			x.Points[4].Add(x.Points[4], one)
			x.Weights = signature(x.Points)
		}},
		{"the last point well inside τ", "not bounded up to τ", func(x *Extremal) {
			x.Points[4].Sub(x.Points[4], big.NewInt(2))
			x.Weights = signature(x.Points)
		}},
		{"an extremum left out for another one twice", "extremum 1 is out of order", func(x *Extremal) { x.Critical[1] = x.Critical[0] }},
		{"an extremum off by a unit", "there is no extremum 2", func(x *Extremal) { x.Critical[2] = new(big.Int).Add(x.Critical[2], one) }},
		{"the certificate of another depth", "not 6", func(x *Extremal) { x.D = 10 }},
		{"the certificate of another β", "beyond τ", func(x *Extremal) { x.Beta = 0.99 }},
	} {
		x := solved(t, 8, 1)
		_, _, err := x.Check()
		require.NoError(t, err)
		c.touch(x)
		_, _, err = x.Check()
		require.ErrorContains(t, err, c.says, c.why)
	}
}

// A polynomial that is off by E·2⁻²⁰, with its own extrema, is a certificate of less.
func TestAWorsePolynomialProvesLess(t *testing.T) {
	x := solved(t, 8, 1)
	x.Coefs[1].Add(x.Coefs[1], new(big.Int).Lsh(big.NewInt(1), x.Shift-smallness(x.D, x.Beta)-20))
	findExtrema(t, x)
	lower, upper, err := x.Check()
	require.NoError(t, err)
	require.Positive(t, upper.Cmp(x.Upper))
	require.GreaterOrEqual(t, lower.Cmp(x.Lower), 0)
}

func TestRefusals(t *testing.T) {
	for _, c := range []struct {
		d    int
		beta float64
		says string
	}{
		{0, 1, "depth d = 0"},
		{MaxDepth + 1, 1, "from 1 to 128"},
		{3, 0, "β = 0"},
		{3, -1, "β = -1"},
		{3, MaxBeta * 2, "from 0.0009765625 to 16"},
	} {
		_, err := Solve(c.d, c.beta)
		require.ErrorContains(t, err, c.says)
	}
}

func ExampleSolve() {
	x, err := Solve(12, 1)
	fmt.Printf("%.10g %.10g %v\n", x.Lower, x.Upper, err)
	fmt.Println(len(x.Points), "points on one side,", len(x.Coefs), "coefficients")
	// Output:
	// 3.520274901e-09 3.520274901e-09 <nil>
	// 7 points on one side, 6 coefficients
}

func BenchmarkSolve12(b *testing.B) {
	for b.Loop() {
		solved(b, 12, 1)
	}
}

// An interval subdivision that knows nothing of extrema: on each of 2^14 equal parts
// of [0, 1) that meet [0, τ], D is between its values at the ends, and so are the
// positive and the negative terms of P.  It bounds the error from above by what
// the certificate says, up to the width of the parts.
func TestSubdivisionBoundsTheError(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		d     int
		beta  float64
		slack float64 // four times the largest slope of D, 2/(β(1-τ²)), times 2^-14, relative to E
	}{{1, 1, 0.032}, {2, 2, 0.0087}, {3, 4, 0.028}} {
		x := solved(t, c.d, c.beta)
		b, parts, worst := enclose.Bits(100), uint(14), 0.0
		for k := int64(0); ; k++ {
			lo, hi := big.NewInt(k), big.NewInt(k+1)
			between := func(lo, hi enclose.Interval) enclose.Interval { return b.Between(lo.Lo, hi.Hi) }
			d := between(utility(b, lo, parts, c.beta), utility(b, hi, parts, c.beta))
			if value(d.Lo) > 1 {
				break
			}
			y, p := between(b.Dyadic(lo, parts), b.Dyadic(hi, parts)), b.Int(0)
			power := y
			for _, coef := range x.Coefs {
				p = p.Add(b.Dyadic(coef, x.Shift).Mul(power))
				power = power.Mul(y).Mul(y)
			}
			worst = max(worst, value(d.Sub(p).Abs().Hi))
		}
		require.GreaterOrEqual(t, worst, value(x.Lower), "d = %d, β = %v", c.d, c.beta)
		require.InEpsilon(t, value(x.Upper), worst, c.slack, "d = %d, β = %v", c.d, c.beta)
	}
}
