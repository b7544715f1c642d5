package bounds

import (
	"cmp"
	"math"
)

// Theorem32 is the minimax lower bound of Theorem 3.2, in comparisons,
//
//	d·(K-1)/Δ² · kl(1-2δ, δ):
//
// every algorithm that is δ-correct on Θ_{B,d}(Δ) has sup_θ Q_{θ,δ} ≥ Q_{θ^Δ,δ} ≥ bound.
// It needs K ≥ 2, d ≥ 1, 0 < Δ ≤ min{1,B} and 0 < δ < 1/3, else a
// [*HypothesisError]; B enters nowhere else. A bound above the largest float64 is
// [ErrRange]. The relative error is below 80·2^-53, also where δ nears 1/3 and
// the bound tends to 0.
func Theorem32(K, d int, gap, B, delta float64) (float64, error) {
	const statement = "Theorem 3.2"
	err := cmp.Or(
		needRoster(statement, K, d),
		needB(statement, B),
		need(gap > 0, statement, "Δ > 0", "Δ = %.6g", gap),
		need(gap <= 1, statement, "Δ ≤ 1", "Δ = %.6g", gap),
		need(gap <= B, statement, "Δ ≤ B", "Δ = %.6g, B = %.6g", gap, B),
		need(belowThird(delta), statement, "0 < δ < 1/3", "δ = %v", delta),
	)
	if err != nil {
		return 0, err
	}
	return finite(statement, pairs(K, d)*confidenceKL(delta, delta)/gap/gap)
}

// belowThird is 0 < δ < 1/3, exactly: 1/3 lies between two floats, and the lower
// one, which is what 1.0/3 is, satisfies it.
func belowThird(delta float64) bool { return delta > 0 && math.FMA(-3, delta, 1) > 0 }

// pairs is d·(K-1), the cells between the best model of θ^Δ and the others.
func pairs(K, d int) float64 { return float64(d) * float64(K-1) }
