package lemmas

import (
	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// lemmaB10 is Lemma B.10: on E and W(A), for i ∈ A, |A| ≥ 2,
//
//	r_m < Δ_i(b)/8 ⟹ Δ̂_{i,A} > 4r_m,
//
// so i leaves, or the run ends, in phase m.  "model" marks i; W(A) is assumed for
// some choice of the witnesses.
func lemmaB10() Entry {
	s := statement(leavesInTime)
	return Entry{
		ID: "B.10", Kind: "Lemma", Title: "a model leaves once its radius is small",
		Claim:     "On E and W(A): r_m < Δ_i^B/8, i ∈ A, |A| ≥ 2 ⟹ Δ̂_{i,A} > 4r_m, so i leaves or the run ends in phase m.",
		Source:    "appendix B; that r_m < Δ_i/8 from m_i on, and the counts that follow, are steps of Proposition B.4",
		Parts:     s.parts(s.domain(drawSmallRadius), atMoment(checkLeaves, checkLeaves)),
		Mutants:   leavesMutants(s),
		Kernel:    Kernel{File: "lemma_b_10.v", Theorems: []string{"lemma_B_10", "lemma_B_10_stays"}},
		Formula:   leavesInTime,
		Sizes:     []Size{{2, 1}, {3, 2}, {4, 3}, {5, 2}},
		Constants: []Constant{{Name: "c in c·r_m < Δ_i(b)", Holds: "8", Fails: "7.9", Theorem: "lemma_B_10", Mutant: "7.9 for 8"}},
	}
}

func leavesInTime(size Size) *Formula {
	f := newFormula(size)
	f.setting()
	f.pick("model")
	f.assume("W(A)", "every i ∈ A∖P has an argmax_{p∈P} m_b(i,p) in A", f.actives(2, f.witnessed))
	f.assume("radius", "8r_m < Δ_i(b)", f.radius(1, 8))
	f.someMarked("model")
	f.conclude("gap", "Δ̂_{i,A} > 4r_m", f.estimatedAbove("model", 1, 4))
	return f
}

// radius is factor·r_m < scale·Δ_i(b) of the marked i.
func (f *Formula) radius(scale, factor int64) lra.Bool {
	return f.marked("model", func(_ []int, i int) lra.Bool {
		return f.real("r").Times(factor).Lt(f.array("b").Gap(i, f.all()).Times(scale))
	})
}

// drawSmallRadius draws a moment and marks every model whose gap is above 8r.
func drawSmallRadius(d Draw) Instance {
	m, _ := drawMoment(d, 2, 8)
	gap := evalDefinitions(m.b, m.Size).gap
	return Instance{m.Size, append(m.values(), marksWhere(m.K, func(i int) bool { return gap[i] > 8*m.r })...)}
}

// checkLeaves: by gaps.Gaps the marked models have Δ_i(b) > 8r, and those in A have
// Δ̂_{i,A} > 4r by gaps.Active.
func checkLeaves[T gaps.Score](m runMoment, as func(int64) T) Outcome {
	active, gap := activeEstimates(m, as), gaps.Gaps(scoreArray(m.b, m.Size, as))
	for i := range m.K {
		if marked := m.rest[i] == 1; marked != (gap[i] > as(8*m.r)) {
			return refuted("gaps.Gaps(%d) = %v against 8r = %v, the definition decides otherwise", i, gap[i], as(8*m.r))
		}
	}
	for _, i := range m.A {
		if m.rest[i] == 1 && active.Gap(i) <= as(4*m.r) {
			return refuted("gaps.Active.Gap(%d) in %v = %v ≤ 4r although Δ_i(b) = %v > 8r", i, m.A, active.Gap(i), gap[i])
		}
	}
	return Outcome{}
}

func leavesMutants(s *formulas) []Mutant {
	return s.mutants(drawSmallRadius, []Mutant{
		{Name: "7.9 for 8", Why: "M(j,i) and Δ*_j can both lose 2r in δ*_i", Breaks: "radius",
			How: ByWitness, Witness: "K=3 d=2 b=[[-3 5] [5 -3] [3 -5]] est=[[-2 5] [5 -4] [2 -4]] r=1 active=0..2 model={0}",
			Edit: func(f *Formula) { f.weaken("radius", f.radius(10, 79)) }},
		{Name: "≤ for <", Why: "at 8r the estimated gap can be 4r exactly, at r = 0 already", Breaks: "radius",
			How: ByWitness, Witness: "K=2 d=1 b=[[0] [0]] est=[[0] [0]] r=0 active=0..1 model={1}",
			Edit: func(f *Formula) {
				f.weaken("radius", f.marked("model", func(_ []int, i int) lra.Bool {
					return f.real("r").Times(8).Le(f.array("b").Gap(i, f.all()))
				}))
			}},
		{Name: "5 for 4", Why: "Δ_i(b) - 4r is all that is left",
			How: ByWitness, Witness: "K=3 d=2 b=[[-8 -1] [7 -6] [-4 6]] est=[[-7 -2] [8 -5] [-5 5]] r=1 active=0..2 model={1}",
			Edit: func(f *Formula) { f.claim("gap", f.estimatedAbove("model", 1, 5)) }},
		{Name: "without E", Why: "estimates without an error bound say nothing", Breaks: "E",
			How: ByWitness, Witness: "K=2 d=1 b=[[-1] [1]] est=[[1] [1]] r=0 active=0..1 model={0}"},
		{Name: "without W(A)", Why: "without its dominators i looks like a member of the frontier, with a gap of its own", Breaks: "W(A)",
			How: ByWitness, Witness: "K=3 d=1 b=[[-1] [-1] [0]] est=[[-1] [-1] [0]] r=0 active=0..1 model={1}"},
		{Name: "reversed", Why: "a model with a small radius would stay",
			How: ByGenerator, Witness: "K=2 d=1 b=[[-1] [1]] est=[[-1] [1]] r=0 active=0..1 model={1}",
			Edit: func(f *Formula) {
				f.claim("gap", f.marked("model", func(A []int, i int) lra.Bool {
					return f.array("est").Gap(i, A).Le(f.real("r").Times(4))
				}))
			}},
		{Name: "the gap in A, not in [K]", Why: "Δ_{i,A}(b) in the place of Δ_i(b)", Breaks: "radius",
			How:         ByNothing,
			Superfluous: "with W(A) both frontiers agree on A, and then only Δ_{i,A}(b) ≥ Δ_i(b) is used",
			Edit: func(f *Formula) {
				f.weaken("radius", f.marked("model", func(A []int, i int) lra.Bool {
					return f.real("r").Times(8).Lt(f.array("b").Gap(i, A))
				}))
			}},
	})
}
