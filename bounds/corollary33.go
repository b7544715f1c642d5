package bounds

import (
	"cmp"
	"fmt"
)

// Corollary33 is the upper half of Corollary 3.3, in comparisons: for VB-EGE with
// C = (2,4,4), sup over Θ_{B,d}(Δ) of Q_{θ,δ} is at most
//
//	d·K + 128·d·K/(κ_B²·Δ²)·log(4·K·d·⌈log₂(8/(κ_B·Δ))⌉²/δ),
//
// which is Theorem 3.1 with every gap equal to Δ. The upper half needs less than
// the corollary asks for: K ≥ 2, d ≥ 1, 0 < δ < 1, finite B and a class that is
// not empty, 0 < Δ ≤ 2B, else a [*HypothesisError]. (The lower half is
// [Theorem32].) A bound or a κ_B beyond float64 is [ErrRange]. The relative error
// is below 40·2^-53, with the ceiling rounded up as in [Theorem31].
func Corollary33(K, d int, gap, B, delta float64) (float64, error) {
	const statement = "Corollary 3.3"
	err := cmp.Or(
		needRoster(statement, K, d),
		needDelta(statement, delta),
		needB(statement, B),
		need(gap > 0 && gap <= 2*B, statement, "0 < Δ ≤ 2B", "Δ = %.6g, B = %.6g", gap, B),
	)
	if err != nil {
		return 0, err
	}
	kappa, err := Kappa(B)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", statement, err)
	}
	each := cost(K, d, delta, kappa*gap, latentPhase(kappa*gap))
	return finite(statement, total(K, d, float64(K)*each))
}
