package lemmas

import "vectorborda/lemmas/lra"

// reductionB10: Lemma B.10 for all K and d.  Let i ∈ A and Δ_i(b) > 8r.
//
// If i ∉ P, then by W(A) and Lemma B.2 some p = i* ∈ A has m_b(i,p) = Δ_i(b) > 8r, so by
// "dominated" Δ̂_{i,A} ≥ Δ̂*_{i,A} ≥ m̂(i,p) > 4r, the first step by Lemma B.5.
//
// If i ∈ P, then Δ_i(b) = δ*_i(b), and by Lemma B.5 it is enough that both parts of
// every entry j ∈ A of δ̂*_{i,A} are above 4r.  The first, M̂(i,j), is by "M".  For the
// second let p = j* ∈ A if j ∉ P, so that m_b(j,p) = Δ*_j(b) by Lemma B.2, and p = i if
// j ∈ P, where Δ*_j(b) ≤ 0.  Then M_b(j,i)⁺ + m_b(j,p)⁺ > 8r in either case, and by
// "bracket" M̂(j,i)⁺ + (Δ̂*_{j,A})⁺ ≥ M̂(j,i)⁺ + m̂(j,p)⁺ > 4r.
//
// Three models and two objectives are enough.  For "dominated" keep one that attains
// m̂(i,p), for "M" one that attains M_b(i,j), for "bracket" those that attain M_b(j,i) and
// m̂(j,p): what is above 8r stays so, what is at most 4r too.
func reductionB10() Reduction {
	return Reduction{
		Of: "B.10", Claim: "of three models i, j, p on E: m_b(i,p) > 8r ⟹ m̂(i,p) > 4r, M_b(i,j) > 8r ⟹ M̂(i,j) > 4r, M_b(j,i)⁺ + m_b(j,p)⁺ > 8r ⟹ M̂(j,i)⁺ + m̂(j,p)⁺ > 4r",
		Formula: func(size Size) *Formula {
			f := newFormula(size)
			f.twoScores()
			f.concludeLeaving(lra.Num.Gt, 1, 8, 4)
			return f
		},
		Sizes: sizesUpTo(3, 2), Project: leavers,
		Twins: []Twin{
			{"7.9 for 8", func(f *Formula) { f.concludeLeaving(lra.Num.Gt, 10, 79, 4) }},
			{"≤ for <", func(f *Formula) { f.concludeLeaving(lra.Num.Ge, 1, 8, 4) }},
			{"5 for 4", func(f *Formula) { f.concludeLeaving(lra.Num.Gt, 1, 8, 5) }},
			{Mutant: "without E"},
		},
	}
}

// concludeLeaving is: scale·x > wide·r ⟹ x̂ > narrow·r for the three parts of a gap.
func (f *Formula) concludeLeaving(above func(a, b lra.Num) lra.Bool, scale, wide, narrow int64) {
	b, est, r := f.array("b"), f.array("est"), f.real("r")
	f.Conclusions = nil
	part := func(name, words string, value func(x *Array) lra.Num) {
		f.conclude(name, words, above(value(b).Times(scale), r.Times(wide)).Implies(value(est).Gt(r.Times(narrow))))
	}
	part("dominated", "m_b(i,p) > 8r ⟹ m̂(i,p) > 4r", func(x *Array) lra.Num { return x.Margin(0, 2) })
	part("M", "M_b(i,j) > 8r ⟹ M̂(i,j) > 4r", func(x *Array) lra.Num { return x.MaxMargin(0, 1) })
	part("bracket", "M_b(j,i)⁺ + m_b(j,p)⁺ > 8r ⟹ M̂(j,i)⁺ + m̂(j,p)⁺ > 4r", func(x *Array) lra.Num {
		return x.MaxMargin(1, 0).Pos().Add(x.Margin(1, 2).Pos())
	})
}

// leavers are the models i ≠ j and p of A on the objectives of the argument.
func leavers(in Instance) []Instance {
	m := splitMoment(in)
	var all []Instance
	eachChoice(m.A, 3, func(ijp []int) {
		i, j, p := ijp[0], ijp[1], ijp[2]
		if i == j {
			return
		}
		first, second := leastObjective(m.est, in.D, i, p), leastObjective(m.b, in.D, i, j)
		third := []int{leastObjective(m.b, in.D, j, i), leastObjective(m.est, in.D, j, p)}
		for _, on := range [][]int{{first, first}, {second, second}, third} {
			all = append(all, piece(in, 2, ijp, on, m.r))
		}
	})
	return all
}
