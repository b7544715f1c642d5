package lemmas

import (
	"fmt"
	"math"
	"math/big"

	"vectorborda/bounds"
	"vectorborda/sims/repeat"
)

// repeatTheorem32 is Theorem 3.2 of the paper on repeated comparisons: MLE-CAL and
// MLE-UNCONST need d = O(log(1/ε)).
//
// For MLE-UNCONST, Z = (H_W-H_{d-W})/β, what the proof uses is checked: E[Z|p] =
// (1/β) Σ_{k≤d} (p^k-(1-p)^k)/k by an exact sum over W; its bias, at most
// 2σ(β)^{d+1}/(β(d+1)(1-σ(β))); |Z| ≤ H_d/β; and E[Z²]^{1/2} ≤ V_β =
// (√2/β) Σ_{k≥1} σ(β)^{k/2}/k = -(√2/β)·log(1-√σ(β)).  For MLE-CAL: that a table is
// certified at d = 2·log2(1/ε)+1.
func repeatTheorem32() Entry {
	domain := repeatedDomain()
	return Entry{
		ID: "RC.3.2", Paper: RepeatedPaper, Kind: "Theorem", Title: "MLE-CAL and MLE-UNCONST need d = O(log(1/ε))",
		Claim:  "MLE-UNCONST: E[Z|p] = (1/β) Σ_{k≤d} (p^k-(1-p)^k)/k, |bias| ≤ 2σ(β)^{d+1}/(β(d+1)(1-σ(β))), |Z| ≤ H_d/β, E[Z²]^{1/2} ≤ (√2/β) Σ σ(β)^{k/2}/k. MLE-CAL: a table with |bias| ≤ ε/8 on [-1,1] exists for d = O(log(1/ε)).",
		Source: "section 3; means and second moments by exact sums over W against enclosures, repeat.NewUnconst; certified tables of repeat.Calibrate (bias to 2e-8) at d = 2·log2(1/ε)+1",
		Parts: []Part{
			domain.part("mean", func(x repeated) Outcome { return x.unconstMean(harmonicTable, commonMultiple(x.d)) }),
			domain.part("bias", func(x repeated) Outcome { return x.biasAtMost(x.biasBound()) }),
			domain.part("moment", func(x repeated) Outcome { return x.unconstMoment(2) }),
			domain.part("production", func(x repeated) Outcome { return x.produced(must(repeat.NewUnconst(x.beta(), int(x.d)))) }),
		},
		Grids: []Grid{
			repeatedGrid("UNCONST", func(x repeated) Outcome {
				return firstFailure(
					func() Outcome { return x.unconstMean(harmonicTable, commonMultiple(x.d)) },
					func() Outcome { return x.biasAtMost(x.biasShape(sharpBias)) },
					func() Outcome { return x.unconstMoment(2) },
				)
			}),
			gridOf("CAL", Computed, 21, func(n int) table { return table{int64(n/7) - 1, int64(n%7) + 1, 2*int64(n%7) + 3} }, table.told, table.calibrated),
		},
		Mutants: append(unconstMutants(domain), calibrationMutant()),
		// Σ_{k>d} p^k/k ≤ p^{d+1}/((d+1)(1-p)) has no 2.
		Constants: []Constant{{Name: "2 in the bias", Holds: fmt.Sprint(sharpBias), Fails: "1/2", Mutant: "1/2 for the 2 in the bias", By: "UNCONST"}},
		NoSolver:  "contains log and sums over outcomes",
	}
}

// sharpBias is what the grid holds in the place of the 2 in the bound on the bias.
const sharpBias = 1.0

// harmonicTable is lcm(1 … d)·(H_w - H_{d-w}).
func harmonicTable(d, w int64) *big.Int {
	h := harmonics()[d].sum
	return new(big.Int).Sub(h[w], h[d-w])
}

// outcomes is Σ_w f(z_w)·P(W = w) for a table z in whole numbers over scale.
func (x repeated) outcomes(z func(w int64) *big.Int, scale *big.Int) *big.Rat {
	won, lost := big.NewInt(x.k), big.NewInt(1<<x.s-x.k)
	up := []*big.Int{big.NewInt(1)}
	down := []*big.Int{big.NewInt(1)}
	for range x.d {
		up = append(up, new(big.Int).Mul(up[len(up)-1], won))
		down = append(down, new(big.Int).Mul(down[len(down)-1], lost))
	}
	sum, term := new(big.Int), new(big.Int)
	for w := int64(0); w <= x.d; w++ {
		term.Mul(term.Binomial(x.d, w), up[w])
		term.Mul(term, down[x.d-w])
		sum.Add(sum, term.Mul(term, z(w)))
	}
	return new(big.Rat).SetFrac(sum, new(big.Int).Lsh(scale, uint(x.s*x.d)))
}

// unconstMean: the mean of the table is the series.
func (x repeated) unconstMean(table func(d, w int64) *big.Int, scale *big.Int) Outcome {
	got := x.outcomes(func(w int64) *big.Int { return table(x.d, w) }, scale)
	if want := x.harmonic(); got.Cmp(want) != 0 {
		a, _ := got.Float64()
		b, _ := want.Float64()
		return refuted("β·E[Z] = %.6g, the series is %.6g", a, b)
	}
	return Outcome{}
}

// unconstMoment is β²E[Z²] ≤ factor·log²(1-√σ(β)); the paper has the factor 2.
func (x repeated) unconstMoment(factor float64) Outcome {
	common := commonMultiple(x.d)
	square := x.outcomes(func(w int64) *big.Int {
		z := harmonicTable(x.d, w)
		return z.Mul(z, z)
	}, new(big.Int).Mul(common, common))
	log := bounds.Point(1).Sub(enclosedRoot(x.sigma())).Log()
	return atMost(enclosedRats(square, square), bounds.Point(factor).Mul(log).Mul(log), "β²·E[Z²]")
}

