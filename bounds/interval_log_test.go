package bounds

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// Exp, Log and Decay contain the values of 300-bit arithmetic and are no wider
// than their steps.
func TestExpLogDecayEnclose(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.OneOf(logUniform(-60, 9), rapid.Float64Range(0.5, 2)).Draw(t, "x")
		for _, y := range []float64{x, -x} {
			e := Point(y).Exp()
			requireInside(t, e, refExp(ref(y, 300)), "exp", y)
			require.LessOrEqual(t, e.Hi-e.Lo, 14*ulp(e.Hi))
		}
		l := Point(x).Log()
		requireInside(t, l, refLog(ref(x, 300)), "log", x)
		// The ends are 2·logSteps neighbours apart, and no two are further than an ulp of the
		// larger end: that may be the lower one, as next to log 1.
		require.LessOrEqual(t, l.Hi-l.Lo, 14*ulp(max(math.Abs(l.Lo), math.Abs(l.Hi)))+0x1p-1060)
		one := refInt(1, 1000)
		d := Point(x).Decay()
		requireInside(t, d, quo(sub(one, refExp(ref(-x, 1000))), ref(x, 1000)), "decay", x)
		require.LessOrEqual(t, d.Hi-d.Lo, 16*ulp(d.Hi))
	})
}

func TestExpLogDecayAtTheEdges(t *testing.T) {
	inf := math.Inf(1)
	for _, c := range []struct {
		why      string
		got      Interval
		contains float64
	}{
		{"log of a subnormal", Point(0x1p-1074).Log(), -1074 * math.Ln2},
		{"log of [0,1]", Interval{0, 1}.Log(), -1e9},
		{"log of [1,∞]", Interval{1, inf}.Log(), 1e300},
		{"exp of the whole line", wholeLine().Exp(), 1e300},
		{"exp far down", Point(-1e6).Exp(), 0},
		{"decay at 0", Point(0).Decay(), 1},
		{"decay of [0,∞]", Interval{0, inf}.Decay(), 0},
		{"decay at 1e-300", Point(1e-300).Decay(), 1},
	} {
		require.True(t, c.got.Lo <= c.contains && c.contains <= c.got.Hi, "%s: %v", c.why, c.got)
	}
	require.Equal(t, wholeLine(), Interval{-2, -1}.Log(), "log of nothing positive")
	require.Equal(t, wholeLine(), Interval{math.NaN(), 1}.Exp())
}

// EncloseKL holds the 400-bit value, near the diagonal too; an infinite one is
// above every float.
func TestEncloseKL(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := rapid.Float64Range(0, 1).Draw(t, "p"), rapid.Float64Range(1e-9, 1-1e-9).Draw(t, "q")
		if rapid.Bool().Draw(t, "near") {
			p = min(1, q+q*logUniform(-50, -3).Draw(t, "by"))
		}
		v := EncloseKL(p, q)
		if p != q {
			requireInside(t, v, refKL(ref(p, 400), ref(q, 400)), p, q)
			require.LessOrEqual(t, v.Hi-v.Lo, v.Hi*0x1p-44)
		}
	})
	require.Equal(t, Interval{0, 0}, EncloseKL(0.3, 0.3))
	require.Equal(t, math.MaxFloat64, EncloseKL(0.5, 0).Lo)
	require.Equal(t, wholeLine(), EncloseKL(2, 0.5))
}

// The enclosed tails hold the exact rational ones, for small n and every k.
func TestEncloseLogBinomial(t *testing.T) {
	for _, n := range []int64{1, 5, 40} {
		for _, num := range []int64{1, 7, 8, 15} {
			p := big.NewRat(num, 16)
			atMost := new(big.Rat)
			for k := range n + 1 {
				tail, err := EncloseLogBinomialTail(k, n, float64(num)/16)
				require.NoError(t, err)
				requireLogInside(t, tail, new(big.Rat).Sub(big.NewRat(1, 1), atMost))
				atMost.Add(atMost, exactPMF(k, n, p))
				cdf, err := EncloseLogBinomialCDF(k, n, float64(num)/16)
				require.NoError(t, err)
				requireLogInside(t, cdf, atMost)
				require.Less(t, tail.Hi-tail.Lo, 1e-11)
			}
		}
	}
	_, err := EncloseLogBinomialTail(1, -1, 0.5)
	require.Error(t, err)
	_, err = EncloseLogBinomialCDF(1, 1, 2)
	require.Error(t, err)
	none, err := EncloseLogBinomialTail(3, 2, 0.5)
	require.NoError(t, err)
	require.Equal(t, 0.0, none.Exp().Lo)
}

func exactPMF(k, n int64, p *big.Rat) *big.Rat {
	v := new(big.Rat).SetInt(new(big.Int).Binomial(n, k))
	q := new(big.Rat).Sub(big.NewRat(1, 1), p)
	for s := range n {
		if s < k {
			v.Mul(v, p)
		} else {
			v.Mul(v, q)
		}
	}
	return v
}

func requireLogInside(t *testing.T, x Interval, v *big.Rat) {
	t.Helper()
	requireInside(t, x, refLog(new(big.Float).SetPrec(400).SetRat(v)))
}
