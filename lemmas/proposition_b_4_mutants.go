package lemmas

import (
	"math"

	"vectorborda/bounds"
)

func runLayout(in Instance) layout {
	return append(namedNumbers("D", "e", "8·C_thr", "seed"), valueBlock{"32b", in.K, in.D})
}

func runDomain() *Domain {
	return &Domain{
		Hypotheses: []Hypothesis{
			gapsPositive(func(in Instance) []int64 { return splitRun(in).gaps() }, func(Instance) int64 { return bordaUnit }),
			{Name: "constants", Words: "C = (2,4,4)", Holds: func(in Instance) (bool, error) { return splitRun(in).thr == 32, nil }},
			{Name: "streams", Words: "the samples of stream (i,r) are i.i.d. Bernoulli(b_{i,r})", Holds: func(in Instance) (bool, error) {
				b := splitRun(in).b
				for _, x := range b {
					if x < 0 || x > bordaUnit {
						return false, nil
					}
				}
				return true, nil
			}},
		},
		Generate: func(d Draw) Instance {
			size := Size{int(d.Int(2, 5, "K")), int(d.Int(1, 3, "d"))}
			b := drawApart(d, size)
			head := []int64{[]int64{2, 20}[d.Int(0, 1, "D")], d.Int(1, 3, "e"), 32, d.Int(0, 1<<62, "seed")}
			return Instance{size, append(head, b...)}
		},
		Layout: runLayout,
		Show:   func(in Instance) string { return runLayout(in).show(in) + " (δ = D^-e)" },
	}
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
	for _, gap := range (bordaRun{Size: size, b: b}).gaps() {
		if gap == 0 {
			for n := range b {
				b[n] = min(b[n], bordaUnit-int64(size.K)) // keeps the order
				b[n] = b[n]/2 + steps[n]
			}
			return b
		}
	}
	return b
}

// chainMutants are about d·Σ n_{m_i}, how far E lets the models go.
func chainMutants(domain *Domain) []Mutant {
	mutant := func(m Mutant, edit func(c *gapChain)) Mutant {
		m.Name += " against d·Σ n_{m_i}"
		m.Layout, m.Show, m.Generate, m.How = domain.Layout, domain.Show, domain.Generate, ByGenerator
		m.Refutes = func(in Instance) (bool, error) {
			c := splitChain(in)
			edit(&c)
			reach, err := c.reach()
			return float64(reach) > c.bound().Hi, err
		}
		return m
	}
	return []Mutant{
		mutant(Mutant{
			Name: "127 for 128", Why: "where 8/Δ is a power of two it is 2^{m_i}", Witness: "K=2 d=1 s=0 1/δ=20 Δ·2^s=[1 1]",
		}, func(c *gapChain) { c.c = 127 }),
		mutant(Mutant{
			Name: "without dK", Why: "n_m is rounded up", Witness: "K=2 d=1 s=0 1/δ=20 Δ·2^s=[1 1]",
		}, func(c *gapChain) { c.once = 0 }),
		mutant(Mutant{
			Name: "M_i = ⌈log₂(4/Δ)⌉", Why: "ε_m < Δ/4 is strict: Δ = 1 needs phase 3", Witness: "K=2 d=1 s=0 1/δ=20 Δ·2^s=[1 1]",
		}, func(c *gapChain) { c.phase = func(k, s int64) int64 { return lastPhaseOf(k, s) - 1 } }),
		mutant(Mutant{
			Name: "M_i = 1+⌈log₂(2/Δ)⌉", Why: "the same phase for gaps half as large", Witness: "K=2 d=1 s=0 1/δ=20 Δ·2^s=[1 1]",
		}, func(c *gapChain) { c.phase = func(k, s int64) int64 { return lastPhaseOf(2*k, s) } }),
		mutant(Mutant{
			Name: "L_i without M_i²", Why: "the radius grows with the phase", Witness: "K=2 d=1 s=0 1/δ=20 Δ·2^s=[1 1]",
		}, func(c *gapChain) { c.phase = func(k, s int64) int64 { return 1 } }),
		mutant(Mutant{
			Name: "1/Δ_i for 1/Δ_i²", Why: "samples grow with the square", Witness: "K=2 d=1 s=1 1/δ=20 Δ·2^s=[1 1]",
		}, func(c *gapChain) { c.power = 1 }),
	}
}

