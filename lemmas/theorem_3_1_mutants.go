package lemmas

import (
	"strings"

	"vectorborda/bounds"
)

func latentBoundMutants(domain cases[latentBound]) []Mutant {
	return domain.mutants([]wrongClaim[latentBound]{
		{Mutant{
			Name: "without 1/κ_B²", Why: "dK·n_1 comparisons are made in phase 1 of every run",
			How: ByWitness, Witness: "K=2 d=1 s=0 2B·2^s=8 1/δ=20 seed=0 θ·2^s=[[8] [0]]",
		}, func(t latentBound) Outcome { return t.firstPhaseBelow(t.claimed(128), t.kappa().Mul(t.kappa())) }},
		{Mutant{
			Name: "106 for 128 against d·Σ n_{m_i}", Why: "with many models Δ_i^B is near κ_B·Δ_i^θ, and 8/Δ_i^B can be 2^{m_i}",
			How: ByWitness, Witness: symmetric16,
		}, func(t latentBound) Outcome { return t.reaches(t.claimed(106)) }},
		{Mutant{
			Name: "θ wider than 2B against d·Σ n_{m_i}", Why: "beyond 2B the slope falls below κ_B and Borda gaps with it", Breaks: "range",
			How: ByWitness, Witness: "K=6 d=1 s=0 2B·2^s=1 1/δ=20 seed=0 θ·2^s=[[17] [16] [0] [0] [0] [0]]",
		}, func(t latentBound) Outcome { return t.reaches(t.claimed(128)) }},
		{Mutant{
			Name: "without M_i in L_i against d·Σ n_{m_i}", Why: "L grows with the phase in which a model leaves",
			How: ByWitness, Witness: symmetric16,
		}, func(t latentBound) Outcome {
			return t.reaches(upperForm{1, 128, 2, onePhase}.of(t.Size.D, t.delta(), t.latentGaps()))
		}},
	})
}

// symmetric16 is θ^Δ with K = 16 and Δ = 15/64, at δ = 1/2: Δ^B is just below 1/16.
var symmetric16 = "K=16 d=1 s=6 2B·2^s=15 1/δ=2 seed=0 θ·2^s=[[0]" + strings.Repeat(" [-15]", 15) + "]"

// reaches: the event lets the models go no farther than the bound.
func (t latentBound) reaches(bound bounds.Interval) Outcome {
	return atMost(t.reach(), bound, "d·Σ n_{m_i}")
}

// firstPhaseBelow: dK·n_1, what every run costs, is at most dK + factor·(bound - dK).
func (t latentBound) firstPhaseBelow(bound, factor bounds.Interval) Outcome {
	n := must(schedule(t.K, t.Size.D, t.delta(), 4).N(1))
	kd := bounds.Point(float64(t.K) * float64(t.Size.D))
	return atMost(kd.Mul(bounds.Point(float64(n))), kd.Add(bound.Sub(kd).Mul(factor)), "dK·n_1")
}
