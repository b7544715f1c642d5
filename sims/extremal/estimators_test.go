package extremal

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/repeat"
)

// estimators are those of the paper at one depth, MLE-CAL with a table for ε = 1.
func estimators(t *testing.T, beta float64, d int) (all []repeat.Estimator) {
	var maker repeat.Maker
	for _, m := range repeat.Methods() {
		e, _, err := maker.Make(t.Context(), m, beta, d, 1)
		require.NoError(t, err)
		require.NotNil(t, e, "%s, d = %d, β = %v", m, d, beta)
		all = append(all, e)
	}
	return all
}

// scores are E[Z] under μ₊ and μ₋ and a bound on what rounding does to both: that of
// the means, and for win probabilities and weights half an ulp off, where E[Z|p]
// moves by at most 2d·sup|Z| per unit of p and weights sum to 1.
func scores(q Pair, e repeat.Estimator) (plus, minus, room float64) {
	score := func(p Population) (sum float64) {
		wins, weights := p.Contexts()
		for i, win := range wins {
			sum += weights[i] * e.Mean(win)
		}
		return sum
	}
	n := float64(len(q.Plus.Wins))
	room = e.MeanError() + 0x1p-53*e.Range()*(2*float64(e.Depth())+n+2)
	return score(q.Plus), score(q.Minus), room
}

// Every estimator has one expected score under both populations, whose true orders
// are opposite: it ranks at most one of them right.  (These estimators are odd, so
// that the one score is 0 and they are right on neither.)  Three repeats more, and
// MLE-UNCONST ranks both right: the pair is tight.
func TestNoEstimatorRanksBothRight(t *testing.T) {
	for _, beta := range []float64{0.5, 1, 2} {
		for _, d := range []int{1, 2, 3, 6} {
			x := solved(t, d, beta)
			q := x.Pair()
			require.NoError(t, q.Check(x.Lower))
			for _, e := range estimators(t, beta, d) {
				plus, minus, room := scores(q, e)
				require.InDelta(t, plus, minus, 2*room, "%s, d = %d, β = %v", e.Name(), d, beta)
				require.False(t, plus > room && minus < -room, "%s ranks both right", e.Name())
			}
			after := estimators(t, beta, 2*halves(d)+3)[2]
			plus, minus, room := scores(q, after)
			require.Greater(t, plus, room, "d = %d, β = %v", d, beta)
			require.Less(t, minus, -room, "d = %d, β = %v", d, beta)
		}
	}
}

// In whole numbers: whatever table φ of the outcomes is averaged, here that of
// MLE-AVG moved by 1 so that it is not odd, the score is the same.
func TestScoresAreEqualExactly(t *testing.T) {
	x := solved(t, 5, 1)
	q := x.Pair()
	avg, err := repeat.NewAvg(1, 5)
	require.NoError(t, err)
	score := func(p Population, d int, phi []float64) *big.Rat {
		sum := new(big.Rat)
		for w, n := range p.Law(d) {
			z := new(big.Rat).SetFloat64(phi[w] + 1)
			sum.Add(sum, z.Mul(z, new(big.Rat).SetInt(n)))
		}
		return sum
	}
	require.Zero(t, score(q.Plus, 5, avg.Values()).Cmp(score(q.Minus, 5, avg.Values())))
	more, err := repeat.NewAvg(1, 7)
	require.NoError(t, err)
	require.NotZero(t, score(q.Plus, 7, more.Values()).Cmp(score(q.Minus, 7, more.Values())))
}
