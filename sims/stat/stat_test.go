package stat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
)

func TestEmpiricalQuantileIsTheCeilingOrderStatistic(t *testing.T) {
	for _, c := range []struct {
		n     int
		delta float64
		want  float64
	}{
		{1, 0.05, 1}, {2, 0.5, 1}, {3, 0.5, 2}, {20, 0.05, 19}, {200, 0.05, 190}, {201, 0.05, 191}, {10, 0.9, 1},
		{20, 0.95, 1}, {10, 0.7, 3}, {100, 0.41, 59}, {100, 0.57, 43}, // 1-δ rounds up in float64
		{5, 1e-300, 5}, {5, 0.999999, 1},
	} {
		sample := make([]float64, c.n)
		for i := range sample {
			sample[i] = float64(c.n - i) // 1…n, not in order
		}
		s, err := Summarize(sample, c.delta, 0.05)
		require.NoError(t, err)
		require.EqualValues(t, c.want, s.Quantile.Value, "n=%d δ=%v", c.n, c.delta)
	}
}

// For X ~ Bin(16, 3/4): P(X ≤ 8) = 0.0271, P(X ≤ 9) = 0.0796, and P(X ≥ 15) =
// 16·(3/4)^15/4 + (3/4)^16 = 0.0635, P(X ≥ 14) = 0.1971.  With 0.064 a side the
// limits of the upper quartile are X_(9) and X_(15).
func TestQuantileLimitsOfSixteenRunsByHand(t *testing.T) {
	sample := make([]float64, 16)
	for i := range sample {
		sample[i] = float64(i + 1)
	}
	s, err := Summarize(sample, 0.25, 0.128)
	require.NoError(t, err)
	require.EqualValues(t, 9.0, s.Quantile.Lo)
	require.EqualValues(t, 15.0, s.Quantile.Hi)
	exact := 0.0
	for k := int64(9); k <= 14; k++ {
		p, err := bounds.LogBinomialPMF(k, 16, 0.75)
		require.NoError(t, err)
		exact += math.Exp(p)
	}
	require.InDelta(t, exact, s.Quantile.Level, 1e-14)
}

func TestLimitsAreOpenWhereTheSampleIsTooSmall(t *testing.T) {
	s, err := Summarize([]float64{1, 2, 3}, 0.05, 0.05)
	require.NoError(t, err)
	require.True(t, math.IsInf(float64(s.Quantile.Hi), 1), "three runs cannot bound a 0.95-quantile from above")
	require.Greater(t, s.Quantile.Level, 0.95)
	s, err = Summarize([]float64{1, 2, 3}, 0.95, 0.05)
	require.NoError(t, err)
	require.True(t, math.IsInf(float64(s.Quantile.Lo), -1), "nor a 0.05-quantile from below")
	require.Greater(t, s.Quantile.Level, 0.95)
}

// Coverage measured on uniform samples lies inside exact limits around the
// stated level, which is attained for a continuous distribution.  The false-alarm
// rate is 1e-9 for each of the two sample sizes, 2e-9 for the test.
func TestQuantileLimitsCoverAsStated(t *testing.T) {
	src := rand.New(rand.NewPCG(3, 4))
	const runs = 4000
	for _, n := range []int{100, 400} {
		hit, level := int64(0), 0.0
		for range runs {
			sample := make([]float64, n)
			for i := range sample {
				sample[i] = src.Float64()
			}
			s, err := Summarize(sample, 0.1, 0.1)
			require.NoError(t, err)
			if level = s.Quantile.Level; s.Quantile.Lo <= 0.9 && 0.9 <= s.Quantile.Hi {
				hit++
			}
		}
		lo, hi, err := bounds.ClopperPearson(hit, runs, 1e-9)
		require.NoError(t, err)
		require.True(t, lo <= level && level <= hi, "n=%d: level %v, measured %v", n, level, float64(hit)/runs)
		require.GreaterOrEqual(t, level, 0.9)
	}
}

