package stat

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
)

// On exact Pareto samples the limits miss the index as often as they say: 3 × 4000
// samples, each of three comparisons failing by chance with probability 1e-9.
func TestHillLimitsAreCalibrated(t *testing.T) {
	const runs, alpha = 4000, 0.1
	src := rand.New(rand.NewPCG(5, 6))
	for _, a := range []float64{0.5, 1, 4.5} {
		missed := int64(0)
		for range runs {
			sample := make([]float64, 400)
			for i := range sample {
				sample[i] = math.Pow(1-src.Float64(), -1/a)
			}
			tail := HillIndex(sample, alpha)
			require.Equal(t, 20, tail.K)
			if a := Number(a); a < tail.Lo || a > tail.Hi {
				missed++
			}
		}
		lo, hi, err := bounds.ClopperPearson(missed, runs, 1e-9)
		require.NoError(t, err)
		require.True(t, lo <= alpha && alpha <= hi, "a=%v: missed %d of %d", a, missed, runs)
	}
}

func TestTailsThatDecideAboutTheMean(t *testing.T) {
	src := rand.New(rand.NewPCG(7, 8))
	pareto := func(a float64) []float64 {
		sample := make([]float64, 10000)
		for i := range sample {
			sample[i] = math.Pow(1-src.Float64(), -1/a)
		}
		return sample
	}
	require.True(t, HillIndex(pareto(0.5), 0.01).NoMean())
	require.True(t, HillIndex(pareto(4.5), 0.01).HasMean())
	one := HillIndex(pareto(1), 0.01)
	require.False(t, one.HasMean() || one.NoMean(), "at the edge nothing is said")

	flat := make([]float64, 200)
	for i := range flat {
		flat[i] = 4462080
	}
	require.True(t, HillIndex(flat, 0.01).HasMean(), "a constant has a mean")
	flat[0] = math.Inf(1)
	require.True(t, HillIndex(flat, 0.01).NoMean(), "a run that did not stop has none")
	short := HillIndex(flat[:50], 0.01)
	require.False(t, short.HasMean() || short.NoMean())
	require.True(t, math.IsNaN(float64(short.Index)))
}

// The index of 100 values whose ten largest are e times the next is 1 by hand:
// (1/10)·Σ log e = 1.  One value fewer is too small a sample.
func TestTheSmallestSampleOfAnIndex(t *testing.T) {
	sample := make([]float64, 100)
	for i := range sample {
		sample[i] = 1
	}
	for i := range 10 {
		sample[i] = math.E
	}
	tail := HillIndex(sample, 0.01)
	require.Equal(t, 10, tail.K)
	require.InDelta(t, 1, float64(tail.Index), 1e-15)
	require.Zero(t, HillIndex(sample[:99], 0.01).K)
}

func TestTheMeanExistsAboveOneOnly(t *testing.T) {
	require.False(t, Tail{Index: 1, Lo: 1, Hi: 1}.HasMean(), "x^-1 has none")
	require.True(t, Tail{Index: 1, Lo: 1, Hi: 1}.NoMean())
	require.True(t, Tail{Index: 2, Lo: Number(math.Nextafter(1, 2)), Hi: 3}.HasMean())
	require.False(t, Tail{Index: 1, Lo: 0.5, Hi: Number(math.Nextafter(1, 2))}.NoMean())
}

func TestSlope(t *testing.T) {
	x := []float64{1, 2, 4, 8}
	slope, se := Slope(x, []float64{3, 12, 48, 192}) // 3x²
	require.InDelta(t, 2, slope, 1e-14)
	require.InDelta(t, 0, se, 1e-14)
	// log₂y = (0, 2, 1): slope 1/2, residuals (-1/2, 1, -1/2), s² = 1.5, Σ(x-x̄)² = 2.
	slope, se = Slope([]float64{1, 2, 4}, []float64{1, 4, 2})
	require.InDelta(t, 0.5, slope, 1e-14)
	require.InDelta(t, math.Sqrt(1.5/2), se, 1e-14)
	_, se = Slope([]float64{1, 2}, []float64{1, 4})
	require.True(t, math.IsNaN(se))
	slope, _ = Slope([]float64{3, 3}, []float64{1, 4})
	require.True(t, math.IsNaN(slope))
}
