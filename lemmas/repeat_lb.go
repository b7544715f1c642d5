package lemmas

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"vectorborda/bounds"
	"vectorborda/sims/extremal"
	"vectorborda/sims/repeat"
)

// repeatLowerBound is the lower bound of the paper on repeated comparisons: with
//
//	E_d = min over polynomials P of degree ≤ d of max |logit(p)/β - P(p)|
//
// no algorithm with d repeats succeeds with probability above 1/2 on every population
// of gap ε ≤ E_d.
//
// Two populations are mirror images: m+1 contexts, m = ⌈d/2⌉, with y = 2p-1 at
// (-1)^{m-i}·y_i, 0 < y_0 < … < y_m, and weights proportional to
// 1/(y_i Π_{j≠i}|y_i²-y_j²|).  Whatever the points, the law of d outcomes is the same
// under both (in whole numbers), and no polynomial of degree d is closer to logit(p)/β
// at the contexts than half the difference L of the two average utilities (de la
// Vallée-Poussin), so L ≤ E_d.  At the extrema of the best polynomial L = E_d: package
// extremal finds them, and proves both limits.
func repeatLowerBound() Entry {
	domain := mirroredDomain()
	return Entry{
		ID: "RC.LB", Paper: RepeatedPaper, Kind: "Theorem", Title: "d* ≥ min{d: E_d < ε} = Ω(log(1/ε))",
		Claim:  "E_d = min over deg P ≤ d of max_{p∈[σ(-β),σ(β)]} |logit(p)/β - P(p)| ≥ ε: no algorithm with d repeats succeeds with probability above 1/2 on every population with gap at least ε. E_{2k-1} = E_{2k}; with n = 2⌈d/2⌉+1, q = tanh(β/4): (4/(βn))·artanh(qⁿ) ≤ E_d ≤ (4/(βn))·qⁿ/(1-q²).",
		Source: "section 3; the laws of the outcomes in whole numbers, certified limits of E_d and its two populations, expected scores of the estimators of package repeat under both",
		Parts: []Part{
			domain.part("same law", func(x mirrored) Outcome { return x.sameLaw(x.pair(), x.d) }),
			domain.part("no closer polynomial", func(x mirrored) Outcome { return x.noCloser(1) }),
		},
		Grids: []Grid{gridOf("E_d", Computed, 48, func(n int) repeated { return repeated{b: int64(n/12) - 1, d: int64(n%12) + 1} },
			repeated.toldDepth, func(x repeated) Outcome { return checkExtremal(x.b, int(x.d)) })},
		Mutants: mirroredMutants(domain),
		Only:    "the two populations", NoSolver: "contains log",
	}
}

// mirrored are points of a signature, y_i = k_i/64, and a polynomial Σ a_j·y^j/8 of
// degree d, at β = 2^b.
type mirrored struct {
	b, d int64
	k, a []int64
}

func splitMirrored(in Instance) mirrored {
	l := mirroredLayout(in)
	return mirrored{b: l.number(in, "log2(β)"), d: l.number(in, "d"), k: l.block(in, "64y"), a: l.block(in, "8P")}
}

// mirroredLayout has ⌈d/2⌉+1 points and the coefficients of degree 0 to d.
func mirroredLayout(in Instance) layout {
	l := namedNumbers("log2(β)", "d")
	d := int(l.number(in, "d"))
	return append(l, valueBlock{"64y", 1, (d+1)/2 + 1}, valueBlock{"8P", 1, d + 1})
}

const mirroredBits = 6

func mirroredDomain() cases[mirrored] {
	return casesOf(splitMirrored, Domain{
		Generate: drawMirrored,
		Layout:   mirroredLayout,
		Show: func(in Instance) string {
			x := splitMirrored(in)
			return fmt.Sprintf("β=2^%d d=%d 64y=%v 8P=%v", x.b, x.d, x.k, x.a)
		},
	}, []supposed[mirrored]{
		{"points", "0 < y_0 < … < y_m < 1 (all D in [-1,1] for β large enough)", "without distinct points there are no weights", func(x mirrored) bool {
			return x.k[0] > 0 && slices.IsSorted(x.k) && len(slices.Compact(slices.Clone(x.k))) == len(x.k) && slices.Max(x.k) < 1<<mirroredBits
		}},
		{"degree", "as many points as d needs: ⌈d/2⌉+1 a side", "", func(x mirrored) bool {
			return len(x.k) == int(x.d+1)/2+1 && len(x.a) == int(x.d)+1
		}},
	})
}

