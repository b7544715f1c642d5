package lemmas

import "vectorborda/lemmas/lra"

// reductionB7: Lemma B.7 for all K and d, with 2r_m for 4r_m.
//
// If i ∉ Ŝ_A, then Δ̂_{i,A} = Δ̂*_{i,A} = m̂(i,j) for some j ∈ A, and m̂(i,j) > 2r_m
// gives i ≺_b j by "dominated".  If i ∈ Ŝ_A but i ∉ P, then by W(A) and Lemma B.2 some
// j = i* ∈ A has i ≺_b j, so M̂(i,j) ≤ 2r_m by "frontier", while
// Δ̂_{i,A} = δ̂*_{i,A} ≤ M̂(i,j).
//
// One objective is enough: of m̂(i,j) > 2r_m and not i ≺_b j keep one on which j is not
// ahead; of i ≺_b j and M̂(i,j) > 2r_m one that attains M̂(i,j).
func reductionB7() Reduction {
	return Reduction{
		Of: "B.7", Claim: "of two models on one objective, on E: m̂(i,j) > 2r ⟹ i ≺_b j ⟹ M̂(i,j) ≤ 2r",
		Formula: func(size Size) *Formula {
			f := newFormula(size)
			f.twoScores()
			f.concludeTold(lra.Num.Gt, 1, 2)
			return f
		},
		Sizes: []Size{{2, 1}},
		Project: func(in Instance) []Instance {
			m := splitMoment(in)
			return everyPiece(in, 2, m.A, 2, m.r)
		},
		Twins: []Twin{
			{"1.9 for 4", func(f *Formula) { f.concludeTold(lra.Num.Gt, 10, 19) }},
			{"≥ 2 for > 4", func(f *Formula) { f.concludeTold(lra.Num.Ge, 1, 2) }},
			{Mutant: "without E"},
		},
	}
}

// twoScores declares b, b̂ and r of a few models and assumes E.
func (f *Formula) twoScores() {
	b, est, radius := f.array("b"), f.array("est"), f.real("r")
	f.assume("E", "|b̂-b| ≤ r", f.near(est, b, radius))
}

// concludeTold is: scale·m̂(i,j) > factor·r ⟹ i ≺_b j, and
// scale·M̂(i,j) > factor·r ⟹ not i ≺_b j.
func (f *Formula) concludeTold(above func(a, b lra.Num) lra.Bool, scale, factor int64) {
	b, est, bound := f.array("b"), f.array("est"), f.real("r").Times(factor)
	f.Conclusions = nil
	f.conclude("dominated", "m̂(i,j) > 2r ⟹ i ≺_b j", above(est.Margin(0, 1).Times(scale), bound).Implies(b.Below(0, 1)))
	f.conclude("frontier", "i ≺_b j ⟹ M̂(i,j) ≤ 2r", b.Below(0, 1).Implies(lra.Not(above(est.MaxMargin(0, 1).Times(scale), bound))))
}
