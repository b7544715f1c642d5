package lemmas

import (
	"vectorborda/lemmas/lra"
)

// reductionB2: Lemma B.2 for all K and d.  Let i be dominated and let j attain
// Δ*_i = max_j m(i,j) over all models.
//
// By "sign", i ≺ k ⟺ m(i,k) > 0: some k dominates i, so Δ*_i ≥ m(i,k) > 0.  If j
// were not in P, some k would have m(j,k) > 0, while m(i,j) ≥ m(i,k): "top" denies
// it.  So every maximiser over all models is in P, hence Δ*_i = max_{p∈P} m(i,p), and
// every maximiser over P attains it.
//
// One objective is enough for both.  Of m(i,j) ≥ m(i,k) and m(j,k) > 0 keep one that
// attains m(i,k); of i ≺ j and m(i,j) ≤ 0 one that attains m(i,j); of m(i,j) > 0 and
// not i ≺ j one on which j is not ahead.  (k may be i: a model may be taken twice.)
func reductionB2() Reduction {
	return Reduction{
		Of: "B.2", Claim: "of three models on one objective: m(i,j) ≥ m(i,k) ⟹ m(j,k) ≤ 0, and i ≺ j ⟺ m(i,j) > 0",
		Formula: topIsUndominated, Sizes: []Size{{3, 1}},
		Project: func(in Instance) []Instance { return everyPiece(in, 1, lra.Upto(in.K), 3) },
		Twins: []Twin{
			{"every dominator is in P", func(f *Formula) {
				x, zero := f.array("x"), f.Graph.Int(0)
				f.claim("top", x.Margin(0, 1).Gt(zero).Implies(x.Margin(1, 2).Le(zero)))
			}},
			{"reversed", func(f *Formula) {
				x := f.array("x")
				f.claim("sign", x.Below(0, 1).Iff(x.Margin(0, 1).Lt(f.Graph.Int(0))))
			}},
		},
	}
}

func topIsUndominated(size Size) *Formula {
	f := newFormula(size)
	x, zero := f.array("x"), f.Graph.Int(0)
	f.conclude("top", "m(i,j) ≥ m(i,k) ⟹ m(j,k) ≤ 0", x.Margin(0, 1).Ge(x.Margin(0, 2)).Implies(x.Margin(1, 2).Le(zero)))
	f.conclude("sign", "i ≺ j ⟺ m(i,j) > 0", x.Below(0, 1).Iff(x.Margin(0, 1).Gt(zero)))
	return f
}
