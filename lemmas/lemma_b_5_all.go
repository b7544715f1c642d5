package lemmas

import (
	"vectorborda/lemmas/lra"
)

// reductionB5: Lemma B.5 for all K and d.  Write the entry of j in δ*_i as
//
//	e_j = M(i,j) ∧ [M(j,i)⁺ + t],  t = (Δ*_j)⁺ ≥ 0.
//
// By "sign", i ∈ P_A ⟺ m(i,j) ≤ 0 for every j ⟺ Δ*_i ≤ 0.  If i ∈ P_A, then by
// "frontier" every e_j ≥ 0, so δ*_i ≥ 0 ≥ Δ*_i.  If not, some j dominates it, and by
// "dominated" δ*_i ≤ e_j < 0 < m(i,j) ≤ Δ*_i.  Either way Δ_i is the larger one.
//
// Of t only t ≥ 0 is used, so two models are enough, and two objectives: "sign"
// needs one as in Lemma B.2; "frontier" needs one on which j is not ahead of i, and
// leaving out the others lessens e_j; "dominated" needs those that attain M(i,j) and
// M(j,i), which keep e_j, and i ≺ j remains.
func reductionB5() Reduction {
	return Reduction{
		Of: "B.5", Claim: "of two models and any t ≥ 0: i ≺ j ⟺ m(i,j) > 0 ⟺ M(i,j) ∧ [M(j,i)⁺ + t] < 0",
		Formula: entryOfSmallStar, Sizes: sizesUpTo(2, 2),
		Project: func(in Instance) []Instance {
			bigStar := evalDefinitions(in.Values, in.Size).bigStar
			return everyTwo(in, 1, func(j int) []int64 { return []int64{max(bigStar[j], 0)} })
		},
		Twins: []Twin{
			{"< for ≤", func(f *Formula) {
				x := f.array("x")
				f.claim("sign", lra.Not(x.Below(0, 1)).Iff(x.Margin(0, 1).Lt(f.Graph.Int(0))))
			}},
			{"reversed", func(f *Formula) {
				x := f.array("x")
				f.claim("sign", lra.Not(x.Below(0, 1)).Iff(x.Margin(0, 1).Ge(f.Graph.Int(0))))
			}},
			{"minus for plus in the bracket", func(f *Formula) {
				x := f.array("x")
				e := lra.Min(x.MaxMargin(0, 1), x.MaxMargin(1, 0).Pos().Sub(f.real("t")))
				f.claim("frontier", x.Below(0, 1).Or(e.Ge(f.Graph.Int(0))))
			}},
		},
	}
}

func entryOfSmallStar(size Size) *Formula {
	f := newFormula(size)
	x, t, zero := f.array("x"), f.real("t"), f.Graph.Int(0)
	entry := lra.Min(x.MaxMargin(0, 1), x.MaxMargin(1, 0).Pos().Add(t)).As("entry")
	f.assume("t", "t = (Δ*_j)⁺ ≥ 0", t.Ge(zero))
	f.conclude("sign", "i ≺ j ⟺ m(i,j) > 0", x.Below(0, 1).Iff(x.Margin(0, 1).Gt(zero)))
	f.conclude("frontier", "not i ≺ j ⟹ e_j ≥ 0", x.Below(0, 1).Or(entry.Ge(zero)))
	f.conclude("dominated", "i ≺ j ⟹ e_j < 0", x.Below(0, 1).Implies(entry.Lt(zero)))
	return f
}

// everyTwo is every two models i ≠ j on every two objectives of the first arrays, with
// what the claim says of j besides.
func everyTwo(in Instance, arrays int, of func(j int) []int64) []Instance {
	var all []Instance
	eachChoice(lra.Upto(in.K), 2, func(ij []int) {
		eachChoice(lra.Upto(in.D), 2, func(rs []int) {
			if ij[0] != ij[1] {
				all = append(all, piece(in, arrays, ij, rs, of(ij[1])...))
			}
		})
	})
	return all
}
