package lemmas

import "vectorborda/bounds"

// repeatCorollary35 is the count of contexts behind Corollary 3.5 of the paper on
// repeated comparisons.  The range R_d = (1/β) Σ_{k≤d} ρ^{-(k-1)} of TRR grows with d, so
// Hoeffding's inequality is not enough; Bernstein's gives
//
//	(2V²/t² + 4R_d/(3t))·log(4|M|/δ)
//
// contexts for a deviation t, V² the bound on E[Z²] of Theorem 3.4.  With t = ε/8 at the
// bias bound of that theorem this is O(ε^{-2}) because R_d·t stays bounded: from
// Σ_{k≤d} ρ^{-(k-1)} ≤ d·ρ^{-(d-1)} and σ(β) < ρ,
//
//	R_d·t ≤ 2σ(β)²·(σ(β)/ρ)^{d-1}/(β²(1-σ(β))) ≤ 2σ(β)²/(β²(1-σ(β))).
func repeatCorollary35() Entry {
	domain := cappedDomain()
	return Entry{
		ID: "RC.C.3.5", Paper: RepeatedPaper, Kind: "Corollary", Title: "contexts that TRR needs",
		Claim:  "TRR with ρ ∈ (σ(β),1): n = O(|M|ε^{-2} log(|M|/δ)) contexts; R_d times the bias bound at d is at most 2σ(β)²/(β²(1-σ(β))).",
		Source: "section 3; the range against the bias, which is what Bernstein's inequality asks besides RC.3.4",
		Parts:  []Part{domain.part("range", roulette.reachesBias)},
		Grids:  []Grid{cappedGrid("caps", roulette.reachesBias)},
		Mutants: domain.mutants([]wrongClaim[roulette]{
			{Mutant{
				Name: "ρ below σ(β)", Why: "the range then outgrows the bias", Breaks: "ρ", How: ByWitness, Witness: "log2(β)=0 d=16 32p=16 32ρ=12",
			}, roulette.reachesBias},
			{Mutant{
				Name: "R_d alone is bounded", Why: "with Hoeffding's inequality the count would grow faster than ε^{-2}", How: ByGenerator, Witness: "log2(β)=0 d=16 32p=16 32ρ=24",
			}, func(x roulette) Outcome { return x.reach(bounds.Point(1)) }},
			{Mutant{
				Name: "1/3 for the 2", Why: "at d = 1 the product is σ(β)²/(β²(1-σ(β)))", How: ByGenerator, Witness: "log2(β)=0 d=1 32p=16 32ρ=24",
			}, func(x roulette) Outcome { return x.reach(x.biasBound().Mul(bounds.Point(6))) }},
			{Mutant{
				Name: "for every p", Why: "the product does not depend on p", Breaks: "range", How: ByNothing, Generate: drawAnyCapped,
				Superfluous: "range and bias bound are taken over all p in the range; the context's own p does not enter",
			}, roulette.reachesBias},
		}),
		Only: "the range against the bias", NoSolver: "contains exp and a probability",
	}
}

// drawAnyCapped has any p.
func drawAnyCapped(d Draw) Instance {
	in := cappedDomain().Generate(d)
	rouletteLayout.block(in, "32p")[0] = d.Int(0, 32, "32p")
	return in
}

// reachesBias is the statement.
func (x roulette) reachesBias() Outcome { return x.reach(x.biasBound()) }

// reach is β²·R_d·t ≤ 2σ(β)²/(1-σ(β)), for t given as βt.
func (x roulette) reach(t bounds.Interval) Outcome {
	s := x.sigma()
	limit := bounds.Point(2).Mul(s).Mul(s).Div(bounds.Point(1).Sub(s))
	return atMost(x.inverse().Mul(t), limit, "β²·R_d·t")
}
