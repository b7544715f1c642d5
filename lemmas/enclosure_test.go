package lemmas

import (
	"math"
	"math/big"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
)

// σ(1) and σ(-5) to 40 digits, 1/(1+e(-1)) and 1/(1+e(5)) by bc -l at scale 80.
const (
	sigmaOfOne  = "0.7310585786300048792511592418218362743651446"
	sigmaMinus5 = "0.0066928509242848555593619803813251803937440"
)

func TestPreciseLogisticAgainstKnownDigits(t *testing.T) {
	p := withDigits(0, 60)
	for _, c := range []struct {
		k    int64
		want string
	}{{1, sigmaOfOne}, {-5, sigmaMinus5}} {
		want, _, err := apd.NewFromString(c.want)
		require.NoError(t, err)
		diff := new(apd.Decimal)
		_, err = p.ctx.Sub(diff, p.logistic(c.k), want)
		require.NoError(t, err)
		require.Negative(t, diff.Abs(diff).Cmp(apd.New(1, -38)), "σ(%d) = %s", c.k, p.logistic(c.k))
	}
}

// A run at twice the digits is within the stated error, and the float64
// enclosure holds both.
func TestPreciseErrorIsAsStated(t *testing.T) {
	for _, in := range instances(drawSpread)[:200] {
		theta, _ := splitSpread(in)
		p := newPrecise(theta.s, theta.spread())
		q := withDigits(theta.s, 2*p.ctx.Precision)
		col := theta.column(0)
		pairs := riseTerms(col, 0, 1)
		diff := new(apd.Decimal)
		_, err := q.ctx.Sub(diff, p.rise(pairs), q.rise(pairs))
		require.NoError(t, err)
		require.LessOrEqual(t, diff.Abs(diff).Cmp(p.error), 0, "%v", in)
		value, err := q.rise(pairs).Float64()
		require.NoError(t, err)
		v := theta.enclosedRise(pairs)
		require.True(t, encloses(v, value, math.Ldexp(math.Abs(value), -53)), "%v: %v not in %v", in, value, v)
	}
}

// Which tier decides: ties by themselves, most pairs in float64, pairs closer
// than its rounding in decimals, rational links exactly; nothing is left over.
func TestEveryTierDecides(t *testing.T) {
	tiers := map[string]int{}
	for _, in := range instances(orderDomain().Generate) {
		l, theta := splitOrder(in)
		p := newPrecise(theta.s, theta.spread())
		for j := range theta.K - 1 {
			_, tier, ok := l.order(theta, theta.column(0), j, j+1, p)
			require.True(t, ok)
			tiers[tier]++
		}
	}
	t.Log(tiers)
	for tier, least := range map[string]int{"tie": 200, "float": 200, "decimal": 100, "rational": 500} {
		require.GreaterOrEqual(t, tiers[tier], least, tier)
	}
	for _, c := range []struct {
		why  string
		k    []int64
		tier string
		sign int
	}{
		{"an exact tie", []int64{5, 5, 0}, "tie", 0},
		{"far apart", []int64{1 << 45, 0, 0}, "float", 1},
		{"one unit of 2⁻⁴⁸ apart", []int64{1 << 50, 1<<50 + 1, 0}, "decimal", -1},
	} {
		theta := latent{Size{3, 1}, 48, c.k}
		sign, tier, ok := link{}.order(theta, c.k, 0, 1, newPrecise(48, theta.spread()))
		require.True(t, ok, c.why)
		require.Equal(t, c.tier, tier, c.why)
		require.Equal(t, c.sign, sign, c.why)
	}
}

// With too few digits the decimals do not decide, they do not guess.
func TestTooFewDigitsIsUndecided(t *testing.T) {
	p := withDigits(48, 12)
	_, ok := p.sign(p.rise(riseTerms([]int64{1, 0}, 0, 1)))
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

// The decimal gaps agree with the computed ones within their bound and do not
// depend on the digits, and they decide what float64 leaves open.
func TestPreciseGaps(t *testing.T) {
	decided := 0
	for _, in := range instances(drawSpread)[:300] {
		theta, twiceB := splitSpread(in)
		p := newPrecise(theta.s, max(twiceB, theta.spread()))
		q := withDigits(theta.s, 2*p.ctx.Precision)
		gapB, gapTheta := theta.computedGaps()
		more := q.preciseGaps(theta)
		for i, gap := range p.preciseGaps(theta) {
			diff := new(apd.Decimal)
			_, err := q.ctx.Sub(diff, gap, more[i])
			require.NoError(t, err)
			require.LessOrEqual(t, diff.Abs(diff).Cmp(p.error), 0)
			exact, err := gap.Float64()
			require.NoError(t, err)
			require.LessOrEqual(t, math.Abs(exact-gapB[i]), gapError(theta.K))
		}
		kappa, _, err := kappaLine(theta, twiceB)
		require.NoError(t, err)
		if theta.gapsAbove(gapB, gapTheta, kappa).Verdict == Undecided {
			decided++
			v, err := evalDefinitions(theta.k, theta.Size)
			require.NoError(t, err)
			require.Equal(t, Holds, theta.preciselyAbove(gapB, v.gap, kappa).Verdict, "%v", in)
		}
	}
	require.Greater(t, decided, 20, "the second tier is used")
}

// The second tier refutes too: a slope of 1/4 on a range where less is true, and
// a computed gap that is off by more than its bound.
func TestPreciseGapsRefute(t *testing.T) {
	theta := latent{Size{6, 1}, 4, []int64{32, 31, 0, 0, 0, 0}}
	v, err := evalDefinitions(theta.k, theta.Size)
	require.NoError(t, err)
	gapB, _ := theta.computedGaps()
	require.Equal(t, Holds, theta.preciselyAbove(gapB, v.gap, slopeLine{k: 32}).Verdict)
	require.Equal(t, Refuted, theta.preciselyAbove(gapB, v.gap, slopeLine{k: 0}).Verdict)
	gapB[0] += math.Ldexp(1, -40)
	require.Equal(t, Refuted, theta.preciselyAbove(gapB, v.gap, slopeLine{k: 32}).Verdict)
}
