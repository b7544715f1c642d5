package lemmas

import (
	"fmt"
	"math"
	"math/big"

	"vectorborda/bounds"
)

// lemmaB12 is Lemma B.12: kl(σ(x),σ(y)) ≤ (x-y)²/8 for all real x and y.
//
// kl(σ(x),σ(y)) = A(y) - A(x) - (y-x)·A'(x) with A(x) = log(1+e^x), A' = σ, so by
// Taylor's formula at x
//
//	kl(σ(x),σ(y)) = (x-y)² ∫₀¹ (1-t)·σ'(x+t(y-x)) dt,
//
// and σ' ≤ 1/4 gives (x-y)²/8.  The expansion is at the first argument: the same
// integral at y is kl(σ(y),σ(x)), see the mutants.  σ' ≤ 1/4 since 1/4 - σ(x)σ(-x) =
// ((σ(x)-σ(-x))/2)², a square, as σ(x)+σ(-x) = 1.
func lemmaB12() Entry {
	domain, near := logisticDomain(64), logisticDomain(4)
	return Entry{
		ID: "B.12", Kind: "Lemma", Title: "kl of logistic outcomes is at most quadratic",
		Claim:  "kl(σ(x),σ(y)) ≤ (x-y)²/8 for all real x, y.",
		Source: "appendix B; σ' ≤ 1/4 on all of ℝ, the integral form and the inequality on random dyadic points",
		Parts: []Part{
			domain.part("kl", func(x logisticPair) Outcome { return x.belowSquare(1, 8) }),
			near.part("integral", func(x logisticPair) Outcome { return x.matchesTaylor(atFirst) }),
		},
		Grids: []Grid{gridOf("σ' ≤ 1/4", Proved, 1, func(int) *big.Rat { return big.NewRat(1, 4) },
			func(*big.Rat) []coordinate { return []coordinate{labelledAs("x", "every real number")} }, slopeGap)},
		Mutants:  logisticMutants(domain, near),
		Kernel:   Kernel{File: "lemma_b_12.v", Theorems: []string{"lemma_B_12"}, All: "all x, y"},
		NoSolver: "contains exp and log",
		Proves:   "σ'(x) ≤ 1/4",
		Constants: []Constant{{
			Name: "c in kl(σ(x),σ(y)) ≤ c·(x-y)²", Holds: "1/8", Fails: "31/250", Theorem: "lemma_B_12", Mutant: "31/250 for 1/8", By: "kl",
		}},
	}
}

// logisticPair is x = k/2^s and y = l/2^s.
type logisticPair struct{ s, k, l int64 }

var logisticLayout = namedNumbers("s", "x·2^s", "y·2^s")

func splitLogistic(in Instance) logisticPair {
	return logisticPair{in.Values[0], in.Values[1], in.Values[2]}
}

// reals are x and y.
func (p logisticPair) reals() (x, y float64) {
	t := latent{s: p.s}
	return t.real(p.k), t.real(p.l)
}

// logisticDomain are x and y with |x|, |y| ≤ most.
func logisticDomain(most int64) cases[logisticPair] {
	return casesOf(splitLogistic, Domain{
		Generate: func(d Draw) Instance {
			s := []int64{2, 20, 44}[d.Int(0, 2, "grid")]
			x := []int64{d.Int(-most<<s, most<<s, "x"), d.Int(-8, 8, "x near 0"), drawSign(d) << s}[d.Int(0, 2, "kind of x")]
			y := x + drawMove(d, most<<s-x)
			if drawCoin(d, 2, "below") {
				y = x - drawMove(d, most<<s+x)
			}
			return numbers(s, x, y)
		},
		Layout: logisticLayout.always,
	}, []supposed[logisticPair]{{"reals", "x, y ∈ ℝ", "nothing is assumed", func(logisticPair) bool { return true }}})
}

// belowSquare decides kl(σ(x),σ(y)) ≤ (num/den)·(x-y)² by the tiers.  Near 0 (x-y)²/8 - kl
// is about (x-y)²(x²+xy+y²)/100, of fourth order.
func (p logisticPair) belowSquare(num, den int64) Outcome {
	if p.k == p.l {
		return Outcome{} // both are 0
	}
	x, y := p.reals()
	width := bounds.Point(x - y)
	square := width.Mul(width).Mul(bounds.Point(float64(num))).Div(bounds.Point(float64(den)))
	return notBelow(square, klOfLogistic(x, y), func() (int, bool) {
		e := newExact(4, p.s, max(p.k, -p.k, p.l, -p.l))
		d := e.number(p.k - p.l)
		return d.Mul(d).Mul(e.bits.Int(num)).Sub(e.klLogistic(p.k, p.l).Mul(e.bits.Int(den))).Sign()
	}, fmt.Sprintf("%d/%d·(x-y)²", num, den), "kl")
}

