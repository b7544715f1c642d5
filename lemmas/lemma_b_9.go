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
	domain := s.domain(drawInvariant)
	return Entry{
		ID: "B.9", Kind: "Proposition", Title: "on the confidence event the output is right",
		Claim:  "On E the output equals P(b): Inv(A,B) = [P ⊆ A∪B, B ⊆ P, W(A)] holds at the start, is kept by every removal, and |A| = 1 ⟹ A ⊆ P.",
		Source: "appendix B, as an inductive invariant over (A,B)",
		Parts: []Part{
			{Name: "formula", Domain: domain, Check: s.check},
			{Name: "production", Domain: domain, Check: checkInvariantStays},
			reductionB9().part(domain),
		},
		Mutants:    invariantMutants(s),
		Formula:    invariantStays,
		Sizes:      []Size{{2, 1}, {3, 2}, {4, 3}, {5, 2}},
		Reductions: []Reduction{reductionB9(), reductionB2(), reductionB5(), reductionB7(), reductionB8()},
		Constants:  []Constant{{Name: "c in Δ̂_{g,A} > c·r_m", Holds: "4", Fails: "3.9", Mutant: "3.9 for 4"}},
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

// drawInvariant draws a moment that Algorithm 1 can be in, |A| = 1 included.
func drawInvariant(d Draw) Instance {
	size, m, witness := drawMoment(d, 1, 4)
	accepted := make([]int64, size.K)
	for _, i := range outside(size.K, m.A) {
		if witness[i] < 0 {
			accepted[i] = 1
		}
	}
	return Instance{size, slices.Concat(m.values(size), accepted, m.allowed(size), pairMarks(witness))}
}

// checkInvariantStays: gaps.Inductive is Inv at this moment and after the removal
// that package gaps makes, and the last model completes P.
func checkInvariantStays(in Instance) (Outcome, error) {
	m := splitMoment(in)
	return firstFailure(
		func() Outcome { return m.eventOf(in.Size) },
		func() Outcome { return removalStep(in, m, asInteger) },
		func() Outcome { return removalStep(in, m, asDyadic) },
	), nil
}

func removalStep[T gaps.Score](in Instance, m runMoment, as func(int64) T) Outcome {
	K := in.K
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
	g, found := chooses(in.Size, m, as)
	if !found {
		return Outcome{}
	}
	est := scoreArray(m.est, in.Size, as)
	active := gaps.NewActive(est)
	active.Reset(est, m.A)
	accepted[g], A[g] = active.OnFrontier(g), false
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

// Witness values: b, b̂ by rows, r, the marks of |A|, of B, of g, of the pairs
// (i,i*).
func invariantMutants(s *formulas) []Mutant {
	drop := func(name, hypothesis, why string, witness Instance) Mutant {
		return s.mutant(Mutant{Name: name, Why: why, Breaks: hypothesis, How: ByWitness, Positional: witness}, func(f *Formula) { f.drop(hypothesis) })
	}
	accepting := func(accept func(f *Formula) lra.Bool) func(*Formula) {
		return func(f *Formula) {
			f.Conclusions = slices.DeleteFunc(f.Conclusions, func(n Named) bool { return strings.HasPrefix(n.Name, "kept") })
			f.concludeKept(func([]int, int) lra.Bool { return accept(f) })
		}
	}
	return []Mutant{
		s.mutant(Mutant{
			Name: "3.9 for 4", Why: "the witness of a model can go before it (Lemma B.8)", Breaks: "removed",
			How: ByWitness, Positional: instanceAt(3, 2, -2, 4, -3, -1, 3, 0, -1, 5, -4, 0, 4, -1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0),
		}, func(f *Formula) { f.weaken("removed", f.removed(10, 39)) }),
		drop("without the tie rule", "tie rule", "two models' gaps always tie: the witness may go first", instanceAt(2, 1, -1, 1, -1, 1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0)),
		drop("any model above 4r", "largest", "a witness may go while the model that needs it has a larger gap", instanceAt(3, 2, -1, 2, 1, 1, -1, -2, -1, 2, 1, 1, -1, -2, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0)),
		drop("without E", "E", "estimates without an error bound say nothing", instanceAt(2, 1, -1, 1, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 0, 0)),
		drop("without W(A)", "W(A)", "a model whose witnesses have left is the last one, or is accepted", instanceAt(2, 1, -1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 1, 0, 0)),
		drop("a witness that is no maximiser", "argmax", "one that dominates by less, or not at all, may look like no dominator", instanceAt(2, 1, -1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 1, 0, 0, 0)),
		drop("witnesses for some only", "witness", "W(A) says nothing of a dominated model without a witness", instanceAt(2, 1, -1, 0, 0, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0)),
		drop("without P ⊆ A∪B", "P ⊆ A∪B", "a frontier model that is lost stays lost", instanceAt(3, 1, 0, -1, 0, 0, -1, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0)),
		drop("without B ⊆ P", "B ⊆ P", "a dominated model that was accepted stays accepted", instanceAt(2, 1, 0, 1, 0, 1, 0, 0, 1, 1, 0, 1, 0, 0, 1, 0, 0)),
		s.mutant(Mutant{
			Name: "accept nobody", Why: "a removed frontier model is lost",
			How: ByGenerator, Generate: drawInvariant, Positional: instanceAt(2, 2, 0, 1, 1, -1, 0, 1, 1, -1, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0),
		}, accepting(func(f *Formula) lra.Bool { return lra.Not(f.Graph.True()) })),
		s.mutant(Mutant{
			Name: "accept everybody", Why: "a removed dominated model is accepted",
			How: ByGenerator, Generate: drawInvariant, Positional: instanceAt(2, 1, 1, -1, 1, -1, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0),
		}, accepting(func(f *Formula) lra.Bool { return f.Graph.True() })),
	}
}
