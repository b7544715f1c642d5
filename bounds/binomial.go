package bounds

import (
	"fmt"
	"math"
)

// maxBinomialN is the largest number of trials: up to here every count is a float64.
const maxBinomialN = 1 << 53

// LogBinomialPMF is log P(X = k) for X ~ Binomial(n, p),
//
//	log f(k; n, p) = log( n!/(k!(n-k)!) · p^k · (1-p)^(n-k) ),
//
// and -Inf where that probability is 0, so also for k outside [0, n]. The
// error is below 80u·(1+|result|), u = 2^-53, and the cost is constant.
//
// n must lie in [0, 2^53] and p in [0, 1]; all else is an error.
//
// Source: Loader (2000), see bd0.
func LogBinomialPMF(k, n int64, p float64) (float64, error) {
	if err := checkBinomial(n, p); err != nil {
		return math.NaN(), err
	}
	if k < 0 || k > n {
		return math.Inf(-1), nil
	}
	return newBinomialLaw(n, p).logPMF(float64(k)), nil
}

// LogBinomialTail is log P(X ≥ k) for X ~ Binomial(n, p): 0 for k ≤ 0, -Inf for
// k > n. A tail far below the smallest float64 has a finite log, and one next to
// 1 keeps its distance from 1. Where the N probabilities summed, f being the
// first, are those of the tail,
//
//	|error| ≤ (80·(1+|log f|) + 7N)·u,   u = 2^-53;
//
// where they are those of its complement c < 3/4, it is at most 2c/(1-c) times
// that and 4u·|result|.
//
// The cost is N ≤ min(n, 9·sqrt(np(1-p)) + 60) terms of about 2 ns: microseconds
// for n = 10^6, a second for n = 2^53 with k near the mean, less in the tails.
//
// n must lie in [0, 2^53] and p in [0, 1]; all else is an error.
func LogBinomialTail(k, n int64, p float64) (float64, error) {
	if err := checkBinomial(n, p); err != nil {
		return math.NaN(), err
	}
	tail, _ := newBinomialLaw(n, p).logTail(k)
	return tail, nil
}

// LogBinomialCDF is log P(X ≤ k) for X ~ Binomial(n, p): -Inf for k < 0, 0 for
// k ≥ n. Accuracy, cost and errors are those of [LogBinomialTail].
func LogBinomialCDF(k, n int64, p float64) (float64, error) {
	if err := checkBinomial(n, p); err != nil {
		return math.NaN(), err
	}
	cdf, _ := newBinomialLaw(n, p).logCDF(k)
	return cdf, nil
}

// EncloseLogBinomialTail encloses log P(X ≥ k) for X ~ Binomial(n, p): the value
// and the error of [LogBinomialTail], with as much again for the rounding of the
// ends.
func EncloseLogBinomialTail(k, n int64, p float64) (Interval, error) {
	if err := checkBinomial(n, p); err != nil {
		return wholeLine(), err
	}
	return around(newBinomialLaw(n, p).logTail(k)), nil
}

// EncloseLogBinomialCDF encloses log P(X ≤ k) likewise.
func EncloseLogBinomialCDF(k, n int64, p float64) (Interval, error) {
	if err := checkBinomial(n, p); err != nil {
		return wholeLine(), err
	}
	return around(newBinomialLaw(n, p).logCDF(k)), nil
}

// around is [v-2e, min(v+2e, 0)] for a log probability v with error e; -Inf, the
// log of a true 0, is -Inf.
func around(v, e float64) Interval {
	if math.IsInf(v, -1) {
		return Interval{v, -math.MaxFloat64}
	}
	return Interval{v - 2*e - 0x1p-1074, min(0, v+2*e+0x1p-1074)}
}

func checkBinomial(n int64, p float64) error {
	if n < 0 || n > maxBinomialN {
		return fmt.Errorf("bounds: n = %d trials: give a number from 0 to 2^53", n)
	}
	if !(p >= 0 && p <= 1) {
		return fmt.Errorf("bounds: p = %v is no probability: give a number in [0, 1]", p)
	}
	return nil
}

// binomialLaw is Binomial(n, p) with q = 1-p, rounded once, and np = mean + rest
// without error (a two-product by fused multiply-add).
type binomialLaw struct {
	trials            int64
	n, p, q           float64
	mean, rest, mean2 float64
}

