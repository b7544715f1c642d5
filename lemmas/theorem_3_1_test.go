package lemmas

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
)

// By hand: K = 2, d = 1, δ = 1/20, θ = (1,0), B = 1/2: κ = σ(1)σ(-1) = 0.19661,
// M = 1+⌈log₂(20.34)⌉ = 6, L = log(4·2·36·20) = 8.6587 and the bound is
// 2 + 256·L/κ² = 57345; Δ^B = tanh(1/2) = 0.46212, M = 5, bound 2 + 256·log(4000)/Δ².
func TestLatentBoundByHand(t *testing.T) {
	c := splitLatentBound(instanceAt(2, 1, 0, 1, 20, 0, 1, 0))
	kappa := 1 / (2 + 2*math.Cosh(1))
	claimed := c.claimed(128)
	require.InEpsilon(t, 2+256*math.Log(4*2*36*20)/kappa/kappa, claimed.Lo, 1e-12)
	gapB := math.Tanh(0.5)
	require.InEpsilon(t, 2+256*math.Log(4*2*25*20)/gapB/gapB, c.fromBorda().Hi, 1e-12)
	n := math.Ceil(2 * math.Log(4*2*16*20) * 256) // m_i = 4: 1/16 < 0.1155 ≤ 1/8
	require.Equal(t, bounds.Point(2*n), c.reach())
}

// The step is refuted with a κ that is too large, and by a bound in the code that is
// not the statement's.
func TestLatentBoundCatches(t *testing.T) {
	wide := splitLatentBound(instanceAt(6, 1, 0, 17, 20, 0, 17, 16, 0, 0, 0, 0))
	require.Equal(t, Holds, wide.followsB4().Verdict, "2B = 17")
	wide.twiceB = 1
	claimed := wide.claimed(128)
	require.Equal(t, Refuted, atMost(wide.fromBorda(), claimed, "B.4").Verdict)
	require.True(t, disjoint(statedEnclosure(claimed.Lo*(1+1e-12), 46), claimed))
	small := splitLatentBound(instanceAt(2, 1, 0, 1, 20, 0, 1, 0))
	require.Equal(t, Refuted, small.runBelow(10).Verdict, "τ is never 10")
}

// The corollary's bound by hand, its equality at equal gaps, and what breaks it.
func TestClassByHand(t *testing.T) {
	c := splitClass(instanceAt(2, 1, 1, 0, 1, 20, 0, 1, 0))
	require.Equal(t, Holds, c.holds().Verdict, "equal gaps")
	require.InEpsilon(t, c.claimed(128).Lo, c.bound(0).Hi, 1e-12)
	require.Equal(t, []float64{0, 1, 2, 2, 3}, []float64{ceilLog2(1), ceilLog2(2), ceilLog2(3), ceilLog2(4), ceilLog2(5)})
	c.least = 2 // no longer below the gaps
	require.Equal(t, Refuted, atMost(c.claimed(128), c.bound(0), "3.1").Verdict)
	got, err := bounds.Corollary33(2, 1, 1, 0.5, 0.05)
	require.NoError(t, err)
	require.True(t, disjoint(statedEnclosure(got*(1+1e-12), 40), statedEnclosure(got, 40)))
}

// Every ladder is another instance, and long witnesses are printed in short.
func TestLadders(t *testing.T) {
	seen := map[string]bool{}
	for _, l := range ladders() {
		require.LessOrEqual(t, l.spread(), l.twiceB)
		require.Positive(t, slices.Min(l.units()))
		seen[latentBoundDomain().Show(Instance{l.Size, append([]int64{l.s, l.twiceB, l.D, 0}, l.k...)})] = true
	}
	require.Len(t, seen, len(ladders()))
	require.Contains(t, latentBoundDomain().Show(pinned(t, latentBoundMutants(latentBoundDomain())[1])), "15 times [-15]")
}
