package binomial

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// hatGrid visits laws from the seam np = 10 to np = 2^61.
func hatGrid(visit func(h hat)) {
	for _, n := range []int64{20, 21, 25, 30, 40, 76, 100, 300, 1000, 1e4, 1e6, 1e9, 1e12, 1e18, 1 << 62} {
		f := float64(n)
		for _, p := range []float64{10.000001 / f, 10.5 / f, 11.3 / f, 15 / f, 30 / f, 0.01, 0.1, 0.27, 0.4, 0.5} {
			if p <= 0.5 && f*p >= seam {
				visit(newHat(n, p))
			}
		}
	}
}

// acceptance is (a/w² + b)/α · f(m+t)/f(m) at u: what v must not exceed.
func (h *hat) acceptance(u float64) (ratio, w float64) {
	t, w := h.propose(u)
	if !h.inside(t) {
		return 0, w
	}
	return math.Exp(h.logRatio(t) - h.bar(1, w)), w
}

// hatPoints is a grid of u in (-½, ½), even inside and geometric towards both ends,
// down to the smallest w that centred can give.
func hatPoints() []float64 {
	const even = 20000
	var points []float64
	for i := range even {
		points = append(points, (float64(i)+0.5)/even-0.5)
	}
	for e := 16.0; e <= 54; e += 0.125 {
		points = append(points, 0.5-math.Exp2(-e), math.Exp2(-e)-0.5)
	}
	return points
}

// Rejection gives the right law only if the hat is above the probabilities:
// acceptance ≤ 1 everywhere. And the squeeze may accept only what the full test
// accepts: v ≤ vr and w ≥ 0.07 must imply v ≤ acceptance. On this grid the largest
// acceptance is 0.995, the least distance above vr 0.0046.
func TestHatDominatesAndSqueezeIsInside(t *testing.T) {
	points := hatPoints()
	hatGrid(func(h hat) {
		most, least := 0.0, 1.0
		for _, u := range points {
			ratio, w := h.acceptance(u)
			most = max(most, ratio)
			if w >= squeeze {
				least = min(least, ratio)
			}
		}
		require.Less(t, most, 0.997, "n=%d p=%v", h.n, h.p)
		require.Greater(t, least, h.vr+0.004, "n=%d p=%v", h.n, h.p)
	})
}

// The same check refutes constants that are wrong: a hat scaled down by 1%, a
// squeeze as high as 0.93 - 4.2/b.
func TestHatChecksRefuteWrongConstants(t *testing.T) {
	low, high := newHat(1e18, 0.27), newHat(1e18, 0.27)
	low.alf *= 0.99
	high.vr += 0.01
	over, outside := false, false
	for _, u := range hatPoints() {
		ratio, _ := low.acceptance(u)
		over = over || ratio > 1
		ratio, w := high.acceptance(u)
		outside = outside || w >= squeeze && ratio < high.vr
	}
	require.True(t, over, "a hat that is too low")
	require.True(t, outside, "a squeeze that is too high")
}

// np = whole + frac, against rational numbers.
func TestProductIsExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(1, MaxN).Draw(t, "n") >> rapid.IntRange(0, 60).Draw(t, "shift")
		p := math.Ldexp(float64(rapid.Int64Range(0, 1<<53).Draw(t, "p·2^54")), -54-rapid.IntRange(0, 70).Draw(t, "small"))
		whole, frac := product(n, p)
		exact := new(big.Rat).Mul(new(big.Rat).SetInt64(n), new(big.Rat).SetFloat64(p))
		exact.Sub(exact, new(big.Rat).SetInt64(whole))
		exact.Sub(exact, new(big.Rat).SetFloat64(frac))
		diff, _ := exact.Float64()
		require.LessOrEqual(t, math.Abs(diff), 0x1p-43)
		require.True(t, 0 <= frac && frac <= 1, "frac = %v", frac)
	})
}

// f(m) is a largest probability: both neighbours are at most as likely, but for
// the 2^-43 that np - m may be off.
func TestModeIsTheMode(t *testing.T) {
	hatGrid(func(h hat) {
		require.LessOrEqual(t, h.logRatio(1), 1e-12, "n=%d p=%v", h.n, h.p)
		require.LessOrEqual(t, h.logRatio(-1), 1e-12, "n=%d p=%v", h.n, h.p)
	})
}

// The search ends for every u, also above the sum of the probabilities.
func TestSearchEnds(t *testing.T) {
	for _, n := range []int64{0, 1, 2, 19, 50, 1e6, MaxN} {
		for _, mean := range []float64{0, 1e-300, 1e-9, 0.3, 9.99} {
			p := math.Min(0.5, mean/math.Max(1, float64(n)))
			first := math.Exp(float64(n) * math.Log1p(-p))
			for _, u := range []float64{0x1p-53, 0.5, 1 - 0x1p-53, 1 + 0x1p-50} {
				k := search(u, first, float64(n)+1, p/(1-p))
				require.True(t, k <= n || k == invertCap, "n=%d p=%v u=%v: %d", n, p, u, k)
			}
		}
	}
}
