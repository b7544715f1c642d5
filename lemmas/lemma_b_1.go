package lemmas

import (
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// lemmaB1 is Lemma B.1, the arithmetic of margins:
//
//	(i)   m_x(i,k) ≥ m_x(i,j) + m_x(j,k)
//	(ii)  max|x-y| ≤ ρ ⟹ |m_x-m_y| ≤ 2ρ and |M_x-M_y| ≤ 2ρ
//	(iii) |a⁺-b⁺| ≤ |a-b|
func lemmaB1() Entry {
	s := statement(marginArithmetic)
	return Entry{
		ID: "B.1", Kind: "Lemma", Title: "arithmetic of margins",
		Claim:   "(i) m_x(i,k) ≥ m_x(i,j)+m_x(j,k). (ii) max|x-y| ≤ ρ ⟹ |m_x-m_y| ≤ 2ρ and |M_x-M_y| ≤ 2ρ. (iii) |a⁺-b⁺| ≤ |a-b|.",
		Source:  "appendix B, for all models i, j, k, distinct or not",
		Parts:   s.parts(s.domain(drawClosePair), inBothReadings(defining(2), marginsObeyB1, marginsObeyB1)),
		Mutants: marginMutants(s),
		Kernel:  Kernel{File: "lemma_b_1.v", Theorems: []string{"lemma_B_1_i", "lemma_B_1_ii", "lemma_B_1_iii"}},
		Formula: marginArithmetic,
		Sizes:   []Size{{2, 1}, {3, 2}, {4, 3}, {5, 2}},
		Constants: []Constant{
			{Name: "c in |m_x-m_y| ≤ c·ρ, (ii) and (14)", Holds: "2", Fails: "1.9", Theorem: "lemma_B_1_ii", Mutant: "(ii) 1.9 for 2, m"},
			{Name: "c in |M_x-M_y| ≤ c·ρ, (ii) and (14)", Holds: "2", Fails: "1.9", Theorem: "lemma_B_1_ii", Mutant: "(ii) 1.9 for 2, M"},
			{Name: "c in |a⁺-b⁺| ≤ c·|a-b|, (iii)", Holds: "1", Fails: "0.9", Theorem: "lemma_B_1_iii", Mutant: "(iii) 0.9 for 1"},
		},
	}
}

func marginArithmetic(size Size) *Formula {
	f := newFormula(size)
	x, y, rho := f.array("x"), f.array("y"), f.real("rho")
	a, b := f.real("a"), f.real("b")
	f.nameless(x, 0)
	f.assume("close", "max|x-y| ≤ ρ", f.near(x, y, rho))
	f.conclude("(i)", "m_x(i,k) ≥ m_x(i,j) + m_x(j,k)", f.triples(func(i, j, k int) lra.Bool {
		return x.Margin(i, k).Ge(x.Margin(i, j).Add(x.Margin(j, k)))
	}))
	f.conclude("(ii) m", "|m_x-m_y| ≤ 2ρ", f.moved((*Array).Margin, 1, 2))
	f.conclude("(ii) M", "|M_x-M_y| ≤ 2ρ", f.moved((*Array).MaxMargin, 1, 2))
	f.conclude("(iii)", "|a⁺-b⁺| ≤ |a-b|", a.Pos().Sub(b.Pos()).Abs().Le(a.Sub(b).Abs()))
	return f
}

// triples is p for all models i, j, k.
func (f *Formula) triples(p func(i, j, k int) lra.Bool) lra.Bool {
	return f.every(func(i int) lra.Bool {
		return f.every(func(j int) lra.Bool {
			return f.every(func(k int) lra.Bool { return p(i, j, k) })
		})
	})
}

// moved is scale·|margin_x - margin_y| ≤ factor·ρ for all pairs.
func (f *Formula) moved(margin func(x *Array, i, j int) lra.Num, scale, factor int64) lra.Bool {
	x, y, rho := f.array("x"), f.array("y"), f.real("rho")
	return f.pairs(func(i, j int) lra.Bool {
		return margin(x, i, j).Sub(margin(y, i, j)).Abs().Times(scale).Le(rho.Times(factor))
	})
}

// drawClosePair draws x, ρ, then y within ρ of x: at the edge as often as not.
func drawClosePair(d Draw) Instance {
	size := drawSize(d)
	x := drawArray(d, size, mostBits)
	rho := d.Int(0, drawBits(d, mostBits), "rho")
	y := drawNear(d, x, rho)
	bound := drawBits(d, mostBits)
	a := d.Int(-bound, bound, "a")
	b := d.Int(-bound, bound, "b")
	if drawCoin(d, 3, "b is near a") {
		b = a + drawSign(d)
	}
	return Instance{size, slices.Concat(x, y, []int64{rho, a, b})}
}

// closePair takes an instance apart.
func closePair(in Instance) (x, y []int64, rho int64) {
	n := in.K * in.D
	return in.Values[:n], in.Values[n : 2*n], in.Values[2*n]
}

// marginsObeyB1: the margins of package gaps are those of the definition, and
// they satisfy the lemma.
func marginsObeyB1[T gaps.Score](in definedInstance, as func(int64) T) Outcome {
	a, b, r := closePair(in.Instance)
	x, y, rho := scoreArray(a, in.Size, as), scoreArray(b, in.Size, as), as(r)
	return firstFailure(
		func() Outcome { return sameAsDefined(in.arrays[0], as) },
		func() Outcome { return sameAsDefined(in.arrays[1], as) },
		func() Outcome {
			for i := range x.K {
				for j := range x.K {
					for k := range x.K {
						if gaps.Margin(x, i, k) < gaps.Margin(x, i, j)+gaps.Margin(x, j, k) {
							return refuted("(i) gaps.Margin(%d,%d) < gaps.Margin(%d,%d) + gaps.Margin(%d,%d)", i, k, i, j, j, k)
						}
					}
					m, M := gaps.Margin(x, i, j)-gaps.Margin(y, i, j), gaps.MaxMargin(x, i, j)-gaps.MaxMargin(y, i, j)
					if max(m, -m, M, -M) > 2*rho {
						return refuted("(ii) a margin of (%d,%d) moves by more than 2ρ", i, j)
					}
				}
			}
			return Outcome{}
		},
	)
}

func marginMutants(s *formulas) []Mutant {
	return s.mutants(drawClosePair, []Mutant{
		{Name: "(i) reversed", Why: "≤ for ≥: the objective with the least margin changes from pair to pair",
			How: ByGenerator, Witness: "K=2 d=2 x=[[0 0] [1 0]] y=[[0 0] [1 0]] rho=0 a=0 b=0",
			Edit: func(f *Formula) {
				x := f.array("x")
				f.claim("(i)", f.triples(func(i, j, k int) lra.Bool {
					return x.Margin(i, k).Le(x.Margin(i, j).Add(x.Margin(j, k)))
				}))
			}},
		{Name: "(i) for M", Why: "the maximum margin is subadditive, not superadditive",
			How: ByGenerator, Witness: "K=2 d=2 x=[[0 0] [1 0]] y=[[0 0] [1 0]] rho=0 a=0 b=0",
			Edit: func(f *Formula) {
				x := f.array("x")
				f.claim("(i)", f.triples(func(i, j, k int) lra.Bool {
					return x.MaxMargin(i, k).Ge(x.MaxMargin(i, j).Add(x.MaxMargin(j, k)))
				}))
			}},
		{Name: "(ii) 1 for 2, m", Why: "both ends of a difference can move",
			How: ByGenerator, Witness: "K=2 d=1 x=[[0] [0]] y=[[1] [-1]] rho=1 a=0 b=0",
			Edit: func(f *Formula) { f.claim("(ii) m", f.moved((*Array).Margin, 1, 1)) }},
		{Name: "(ii) 1.9 for 2, m", Why: "2 is sharp: the ends can move by ρ in opposite directions",
			How: ByGenerator, Witness: "K=2 d=1 x=[[0] [0]] y=[[1] [-1]] rho=1 a=0 b=0",
			Edit: func(f *Formula) { f.claim("(ii) m", f.moved((*Array).Margin, 10, 19)) }},
		{Name: "(ii) 1.9 for 2, M", Why: "2 is sharp for M as for m",
			How: ByGenerator, Witness: "K=2 d=1 x=[[0] [0]] y=[[1] [-1]] rho=1 a=0 b=0",
			Edit: func(f *Formula) { f.claim("(ii) M", f.moved((*Array).MaxMargin, 10, 19)) }},
		{Name: "(ii) without closeness", Why: "unrelated arrays have unrelated margins", Breaks: "close",
			How: ByWitness, Witness: "K=2 d=1 x=[[0] [0]] y=[[0] [1]] rho=0 a=0 b=0"},
		{Name: "(ii) with x-y ≤ ρ", Why: "closeness from one side only", Breaks: "close",
			How: ByWitness, Witness: "K=2 d=1 x=[[0] [0]] y=[[0] [1]] rho=0 a=0 b=0",
			Edit: func(f *Formula) {
				x, y, rho := f.array("x"), f.array("y"), f.real("rho")
				f.weaken("close", f.entries(func(i, r int) lra.Bool { return x.X[i][r].Sub(y.X[i][r]).Le(rho) }))
			}},
		{Name: "(iii) 0.9 for 1", Why: "equality holds between positive numbers",
			How: ByGenerator, Witness: "K=2 d=1 x=[[0] [0]] y=[[0] [0]] rho=0 a=1 b=0",
			Edit: func(f *Formula) {
				a, b := f.real("a"), f.real("b")
				f.claim("(iii)", a.Pos().Sub(b.Pos()).Abs().Times(10).Le(a.Sub(b).Abs().Times(9)))
			}},
		{Name: "(iii) reversed", Why: "≥ for ≤: negative numbers lose their distance",
			How: ByGenerator, Witness: "K=2 d=1 x=[[0] [0]] y=[[0] [0]] rho=0 a=-1 b=0",
			Edit: func(f *Formula) {
				a, b := f.real("a"), f.real("b")
				f.claim("(iii)", a.Pos().Sub(b.Pos()).Abs().Ge(a.Sub(b).Abs()))
			}},
	})
}
