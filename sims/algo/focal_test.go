package algo

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/oracle"
	"vectorborda/sims/stream"
)

// literalFocal is the rule as it is printed, on the same votes: every gap by
// exhaustion, n_m and r_m in float64.
func literalFocal(p Problem, delta float64, c bounds.Constants) (frontier []int, tau int64) {
	K, d := p.Oracle.Size()
	wins := make([][]int64, K)
	lanes := make([]*rand.ChaCha8, K*d)
	for l := range lanes {
		lanes[l] = p.Key.Lane(uint64(l))
	}
	all := everyone(K)
	before := int64(0)
	for m := 1; ; m++ {
		L := math.Log(c.Log * float64(K) * float64(d) * float64(m*m) / delta)
		n := int64(math.Ceil(c.Samp * L * math.Pow(4, float64(m))))
		least := math.Inf(1)
		frontier = nil
		for i := range K {
			if wins[i] == nil {
				wins[i] = make([]int64, d)
			}
			for r := range d {
				wins[i][r] += p.Oracle.Focal(lanes[i*d+r], i, r, n-before).Wins
			}
		}
		for _, i := range all {
			gap, dominated := literalGap(wins, all, i)
			least = min(least, float64(gap)/float64(n))
			if !dominated {
				frontier = append(frontier, i)
			}
		}
		tau += int64(K*d) * (n - before)
		before = n
		if least > c.Thr*math.Sqrt(L/(2*float64(n))) {
			return frontier, tau
		}
	}
}

func TestFocalEqualsTheRuleAsPrinted(t *testing.T) {
	src := rand.New(rand.NewPCG(5, 1))
	several := 0
	for trial := range 300 {
		K, d := 2+src.IntN(6), 1+src.IntN(4)
		b := randomBorda(src, K, d)
		if slices.Min(gaps.Gaps(b)) == 0 {
			continue // never decided; see the budget test
		}
		c := bounds.PaperConstants()
		if trial%2 == 1 {
			c = bounds.Constants{Samp: 0.5, Thr: 1.3, Log: 1}
		}
		p := Problem{Oracle: oracle.FromBorda(b), Key: stream.Key{Seed: 3, Trial: uint64(trial)}}
		got := NewFocal(mustSchedule(t, K, d, 0.1, c)).Run(p)
		frontier, tau := literalFocal(p, 0.1, c)
		require.Equal(t, Decided, got.Ended)
		require.Equal(t, frontier, got.Frontier, "trial %d", trial)
		require.Equal(t, tau, got.Comparisons, "trial %d", trial)
		if len(frontier) > 1 {
			several++
		}
	}
	require.Greater(t, several, 50)
}

// On the same key Focal Borda sees the votes of VB-EGE: its counts agree while a
// model is active there, and it never stops before a phase in which all are left.
func TestFocalSeesTheVotesOfVBEGE(t *testing.T) {
	b := gaps.Array[float64]{K: 3, D: 1, X: []float64{0.9, 0.8, 0.1}}
	s := mustSchedule(t, 3, 1, 0.05, bounds.PaperConstants())
	eliminating, whole := new(follower), new(follower)
	v := NewVBEGE(s).Run(Problem{Oracle: oracle.FromBorda(b), Observer: eliminating})
	f := NewFocal(s).Run(Problem{Oracle: oracle.FromBorda(b), Observer: whole})
	require.Equal(t, eliminating.credit, whole.credit[:len(eliminating.credit)])
	require.Equal(t, v.Phases, f.Phases)
	require.Greater(t, f.Comparisons, v.Comparisons, "the far model is sampled to the end")
	n, err := s.N(f.Phases)
	require.NoError(t, err)
	require.Equal(t, []int64{n, n, n}, f.Samples)
	require.Equal(t, 3*n, f.Comparisons, "τ = d·K·n_m")
}
