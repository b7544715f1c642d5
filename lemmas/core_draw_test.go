package lemmas

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"vectorborda/sims/stream"
)

func streamOf(seed uint64) Draw { return NewDraw(stream.Key{Seed: seed, Experiment: "draw test"}) }

func TestDrawIsInclusive(t *testing.T) {
	d := streamOf(1)
	seen := map[int64]int{}
	for range 1000 {
		seen[d.Int(-1, 1, "sign")]++
	}
	require.Len(t, seen, 3)
	require.Positive(t, min(seen[-1], seen[0], seen[1]))
	require.Equal(t, int64(7), d.Int(7, 7, "only one"))
	require.Equal(t, int64(math.MinInt64), d.Int(math.MinInt64, math.MinInt64, "only one"))
	require.Panics(t, func() { d.Int(1, 0, "none") })
}

// Chi-square against uniform; a fixed seed, so the test cannot flicker.  The
// bound is the quantile at 1e-6.  A modulus instead of the rejection would bias
// the third range, 3·2⁶² wide, by a factor of 2 in one of its bins.
func TestDrawIsUniform(t *testing.T) {
	const bins, draws = 12, 60000
	for _, c := range []struct{ lo, hi int64 }{
		{0, bins - 1},
		{-600, 599},
		{-3 << 61, 3<<61 - 1},
		{math.MinInt64, math.MaxInt64},
		{math.MinInt64, math.MaxInt64 - 1},
	} {
		d := streamOf(2)
		width := new(big.Int).Sub(big.NewInt(c.hi), big.NewInt(c.lo))
		width.Add(width, big.NewInt(1))
		var counts [bins]float64
		for range draws {
			v := d.Int(c.lo, c.hi, "v")
			require.True(t, c.lo <= v && v <= c.hi)
			bin := new(big.Int).Sub(big.NewInt(v), big.NewInt(c.lo))
			bin.Mul(bin, big.NewInt(bins)).Div(bin, width)
			counts[bin.Int64()]++
		}
		chi := 0.0
		for _, n := range counts {
			chi += (n - draws/bins) * (n - draws/bins) / (draws / bins)
		}
		require.Less(t, chi, distuv.ChiSquared{K: bins - 1}.Quantile(1-1e-6), "[%d, %d]", c.lo, c.hi)
	}
}

func TestDrawReplays(t *testing.T) {
	a, b, other := streamOf(3), streamOf(3), streamOf(4)
	same := true
	for range 50 {
		v := a.Int(math.MinInt64, math.MaxInt64, "v")
		require.Equal(t, v, b.Int(math.MinInt64, math.MaxInt64, "v"))
		same = same && v == other.Int(math.MinInt64, math.MaxInt64, "v")
	}
	require.False(t, same, "another seed is another stream")
}