func drawMirrored(d Draw) Instance {
	in := numbers(d.Int(-1, 2, "log2 β"), d.Int(1, 8, "d"))
	depth := in.Values[1]
	m := (depth + 1) / 2
	last := int64(0)
	for i := range m + 1 {
		last += d.Int(1, (1<<mirroredBits-1-last)-(m-i), "step")
		in.Values = append(in.Values, last)
	}
	for range depth + 1 {
		in.Values = append(in.Values, d.Int(-32, 32, "8·coefficient"))
	}
	return in
}

// pair are the two populations of the points.
func (x mirrored) pair() extremal.Pair {
	points := make([]*big.Int, len(x.k))
	for i, k := range x.k {
		points[i] = big.NewInt(k)
	}
	return extremal.Mirrored(points, mirroredBits, int(x.d), repeated{b: x.b}.beta())
}

// sameLaw compares the laws of d outcomes.
func (x mirrored) sameLaw(q extremal.Pair, d int64) Outcome {
	minus := q.Minus.Law(int(d))
	for w, n := range q.Plus.Law(int(d)) {
		if n.Cmp(minus[w]) != 0 {
			return refuted("P(W = %d) of %d repeats is not the same under μ₊ and μ₋", w, d)
		}
	}
	return Outcome{}
}

// noCloser is max |D - P| ≥ factor·L over the contexts of both populations, L the
// average utility difference under μ₊.
func (x mirrored) noCloser(factor float64) Outcome {
	q, beta := x.pair(), repeated{b: x.b}.beta()
	lo, hi := q.Plus.Utility(beta, 100)
	low, _ := lo.Float64()
	high, _ := hi.Float64()
	least := bounds.Interval{Lo: low, Hi: high}.Add(bounds.Point(0)).Mul(bounds.Point(factor))
	worst := bounds.Point(0)
	for _, k := range x.k {
		for _, y := range []float64{float64(k) / (1 << mirroredBits), -float64(k) / (1 << mirroredBits)} {
			p := bounds.Point((1 + y) / 2)
			off := enclosedLogit(p).Div(bounds.Point(beta)).Sub(x.polynomial(y)).Abs()
			worst = bounds.Interval{Lo: max(worst.Lo, off.Lo), Hi: max(worst.Hi, off.Hi)}
		}
	}
	return atMost(least, worst, fmt.Sprintf("%v·L against max |D-P|", factor))
}

// polynomial encloses P(y).
func (x mirrored) polynomial(y float64) bounds.Interval {
	sum := bounds.Point(0)
	for j := len(x.a) - 1; j >= 0; j-- {
		sum = sum.Mul(bounds.Point(y)).Add(bounds.Point(float64(x.a[j]) / 8))
	}
	return sum
}

// checkExtremal: E_d has its certificate, is where the closed form says, and no
// estimator of package repeat ranks more than one of the two populations right.
func checkExtremal(b int64, d int) Outcome {
	beta := repeated{b: b}.beta()
	x, err := extremal.Solve(d, beta)
	if err != nil {
		return refuted("%v", err)
	}
	return pairIsExtremal(x, d, beta)
}

func pairIsExtremal(x *extremal.Extremal, d int, beta float64) Outcome {
	if err := x.Pair().Check(x.Lower); err != nil {
		return refuted("%v", err)
	}
	if out := obeysClosedForm(x, d, beta); out.Verdict != Holds {
		return out
	}
	for _, m := range []repeat.Method{repeat.Avg, repeat.Unconst, repeat.Roulette} {
		if right := ranksRight(x.Pair(), m, d); right > 1 {
			return refuted("%s ranks both populations of depth %d right at β = %v", m, d, beta)
		}
	}
	return Outcome{}
}

// obeysClosedForm: E_d is within the limits of extremal.ClosedForm, which are good to a
// part of 1e-12, and, by intervals and with qⁿ ≤ artanh(qⁿ), between (4/(βn))·qⁿ and (4/(βn))·qⁿ/(1-q²), q = tanh(β/4) =
// 2σ(β/2)-1, n = d+1 for even d and d+2 for odd d.
func obeysClosedForm(x *extremal.Extremal, d int, beta float64) Outcome {
	n := int64(d + 1 + d%2)
	q := bounds.Point(2).Mul(bounds.Point(beta / 2).Logistic()).Sub(bounds.Point(1))
	term := bounds.Point(4 / beta).Div(bounds.Point(float64(n))).Mul(powerOf(q, n))
	rest := term.Div(bounds.Point(1).Sub(q.Mul(q)))
	lower, upper := extremal.ClosedForm(d, beta)
	below := func(e *big.Float, limit float64) bool { return e.Cmp(big.NewFloat(limit)) < 0 }
	switch {
	case below(x.Upper, max(term.Lo, lower*(1-1e-12))) || !below(x.Lower, min(rest.Hi, upper*(1+1e-12))):
		return refuted("E_%d in [%.6g, %.6g] at β = %v is not between %v and %v, or %v and %v", d, x.Lower, x.Upper, beta, term.Lo, rest.Hi, lower, upper)
	case below(x.Lower, max(term.Hi, lower*(1+1e-12))) || !below(x.Upper, min(rest.Lo, upper*(1-1e-12))):
		return Outcome{Undecided, "E_d is within the enclosure of a limit"}
	}
	return Outcome{}
}

