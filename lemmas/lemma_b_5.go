package lemmas

import (
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// lemmaB5 is Lemma B.5: for a set A of at least two models and any array b̂,
//
//	i ∈ P_A(b̂) ⟺ Δ*_{i,A}(b̂) ≤ 0   and   Δ_{i,A}(b̂) = Δ*_{i,A}(b̂) ∨ δ*_{i,A}(b̂).
//
// The formula takes A = [K]: the definitions see only the rows of A, so a set
// of K models in a larger roster is the same statement.  The production part
// draws proper subsets and removes models from them.
func lemmaB5() Entry {
	s := statement(gapIsMaximum)
	domain := s.domain(drawScores)
	domain.Hypotheses = append(domain.Hypotheses, atLeastTwo)
	return Entry{
		ID: "B.5", Kind: "Lemma", Title: "the gap is a maximum",
		Claim:  "For A with |A| ≥ 2 and any b̂: i ∈ P_A(b̂) ⟺ Δ*_{i,A} ≤ 0, and Δ_{i,A} = Δ*_{i,A} ∨ δ*_{i,A}.",
		Source: "appendix B",
		Parts: []Part{
			{Name: "formula", Domain: domain, Check: s.check},
			{Name: "production", Domain: restricted(), Check: inBothReadings(defining(1), gapsObeyB5, gapsObeyB5)},
		},
		Mutants: gapMutants(s),
		Kernel:  Kernel{File: "lemma_b_5.v", Theorems: []string{"lemma_B_5_frontier", "lemma_B_5"}},
		Formula: gapIsMaximum,
		Sizes:   []Size{{2, 1}, {3, 2}, {4, 3}, {5, 2}},
	}
}

var atLeastTwo = Hypothesis{
	Name: "two models", Words: "|A| ≥ 2",
	Holds:    func(in Instance) (bool, error) { return in.K >= 2, nil },
	NoMutant: "below two models Δ* is a maximum over nothing: there is no statement to refute",
}

func gapIsMaximum(size Size) *Formula {
	f := newFormula(size)
	x, A := f.array("x"), f.all()
	f.nameless(x, 0)
	f.conclude("frontier", "i ∈ P_A ⟺ Δ*_{i,A} ≤ 0", f.every(func(i int) lra.Bool {
		return x.OnFrontier(i, A).Iff(x.BigStar(i, A).Le(f.Graph.Int(0)))
	}))
	f.conclude("gap", "Δ_{i,A} = Δ*_{i,A} ∨ δ*_{i,A}", f.every(func(i int) lra.Bool {
		return x.Gap(i, A).Eq(lra.Max(x.BigStar(i, A), x.SmallStar(i, A)))
	}))
	return f
}

func drawScores(d Draw) Instance {
	size := drawSize(d)
	return Instance{size, drawArray(d, size, mostBits)}
}

// restricted are instances with a subset A and a sequence of removals: x by
// rows, the marks of A, and K steps (see removals).
func restricted() *Domain {
	return &Domain{
		Hypotheses: []Hypothesis{{
			Name: "two models", Words: "|A| ≥ 2", NoMutant: atLeastTwo.NoMutant,
			Holds: func(in Instance) (bool, error) {
				_, A, _ := splitRestricted(in)
				return len(A) >= 2, nil
			},
		}},
		Generate: drawRestricted,
		Show: func(in Instance) string {
			return layout{{"x", in.K, in.D}, {"A", 1, in.K}, {"steps", 1, in.K}}.show(in)
		},
	}
}

func drawRestricted(d Draw) Instance {
	in := drawScores(d)
	marks := make([]int64, in.K)
	for i := range marks {
		marks[i] = 1 - d.Int(0, 3, "left out")/3
	}
	// Whatever was drawn, two models stay.
	i := int(d.Int(0, int64(in.K-1), "stays"))
	marks[i], marks[(i+1)%in.K] = 1, 1
	in.Values = append(in.Values, marks...)
	for range in.K {
		in.Values = append(in.Values, d.Int(-mostModels, mostModels, "step"))
	}
	return in
}

func splitRestricted(in Instance) (x []int64, A []int, steps []int64) {
	n := in.K * in.D
	for i, mark := range in.Values[n : n+in.K] {
		if mark == 1 {
			A = append(A, i)
		}
	}
	return in.Values[:n], A, in.Values[n+in.K:]
}

// gapsObeyB5: frontier and gaps of package gaps are those of the definition on
// [K], and on A they satisfy the lemma with Δ* and δ* from gaps.Margin, also after
// removals.
func gapsObeyB5[T gaps.Score](in definedInstance, as func(int64) T) Outcome {
	ints, A, steps := splitRestricted(in.Instance)
	return firstFailure(
		func() Outcome { return sameAsDefined(in.arrays[0], as) },
		func() Outcome {
			x := scoreArray(ints, in.Size, as)
			a := activeSet(x, A)
			for _, i := range A {
				big, small := bigStarOf(x, i, A), smallStarOf(x, i, A)
				if a.OnFrontier(i) != (big <= 0) {
					return refuted("gaps.Active.OnFrontier(%d) in %v is %v although Δ* = %v", i, A, a.OnFrontier(i), big)
				}
				if a.Gap(i) != max(big, small) {
					return refuted("gaps.Active.Gap(%d) in %v = %v is not %v ∨ %v", i, A, a.Gap(i), big, small)
				}
			}
			return Outcome{}
		},
		func() Outcome { return removals(ints, in.Size, A, steps, as) },
	)
}

// bigStarOf is Δ*_{i,A}(x) straight from the margins of package gaps.
func bigStarOf[T gaps.Score](x gaps.Array[T], i int, A []int) T {
	var all []T
	for _, j := range lra.Without(A, i) {
		all = append(all, gaps.Margin(x, i, j))
	}
	return slices.Max(all)
}

// smallStarOf is δ*_{i,A}(x) likewise.
func smallStarOf[T gaps.Score](x gaps.Array[T], i int, A []int) T {
	var all []T
	for _, j := range lra.Without(A, i) {
		all = append(all, min(gaps.MaxMargin(x, i, j), max(gaps.MaxMargin(x, j, i), 0)+max(bigStarOf(x, j, A), 0)))
	}
	return slices.Min(all)
}

func gapMutants(s *formulas) []Mutant {
	gap := func(f *Formula, value func(x *Array, i int) lra.Num) {
		x := f.array("x")
		f.claim("gap", f.every(func(i int) lra.Bool { return x.Gap(i, f.all()).Eq(value(x, i)) }))
	}
	frontier := func(f *Formula, sign func(top, zero lra.Num) lra.Bool) {
		x := f.array("x")
		f.claim("frontier", f.every(func(i int) lra.Bool {
			return x.OnFrontier(i, f.all()).Iff(sign(x.BigStar(i, f.all()), f.Graph.Int(0)))
		}))
	}
	return s.mutants(drawScores, []Mutant{
		{Name: "∧ for ∨", Why: "the smaller of Δ* and δ* is negative for every model but a tied one",
			How: ByGenerator, Witness: "K=2 d=1 x=[[0] [1]]",
			Edit: func(f *Formula) {
				gap(f, func(x *Array, i int) lra.Num { return lra.Min(x.BigStar(i, f.all()), x.SmallStar(i, f.all())) })
			}},
		{Name: "< for ≤", Why: "a model tied with the best on one objective is on the frontier with Δ* = 0",
			How: ByGenerator, Witness: "K=2 d=1 x=[[0] [0]]",
			Edit: func(f *Formula) { frontier(f, lra.Num.Lt) }},
		{Name: "reversed", Why: "≥ for ≤ swaps the frontier and the rest",
			How: ByGenerator, Witness: "K=2 d=1 x=[[0] [1]]",
			Edit: func(f *Formula) { frontier(f, lra.Num.Ge) }},
		{Name: "δ* alone", Why: "Δ* is dropped: a dominated model's δ* is negative",
			How: ByGenerator, Witness: "K=2 d=1 x=[[0] [1]]",
			Edit: func(f *Formula) { gap(f, func(x *Array, i int) lra.Num { return x.SmallStar(i, f.all()) }) }},
		{Name: "Δ* alone", Why: "δ* is dropped: a frontier model's Δ* is not positive",
			How: ByGenerator, Witness: "K=2 d=1 x=[[0] [1]]",
			Edit: func(f *Formula) { gap(f, func(x *Array, i int) lra.Num { return x.BigStar(i, f.all()) }) }},
		{Name: "weak dominance", Why: "with ≤ for < in Definition 1.1 a model at Δ* = 0 can leave the frontier",
			How: ByGenerator, Witness: "K=2 d=2 x=[[0 0] [0 1]]",
			Edit: func(f *Formula) {
				x := f.array("x")
				f.claim("frontier", f.every(func(i int) lra.Bool {
					on := lra.All(lra.Without(f.all(), i), func(j int) lra.Bool { return lra.Not(x.weaklyBelow(i, j)) })
					return on.Iff(x.BigStar(i, f.all()).Le(f.Graph.Int(0)))
				}))
			}},
		{Name: "without the bracket in δ*", Why: "δ*_i = min_j M(i,j) in both places",
			How:         ByNothing,
			Superfluous: "the lemma needs of the bracket only that it is not negative: a frontier model then has δ* ≥ 0 ≥ Δ*, and a dominated one δ* ≤ M(i,j) < 0 < Δ* at its dominator j",
			Edit: func(f *Formula) {
				x, A := f.array("x"), f.all()
				f.claim("gap", f.every(func(i int) lra.Bool {
					nearest := lra.MinOver(lra.Without(A, i), func(j int) lra.Num { return x.MaxMargin(i, j) })
					gap := lra.Ite(x.OnFrontier(i, A), nearest, x.BigStar(i, A))
					return gap.Eq(lra.Max(x.BigStar(i, A), nearest))
				}))
			}},
		{Name: "minus for plus in the bracket", Why: "M(j,i)⁺ - (Δ*_j)⁺ falls below Δ*_i where i ties with one model and dominates another",
			How: ByGenerator, Witness: "K=3 d=1 x=[[1] [1] [0]]",
			Edit: func(f *Formula) {
				x, A := f.array("x"), f.all()
				f.claim("gap", f.every(func(i int) lra.Bool {
					wrong := lra.MinOver(lra.Without(A, i), func(j int) lra.Num {
						return lra.Min(x.MaxMargin(i, j), x.MaxMargin(j, i).Pos().Sub(x.BigStar(j, A).Pos()))
					})
					gap := lra.Ite(x.OnFrontier(i, A), wrong, x.BigStar(i, A))
					return gap.Eq(lra.Max(x.BigStar(i, A), wrong))
				}))
			}},
	})
}
