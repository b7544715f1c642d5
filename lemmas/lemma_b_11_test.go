package lemmas

import (
	"math/big"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
)

// The cells of B.11 cover the triangle q ≤ p: each pair once, edges meeting.
func TestBoxCells(t *testing.T) {
	require.Equal(t, 2080, lemmaB11().Grids[0].Points, "as it is printed")
	require.LessOrEqual(t, boxCell(0).Lo, 0x1p-10)
	require.GreaterOrEqual(t, boxCell(boxCells-1).Hi, 1-0x1p-10)
	for i := 1; i < boxCells; i++ {
		require.LessOrEqual(t, boxCell(i).Lo, boxCell(i-1).Hi)
	}
	require.Equal(t, Holds, signsOn(boxCells*(boxCells+1)/2-1).Verdict)
}

// A derivative with the wrong sign, or a wrong derivative, is refuted.
func TestWrongDerivativesOfKLAreCaught(t *testing.T) {
	swapped := func(p, q bounds.Interval) bounds.Interval { return slopeInP(q, p) }
	require.Equal(t, Refuted, derivativeSigns(boxCell(40), boxCell(3), swapped, slopeInQ).Verdict)
	require.Equal(t, Refuted, derivativeSigns(boxCell(40), boxCell(3), slopeInP, slopeInP).Verdict)
	outside := bounds.Interval{Lo: -0.1, Hi: 0.1}
	require.Equal(t, Refuted, derivativeSigns(outside, outside, slopeInP, slopeInQ).Verdict)
	constant := func(p, q bounds.Interval) bounds.Interval { return bounds.Point(1) }
	caught := map[string]int{}
	for _, in := range instances(drawOutward) {
		require.Equal(t, Holds, secants(in, slopeInP, slopeInQ).Verdict, "%v", in)
		for name, out := range map[string]Outcome{
			"∂p for 1": secants(in, constant, slopeInQ),
			"∂q for 1": secants(in, slopeInP, constant),
			"∂p reversed": secants(in, func(p, q bounds.Interval) bounds.Interval {
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

// kl(1/4, 3/4) = log(3)/2 and kl(σ(1),σ(0)) = σ(1) - log((1+e)/2): the decimals
// agree with another form of the value and do not depend on the digits.
func TestPreciseKL(t *testing.T) {
	p := withDigits(0, 40)
	half, log3 := new(apd.Decimal), new(apd.Decimal)
	p.must(p.ctx.Ln(log3, apd.New(3, 0)))
	p.must(p.ctx.Quo(half, log3, apd.New(2, 0)))
	require.True(t, p.near(half, p.kl(big.NewRat(1, 4), big.NewRat(3, 4))))
	require.False(t, p.near(half, p.kl(big.NewRat(1, 4), big.NewRat(1, 2))))
	for _, in := range instances(logisticDomain(64).Generate)[:200] {
		s, k, l := in.Values[0], in.Values[1], in.Values[2]
		dec := logisticDigits(s, max(k, -k, l, -l))
		more := withDigits(s, 2*dec.ctx.Precision)
		require.True(t, dec.near(dec.klLogistic(k, l), more.klLogistic(k, l)), "%v", in)
		theta := latent{s: s}
		require.True(t, dec.holds(klOfLogistic(theta.real(k), theta.real(l)), dec.klLogistic(k, l)), "%v", in)
	}
}

// near is |x-y| ≤ the stated error.
func (p *precise) near(x, y *apd.Decimal) bool {
	d := p.less(x, y)
	return d.Abs(d).Cmp(p.error) <= 0
}

// The grid of B.12 refutes a bound below 1/4, at 0 and beside it, and the decimals
// decide what float64 leaves open.
func TestSlopeOfLogistic(t *testing.T) {
	dead := 0
	for n := range slopeCells + 2 {
		require.Equal(t, Holds, slopeOn(n).Verdict)
		cell := bounds.Interval{Lo: -40 + float64(n)/8, Hi: -40 + float64(n+1)/8}
		if n < slopeCells && slopeAtMost(cell, 0.24).Verdict == Refuted {
			dead++
		}
	}
	require.Positive(t, dead)
	undecided := 0
	for _, in := range instances(logisticDomain(64).Generate) {
		x, y := latent{s: in.Values[0]}.real(in.Values[1]), latent{s: in.Values[0]}.real(in.Values[2])
		if x != y && (x-y)*(x-y)/8 <= klOfLogistic(x, y).Hi {
			undecided++
		}
	}
	require.Greater(t, undecided, generated/20, "the second tier is used")
}
