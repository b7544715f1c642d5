package bounds

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The limits decided by whole numbers: P_hi(X ≤ k) ≤ α/2 at hi but no longer
// 1e-11 further in, and the same for lo. "Outward" is thus exact, not rounded.
func TestClopperPearsonAgainstWholeNumbers(t *testing.T) {
	for _, n := range []int64{1, 2, 5, 10, 29, 60} {
		for _, alpha := range []float64{1e-12, 0.01, 0.05, 0.3, 0.999} {
			for k := range n + 1 {
				checkLimits(t, k, n, alpha)
			}
		}
	}
}

func checkLimits(t *testing.T, k, n int64, alpha float64) {
	lo, hi, err := ClopperPearson(k, n, alpha)
	require.NoError(t, err)
	if k == 0 {
		require.Zero(t, lo)
	} else {
		at, inside := newExactBinomial(n, lo), newExactBinomial(n, lo*(1+1e-11))
		require.True(t, at.atMost(at.sum(k, n), alpha/2), "lo(%d, %d, %v) = %v", k, n, alpha, lo)
		require.False(t, inside.atMost(inside.sum(k, n), alpha/2), "lo(%d, %d, %v) = %v", k, n, alpha, lo)
	}
	if k == n {
		require.Equal(t, 1.0, hi)
		return
	}
	at, inside := newExactBinomial(n, hi), newExactBinomial(n, hi*(1-1e-11))
	require.True(t, at.atMost(at.sum(0, k), alpha/2), "hi(%d, %d, %v) = %v", k, n, alpha, hi)
	require.False(t, inside.atMost(inside.sum(0, k), alpha/2), "hi(%d, %d, %v) = %v", k, n, alpha, hi)
}

// Coverage Σ_k f(k; n, p)·1{lo ≤ p ≤ hi} ≥ 1-α, on a grid of p and at every limit
// and its neighbours, where coverage jumps. 1e-12 is far above the error of f.
func TestClopperPearsonCovers(t *testing.T) {
	for _, alpha := range []float64{0.01, 0.05, 0.2} {
		for _, n := range []int64{1, 3, 10, 37, 120} {
			lo, hi := allLimits(t, n, alpha)
			grid := append(append([]float64{}, lo...), hi...)
			for _, p := range append([]float64{}, grid...) {
				grid = append(grid, math.Nextafter(p, 0), math.Min(1, math.Nextafter(p, 2)))
			}
			for i := range 101 {
				grid = append(grid, float64(i)/100)
			}
			for _, p := range grid {
				require.GreaterOrEqual(t, coverage(t, n, p, lo, hi), 1-alpha-1e-12, "n=%d alpha=%v p=%v", n, alpha, p)
			}
		}
	}
}

func allLimits(t *testing.T, n int64, alpha float64) (lo, hi []float64) {
	for k := range n + 1 {
		l, h, err := ClopperPearson(k, n, alpha)
		require.NoError(t, err)
		lo, hi = append(lo, l), append(hi, h)
	}
	return lo, hi
}

func coverage(t *testing.T, n int64, p float64, lo, hi []float64) float64 {
	sum := 0.0
	for k := range n + 1 {
		if lo[k] <= p && p <= hi[k] {
			f, err := LogBinomialPMF(k, n, p)
			require.NoError(t, err)
			sum += math.Exp(f)
		}
	}
	return sum
}

// A Wald interval fails where Clopper and Pearson hold: the check can refute.
func TestCoverageRefutesWald(t *testing.T) {
	var lo, hi []float64
	for k := range int64(11) {
		p := float64(k) / 10
		half := 1.959964 * math.Sqrt(p*(1-p)/10)
		lo, hi = append(lo, p-half), append(hi, p+half)
	}
	require.Less(t, coverage(t, 10, 0.05, lo, hi), 0.5)
}

