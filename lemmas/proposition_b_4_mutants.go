package lemmas

import (
	"math"
	"slices"

	"vectorborda/bounds"
)

func runLayout(in Instance) layout {
	return append(namedNumbers("D", "e", "8·C_thr", "seed"), valueBlock{"32b", in.K, in.D})
}

func runDomain() cases[bordaRun] {
	return casesOf(splitRun, Domain{
		Generate: func(d Draw) Instance {
			size := Size{int(d.Int(2, 5, "K")), int(d.Int(1, 3, "d"))}
			b := drawApart(d, size)
			head := []int64{[]int64{2, 20}[d.Int(0, 1, "D")], d.Int(1, 3, "e"), 32, d.Int(0, 1<<62, "seed")}
			return Instance{size, append(head, b...)}
		},
		Layout: runLayout,
		Show:   func(in Instance) string { return runLayout(in).show(in) + " (δ = D^-e)" },
	}, []supposed[bordaRun]{
		gapsPositive(func(r bordaRun) ([]int64, int64) { return r.gaps(), bordaUnit }),
		{"constants", "C = (2,4,4)", "", func(r bordaRun) bool { return r.thr == 32 }},
		{"streams", "the samples of stream (i,r) are i.i.d. Bernoulli(b_{i,r})", "", func(r bordaRun) bool {
			return slices.Min(r.b) >= 0 && slices.Max(r.b) <= bordaUnit
		}},
	})
}

// drawApart are scores in 32nds with positive gaps: some models may tie on an
// objective, unless that makes a gap 0.
func drawApart(d Draw, size Size) []int64 {
	b := make([]int64, size.K*size.D)
	steps := make([]int64, len(b))
	for r := range size.D {
		order := make([]int, size.K)
		for i := range order {
			j := int(d.Int(0, int64(i), "place"))
			order[i], order[j] = order[j], i
		}
		level := d.Int(0, 8, "lowest")
		for n, i := range order {
			if n > 0 {
				level += d.Int(0, 5, "step")
			}
			b[i*size.D+r], steps[i*size.D+r] = level, int64(n)
		}
	}
	if slices.Contains(bordaRun{Size: size, b: b}.gaps(), 0) {
		for n := range b {
			b[n] = min(b[n], bordaUnit-int64(size.K)) // keeps the order
			b[n] = b[n]/2 + steps[n]
		}
	}
	return b
}

// chainMutants are about d·Σ n_{m_i}, how far E lets the models go.
func chainMutants(domain cases[gapChain]) []Mutant {
	with := func(edit func(f *upperForm)) func(c gapChain) Outcome {
		return func(c gapChain) Outcome {
			edit(&c.form)
			return c.withinBound()
		}
	}
	return domain.mutants([]wrongClaim[gapChain]{
		{Mutant{
			Name: "127 for 128 against d·Σ n_{m_i}", Why: "where 8/Δ is a power of two it is 2^{m_i}",
			How: ByGenerator, Witness: "K=2 d=1 s=0 1/δ=20 Δ·2^s=[1 1]",
		}, with(func(f *upperForm) { f.c = 127 })},
		{Mutant{
			Name: "without dK against d·Σ n_{m_i}", Why: "n_m is rounded up",
			How: ByGenerator, Witness: "K=2 d=1 s=0 1/δ=20 Δ·2^s=[1 1]",
		}, with(func(f *upperForm) { f.once = 0 })},
		{Mutant{
			Name: "M_i = ⌈log₂(4/Δ)⌉ against d·Σ n_{m_i}", Why: "ε_m < Δ/4 is strict: Δ = 1 needs phase 3",
			How: ByGenerator, Witness: "K=2 d=1 s=0 1/δ=20 Δ·2^s=[1 1]",
		}, with(func(f *upperForm) { f.phase = func(x float64) float64 { return phaseOf(x) - 1 } })},
		{Mutant{
			Name: "M_i = 1+⌈log₂(2/Δ)⌉ against d·Σ n_{m_i}", Why: "the same phase for gaps half as large",
			How: ByGenerator, Witness: "K=2 d=1 s=0 1/δ=20 Δ·2^s=[1 1]",
		}, with(func(f *upperForm) { f.phase = func(x float64) float64 { return phaseOf(2 * x) } })},
		{Mutant{
			Name: "L_i without M_i² against d·Σ n_{m_i}", Why: "the radius grows with the phase",
			How: ByGenerator, Witness: "K=2 d=1 s=0 1/δ=20 Δ·2^s=[1 1]",
		}, with(func(f *upperForm) { f.phase = onePhase })},
		{Mutant{
			Name: "1/Δ_i for 1/Δ_i² against d·Σ n_{m_i}", Why: "samples grow with the square",
			How: ByGenerator, Witness: "K=2 d=1 s=1 1/δ=20 Δ·2^s=[1 1]",
		}, with(func(f *upperForm) { f.power = 1 })},
	})
}