// ranksRight is on how many of the two populations a method's expected score at depth
// d has the right sign, beyond what rounding may have done: to a mean, to a win
// probability (which moves it by at most 2d·sup|Z| a unit), to weights and their sum.
func ranksRight(q extremal.Pair, m repeat.Method, d int) int {
	e, _, err := new(repeat.Maker).Make(context.Background(), m, q.Beta, d, 1)
	if err != nil {
		panic(err)
	}
	room := e.MeanError() + 0x1p-53*e.Range()*float64(2*d+len(q.Plus.Wins)+2)
	right := 0
	for _, side := range []struct {
		of   extremal.Population
		sign float64
	}{{q.Plus, 1}, {q.Minus, -1}} {
		score := 0.0
		wins, weights := side.of.Contexts()
		for i, p := range wins {
			score += side.sign * weights[i] * e.Mean(p)
		}
		if score > room {
			right++
		}
	}
	return right
}

func mirroredMutants(domain cases[mirrored]) []Mutant {
	return domain.mutants([]wrongClaim[mirrored]{
		{Mutant{
			Name: "one point fewer a side", Why: "the points of d-2 leave the moment of order d free", Breaks: "degree",
			How: ByGenerator, Witness: "log2(β)=0 d=3 64y=[8 16 32] 8P=[0 0 0 0]",
		}, func(x mirrored) Outcome {
			x.k = x.k[1:]
			return x.sameLaw(x.pair(), x.d)
		}},
		{Mutant{
			Name: "two repeats more", Why: "the next odd moment differs", How: ByGenerator, Witness: "log2(β)=0 d=1 64y=[8 16] 8P=[0 0]",
		}, func(x mirrored) Outcome { return x.sameLaw(x.pair(), x.d+2) }},
		{Mutant{
			Name: "equal weights", Why: "the weights of the signature are what makes the moments equal", How: ByGenerator, Witness: "log2(β)=0 d=1 64y=[8 16] 8P=[0 0]",
		}, func(x mirrored) Outcome {
			q := x.pair()
			q.Plus.Weights = nil
			for range x.k {
				q.Plus.Weights = append(q.Plus.Weights, big.NewInt(1))
			}
			q.Minus.Weights = q.Plus.Weights
			return x.sameLaw(q, x.d)
		}},
		{Mutant{
			Name: "not symmetric at d = 1", Why: "three points annihilate 1 and y, but both averages have one sign: nobody is wrong twice", Breaks: "degree",
			How: ByWitness, Witness: "log2(β)=0 d=1 64y=[8 16] 8P=[0 0]",
		}, func(x mirrored) Outcome { return x.oppositeAverages(x.shortest()) }},
		{Mutant{
			Name: "no closer than 2L", Why: "the best polynomial comes as close as L", How: ByWitness, Witness: "log2(β)=0 d=1 64y=[16 32] 8P=[0 17]",
		}, func(x mirrored) Outcome { return x.noCloser(2) }},
	})
}

// shortest is the pair of the signature -y_0, y_0, y_1, which annihilates 1 and y with
// weights y_1-y_0, -(y_1+y_0), 2y_0.
func (x mirrored) shortest() extremal.Pair {
	q := x.pair()
	y0, y1 := x.k[0], x.k[1]
	q.Plus.Weights = []*big.Int{big.NewInt(y1 - y0), big.NewInt(2 * y0)}
	q.Minus.Weights, q.Minus.Wins = []*big.Int{big.NewInt(y1 + y0)}, q.Minus.Wins[:1]
	return q
}

// oppositeAverages: if d outcomes have one law, the averages have opposite signs.
func (x mirrored) oppositeAverages(q extremal.Pair) Outcome {
	if out := x.sameLaw(q, x.d); out.Verdict != Holds {
		return Outcome{}
	}
	plus, _ := q.Plus.Utility(1, 100)
	minus, _ := q.Minus.Utility(1, 100)
	if plus.Sign() > 0 && minus.Sign() > 0 {
		return refuted("the averages are %.6g and %.6g", plus, minus)
	}
	return Outcome{}
}
