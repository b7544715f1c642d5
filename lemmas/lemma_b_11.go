package lemmas

import (
	"math/big"

	"vectorborda/bounds"
	"vectorborda/bounds/enclose"
)

// lemmaB11 is Lemma B.11: 0 ≤ q ≤ b < a ≤ p ≤ 1 ⟹ kl(p,q) ≥ kl(a,b).
//
// For 0 < q ≤ p < 1
//
//	∂kl/∂p = log(p/(1-p)) - log(q/(1-q)) = (p-q)/(ξ(1-ξ)) ≥ 0 for some ξ ∈ [q,p],
//	∂kl/∂q = (q-p)/(q(1-q)) ≤ 0,
//
// so kl does not decrease on the way (a,b) → (p,b) → (p,q), which stays in q ≤ p.
// kl(p,q) → kl(1,q) as p → 1 for q > 0, and for q = 0 < p it reads +∞ ≥ kl(a,b).
func lemmaB11() Entry {
	domain := outwardDomain()
	return Entry{
		ID: "B.11", Kind: "Lemma", Title: "kl is monotone outwards",
		Claim:  "0 ≤ q ≤ b < a ≤ p ≤ 1 ⟹ kl(p,q) ≥ kl(a,b).",
		Source: "appendix B; the inequality and bounds.KL on random dyadic points, the derivatives against differences of kl",
		Parts: []Part{
			domain.part("kl", outward.holds),
			domain.part("derivatives", func(x outward) Outcome { return x.secants(slopeInP, slopeInQ) }),
		},
		Mutants:  outwardMutants(domain),
		Kernel:   Kernel{File: "lemma_b_11.v", Theorems: []string{"lemma_B_11"}, All: "all q, b, a, p"},
		NoSolver: "contains log",
	}
}

// outward are q, b, a and p times 2^s.
type outward struct{ s, q, b, a, p int64 }

var outwardLayout = namedNumbers("s", "q·2^s", "b·2^s", "a·2^s", "p·2^s")

func splitOutward(in Instance) outward {
	v := in.Values
	return outward{v[0], v[1], v[2], v[3], v[4]}
}

func outwardDomain() cases[outward] {
	return casesOf(splitOutward, Domain{Generate: drawOutward, Layout: outwardLayout.always}, []supposed[outward]{
		{"probabilities", "0 ≤ q, p ≤ 1", "kl has no value elsewhere", func(x outward) bool { return x.q >= 0 && x.p <= 1<<x.s }},
		{"q ≤ b", "q ≤ b", "", func(x outward) bool { return x.q <= x.b }},
		{"b < a", "b < a", "", func(x outward) bool { return x.b < x.a }},
		{"a ≤ p", "a ≤ p", "", func(x outward) bool { return x.a <= x.p }},
	})
}

// drawOutward draws b < a, often next to each other or at an end, and moves
// outwards by nothing, a little, a log-uniform step or all the way.
func drawOutward(d Draw) Instance {
	s := []int64{5, 20, 50}[d.Int(0, 2, "grid")]
	one := int64(1) << s
	b := []int64{d.Int(0, one-1, "b"), d.Int(0, one-1, "b"), 0, one - 1, d.Int(0, 3, "b near 0")}[d.Int(0, 4, "kind of b")]
	a := b + 1 + drawMove(d, one-1-b)
	return numbers(s, b-drawMove(d, b), b, a, a+drawMove(d, one-a))
}

// holds decides the inequality by the tiers; bounds.KL is held to the exact one besides.
func (x outward) holds() Outcome {
	for _, v := range [][2]int64{{x.p, x.q}, {x.a, x.b}} {
		if v[1] > 0 && !overlap(klOfDyadics(x.s, v[0], v[1]), exactKL(x.s, v[0], v[1])) {
			return refuted("bounds.KL at (%d,%d)/2^%d is not within its error of kl", v[0], v[1], x.s)
		}
	}
	return notBelow(x.outer(), x.inner(), func() (int, bool) {
		if x.q == 0 || x.p == x.a && x.q == x.b { // +∞ ≥ …, and equality
			return 0, true
		}
		return exactKL(x.s, x.p, x.q).Sub(exactKL(x.s, x.a, x.b)).Sign()
	}, "kl(p,q)", "kl(a,b)")
}

// outer encloses kl(p,q), and inner kl(a,b).
func (x outward) outer() bounds.Interval { return klOfDyadics(x.s, x.p, x.q) }
func (x outward) inner() bounds.Interval { return klOfDyadics(x.s, x.a, x.b) }

// klOfDyadics encloses kl(k/2^s, l/2^s).
func klOfDyadics(s, k, l int64) bounds.Interval {
	t := latent{s: s}
	return bounds.EncloseKL(t.real(k), t.real(l))
}

// exactKL is the same in the exact tier.  Next to the diagonal it is about 2^-2s: 2s+100
// bits are left of it.
func exactKL(s, k, l int64) enclose.Interval {
	return enclose.Bits(4*s+100).KL(dyadicRat(s, k), dyadicRat(s, l))
}

