package lemmas

import (
	"fmt"
	"math"
	"sync"

	"vectorborda/bounds"
	"vectorborda/sims/repeat"
)

// repeatProposition31 is Proposition 3.1 of the paper on repeated comparisons:
// MLE-AVG needs d = Ω(1/ε²).
//
// At D = 1, the end of its range, MLE-AVG clips whatever is too large, so that its
// bias is of the order of the standard deviation of logit(W/d)/β: with p = σ(β) and
// c = 1/(β√(2πp(1-p))), half the mean absolute deviation,
//
//	c/2 ≤ -√d·bias ≤ c   for d·p(1-p) ≥ 3,
//
// and from d to 4d the bias is multiplied by 1/2 to 3/5: log|bias| has a slope between
// -1/2 and -0.37 against log d.  On the population D = 1 with probability q₊ = 1/3 +
// η/√d and D = -1/2 otherwise, whose average is 3η/(2√d), the expected score is
// negative for η = 1/16: at each of these d there is a population with a gap ε =
// 3/(32√d) that MLE-AVG ranks wrong, and it needs d ≥ (3/32)²/ε².
func repeatProposition31() Entry {
	domain := clippedDomain()
	check := func(x repeated) Outcome {
		return firstFailure(
			func() Outcome { return x.clips(averaged, 0.5, 1, -0.5) },
			func() Outcome { return x.falls(0.5, 0.6) },
			func() Outcome { return x.ranksWrong(1. / 16) },
		)
	}
	return Entry{
		ID: "RC.3.1", Paper: RepeatedPaper, Kind: "Proposition", Title: "MLE-AVG needs d = Ω(1/ε²)",
		Claim:   "D = 1 with probability q₊ = 1/3+η/√d, D = -1/2 otherwise: the average utility difference is 3η/(2√d), the bias of MLE-AVG at D = 1 is of order 1/√d, and the expected score is negative for small η.",
		Source:  "section 3; -√d·bias between c/2 and c, c = 1/(β√(2πσ(β)σ(-β))), its fall from d to 4d, and the score for η = 1/16, by sums over W with a bound on their rounding",
		Parts:   []Part{domain.part("bias", check)},
		Grids:   []Grid{gridOver("depths", Computed, normalDepths(), repeated.toldDepth, check)},
		Mutants: clippedMutants(domain),
		Only:    "four β", NoSolver: "contains log and sums over outcomes",
	}
}

// normalDepths are the depths of the grid.
var normalDepths = sync.OnceValue(func() (all []repeated) {
	for b := int64(-1); b <= 2; b++ {
		for d := int64(1); d <= 400; d++ {
			if x := (repeated{b: b, d: d}); x.normal() {
				all = append(all, x)
			}
		}
	}
	return all
})

var clippedLayout = namedNumbers("log2(β)", "d")

// clippedDomain are contexts with p = σ(β).
func clippedDomain() cases[repeated] {
	return casesOf(splitClipped, Domain{
		Layout: clippedLayout.always,
		Generate: func(d Draw) Instance {
			x := repeated{b: d.Int(-1, 2, "log2 β")}
			for x.d = 1; !x.normal(); x.d++ {
			}
			return numbers(x.b, x.d+d.Int(0, 500, "more"))
		},
	}, append(contexts(repeated.itself)[:1], supposed[repeated]{
		"enough repeats", "d·σ(β)σ(-β) ≥ 3: W is not nearly always d", "", repeated.normal,
	}))
}

func splitClipped(in Instance) repeated {
	return repeated{b: clippedLayout.number(in, "log2(β)"), d: clippedLayout.number(in, "d")}
}

func (x repeated) variance() float64 { return repeat.Sigma(x.beta()) * repeat.Sigma(-x.beta()) }

func (x repeated) normal() bool { return float64(x.d)*x.variance() >= 3 }

// averaged is MLE-AVG.
func averaged(beta float64, d int64) repeat.Estimator {
	return must(repeat.NewAvg(beta, int(d)))
}

// scoreAt encloses E[Z] at utility difference D.  σ(βD) is within 2⁻⁵³ of the truth,
// and E[Z|p] moves by at most 2d·sup|Z| per unit of p.
func (x repeated) scoreAt(e repeat.Estimator, D float64) bounds.Interval {
	mean := e.Mean(repeat.Sigma(x.beta() * D))
	room := e.MeanError() + 2*float64(x.d)*e.Range()*0x1p-53
	return bounds.Interval{Lo: mean - room, Hi: mean + room}.Add(bounds.Point(0))
}

