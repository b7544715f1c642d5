package lemmas

import (
	"slices"

	"vectorborda/gaps"
)

// remarkB1 is Remark B.1: Δ_i(λ^{i,r,η}) ≤ η, so that η̄ → 0 is impossible inside
// Θ_{B,d}(Δ), where every gap is at least Δ.
func remarkB1() Entry {
	s := statement(smallGap)
	return Entry{
		ID: "R.B.1", Kind: "Remark", Title: "η̄ cannot vanish within a gap class",
		Claim:     "Δ_i(λ^{i,r,η}) ≤ η, so η̄ → 0 is impossible inside Θ_{B,d}(Δ).",
		Source:    "appendix B, with λ of the lower bound; i = 1 and r = 0 in the formula, every i and r in the production part",
		Parts:     s.parts(s.domain(drawRaised), inBothReadings(asDrawn, gapsAtMost, gapsAtMost)),
		Mutants:   smallGapMutants(s),
		Kernel:    Kernel{File: "remark_b_1.v", Theorems: []string{"remark_B_1"}},
		Formula:   smallGap,
		Sizes:     []Size{{2, 1}, {2, 2}, {3, 2}, {4, 3}, {5, 2}},
		Constants: []Constant{{Name: "c in Δ_i(λ) ≤ c·η", Holds: "1", Fails: "0.9", Theorem: "remark_B_1", Mutant: "0.9 for 1"}},
	}
}

func smallGap(size Size) *Formula {
	f := newFormula(size)
	f.nameless(f.array("lambda"), 2)
	delta, eta := f.real("delta"), f.real("eta")
	f.assume("Δ > 0", "Δ > 0", delta.Gt(f.Graph.Int(0)))
	f.assume("η > 0", "η > 0", eta.Gt(f.Graph.Int(0)))
	f.assumeLambda(eta)
	f.conclude("gap", "Δ_i(λ^{i,r,η}) ≤ η", f.array("lambda").Gap(1, f.all()).Le(eta))
	f.conclude("frontier", "i ∈ P(λ^{i,r,η})", f.array("lambda").OnFrontier(1, f.all()))
	return f
}

// drawRaised draws Δ and η, often equal or one unit apart.
func drawRaised(d Draw) Instance {
	size := drawSize(d)
	delta := d.Int(1, drawBits(d, mostBits), "Δ")
	eta := d.Int(1, drawBits(d, mostBits), "η")
	if drawCoin(d, 3, "η near Δ") {
		eta = max(delta+drawSign(d), 1)
	}
	return Instance{size, append(hardLambda(size, delta, eta, 1, 0), delta, eta)}
}

func splitRaised(in Instance) (delta, eta int64) {
	n := in.K * in.D
	return in.Values[n], in.Values[n+1]
}

func gapsAtMost[T gaps.Score](in Instance, as func(int64) T) Outcome {
	delta, eta := splitRaised(in)
	return eachLambda(in.Size, delta, eta, as, func(i int, x gaps.Array[T]) Outcome {
		if gap := gaps.Gaps(x)[i]; gap > as(eta) {
			return refuted("gaps.Gaps(%d) = %v > η = %v", i, gap, as(eta))
		}
		if !slices.Contains(gaps.Frontier(x), i) {
			return refuted("gaps.Frontier does not hold %d", i)
		}
		return Outcome{}
	})
}

func smallGapMutants(s *formulas) []Mutant {
	gap := func(scale, factor int64) func(*Formula) {
		return func(f *Formula) {
			f.claim("gap", f.array("lambda").Gap(1, f.all()).Times(scale).Le(f.real("eta").Times(factor)))
		}
	}
	return s.mutants(drawRaised, []Mutant{
		{Name: "0.9 for 1", Why: "the gap is η where η ≤ Δ",
			How: ByGenerator, Witness: "K=2 d=1 lambda=[[0] [1]] delta=1 eta=1",
			Edit: gap(10, 9)},
		{Name: "reversed", Why: "with η above Δ the gap is smaller than η",
			How: ByWitness, Witness: "K=2 d=2 lambda=[[0 0] [2 -1]] delta=1 eta=2",
			Edit: func(f *Formula) { f.claim("gap", f.array("lambda").Gap(1, f.all()).Ge(f.real("eta"))) }},
		{Name: "without λ", Why: "another array has other gaps", Breaks: "λ^{i,r,η}",
			How: ByWitness, Witness: "K=2 d=1 lambda=[[0] [-1]] delta=1 eta=1"},
		{Name: "without η > 0", Why: "an entry that is lowered leaves i dominated", Breaks: "η > 0",
			How: ByWitness, Witness: "K=2 d=1 lambda=[[0] [-1]] delta=1 eta=-1"},
		{Name: "without Δ > 0", Why: "with Δ < 0 the others are above model 0, and on a single objective they can be above i", Breaks: "Δ > 0",
			How: ByWitness, Dies: func(size Size) bool { return size.D == 1 && size.K >= 3 }, Witness: "K=3 d=1 lambda=[[0] [1] [2]] delta=-2 eta=1"},
	})
}
