package lemmas

import (
	"fmt"
	"math"
	"math/big"

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
	check := func(x cappedRoulette) Outcome {
		return firstFailure(
			func() Outcome { return x.repeated().biasAtMost(x.repeated().biasBound()) },
			func() Outcome { return x.moment(x.momentBound(x.rho())) },
			func() Outcome { return x.widest(x.inverse()) },
			func() Outcome { return x.repeats(x.asked(), x.rho()) },
		)
	}
	return Entry{
		ID: "RC.3.4", Paper: RepeatedPaper, Kind: "Theorem", Title: "TRR needs d = O(log(1/ε)) and E[K] = O(1)",
		Claim:  "ρ ∈ (σ(β),1): |bias| ≤ 2σ(β)^{d+1}/(β(d+1)(1-σ(β))), |Z| ≤ (1/β) Σ_{k≤d} ρ^{-(k-1)}, E[Z²]^{1/2} ≤ (√(2ρ)/β) Σ_{k≥1} (σ(β)/ρ)^{k/2}/√k, E[K] = Σ_{k≤d} ρ^{k-1}/k ≤ -log(1-ρ)/ρ.",
		Source: "section 3; the bias by exact sums against enclosures (the mean is RC.TRR), E[Z²], the range and E[K] by intervals, repeat.NewTRRWithRho against the range and E[K]",
		Parts: []Part{
			{Name: "bounds", Domain: domain, Check: func(in Instance) (Outcome, error) { return check(splitCapped(in)), nil }},
			{Name: "production", Domain: domain, Check: checkCapped},
		},
		Grids: []Grid{{
			Name: "contexts", Word: Computed, Over: "β = 1/2, 1, 2, 4, ρ = (1+σ(β))/2 and next to σ(β), d = 1 … 16, 24, 32, 48, p = 16/32 … ≤ σ(β)",
			Points: 4 * 2 * len(cappedDepths), Check: func(n int) Outcome { return cappedPoint(n, check) },
		}},
		Mutants: cappedMutants(domain),
		Only:    "four β", NoSolver: "contains log and sums over outcomes",
	}
}

// cappedDepths are the d of the grid.
var cappedDepths = []int64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 24, 32, 48}

func cappedPoint(n int, check func(x cappedRoulette) Outcome) Outcome {
	x := cappedRoulette{b: int64(n%4) - 1, d: cappedDepths[n/8]}
	sigma := x.repeated().sigma()
	x.r = int64(math.Ceil(1024 * (1 + sigma.Hi) / 2))
	if n/4%2 == 1 {
		x.r = int64(math.Floor(1024*sigma.Hi)) + 1
	}
	worst := Outcome{}
	for x.k = 16; x.k <= x.repeated().most(); x.k++ {
		if out := check(x); out.Verdict > worst.Verdict {
			worst = out
		}
	}
	return worst
}

// cappedRoulette is TRR in one context: β = 2^b, cap d, p = k/32, ρ = r/1024.
type cappedRoulette struct{ b, d, k, r int64 }

func splitCapped(in Instance) cappedRoulette {
	l := cappedLayout
	return cappedRoulette{b: l.number(in, "log2(β)"), d: l.number(in, "d"), k: l.number(in, "32p"), r: 32 * l.number(in, "32ρ")}
}

func (x cappedRoulette) repeated() repeated   { return repeated{b: x.b, d: x.d, s: 5, k: x.k} }
func (x cappedRoulette) rho() bounds.Interval { return bounds.Point(float64(x.r) / 1024) }

var cappedLayout = namedNumbers("log2(β)", "d", "32p", "32ρ")

