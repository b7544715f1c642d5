package bounds

import (
	"cmp"
	"fmt"
)

// Theorem31 is the instance-dependent upper bound on τ of Theorem 3.1, in
// comparisons,
//
//	d·K + (128·d/κ_B²)·Σ_i L_i^θ/(Δ_i^θ)²,  L_i^θ = log(4·K·d·(M_i^θ)²/δ),  M_i^θ = 1 + ⌈log₂(4/(κ_B·Δ_i^θ))⌉,
//
// for the latent gaps Δ_i^θ = gap[i] of K = len(gap) models with scores in
// Θ_{B,d}: it bounds τ with probability 1-δ together with P̂ = P(θ), hence the
// stopping quantile Q_{θ,δ}. It needs K ≥ 2, d ≥ 1, 0 < δ < 1, finite B and
// 0 < gap[i] ≤ 2B (no gap on Θ_{B,d} is larger), else a [*HypothesisError]; a
// bound or a κ_B beyond float64 is [ErrRange].
//
// The relative error is below (K+40)·2^-53, except that M_i^θ is rounded up
// where float64 cannot tell: see [latentPhase].
func Theorem31(gap []float64, d int, B, delta float64) (float64, error) {
	const statement = "Theorem 3.1"
	K := len(gap)
	err := cmp.Or(
		needRoster(statement, K, d),
		needDelta(statement, delta),
		needB(statement, B),
		needGaps(statement, "0 < Δ_i^θ ≤ 2B for every i", gap, 2*B),
	)
	if err != nil {
		return 0, err
	}
	kappa, err := Kappa(B)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", statement, err)
	}
	sum := 0.0
	for _, g := range gap {
		sum += cost(K, d, delta, kappa*g, latentPhase(kappa*g))
	}
	return finite(statement, total(K, d, sum))
}

// latentPhase is M = 1 + ⌈log₂(4/(κ_B·Δ))⌉ from the float64 product x of κ_B and
// Δ. The true product is never a power of two (κ_B is transcendental for B ≠ 0)
// but x can be: with B = Δ = 2^-30, κ_B rounds to 1/4, and log₂(4/x) = 34 is just
// below the truth. A bound that is too small is the error that matters here, so
// x is lowered by 2^-48, more than the errors of κ_B (2^-49) and of the products
// (2^-53 each): M is never too small, and one too large only when κ_B·Δ is within
// 2^-47 above a power of two.
func latentPhase(x float64) int { return lastPhase(x * (1 - 0x1p-48)) }
