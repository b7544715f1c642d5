package lemmas

import (
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// lemmaB7 is Lemma B.7: on E and W(A), of a model i ∈ A with Δ̂_{i,A} > 4r_m
//
//	i ∉ Ŝ_A ⟹ i ∉ P   and   i ∈ Ŝ_A ⟹ i ∈ P,
//
// where Ŝ_A = P_A(b̂) and P = P(b).  "gone" marks i.  W(A) is assumed for some
// choice of the witnesses, which is the weakest that it can be.  The threshold 2
// is enough, and no less is.
func lemmaB7() Entry {
	s := removedClassified
	return Entry{
		ID: "B.7", Kind: "Lemma", Title: "removed models are classified correctly",
		Claim:   "On E and W(A), a model i ∈ A with Δ̂_{i,A} > 4r_m: i ∉ Ŝ_A ⟹ i ∉ P; i ∈ Ŝ_A ⟹ i ∈ P.",
		Source:  "appendix B, for every active set of at least two models",
		Parts:   s.parts(s.domain(drawRemoved), atMoment(classify, classify)),
		Mutants: classificationMutants(s),
		Kernel:  Kernel{File: "lemma_b_7.v", Theorems: []string{"lemma_B_7"}},
		Formula: classification,
		Sizes:   []Size{{2, 1}, {3, 2}, {4, 3}, {5, 2}},
		Constants: []Constant{{
			Name: "c in Δ̂_{i,A} > c·r_m", Holds: "2", Fails: "1.9", Theorem: "lemma_B_7", Mutant: "1.9 for 4",
			Formula: s.edited(func(f *Formula) { f.weaken("removed", f.estimatedAbove("gone", 1, 2)) }).build,
		}},
	}
}

var removedClassified = statement(classification)

func classification(size Size) *Formula {
	f := newFormula(size)
	f.setting()
	f.pick("gone")
	f.assume("W(A)", "every i ∈ A∖P has an argmax_{p∈P} m_b(i,p) in A", f.actives(2, f.witnessed))
	f.assume("removed", "Δ̂_{i,A} > 4r_m", f.estimatedAbove("gone", 1, 4))
	f.someMarked("gone")
	f.conclude("dominated", "i ∉ Ŝ_A ⟹ i ∉ P", f.marked("gone", func(A []int, i int) lra.Bool {
		return f.array("est").OnFrontier(i, A).Or(lra.Not(f.frontier(i)))
	}))
	f.conclude("frontier", "i ∈ Ŝ_A ⟹ i ∈ P", f.marked("gone", func(A []int, i int) lra.Bool {
		return f.array("est").OnFrontier(i, A).Implies(f.frontier(i))
	}))
	return f
}

// drawRemoved draws a moment and marks every model that has the gap.
func drawRemoved(d Draw) Instance { return drawAbove(d, 4) }

func drawAbove(d Draw, threshold int64) Instance {
	m, _ := drawMoment(d, 2, threshold)
	values, gap := m.labelled(), m.estimated().gap
	values["gone"] = marksWhere(m.K, func(i int) bool { return i < len(gap) && gap[i] > threshold*m.r })
	return removedClassified.fill(m.Size, values)
}

// classify: what gaps.Active says of the marked models of A, by the estimates, is
// what gaps.Frontier says of them by the true scores.
func classify[T gaps.Score](m runMoment, as func(int64) T) Outcome {
	active, frontier := activeEstimates(m, as), gaps.Frontier(scoreArray(m.b, m.Size, as))
	for _, i := range m.A {
		gone := m.rest[i] == 1
		if (active.Gap(i) > as(4*m.r)) != gone {
			return refuted("gaps.Active.Gap(%d) in %v = %v against 4r = %v, the definition decides otherwise", i, m.A, active.Gap(i), as(4*m.r))
		}
		if gone && active.OnFrontier(i) != slices.Contains(frontier, i) {
			return refuted("gaps.Active.OnFrontier(%d) in %v = %v, gaps.Frontier of the true scores is %v", i, m.A, active.OnFrontier(i), frontier)
		}
	}
	return Outcome{}
}

func classificationMutants(s *formulas) []Mutant {
	return s.mutants(drawRemoved, []Mutant{
		{Name: "1.9 for 4", Why: "below 2 a model that is r too low and a dominator that is r too high look further apart than they are", Breaks: "removed",
			How: ByWitness, Witness: "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=1 active=0..1 gone={1}",
			Edit: func(f *Formula) { f.weaken("removed", f.estimatedAbove("gone", 10, 19)) }},
		{Name: "≥ 2 for > 4", Why: "at 2r a tie can look like dominance", Breaks: "removed",
			How: ByWitness, Witness: "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=1 active=0..1 gone={1}",
			Edit: func(f *Formula) {
				f.weaken("removed", f.marked("gone", func(A []int, g int) lra.Bool {
					return f.array("est").Gap(g, A).Ge(f.real("r").Times(2))
				}))
			}},
		{Name: "without E", Why: "estimates without an error bound say nothing", Breaks: "E",
			How: ByWitness, Witness: "K=2 d=1 b=[[-1] [0]] est=[[0] [-1]] r=0 active=0..1 gone={1}"},
		{Name: "E from above only", Why: "an estimate may then be as low as it likes", Breaks: "E",
			How: ByWitness, Witness: "K=2 d=1 b=[[1] [1]] est=[[1] [-1]] r=0 active=0..1 gone={1}",
			Edit: func(f *Formula) {
				b, est := f.array("b"), f.array("est")
				f.weaken("E", f.entries(func(i, r int) lra.Bool { return est.X[i][r].Sub(b.X[i][r]).Le(f.real("r")) }))
			}},
		{Name: "without W(A)", Why: "the only models that dominate i may have left", Breaks: "W(A)",
			How: ByWitness, Witness: "K=3 d=1 b=[[-1] [0] [1]] est=[[-1] [0] [1]] r=0 active=0..1 gone={1}"},
		{Name: "reversed", Why: "a dominated model is called a member of the frontier",
			How: ByGenerator, Witness: "K=2 d=1 b=[[-1] [1]] est=[[-1] [1]] r=0 active=0..1 gone={0}",
			Edit: func(f *Formula) {
				f.claim("dominated", f.marked("gone", func(A []int, i int) lra.Bool {
					return f.array("est").OnFrontier(i, A).Or(f.frontier(i))
				}))
			}},
		{Name: "for A instead of all", Why: "i ∈ P_A(b) is less than i ∈ P(b), and also follows",
			How:         ByNothing,
			Superfluous: "P(b)∩A ⊆ P_A(b), so the first claim grows stronger and the second weaker; W(A) makes both frontiers agree on A",
			Edit: func(f *Formula) {
				in := func(A []int, i int) lra.Bool { return f.array("b").OnFrontier(i, A) }
				f.claim("dominated", f.marked("gone", func(A []int, i int) lra.Bool { return f.array("est").OnFrontier(i, A).Or(lra.Not(in(A, i))) }))
				f.claim("frontier", f.marked("gone", func(A []int, i int) lra.Bool { return f.array("est").OnFrontier(i, A).Implies(in(A, i)) }))
			}},
	})
}
