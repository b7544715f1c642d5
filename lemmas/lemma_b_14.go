package lemmas

import (
	"math"

	"vectorborda/bounds"
)

// lemmaB14 is Lemma B.14 as its proof goes.  Let T = Q_{θ^Δ,α} and G = {τ ≤ T, P̂ = {1}}:
// P_θ(G) ≥ 1-δ-α and P_λ(G) ≤ δ for each λ = λ^{i,r,η}, so by Lemmas B.13 and B.11
//
//	Σ_{j≠i} E_θ[N_{ij,r}(τ∧T)]·kl_ij ≥ kl(1-δ-α, δ),  kl_ij = kl(σ(θ_i-θ_j), σ(λ_i-λ_j)).
//
// Every θ_i-θ_j that λ changes, it changes by Δ+η, so kl_ij ≤ (Δ+η)²/8 (Lemma B.12).
// Added up over i ≥ 2 and r a pair is counted at most twice:
//
//	T ≥ Σ E_θ[N] ≥ ½·d(K-1)·8/(Δ+η)²·kl(1-δ-α, δ).
//
// The steps are checked one by one, and the statement itself on algorithms whose law
// is exact: model 1 meets each other model T times on each objective, T odd, and each
// duel goes to the majority.  With e = P(Binomial(T, σ(Δ)) < T/2) such an algorithm
// names P(θ^Δ) with probability (1-e)^{d(K-1)} = 1-δ and each P(λ^{i,r,Δ}) with at least
// that, and Q = T·d(K-1).
func lemmaB14() Entry {
	steps, duels := stepDomain(), duelDomain()
	return Entry{
		ID: "B.14", Kind: "Lemma", Title: "lower bound on the symmetric instance",
		Claim:  "A δ-correct (δ < 1/2) on a class with θ^Δ and, for every i ≥ 2 and r, some λ^{i,r,η'} with η' ≤ η̄: for α ∈ (0,1-2δ), Q_{θ^Δ,α}(A) ≥ 4d(K-1)/(Δ+η̄)² · kl(1-δ-α, δ).",
		Source: "appendix B; its steps after Lemmas B.11 to B.13, bounds.LemmaB14 and bounds.Theorem32 (α = δ, η̄ = Δ), and the statement for majority algorithms with η̄ = Δ",
		Only:   "majority algorithms and the steps of the proof",
		Parts: []Part{
			steps.part("steps", proofSteps.hold),
			duels.part("majority", func(u majorityDuels) Outcome { return u.obeys(4) }),
		},
		Grids:    []Grid{gridOf("duels", Computed, 4*3*8*6, nthDuels, majorityDuels.told, func(u majorityDuels) Outcome { return u.obeys(4) })},
		Mutants:  append(stepMutants(steps), duelMutants(duels)...),
		Kernel:   Kernel{File: "lemma_b_14.v", Theorems: []string{"lemma_B_14"}, About: "algorithms with finite laws"},
		NoSolver: "contains log and a probability",
		Proves:   "majority algorithms",
		Constants: []Constant{{
			Name: "c in Q ≥ c·d(K-1)/(Δ+η̄)²·kl(1-δ-α, δ)", Holds: "4", Fails: "9", Theorem: "lemma_B_14", Mutant: "9 for 4", By: "duels",
		}},
	}
}

// proofSteps are Δ and η over 2^s, δ = 2^-e, α = 2^-a, and numbers of comparisons N_ij of
// the pairs i < j on one objective.
type proofSteps struct {
	Size
	s, delta, eta, e, a int64
	n                   []int64
}

func stepLayout(in Instance) layout {
	return append(namedNumbers("s", "Δ·2^s", "η·2^s", "e", "a"), valueBlock{"N", 1, in.K * (in.K - 1) / 2})
}

func splitSteps(in Instance) proofSteps {
	v := in.Values
	return proofSteps{in.Size, v[0], v[1], v[2], v[3], v[4], v[5:]}
}

// hold checks the steps in their order.
func (p proofSteps) hold() Outcome {
	return firstFailure(
		func() Outcome { return p.changedCells(8) },
		func() Outcome { return p.counted(2) },
		p.production,
	)
}

// changedCells: each of the d(K-1) arrays λ^{i,r,η} changes θ_i-θ_j by Δ+η on r for the
// K-1 models j ≠ i and nothing else, and kl of a changed cell is at most (Δ+η)²/by.
func (p proofSteps) changedCells(by float64) Outcome {
	theta, changed := latent{p.Size, p.s, hardTheta(p.Size, p.delta)}, 0
	for i := 1; i < p.K; i++ {
		for r := range p.D {
			lambda := latent{p.Size, p.s, hardLambda(p.Size, p.delta, p.eta, i, r)}
			for q := range p.D {
				x, y := theta.column(q), lambda.column(q)
				for j := range x {
					for l := range j {
						before, after := x[j]-x[l], y[j]-y[l]
						moved := max(after-before, before-after)
						switch touched := q == r && (j == i || l == i); {
						case !touched && moved != 0, touched && moved != p.delta+p.eta:
							return refuted("λ^{%d,%d} moves θ_%d-θ_%d on objective %d by %d/2^%d", i, r, j, l, q, moved, p.s)
						case !touched:
							continue
						}
						changed++
						width := bounds.Point(theta.real(moved))
						out := atMost(klOfLogistic(theta.real(before), theta.real(after)), width.Mul(width).Div(bounds.Point(by)), "kl_ij")
						if out.Verdict != Holds {
							return out
						}
					}
				}
			}
		}
	}
	if want := p.D * (p.K - 1) * (p.K - 1); changed != want {
		return refuted("%d cells are changed, not d(K-1)² = %d", changed, want)
	}
	return Outcome{}
}

