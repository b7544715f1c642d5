package lemmas

import (
	"slices"

	"vectorborda/lemmas/lra"
)

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
		Formula: marginArithmetic, Sizes: []Size{{3, 1}}, Project: threeModels,
		Twins: []Twin{
			{"(ii) 1.9 for 2, m", func(f *Formula) { f.claim("(ii) m", f.moved((*Array).Margin, 10, 19)) }},
			{"(ii) 1.9 for 2, M", func(f *Formula) { f.claim("(ii) M", f.moved((*Array).MaxMargin, 10, 19)) }},
			{"(ii) without closeness", func(f *Formula) { f.drop("close") }},
			{"(iii) 0.9 for 1", func(f *Formula) {
				a, b := f.real("a"), f.real("b")
				f.claim("(iii)", a.Pos().Sub(b.Pos()).Abs().Times(10).Le(a.Sub(b).Abs().Times(9)))
			}},
		},
	}
}

// threeModels is every three models on the objectives of the argument.
func threeModels(in Instance) []Instance {
	x, y, _ := closePair(in)
	scalars := in.Values[2*in.K*in.D:]
	var all []Instance
	eachChoice(lra.Upto(in.K), 3, func(ijk []int) {
		i, k := ijk[0], ijk[2]
		for _, r := range []int{leastObjective(x, in.D, i, k), leastObjective(y, in.D, i, k)} {
			all = append(all, Instance{Size{3, 1}, slices.Concat(restrict(x, in.D, ijk, []int{r}), restrict(y, in.D, ijk, []int{r}), scalars)})
		}
	})
	return all
}
