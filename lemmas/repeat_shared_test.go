package lemmas

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/extremal"
	"vectorborda/sims/repeat"
)

// By hand at p = 3/4: p-q = 1/2 and (p²-q²)/2 = 1/4, then (p³-q³)/3 = 13/96.
func TestSeriesByHand(t *testing.T) {
	for d, want := range []*big.Rat{big.NewRat(1, 2), big.NewRat(3, 4), big.NewRat(85, 96)} {
		x := repeated{d: int64(d) + 1, s: 2, k: 3}
		require.Zero(t, x.harmonic().Cmp(want), "d = %d", d+1)
		got := x.outcomes(func(w int64) *big.Int { return harmonicTable(x.d, w) }, commonMultiple(x.d))
		require.Zero(t, got.Cmp(want), "Σ over W, d = %d", d+1)
	}
}

// logit(3/4) = log 3, and the bias of one repeat is log 3 - 1/2.
func TestLogitIsEnclosed(t *testing.T) {
	x := repeated{d: 1, s: 2, k: 3}
	lo, hi := x.logit()
	low, _ := lo.Float64()
	require.InDelta(t, math.Log(3), low, 1e-15)
	require.Positive(t, hi.Cmp(lo))
	require.Negative(t, new(big.Rat).Sub(hi, lo).Cmp(dyadicRat(190, 1)))
	require.InDelta(t, math.Log(3)-0.5, x.gap(x.harmonic()).Lo, 1e-15)
	mirrored := repeated{d: 1, s: 2, k: 1}
	require.False(t, disjoint(mirrored.gap(mirrored.harmonic()), x.gap(x.harmonic())), "the bias is odd")
}

// A bound is met, broken or undecided, and a value of 0 is not missed.
func TestAtMost(t *testing.T) {
	for _, c := range []struct {
		bound bounds.Interval
		want  Verdict
	}{
		{bounds.Point(2), Holds},
		{bounds.Interval{Lo: 1.5, Hi: 3}, Undecided},
		{bounds.Point(1.5), Undecided},
		{bounds.Interval{Lo: 0.5, Hi: 0.75}, Refuted},
		{bounds.Interval{Lo: math.Inf(-1), Hi: math.Inf(1)}, Undecided},
	} {
		require.Equal(t, c.want, atMost(bounds.Interval{Lo: 1, Hi: 2}, c.bound, "x").Verdict, "%v", c.bound)
	}
	half := repeated{b: 0, d: 3, s: 1, k: 1}
	require.Equal(t, Holds, half.biasAtMost(half.biasBound()).Verdict)
}

// One point of the grid that fails fails the grid, as does one that is undecided.
func TestRepeatedGridMissesNothing(t *testing.T) {
	for _, bad := range []Outcome{refuted("here"), {Undecided, "here"}} {
		hit := 0
		g := repeatedGrid("g", func(x repeated) Outcome {
			require.True(t, x.inRange())
			if x == (repeated{b: 1, d: 7, s: 5, k: 20}) {
				hit++
				return bad
			}
			return Outcome{}
		})
		var found []Outcome
		for n := range g.Points {
			if out := g.Visit(n); out.Verdict != Holds {
				found = append(found, out.Outcome)
			}
		}
		require.Equal(t, 1, hit)
		require.Equal(t, []Outcome{bad}, found)
	}
}

// At K ≤ 2 by hand, ρ = 1/2, p = 3/4: P(K ≥ 2) = 1/4; one repeat, with probability
// 3/4, gives ±1; two give ±(1 + 2) for two wins or losses and 0 else.  So βE[Z] =
// (3/4)(1/2) + (1/4)·3·(9/16-1/16) = 3/4 and β²E[Z²] = 3/4 + (1/4)·9·(10/16).
func TestRouletteByHand(t *testing.T) {
	x := roulette{repeated{d: 2, s: 5, k: 24}, 512}
	mean, repeats := x.moments(survival, rouletteScore)
	require.Equal(t, "3/4", mean.RatString())
	require.Equal(t, "5/4", repeats.RatString())
	second := x.second()
	require.LessOrEqual(t, second.Lo, 0.75+9*10./64)
	require.GreaterOrEqual(t, second.Hi, 0.75+9*10./64)
	require.Less(t, second.Hi-second.Lo, 1e-13)
}

// Limits of E_d that straddle one of its closed form decide nothing; beyond it they
// refute.
func TestClosedFormIsThreeValued(t *testing.T) {
	x, err := extremal.Solve(3, 1)
	require.NoError(t, err)
	lower, upper := extremal.ClosedForm(3, 1)
	verdict := func(lo, hi float64) Verdict {
		changed := *x
		changed.Lower, changed.Upper = big.NewFloat(lo), big.NewFloat(hi)
		return obeysClosedForm(&changed, 3, 1).Verdict
	}
	require.Equal(t, Holds, obeysClosedForm(x, 3, 1).Verdict)
	require.Equal(t, Holds, verdict(1.001*lower, 0.999*upper))
	require.Equal(t, Undecided, verdict(0.9*lower, 0.999*upper))
	require.Equal(t, Undecided, verdict(1.001*lower, 1.1*upper))
	require.Equal(t, Undecided, verdict(0, 1))
	require.Equal(t, Refuted, verdict(0.5*lower, 0.9*lower))
	require.Equal(t, Refuted, verdict(1.1*upper, 2*upper))
}

