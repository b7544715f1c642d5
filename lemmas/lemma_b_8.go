package lemmas

import (
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// lemmaB8 is Lemma B.8: on E and W(A), removing the model g that Algorithm 1
// chooses keeps W, that is W(A∖{g}).  Algorithm 1 removes a model of the largest
// gap Δ̂_{g,A} > 4r_m, a dominated one if there is one among them.
//
// The witness i* of a dominated model i is one fixed argmax_{p∈P} m_b(i,p), and
// which one is a free choice: "witness" marks pairs (i,p).  "gone" marks g.
func lemmaB8() Entry {
	s := statement(witnessesStay)
	return Entry{
		ID: "B.8", Kind: "Lemma", Title: "removal keeps the witnesses",
		Claim:     "On E and W(A), removing the model that Algorithm 1 chooses keeps W.",
		Source:    "appendix B, for every active set of at least two models, every choice of witnesses and every model that the tie rule allows",
		Parts:     s.parts(s.domain(drawChoice), inBothReadings(splitMoment, removeLargest, removeLargest)),
		Mutants:   witnessesStayMutants(s),
		Kernel:    Kernel{File: "lemma_b_8.v", Theorems: []string{"lemma_B_8"}},
		Formula:   witnessesStay,
		Sizes:     []Size{{2, 1}, {3, 2}, {4, 3}, {5, 2}},
		Constants: []Constant{{Name: "c in Δ̂_{g,A} > c·r_m", Holds: "4", Fails: "3.99", Theorem: "lemma_B_8", Mutant: "3.99 for 4"}},
	}
}

func witnessesStay(size Size) *Formula {
	f := newFormula(size)
	f.setting()
	f.pick("gone")
	f.assumeWitnesses()
	f.assume("W(A)", "i ∈ A∖P ⟹ i* ∈ A", f.actives(2, func(A []int) lra.Bool { return f.kept(A) }))
	f.assumeRemoval()
	f.someMarked("gone")
	f.conclude("W(A∖{g})", "i ∈ A∖{g}, i ∉ P ⟹ i* ∈ A∖{g}", f.marked("gone", func(A []int, g int) lra.Bool {
		return f.kept(lra.Without(A, g))
	}))
	return f
}

// assumeWitnesses: a marked pair (i,p) is a dominated model and a maximiser.
func (f *Formula) assumeWitnesses() {
	w := f.relation("witness")
	f.assume("argmax", "i ∉ P and i* ∈ argmax_{p∈P} m_b(i,p)", f.every(func(i int) lra.Bool {
		return f.every(func(p int) lra.Bool { return w[i][p].Implies(lra.Not(f.frontier(i)).And(f.greatest(i, p))) })
	}))
}

// kept is W(A) for the marked witnesses: those of members are members.
func (f *Formula) kept(A []int) lra.Bool {
	w := f.relation("witness")
	return f.Graph.All(A, func(i int) lra.Bool {
		return f.Graph.All(outside(f.K, A), func(p int) lra.Bool { return lra.Not(w[i][p]) })
	})
}

// outside is [K]∖A.
func outside(K int, A []int) []int {
	return slices.DeleteFunc(lra.Upto(K), func(i int) bool { return slices.Contains(A, i) })
}

// assumeRemoval is the choice of Algorithm 1.
func (f *Formula) assumeRemoval() {
	est := f.array("est")
	f.assume("removed", "Δ̂_{g,A} > 4r_m", f.estimatedAbove("gone", 1, 4))
	f.assume("largest", "g ∈ argmax_{j∈A} Δ̂_{j,A}", f.marked("gone", func(A []int, g int) lra.Bool {
		return lra.All(A, func(j int) lra.Bool { return est.Gap(j, A).Le(est.Gap(g, A)) })
	}))
	f.assume("tie rule", "g ∈ Ŝ_A only if no j ∈ A∖Ŝ_A has Δ̂_{j,A} = Δ̂_{g,A}", f.marked("gone", func(A []int, g int) lra.Bool {
		return est.OnFrontier(g, A).Implies(lra.All(A, func(j int) lra.Bool {
			return est.OnFrontier(j, A).Or(lra.Not(est.Gap(j, A).Eq(est.Gap(g, A))))
		}))
	}))
}

// drawChoice draws a moment, marks every model that Algorithm 1 may choose, and
// the witnesses.
func drawChoice(d Draw) Instance {
	m, witness := drawMoment(d, 2, 4)
	return Instance{m.Size, slices.Concat(m.values(), m.allowed(), pairMarks(witness))}
}

// allowed marks what Algorithm 1 may remove from A.
func (m runMoment) allowed() []int64 {
	if len(m.A) < 2 {
		return make([]int64, m.K)
	}
	v := m.estimated()
	largest := slices.Max(v.gap)
	first := func(i int) bool { return v.gap[i] == largest && !v.on[i] }
	someDominated := slices.ContainsFunc(m.A, first)
	return marksWhere(m.K, func(i int) bool {
		return i < len(m.A) && largest > 4*m.r && v.gap[i] == largest && (!someDominated || !v.on[i])
	})
}

// drawEager is drawChoice with every model marked that looks dominated and has a
// gap above 4r, and every other with one above all of theirs.
func drawEager(d Draw) Instance {
	m, witness := drawMoment(d, 2, 4)
	v := m.estimated()
	marks := marksWhere(m.K, func(i int) bool {
		return i < len(m.A) && v.gap[i] > 4*m.r &&
			(!v.on[i] || !slices.ContainsFunc(v.dominated(), func(j int) bool { return v.gap[j] >= v.gap[i] }))
	})
	return Instance{m.Size, slices.Concat(m.values(), marks, pairMarks(witness))}
}

// pairMarks marks (i, witness[i]).
func pairMarks(witness []int) []int64 {
	marks := make([]int64, len(witness)*len(witness))
	for i, w := range witness {
		if w >= 0 {
			marks[i*len(witness)+w] = 1
		}
	}
	return marks
}

// witnessOf reads the marks back; -1 is none.
func witnessOf(marks []int64, K int) []int {
	witness := make([]int, K)
	for i := range witness {
		witness[i] = slices.Index(marks[i*K:(i+1)*K], 1)
	}
	return witness
}

// removeLargest: the model that gaps.Active.Largest names is one that the rule allows,
// and gaps.WitnessInvariant agrees with W before and after.
func removeLargest[T gaps.Score](m runMoment, as func(int64) T) Outcome {
	witness := witnessOf(m.rest[m.K:], m.K)
	for _, own := range [][]int{witness, gaps.Witnesses(scoreArray(m.b, m.Size, as))} {
		if !gaps.WitnessInvariant(witness, members(m.A, m.K)) {
			return refuted("gaps.WitnessInvariant of %v and A = %v is false although W(A) holds", witness, m.A)
		}
		g, found := chooses(m, as)
		if !found || !gaps.WitnessInvariant(own, members(m.A, m.K)) {
			continue
		}
		if m.rest[g] != 1 {
			return refuted("gaps.Active.Largest in %v is %d, which Algorithm 1 must not remove", m.A, g)
		}
		if rest := lra.Without(m.A, g); !gaps.WitnessInvariant(own, members(rest, m.K)) {
			return refuted("gaps.WitnessInvariant of %v is lost when %d leaves %v", own, g, m.A)
		}
	}
	for _, p := range m.A {
		lost := slices.ContainsFunc(m.A, func(i int) bool { return i != p && witness[i] == p })
		if rest := lra.Without(m.A, p); gaps.WitnessInvariant(witness, members(rest, m.K)) == lost {
			return refuted("gaps.WitnessInvariant of %v and %v is %v", witness, rest, !lost)
		}
	}
	return Outcome{}
}

// chooses is the model that package gaps removes from A, if its gap is above 4r.
func chooses[T gaps.Score](m runMoment, as func(int64) T) (int, bool) {
	g, gap := activeEstimates(m, as).Largest()
	return g, len(m.A) > 1 && gap > as(4*m.r)
}

func witnessesStayMutants(s *formulas) []Mutant {
	return s.mutants(drawChoice, []Mutant{
		{Name: "3.9 for 4", Why: "below 4 the witness of a model can have the larger gap", Breaks: "removed",
			How: ByWitness, Witness: "K=3 d=2 b=[[-1 -4] [4 -3] [0 4]] est=[[0 -5] [5 -2] [-1 3]] r=1 active=0..2 gone={2} witness={0→2}",
			Edit: func(f *Formula) { f.weaken("removed", f.estimatedAbove("gone", 10, 39)) }},
		{Name: "3.99 for 4", Why: "the witness can have a gap of exactly 4r", Breaks: "removed",
			How: ByWitness, Witness: "K=3 d=2 b=[[-1 -4] [4 -3] [0 4]] est=[[0 -5] [5 -2] [-1 3]] r=1 active=0..2 gone={2} witness={0→2}",
			Edit: func(f *Formula) { f.weaken("removed", f.estimatedAbove("gone", 100, 399)) }},
		{Name: "without the tie rule", Why: "two models' gaps always tie: the witness may go first", Breaks: "tie rule",
			How: ByWitness, Witness: "K=2 d=1 b=[[1] [0]] est=[[1] [0]] r=0 active=0..1 gone={0} witness={1→0}"},
		{Name: "any model above 4r", Why: "a witness may go while the model that needs it has a larger gap", Breaks: "largest",
			How: ByWitness, Witness: "K=3 d=2 b=[[2 -1] [-2 0] [1 2]] est=[[2 -1] [-2 0] [1 2]] r=0 active=0..2 gone={2} witness={1→2}"},
		{Name: "largest among the dominated only", Why: "Algorithm 1 compares with every model of A", Breaks: "largest",
			How: ByNothing, Generate: drawEager,
			Superfluous: "a model that looks dominated is (Lemma B.7), so it is nobody's witness and may leave in any order; and of a witness g only the models that need it matter, which look dominated themselves when their gap is large",
			Edit: func(f *Formula) {
				est := f.array("est")
				f.weaken("largest", f.marked("gone", func(A []int, g int) lra.Bool {
					return est.OnFrontier(g, A).Implies(lra.All(A, func(j int) lra.Bool {
						return est.OnFrontier(j, A).Or(est.Gap(j, A).Le(est.Gap(g, A)))
					}))
				}))
			}},
		{Name: "without E", Why: "estimates without an error bound say nothing", Breaks: "E",
			How: ByWitness, Witness: "K=2 d=1 b=[[0] [-1]] est=[[-1] [1]] r=0 active=0..1 gone={0} witness={1→0}"},
		{Name: "without W(A)", Why: "a witness that has left stays away", Breaks: "W(A)",
			How: ByWitness, Witness: "K=3 d=1 b=[[-1] [0] [1]] est=[[-1] [0] [1]] r=0 active=0..1 gone={0} witness={1→2}"},
		{Name: "any dominating frontier model is a witness", Why: "one that dominates by less may look like no dominator", Breaks: "argmax",
			How: ByWitness, Witness: "K=3 d=2 b=[[4 -4] [-2 2] [-4 -5]] est=[[5 -5] [-1 3] [-5 -4]] r=1 active=0..2 gone={0} witness={2→0}",
			Edit: func(f *Formula) {
				w := f.relation("witness")
				f.weaken("argmax", f.every(func(i int) lra.Bool {
					return f.every(func(p int) lra.Bool { return w[i][p].Implies(f.array("b").Below(i, p).And(f.frontier(p))) })
				}))
			}},
		{Name: "reversed", Why: "some witness is lost with every removal",
			How: ByGenerator, Witness: "K=2 d=1 b=[[-1] [1]] est=[[-1] [1]] r=0 active=0..1 gone={0} witness=[[0 0] [0 0]]",
			Edit: func(f *Formula) {
				f.claim("W(A∖{g})", f.marked("gone", func(A []int, g int) lra.Bool { return lra.Not(f.kept(lra.Without(A, g))) }))
			}},
	})
}
