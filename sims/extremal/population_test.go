package extremal

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// The pair of every depth is one, at that depth exactly and at the next odd one no
// more.
func TestPairsCannotBeToldApart(t *testing.T) {
	for _, beta := range []float64{0.5, 1, 4} {
		for _, d := range []int{1, 2, 3, 4, 7, 12, 17} {
			x := solved(t, d, beta)
			q := x.Pair()
			require.NoError(t, q.Check(x.Lower))
			for more := d; more <= 2*halves(d); more++ {
				require.Equal(t, -1, q.differ(more), "d = %d, %d repeats", d, more)
			}
			require.GreaterOrEqual(t, q.differ(2*halves(d)+1), 0, "d = %d: the next odd moment differs", d)
		}
	}
}

// The law is one: it sums to 1, its mean is d·E[p], and a single context has the
// binomial law.
func TestLawOfOutcomes(t *testing.T) {
	single := Population{Bits: 2, Wins: []*big.Int{big.NewInt(3)}, Weights: []*big.Int{big.NewInt(1)}}
	for w, want := range []int64{1, 9, 27, 27} { // C(3,w)·3^w/4³
		require.Equal(t, want, single.Law(3)[w].Int64())
	}
	q := solved(t, 5, 1).Pair()
	sum, mean := new(big.Int), new(big.Int)
	for w, n := range q.Plus.Law(5) {
		sum.Add(sum, n)
		mean.Add(mean, new(big.Int).Mul(n, big.NewInt(int64(w))))
	}
	one := new(big.Int).Lsh(q.Plus.Total(), 5*q.Plus.Bits)
	require.Zero(t, sum.Cmp(one))
	// E[p] = 1/2: the first moment of y is annihilated.
	require.Zero(t, mean.Lsh(mean, 1).Cmp(new(big.Int).Mul(one, big.NewInt(5))))
}

func TestATouchedPairIsRefused(t *testing.T) {
	one := big.NewInt(1)
	for _, c := range []struct {
		why, says string
		touch     func(q *Pair)
	}{
		{"an atom off by a unit", "P(W = 0) of 4 repeats is not the same", func(q *Pair) { q.Plus.Wins[0].Add(q.Plus.Wins[0], one) }},
		{"a weight off by a unit, and another one to keep the total", "P(W = 0) of 4 repeats is not the same", func(q *Pair) {
			w := append([]*big.Int(nil), q.Plus.Weights...)
			w[0], w[1] = new(big.Int).Add(w[0], one), new(big.Int).Sub(w[1], one)
			q.Plus.Weights = w
		}},
		{"a weight off by a unit", "no common denominator", func(q *Pair) {
			q.Plus.Weights = append([]*big.Int(nil), q.Plus.Weights...)
			q.Plus.Weights[0] = new(big.Int).Add(q.Plus.Weights[0], one)
		}},
		{"a negative weight", "no positive weight", func(q *Pair) { q.Minus.Weights = []*big.Int{big.NewInt(-1), one, one} }},
		{"a sure win", "no probability between 0 and 1", func(q *Pair) { q.Minus.Wins[1] = new(big.Int).Lsh(one, q.Minus.Bits) }},
		{"the contexts of a smaller β", "beyond 1", func(q *Pair) { q.Beta = 0.9 }},
		{"one side twice", "μ₋: the average utility difference", func(q *Pair) { q.Minus = q.Plus }},
		{"the sides exchanged", "μ₊: the average utility difference", func(q *Pair) { q.Plus, q.Minus = q.Minus, q.Plus }},
		{"one repeat more than it is made for", "P(W = 0) of 5 repeats", func(q *Pair) { q.D = 5 }},
	} {
		x := solved(t, 4, 1)
		q := x.Pair()
		require.NoError(t, q.Check(x.Lower))
		c.touch(&q)
		require.ErrorContains(t, q.Check(x.Lower), c.says, c.why)
	}
}

// minimal is the pair of the shortest signature at d = 1: with three of the four
// extrema, at -y_0, y_0 and y_1 and weights proportional to y_1-y_0, y_1+y_0, 2y_0,
// which annihilate 1 and y.
func minimal(x *Extremal) Pair {
	q := x.Pair()
	y0, y1 := x.Points[0], x.Points[1]
	sum := new(big.Int).Add(y0, y1)
	q.Plus = Population{Bits: q.Plus.Bits, Wins: q.Plus.Wins, Weights: []*big.Int{new(big.Int).Sub(y1, y0), new(big.Int).Lsh(y0, 1)}}
	q.Minus = Population{Bits: q.Minus.Bits, Wins: q.Minus.Wins[:1], Weights: []*big.Int{sum}}
	return q
}

// For odd d a signature with d+2 points is not enough: the law of one outcome is the
// same and the averages differ by 2E_1, but both are positive.
func TestAMinimalSignatureFailsForOddDepth(t *testing.T) {
	x := solved(t, 1, 1)
	q := minimal(x)
	require.Equal(t, -1, q.differ(1))
	require.ErrorContains(t, q.Check(x.Lower), "μ₋: the average utility difference is")
	high, _ := q.Plus.Utility(1, 100)
	low, _ := q.Minus.Utility(1, 100)
	require.Positive(t, low.Sign())
	require.InEpsilon(t, 2*value(x.Lower), value(high)-value(low), 1e-12)
}
