package bounds

import (
	"fmt"
	"math"
)

// Kappa is κ_B = σ(2B)·σ(-2B), the smallest slope of σ on [-2B, 2B] (Lemma B.3:
// Δ_i^B ≥ κ_B·Δ_i^θ on Θ_{B,d}), evaluated as t/(1+t)² with t = e^-2B.
//
// It needs a finite B ≥ 0. While κ_B is a normal number (2B ≤ 708) the relative
// error is below 2^-49: 4·2^-52 for t (see [Interval.Logistic]; it counts at most
// once, since |dlog κ/dlog t| ≤ 1), 2^-53 for the sum, twice, and for each of two
// operations more; below, it is absolute, a few times 2^-1074. From 2B ≈ 745 on κ_B underflows to 0, and
// Kappa returns [ErrRange] rather than a 0 that somebody divides by.
func Kappa(B float64) (float64, error) {
	if err := needB("κ_B", B); err != nil {
		return 0, err
	}
	t := math.Exp(-2 * B)
	if t == 0 {
		return 0, fmt.Errorf("κ_B underflows to 0 for B = %.6g (2B above about 745): %w", B, ErrRange)
	}
	return t / ((1 + t) * (1 + t)), nil
}

// needB is 0 ≤ B < ∞.
func needB(statement string, B float64) error {
	return need(B >= 0 && B <= math.MaxFloat64, statement, "0 ≤ B < ∞", "B = %.6g", B)
}
