package lemmas

import "vectorborda/lemmas/lra"

// reductionRD1: the radius of Remark D.1 for all K and d.  Let 2ρ be below every
// gap of b^pop.  If i ∉ P(b^pop), some j has m_pop(i,j) = Δ_i > 2ρ, so i ≺_emp j.  If
// i ∈ P(b^pop), then every j has M_pop(i,j) ≥ δ*_i = Δ_i > 2ρ, so i ≺_emp j for none.
// This is the claim of [reductionB7] with b^emp for the true scores and b^pop for
// the estimates, on one objective for the same reasons.
func reductionRD1() Reduction {
	told := func(f *Formula, scale, factor int64) {
		pop, emp, bound := f.array("pop"), f.array("emp"), f.real("rho").Times(factor)
		f.Conclusions = nil
		f.conclude("dominated", "m_pop(i,j) > 2ρ ⟹ i ≺_emp j", pop.Margin(0, 1).Times(scale).Gt(bound).Implies(emp.Below(0, 1)))
		f.conclude("frontier", "M_pop(i,j) > 2ρ ⟹ not i ≺_emp j", pop.MaxMargin(0, 1).Times(scale).Gt(bound).Implies(lra.Not(emp.Below(0, 1))))
	}
	return Reduction{
		Of: "R.D.1", Claim: "of two models on one objective, |b^emp-b^pop| ≤ ρ: m_pop(i,j) > 2ρ ⟹ i ≺_emp j, M_pop(i,j) > 2ρ ⟹ not i ≺_emp j",
		Formula: func(size Size) *Formula {
			f := newFormula(size)
			pop, emp, rho := f.array("pop"), f.array("emp"), f.real("rho")
			f.assume("close", "|b^emp-b^pop| ≤ ρ", f.near(emp, pop, rho))
			told(f, 1, 2)
			return f
		},
		Sizes: []Size{{2, 1}},
		Project: func(in Instance) []Instance {
			return everyPiece(in, 2, lra.Upto(in.K), 2, in.Values[2*in.K*in.D:]...)
		},
		Twins: []Twin{
			{"1.9 for 2", func(f *Formula) { told(f, 10, 19) }},
			{Mutant: "without closeness"},
		},
	}
}
