// Package stat summarises stopping times.  A summary carries what a reader
// needs to judge it: the number of runs, the limits of a quantile and the level
// they really reach.  What does not exist is ±Inf or NaN, never a number that
// looks plausible.
package stat

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"sort"

	"gonum.org/v1/gonum/stat"

	"vectorborda/bounds"
)

// Quantile is an empirical quantile with distribution-free limits.
type Quantile struct {
	Value  float64 // inf{x : F̂(x) ≥ q}, the ⌈nq⌉-th smallest
	Lo, Hi float64 // limits from order statistics; -Inf or +Inf where n is too small for one
	Level  float64 // P(Lo ≤ true quantile ≤ Hi) is at least this, whatever the distribution
}

// Summary describes a sample of stopping times; a run that did not stop counts
// as +Inf.
type Summary struct {
	N        int
	Mean, SE float64 // +Inf and NaN if a run did not stop; SE is NaN for N < 2
	Median   float64
	Q        Quantile
}

// Summarize describes the sample with its q-quantile, whose limits miss the true
// quantile with probability at most alpha.
func Summarize(sample []float64, q, alpha float64) (Summary, error) {
	if len(sample) == 0 {
		return Summary{}, errors.New("no finished run: nothing to summarise")
	}
	sorted := slices.Sorted(slices.Values(sample))
	if math.IsNaN(sorted[0]) {
		return Summary{}, errors.New("a stopping time is NaN")
	}
	quantile, err := quantileOf(sorted, q, alpha)
	if err != nil {
		return Summary{}, err
	}
	s := Summary{N: len(sorted), Median: empirical(sorted, 0.5), Q: quantile}
	s.Mean, s.SE = meanAndError(sorted)
	return s, nil
}

func meanAndError(sorted []float64) (mean, se float64) {
	if math.IsInf(sorted[len(sorted)-1], 1) {
		return math.Inf(1), math.NaN()
	}
	mean, sd := stat.MeanStdDev(sorted, nil)
	return mean, sd / math.Sqrt(float64(len(sorted)))
}

// empirical is inf{x : F̂(x) ≥ q} of a sorted sample: its ⌈nq⌉-th value, found
// by counting so that rounding of n·q cannot move it.
func empirical(sorted []float64, q float64) float64 {
	n := len(sorted)
	k := sort.Search(n, func(k int) bool { return float64(k+1)/float64(n) >= q })
	return sorted[min(k, n-1)]
}

// quantileOf takes the order statistics X_(l) and X_(u) with the largest l such
// that P(Bin(n,q) < l) ≤ α/2 and the smallest u with P(Bin(n,q) ≥ u) ≤ α/2:
// X_(l) > Q needs fewer than l values at or below Q, and X_(u) < Q needs u values
// below it.
func quantileOf(sorted []float64, q, alpha float64) (Quantile, error) {
	if !(q > 0 && q < 1) || !(alpha > 0 && alpha < 1) {
		return Quantile{}, fmt.Errorf("quantile %v at error %v: both must be inside (0,1)", q, alpha)
	}
	n := len(sorted)
	out := Quantile{Value: empirical(sorted, q), Lo: math.Inf(-1), Hi: math.Inf(1)}
	below := func(l int) float64 { p, _ := bounds.LogBinomialCDF(int64(l-1), int64(n), q); return math.Exp(p) }
	above := func(u int) float64 { p, _ := bounds.LogBinomialTail(int64(u), int64(n), q); return math.Exp(p) }
	missed := 0.0
	if l := sort.Search(n, func(k int) bool { return below(k+1) > alpha/2 }); l > 0 {
		out.Lo, missed = sorted[l-1], below(l)
	}
	if u := 1 + sort.Search(n, func(k int) bool { return above(k+1) <= alpha/2 }); u <= n {
		out.Hi, missed = sorted[u-1], missed+above(u)
	}
	out.Level = 1 - missed
	return out, nil
}