// clips: -√d·(E[Z]-1)/c at D = 1 is in [low, high] when multiplied by √d^(1+2·power).
func (x repeated) clips(make func(beta float64, d int64) repeat.Estimator, low, high, power float64) Outcome {
	bias := x.scoreAt(make(x.beta(), x.d), 1).Sub(bounds.Point(1))
	// c·d^power, to a few units in the last place.
	scale := math.Pow(float64(x.d), power) / (x.beta() * math.Sqrt(2*math.Pi*x.variance()))
	got := bias.Neg().Div(bounds.Point(scale).Mul(bounds.Interval{Lo: 1 - 0x1p-48, Hi: 1 + 0x1p-48}))
	return between(got, bounds.Point(low), bounds.Point(high), fmt.Sprintf("-bias/(c·d^%v)", power))
}

// falls: from d to 4d the bias is multiplied by least to most.
func (x repeated) falls(least, most float64) Outcome {
	more := x
	more.d *= 4
	at := func(y repeated) bounds.Interval {
		return y.scoreAt(averaged(y.beta(), y.d), 1).Sub(bounds.Point(1))
	}
	return between(at(more).Div(at(x)), bounds.Point(least), bounds.Point(most), fmt.Sprintf("the bias at d = %d over that at %d", more.d, x.d))
}

// ranksWrong: the expected score is negative for q₊ = 1/3 + η/√d.
func (x repeated) ranksWrong(eta float64) Outcome {
	root := enclosedRoot(bounds.Point(float64(x.d)))
	plus := bounds.Point(1).Div(bounds.Point(3)).Add(bounds.Point(eta).Div(root))
	e := averaged(x.beta(), x.d)
	score := plus.Mul(x.scoreAt(e, 1)).Add(bounds.Point(1).Sub(plus).Mul(x.scoreAt(e, -0.5)))
	return atMost(score, bounds.Point(0), "the expected score")
}

func clippedMutants(domain cases[repeated]) []Mutant {
	return domain.mutants([]wrongClaim[repeated]{
		{Mutant{
			Name: "bias of order 1/d", Why: "clipping costs a part of the standard deviation, which falls like 1/√d",
			How: ByGenerator, Witness: "log2(β)=0 d=16",
		}, func(x repeated) Outcome { return x.clips(averaged, 0, 1, -1) }},
		{Mutant{
			Name: "clipped at σ(±2β)", Why: "the wrong β in the clip: nothing is clipped at D = 1 and the bias is of order 1/d",
			How: ByGenerator, Witness: "log2(β)=0 d=32",
		}, func(x repeated) Outcome { return x.clips(clippedAtTwice, 0.5, 1, -0.5) }},
		{Mutant{
			Name: "for every d", Why: "at β = 4 a single repeat is won almost surely, and there is next to no bias", Breaks: "enough repeats",
			How: ByWitness, Witness: "log2(β)=2 d=1",
		}, func(x repeated) Outcome { return x.clips(averaged, 0.5, 1, -0.5) }},
		{Mutant{
			Name: "wrong for every η", Why: "a gap of more than a third of c/√d outweighs the bias", How: ByGenerator, Witness: "log2(β)=0 d=16",
		}, func(x repeated) Outcome { return x.ranksWrong(1) }},
		{Mutant{
			Name: "at least 0.95c", Why: "c is only the limit: the slope of logit is larger at less likely counts", How: ByGenerator, Witness: "log2(β)=0 d=16",
		}, func(x repeated) Outcome { return x.clips(averaged, 0.95, 1, -0.5) }},
	})
}

// clippedAtTwice is clip(logit(W/d)/β, -2, 2), which is twice MLE-AVG for 2β.
func clippedAtTwice(beta float64, d int64) repeat.Estimator { return twiceClipped{averaged(2*beta, d)} }

// twiceClipped is 2Z for an estimator Z.
type twiceClipped struct{ repeat.Estimator }

func (t twiceClipped) Mean(p float64) float64 { return 2 * t.Estimator.Mean(p) }
func (t twiceClipped) MeanError() float64     { return 2 * t.Estimator.MeanError() }
func (t twiceClipped) Range() float64         { return 2 * t.Estimator.Range() }