// cappedDomain are contexts with ρ = r/32.
func cappedDomain() *Domain {
	context := func(h Hypothesis) Hypothesis {
		holds := h.Holds
		h.Holds = func(in Instance) (bool, error) { return holds(splitCapped(in).repeated().instance()) }
		return h
	}
	var all []Hypothesis
	for _, h := range repeatedDomain().Hypotheses {
		all = append(all, context(h))
	}
	return &Domain{
		Hypotheses: append(all, Hypothesis{
			Name: "ρ", Words: "σ(β) < ρ < 1",
			Holds: func(in Instance) (bool, error) {
				x := splitCapped(in)
				return x.rho().Lo > x.repeated().sigma().Hi && x.r < 1024, nil
			},
		}),
		Generate: func(d Draw) Instance {
			x := repeated{b: d.Int(-1, 1, "log2 β"), d: d.Int(1, 24, "d"), s: 5}
			most := x.most()
			return numbers(x.b, x.d, d.Int(32-most, most, "32p"), d.Int(most+1, 31, "32ρ"))
		},
		Layout: cappedLayout.always,
		Show: func(in Instance) string {
			x := splitCapped(in)
			return fmt.Sprintf("β=%v d=%d p=%d/32 ρ=%d/32", x.repeated().beta(), x.d, x.k, x.r/32)
		},
	}
}

