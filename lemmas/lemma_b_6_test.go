package lemmas

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
)

// The enclosed probability against exact rationals: X of n samples is outside where
// |X/n - b| > r, decided with r² = L/(2n) in float64 far from any tie.
func TestLeavesAgainstRationals(t *testing.T) {
	for _, c := range []tailCase{{2, 1, 16, 20, 1, 1}, {2, 1, 16, 20, 1, 2}, {3, 2, 11, 10, 2, 1}, {2, 1, 0, 2, 1, 1}, {2, 1, 32, 2, 1, 1}, {2, 1, 1, 5, 1, 1}} {
		s := schedule(c.K, c.d, c.delta(), 4)
		n, err := s.N(int(c.m))
		require.NoError(t, err)
		sum := new(big.Rat)
		for x := range n + 1 {
			off := float64(x)/float64(n) - float64(c.b)/bordaUnit
			require.Greater(t, math.Abs(math.Abs(off)-s.R(int(c.m))), 1e-9, "a tie")
			if math.Abs(off) > s.R(int(c.m)) {
				p := new(big.Rat).SetInt(new(big.Int).Binomial(n, x))
				for range x {
					p.Mul(p, big.NewRat(c.b, bordaUnit))
				}
				for range n - x {
					p.Mul(p, big.NewRat(bordaUnit-c.b, bordaUnit))
				}
				sum.Add(sum, p)
			}
		}
		want, _ := sum.Float64()
		got := c.leaves(c.K, c.d, c.b, 1)
		require.True(t, got.Lo <= want && want <= got.Hi, "%+v: %v in %v", c, want, got)
		require.Less(t, got.Hi-got.Lo, 1e-10)
	}
}

// The union bound of the grid fails with the schedule of one objective where there
// are twenty, and holds whatever the last phase that is computed.
func TestUnionCatchesTooFewStreams(t *testing.T) {
	c := tailCase{K: 2, d: 20, b: 16, D: 20, e: 1, m: lastUnionPhase}
	require.Equal(t, Holds, c.union(2, 20).Verdict)
	require.Equal(t, Refuted, c.union(2, 1).Verdict)
	c.m = 3
	require.Equal(t, Holds, c.union(2, 20).Verdict)
}

// In one phase the recursion is the tail of that phase; with more bands it only
// rises; the normal law with its error contains the exact value.
func TestFlatStays(t *testing.T) {
	c := tailCase{2, 1, 16, 20, 1, 1}
	stays, ok := c.flatStays()
	require.True(t, ok)
	p := c.leaves(2, 1, 16, 1)
	require.InDelta(t, 1-p.Hi, stays, 1e-12)
	c.m = 2
	both, ok := c.flatStays()
	require.True(t, ok)
	require.Less(t, both, stays)
	require.Greater(t, both, 1-2.5*p.Hi, "two phases with the same L fail about alike")
	for _, x := range []int64{0, 1000, 30000} {
		for _, cut := range []int64{2000, 20000} {
			const N = exactSigns + 2
			root := math.Sqrt(N)
			phi := func(s float64) float64 { return 0.5 * math.Erfc(-s/root/math.Sqrt2) }
			require.Less(t, math.Abs(withinBand(exactSigns, x, cut)-(phi(float64(cut-x))-phi(float64(-cut-x)))), 2*0.56/root)
			require.GreaterOrEqual(t, withinBand(N, x, cut), withinBand(exactSigns, x, cut)-1e-4)
		}
	}
	// Two signs: |S| ≤ 0 with probability 1/2, |1+S| ≤ 1 with 3/4.
	require.InDelta(t, 0.5, withinBand(2, 0, 0), 1e-12)
	require.InDelta(t, 0.75, withinBand(2, 1, 1), 1e-12)
}

func TestBeyondCutIsExactOnIntegers(t *testing.T) {
	for n := int64(1); n <= 6; n++ {
		for cut := int64(0); cut <= 3*bordaUnit; cut += 16 {
			for k := int64(0); k <= bordaUnit; k += 8 {
				want := 0.0
				for x := range n + 1 {
					if off := bordaUnit*x - k*n; max(off, -off) > cut {
						log, err := bounds.LogBinomialPMF(x, n, 0.25)
						require.NoError(t, err)
						want += math.Exp(log)
					}
				}
				got := beyondCut(n, cut, k, 8)
				require.InDelta(t, want, (got.Lo+got.Hi)/2, 1e-12, "n=%d cut=%d k=%d", n, cut, k)
			}
		}
	}
}
