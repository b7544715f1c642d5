package oracle_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/instance"
	"vectorborda/sims/oracle"
	"vectorborda/sims/samplelogs"
)

// probit is the standard normal distribution function, Thurstone's link.
func probit(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// alpha is the false-alarm rate of one comparison of a count with its law.
const alpha = 1e-10

// requireRate holds wins out of n against an exact binomial law.
func requireRate(t *testing.T, wins, n int64, p float64, what string) {
	lo, hi, err := bounds.ClopperPearson(wins, n, alpha)
	require.NoError(t, err)
	require.True(t, lo <= p && p <= hi, "%s: %d of %d, p = %v", what, wins, n, p)
}

// A focal batch is a mixture over uniform opponents: drawn one vote at a time
// through Pair it has the mean that Focal uses (Definition 2.1, Lemma D.1).
func TestFocalIsTheMixtureOverUniformOpponents(t *testing.T) {
	theta, err := instance.FromTheta([]string{"a", "b", "c"}, []string{"r", "s"}, [][]float64{{1, 0}, {0, 2}, {-1, -3}}, 0)
	require.NoError(t, err)
	football, err := samplelogs.Read("football_conmebol")
	require.NoError(t, err)
	const n = 20000
	for name, in := range map[string]*instance.Instance{"θ": theta, "log": football} {
		votes, isPairwise := in.Oracle().(oracle.Pairwise)
		require.True(t, isPairwise, name)
		src := rand.NewChaCha8([32]byte{1})
		opponent := rand.New(rand.NewChaCha8([32]byte{2}))
		K, d := votes.Size()
		for i := range min(K, 3) {
			for r := range d {
				b := in.Borda.At(i, r)
				requireRate(t, votes.Focal(src, i, r, n).Wins, n, b, name+" focal")
				wins := int64(0)
				for range n {
					j := opponent.IntN(K - 1)
					if j >= i {
						j++
					}
					wins += votes.Pair(src, i, j, r, 1).Wins
				}
				requireRate(t, wins, n, b, name+" vote by vote")
			}
		}
	}
}

// Opponents taken from the active models only give another mean: the mistake
// against which the definition says "full original roster" would be seen.
func TestOpponentsFromTheActiveSetAreSeen(t *testing.T) {
	in, err := instance.FromTheta([]string{"a", "b", "c"}, []string{"r"}, [][]float64{{1}, {0}, {-1}}, 0)
	require.NoError(t, err)
	votes := in.Oracle().(oracle.Pairwise)
	const n = 20000
	wins := votes.Pair(rand.NewChaCha8([32]byte{3}), 0, 1, 0, n).Wins // c has left
	_, hi, err := bounds.ClopperPearson(wins, n, alpha)
	require.NoError(t, err)
	require.Less(t, hi, in.Borda.At(0, 0))
}

func TestPairLaws(t *testing.T) {
	theta := gaps.Array[float64]{K: 2, D: 1, X: []float64{math.Log(3), 0}}
	src := rand.NewChaCha8([32]byte{4})
	const n = 100000
	requireRate(t, oracle.FromTheta(theta, nil).Pair(src, 0, 1, 0, n).Wins, n, 0.75, "σ(ln 3)")
	requireRate(t, oracle.FromTheta(theta, nil).Pair(src, 1, 0, 0, n).Wins, n, 0.25, "σ(-ln 3)")
	// Φ(ln 3) by the table of the normal distribution: 0.8640.
	requireRate(t, oracle.FromTheta(theta, probit).Pair(src, 0, 1, 0, n).Wins, n, probit(math.Log(3)), "Φ(ln 3)")
	require.InDelta(t, 0.8640, probit(math.Log(3)), 5e-5)
	// Against one opponent a focal batch has the law of the pair, under its link.
	requireRate(t, oracle.FromTheta(theta, probit).Focal(src, 0, 0, n).Wins, n, probit(math.Log(3)), "focal Φ(ln 3)")
}

func TestFocalHoldsForHugeBatches(t *testing.T) {
	o := oracle.FromBorda(gaps.Array[float64]{K: 2, D: 1, X: []float64{1, 0.5}})
	src := rand.NewChaCha8([32]byte{5})
	const n = int64(1e18)
	require.Equal(t, n, o.Focal(src, 0, 0, n).Wins)
	// sd = √n/2 = 5e8; ten of them, a false alarm of 1.6e-23.
	require.InDelta(t, 5e17, o.Focal(src, 1, 0, n).Wins, 5e9)
}

// Wins and ties of a pair have the probabilities given, and a focal batch the mean of both
// over the opponents.
func TestTernaryLaws(t *testing.T) {
	won := [][]float64{{0, 0.5, 0.125}, {0.25, 0, 0.75}, {0.375, 0.25, 0}}
	outcomes := func(i, j, _ int) (float64, float64) { return won[i][j], 1 - won[i][j] - won[j][i] }
	in, err := instance.FromOutcomes([]string{"a", "b", "c"}, []string{"r"}, outcomes)
	require.NoError(t, err)
	votes := in.Oracle().(oracle.Pairwise)
	const n = 100000
	reply := votes.Pair(rand.NewChaCha8([32]byte{6}), 0, 1, 0, n)
	requireRate(t, reply.Wins, n, 0.5, "wins of a against b")
	requireRate(t, reply.Ties, n, 0.25, "ties of a with b")
	reply = votes.Pair(rand.NewChaCha8([32]byte{7}), 1, 2, 0, n)
	require.Zero(t, reply.Ties)
	reply = votes.Focal(rand.NewChaCha8([32]byte{8}), 0, 0, n)
	requireRate(t, reply.Wins, n, 0.3125, "wins of a")
	requireRate(t, reply.Ties, n, 0.375, "ties of a") // 0.25 with b and 0.5 with c
	require.Equal(t, 0.5, in.Borda.At(0, 0))
}
