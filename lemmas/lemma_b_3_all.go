package lemmas

import "vectorborda/lemmas/lra"

// reductionSlope: (9) for all K and d.  On one objective, with c ahead of a,
//
//	(K-1)(b_c-b_a) = [f_ca - f_ac] + Σ_{l≠a,c} [f_cl - f_al] ≥ (2 + K-2)·(t_c-t_a),
//
// as the first bracket is at least 2(t_c-t_a) and each of the others at least t_c-t_a.
// A bracket speaks of three models.
func reductionSlope() Reduction {
	bracketsRise := func(f *Formula, scale, factor int64) {
		F := f.table(0)
		f.Conclusions = nil
		bracket := func(name string, a, b lra.Num, times int64) {
			t := f.array("t")
			rise := t.X[0][0].Sub(t.X[1][0])
			f.conclude(name, name, rise.Ge(f.Graph.Int(0)).Implies(a.Sub(b).Times(scale).Ge(rise.Times(times*factor))))
		}
		bracket("f_ca - f_ac ≥ 2(t_c-t_a)", F[0][1], F[1][0], 2)
		bracket("f_cl - f_al ≥ t_c-t_a", F[0][2], F[1][2], 1)
	}
	return Reduction{
		Of: "B.3 (9)", Claim: "of three models on one objective, t_c ≥ t_a: f_ca - f_ac ≥ 2(t_c-t_a), f_cl - f_al ≥ t_c-t_a",
		Formula: func(size Size) *Formula {
			f := newFormula(size)
			f.assume("slope", "u ≥ v ⟹ F(u)-F(v) ≥ u-v", f.link(f.array("t"), risesByStep))
			bracketsRise(f, 1, 1)
			return f
		},
		Sizes: []Size{{3, 1}}, Project: threeOfLink,
		Twins: []Twin{
			{"(9) with 1.1·K/(K-1)", func(f *Formula) { bracketsRise(f, 10, 11) }},
			{Mutant: "(9) without a slope"},
		},
	}
}

// reductionB3: Lemma B.3 from (9) on, for all K and d.
//
// (10) and (11) speak of two models.  (12): if Δ*_j(t) = m_t(j,c) > 0, then by (10)
// Δ*_j(b) ≥ m_b(j,c) ≥ m_t(j,c).  For the gap write e_j = M(i,j) ∧ [M(j,i)⁺ + u] for the
// entry of j in δ*_i, u = (Δ*_j)⁺; by (12) u_b ≥ u_t ≥ 0.  If i ∈ P(t), then "entry" gives
// Δ_i(b) ≥ δ*_i(b) ≥ δ*_i(t) = Δ_i(t), if not, (12) gives Δ_i(b) ≥ Δ*_i(b) ≥ Δ*_i(t) = Δ_i(t),
// the first steps by Lemma B.5.
//
// Two objectives are enough.  For (10) keep one that attains m_b(a,c), for (11) one
// that attains M_t(a,c), for "entry" those that attain M_t(i,j), which keeps i on the
// frontier, and M_t(j,i): e_j(t) stays and e_j(b) can only fall.
func reductionB3() Reduction {
	return Reduction{
		Of: "B.3", Claim: "of two models with (9) and u_b ≥ u_t ≥ 0: (10), (11), and not i ≺_t j ⟹ e_j(b) ≥ e_j(t)",
		Formula: entriesGrow, Sizes: sizesUpTo(2, 2), Project: stretchedTwo,
		Twins: []Twin{{Mutant: "without (9)"}, {Mutant: "(10) also for m_t ≤ 0"}, {Mutant: "(11) without ⁺"}},
	}
}

func entriesGrow(size Size) *Formula {
	f := newFormula(size)
	b, t, ub, ut := f.array("b"), f.array("t"), f.real("u_b"), f.real("u_t")
	zero := f.Graph.Int(0)
	f.assume("(9)", "(9) on these objectives", f.stretched(lra.Num.Ge))
	f.assume("(12)", "u_b ≥ u_t ≥ 0", ub.Ge(ut).And(ut.Ge(zero)))
	entry := func(x *Array, u lra.Num) lra.Num { return lra.Min(x.MaxMargin(0, 1), x.MaxMargin(1, 0).Pos().Add(u)) }
	f.conclude("(10)", "m_t(i,j) > 0 ⟹ m_b(i,j) ≥ m_t(i,j)", t.Margin(0, 1).Gt(zero).Implies(b.Margin(0, 1).Ge(t.Margin(0, 1))))
	f.conclude("(11)", "M_b(i,j)⁺ ≥ M_t(i,j)⁺", b.MaxMargin(0, 1).Pos().Ge(t.MaxMargin(0, 1).Pos()))
	f.conclude("entry", "not i ≺_t j ⟹ e_j(b) ≥ e_j(t)", t.Below(0, 1).Or(entry(b, ub).Ge(entry(t, ut))))
	return f
}

// stretchedTwo is every two models on every two objectives, with u = (Δ*_j)⁺.
func stretchedTwo(in Instance) []Instance {
	n := in.K * in.D
	ub, ut := evalDefinitions(in.Values[:n], in.Size).bigStar, evalDefinitions(in.Values[n:], in.Size).bigStar
	return everyTwo(in, 2, func(j int) []int64 { return []int64{max(ub[j], 0), max(ut[j], 0)} })
}
