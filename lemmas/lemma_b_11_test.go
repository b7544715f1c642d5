package lemmas

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/bounds/enclose"
)

// A derivative with the wrong sign, or a wrong derivative, is refuted.
func TestWrongDerivativesOfKLAreCaught(t *testing.T) {
	constant := func(p, q bounds.Interval) bounds.Interval { return bounds.Point(1) }
	caught := map[string]int{}
	for _, in := range instances(drawOutward) {
		x := splitOutward(in)
		require.Equal(t, Holds, x.secants(slopeInP, slopeInQ).Verdict, "%v", in)
		for name, out := range map[string]Outcome{
			"∂p for 1": x.secants(constant, slopeInQ),
			"∂q for 1": x.secants(slopeInP, constant),
			"∂p reversed": x.secants(func(p, q bounds.Interval) bounds.Interval {
				return slopeInP(p, q).Neg()
			}, slopeInQ),
		} {
			if out.Verdict == Refuted {
				caught[name]++
			}
		}
	}
	for _, name := range []string{"∂p for 1", "∂q for 1", "∂p reversed"} {
		require.Greater(t, caught[name], generated/10, name)
	}
}

// One unit beside the diagonal bounds.KL is held to 2⁻⁴⁰ of itself.
func TestExactKLIsFine(t *testing.T) {
	for _, s := range []int64{5, 20, 50} {
		k := int64(1) << (s - 2)
		v := klOfDyadics(s, k+1, k)
		require.True(t, overlap(v, exactKL(s, k+1, k)))
		require.False(t, overlap(bounds.Interval{Lo: v.Lo * (1 + 0x1p-40), Hi: v.Hi * (1 + 0x1p-40)}, exactKL(s, k+1, k)), "s = %d", s)
	}
}

// At 0 and 2⁻⁴⁰ float64 sees neither that 1/8 is enough nor that 1/9 is not.
func TestTheExactTierDecidesTheSquare(t *testing.T) {
	require.Equal(t, Holds, logisticPair{40, 1, 0}.belowSquare(1, 8).Verdict)
	out := logisticPair{40, 1, 0}.belowSquare(1, 9)
	require.Equal(t, Refuted, out.Verdict)
	require.Contains(t, out.Why, string(byExact))
}

// kl(σ(x),σ(y)) is what its definition gives and what float64 encloses, and a run with
// twice the bits is inside; with x and y exchanged it is another number.
func TestExactKLOfLogistic(t *testing.T) {
	for _, in := range instances(logisticDomain(64).Generate)[:200] {
		s, k, l := in.Values[0], in.Values[1], in.Values[2]
		e := newExact(4, s, max(k, -k, l, -l))
		term := func(k, l int64) enclose.Interval { return e.logistic(k).Mul(e.logistic(k).Quo(e.logistic(l)).Log()) }
		x := e.klLogistic(k, l)
		sign, ok := term(k, l).Add(term(-k, -l)).Sub(x).Sign()
		require.False(t, ok && sign != 0, "%v", in)
		require.True(t, within(withBits(s, 2*e.bits).klLogistic(k, l), x), "%v", in)
		theta := latent{s: s}
		require.True(t, overlap(klOfLogistic(theta.real(k), theta.real(l)), x), "%v", in)
	}
	require.False(t, overlap(klOfLogistic(2, 0), newExact(4, 0, 2).klLogistic(0, 2)))
}