// onePhase is 1 for M.
func onePhase(float64) float64 { return 1 }

// runMutants are about the statement itself, refuted by an exact probability on two
// models and one objective.
func runMutants(domain cases[bordaRun]) []Mutant {
	two := func(claim func(r bordaRun) Outcome) func(r bordaRun) Outcome {
		return func(r bordaRun) Outcome {
			if r.Size != (Size{2, 1}) {
				return Outcome{}
			}
			return claim(r)
		}
	}
	return domain.mutants([]wrongClaim[bordaRun]{
		{Mutant{
			Name: "28 for 128", Why: "model 0 never wins, model 1 seldom loses: with one loss nobody leaves in phase 1, and phase 2 costs more",
			How: ByWitness, Witness: "K=2 d=1 D=2 e=32 8·C_thr=32 seed=0 32b=[[0] [31]]",
		}, two(func(r bordaRun) Outcome { return r.overruns(28) })},
		{Mutant{
			Name: "24 for 128 at δ = 1/20", Why: "the same in 41 samples a model",
			How: ByWitness, Witness: "K=2 d=1 D=20 e=1 8·C_thr=32 seed=0 32b=[[0] [31]]",
		}, two(func(r bordaRun) Outcome { return r.overruns(24) })},
		{Mutant{
			Name: "C_thr = 1/4", Why: "then noise removes a model in phase 1", Breaks: "constants",
			How: ByWitness, Witness: "K=2 d=1 D=20 e=1 8·C_thr=2 seed=0 32b=[[15] [17]]",
		}, two(bordaRun.errs)},
		{Mutant{
			Name: "all samples of a stream equal", Why: "the first sample decides", Breaks: "streams",
			How: ByWitness, Witness: "K=2 d=1 D=20 e=1 8·C_thr=32 seed=0 32b=[[15] [17]]",
		}, two(func(r bordaRun) Outcome {
			if r.b[0] >= r.b[1] {
				return Outcome{}
			}
			lost := r.rate(0) * (1 - r.rate(1)) // the worse wins, the better loses
			return atMost(bounds.Point(lost), bounds.Point(r.delta()), "P(wrong)")
		})},
	})
}

// rate is b_i of the first objective.
func (r bordaRun) rate(i int) float64 { return float64(r.b[i*r.Size.D]) / bordaUnit }

// overruns: with b_0 = 0, τ ≤ dK + c·d·Σ L_i/Δ_i² with probability 1-δ.  Nobody leaves in
// phase 1 where 2X_1 ≤ Cut(1), and then τ ≥ 2·n_2.
func (r bordaRun) overruns(c float64) Outcome {
	if r.b[0] != 0 || r.b[1] <= 0 {
		return Outcome{}
	}
	s, b := schedule(r.K, r.Size.D, r.delta(), float64(r.thr)/8), r.rate(1)
	upper := must(bounds.PropositionB4([]float64{b, b}, 1, r.delta()))
	less := bounds.Point(2).Add(statedEnclosure(upper, r.K+20).Sub(bounds.Point(2)).Mul(bounds.Point(c)).Div(bounds.Point(128)))
	if 2*float64(must(s.N(2))) <= less.Hi {
		return Outcome{}
	}
	stays := must(bounds.EncloseLogBinomialCDF(floorDiv(s.Cut(1), 2), must(s.N(1)), b))
	return atMost(stays.Exp(), bounds.Point(r.delta()), "P(nobody leaves in phase 1)")
}

// errs: the worse model 0 is ahead of model 1 by more than the threshold of phase 1
// with probability at most δ; then the answer is wrong.  The sum is over the outcomes of
// model 0, from below.
func (r bordaRun) errs() Outcome {
	if r.b[0] >= r.b[1] {
		return Outcome{}
	}
	s := schedule(r.K, r.Size.D, r.delta(), float64(r.thr)/8)
	n, sum := must(s.N(1)), 0.0
	for x := range n + 1 {
		most := floorDiv(2*x-s.Cut(1)-1, 2) // 2(x-y) > cut
		behind := must(bounds.EncloseLogBinomialCDF(most, n, r.rate(1)))
		sum += math.Exp(must(bounds.LogBinomialPMF(x, n, r.rate(0)))) * behind.Exp().Lo * (1 - 0x1p-30)
	}
	return atMost(bounds.Point(sum), bounds.Point(r.delta()), "P(wrong)")
}