// klOfLogistic encloses kl(σ(x),σ(y)) = σ(x)·(x-y) + A(y) - A(x).
func klOfLogistic(x, y float64) bounds.Interval {
	drop := softplus(y).Sub(softplus(x))
	return bounds.Point(x).Logistic().Mul(bounds.Point(x).Sub(bounds.Point(y))).Add(drop)
}

// softplus encloses A(x) = log(1+e^x) = max(x,0) - log σ(|x|).
func softplus(x float64) bounds.Interval {
	return bounds.Point(max(x, 0)).Sub(bounds.Point(math.Abs(x)).Logistic().Log())
}

// taylorCells is the number of pieces of [0,1]: wide enough an enclosure to be
// cheap, narrow enough to tell the form at x from the form at y.
const taylorCells = 256

// atFirst is where σ' is taken in the integral form.
func atFirst(x, y, t bounds.Interval) bounds.Interval { return x.Add(t.Mul(y.Sub(x))) }

// matchesTaylor compares kl with (x-y)² Σ (∫_cell (1-t) dt)·σ'(cell).
func (p logisticPair) matchesTaylor(at func(x, y, t bounds.Interval) bounds.Interval) Outcome {
	x, y := p.reals()
	sum := bounds.Point(0)
	for n := range taylorCells {
		cell := bounds.Interval{Lo: float64(n) / taylorCells, Hi: float64(n+1) / taylorCells}
		weight := bounds.Point((1 - (float64(n)+0.5)/taylorCells) / taylorCells)
		z := at(bounds.Point(x), bounds.Point(y), cell)
		sum = sum.Add(weight.Mul(z.Logistic().Mul(z.Neg().Logistic())))
	}
	width := bounds.Point(x - y)
	if integral, kl := width.Mul(width).Mul(sum), klOfLogistic(x, y); disjoint(integral, kl) {
		return refuted("the integral is in [%v, %v], kl in [%v, %v]", integral.Lo, integral.Hi, kl.Lo, kl.Hi)
	}
	return Outcome{}
}

// slopeGap is most - s(1-s) = ((s-(1-s))/2)² for all s, where σ(x) = s and σ'(x) = s(1-s):
// polynomials of degree 2, compared at three values.
func slopeGap(most *big.Rat) Outcome {
	agree := map[string]bool{}
	for k := range int64(3) {
		s := big.NewRat(k, 2)
		rest := new(big.Rat).Sub(big.NewRat(1, 1), s)
		half := new(big.Rat).Sub(s, rest)
		half.Mul(half, big.NewRat(1, 2))
		left := new(big.Rat).Sub(most, rest.Mul(s, rest))
		if right := half.Mul(half, half); left.Cmp(right) != 0 {
			return refuted("%s - s(1-s) = %s and ((s-(1-s))/2)² = %s at s = %s", most.RatString(), left.RatString(), right.RatString(), s.RatString())
		}
		agree[s.RatString()] = true
	}
	return enoughValues(2, "s", agree)
}

func logisticMutants(domain, near cases[logisticPair]) []Mutant {
	width := func(p logisticPair) float64 { x, y := p.reals(); return math.Abs(x - y) }
	return append(domain.mutants([]wrongClaim[logisticPair]{
		{Mutant{
			Name: "1/9 for 1/8", Why: "near 0 kl is (x-y)²/8 up to terms of fourth order", How: ByGenerator, Witness: "s=1 x·2^s=1 y·2^s=0",
		}, func(p logisticPair) Outcome { return p.belowSquare(1, 9) }},
		{Mutant{
			Name: "31/250 for 1/8", Why: "0.124: on x = -y the ratio is tanh(x/2)/(4x), 1/8 in the limit", How: ByGenerator, Witness: "s=2 x·2^s=1 y·2^s=-1",
		}, func(p logisticPair) Outcome { return p.belowSquare(31, 250) }},
		{Mutant{
			Name: "|x-y|/8 for (x-y)²/8", Why: "kl grows like the square first", How: ByGenerator, Witness: "s=0 x·2^s=2 y·2^s=-2",
		}, func(p logisticPair) Outcome { return atMost(klOfLogistic(p.reals()), bounds.Point(width(p)/8), "kl") }},
		{Mutant{
			Name: "reversed", Why: "far from 0 kl is smaller", How: ByGenerator, Witness: "s=0 x·2^s=2 y·2^s=0",
		}, func(p logisticPair) Outcome {
			return atMost(bounds.Point(width(p)*width(p)/8), klOfLogistic(p.reals()), "(x-y)²/8")
		}},
	}), near.mutants([]wrongClaim[logisticPair]{
		{Mutant{
			Name: "integral form at y", Why: "∫(1-t)σ'(y+t(x-y))dt belongs to kl(σ(y),σ(x))", How: ByGenerator, Witness: "s=0 x·2^s=2 y·2^s=0",
		}, func(p logisticPair) Outcome {
			return p.matchesTaylor(func(x, y, t bounds.Interval) bounds.Interval { return atFirst(y, x, t) })
		}},
	})...)
}
