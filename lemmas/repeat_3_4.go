package lemmas

import (
	"fmt"
	"math"
	"math/big"
	"sync"

	"vectorborda/bounds"
	"vectorborda/sims/repeat"
)

// repeatTheorem34 is Theorem 3.4 of the paper on repeated comparisons: TRR with ρ in
// (σ(β), 1) needs a cap d = O(log(1/ε)) and E[K] = O(1) repeats.  What the proof uses
// is checked, with r = σ(β)/ρ < 1:
//
//	|bias| ≤ 2σ(β)^{d+1}/(β(d+1)(1-σ(β))),
//	|Z| ≤ (1/β) Σ_{k≤d} ρ^{-(k-1)},
//	E[Z²]^{1/2} ≤ (√(2ρ)/β) Σ_{k≥1} r^{k/2}/√k,
//	E[K] ≤ -log(1-ρ)/ρ.
//
// E[Z²] is a sum of positive terms over K and W, by intervals.
func repeatTheorem34() Entry {
	domain := cappedDomain()
	check := func(x roulette) Outcome {
		return firstFailure(
			func() Outcome { return x.biasAtMost(x.biasBound()) },
			func() Outcome { return x.moment(x.momentBound(x.enclosedRho())) },
			func() Outcome { return x.widest(x.inverse()) },
			func() Outcome { return x.repeats(x.asked()) },
		)
	}
	return Entry{
		ID: "RC.3.4", Paper: RepeatedPaper, Kind: "Theorem", Title: "TRR needs d = O(log(1/ε)) and E[K] = O(1)",
		Claim:  "ρ ∈ (σ(β),1): |bias| ≤ 2σ(β)^{d+1}/(β(d+1)(1-σ(β))), |Z| ≤ (1/β) Σ_{k≤d} ρ^{-(k-1)}, E[Z²]^{1/2} ≤ (√(2ρ)/β) Σ_{k≥1} (σ(β)/ρ)^{k/2}/√k, E[K] = Σ_{k≤d} ρ^{k-1}/k ≤ -log(1-ρ)/ρ.",
		Source: "section 3; the bias by exact sums against enclosures (the mean is RC.TRR), E[Z²], the range and E[K] by intervals, repeat.NewTRRWithRho against the range and E[K]",
		Parts: []Part{
			domain.part("bounds", check),
			domain.part("production", func(x roulette) Outcome { return x.producedRange(x.make()) }),
		},
		Grids:   []Grid{cappedGrid("contexts", check)},
		Mutants: cappedMutants(domain),
		Only:    "four β", NoSolver: "contains log and sums over outcomes",
	}
}

// cappedDepths are the d of the grid.
var cappedDepths = []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 32, 48}

// cappedPoints have ρ next to σ(β) and halfway to 1, and p from 1/2 to σ(β).
var cappedPoints = sync.OnceValue(func() (all []roulette) {
	for b := int64(-1); b <= 2; b++ {
		for _, d := range cappedDepths {
			x := roulette{repeated: repeated{b: b, d: d, s: 5}}
			s := x.sigma().Hi
			for _, x.r = range []int64{int64(math.Floor(1024*s)) + 1, int64(math.Ceil(1024 * (1 + s) / 2))} {
				for x.k = 16; x.k <= x.most(); x.k++ {
					all = append(all, x)
				}
			}
		}
	}
	return all
})

func cappedGrid(name string, check func(x roulette) Outcome) Grid {
	return gridOver(name, Computed, cappedPoints(), roulette.told, check)
}

func (x roulette) told() []coordinate { return append(x.repeated.told(), fraction("ρ", x.r, 1024)) }

func (x roulette) enclosedRho() bounds.Interval { return bounds.Point(float64(x.r) / 1024) }

