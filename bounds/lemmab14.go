package bounds

import (
	"cmp"
	"math"
)

// LemmaB14 is the lower bound on the symmetric instance θ^Δ of Lemma B.14, in
// comparisons,
//
//	Q_{θ^Δ,α} ≥ 4·d·(K-1)/(Δ+η̄)² · kl(1-δ-α, δ),
//
// for every algorithm that is δ-correct on a class which holds θ^Δ and, for every
// i ≥ 2 and r, some λ^{i,r,η} with η ≤ η̄. η̄ = 0 stands for a class that admits
// arbitrarily small η, such as Θ_{B,d} with Δ < 2B. It needs K ≥ 2, d ≥ 1,
// 0 < Δ < ∞, 0 ≤ η̄ < ∞, 0 < δ < 1/2 and 0 < α < 1-2δ, else a
// [*HypothesisError]. A bound above the largest float64 is [ErrRange]; one below
// the smallest rounds to 0, which is a lower bound still. The relative error
// is below 80·2^-53.
func LemmaB14(K, d int, gap, etaBar, alpha, delta float64) (float64, error) {
	const statement = "Lemma B.14"
	err := cmp.Or(
		needRoster(statement, K, d),
		need(gap > 0 && gap <= math.MaxFloat64, statement, "0 < Δ < ∞", "Δ = %.6g", gap),
		need(etaBar >= 0 && etaBar <= math.MaxFloat64, statement, "0 ≤ η̄ < ∞", "η̄ = %v", etaBar),
		need(delta > 0 && delta < 0.5, statement, "0 < δ < 1/2", "δ = %v", delta),
		need(alpha > 0 && alpha < 1 && oneMinus(2*delta, alpha) > 0, statement,
			"0 < α < 1-2δ", "α = %v, δ = %v", alpha, delta),
	)
	if err != nil {
		return 0, err
	}
	width := gap + etaBar
	return finite(statement, 4*pairs(K, d)*confidenceKL(delta, alpha)/width/width)
}
