package lemmas

import (
	"slices"

	"vectorborda/lemmas/lra"
)

// reductionB8: Lemma B.8 for all K and d.  Suppose that W(A) is lost: the removed
// model is p = i* of some i ∈ A∖P.  Write g = Δ̂_{p,A} and let j attain
// Δ̂*_{i,A} = m̂(i,j).
//
//	"witness"  m_b(i,p) > 0 and m_b(i,p) ≥ m_b(i,j), by Lemma B.2 over all models
//	"gap"      p ∈ P, so p ∈ Ŝ_A by Lemma B.7, and g = δ̂*_{p,A} is at most its entry
//	           of i, g ≤ M̂(p,i) ∧ [M̂(i,p)⁺ + m̂(i,j)⁺]
//	"order"    if m̂(i,j) > 0, i ∉ Ŝ_A and Δ̂_{i,A} = m̂(i,j): it is not above g, as p has a
//	           largest gap, and not equal to g, by the tie rule
//
// From these and E the claim is g ≤ 4r, while p was removed with g > 4r.
//
// Three models (j may be p) and four objectives are enough: keep those that attain
// m_b(i,j), M̂(p,i), M̂(i,p) and m̂(i,j).  These four stay what they are, m_b(i,p) can
// only grow, and g and r are numbers.
func reductionB8() Reduction {
	return Reduction{
		Of: "B.8", Claim: "of three models p, i, j on E: m_b(i,p) ≥ m_b(i,j), m_b(i,p) > 0, g ≤ M̂(p,i) ∧ [M̂(i,p)⁺ + m̂(i,j)⁺], and g > m̂(i,j) if that is positive ⟹ g ≤ 4r",
		Formula: lostWitness, Sizes: sizesUpTo(3, 4), Project: losingTriples,
		Twins: []Twin{
			{"3.9 for 4", func(f *Formula) { f.claim("bound", f.real("g").Times(10).Le(f.real("r").Times(39))) }},
			{"without the tie rule", func(f *Formula) { f.weaken("order", f.estimatedBelow(lra.Num.Le)) }},
			{"any model above 4r", func(f *Formula) { f.drop("order") }},
			{"any dominating frontier model is a witness", func(f *Formula) {
				f.weaken("witness", f.array("b").Margin(1, 0).Gt(f.Graph.Int(0)))
			}},
		},
	}
}

func lostWitness(size Size) *Formula {
	f := newFormula(size)
	f.twoScores()
	b, est, r, g := f.array("b"), f.array("est"), f.real("r"), f.real("g")
	f.assume("witness", "m_b(i,p) ≥ m_b(i,j), m_b(i,p) > 0", b.Margin(1, 0).Ge(b.Margin(1, 2)).And(b.Margin(1, 0).Gt(f.Graph.Int(0))))
	f.assume("gap", "g ≤ M̂(p,i) ∧ [M̂(i,p)⁺ + m̂(i,j)⁺]",
		g.Le(est.MaxMargin(0, 1)).And(g.Le(est.MaxMargin(1, 0).Pos().Add(est.Margin(1, 2).Pos()))))
	f.assume("order", "m̂(i,j) > 0 ⟹ m̂(i,j) < g", f.estimatedBelow(lra.Num.Lt))
	f.conclude("bound", "g ≤ 4r", g.Le(r.Times(4)))
	return f
}

// estimatedBelow is: m̂(i,j) > 0 ⟹ m̂(i,j) < g, or ≤ g.
func (f *Formula) estimatedBelow(less func(a, b lra.Num) lra.Bool) lra.Bool {
	top := f.array("est").Margin(1, 2)
	return top.Gt(f.Graph.Int(0)).Implies(less(top, f.real("g")))
}

// losingTriples are p, i, j on the objectives of the argument, for every marked p ∈ Ŝ_A,
// every i ∈ A with i* = p and every j that attains Δ̂*_{i,A}.
func losingTriples(in Instance) []Instance {
	m := splitMoment(in)
	if len(m.A) < 2 {
		return nil
	}
	v := m.estimated()
	gone, witness := m.rest[:in.K], intoRows(m.rest[in.K:], in.K)
	var all []Instance
	eachChoice(m.A, 3, func(pij []int) {
		p, i, j := pij[0], pij[1], pij[2]
		if gone[p] == 0 || !v.on[p] || i == p || witness[i][p] == 0 || i == j || v.margin[i][j] != v.bigStar[i] {
			return
		}
		all = append(all, piece(in, 2, pij, []int{
			leastObjective(m.b, in.D, i, j), leastObjective(m.est, in.D, p, i), leastObjective(m.est, in.D, i, p), leastObjective(m.est, in.D, i, j),
		}, m.r, v.gap[p]))
	})
	return all
}

// eligible are the instances of the step: those of the lemma without "removed",
// which the argument denies.  Every model that the rule prefers is marked, whatever
// its gap.
func eligible() *Domain {
	s := statement(witnessesStay).edited(func(f *Formula) { f.drop("removed") })
	return s.domain(func(d Draw) Instance {
		m, witness := drawMoment(d, 2, 1)
		if drawCoin(d, 2, "near the bound") {
			m, witness = drawNearBound(d)
		}
		bold := m
		bold.r = -1 // below every gap
		return Instance{m.Size, slices.Concat(m.values(), bold.allowed(), pairMarks(witness))}
	})
}

// drawNearBound draws three models of which the witness of one has a gap of about
// 4r: those that refute 3.99 for 4, scaled, with a little noise, and all active.
func drawNearBound(d Draw) (runMoment, []int) {
	r := drawBits(d, 16)
	at := []int64{-1, -4, 4, -3, 0, 4}
	off := []int64{1, -1, 1, 1, -1, -1}
	m := runMoment{Size: Size{3, 2}, r: r, A: lra.Upto(3)}
	for n := range at {
		b := r*at[n] + d.Int(-r, r, "noise")/2
		m.b = append(m.b, b)
		m.est = append(m.est, b+off[n]*(r-d.Int(0, r, "short of r")/4))
	}
	return m, drawWitnesses(d, evalDefinitions(m.b, m.Size))
}