// second encloses β²E[Z²] by the rows K = 1 … d: P(W = w) by Pascal's triangle and
// A(K,w) = (w/K)(1 + A(K-1,w-1)/ρ), with βZ = A(K,W) - A(K,K-W).
func (x cappedRoulette) second() bounds.Interval {
	rho, p := x.rho(), bounds.Point(x.repeated().p())
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
func (x cappedRoulette) momentBound(rho bounds.Interval) bounds.Interval {
	r := enclosedRoot(x.repeated().sigma().Div(rho))
	sum, power := bounds.Point(0), bounds.Point(1)
	for k := 1; k <= 400; k++ {
		power = power.Mul(r)
		sum = sum.Add(power.Div(enclosedRoot(bounds.Point(float64(k)))))
	}
	rest := power.Mul(r).Div(bounds.Point(1).Sub(r))
	sum.Hi = sum.Add(bounds.Interval{Lo: 0, Hi: rest.Hi}).Hi
	return bounds.Point(2).Mul(rho).Mul(sum).Mul(sum)
}

func (x cappedRoulette) moment(bound bounds.Interval) Outcome {
	return x.below(x.second(), bound, "β²·E[Z²]")
}

// below is value ≤ bound for enclosures.
func (x cappedRoulette) below(value, bound bounds.Interval, what string) Outcome {
	switch {
	case value.Hi <= bound.Lo:
		return Outcome{}
	case value.Lo > bound.Hi:
		return refuted("%s is %.6g, above %.6g", what, value.Lo, bound.Hi)
	}
	return Outcome{Undecided, what + " is within the enclosure of its bound"}
}

// widest is β|Z| ≤ bound for all K and W.  It is largest at K = W = d, where the bound
// of the paper is attained: A(d,d) is that sum, so the two enclosures are compared.
func (x cappedRoulette) widest(bound bounds.Interval) Outcome {
	top := bounds.Point(0)
	for range x.d {
		top = bounds.Point(1).Add(top.Div(x.rho()))
	}
	if top.Lo > bound.Hi {
		return refuted("β·Z at K = W = %d is %.6g, above %.6g", x.d, top.Lo, bound.Hi)
	}
	return Outcome{}
}

// inverse is Σ_{k≤d} ρ^{-(k-1)}.
func (x cappedRoulette) inverse() bounds.Interval {
	sum, power := bounds.Point(0), bounds.Point(1)
	for range x.d {
		sum, power = sum.Add(power), power.Div(x.rho())
	}
	return sum
}

// asked is E[K] = Σ_{k≤d} ρ^{k-1}/k.
func (x cappedRoulette) asked() bounds.Interval {
	sum, power := bounds.Point(0), bounds.Point(1)
	for k := int64(1); k <= x.d; k++ {
		sum, power = sum.Add(power.Div(bounds.Point(float64(k)))), power.Mul(x.rho())
	}
	return sum
}

// repeats is E[K] ≤ -log(1-ρ)/ρ.
func (x cappedRoulette) repeats(asked, rho bounds.Interval) Outcome {
	return x.below(asked, bounds.Point(1).Sub(rho).Log().Neg().Div(rho), "E[K]")
}

// checkCapped: the production range and E[K] are in their enclosures, up to the 2⁻⁴⁵
// of at most 64 steps of 4 roundings, and the mean is within its own bound.
func checkCapped(in Instance) (Outcome, error) {
	x := splitCapped(in)
	e, err := repeat.NewTRRWithRho(x.repeated().beta(), x.rho().Lo, int(x.d))
	if err != nil {
		return Outcome{}, err
	}
	return x.produced(e), nil
}

// produced holds an estimator to the enclosures.
func (x cappedRoulette) produced(e repeat.Estimator) Outcome {
	at := x.repeated()
	near := func(what string, got float64, want bounds.Interval) Outcome {
		if room := want.Mul(bounds.Interval{Lo: 1 - 0x1p-45, Hi: 1 + 0x1p-45}); got < room.Lo || got > room.Hi {
			return refuted("repeat.NewTRRWithRho: %s is %v, not in [%v, %v]", what, got, room.Lo, room.Hi)
		}
		return Outcome{}
	}
	return firstFailure(
		func() Outcome { return near("β·Range", e.Range()*at.beta(), x.inverse()) },
		func() Outcome { return near("E[K]", e.Comparisons(), x.asked()) },
		func() Outcome { return at.production("repeat.NewTRRWithRho", e.Mean(at.p()), e.MeanError()) },
	)
}

func cappedMutants(domain *Domain) []Mutant {
	paperRho := func(x cappedRoulette) bounds.Interval {
		return bounds.Point(1).Add(x.repeated().sigma()).Div(bounds.Point(2))
	}
	return wrongClaims(domain, splitCapped, []wrongClaim[cappedRoulette]{
		{Mutant{
			Name: "ρ below σ(β)", Why: "the mean is the same for every ρ, but E[Z²] grows without limit in d: beyond the bound for the ρ of the experiments",
			Breaks: "ρ", How: ByWitness, Witness: "log2(β)=0 d=16 32p=23 32ρ=12",
		}, func(x cappedRoulette) Outcome { return x.moment(x.momentBound(paperRho(x))) }},
		{Mutant{
			Name: "for every p", Why: "beyond σ(β) the second moment is not bounded by powers of σ(β)", Breaks: "range", How: ByWitness, Witness: "log2(β)=0 d=16 32p=31 32ρ=24",
		}, func(x cappedRoulette) Outcome { return x.repeated().biasAtMost(x.repeated().biasBound()) }},
		{Mutant{
			Name: "P(K ≥ k) = ρ^{k-1}", Why: "without 1/k E[K] is (1-ρ^d)/(1-ρ)", How: ByGenerator, Witness: "log2(β)=0 d=8 32p=16 32ρ=24",
		}, func(x cappedRoulette) Outcome {
			sum, power := bounds.Point(0), bounds.Point(1)
			for range x.d {
				sum, power = sum.Add(power), power.Mul(x.rho())
			}
			return x.repeats(sum, x.rho())
		}},
		{Mutant{
			Name: "|Z| ≤ H_d/β", Why: "the range of MLE-UNCONST: the weights 1/ρ^{k-1} make it larger", How: ByGenerator, Witness: "log2(β)=0 d=2 32p=16 32ρ=24",
		}, func(x cappedRoulette) Outcome {
			h := new(big.Rat).SetFrac(harmonicTable(x.d, x.d), commonMultiple(x.d))
			top, _ := h.Float64()
			return x.widest(bounds.Point(top).Mul(bounds.Interval{Lo: 1 - 0x1p-50, Hi: 1 + 0x1p-50}))
		}},
		{Mutant{
			Name: "second moment with 1/16 for 2", Why: "most of E[Z²] is in the first term", How: ByGenerator, Witness: "log2(β)=0 d=1 32p=16 32ρ=31",
		}, func(x cappedRoulette) Outcome { return x.moment(x.momentBound(x.rho()).Mul(bounds.Point(1. / 32))) }},
	})
}