// runMutants are about the statement itself, refuted by an exact probability on two
// models and one objective.
func runMutants(domain *Domain) []Mutant {
	mutant := func(m Mutant, refutes func(r bordaRun) (bool, error)) Mutant {
		m.Layout, m.Show, m.How = domain.Layout, domain.Show, ByWitness
		m.Refutes = func(in Instance) (bool, error) {
			r := splitRun(in)
			if r.Size != (Size{2, 1}) {
				return false, nil
			}
			return refutes(r)
		}
		return m
	}
	return []Mutant{
		mutant(Mutant{
			Name: "28 for 128", Why: "model 0 never wins, model 1 seldom loses: with one loss nobody leaves in phase 1, and phase 2 costs more",
			Witness: "K=2 d=1 D=2 e=32 8·C_thr=32 seed=0 32b=[[0] [31]]",
		}, func(r bordaRun) (bool, error) { return r.overruns(28) }),
		mutant(Mutant{
			Name: "24 for 128 at δ = 1/20", Why: "the same in 41 samples a model", Witness: "K=2 d=1 D=20 e=1 8·C_thr=32 seed=0 32b=[[0] [31]]",
		}, func(r bordaRun) (bool, error) { return r.overruns(24) }),
		mutant(Mutant{
			Name: "C_thr = 1/4", Why: "then noise removes a model in phase 1", Breaks: "constants", Witness: "K=2 d=1 D=20 e=1 8·C_thr=2 seed=0 32b=[[15] [17]]",
		}, func(r bordaRun) (bool, error) { return r.errs() }),
		mutant(Mutant{
			Name: "all samples of a stream equal", Why: "the first sample decides", Breaks: "streams", Witness: "K=2 d=1 D=20 e=1 8·C_thr=32 seed=0 32b=[[15] [17]]",
		}, func(r bordaRun) (bool, error) {
			lost := float64(r.b[0]) / bordaUnit * (1 - float64(r.b[1])/bordaUnit) // the worse wins, the better loses
			return r.b[0] < r.b[1] && lost > r.delta(), nil
		}),
	}
}

// overruns: with b_0 = 0, τ > dK + c·d·Σ L_i/Δ_i² with probability above δ.  Nobody
// leaves in phase 1 where 2X_1 ≤ Cut(1), and then τ ≥ 2·n_2.
func (r bordaRun) overruns(c float64) (bool, error) {
	s, err := schedule(r.K, r.Size.D, r.delta(), float64(r.thr)/8)
	if err != nil || r.b[0] != 0 || r.b[1] <= 0 {
		return false, err
	}
	n1, _ := s.N(1)
	n2, err := s.N(2)
	if err != nil {
		return false, err
	}
	stays, err := bounds.EncloseLogBinomialCDF(floorDiv(s.Cut(1), 2), n1, float64(r.b[1])/bordaUnit)
	if err != nil {
		return false, err
	}
	upper, err := bounds.PropositionB4([]float64{float64(r.b[1]) / bordaUnit, float64(r.b[1]) / bordaUnit}, 1, r.delta())
	if err != nil {
		return false, err
	}
	less := bounds.Point(2).Add(statedEnclosure(upper, r.K+20).Sub(bounds.Point(2)).Mul(bounds.Point(c)).Div(bounds.Point(128)))
	return stays.Exp().Lo > r.delta() && 2*float64(n2) > less.Hi, nil
}

// errs: the worse model 0 is ahead of model 1 by more than the threshold of phase 1
// with probability above δ; then the answer is wrong.  The sum is over the outcomes of
// model 0, from below.
func (r bordaRun) errs() (bool, error) {
	s, err := schedule(r.K, r.Size.D, r.delta(), float64(r.thr)/8)
	if err != nil || r.b[0] >= r.b[1] {
		return false, err
	}
	n, err := s.N(1)
	if err != nil {
		return false, err
	}
	sum := 0.0
	for x := range n + 1 {
		most := floorDiv(2*x-s.Cut(1)-1, 2) // 2(x-y) > cut
		log, err := bounds.LogBinomialPMF(x, n, float64(r.b[0])/bordaUnit)
		if err != nil {
			return false, err
		}
		behind, err := bounds.EncloseLogBinomialCDF(most, n, float64(r.b[1])/bordaUnit)
		if err != nil {
			return false, err
		}
		sum += math.Exp(log) * behind.Exp().Lo * (1 - 0x1p-30)
	}
	return sum > r.delta(), nil
}
