package lemmas

import (
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// remarkD1 is the radius of Remark D.1:
//
//	max|b^emp-b^pop| < min_i Δ_i(b^pop)/2 ⟹ P(b^emp) = P(b^pop).
//
// The array names are "emp" and "pop"; rho is the maximum, or more.
func remarkD1() Entry {
	s := statement(sameFrontier)
	return Entry{
		ID: "R.D.1", Kind: "Remark", Title: "when a log has the population's frontier",
		Claim:     "Proposition B.4 holds for b = b^emp; and max|b^emp-b^pop| < min_i Δ_i(b^pop)/2 ⟹ P(b^emp) = P(b^pop).",
		Source:    "appendix D; the radius, not the first half, which is Proposition B.4 and Lemma D.1",
		Only:      "the radius",
		Parts:     s.parts(s.domain(drawLog), inBothReadings(asDrawn, frontierStays, frontierStays)),
		Mutants:   sameFrontierMutants(s),
		Kernel:    Kernel{File: "remark_d_1.v", Theorems: []string{"remark_D_1"}, About: "the radius"},
		Formula:   sameFrontier,
		Sizes:     []Size{{2, 1}, {3, 2}, {4, 3}, {5, 2}},
		Constants: []Constant{{Name: "c in c·max|b^emp-b^pop| < min Δ_i", Holds: "2", Fails: "1.9", Theorem: "remark_D_1", Mutant: "1.9 for 2"}},
	}
}

func sameFrontier(size Size) *Formula {
	f := newFormula(size)
	pop, emp, rho := f.array("pop"), f.array("emp"), f.real("rho")
	f.nameless(pop, 0)
	f.assume("close", "max|b^emp-b^pop| ≤ ρ", f.near(emp, pop, rho))
	f.assume("margin", "2ρ < min_i Δ_i(b^pop)", f.marginOver(lra.Num.Lt, 1, 2))
	f.conclude("frontier", "P(b^emp) = P(b^pop)", f.every(func(i int) lra.Bool {
		return emp.OnFrontier(i, f.all()).Iff(pop.OnFrontier(i, f.all()))
	}))
	return f
}

// marginOver compares factor·ρ with scale·Δ_i(b^pop) for every i.
func (f *Formula) marginOver(compare func(a, b lra.Num) lra.Bool, scale, factor int64) lra.Bool {
	return f.every(func(i int) lra.Bool {
		return compare(f.real("rho").Times(factor), f.array("pop").Gap(i, f.all()).Times(scale))
	})
}

// drawLog draws an array whose gaps are positive and another within less than half
// of the smallest.
func drawLog(d Draw) Instance {
	size := drawSize(d)
	pop := drawArray(d, size, mostBits)
	gap := slices.Min(evalDefinitions(pop, size).gap)
	if gap == 0 { // without ties on any objective every gap is positive
		for r := range size.D {
			for i, at := range ascending(latent{size, 0, pop}.column(r)) {
				pop[at*size.D+r] += 2 * int64(i)
			}
		}
		gap = slices.Min(evalDefinitions(pop, size).gap)
	}
	rho := (gap - 1) / 2
	if drawCoin(d, 3, "closer") {
		rho = d.Int(0, rho, "rho")
	}
	return Instance{size, slices.Concat(pop, drawNear(d, pop, rho), []int64{rho})}
}

// frontierStays: gaps.Frontier gives the same for both, and gaps.Gaps the margin.
func frontierStays[T gaps.Score](in Instance, as func(int64) T) Outcome {
	n := in.K * in.D
	pop, emp := scoreArray(in.Values[:n], in.Size, as), scoreArray(in.Values[n:2*n], in.Size, as)
	if gap := slices.Min(gaps.Gaps(pop)); gap <= as(2*in.Values[2*n]) {
		return refuted("the smallest of gaps.Gaps is %v, not above 2ρ", gap)
	}
	if a, b := gaps.Frontier(pop), gaps.Frontier(emp); !slices.Equal(a, b) {
		return refuted("gaps.Frontier of the population is %v, of the log %v", a, b)
	}
	return Outcome{}
}

func sameFrontierMutants(s *formulas) []Mutant {
	return s.mutants(drawLog, []Mutant{
		{Name: "1.9 for 2", Why: "both ends of a margin can move by ρ", Breaks: "margin",
			How: ByWitness, Witness: "K=2 d=1 pop=[[-1] [1]] emp=[[0] [0]] rho=1",
			Edit: func(f *Formula) { f.weaken("margin", f.marginOver(lra.Num.Lt, 10, 19)) }},
		{Name: "≤ for <", Why: "at exactly half the gap dominance can become a tie", Breaks: "margin",
			How: ByWitness, Witness: "K=2 d=1 pop=[[-1] [1]] emp=[[0] [0]] rho=1",
			Edit: func(f *Formula) { f.weaken("margin", f.marginOver(lra.Num.Le, 1, 2)) }},
		{Name: "without closeness", Why: "unrelated arrays have unrelated frontiers", Breaks: "close",
			How: ByWitness, Witness: "K=2 d=1 pop=[[0] [1]] emp=[[1] [1]] rho=0"},
		{Name: "the largest gap", Why: "one wide gap says nothing about the others", Breaks: "margin",
			How: ByWitness, Witness: "K=3 d=1 pop=[[2] [1] [-2]] emp=[[1] [2] [-2]] rho=1",
			Edit: func(f *Formula) {
				f.weaken("margin", lra.Any(f.all(), func(i int) lra.Bool {
					return f.real("rho").Times(2).Lt(f.array("pop").Gap(i, f.all()))
				}))
			}},
		{Name: "reversed", Why: "the frontier would change for every model",
			How: ByGenerator, Witness: "K=2 d=1 pop=[[1] [-1]] emp=[[1] [-1]] rho=0",
			Edit: func(f *Formula) {
				f.claim("frontier", f.every(func(i int) lra.Bool {
					return f.array("emp").OnFrontier(i, f.all()).Iff(lra.Not(f.array("pop").OnFrontier(i, f.all())))
				}))
			}},
	})
}
