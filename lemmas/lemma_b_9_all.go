package lemmas

import (
	"slices"

	"vectorborda/lemmas/lra"
)

// reductionB9: Proposition B.9 for all K and d, from Lemmas B.2, B.7 and B.8, whose
// own reductions belong to this entry as well.
//
// Inv([K],∅) holds: P ⊆ [K], ∅ ⊆ P, and W([K]) since by Lemma B.2 every dominated model
// has a witness.  Let Algorithm 1 remove g in a state with Inv(A,B).  W(A∖{g}) is
// Lemma B.8.  The other two parts and the end speak of each model q by itself:
//
//	"B.7"     if q = g: q ∈ Ŝ_A ⟺ q ∈ P
//	"cover"   q ∈ P ⟹ q ∈ A or q ∈ B
//	"within"  q ∈ B ⟹ q ∈ P
//	"W(A)"    q ∈ A∖P ⟹ another model (its witness) is in A
//
// give the same for A∖{g} and B ∪ {g if g ∈ Ŝ_A}, and q ∈ P if q is alone in A.  So Inv
// holds after every removal of every phase, by induction; the run ends with |A| = 1,
// A ⊆ P, and B∪A = P.  There are no numbers left in this: one model, no objective.
func reductionB9() Reduction {
	return Reduction{
		Of: "B.9", Claim: "of one model: Lemma B.7, P ⊆ A∪B, B ⊆ P and W(A) give P ⊆ A∪B and B ⊆ P after a removal, and q ∈ P if it is alone",
		Formula: oneModel.build, Sizes: []Size{{1, 1}}, Project: oneByOne,
		Twins: []Twin{
			{"accept nobody", func(f *Formula) { f.concludeOfOne(lra.Not(f.Graph.True())) }},
			{"accept everybody", func(f *Formula) { f.concludeOfOne(f.Graph.True()) }},
			{"without P ⊆ A∪B", func(f *Formula) { f.drop("cover") }},
			{"without B ⊆ P", func(f *Formula) { f.drop("within") }},
		},
	}
}

// oneModel is the claim.
var oneModel = statement(func(size Size) *Formula {
	f := newFormula(size)
	f.stateOfOne()
	f.concludeOfOne(f.mark("looks"))
	return f
})

// mark is a choice about the only model.
func (f *Formula) mark(name string) lra.Bool { return f.choice(name)[0] }

// stateOfOne is what Inv(A,B) and Lemma B.7 say of a model q.
func (f *Formula) stateOfOne() {
	frontier, member, accepted := f.mark("frontier"), f.mark("member"), f.mark("accepted")
	gone, looks, others := f.mark("gone"), f.mark("looks"), f.mark("others")
	f.assume("gone", "g ∈ A", gone.Implies(member))
	f.assume("B.7", "q = g ⟹ (q ∈ Ŝ_A ⟺ q ∈ P)", gone.Implies(looks.Iff(frontier)))
	f.assume("cover", "q ∈ P ⟹ q ∈ A∪B", frontier.Implies(member.Or(accepted)))
	f.assume("within", "q ∈ B ⟹ q ∈ P", accepted.Implies(frontier))
	f.assume("W(A)", "q ∈ A∖P ⟹ A has another model", member.And(lra.Not(frontier)).Implies(others))
}

// concludeOfOne is the same after the removal, if a removed q is accepted where
// accept holds.
func (f *Formula) concludeOfOne(accept lra.Bool) {
	frontier, member, gone := f.mark("frontier"), f.mark("member"), f.mark("gone")
	after := f.mark("accepted").Or(gone.And(accept))
	f.Conclusions = nil
	f.conclude("kept: cover", "q ∈ P ⟹ q ∈ A∪B after the removal", frontier.Implies(member.And(lra.Not(gone)).Or(after)))
	f.conclude("kept: within", "q ∈ B ⟹ q ∈ P after the removal", after.Implies(frontier))
	f.conclude("end", "A = {q} ⟹ q ∈ P", member.And(lra.Not(f.mark("others"))).Implies(frontier))
}

// oneByOne is every model q, with nobody removed and with every marked g ∈ A that may
// be.
func oneByOne(in Instance) []Instance {
	m := splitMoment(in)
	frontier, looks := evalDefinitions(m.b, in.Size).on, make([]bool, in.K)
	removed := []int{-1}
	if len(m.A) > 1 {
		copy(looks, m.estimated().on) // A comes first
		removed = append(removed, slices.DeleteFunc(invariantKept.marked(in, "gone"), func(g int) bool { return g >= len(m.A) })...)
	}
	var all []Instance
	for _, g := range removed {
		for q := range in.K {
			member := q < len(m.A)
			all = append(all, oneModel.fill(Size{1, 1}, labelled{
				"frontier": asMark(frontier[q]),
				"member":   asMark(member),
				"accepted": invariantKept.block(in, "accepted")[q : q+1],
				"gone":     asMark(q == g),
				"looks":    asMark(looks[q]),
				"others":   asMark(len(m.A) > 1 || !member),
			}))
		}
	}
	return all
}

func asMark(holds bool) []int64 {
	if holds {
		return []int64{1}
	}
	return []int64{0}
}
