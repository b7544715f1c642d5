package lemmas

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// Three models: model 0 won 2 of 2 against 1 and 1 of 3 against 2.  By hand
// b^emp_0 = (1 + 1/3)/2 = 2/3, b^emp_1 = (0 + 1/2)/2 and b^emp_2 = (2/3 + 1/2)/2.
var handLog = voteLog{K: 3, asks: []int64{0, 0, 1}, wins: []int64{0, 2, 1, 0, 0, 1, 2, 1, 0}}

func TestReplayByHand(t *testing.T) {
	for i, want := range []*big.Rat{big.NewRat(2, 3), big.NewRat(1, 4), big.NewRat(7, 12)} {
		require.Zero(t, handLog.score(i).Cmp(want), i)
	}
	law := handLog.joint(replayProcedure)
	require.Zero(t, law[0b011].Cmp(big.NewRat(1, 3)), "two wins of model 0, a loss of 1: 4/9·3/4")
	total := new(big.Rat)
	for _, p := range law {
		total.Add(total, p)
	}
	require.Zero(t, total.Cmp(big.NewRat(1, 1)))
	require.Equal(t, Holds, handLog.independent(replayProcedure).Verdict)
	require.Equal(t, Holds, handLog.produced().Verdict)
}

// The batch check refutes a score that is off in the ninth digit.
func TestBatchCatchesAnotherScore(t *testing.T) {
	require.Equal(t, Holds, handLog.batch(0, big.NewRat(2, 3), 2.0/3).Verdict)
	require.Equal(t, Refuted, handLog.batch(0, big.NewRat(2, 3), 2.0/3+1e-9).Verdict)
}

// All 3,375 cases of the grid are different, and so are the 216 of Lemma D.2.
func TestReplayAndPollGrids(t *testing.T) {
	seen := map[string]bool{}
	show := replayDomain().Show
	for n := range 27 * 125 {
		seen[show(nthReplay(n).instance())] = true
	}
	require.Len(t, seen, 27*125)
	polls := map[[6]int64]bool{}
	for n := range 216 {
		c := nthPoll(n)
		polls[[6]int64{c.p[0], c.p[1], c.p[2], c.n[0], c.n[1], c.n[2]}] = true
	}
	require.Len(t, polls, 216)
}

// E[(W+1/2)/(N+1)] = (p+1/2)/2 for one vote; pooling weighs opponents by votes: 2
// votes at 1/4 and 1 at 3/4 give 5/12, not 1/2.
func TestPollsByHand(t *testing.T) {
	c := pollDesign{K: 3, p: []int64{4, 12, 8}, n: []int64{2, 1, 1}}
	require.Equal(t, "1/2", c.expected(empiricalRates)[3].RatString(), "b^emp_0, after three pairs")
	require.Equal(t, "5/12", c.expected(pooledRates)[3].RatString())
}