// Limits at the size of an arena, decided by the exact tails at the stated error.
func TestClopperPearsonLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := int64(1) << rapid.IntRange(0, 17).Draw(t, "log n")
		k := rapid.Int64Range(0, n).Draw(t, "k")
		alpha := math.Exp(-rapid.Float64Range(0.01, 40).Draw(t, "-log alpha"))
		lo, hi, err := ClopperPearson(k, n, alpha)
		require.NoError(t, err)
		require.LessOrEqual(t, lo, float64(k)/float64(n))
		require.GreaterOrEqual(t, hi, float64(k)/float64(n))
		for _, limit := range []struct {
			tail func(int64, int64, float64) (float64, error)
			p    float64
			open bool
		}{{LogBinomialTail, lo, k > 0}, {LogBinomialCDF, hi, k < n && hi < 1}} {
			log, err := limit.tail(k, n, limit.p)
			require.NoError(t, err)
			if limit.open {
				outward := 10 * 0x1p-53 * float64(n) / (1 - limit.p) // d log P/dp ≤ n/(p(1-p)), limits moved out by up to 10u·p
				require.InDelta(t, math.Log(alpha/2), log, outward+1e-9*(1+math.Abs(math.Log(alpha))))
				require.LessOrEqual(t, log, math.Log(alpha/2)+1e-15*math.Abs(log))
			}
		}
	})
}

// Newcombe, "Two-sided confidence intervals for the single proportion", Stat.
// Med. 17 (1998), table I, method 5, to the four decimals printed there.
func TestClopperPearsonPublished(t *testing.T) {
	for _, row := range []struct {
		k, n   int64
		lo, hi float64
	}{{81, 263, 0.2527, 0.3676}, {15, 148, 0.0578, 0.1617}, {0, 20, 0, 0.1684}, {1, 29, 0.0009, 0.1776}} {
		lo, hi, err := ClopperPearson(row.k, row.n, 0.05)
		require.NoError(t, err)
		require.InDelta(t, row.lo, lo, 0.00005, "%d of %d", row.k, row.n)
		require.InDelta(t, row.hi, hi, 0.00005, "%d of %d", row.k, row.n)
	}
}

func TestLimitsAtTheEnds(t *testing.T) {
	lo, hi, err := ClopperPearson(0, 0, 0.05)
	require.NoError(t, err)
	require.Equal(t, [2]float64{0, 1}, [2]float64{lo, hi}, "no trial says nothing")
	hi, err = UpperLimit(0, 1<<53, 0.05)
	require.NoError(t, err)
	within(t, -math.Log(0.05)/0x1p53, hi, 32, "rule of three")
	lo, err = LowerLimit(1<<53, 1<<53, 1e-300)
	require.NoError(t, err)
	within(t, 1+math.Log(1e-300)/0x1p53, lo, 16)
	lo, err = LowerLimit(1, 1_000_000_000, 1e-300)
	require.NoError(t, err)
	within(t, 1e-309, lo, 2*80*(1+692), "P(X ≥ 1) = np for tiny p, to twice the error of its log")
	hi, err = UpperLimit(0, 1, 0.05)
	require.NoError(t, err)
	within(t, 0.95, hi, 16)
	require.GreaterOrEqual(t, hi, 0.95)
}

func TestLimitRefusals(t *testing.T) {
	for _, row := range []struct {
		k, n    int64
		alpha   float64
		mention string
	}{
		{-1, 10, 0.05, "k = -1"},
		{11, 10, 0.05, "k = 11"},
		{0, -1, 0.05, "n = -1"},
		{5, 1<<53 + 1, 0.05, "n = 9007199254740993"},
		{5, 10, 0, "alpha"},
		{5, 10, 2, "alpha"},
		{5, 10, math.NaN(), "alpha"},
	} {
		_, _, err := ClopperPearson(row.k, row.n, row.alpha)
		require.ErrorContains(t, err, row.mention)
		_, err = UpperLimit(row.k, row.n, row.alpha)
		require.ErrorContains(t, err, row.mention)
		_, err = LowerLimit(row.k, row.n, row.alpha)
		require.ErrorContains(t, err, row.mention)
	}
}

func BenchmarkClopperPearson(b *testing.B) {
	for b.Loop() {
		_, _, _ = ClopperPearson(270, 1000, 0.05)
	}
}
