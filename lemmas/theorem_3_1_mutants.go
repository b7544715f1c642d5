package lemmas

import (
	"strings"

	"vectorborda/bounds"
)

func latentBoundMutants(domain *Domain) []Mutant {
	mutant := func(m Mutant, refutes func(t latentBound) bool) Mutant {
		m.Layout, m.Show, m.How = domain.Layout, domain.Show, ByWitness
		m.Refutes = func(in Instance) (bool, error) {
			t := splitLatentBound(in)
			inRange := t.spread() <= t.twiceB
			return (inRange || m.Breaks == "range") && refutes(t), nil
		}
		return m
	}
	// beyond: the event lets the models go farther than the bound.
	beyond := func(t latentBound, bound bounds.Interval) bool {
		reach, ok := t.reach()
		return ok && reach > bound.Hi
	}
	return []Mutant{
		mutant(Mutant{
			Name: "without 1/κ_B²", Why: "dK·n_1 comparisons are made in phase 1 of every run", Witness: "K=2 d=1 s=0 2B·2^s=8 1/δ=20 seed=0 θ·2^s=[[8] [0]]",
		}, func(t latentBound) bool {
			s, err := schedule(t.K, t.Size.D, t.delta(), 4)
			if err != nil {
				return false
			}
			n, _ := s.N(1)
			square := slopeAt(t.real(t.twiceB))
			square = square.Mul(square)
			first := bounds.Point(float64(t.K * t.Size.D))
			less := first.Add(scaledBound(t.Size.D, t.delta(), 128, t.latentGaps(t.twiceB)).Sub(first).Mul(square))
			return float64(n)*float64(t.K*t.Size.D) > less.Hi
		}),
		mutant(Mutant{
			Name: "106 for 128 against d·Σ n_{m_i}", Why: "with many models Δ_i^B is near κ_B·Δ_i^θ, and 8/Δ_i^B can be 2^{m_i}",
			Witness: symmetric16,
		}, func(t latentBound) bool {
			return beyond(t, scaledBound(t.Size.D, t.delta(), 106, t.latentGaps(t.twiceB)))
		}),
		mutant(Mutant{
			Name: "θ wider than 2B against d·Σ n_{m_i}", Why: "beyond 2B the slope falls below κ_B and Borda gaps with it", Breaks: "range",
			Witness: "K=6 d=1 s=0 2B·2^s=1 1/δ=20 seed=0 θ·2^s=[[17] [16] [0] [0] [0] [0]]",
		}, func(t latentBound) bool {
			return beyond(t, scaledBound(t.Size.D, t.delta(), 128, t.latentGaps(t.twiceB)))
		}),
		mutant(Mutant{
			Name: "without M_i in L_i against d·Σ n_{m_i}", Why: "L grows with the phase in which a model leaves",
			Witness: symmetric16,
		}, func(t latentBound) bool {
			return beyond(t, flatBound(t.Size.D, t.delta(), t.latentGaps(t.twiceB)))
		}),
	}
}

// symmetric16 is θ^Δ with K = 16 and Δ = 15/64, at δ = 1/2: Δ^B is just below 1/16.
var symmetric16 = "K=16 d=1 s=6 2B·2^s=15 1/δ=2 seed=0 θ·2^s=[[0]" + strings.Repeat(" [-15]", 15) + "]"

// flatBound is the bound with log(4Kd/δ) for L_i.
func flatBound(d int, delta float64, x []bounds.Interval) bounds.Interval {
	K := float64(len(x))
	sum := bounds.Point(0)
	for _, xi := range x {
		sum = sum.Add(bounds.Point(4 * K * float64(d)).Div(bounds.Point(delta)).Log().Div(xi).Div(xi))
	}
	return bounds.Point(float64(d) * K).Add(bounds.Point(128 * float64(d)).Mul(sum))
}