// enclosedRoot encloses √x, which math.Sqrt rounds correctly.
func enclosedRoot(x bounds.Interval) bounds.Interval {
	return bounds.Interval{Lo: math.Nextafter(math.Sqrt(x.Lo), 0), Hi: math.Nextafter(math.Sqrt(x.Hi), math.Inf(1))}
}

// produced: repeat.NewUnconst has the mean within its own bound and the range H_d/β,
// whose rounding, of a compensated sum and a quotient, is below 2⁻⁵⁰.
func (x repeated) produced(e repeat.Estimator) Outcome {
	top, _ := new(big.Rat).SetFrac(harmonicTable(x.d, x.d), commonMultiple(x.d)).Float64()
	if got := e.Range() * x.beta(); math.Abs(got-top) > top*0x1p-50 {
		return refuted("β·repeat.NewUnconst.Range = %v, H_d = %v", got, top)
	}
	return x.production("repeat.NewUnconst", e.Mean(x.p()), e.MeanError())
}

// table is one of MLE-CAL for β = 2^b, ε = 2^-j and d repeats.
type table struct{ b, j, d int64 }

func (t table) reals() (beta, epsilon float64) {
	return math.Ldexp(1, int(t.b)), math.Ldexp(1, -int(t.j))
}

func (t table) told() []coordinate {
	beta, epsilon := t.reals()
	return []coordinate{dyadic("β", beta), dyadic("ε", epsilon), whole("d", t.d)}
}

// calibrated: there is a certified table.
func (t table) calibrated() Outcome {
	beta, epsilon := t.reals()
	c, err := repeat.Calibrate(beta, int(t.d), epsilon)
	if err == nil && c.Status == repeat.Certified {
		err = c.Check()
	}
	switch {
	case err != nil:
		return refuted("β = %v, ε = %v, d = %d: %v", beta, epsilon, t.d, err)
	case c.Status == repeat.None:
		return refuted("β = %v, ε = %v: no table at d = %d", beta, epsilon, t.d)
	case c.Status != repeat.Certified:
		return Outcome{Undecided, "table of MLE-CAL: " + string(c.Status)}
	}
	return Outcome{}
}

func unconstMutants(domain cases[repeated]) []Mutant {
	return domain.mutants([]wrongClaim[repeated]{
		{Mutant{
			Name: "H_{d-W} for H_W", Why: "the estimate has the wrong sign", How: ByGenerator, Witness: "log2(β)=0 d=1 s=3 p·2^s=5",
		}, func(x repeated) Outcome {
			return x.unconstMean(func(d, w int64) *big.Int { return harmonicTable(d, d-w) }, commonMultiple(x.d))
		}},
		{Mutant{
			Name: "H_{W+1} for H_W", Why: "as a smoothed count would have it: the mean is no longer the series", How: ByGenerator,
			Witness: "log2(β)=0 d=2 s=3 p·2^s=5",
		}, func(x repeated) Outcome {
			h := harmonics()[x.d+1]
			return x.unconstMean(func(d, w int64) *big.Int { return new(big.Int).Sub(h.sum[w+1], h.sum[d-w+1]) }, h.common)
		}},
		{Mutant{
			Name: "1/2 for the 2 in the bias", Why: "at p = σ(β) the terms left out come close to p^{d+1}/((d+1)(1-p)) as d grows, the bound with 1 for 2",
			How: ByGenerator, Witness: "log2(β)=-1 d=8 s=5 p·2^s=19",
		}, func(x repeated) Outcome { return x.biasAtMost(x.biasShape(0.5)) }},
		{Mutant{
			Name: "three powers more", Why: "the first term left out is (p^{d+1}-(1-p)^{d+1})/(d+1), which σ(β)³ times the bound does not cover", How: ByGenerator,
			Witness: "log2(β)=-1 d=8 s=5 p·2^s=19",
		}, func(x repeated) Outcome { return x.biasAtMost(x.biasBound().Mul(powerOf(x.sigma(), 3))) }},
		{Mutant{
			Name: "for every p", Why: "beyond σ(β) the series converges more slowly", Breaks: "range", How: ByWitness,
			Witness: "log2(β)=0 d=4 s=4 p·2^s=15",
		}, func(x repeated) Outcome { return x.biasAtMost(x.biasBound()) }},
		{Mutant{
			Name: "second moment with 1/32 for 2", Why: "most of E[Z²] is in the first term, E[(2W/d-1)²]", How: ByGenerator,
			Witness: "log2(β)=0 d=1 s=5 p·2^s=16",
		}, func(x repeated) Outcome { return x.unconstMoment(1. / 32) }},
	})
}

// calibrationMutant is about the depth of a table for an ε.
func calibrationMutant() Mutant {
	l := namedNumbers("log2(β)", "log2(1/ε)", "d")
	return Mutant{
		Name: "one repeat is enough for a table", Why: "with d = 1 the mean is a multiple of 2p-1, whose bias is at least E_1",
		How: ByWitness, Witness: "log2(β)=1 log2(1/ε)=2 d=1",
		Layout: l.always, Show: l.show,
		Refutes: func(in Instance) (bool, error) {
			return table{l.number(in, "log2(β)"), l.number(in, "log2(1/ε)"), l.number(in, "d")}.calibrated().Verdict == Refuted, nil
		},
	}
}