// (1, …, 5): mean 3, variance (4+1+0+1+4)/4 = 5/2, SE² = (5/2)/5 = 1/2.  Sums and
// variance are exact here; two square roots, their quotient and the √½ beside it
// err by at most a relative 2⁻⁵³ each.
func TestStandardErrorIsThatOfTheMean(t *testing.T) {
	s, err := Summarize([]float64{5, 3, 1, 2, 4}, 0.5, 0.5)
	require.NoError(t, err)
	require.EqualValues(t, 3.0, s.Mean)
	require.InDelta(t, math.Sqrt(0.5), float64(s.SE), 4*0x1p-53)
	require.Equal(t, 5, s.N)
	s, err = Summarize([]float64{7}, 0.5, 0.5)
	require.NoError(t, err)
	require.EqualValues(t, 7.0, s.Mean)
	require.True(t, math.IsNaN(float64(s.SE)), "one run has no standard error")
}

func TestTheMedianOfAnEvenNumberIsTheLowerOne(t *testing.T) {
	for n, want := range map[int]float64{1: 1, 2: 1, 3: 2, 4: 2, 100: 50, 101: 51, 200: 100} {
		sample := make([]float64, n)
		for i := range sample {
			sample[i] = float64(i + 1)
		}
		s, err := Summarize(sample, 0.05, 0.05)
		require.NoError(t, err)
		require.EqualValues(t, want, s.Median, "n = %d", n)
	}
}

func TestARunThatDidNotStopHasNoMean(t *testing.T) {
	s, err := Summarize([]float64{1, math.Inf(1), 2}, 0.5, 0.05)
	require.NoError(t, err)
	require.True(t, math.IsInf(float64(s.Mean), 1))
	require.True(t, math.IsNaN(float64(s.SE)))
	require.EqualValues(t, 2.0, s.Median)
}

func TestSummarizeRefuses(t *testing.T) {
	_, err := Summarize(nil, 0.5, 0.05)
	require.ErrorContains(t, err, "no finished run")
	_, err = Summarize([]float64{math.NaN()}, 0.5, 0.05)
	require.ErrorContains(t, err, "NaN")
	for _, c := range [][2]float64{{0, 0.05}, {1, 0.05}, {math.NaN(), 0.05}, {0.5, 0}, {0.5, 1}, {0.5, -1}, {0.5, math.NaN()}} {
		_, err = Summarize([]float64{1}, c[0], c[1])
		require.ErrorContains(t, err, "inside (0,1)", "δ = %v, α = %v", c[0], c[1])
	}
}

// A mean that does not exist, and the error of a mean without a variance, are left out.
func TestMeansThatDoNotExistAreLeftOut(t *testing.T) {
	for _, c := range []struct {
		lo, hi   Number
		mean, se bool
	}{{0.25, 0.75, false, false}, {0.5, 1, false, false}, {0.5, 1.5, true, false}, {1.5, 3, true, false}, {2, 3, true, false}, {2.5, 3, true, true}} {
		got := Tau{Summary{Mean: 5, SE: 1}, Tail{Index: 1, Lo: c.lo, Hi: c.hi, K: 10}}.existing()
		require.Equal(t, c.mean, !math.IsNaN(float64(got.Mean)), "%v", c)
		require.Equal(t, c.se, !math.IsNaN(float64(got.SE)), "%v", c)
	}
	open, err := Describe(append(make([]float64, 200), math.Inf(1)), 0.05)
	require.NoError(t, err)
	require.True(t, math.IsInf(float64(open.Mean), 1), "a run that did not stop is seen")
}

func ExampleSummarize() {
	s, _ := Summarize([]float64{3, 1, 2, 5, 4}, 0.5, 0.2)
	fmt.Printf("median %v, limits [%v, %v] at level %.4f\n", s.Median, s.Quantile.Lo, s.Quantile.Hi, s.Quantile.Level)
	// Output: median 3, limits [1, 5] at level 0.9375
}