func newBinomialLaw(n int64, p float64) binomialLaw {
	f := float64(n)
	mean := f * p
	return binomialLaw{trials: n, n: f, p: p, q: 1 - p, mean: mean, rest: math.FMA(f, p, -mean), mean2: f * (1 - p)}
}

// logPMF is log f(k), 0 ≤ k ≤ n, as in saddle.go. For 0 < k < n the log of the
// square root and the two deviances have the same sign and f ≤ 1/2, so nothing
// cancels but Stirling corrections below 0.25: the error is at most 64u of the
// deviances, which are at most |log f| + 0.25, and 16u for all else.
//
// Both deviances are taken from one difference h = k - np = nq - (n-k): either
// k - mean is exact or it is far larger than rest, so h is right to 2u.
func (b binomialLaw) logPMF(k float64) float64 {
	switch {
	case b.n == 0:
		return 0
	case k == 0:
		return b.n * math.Log1p(-b.p)
	case k == b.n:
		return b.n * logOf(b.p)
	}
	h := (k - b.mean) - b.rest
	deviance := bd0h(k, b.mean, h) + bd0h(b.n-k, b.mean2, -h)
	root := 0.5 * math.Log(b.n/(2*math.Pi*k*(b.n-k)))
	return root - deviance + (StirlingError(b.n) - StirlingError(k) - StirlingError(b.n-k))
}

// logTail is log P(X ≥ k) and a bound on its absolute error. Above the mode the
// probabilities from k outwards are added; up to the mode those below k are, and
// the tail is 1 minus them: they come to less than 3/4, so at most two bits cancel.
func (b binomialLaw) logTail(k int64) (log, err float64) {
	switch {
	case k <= 0 || k <= b.trials && b.p == 1:
		return 0, 0
	case k > b.trials || b.p == 0:
		return math.Inf(-1), 0
	case float64(k) > b.mean+b.p:
		return b.outward(float64(k), float64(k), b.p/b.q)
	}
	return complement(b.outward(float64(k-1), float64(b.trials-k+1), b.q/b.p))
}

// logCDF is log P(X ≤ k) and a bound on its absolute error: logTail, seen from
// the other end.
func (b binomialLaw) logCDF(k int64) (log, err float64) {
	switch {
	case k >= b.trials || k >= 0 && b.p == 0:
		return 0, 0
	case k < 0 || b.p == 1:
		return math.Inf(-1), 0
	case float64(k) < b.mean+b.p:
		return b.outward(float64(k), float64(b.trials-k), b.q/b.p)
	}
	return complement(b.outward(float64(k+1), float64(k+1), b.p/b.q))
}

// outward is the log of the probability of k and of everything beyond it, away
// from the mode, with a bound on its absolute error. Seen from its own end, k is
// the j-th outcome and each probability is (n-j)/(j+1)·odds times the one before.
func (b binomialLaw) outward(k, j, odds float64) (log, err float64) {
	const u = 0x1p-53
	first := b.logPMF(k)
	sum, terms := outwardSum(j, b.n, odds)
	return first + math.Log(sum), u * (80*(1-first) + 7*terms)
}

// outwardSum is 1 + r₀ + r₀r₁ + … with r_i = (n-j-i)/(j+i+1)·odds, and the number
// of its terms. The r_i decrease, so the terms left out after a term t with ratio
// r < 1 come to at most t·r/(1-r), which the last test puts below u/2 of the sum.
//
// The ratio odds comes rounded by 2u, so r_i is right to 4u, the i-th term to
// 5iu, and adding up costs at most u a term: all in all below 7u times the
// number of terms, the remainder included.
func outwardSum(j, n, odds float64) (sum, terms float64) {
	sum, terms = 1, 1
	for t := 1.0; j < n; j++ {
		r := (n - j) / (j + 1) * odds
		t *= r
		sum += t
		terms++
		if t*r <= sum*(1-r)*0x1p-54 {
			break
		}
	}
	return sum, terms
}

// complement is log(1 - e^log) with its error bound carried along.
func complement(log, err float64) (float64, float64) {
	const u = 0x1p-53
	e := math.Exp(log)
	c := math.Log1p(-e) + 0 // +0 turns -0 into 0
	return c, 2*err*e/(1-e) - 4*u*c
}