func dyadicRat(s, k int64) *big.Rat {
	return new(big.Rat).SetFrac(big.NewInt(k), new(big.Int).Lsh(big.NewInt(1), uint(s)))
}

// secants: by the mean value theorem a difference of kl lies in the step times
// the enclosed derivative over the step.
func (x outward) secants(inP, inQ func(p, q bounds.Interval) bounds.Interval) Outcome {
	t := latent{s: x.s}
	q, b, a, p := t.real(x.q), t.real(x.b), t.real(x.a), t.real(x.p)
	rise := bounds.EncloseKL(p, b).Sub(bounds.EncloseKL(a, b))
	if by := inP(bounds.Interval{Lo: a, Hi: p}, bounds.Point(b)).Mul(bounds.Point(p - a)); a < p && disjoint(rise, by) {
		return refuted("kl(p,b)-kl(a,b) ∈ [%v, %v] is no multiple of ∂kl/∂p: [%v, %v]", rise.Lo, rise.Hi, by.Lo, by.Hi)
	}
	rise = bounds.EncloseKL(a, b).Sub(bounds.EncloseKL(a, q))
	if by := inQ(bounds.Point(a), bounds.Interval{Lo: q, Hi: b}).Mul(bounds.Point(b - q)); q < b && disjoint(rise, by) {
		return refuted("kl(a,b)-kl(a,q) ∈ [%v, %v] is no multiple of ∂kl/∂q: [%v, %v]", rise.Lo, rise.Hi, by.Lo, by.Hi)
	}
	return Outcome{}
}

func disjoint(x, y bounds.Interval) bool { return x.Hi < y.Lo || y.Hi < x.Lo }

// slopeInP is log(p/(1-p)) - log(q/(1-q)).
func slopeInP(p, q bounds.Interval) bounds.Interval { return enclosedLogit(p).Sub(enclosedLogit(q)) }

// slopeInQ is (q-p)/(q(1-q)).
func slopeInQ(p, q bounds.Interval) bounds.Interval { return q.Sub(p).Div(variance(q)) }

func enclosedLogit(x bounds.Interval) bounds.Interval {
	return x.Log().Sub(bounds.Point(1).Sub(x).Log())
}

// variance is x(1-x).
func variance(x bounds.Interval) bounds.Interval { return x.Mul(bounds.Point(1).Sub(x)) }

func outwardMutants(domain cases[outward]) []Mutant {
	grows := func(x outward) Outcome { return atMost(x.inner(), x.outer(), "kl(a,b)") }
	return domain.mutants([]wrongClaim[outward]{
		{Mutant{
			Name: "reversed", Why: "kl grows outwards", How: ByGenerator, Witness: "s=2 q·2^s=1 b·2^s=1 a·2^s=2 p·2^s=3",
		}, func(x outward) Outcome { return atMost(x.outer(), x.inner(), "kl(p,q)") }},
		{Mutant{
			Name: "kl(q,p)", Why: "with its arguments exchanged kl is another function", How: ByGenerator, Witness: "s=5 q·2^s=1 b·2^s=1 a·2^s=16 p·2^s=16",
		}, func(x outward) Outcome { return atMost(x.inner(), klOfDyadics(x.s, x.q, x.p), "kl(a,b)") }},
		{Mutant{
			Name: "p-q ≥ a-b is enough", Why: "the same difference counts for more near 0 and 1", Breaks: "a ≤ p", Generate: drawAnyFour,
			How: ByWitness, Witness: "s=4 q·2^s=4 b·2^s=9 a·2^s=16 p·2^s=12",
		}, func(x outward) Outcome {
			if x.p-x.q < x.a-x.b {
				return Outcome{}
			}
			return grows(x)
		}},
		{Mutant{
			Name: "without a ≤ p", Why: "p may fall back towards q", Breaks: "a ≤ p", Generate: drawAnyFour,
			How: ByGenerator, Witness: "s=2 q·2^s=1 b·2^s=1 a·2^s=3 p·2^s=2",
		}, grows},
		{Mutant{
			Name: "without q ≤ b", Why: "q may rise towards p", Breaks: "q ≤ b", Generate: drawAnyFour,
			How: ByGenerator, Witness: "s=2 q·2^s=2 b·2^s=1 a·2^s=3 p·2^s=3",
		}, grows},
		{Mutant{
			Name: "without b < a", Why: "inwards from the other side: kl(p,q) may be 0", Breaks: "b < a", Generate: drawAnyFour,
			How: ByGenerator, Witness: "s=2 q·2^s=2 b·2^s=3 a·2^s=1 p·2^s=2",
		}, grows},
		{Mutant{
			Name: "b ≤ a", Why: "a and b may be equal", Breaks: "b < a", Generate: drawAnyFour, How: ByNothing,
			Superfluous: "kl(a,a) = 0 and kl is never negative",
		}, func(x outward) Outcome {
			if x.b > x.a {
				return Outcome{}
			}
			return grows(x)
		}},
	})
}

// drawAnyFour are four numbers in no order.
func drawAnyFour(d Draw) Instance {
	const s = 5
	in := numbers(s)
	for range 4 {
		in.Values = append(in.Values, d.Int(0, 1<<s, "number"))
	}
	return in
}
