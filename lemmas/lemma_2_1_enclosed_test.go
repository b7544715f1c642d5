package lemmas

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/bounds/enclose"
	"vectorborda/gaps"
)

// within reports that x is an interval inside y.
func within(x, y enclose.Interval) bool { return y.Lo.Cmp(x.Lo) <= 0 && x.Hi.Cmp(y.Hi) <= 0 }

// The smallest difference there can be is known to 60 bits, of the 80 that newExact adds.
func TestExactBitsAreEnough(t *testing.T) {
	for _, s := range []int64{20, 48, 55} {
		for _, largest := range []int64{1, 1 << s, 50 << s} {
			x := newExact(1, s, largest).rise([][2]int64{{largest, largest - 1}})
			require.Positive(t, x.Lo.Cmp(x.Sub(x).Scale(60).Hi), "s = %d, largest = %d", s, largest)
		}
	}
}

// A run with twice the bits is inside, the float64 enclosure is of the same number, and
// the width is that for which newExact leaves room: eleven bits of 80 on the smallest
// difference that there can be.
func TestExactRise(t *testing.T) {
	for _, in := range instances(drawSpread)[:200] {
		theta, _ := splitSpread(in)
		e := newExact(1, theta.s, theta.spread())
		pairs := riseTerms(theta.column(0), 0, 1)
		x := e.rise(pairs)
		require.True(t, within(withBits(theta.s, 2*e.bits).rise(pairs), x), "%v", in)
		require.True(t, overlap(theta.enclosedRise(pairs), x), "%v", in)
		require.LessOrEqual(t, x.Sub(x).Hi.Cmp(big.NewFloat(math.Ldexp(1, 11-int(e.bits)))), 0, "%v", in)
	}
}

// Which tier decides: ties by themselves, most pairs in float64, pairs closer than its
// rounding in the exact tier, rational links in fractions; nothing is left over.
func TestEveryTierDecides(t *testing.T) {
	tiers := map[tier]int{}
	for _, in := range instances(orderDomain().Generate) {
		l, theta := splitOrder(in)
		e := newExact(1, theta.s, theta.spread())
		for j := range theta.K - 1 {
			_, by := l.order(theta, theta.column(0), j, j+1, e)
			tiers[by]++
		}
	}
	t.Log(tiers)
	for by, least := range map[tier]int{"tie": 200, byFloat: 200, byExact: 100, "rational": 500} {
		require.GreaterOrEqual(t, tiers[by], least, by)
	}
	require.Zero(t, tiers[byNobody])
	for _, c := range []struct {
		why  string
		k    []int64
		by   tier
		sign int
	}{
		{"an exact tie", []int64{5, 5, 0}, "tie", 0},
		{"far apart", []int64{1 << 45, 0, 0}, byFloat, 1},
		{"one unit of 2⁻⁴⁸ apart", []int64{1 << 50, 1<<50 + 1, 0}, byExact, -1},
	} {
		theta := latent{Size{3, 1}, 48, c.k}
		sign, by := link{}.order(theta, c.k, 0, 1, newExact(1, 48, theta.spread()))
		require.Equal(t, c.by, by, c.why)
		require.Equal(t, c.sign, sign, c.why)
	}
}

// With too few bits the exact tier does not decide, it does not guess.
func TestTooFewBitsAreUndecided(t *testing.T) {
	_, ok := withBits(48, 40).rise(riseTerms([]int64{1, 0}, 0, 1)).Sign()
	require.False(t, ok)
}

func TestGapsAboveIsThreeValued(t *testing.T) {
	theta := latent{Size{2, 1}, 0, []int64{0, 1}}
	kappa := slopeLine{2, bounds.Point(0.25)}
	for _, c := range []struct {
		why         string
		gapB, gapTh float64
		want        Verdict
	}{
		{"clearly above", 0.3, 1, Holds},
		{"clearly below", 0.2, 1, Refuted},
		{"equal up to rounding", 0.25, 1, Undecided},
		{"nothing is claimed of a zero gap", 0, 0, Holds},
	} {
		out := theta.gapsAbove([]float64{c.gapB}, []float64{c.gapTh}, kappa)
		require.Equal(t, c.want, out.Verdict, c.why)
	}
}

// The paired form is (K-1)(b_i - b_j): compared in rationals with the two sums.
func TestRiseIsTheDifference(t *testing.T) {
	l := goodLinks[1]
	for _, in := range instances(drawSpread)[:200] {
		theta, _ := splitSpread(in)
		col := theta.column(0)
		want, got := new(big.Rat), new(big.Rat)
		for n := range col {
			if n != 0 {
				want.Add(want, l.at(col[0]-col[n], theta.s))
			}
			if n != 1 {
				want.Sub(want, l.at(col[1]-col[n], theta.s))
			}
		}
		for _, uv := range riseTerms(col, 0, 1) {
			got.Add(got, l.at(uv[0], theta.s)).Sub(got, l.at(uv[1], theta.s))
		}
		require.Zero(t, want.Cmp(got))
	}
}