// Whatever is wrong with the limits of E_d is seen, by the certificate of the two
// populations or by the closed form.
func TestSolvedCatches(t *testing.T) {
	x, err := extremal.Solve(3, 1)
	require.NoError(t, err)
	require.Equal(t, Holds, pairIsExtremal(x, 3, 1).Verdict)
	changed := *x
	changed.Lower = new(big.Float).Mul(x.Lower, big.NewFloat(1.001))
	require.Equal(t, Refuted, pairIsExtremal(&changed, 3, 1).Verdict, "more than the populations give")
	changed = *x
	changed.Upper = big.NewFloat(1)
	require.Equal(t, Undecided, pairIsExtremal(&changed, 3, 1).Verdict, "an upper limit that says nothing")
	easy := func(p int64) extremal.Population {
		return extremal.Population{Bits: 2, Wins: []*big.Int{big.NewInt(p)}, Weights: []*big.Int{big.NewInt(1)}}
	}
	require.Equal(t, 2, ranksRight(extremal.Pair{Beta: 2, Plus: easy(3), Minus: easy(1)}, repeat.Unconst, 3), "two that are easily told apart")
}

// The functions that the programs run on are held to the exact values, and wrong ones
// are caught.
func TestProducedCatches(t *testing.T) {
	trr := func(rho float64, d int) *repeat.TRR {
		e, err := repeat.NewTRRWithRho(1, rho, d)
		require.NoError(t, err)
		return e
	}
	x := roulette{repeated{d: 4, s: 5, k: 20}, 28 * 32}
	require.Equal(t, Holds, x.produced(trr(0.875, 4)).Verdict)
	require.Contains(t, x.produced(trr(0.874, 4)).Why, "E[K]", "another ρ has the same mean")
	require.Contains(t, x.produced(trr(0.875, 5)).Why, "Mean")
	require.Equal(t, Holds, x.producedRange(trr(0.875, 4)).Verdict)
	require.Contains(t, x.producedRange(trr(0.874, 4)).Why, "β·Range")
	u := x.repeated
	e, err := repeat.NewUnconst(1, 4)
	require.NoError(t, err)
	require.Equal(t, Holds, u.produced(e).Verdict)
	require.Contains(t, u.produced(trr(0.875, 4)).Why, "Range", "the same mean, larger values")
	mean, _ := u.harmonic().Float64()
	require.Equal(t, Holds, u.production("f", mean, 1e-9).Verdict)
	require.Equal(t, Refuted, u.production("f", mean+2e-9, 1e-9).Verdict)
	require.Equal(t, Refuted, u.production("f", mean-2e-9, 1e-9).Verdict)
	require.Equal(t, Refuted, repeated{b: 0, d: 100}.falls(0.55, 0.6).Verdict)
	require.Equal(t, Refuted, repeated{b: 0, d: 100}.falls(0.4, 0.45).Verdict)
}

// The bound on the bias by hand, at β = 0 where σ = 1/2: c/2^{d+1}/((d+1)/2), and the
// grid's constant is better than the paper's 2.
func TestTheBoundOnTheBias(t *testing.T) {
	flat := repeated{b: -60, d: 3}.biasShape(sharpBias)
	require.InDelta(t, sharpBias/32, flat.Lo, 1e-15)
	require.InDelta(t, sharpBias/32, flat.Hi, 1e-15)
	require.Less(t, sharpBias, 2.0)
	require.InDelta(t, 2.0/32, repeated{b: -60, d: 3}.biasBound().Hi, 1e-15)
}

// A score that is wrong at p = 1 only, and one wrong but for two values of ρ: the
// points of the identity are enough to see them.
func TestIdentityHasEnoughPoints(t *testing.T) {
	require.Equal(t, Holds, identity(1, rouletteScore).Verdict)
	require.Equal(t, Refuted, identity(1, func(rho *big.Rat, K, W int64) *big.Rat {
		return new(big.Rat).Add(rouletteScore(rho, K, W), big.NewRat(W, 1))
	}).Verdict)
	require.Equal(t, Refuted, identity(2, func(rho *big.Rat, K, W int64) *big.Rat {
		off := new(big.Rat).Sub(rho, big.NewRat(1, 32))
		off.Mul(off, new(big.Rat).Sub(rho, big.NewRat(2, 32)))
		return off.Add(off, rouletteScore(rho, K, W))
	}).Verdict)
}

// Every point of the grid of Theorem 3.4 has its ρ in its range.
func TestCappedPointsAreInRange(t *testing.T) {
	for _, x := range cappedPoints() {
		require.True(t, x.enclosedRho().Lo > x.sigma().Hi && x.r < 1024 && x.inRange(), "%+v", x)
	}
}

// The second moment by intervals contains the one by rational numbers.
func TestSecondMomentIsEnclosed(t *testing.T) {
	for _, d := range []int64{1, 3, 7} {
		x := roulette{repeated{d: d, s: 5, k: 20}, 24 * 32}
		exact := new(big.Rat)
		x.law(survival, func(K, W int64, prob *big.Rat) {
			z := rouletteScore(x.rho(), K, W)
			exact.Add(exact, z.Mul(z, z).Mul(z, prob))
		})
		got := x.second()
		require.Positive(t, exact.Cmp(new(big.Rat).SetFloat64(got.Lo)))
		require.Negative(t, exact.Cmp(new(big.Rat).SetFloat64(got.Hi)))
	}
}

// Below σ(β) the mean is right all the same: on the witness of that mutant only the
// second moment goes wrong.
func TestSmallRhoLeavesTheMeanRight(t *testing.T) {
	require.Equal(t, Holds, roulette{repeated{d: 7, s: 5, k: 23}, 12 * 32}.sameMean(survival, rouletteScore).Verdict)
	x := roulette{repeated{d: 16, s: 5, k: 23}, 12 * 32}
	require.Equal(t, Holds, x.biasAtMost(x.biasBound()).Verdict)
	require.Greater(t, x.second().Lo, 1e3)
}
