package lemmas

import (
	"slices"
	"strings"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// lemmaB9 is Proposition B.9, on E the output equals P = P(b), by the invariant
//
//	Inv(A,B) = [P ⊆ A∪B, B ⊆ P, W(A)].
//
// It holds at the start, Inv([K],∅), since every dominated model has a witness
// in P; every removal keeps it, B gaining the removed g if g ∈ Ŝ_A; and at
// |A| = 1 it gives A ⊆ P, so that the output A∪B is P.  By induction over the
// removals, phase after phase, this is the proposition.
//
// "accepted" marks B, "gone" marks g, "witness" marks pairs (i,i*).
func lemmaB9() Entry {
	s := invariantKept
	return Entry{
		ID: "B.9", Kind: "Proposition", Title: "on the confidence event the output is right",
		Claim:     "On E the output equals P(b): Inv(A,B) = [P ⊆ A∪B, B ⊆ P, W(A)] holds at the start, is kept by every removal, and |A| = 1 ⟹ A ⊆ P.",
		Source:    "appendix B, as an inductive invariant over (A,B)",
		Parts:     s.parts(s.domain(drawInvariant), atMoment(removalStep, removalStep)),
		Mutants:   invariantMutants(s),
		Kernel:    Kernel{File: "lemma_b_9.v", Theorems: []string{"proposition_B_9", "Inv_start", "Inv_removal", "Inv_end"}},
		Formula:   invariantStays,
		Sizes:     []Size{{2, 1}, {3, 2}, {4, 3}, {5, 2}},
		Constants: []Constant{{Name: "c in Δ̂_{g,A} > c·r_m", Holds: "4", Fails: "3.9", Theorem: "proposition_B_9", Mutant: "3.9 for 4"}},
	}
}

var invariantKept = statement(invariantStays)

func invariantStays(size Size) *Formula {
	f := newFormula(size)
	f.setting()
	accepted := f.choice("accepted")
	f.pick("gone")
	f.assumeWitnesses()
	f.assume("witness", "every i ∉ P has an i*", f.every(func(i int) lra.Bool {
		return f.frontier(i).Or(lra.Any(f.all(), func(p int) lra.Bool { return f.relation("witness")[i][p] }))
	}))
	f.assume("P ⊆ A∪B", "P ⊆ A∪B", f.actives(1, func(A []int) lra.Bool { return f.covers(A, accepted) }))
	f.assume("B ⊆ P", "B ⊆ P", f.within(accepted))
	f.assume("W(A)", "i ∈ A∖P ⟹ i* ∈ A", f.actives(1, f.kept))
	f.assumeRemoval()
	f.someMarked("gone")
	f.conclude("start", "i ∉ P ⟹ argmax_{p∈P} m_b(i,p) is not empty", f.every(func(i int) lra.Bool {
		return f.frontier(i).Or(lra.Any(lra.Without(f.all(), i), func(p int) lra.Bool { return f.greatest(i, p) }))
	}))
	f.concludeKept(func(A []int, g int) lra.Bool { return f.array("est").OnFrontier(g, A) })
	f.conclude("end", "|A| = 1 ⟹ A ⊆ P", f.choice("active")[0].Implies(f.frontier(0)))
	return f
}

// concludeKept is Inv(A∖{g}, B ∪ {g if accept}).
func (f *Formula) concludeKept(accept func(A []int, g int) lra.Bool) {
	accepted := f.choice("accepted")
	gains := func(A []int, g int) []lra.Bool {
		after := slices.Clone(accepted)
		after[g] = after[g].Or(accept(A, g))
		return after
	}
	f.conclude("kept: P ⊆ A∪B", "P ⊆ A∪B after a removal", f.marked("gone", func(A []int, g int) lra.Bool {
		return f.covers(lra.Without(A, g), gains(A, g))
	}))
	f.conclude("kept: B ⊆ P", "B ⊆ P after a removal", f.marked("gone", func(A []int, g int) lra.Bool {
		return f.within(gains(A, g))
	}))
	f.conclude("kept: W(A)", "W(A) after a removal", f.marked("gone", func(A []int, g int) lra.Bool {
		return f.kept(lra.Without(A, g))
	}))
}

// covers is P ⊆ A∪B.
func (f *Formula) covers(A []int, B []lra.Bool) lra.Bool {
	return f.Graph.All(outside(f.K, A), func(i int) lra.Bool { return f.frontier(i).Implies(B[i]) })
}

// within is B ⊆ P.
func (f *Formula) within(B []lra.Bool) lra.Bool {
	return f.every(func(i int) lra.Bool { return B[i].Implies(f.frontier(i)) })
}

// drawInvariant draws a moment that Algorithm 1 can be in, |A| = 1 included, and once
// more if no model can be removed.
func drawInvariant(d Draw) Instance {
	m, witness := drawMoment(d, 1, 4)
	if !slices.Contains(m.allowed(), 1) {
		m, witness = drawMoment(d, 1, 4)
	}
	accepted := marksWhere(m.K, func(i int) bool { return i >= len(m.A) && witness[i] < 0 })
	return Instance{m.Size, slices.Concat(m.values(), accepted, m.allowed(), pairMarks(witness))}
}

// removalStep: gaps.Inductive is Inv at this moment and after the removal that package
// gaps makes, and the last model completes P.
func removalStep[T gaps.Score](m runMoment, as func(int64) T) Outcome {
	K := m.K
	accepted, A := make([]bool, K), members(m.A, K)
	for i, mark := range m.rest[:K] {
		accepted[i] = mark == 1
	}
	witness := witnessOf(m.rest[2*K:], K)
	if !gaps.Inductive(witness, A, accepted) {
		return refuted("gaps.Inductive(%v, %v, %v) is false although Inv holds", witness, A, accepted)
	}
	for i := range K {
		if out := spoiled(witness, A, accepted, i); out.Verdict != Holds {
			return out
		}
	}
	if len(m.A) == 1 && witness[0] >= 0 {
		return refuted("the last model is dominated by %d", witness[0])
	}
	g, found := chooses(m, as)
	if !found {
		return Outcome{}
	}
	accepted[g], A[g] = activeEstimates(m, as).OnFrontier(g), false
	if !gaps.Inductive(witness, A, accepted) {
		return refuted("gaps.Inductive(%v, %v, %v) is lost when %d leaves", witness, A, accepted, g)
	}
	return Outcome{}
}

// spoiled: with B changed at i, gaps.Inductive must say what the invariant says.
func spoiled(witness []int, A, accepted []bool, i int) Outcome {
	B := slices.Clone(accepted)
	B[i] = !B[i]
	frontier := witness[i] < 0
	want := B[i] && frontier || !B[i] && (A[i] || !frontier)
	if got := gaps.Inductive(witness, A, B); got != want {
		return refuted("gaps.Inductive(%v, %v, %v) = %v", witness, A, B, got)
	}
	return Outcome{}
}

func invariantMutants(s *formulas) []Mutant {
	accepting := func(accept func(f *Formula) lra.Bool) func(*Formula) {
		return func(f *Formula) {
			f.Conclusions = slices.DeleteFunc(f.Conclusions, func(n Named) bool { return strings.HasPrefix(n.Name, "kept") })
			f.concludeKept(func([]int, int) lra.Bool { return accept(f) })
		}
	}
	return s.mutants(drawInvariant, []Mutant{
		{Name: "3.9 for 4", Why: "the witness of a model can go before it (Lemma B.8)", Breaks: "removed",
			How: ByWitness, Witness: "K=3 d=2 b=[[-2 4] [-3 -1] [3 0]] est=[[-1 5] [-4 0] [4 -1]] r=1 active=0..2 accepted={} gone={2} witness={1→2}",
			Edit: func(f *Formula) { f.weaken("removed", f.estimatedAbove("gone", 10, 39)) }},
		{Name: "without the tie rule", Why: "two models' gaps always tie: the witness may go first", Breaks: "tie rule",
			How: ByWitness, Witness: "K=2 d=1 b=[[-1] [1]] est=[[-1] [1]] r=0 active=0..1 accepted={} gone={1} witness={0→1}"},
		{Name: "any model above 4r", Why: "a witness may go while the model that needs it has a larger gap", Breaks: "largest",
			How: ByWitness, Witness: "K=3 d=2 b=[[-1 2] [1 1] [-1 -2]] est=[[-1 2] [1 1] [-1 -2]] r=0 active=0..2 accepted={} gone={1} witness={2→1}"},
		{Name: "without E", Why: "estimates without an error bound say nothing", Breaks: "E",
			How: ByWitness, Witness: "K=2 d=1 b=[[-1] [1]] est=[[1] [0]] r=0 active=0..1 accepted={} gone={1} witness={0→1}"},
		{Name: "without W(A)", Why: "a model whose witnesses have left is the last one, or is accepted", Breaks: "W(A)",
			How: ByWitness, Witness: "K=2 d=1 b=[[-1] [0]] est=[[0] [1]] r=1 active=0..0 accepted={1} gone={} witness={0→1}"},
		{Name: "a witness that is no maximiser", Why: "one that dominates by less, or not at all, may look like no dominator", Breaks: "argmax",
			How: ByWitness, Witness: "K=2 d=1 b=[[-1] [0]] est=[[0] [1]] r=1 active=0..0 accepted={1} gone={} witness={0→0}"},
		{Name: "witnesses for some only", Why: "W(A) says nothing of a dominated model without a witness", Breaks: "witness",
			How: ByWitness, Witness: "K=2 d=1 b=[[-1] [0]] est=[[0] [1]] r=1 active=0..0 accepted={1} gone={} witness=[[0 0] [0 0]]"},
		{Name: "without P ⊆ A∪B", Why: "a frontier model that is lost stays lost", Breaks: "P ⊆ A∪B",
			How: ByWitness, Witness: "K=3 d=1 b=[[0] [-1] [0]] est=[[0] [-1] [0]] r=0 active=0..1 accepted={} gone={1} witness={1→0}"},
		{Name: "without B ⊆ P", Why: "a dominated model that was accepted stays accepted", Breaks: "B ⊆ P",
			How: ByWitness, Witness: "K=2 d=1 b=[[0] [1]] est=[[0] [1]] r=0 active=0..1 accepted={0} gone={0} witness={0→1}"},
		{Name: "accept nobody", Why: "a removed frontier model is lost",
			How: ByGenerator, Witness: "K=2 d=2 b=[[0 1] [1 -1]] est=[[0 1] [1 -1]] r=0 active=0..1 accepted={} gone={0} witness=[[0 0] [0 0]]",
			Edit: accepting(func(f *Formula) lra.Bool { return lra.Not(f.Graph.True()) })},
		{Name: "accept everybody", Why: "a removed dominated model is accepted",
			How: ByGenerator, Witness: "K=2 d=1 b=[[1] [-1]] est=[[1] [-1]] r=0 active=0..1 accepted={} gone={1} witness={1→0}",
			Edit: accepting(func(f *Formula) lra.Bool { return f.Graph.True() })},
	})
}