// Links are what they are called: the good ones satisfy both hypotheses, each
// wrong one breaks the one it is there for.
func TestLinks(t *testing.T) {
	theta := latent{Size{4, 1}, 1, []int64{0, 1, 3, 9}}
	for _, c := range []struct {
		name                  string
		exact                 func(*big.Rat) *big.Rat
		increasing, symmetric bool
	}{
		{"rational", rationalLink, true, true},
		{"hump", humpLink, false, true},
		{"flat centre", flatCentreLink, false, true},
		{"flat tails", flatTailsLink, false, true},
		{"lopsided", lopsidedLink, true, false},
	} {
		l := link{exact: c.exact}
		require.Equal(t, c.increasing, l.increasing(theta), c.name)
		require.Equal(t, c.symmetric, l.symmetric(theta), c.name)
		for _, k := range differences(theta.column(0)) {
			p := l.at(k, theta.s)
			require.True(t, p.Sign() >= 0 && p.Cmp(big.NewRat(1, 1)) <= 0, "%s is a probability", c.name)
		}
	}
	for _, x := range []float64{-3, -0.5, 0, 0.5, 3} {
		want, _ := rationalLink(new(big.Rat).SetFloat64(x)).Float64()
		require.InDelta(t, want, goodLinks[1].float(x), 1.0/(1<<52))
	}
}

// bordaInOrder refutes scores that are off by little, out of order or tied.
func TestBordaInOrderCatches(t *testing.T) {
	theta := latent{Size{3, 1}, 0, []int64{0, 1, 1}}
	right := gaps.Borda(theta.float(), nil)
	require.Equal(t, Holds, theta.bordaInOrder(right, theta.enclosedScore).Verdict)
	for _, c := range []struct {
		why  string
		edit func(b []float64)
	}{
		{"a score off by 2⁻⁴⁰", func(b []float64) { b[0] += math.Ldexp(1, -40) }},
		{"a tie torn apart by one ulp", func(b []float64) { b[1] = math.Nextafter(b[1], 2) }},
		{"the order reversed", func(b []float64) { b[0], b[1], b[2] = b[1], b[0], b[0] }},
		{"everything tied", func(b []float64) { b[0] = b[1] }},
	} {
		wrong := gaps.Array[float64]{K: 3, D: 1, X: append([]float64{}, right.X...)}
		c.edit(wrong.X)
		require.Equal(t, Refuted, theta.bordaInOrder(wrong, theta.enclosedScore).Verdict, c.why)
	}
}

// The exact gaps agree with the computed ones within their bound, a run with twice the
// bits is inside, and they decide what float64 leaves open.
func TestExactGaps(t *testing.T) {
	decided := 0
	for _, in := range instances(drawSpread)[:300] {
		theta, twiceB := splitSpread(in)
		e := newExact(1, theta.s, max(twiceB, theta.spread()))
		gapB, gapTheta := theta.computedGaps()
		more := withBits(theta.s, 2*e.bits).gaps(theta)
		for i, gap := range e.gaps(theta) {
			require.True(t, within(more[i], gap), "%v", in)
			require.True(t, overlap(bounds.Interval{Lo: gapB[i] - gapError(theta.K), Hi: gapB[i] + gapError(theta.K)}, gap), "%v", in)
		}
		value, _ := kappaAt(theta.real(twiceB))
		kappa := slopeLine{twiceB, value}
		if theta.gapsAbove(gapB, gapTheta, kappa).Verdict == Undecided {
			decided++
			v := evalDefinitions(theta.k, theta.Size)
			require.Equal(t, Holds, theta.exactlyAbove(gapB, v.gap, kappa).Verdict, "%v", in)
		}
	}
	require.Greater(t, decided, 20, "the exact tier is used")
}

// The exact tier refutes too: a slope of 1/4 on a range where less is true, and a
// computed gap that is off by more than its bound.
func TestExactGapsRefute(t *testing.T) {
	theta := latent{Size{6, 1}, 4, []int64{32, 31, 0, 0, 0, 0}}
	v := evalDefinitions(theta.k, theta.Size)
	gapB, _ := theta.computedGaps()
	require.Equal(t, Holds, theta.exactlyAbove(gapB, v.gap, slopeLine{k: 32}).Verdict)
	require.Equal(t, Refuted, theta.exactlyAbove(gapB, v.gap, slopeLine{k: 0}).Verdict)
	gapB[0] += math.Ldexp(1, -40)
	require.Equal(t, Refuted, theta.exactlyAbove(gapB, v.gap, slopeLine{k: 32}).Verdict)
}