// cappedDomain are contexts of TRR with ρ above σ(β).
func cappedDomain() cases[roulette] {
	return casesOf(splitRoulette, Domain{
		Generate: func(d Draw) Instance {
			x := repeated{b: d.Int(-1, 1, "log2 β"), d: d.Int(1, 24, "d"), s: 5}
			most := x.most()
			return numbers(x.b, x.d, d.Int(32-most, most, "32p"), d.Int(most+1, 31, "32ρ"))
		},
		Layout: rouletteLayout.always,
		Show: func(in Instance) string {
			x := splitRoulette(in)
			return fmt.Sprintf("β=%v d=%d p=%d/32 ρ=%d/32", x.beta(), x.d, x.k, x.r/32)
		},
	}, append(contexts(func(x roulette) repeated { return x.repeated }), supposed[roulette]{
		"ρ", "σ(β) < ρ < 1", "", func(x roulette) bool { return x.enclosedRho().Lo > x.sigma().Hi && x.r < 1024 },
	}))
}

// second encloses β²E[Z²] by the rows K = 1 … d: P(W = w) by Pascal's triangle and
// A(K,w) = (w/K)(1 + A(K-1,w-1)/ρ), with βZ = A(K,W) - A(K,K-W).
func (x roulette) second() bounds.Interval {
	rho, p := x.enclosedRho(), bounds.Point(x.p())
	q := bounds.Point(1).Sub(p)
	prob, half := []bounds.Interval{bounds.Point(1)}, []bounds.Interval{bounds.Point(0)}
	sum, power := bounds.Point(0), bounds.Point(1) // ρ^{K-1}
	for K := int64(1); K <= x.d; K++ {
		nextProb, nextHalf := make([]bounds.Interval, K+1), make([]bounds.Interval, K+1)
		nextHalf[0] = bounds.Point(0)
		for w := range K + 1 {
			at := bounds.Point(0)
			if w < K {
				at = q.Mul(prob[w])
			}
			if w > 0 {
				at = at.Add(p.Mul(prob[w-1]))
				nextHalf[w] = bounds.Point(float64(w)).Div(bounds.Point(float64(K))).Mul(bounds.Point(1).Add(half[w-1].Div(rho)))
			}
			nextProb[w] = at
		}
		prob, half = nextProb, nextHalf
		share := power.Div(bounds.Point(float64(K)))
		power = power.Mul(rho)
		if K < x.d {
			share = share.Sub(power.Div(bounds.Point(float64(K + 1))))
		}
		for w := range K + 1 {
			z := half[w].Sub(half[K-w])
			square := z.Abs()
			sum = sum.Add(share.Mul(prob[w]).Mul(square.Mul(square)))
		}
	}
	return sum
}

// momentBound is β² times the bound on E[Z²], 2ρ·(Σ_{k≥1} r^{k/2}/√k)²: 400 terms and
// the rest below r^{401/2}/(1-√r).
func (x roulette) momentBound(rho bounds.Interval) bounds.Interval {
	r := enclosedRoot(x.sigma().Div(rho))
	sum, power := bounds.Point(0), bounds.Point(1)
	for k := 1; k <= 400; k++ {
		power = power.Mul(r)
		sum = sum.Add(power.Div(enclosedRoot(bounds.Point(float64(k)))))
	}
	rest := power.Mul(r).Div(bounds.Point(1).Sub(r))
	sum.Hi = sum.Add(bounds.Interval{Lo: 0, Hi: rest.Hi}).Hi
	return bounds.Point(2).Mul(rho).Mul(sum).Mul(sum)
}

func (x roulette) moment(bound bounds.Interval) Outcome {
	return atMost(x.second(), bound, "β²·E[Z²]")
}

// widest is β|Z| ≤ bound for all K and W.  It is largest at K = W = d, where the bound
// of the paper is attained: A(d,d) is that sum, so the two enclosures are compared.
func (x roulette) widest(bound bounds.Interval) Outcome {
	top := bounds.Point(0)
	for range x.d {
		top = bounds.Point(1).Add(top.Div(x.enclosedRho()))
	}
	if top.Lo > bound.Hi {
		return refuted("β·Z at K = W = %d is %.6g, above %.6g", x.d, top.Lo, bound.Hi)
	}
	return Outcome{}
}

