package lemmas

import (
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// theorem32 holds what the proof of Theorem 3.2 uses of its instances, not the
// theorem, which is a statement about all algorithms:
//
//	P(θ^Δ) = {1} and Δ_a(θ^Δ) = Δ for all a;
//	P(λ^{i,r,Δ}) = {i} if d = 1 and {1,i} otherwise, Δ_1 = Δ_i = Δ, Δ_k ≥ Δ for the others,
//	no two models differ by more than 2B anywhere, Δ ≤ B,
//
// (1 is model 0 here), so that all of them are in Θ_{B,d}(Δ).
func theorem32() Entry {
	s := statement(hardInstances)
	return Entry{
		ID: "3.2", Kind: "Theorem", Title: "lower bound for every δ-correct algorithm",
		Claim:     "0 < Δ ≤ min{1,B}, 0 < δ < 1/3: every algorithm δ-correct on Θ_{B,d}(Δ) has sup_θ Q_{θ,δ} ≥ Q_{θ^Δ,δ} ≥ d(K-1)/Δ² · kl(1-2δ, δ).",
		Source:    "section 3; only the facts about θ^Δ and λ^{i,r,Δ}: their frontiers and gaps. i = 1 and r = 0 in the formula, every i and r in the production part",
		Only:      "facts about its instances",
		Parts:     s.parts(s.domain(drawHard), inBothReadings(asDrawn, hardGaps, hardGaps)),
		Mutants:   hardMutants(s),
		Kernel:    Kernel{File: "theorem_3_2.v", Theorems: []string{"theorem_3_2"}, About: "algorithms with finite laws"},
		Formula:   hardInstances,
		Constants: []Constant{{Name: "c in Δ_a(θ^Δ) ≥ c·Δ", Holds: "1", Fails: "1.1", Mutant: "gaps of 1.1Δ"}},
		Sizes:     []Size{{2, 1}, {3, 1}, {2, 2}, {3, 2}, {4, 3}, {5, 2}},
	}
}

func hardInstances(size Size) *Formula {
	f := newFormula(size)
	theta, lambda, delta := f.array("theta"), f.array("lambda"), f.real("delta")
	S := f.all()
	f.nameless(lambda, 2)
	f.assume("Δ > 0", "Δ > 0", delta.Gt(f.Graph.Int(0)))
	f.assume("Δ ≤ B", "Δ ≤ B", delta.Le(f.real("B")))
	f.assumeTheta()
	f.assumeLambda(delta)
	f.conclude("P(θ)", "P(θ^Δ) = {1}", f.frontierIs(theta, func(i int) bool { return i == 0 }))
	f.conclude("Δ(θ)", "Δ_a(θ^Δ) = Δ for all a", f.every(func(a int) lra.Bool { return theta.Gap(a, S).Eq(delta) }))
	f.conclude("P(λ)", "P(λ) = {i} if d = 1, {1,i} otherwise", f.frontierIs(lambda, func(i int) bool { return i == 1 || i == 0 && size.D > 1 }))
	f.conclude("Δ_1, Δ_i", "Δ_1(λ) = Δ_i(λ) = Δ", lambda.Gap(0, S).Eq(delta).And(lambda.Gap(1, S).Eq(delta)))
	f.conclude("Δ_k", "Δ_k(λ) ≥ Δ", f.every(func(k int) lra.Bool { return lambda.Gap(k, S).Ge(delta) }))
	f.conclude("box", "|θ_{i,r}-θ_{j,r}| ≤ 2B and |λ_{i,r}-λ_{j,r}| ≤ 2B", f.inBox(theta).And(f.inBox(lambda)))
	return f
}

// inBox is x ∈ Θ_{B,d}.
func (f *Formula) inBox(x *Array) lra.Bool {
	return f.pairs(func(i, j int) lra.Bool {
		return lra.All(lra.Upto(f.D), func(r int) lra.Bool { return x.X[i][r].Sub(x.X[j][r]).Le(f.real("B").Times(2)) })
	})
}

// frontierIs is P(x) = {i : member(i)}.
func (f *Formula) frontierIs(x *Array, member func(i int) bool) lra.Bool {
	return f.every(func(i int) lra.Bool {
		if member(i) {
			return x.OnFrontier(i, f.all())
		}
		return lra.Not(x.OnFrontier(i, f.all()))
	})
}

func drawHard(d Draw) Instance {
	size := drawSize(d)
	delta := d.Int(1, drawBits(d, mostBits), "Δ")
	B := delta + drawMove(d, delta)
	return Instance{size, slices.Concat(hardTheta(size, delta), hardLambda(size, delta, delta, 1, 0), []int64{delta, B})}
}

// hardGaps: θ^Δ and every λ^{i,r,Δ} have the gaps and frontiers of the statement by
// package gaps.
func hardGaps[T gaps.Score](in Instance, as func(int64) T) Outcome {
	k := in.Values[2*in.K*in.D]
	theta, delta := scoreArray(hardTheta(in.Size, k), in.Size, as), as(k)
	return firstFailure(
		func() Outcome {
			for i, gap := range gaps.Gaps(theta) {
				if gap != delta {
					return refuted("gaps.Gaps(%d) of θ^Δ = %v, not Δ = %v", i, gap, delta)
				}
			}
			return sameSet("θ^Δ", gaps.Frontier(theta), 0)
		},
		func() Outcome {
			return eachLambda(in.Size, k, k, as, func(i int, x gaps.Array[T]) Outcome { return checkRaised(x, i, delta) })
		},
	)
}

func checkRaised[T gaps.Score](x gaps.Array[T], i int, delta T) Outcome {
	for k, gap := range gaps.Gaps(x) {
		if gap < delta || (k == 0 || k == i) && gap != delta {
			return refuted("gaps.Gaps(%d) of λ^{%d} = %v against Δ = %v", k, i, gap, delta)
		}
	}
	if x.D == 1 {
		return sameSet("λ", gaps.Frontier(x), i)
	}
	return sameSet("λ", gaps.Frontier(x), 0, i)
}

func oneObjective(size Size) bool { return size.D == 1 }

func hardMutants(s *formulas) []Mutant {
	return s.mutants(drawHard, []Mutant{
		{Name: "P(λ) = {i}", Why: "on the other objectives model 1 is ahead of i",
			How: ByGenerator, Witness: "K=2 d=2 theta=[[0 0] [-1 -1]] lambda=[[0 0] [1 -1]] delta=1 B=1",
			Edit: func(f *Formula) {
				f.claim("P(λ)", f.frontierIs(f.array("lambda"), func(i int) bool { return i == 1 }))
			}},
		{Name: "P(λ) = {1,i}", Why: "on a single objective i is ahead of everybody",
			How: ByGenerator, Dies: oneObjective, Witness: "K=2 d=1 theta=[[0] [-1]] lambda=[[0] [1]] delta=1 B=1",
			Edit: func(f *Formula) {
				f.claim("P(λ)", f.frontierIs(f.array("lambda"), func(i int) bool { return i <= 1 }))
			}},
		{Name: "Δ_k(λ) = Δ", Why: "on a single objective the others trail i by 2Δ",
			How: ByGenerator, Dies: func(size Size) bool { return size.D == 1 && size.K >= 3 }, Witness: "K=3 d=1 theta=[[0] [-1] [-1]] lambda=[[0] [1] [-1]] delta=1 B=1",
			Edit: func(f *Formula) {
				f.claim("Δ_k", f.every(func(k int) lra.Bool { return f.array("lambda").Gap(k, f.all()).Eq(f.real("delta")) }))
			}},
		{Name: "gaps of 1.1Δ", Why: "every gap of θ^Δ is Δ exactly",
			How: ByGenerator, Witness: "K=2 d=1 theta=[[0] [-1]] lambda=[[0] [1]] delta=1 B=1",
			Edit: func(f *Formula) {
				f.claim("Δ(θ)", f.every(func(a int) lra.Bool {
					return f.array("theta").Gap(a, f.all()).Times(10).Ge(f.real("delta").Times(11))
				}))
			}},
		{Name: "without Δ > 0", Why: "at Δ = 0 nobody is dominated", Breaks: "Δ > 0",
			How: ByWitness, Witness: "K=2 d=1 theta=[[0] [0]] lambda=[[0] [0]] delta=0 B=1"},
		{Name: "without Δ ≤ B", Why: "the gap alone may be above 2B", Breaks: "Δ ≤ B",
			How: ByWitness, Witness: "K=2 d=1 theta=[[0] [-3]] lambda=[[0] [3]] delta=3 B=1"},
		{Name: "θ and λ within B", Why: "at Δ = B entry i and the other models are 2Δ apart in λ",
			How: ByGenerator, Dies: func(size Size) bool { return size.K >= 3 }, Witness: "K=3 d=1 theta=[[0] [-1] [-1]] lambda=[[0] [1] [-1]] delta=1 B=1",
			Edit: func(f *Formula) {
				f.claim("box", f.pairs(func(i, j int) lra.Bool {
					return f.array("lambda").X[i][0].Sub(f.array("lambda").X[j][0]).Le(f.real("B"))
				}))
			}},
		{Name: "without θ^Δ", Why: "another array has another frontier", Breaks: "θ^Δ",
			How: ByWitness, Witness: "K=2 d=1 theta=[[-1] [0]] lambda=[[0] [1]] delta=1 B=1"},
		{Name: "without λ", Why: "another array has another frontier", Breaks: "λ^{i,r,η}",
			How: ByWitness, Witness: "K=2 d=1 theta=[[0] [-1]] lambda=[[1] [0]] delta=1 B=1"},
	})
}
