package lemmas

import "vectorborda/lemmas/lra"

// reductionB1: Lemma B.1 for all K and d is Lemma B.1 for three models and one
// objective.
//
// (i) Let r attain m(i,k).  On r alone m(i,k) is what it was and m(i,j)+m(j,k) is no
// less, so m(i,k) < m(i,j)+m(j,k) is still so.
//
// (ii) |m_x-m_y| > 2ρ means that one is more than 2ρ below the other.  Let r
// attain the lower one: on r it is what it was and the other is no less.  For M
// take an objective that attains the higher one.
//
// (iii) speaks of two numbers.
func reductionB1() Reduction {
	return Reduction{
		Of: "B.1", Claim: "Lemma B.1 on three models and one objective",
		Formula: marginArithmetic, Sizes: []Size{{3, 1}},
		Project: func(in Instance) []Instance {
			return everyPiece(in, 2, lra.Upto(in.K), 3, in.Values[2*in.K*in.D:]...)
		},
		Twins: []Twin{
			{Mutant: "(ii) 1.9 for 2, m"}, {Mutant: "(ii) 1.9 for 2, M"}, {Mutant: "(ii) without closeness"}, {Mutant: "(iii) 0.9 for 1"},
		},
	}
}
