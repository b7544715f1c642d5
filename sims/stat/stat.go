// Package stat summarises stopping times.  A summary carries what a reader
// needs to judge it: the number of runs, the limits of a quantile and the level
// they really reach.  What does not exist is ±Inf or NaN, never a number that
// looks plausible.
package stat

import (
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"sort"
	"strconv"

	"gonum.org/v1/gonum/stat"

	"vectorborda/bounds"
)

// LimitsError is the probability with which the limits of a quantile, a tail index, a
// rate or an estimate that a report shows miss the true value.
const LimitsError = 0.01

// Quantile is an empirical (1-δ)-quantile with distribution-free limits.
type Quantile struct {
	Value Number  `json:"q"`       // inf{x : F̂(x) ≥ 1-δ}, the (n-⌊nδ⌋)-th smallest
	Lo    Number  `json:"q_lo"`    // limits from order statistics; -Inf or +Inf where n is too small for one
	Hi    Number  `json:"q_hi"`    //
	Level float64 `json:"q_level"` // P(Lo ≤ true quantile ≤ Hi) is at least this, whatever the distribution
}

// Summary describes a sample of stopping times; a run that did not stop counts
// as +Inf.
type Summary struct {
	N      int    `json:"-"`
	Mean   Number `json:"mean"`   // +Inf if a run did not stop
	SE     Number `json:"se"`     // NaN then, and for N < 2
	Median Number `json:"median"` // the lower one, the ⌈N/2⌉-th smallest, where N is even
	Quantile
}

// Tau describes stopping times with their tail.
type Tau struct {
	Summary
	Tail
}

// Describe summarises stopping times, with limits at error LimitsError.
func Describe(sample []float64, delta float64) (Tau, error) {
	s, err := Summarize(sample, delta, LimitsError)
	return Tau{s, HillIndex(sample, LimitsError)}.existing(), err
}

// existing leaves out a mean that does not exist by the limits of the tail index, and
// an error of a mean whose variance may not; a run that did not stop keeps the mean +Inf.
func (t Tau) existing() Tau {
	if t.NoMean() && !math.IsInf(float64(t.Mean), 1) {
		t.Mean = Number(math.NaN())
	}
	if t.Tail.Lo <= 2 {
		t.SE = Number(math.NaN())
	}
	return t
}

// Summarize describes the sample with its (1-δ)-quantile, whose limits miss the
// true quantile with probability at most alpha.  It takes δ and not 1-δ, so that
// a small δ is not rounded away.
func Summarize(sample []float64, delta, alpha float64) (Summary, error) {
	if len(sample) == 0 {
		return Summary{}, errors.New("no finished run: nothing to summarise")
	}
	sorted := slices.Sorted(slices.Values(sample))
	if math.IsNaN(sorted[0]) {
		return Summary{}, errors.New("a stopping time is NaN")
	}
	quantile, err := quantileOf(sorted, delta, alpha)
	if err != nil {
		return Summary{}, err
	}
	mean, se := meanAndError(sorted)
	return Summary{len(sorted), Number(mean), Number(se), empirical(sorted, 0.5), quantile}, nil
}

// meanAndError is the mean of values with its standard error: 0 where they are equal, for
// then all deviations are the same few units in the last place, whose squares sum exactly.
// NaN where a value is infinite, and for fewer than two.
func meanAndError(values []float64) (mean, se float64) {
	mean, sd := stat.MeanStdDev(values, nil)
	return mean, stat.StdErr(sd, float64(len(values)))
}

// empirical is inf{x : F̂(x) ≥ 1-δ} of a sorted sample: at most nδ values may lie
// above it, so it is the (n-⌊nδ⌋)-th.
func empirical(sorted []float64, delta float64) Number {
	n := len(sorted)
	return Number(sorted[max(n-share(n, delta), 1)-1])
}

// share is ⌊nδ⌋ for the δ that was written: the float64 called 0.95 is a little
// below 19/20, but 20 of it are meant to be 19.
func share(n int, delta float64) int {
	written, _ := new(big.Rat).SetString(strconv.FormatFloat(delta, 'g', -1, 64))
	written.Mul(written, big.NewRat(int64(n), 1))
	return int(new(big.Int).Quo(written.Num(), written.Denom()).Int64())
}

// quantileOf takes the order statistics X_(l) and X_(u) with the largest l such
// that P(Bin(n,1-δ) < l) ≤ α/2 and the smallest u with P(Bin(n,1-δ) ≥ u) ≤ α/2:
// X_(l) > Q needs fewer than l values at or below Q, and X_(u) < Q needs u values
// below it.  Both tails are taken of the other count, Bin(n,δ).
func quantileOf(sorted []float64, delta, alpha float64) (Quantile, error) {
	if !(delta > 0 && delta < 1) || !(alpha > 0 && alpha < 1) {
		return Quantile{}, fmt.Errorf("(1-δ)-quantile for δ = %v at error %v: both must be inside (0,1)", delta, alpha)
	}
	n := int64(len(sorted))
	out := Quantile{Value: empirical(sorted, delta), Lo: Number(math.Inf(-1)), Hi: Number(math.Inf(1))}
	below := func(l int64) float64 { p, _ := bounds.LogBinomialTail(n-l+1, n, delta); return math.Exp(p) }
	above := func(u int64) float64 { p, _ := bounds.LogBinomialCDF(n-u, n, delta); return math.Exp(p) }
	missed := 0.0
	if l := sort.Search(len(sorted), func(k int) bool { return below(int64(k)+1) > alpha/2 }); l > 0 {
		out.Lo, missed = Number(sorted[l-1]), below(int64(l))
	}
	if u := 1 + sort.Search(len(sorted), func(k int) bool { return above(int64(k)+1) <= alpha/2 }); u <= len(sorted) {
		out.Hi, missed = Number(sorted[u-1]), missed+above(int64(u))
	}
	out.Level = 1 - missed
	return out, nil
}
