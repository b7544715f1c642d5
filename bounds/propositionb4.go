package bounds

import (
	"cmp"
	"math"
)

// PropositionB4 is the upper bound on τ of Proposition B.4, in comparisons,
//
//	d·K + 128·d·Σ_i L_i/(Δ_i^B)²,  L_i = log(4·K·d·M_i²/δ),  M_i = 1 + ⌈log₂(4/Δ_i^B)⌉,
//
// for the Borda gaps Δ_i^B = gap[i] of K = len(gap) models: with C = (2,4,4),
// P(P̂ = P(b) and τ ≤ bound) ≥ 1-δ. It needs K ≥ 2, d ≥ 1, 0 < δ < 1 and
// 0 < gap[i] ≤ 1, else a [*HypothesisError]; a bound above the largest float64
// is [ErrRange]. M_i is exact; the relative error is below (K+20)·2^-53.
func PropositionB4(gap []float64, d int, delta float64) (float64, error) {
	const statement = "Proposition B.4"
	K := len(gap)
	err := cmp.Or(
		needRoster(statement, K, d),
		needDelta(statement, delta),
		needGaps(statement, "0 < Δ_i^B ≤ 1 for every i", gap, 1),
	)
	if err != nil {
		return 0, err
	}
	sum := 0.0
	for _, g := range gap {
		sum += cost(K, d, delta, g, lastPhase(g))
	}
	return finite(statement, total(K, d, sum))
}

// total is d·K + 128·d·sum: the first sample of every stream, then the phases.
func total(K, d int, sum float64) float64 {
	return float64(d)*float64(K) + 128*float64(d)*sum
}

// cost is log(4·K·d·M²/δ)/x². The logarithm is split because 4·K·d·M²/δ can
// overflow; both parts are positive. logOf, because δ may be subnormal.
func cost(K, d int, delta, x float64, M int) float64 {
	m := float64(M)
	return (math.Log(4*float64(K)*float64(d)*m*m) - logOf(delta)) / x / x
}

// lastPhase is M = 1 + ⌈log₂(4/x)⌉ for x > 0, exact: x = f·2^e with ½ ≤ f < 1 has
// log₂(4/x) in (2-e, 3-e].
func lastPhase(x float64) int {
	_, e := math.Frexp(x)
	return 4 - e
}
