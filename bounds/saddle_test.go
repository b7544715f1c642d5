package bounds

import (
	"math"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// saddleDecimals evaluates with 60 digits; float64s go in without rounding.
var saddleDecimals = apd.Context{Precision: 60, MaxExponent: 5000, MinExponent: -5000, Rounding: apd.RoundHalfEven}

// decimalOf is x as a decimal, exactly: x = frac·2^exp with a whole frac.
func decimalOf(t require.TestingT, x float64) *apd.Decimal {
	frac, exp := math.Frexp(x)
	d := apd.New(int64(frac*0x1p53), 0)
	exact := apd.Context{Precision: 1200, MaxExponent: 5000, MinExponent: -5000}
	factor := apd.New(2, 0)
	if exp < 53 {
		factor = apd.New(5, -1)
	}
	for range max(exp-53, 53-exp) {
		_, err := exact.Mul(d, d, factor)
		require.NoError(t, err)
	}
	return d
}

// devianceWitness is D(x, m) = x·log(x/m) + m - x to 60 digits, for x, m > 0; the
// difference m - x is exact before it is rounded.
func devianceWitness(t require.TestingT, x, m float64) float64 {
	var quo, log, diff, sum apd.Decimal
	dx, dm := decimalOf(t, x), decimalOf(t, m)
	c := &saddleDecimals
	ed := apd.MakeErrDecimal(c)
	ed.Quo(&quo, dx, dm)
	ed.Ln(&log, &quo)
	ed.Mul(&log, &log, dx)
	ed.Sub(&diff, dm, dx)
	ed.Add(&sum, &log, &diff)
	require.NoError(t, ed.Err())
	f, err := sum.Float64()
	require.NoError(t, err)
	return f
}

// within asserts |got - want| ≤ ulps·2^-53·|want|, for reasons given by the caller.
func within(t require.TestingT, want, got, ulps float64, what ...any) {
	require.LessOrEqual(t, math.Abs(got-want), ulps*0x1p-53*math.Abs(want)+0x1p-1074, what...)
}

func TestDevianceAgainstSixtyDigits(t *testing.T) {
	for _, m := range []float64{1e-300, 1e-12, 0.1, 0.73, 1, 37, 1e6, 1e15} {
		for _, r := range []float64{0x1p-52, 1e-12, 1e-6, 0.01, 0.3, 0.39, 0.41, 0.49, 0.66, 0.68, 0.9} {
			for _, x := range []float64{m * (1 - r), m * (1 + r), m / (1 - r), m * r} {
				within(t, devianceWitness(t, x, m), bd0(x, m), 32, "x=%v m=%v", x, m)
			}
		}
	}
	for _, m := range []float64{5e-324, 1e-300, 1e-20} {
		within(t, devianceWitness(t, 0.73, m), bd0(0.73, m), 32, "x/m large or beyond the range, m=%v", m)
		within(t, devianceWitness(t, m, 0.73), bd0(m, 0.73), 32, "x/m small or beyond the range, x=%v", m)
	}
}

// With m = 1/3 rounded and h = x - 1/3 known better, bd0h must follow h.
func TestDevianceFollowsTheKnownDifference(t *testing.T) {
	third := 1.0 / 3 // = 1/3 - 2^-54/3
	x := third
	h := -0x1p-54 / 3
	got := bd0h(x, third, h)
	within(t, h*h/(2*third), got, 64, "D(x, m) = h²/2m + O(h³)")
	require.Zero(t, bd0(x, third), "the difference of the rounded numbers knows nothing of h")
}

func TestDevianceEdges(t *testing.T) {
	for _, row := range []struct {
		x, m, want float64
		reason     string
	}{
		{0, 0, 0, "0·log(0/0) counts as 0"},
		{0, 2.5, 2.5, "0·log 0 = 0"},
		{0, 1e-300, 1e-300, "the same for tiny m"},
		{1, 0, math.Inf(1), "x·log(x/0) = ∞"},
		{3, 3, 0, "zero on the diagonal, exactly"},
		{1, math.E, math.E - 2, "log(1/e) = -1"},
	} {
		if math.IsInf(row.want, 1) {
			require.Equal(t, row.want, bd0(row.x, row.m), row.reason)
			continue
		}
		within(t, row.want, bd0(row.x, row.m), 32, row.reason)
	}
	for _, pair := range [][2]float64{{-1, 1}, {1, -1}, {math.NaN(), 1}, {1, math.NaN()}, {math.Inf(1), 1}, {1, math.Inf(1)}} {
		require.True(t, math.IsNaN(bd0(pair[0], pair[1])), "%v", pair)
	}
}

// D ≥ 0, D = 0 only on the diagonal, and D(cx, cm) = c·D(x, m), exactly for powers of 2.
func TestDevianceLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := math.Ldexp(rapid.Float64Range(0.5, 1).Draw(t, "x"), rapid.IntRange(-200, 200).Draw(t, "exponent"))
		m := x * math.Exp(math.Ldexp(rapid.Float64Range(-1, 1).Draw(t, "side"), -rapid.IntRange(-6, 52).Draw(t, "nearness")))
		d := bd0(x, m)
		require.Equal(t, x == m, d == 0)
		require.GreaterOrEqual(t, d, 0.0)
		require.Equal(t, 4*d, bd0(4*x, 4*m))
		within(t, devianceWitness(t, x, m), d, 32)
	})
}

// S(n) from log n! in 60 digits: S(n) = Σ log i - (n+½)·log n + n - ½·log 2π.
func TestStirlingErrorAgainstSixtyDigits(t *testing.T) {
	ed := apd.MakeErrDecimal(&saddleDecimals)
	twoPi, _, err := apd.NewFromString("6.28318530717958647692528676655900576839433879875021164194988918461563")
	require.NoError(t, err)
	var halfLog2Pi, logFactorial apd.Decimal
	half := apd.New(5, -1)
	ed.Ln(&halfLog2Pi, twoPi)
	ed.Mul(&halfLog2Pi, &halfLog2Pi, half)
	for n := int64(1); n <= 300; n++ {
		var log, s, factor apd.Decimal
		ed.Ln(&log, apd.New(n, 0))
		ed.Add(&logFactorial, &logFactorial, &log)
		ed.Add(&factor, apd.New(n, 0), half)
		ed.Mul(&s, &factor, &log)
		ed.Sub(&s, &logFactorial, &s)
		ed.Add(&s, &s, apd.New(n, 0))
		ed.Sub(&s, &s, &halfLog2Pi)
		require.NoError(t, ed.Err())
		want, err := s.Float64()
		require.NoError(t, err)
		within(t, want, StirlingError(float64(n)), 8, "n=%d", n)
	}
	require.Zero(t, StirlingError(0))
}

func TestLogOfSubnormalNumbers(t *testing.T) {
	for _, e := range []int{-1074, -1073, -1030, -1023, -1022, -1021, 0, 5} {
		within(t, float64(e)*math.Ln2, logOf(math.Ldexp(1, e)), 4, "2^%d", e)
	}
	require.Equal(t, math.Inf(-1), logOf(0))
}
