package lemmas

import (
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// lemmaB2 is Lemma B.2: for a dominated model i
//
//	Δ*_i(x) = max_{p∈P(x)} m_x(i,p) > 0,
//
// attained at some witness i* ∈ P(x).  Which model is meant and which witness
// is taken are free choices: "model" marks i and "witness" marks one of the
// maximisers.  The formula lets both mark any number of models, which claims no
// less.
func lemmaB2() Entry {
	s := statement(frontierWitness)
	return Entry{
		ID: "B.2", Kind: "Lemma", Title: "a frontier model witnesses domination",
		Claim:   "i ∉ P(x) ⟹ Δ*_i(x) = max_{p∈P(x)} m_x(i,p) > 0, attained at some witness i* ∈ P(x).",
		Source:  "appendix B",
		Parts:   s.parts(s.domain(drawDominated), inBothReadings(defining(1), witnessesObeyB2, witnessesObeyB2)),
		Mutants: witnessMutants(s),
		Kernel:  Kernel{File: "lemma_b_2.v", Theorems: []string{"lemma_B_2"}},
		Formula: frontierWitness,
		Sizes:   []Size{{2, 1}, {3, 2}, {4, 3}, {5, 2}},
	}
}

func frontierWitness(size Size) *Formula {
	f := newFormula(size)
	x, S := f.array("x"), f.all()
	f.nameless(x, 0)
	model := f.choice("model")
	f.occur("some model and some witness are marked", lra.Any(f.all(), func(i int) lra.Bool {
		return lra.Any(f.all(), func(w int) lra.Bool { return model[i].And(f.choice("witness")[w]) })
	}))
	f.assume("dominated", "i ∉ P(x)", f.every(func(i int) lra.Bool {
		return model[i].Implies(lra.Not(x.OnFrontier(i, S)))
	}))
	f.assume("argmax", "i* ∈ argmax_{p∈P(x)} m_x(i,p)", f.chosen(func(i, p int) lra.Bool {
		return x.OnFrontier(p, S).And(f.every(func(q int) lra.Bool {
			return x.OnFrontier(q, S).Implies(x.Margin(i, q).Le(x.Margin(i, p)))
		}))
	}))
	f.conclude("value", "Δ*_i(x) = max_{p∈P(x)} m_x(i,p)", f.every(func(i int) lra.Bool {
		top, rest := x.BigStar(i, S), lra.Without(S, i)
		bound := lra.All(rest, func(p int) lra.Bool { return x.OnFrontier(p, S).Implies(x.Margin(i, p).Le(top)) })
		attained := lra.Any(rest, func(p int) lra.Bool { return x.OnFrontier(p, S).And(x.Margin(i, p).Eq(top)) })
		return model[i].Implies(bound.And(attained))
	}))
	f.conclude("positive", "Δ*_i(x) > 0", f.every(func(i int) lra.Bool {
		return model[i].Implies(x.BigStar(i, S).Gt(f.Graph.Int(0)))
	}))
	f.conclude("attained", "m_x(i,i*) = Δ*_i(x)", f.chosen(func(i, p int) lra.Bool {
		return x.Margin(i, p).Eq(x.BigStar(i, S))
	}))
	return f
}

// chosen is p(i,i*) for the marked models and witnesses.
func (f *Formula) chosen(p func(i, w int) lra.Bool) lra.Bool {
	model, witness := f.choice("model"), f.choice("witness")
	return f.every(func(i int) lra.Bool {
		return f.every(func(w int) lra.Bool { return model[i].And(witness[w]).Implies(p(i, w)) })
	})
}

// drawDominated draws an array, makes one model dominated, and marks a
// dominated model and one of its maximisers.
func drawDominated(d Draw) Instance {
	size := drawSize(d)
	x := drawArray(d, size, mostBits)
	j := int(d.Int(1, int64(size.K-1), "dominator"))
	bound := drawBits(d, mostBits-1)
	for r := range size.D {
		x[r] = x[j*size.D+r] - d.Int(1, bound, "behind by")
	}
	v := evalDefinitions(x, size)
	i := drawFrom(d, v.dominated(), "model")
	return markModel(size, x, i, drawFrom(d, v.best(i), "witness"))
}

func drawFrom(d Draw, set []int, label string) int {
	return set[d.Int(0, int64(len(set)-1), label)]
}

// markModel appends the two free choices.
func markModel(size Size, x []int64, i, w int) Instance {
	only := func(marked int) []int64 { return marksWhere(size.K, func(i int) bool { return i == marked }) }
	return Instance{size, slices.Concat(x, only(i), only(w))}
}

// witnessesObeyB2: dominance, frontier, gaps and witnesses of package gaps are
// those of the definition, and they satisfy the lemma.
func witnessesObeyB2[T gaps.Score](in definedInstance, as func(int64) T) Outcome {
	if out := sameAsDefined(in.arrays[0], as); out.Verdict != Holds {
		return out
	}
	x := scoreArray(in.arrays[0].x, in.Size, as)
	frontier, gap := gaps.Frontier(x), gaps.Gaps(x)
	for i, w := range gaps.Witnesses(x) {
		if slices.Contains(frontier, i) {
			continue
		}
		if w < 0 || !slices.Contains(frontier, w) || gaps.Margin(x, i, w) != gap[i] || gap[i] <= 0 {
			return refuted("gaps.Witnesses(%d) = %d on the frontier %v does not attain the gap %v > 0", i, w, frontier, gap[i])
		}
	}
	return Outcome{}
}

func witnessMutants(s *formulas) []Mutant {
	return s.mutants(drawDominated, []Mutant{
		{Name: "reversed", Why: "Δ*_i < 0 would be a model that nobody dominates",
			How: ByGenerator, Witness: "K=2 d=1 x=[[0] [1]] model={0} witness={1}",
			Edit: func(f *Formula) {
				x, model := f.array("x"), f.choice("model")
				f.claim("positive", f.every(func(i int) lra.Bool {
					return model[i].Implies(x.BigStar(i, f.all()).Lt(f.Graph.Int(0)))
				}))
			}},
		{Name: "for every model", Why: "a frontier model has Δ* ≤ 0, possibly attained by dominated ones only", Breaks: "dominated",
			How: ByWitness, Witness: "K=2 d=1 x=[[1] [0]] model={0} witness={0}"},
		{Name: "weak dominance", Why: "with ≤ for < a model can be dominated at margin 0", Breaks: "dominated",
			How: ByWitness, Witness: "K=2 d=2 x=[[0 0] [0 1]] model={0} witness={1}",
			Edit: func(f *Formula) {
				x, model := f.array("x"), f.choice("model")
				f.weaken("dominated", f.every(func(i int) lra.Bool {
					return model[i].Implies(lra.Any(lra.Without(f.all(), i), func(j int) lra.Bool { return x.weaklyBelow(i, j) }))
				}))
			}},
		{Name: "any dominator is a witness", Why: "a dominator may itself be dominated, by more", Breaks: "argmax",
			How: ByWitness, Witness: "K=3 d=1 x=[[0] [1] [2]] model={0} witness={1}",
			Edit: func(f *Formula) { f.weaken("argmax", f.chosen(f.array("x").Below)) }},
		{Name: "any frontier model is a witness", Why: "without the maximum any p ∈ P(x) would do", Breaks: "argmax",
			How: ByWitness, Witness: "K=3 d=2 x=[[0 0] [1 1] [2 0]] model={0} witness={2}",
			Edit: func(f *Formula) {
				x := f.array("x")
				f.weaken("argmax", f.chosen(func(_, p int) lra.Bool { return x.OnFrontier(p, f.all()) }))
			}},
		{Name: "every dominator is in P", Why: "only one that is furthest ahead is: the others may be dominated themselves",
			How: ByGenerator, Witness: "K=3 d=1 x=[[0] [1] [2]] model={0} witness={2}",
			Edit: func(f *Formula) {
				x, model := f.array("x"), f.choice("model")
				f.claim("value", f.pairs(func(i, j int) lra.Bool {
					return model[i].And(x.Below(i, j)).Implies(x.OnFrontier(j, f.all()))
				}))
			}},
		{Name: "the witness is unique", Why: "two frontier models can be ahead by the same margin: i* is some argmax",
			How: ByGenerator, Witness: "K=3 d=1 x=[[0] [1] [1]] model={0} witness={1}",
			Edit: func(f *Formula) {
				x := f.array("x")
				f.claim("attained", f.chosen(func(i, p int) lra.Bool {
					return f.Graph.All(lra.Without(lra.Without(f.all(), i), p), func(q int) lra.Bool {
						return x.Margin(i, q).Lt(x.Margin(i, p))
					})
				}))
			}},
	})
}

// weaklyBelow is the usual weak convention, which the paper does not take: j is
// no worse than i on every objective and better on one.
func (x *Array) weaklyBelow(i, j int) lra.Bool {
	noWorse := lra.All(lra.Upto(x.D), func(r int) lra.Bool { return x.X[i][r].Le(x.X[j][r]) })
	better := lra.Any(lra.Upto(x.D), func(r int) lra.Bool { return x.X[i][r].Lt(x.X[j][r]) })
	return noWorse.And(better)
}
