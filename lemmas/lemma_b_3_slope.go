package lemmas

import "vectorborda/lemmas/lra"

// (9) of Lemma B.3 uses of the link only that it rises by at least κ: with
// t = κ·θ and f_{ik} = F(θ_i-θ_k) as variables it is linear, and its constant is
// K/(K-1),
//
//	b_{c,r} - b_{a,r} ≥ K/(K-1)·(t_{c,r}-t_{a,r}) whenever t_{c,r} ≥ t_{a,r}.
//
// That σ rises by at least κ_B on [-2B, 2B] is the mean value theorem; the part "(9)"
// decides the whole on real θ.
func slopeOfScores(size Size) *Formula {
	f := newFormula(size)
	t := f.array("t")
	f.nameless(t, 0)
	f.assume("slope", "u ≥ v ⟹ F(u)-F(v) ≥ u-v", f.link(t, risesByStep))
	f.concludeSlope(1, 1)
	return f
}

func risesByStep(u, v, Fu, Fv lra.Num) lra.Bool { return u.Ge(v).Implies(Fu.Sub(Fv).Ge(u.Sub(v))) }

// concludeSlope is scale·(K-1)(b_c-b_a) ≥ factor·K·(t_c-t_a) where t_c ≥ t_a.
func (f *Formula) concludeSlope(scale, factor int64) {
	b, t := f.borda(), f.array("t")
	f.Conclusions = nil
	f.conclude("(9)", "(K-1)(b_{c,r}-b_{a,r}) ≥ K(t_{c,r}-t_{a,r}) where t_{c,r} ≥ t_{a,r}", f.pairs(func(a, c int) lra.Bool {
		return lra.All(lra.Upto(f.D), func(r int) lra.Bool {
			rise := t.X[c][r].Sub(t.X[a][r])
			return rise.Ge(f.Graph.Int(0)).Implies(b.X[c][r].Sub(b.X[a][r]).Times(scale).Ge(rise.Times(factor * int64(f.K))))
		})
	}))
}

// drawSloped draws t and a table for each objective that rises by the difference,
// or by more.
func drawSloped(d Draw) Instance {
	size := drawSize(d)
	t := drawArray(d, size, mostBits-4)
	return Instance{size, append(t, drawTables(d, latent{size, 0, t}, func(step int64) int64 { return step })...)}
}

func tableMutants(s *formulas) []Mutant {
	return s.mutants(drawSloped, []Mutant{
		{Name: "(9) with 1.1·K/(K-1)", Why: "a link of slope κ everywhere attains K/(K-1)",
			How: ByGenerator, Witness: "K=2 d=1 t=[[0] [1]] F0=[[0 -1] [1 0]]",
			Edit: func(f *Formula) { f.concludeSlope(10, 11) }},
		{Name: "(9) without a slope", Why: "a flat link keeps no distance", Breaks: "slope",
			How: ByWitness, Witness: "K=2 d=1 t=[[0] [1]] F0=[[0 0] [0 0]]"},
		{Name: "(9) with a slope below 0 only", Why: "two models whose distance counts upwards only rise half as much", Breaks: "slope",
			How: ByWitness, Witness: "K=2 d=1 t=[[0] [1]] F0=[[0 -1] [0 0]]",
			Edit: func(f *Formula) {
				f.weaken("slope", f.link(f.array("t"), func(u, v, Fu, Fv lra.Num) lra.Bool {
					zero := f.Graph.Int(0)
					return u.Le(zero).And(v.Le(zero)).Implies(risesByStep(u, v, Fu, Fv))
				}))
			}},
	})
}
