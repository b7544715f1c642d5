package lemmas

import (
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// lemmaB3 is Lemma B.3: θ ∈ Θ_{B,d} ⟹ Δ_i^B ≥ κ_B·Δ_i^θ for every i.
//
// The formula starts from (9).  Gaps are positively homogeneous, so κ_B·θ is
// again an array, t, and the lemma reads without a constant: if
//
//	(9)  b_{c,r}-b_{a,r} ≥ t_{c,r}-t_{a,r} whenever t_{c,r} ≥ t_{a,r},
//
// then Δ_i(b) ≥ Δ_i(t), through (10), (11) and (12).  The other two parts take
// real θ (lemma_b_3_latent.go): (9) itself by enclosures, and Δ_i^B ≥ κ_B·Δ_i^θ
// with the scores, gaps and κ_B of packages gaps and bounds.
func lemmaB3() Entry {
	s, slope := statement(gapsGrow), statement(slopeOfScores)
	formal, real := s.domain(drawStretched), spreadDomain()
	return Entry{
		ID: "B.3", Kind: "Lemma", Title: "latent gaps bound Borda gaps",
		Claim:  "θ ∈ Θ_{B,d} ⟹ Δ_i^B ≥ κ_B·Δ_i^θ for every i, κ_B = σ(2B)σ(-2B); by (9) b_c-b_a ≥ κ_B(θ_c-θ_a) where θ_c ≥ θ_a, (10) m_θ(a,c) > 0 ⟹ m_b ≥ κ_B·m_θ, (11) M_b⁺ ≥ κ_B·M_θ⁺, (12) (Δ*_j(b))⁺ ≥ κ_B(Δ*_j(θ))⁺.",
		Source: "appendix B; the formula from (9) on with t = κ_B·θ, (9) and the lemma itself on real θ by enclosures",
		Parts: []Part{
			{Name: "formula", Domain: formal, Check: s.check},
			{Name: "production", Domain: formal, Check: inBothReadings(defining(2), gapsObeyB3, gapsObeyB3)},
			{Name: "(9)", Domain: real, Check: checkSlope},
			{Name: "(9), wide", Domain: wideDomain(), Check: checkWideSlope},
			{Name: "(9) with K/(K-1)", Domain: real, Check: checkSteeperSlope},
			{Name: "(9) for any slope", Domain: slope.domain(drawSloped), Check: slope.check},
			{Name: "latent", Domain: real, Check: checkLatentGaps},
		},
		Mutants: slices.Concat(stretchMutants(s), tableMutants(slope), slopeMutants(real)),
		Kernel:  Kernel{File: "lemma_b_3.v", Theorems: []string{"lemma_B_3", "lemma_B_3_equation_9", "gaps_from_equation_9"}},
		Formula: gapsGrow, Proves: "every link that rises by κ",
		Sizes: []Size{{2, 1}, {3, 2}, {4, 3}, {5, 2}},
		Constants: []Constant{
			{Name: "c in b_c-b_a ≥ c·κ(θ_c-θ_a), any link", Holds: "K/(K-1)", Fails: "1.1·K/(K-1)", Theorem: "equation_9_link", Mutant: "(9) with 1.1·K/(K-1)", Formula: slopeOfScores},
			{Name: "c in Δ_i(b) ≥ c·Δ_i(t), from (9)", Holds: "1", Fails: "1.1", Theorem: "gaps_from_equation_9", Mutant: "1.1 for 1"},
			{Name: "c in b_c-b_a ≥ c·κ_B(θ_c-θ_a)", Holds: "K/(K-1)", Fails: "(K+1)/(K-1)", Theorem: "lemma_B_3_equation_9", Mutant: "(K+1)/(K-1) in (9)", By: "(9) with K/(K-1)"},
			{Name: "c in Δ_i^B ≥ c·κ_B·Δ_i^θ", Holds: "K/(K-1)", Fails: "(K+1)/(K-1)", Theorem: "lemma_B_3_with_K_over_K_minus_1", Mutant: "(K+1)/(K-1) for gaps", By: "(9) with K/(K-1)"},
		},
	}
}

func gapsGrow(size Size) *Formula {
	f := newFormula(size)
	b, t, S := f.array("b"), f.array("t"), f.all()
	f.nameless(t, 0)
	f.assume("(9)", "b_{c,r}-b_{a,r} ≥ t_{c,r}-t_{a,r} whenever t_{c,r} ≥ t_{a,r}", f.stretched(lra.Num.Ge))
	f.conclude("(10)", "m_t(a,c) > 0 ⟹ m_b(a,c) ≥ m_t(a,c)", f.pairs(func(a, c int) lra.Bool {
		return t.Margin(a, c).Gt(f.Graph.Int(0)).Implies(b.Margin(a, c).Ge(t.Margin(a, c)))
	}))
	f.conclude("(11)", "M_b(a,c)⁺ ≥ M_t(a,c)⁺", f.pairs(func(a, c int) lra.Bool {
		return b.MaxMargin(a, c).Pos().Ge(t.MaxMargin(a, c).Pos())
	}))
	f.conclude("(12)", "(Δ*_j(b))⁺ ≥ (Δ*_j(t))⁺", f.every(func(j int) lra.Bool {
		return b.BigStar(j, S).Pos().Ge(t.BigStar(j, S).Pos())
	}))
	f.conclude("gap", "Δ_i(b) ≥ Δ_i(t)", f.every(func(i int) lra.Bool { return b.Gap(i, S).Ge(t.Gap(i, S)) }))
	return f
}

// stretched is (9) for the pairs with t_c ≥ t_a, or t_c > t_a.
func (f *Formula) stretched(when func(a, b lra.Num) lra.Bool) lra.Bool {
	b, t := f.array("b"), f.array("t")
	return f.pairs(func(a, c int) lra.Bool {
		return lra.All(lra.Upto(f.D), func(r int) lra.Bool {
			return when(t.X[c][r], t.X[a][r]).Implies(b.X[c][r].Sub(b.X[a][r]).Ge(t.X[c][r].Sub(t.X[a][r])))
		})
	})
}

// drawStretched draws t and builds b objective by objective: going up through
// the values of t, b rises by at least as much as t, often by exactly as much.
func drawStretched(d Draw) Instance { return stretch(d, func() int64 { return 0 }) }

// drawSplitTies does the same but may tear apart models that tie in t: (9) then
// holds only where t_c > t_a.
func drawSplitTies(d Draw) Instance {
	return stretch(d, func() int64 { return d.Int(0, 2, "apart") })
}

// stretch draws the array of drawStretched; apart is what a model gains on the
// one before it that ties with it in t.
func stretch(d Draw, apart func() int64) Instance {
	size := drawSize(d)
	t := drawArray(d, size, mostBits-2)
	b := make([]int64, len(t))
	slack := drawBits(d, mostBits-3)
	for r := range size.D {
		level := d.Int(-slack, slack, "level")
		order := ascending(latent{size, 0, t}.column(r))
		for n, i := range order {
			if n > 0 {
				prev := order[n-1]
				rise := t[i*size.D+r] - t[prev*size.D+r]
				switch {
				case rise == 0:
					level += apart()
				case drawCoin(d, 2, "slack"):
					rise += d.Int(0, slack, "more")
				}
				level += rise
			}
			b[i*size.D+r] = level
		}
	}
	return Instance{size, append(b, t...)}
}

// gapsObeyB3: the gaps of package gaps on b and t are those of the definition and
// satisfy Δ_i(b) ≥ Δ_i(t).
func gapsObeyB3[T gaps.Score](in definedInstance, as func(int64) T) Outcome {
	return firstFailure(
		func() Outcome { return sameAsDefined(in.arrays[0], as) },
		func() Outcome { return sameAsDefined(in.arrays[1], as) },
		func() Outcome {
			big, small := gaps.Gaps(scoreArray(in.arrays[0].x, in.Size, as)), gaps.Gaps(scoreArray(in.arrays[1].x, in.Size, as))
			for i := range big {
				if big[i] < small[i] {
					return refuted("gaps.Gaps(b)(%d) = %v < gaps.Gaps(t)(%d) = %v", i, big[i], i, small[i])
				}
			}
			return Outcome{}
		},
	)
}

func stretchMutants(s *formulas) []Mutant {
	return s.mutants(drawStretched, []Mutant{
		{Name: "reversed", Why: "b may rise faster than t, so its gaps are not the smaller ones",
			How: ByGenerator, Witness: "K=2 d=1 b=[[0] [2]] t=[[0] [1]]",
			Edit: func(f *Formula) { f.claim("gap", f.gapRatio(lra.Num.Le, 1, 1)) }},
		{Name: "1.1 for 1", Why: "b = t is allowed: κ_B cannot be enlarged from (9) alone",
			How: ByGenerator, Witness: "K=2 d=1 b=[[0] [1]] t=[[0] [1]]",
			Edit: func(f *Formula) { f.claim("gap", f.gapRatio(lra.Num.Ge, 10, 11)) }},
		{Name: "without (9)", Why: "b need not follow t at all", Breaks: "(9)",
			How: ByWitness, Witness: "K=2 d=1 b=[[0] [0]] t=[[0] [1]]"},
		{Name: "(9) only where t_c > t_a", Why: "nothing is asked of models that tie in t", Breaks: "(9)",
			How: ByNothing, Generate: drawSplitTies,
			Superfluous: "t + ε·(the order of b among tied models) satisfies all of (9) for small ε > 0, and the conclusions are closed under ε → 0 (Δ is continuous by Lemma B.5)",
			Edit:        func(f *Formula) { f.weaken("(9)", f.stretched(lra.Num.Gt)) }},
		{Name: "(10) also for m_t ≤ 0", Why: "a negative margin grows in magnitude, not in value",
			How: ByGenerator, Witness: "K=2 d=1 b=[[0] [2]] t=[[0] [1]]",
			Edit: func(f *Formula) { f.claim("(10)", f.followed((*Array).Margin)) }},
		{Name: "(11) without ⁺", Why: "M_b(a,c) of a dominated a falls below M_t(a,c)",
			How: ByGenerator, Witness: "K=2 d=1 b=[[0] [2]] t=[[0] [1]]",
			Edit: func(f *Formula) { f.claim("(11)", f.followed((*Array).MaxMargin)) }},
		{Name: "(12) without ⁺", Why: "Δ* of a frontier model is a negative margin",
			How: ByGenerator, Witness: "K=2 d=1 b=[[0] [2]] t=[[0] [1]]",
			Edit: func(f *Formula) {
				b, t := f.array("b"), f.array("t")
				f.claim("(12)", f.every(func(j int) lra.Bool { return b.BigStar(j, f.all()).Ge(t.BigStar(j, f.all())) }))
			}},
	})
}

// gapRatio compares scale·Δ_i(b) with factor·Δ_i(t).
func (f *Formula) gapRatio(compare func(a, b lra.Num) lra.Bool, scale, factor int64) lra.Bool {
	b, t, S := f.array("b"), f.array("t"), f.all()
	return f.every(func(i int) lra.Bool { return compare(b.Gap(i, S).Times(scale), t.Gap(i, S).Times(factor)) })
}

// followed is margin_b(a,c) ≥ margin_t(a,c) for all pairs.
func (f *Formula) followed(margin func(x *Array, a, c int) lra.Num) lra.Bool {
	b, t := f.array("b"), f.array("t")
	return f.pairs(func(a, c int) lra.Bool { return margin(b, a, c).Ge(margin(t, a, c)) })
}
