package bounds

import (
	"fmt"
	"math"
)

// ClopperPearson returns the exact two-sided confidence limits for p after k
// wins in n trials,
//
//	lo = sup{p : P_p(X ≥ k) ≤ α/2},   hi = inf{p : P_p(X ≤ k) ≤ α/2},
//
// with lo = 0 at k = 0 and hi = 1 at k = n, so that P_p(lo ≤ p ≤ hi) ≥ 1-α for
// every p. Both limits are rounded outward: rounding never costs coverage.
//
// It needs 0 ≤ k ≤ n ≤ 2^53 and 0 < α < 1. The cost is about 60 evaluations of
// [LogBinomialTail] a side.
//
// Source: C. J. Clopper and E. S. Pearson, "The use of confidence or fiducial
// limits illustrated in the case of the binomial", Biometrika 26 (1934).
func ClopperPearson(k, n int64, alpha float64) (lo, hi float64, err error) {
	if lo, err = LowerLimit(k, n, alpha/2); err != nil {
		return math.NaN(), math.NaN(), err
	}
	hi, err = UpperLimit(k, n, alpha/2)
	return lo, hi, err
}

// UpperLimit is the exact one-sided upper confidence limit
// inf{p : P_p(X ≤ k) ≤ α} for p after k wins in n trials, rounded up; 1 at k = n.
// At k = 0 it is 1-α^(1/n). Domain and cost are those of [ClopperPearson].
func UpperLimit(k, n int64, alpha float64) (float64, error) {
	if err := checkLimit(k, n, alpha); err != nil {
		return math.NaN(), err
	}
	switch k {
	case n:
		return 1, nil
	case 0:
		return math.Min(1, -math.Expm1(logOf(alpha)/float64(n))*(1+8*0x1p-53)), nil
	}
	_, hi := bisectFloats(0, 1, func(p float64) bool {
		return certainlyAtMost(alpha)(newBinomialLaw(n, p).logCDF(k))
	})
	return hi, nil
}

// LowerLimit is the exact one-sided lower confidence limit
// sup{p : P_p(X ≥ k) ≤ α} for p after k wins in n trials, rounded down; 0 at k = 0.
// At k = n it is α^(1/n). Domain and cost are those of [ClopperPearson].
func LowerLimit(k, n int64, alpha float64) (float64, error) {
	if err := checkLimit(k, n, alpha); err != nil {
		return math.NaN(), err
	}
	switch k {
	case 0:
		return 0, nil
	case n:
		x := logOf(alpha) / float64(n)
		return math.Exp(x) * (1 - (8-8*x)*0x1p-53), nil
	}
	lo, _ := bisectFloats(0, 1, func(p float64) bool {
		return !certainlyAtMost(alpha)(newBinomialLaw(n, p).logTail(k))
	})
	return lo, nil
}

func checkLimit(k, n int64, alpha float64) error {
	if err := checkBinomial(n, 0); err != nil {
		return err
	}
	if k < 0 || k > n {
		return fmt.Errorf("bounds: k = %d wins in n = %d trials: give a number from 0 to n", k, n)
	}
	if !(alpha > 0 && alpha < 1) {
		return fmt.Errorf("bounds: error probability %v a side: give an alpha in (0, 1)", alpha)
	}
	return nil
}

// certainlyAtMost tells whether a log probability, known up to err, is at most
// log α beyond doubt.
func certainlyAtMost(alpha float64) func(log, err float64) bool {
	level := logOf(alpha)
	level += 2 * 0x1p-53 * level
	return func(log, err float64) bool { return log+err <= level }
}

// bisectFloats returns neighbouring float64s lo < hi with !above(lo) and
// above(hi), given that this holds for the arguments, 0 ≤ lo < hi. Non-negative
// float64s are ordered as their bits are, so this takes at most 62 steps.
func bisectFloats(lo, hi float64, above func(float64) bool) (float64, float64) {
	a, b := math.Float64bits(lo), math.Float64bits(hi)
	for b-a > 1 {
		mid := a + (b-a)/2
		if above(math.Float64frombits(mid)) {
			b = mid
		} else {
			a = mid
		}
	}
	return math.Float64frombits(a), math.Float64frombits(b)
}