// powers is Σ_{k≤d} ratio^{k-1}/over(k).
func (x roulette) powers(ratio bounds.Interval, over func(k int64) int64) bounds.Interval {
	sum, power := bounds.Point(0), bounds.Point(1)
	for k := int64(1); k <= x.d; k++ {
		sum, power = sum.Add(power.Div(bounds.Point(float64(over(k))))), power.Mul(ratio)
	}
	return sum
}

func one(int64) int64 { return 1 }

// inverse is Σ_{k≤d} ρ^{-(k-1)}.
func (x roulette) inverse() bounds.Interval {
	return x.powers(bounds.Point(1).Div(x.enclosedRho()), one)
}

// asked is E[K] = Σ_{k≤d} ρ^{k-1}/k.
func (x roulette) asked() bounds.Interval {
	return x.powers(x.enclosedRho(), func(k int64) int64 { return k })
}

// repeats is E[K] ≤ -log(1-ρ)/ρ.
func (x roulette) repeats(asked bounds.Interval) Outcome {
	rho := x.enclosedRho()
	return atMost(asked, bounds.Point(1).Sub(rho).Log().Neg().Div(rho), "E[K]")
}

// producedRange holds an estimator to the enclosures: range and E[K] up to the 2⁻⁴⁵ of at
// most 64 steps of 4 roundings, and the mean within its own bound.
func (x roulette) producedRange(e repeat.Estimator) Outcome {
	near := func(what string, got float64, want bounds.Interval) Outcome {
		return producedNear(what, got, want, want.Hi*0x1p-45)
	}
	return firstFailure(
		func() Outcome { return near("β·Range", e.Range()*x.beta(), x.inverse()) },
		func() Outcome { return near("E[K]", e.Comparisons(), x.asked()) },
		func() Outcome { return x.production("repeat.NewTRRWithRho", e.Mean(x.p()), e.MeanError()) },
	)
}

func cappedMutants(domain cases[roulette]) []Mutant {
	paperRho := func(x roulette) bounds.Interval {
		return bounds.Point(1).Add(x.sigma()).Div(bounds.Point(2))
	}
	return domain.mutants([]wrongClaim[roulette]{
		{Mutant{
			Name: "ρ below σ(β)", Why: "the mean is the same for every ρ, but E[Z²] grows without limit in d: beyond the bound for the ρ of the experiments",
			Breaks: "ρ", How: ByWitness, Witness: "log2(β)=0 d=16 32p=23 32ρ=12",
		}, func(x roulette) Outcome { return x.moment(x.momentBound(paperRho(x))) }},
		{Mutant{
			Name: "for every p", Why: "beyond σ(β) the second moment is not bounded by powers of σ(β)", Breaks: "range", How: ByWitness, Witness: "log2(β)=0 d=16 32p=31 32ρ=24",
		}, func(x roulette) Outcome { return x.biasAtMost(x.biasBound()) }},
		{Mutant{
			Name: "P(K ≥ k) = ρ^{k-1}", Why: "without 1/k E[K] is (1-ρ^d)/(1-ρ)", How: ByGenerator, Witness: "log2(β)=0 d=8 32p=16 32ρ=24",
		}, func(x roulette) Outcome { return x.repeats(x.powers(x.enclosedRho(), one)) }},
		{Mutant{
			Name: "|Z| ≤ H_d/β", Why: "the range of MLE-UNCONST: the weights 1/ρ^{k-1} make it larger", How: ByGenerator, Witness: "log2(β)=0 d=2 32p=16 32ρ=24",
		}, func(x roulette) Outcome {
			h := new(big.Rat).SetFrac(harmonicTable(x.d, x.d), commonMultiple(x.d))
			top, _ := h.Float64()
			return x.widest(bounds.Point(top).Mul(bounds.Interval{Lo: 1 - 0x1p-50, Hi: 1 + 0x1p-50}))
		}},
		{Mutant{
			Name: "second moment with 1/16 for 2", Why: "most of E[Z²] is in the first term", How: ByGenerator, Witness: "log2(β)=0 d=1 32p=16 32ρ=31",
		}, func(x roulette) Outcome { return x.moment(x.momentBound(x.enclosedRho()).Mul(bounds.Point(1. / 32))) }},
	})
}
