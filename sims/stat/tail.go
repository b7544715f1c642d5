package stat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mathext"
)

// Tail is Hill's estimate of the tail index a of P(X > x) ~ x^-a, with limits
// that are exact for a Pareto tail.  The mean exists for a > 1, the standard
// error of a mean for a > 2.
type Tail struct {
	Index Number `json:"tail_index"` // +Inf where the largest values are all equal: no heavy tail
	Lo    Number `json:"tail_lo"`
	Hi    Number `json:"tail_hi"`
	K     int    `json:"-"` // number of largest values that were used; 0 where the sample is too small
}

// leastTail is the fewest order statistics from which an index is estimated.
const leastTail = 10

// HillIndex estimates the tail index of a positive sample from its ⌊√n⌋ largest
// values,
//
//	1/Index = (1/k) Σ_{i≤k} log(X_(n-i+1)/X_(n-k)),
//
// with limits that miss it with probability alpha, since k·a/Index has the Gamma(k)
// law under a Pareto tail.  Fewer than 100 values give K = 0 and limits (0, +Inf);
// an infinite value gives index 0, for nothing is known of its size.
//
// Source: B. M. Hill, "A simple general approach to inference about the tail of
// a distribution", Ann. Statist. 3 (1975).
func HillIndex(sample []float64, alpha float64) Tail {
	k := int(math.Sqrt(float64(len(sample))))
	if k < leastTail {
		return Tail{Index: Number(math.NaN()), Lo: 0, Hi: Number(math.Inf(1))}
	}
	sorted := slices.Sorted(slices.Values(sample))
	threshold, sum := sorted[len(sorted)-k-1], 0.0
	for _, x := range sorted[len(sorted)-k:] {
		sum += math.Log(x / threshold)
	}
	switch {
	case math.IsInf(sum, 1) || math.IsNaN(sum):
		return Tail{K: k}
	case sum == 0:
		none := Number(math.Inf(1))
		return Tail{none, none, none, k}
	}
	n := float64(k)
	limit := func(p float64) Number { return Number(mathext.GammaIncRegInv(n, p) / sum) }
	return Tail{Number(n / sum), limit(alpha / 2), limit(1 - alpha/2), k}
}

// HasMean reports whether the limits place the index above 1.
func (t Tail) HasMean() bool { return t.Lo > 1 }

// NoMean reports whether the limits place the index at or below 1.
func (t Tail) NoMean() bool { return t.Hi <= 1 }