// counted: Σ_{i≥2} Σ_{j≠i} N_ij ≤ times·Σ_{i<j} N_ij.
func (p proofSteps) counted(times int64) Outcome {
	left, all := int64(0), int64(0)
	for n, pair := range pairsOf(p.K) {
		all += p.n[n]
		left += p.n[n] // from j ≥ 2
		if pair[0] > 0 {
			left += p.n[n]
		}
	}
	if left > times*all {
		return refuted("Σ_{i≥2} Σ_{j≠i} N_ij = %d > %d·Σ N = %d", left, times, times*all)
	}
	return Outcome{}
}

// lowerBound encloses c·d(K-1)/(Δ+η)²·kl(1-δ-α, δ).
func lowerBound(size Size, c float64, width, alpha, delta bounds.Interval) bounds.Interval {
	cells := bounds.Point(c * float64(size.D) * float64(size.K-1))
	return cells.Div(width).Div(width).Mul(klBetween(bounds.Point(1).Sub(delta).Sub(alpha), delta))
}

// klBetween encloses kl(p,q) for all p and q of two intervals inside (0,1), from the
// definition.
func klBetween(p, q bounds.Interval) bounds.Interval {
	one := bounds.Point(1)
	return p.Mul(p.Div(q).Log()).Add(one.Sub(p).Mul(one.Sub(p).Div(one.Sub(q)).Log()))
}

// production: bounds.LemmaB14 is the bound, and with η̄ = Δ and α = δ it is that of
// Theorem 3.2.
func (p proofSteps) production() Outcome {
	t := latent{s: p.s}
	gap, eta, alpha, delta := t.real(p.delta), t.real(p.eta), math.Ldexp(1, -int(p.a)), math.Ldexp(1, -int(p.e))
	got, err := bounds.LemmaB14(p.K, p.D, gap, eta, alpha, delta)
	if err != nil {
		return refuted("%v", err)
	}
	if out := p.isBound(got, bounds.Point(alpha), bounds.Point(delta)); out.Verdict != Holds || gap > 1 {
		return out
	}
	same, err1 := bounds.LemmaB14(p.K, p.D, gap, gap, delta, delta)
	minimax, err2 := bounds.Theorem32(p.K, p.D, gap, gap, delta)
	if err1 != nil || err2 != nil || disjoint(statedEnclosure(same, 80), statedEnclosure(minimax, 80)) {
		return refuted("bounds.LemmaB14 at η̄ = Δ, α = δ is %v (%v), bounds.Theorem32 %v (%v)", same, err1, minimax, err2)
	}
	return Outcome{}
}

// isBound: got is the bound of the lemma.
func (p proofSteps) isBound(got float64, alpha, delta bounds.Interval) Outcome {
	want := lowerBound(p.Size, 4, bounds.Point(latent{s: p.s}.real(p.delta+p.eta)), alpha, delta)
	if disjoint(statedEnclosure(got, 80), want) {
		return refuted("bounds.LemmaB14 = %v, the bound is in [%v, %v]", got, want.Lo, want.Hi)
	}
	return Outcome{}
}

func stepDomain() cases[proofSteps] {
	return casesOf(splitSteps, Domain{
		Generate: func(d Draw) Instance {
			size := drawSize(d)
			s := d.Int(0, 6, "s")
			in := Instance{size, []int64{s, d.Int(1, 8<<s, "Δ"), d.Int(0, 8<<s, "η"), d.Int(2, 20, "e"), d.Int(2, 20, "a")}}
			for range pairsOf(size.K) {
				in.Values = append(in.Values, drawMove(d, 1000))
			}
			return in
		},
		Layout: stepLayout,
		Show:   func(in Instance) string { return stepLayout(in).show(in) + " (δ = 2^-e, α = 2^-a)" },
	}, []supposed[proofSteps]{
		{"Δ, η", "Δ > 0, η ≥ 0", "at Δ+η = 0 the bound has no value", func(p proofSteps) bool { return p.delta > 0 && p.eta >= 0 }},
		{"α", "0 < α < 1-2δ", "", func(p proofSteps) bool {
			return p.e >= 1 && math.Ldexp(1, -int(p.a)) < 1-math.Ldexp(2, -int(p.e))
		}},
	})
}

func stepMutants(domain cases[proofSteps]) []Mutant {
	return domain.mutants([]wrongClaim[proofSteps]{
		{Mutant{
			Name: "every pair counted once", Why: "the pair of 2 and 3 serves both λ^2 and λ^3: 8 for 4 from K = 3 on needs another proof",
			How: ByGenerator, Witness: "K=3 d=1 s=0 Δ·2^s=1 η·2^s=1 e=2 a=2 N=[0 0 1]",
		}, func(p proofSteps) Outcome { return p.counted(1) }},
		{Mutant{
			Name: "(Δ+η)²/9 for a cell", Why: "Lemma B.12 is sharp for small Δ+η",
			How: ByGenerator, Witness: "K=2 d=1 s=3 Δ·2^s=1 η·2^s=1 e=2 a=2 N=[0]",
		}, func(p proofSteps) Outcome { return p.changedCells(9) }},
	})
}
