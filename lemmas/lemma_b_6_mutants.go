package lemmas

import (
	"math"
	"sync"

	"vectorborda/bounds"
)

func tailMutants(domain cases[tailCase]) []Mutant {
	return domain.mutants([]wrongClaim[tailCase]{
		{Mutant{
			Name: "0.9·r_m for r_m", Why: "at small δ the tail at c·r_m is e^{-c²L_m} up to a factor, which Hoeffding's inequality does not lose",
			How: ByWitness, Witness: "K=2 d=1 32b=16 D=2 e=32 m=1",
		}, func(c tailCase) Outcome { return c.atMostShare(c.leaves(c.K, c.d, c.b, 0.9), 2) }},
		{Mutant{
			Name: "δ/(32Kdm²) for δ/(2Kdm²)", Why: "at b = 1/2 a tail is more than a sixteenth of its bound",
			How: ByGenerator, Witness: "K=2 d=1 32b=16 D=20 e=1 m=1",
		}, func(c tailCase) Outcome { return c.atMostShare(c.leaves(c.K, c.d, c.b, 1), 32) }},
		{Mutant{
			Name: "K for Kd in L_m", Why: "there are Kd streams: d = 20 objectives break P(E) ≥ 1-δ in the first phase",
			How: ByWitness, Witness: "K=2 d=20 32b=16 D=20 e=1 m=1",
		}, func(c tailCase) Outcome { return c.allStay(c.leaves(c.K, 1, c.b, 1).Lo) }},
		{Mutant{
			Name: "L_m without m²", Why: "every phase then fails alike; the probabilities of 18 phases add up to δ, and 20, which share samples, do fail with more than δ",
			How: ByWitness, Witness: "K=2 d=1 32b=16 D=4 e=1 m=20",
		}, func(c tailCase) Outcome {
			stays, ok := flatStays(c)
			if !ok {
				return Outcome{}
			}
			return c.allStay(1 - stays)
		}},
		{Mutant{
			Name: "opponents drawn from the active models only", Why: "model 1 of three beats model 3 always and leaves it out: its mean is (2b-1), not b",
			How: ByWitness, Witness: "K=3 d=1 32b=24 D=20 e=1 m=3",
		}, func(c tailCase) Outcome {
			if c.K != 3 || 2*c.b < bordaUnit {
				return Outcome{}
			}
			return c.atMostShare(c.leaves(c.K, c.d, 2*c.b-bordaUnit, 1), 2)
		}},
		{Mutant{
			Name: "all samples equal to the first", Why: "the mean is then 0 or 1", Breaks: "samples",
			How: ByGenerator, Witness: "K=2 d=1 32b=16 D=20 e=1 m=1",
		}, func(c tailCase) Outcome {
			s := schedule(c.K, c.d, c.delta(), bordaUnit/2)
			n, p := must(s.N(int(c.m))), 0.0
			for k, chance := range map[int64]int64{0: bordaUnit - c.b, 1: c.b} {
				if off := bordaUnit*k*n - c.b*n; max(off, -off) > s.Cut(int(c.m)) {
					p += float64(chance) / bordaUnit
				}
			}
			return c.atMostShare(bounds.Point(p), 2)
		}},
	})
}

// allStay: with probability p, rounded down, that one of the Kd independent streams
// leaves, one of them does with at most δ: 1-(1-p)^{Kd}.
func (c tailCase) allStay(p float64) Outcome {
	somewhere := -math.Expm1(float64(c.K*c.d)*math.Log1p(-p)) * (1 - 0x1p-40)
	return atMost(bounds.Point(somewhere), bounds.Point(c.delta()), "P(not E)")
}

// flatStays is an upper bound on the probability that one stream at b = 1/2 stays
// within the radius in all phases 1 … m, with L = log(4Kd/δ) in every phase; false
// if its thresholds are undecided.
//
// With D_m = 2X_m - n_m, D_m moves by sums of fair signs.  The probability g_m(x) of
// staying in all later phases, from D_m = x, is even and does not grow with |x|: it is
// a mixture of P(|x+S| ≤ c) with S symmetric and unimodal.  So g_m on a band of |x| is
// at most its value at the inner end, and the bands make a recursion from the last
// phase back.
func flatStays(c tailCase) (float64, bool) {
	if 2*c.b != bordaUnit {
		return 1, false
	}
	kept, _ := flatKept.LoadOrStore(c, sync.OnceValues(c.flatStays))
	return kept.(func() (float64, bool))()
}

var flatKept sync.Map

// flatBands is the number of bands of |D_m|.
const flatBands = 24

func (c tailCase) flatStays() (float64, bool) {
	L := bounds.Point(4 * float64(c.K) * float64(c.d)).Div(bounds.Point(c.delta())).Log()
	stay := make([]float64, flatBands) // by band, after the last phase
	for i := range stay {
		stay[i] = 1
	}
	for m := int(c.m); m >= 1; m-- {
		n, cut, ok := flatPhase(L, m)
		before, last, ok2 := flatPhase(L, m-1)
		if !ok || !ok2 {
			return 1, false
		}
		next := make([]float64, flatBands)
		for i := range next {
			x := innerEdge(last, i)
			x -= (x ^ before) & 1 // D_{m-1} has the parity of n_{m-1}; further in is on the safe side
			next[i] = staysFrom(x, before, n, cut, stay)
		}
		stay = next
	}
	return stay[0], true
}

// flatPhase is n_m = ⌈2L·4^m⌉ and ⌊2·n_m·r_m⌋ = ⌊√(2·L·n_m)⌋; nothing was sampled in
// phase 0.
func flatPhase(L bounds.Interval, m int) (n, cut int64, ok bool) {
	if m == 0 {
		return 0, 0, true
	}
	x := L.Mul(bounds.Point(math.Ldexp(2, 2*m)))
	n = int64(math.Ceil(x.Hi))
	y := L.Mul(bounds.Point(2 * float64(n)))
	lo, hi := math.Sqrt(y.Lo)*(1-0x1p-52), math.Sqrt(y.Hi)*(1+0x1p-52)
	return n, int64(hi), math.Ceil(x.Lo) == math.Ceil(x.Hi) && math.Floor(lo) == math.Floor(hi)
}

// innerEdge is the smallest |D| of band i of flatBands up to the cut.
func innerEdge(cut int64, i int) int64 { return (cut + 1) * int64(i) / flatBands }

// staysFrom bounds P(|D_m| ≤ cut, and later stays) from D = x before: by partial
// summation over the bands, in which stay does not grow,
//
//	Σ_k P(|D_m| in the bands up to k)·(stay_k - stay_{k+1}),  stay after the last = 0.
func staysFrom(x, before, n, cut int64, stay []float64) float64 {
	sum := 0.0
	for k := range stay { // all terms are positive: 24 of them err by less than 2⁻⁴⁷
		after := 0.0
		if k+1 < len(stay) {
			after = stay[k+1]
		}
		sum += withinBand(n-before, x, innerEdge(cut, k+1)-1) * (stay[k] - after)
	}
	return sum * (1 + 0x1p-46)
}

// exactSigns is how many fair signs are added up exactly; above, the normal law
// stands in for them.
const exactSigns = 1 << 26

// withinBand bounds P(|x+S| ≤ c) from above for the sum S of N fair signs.  For large
// N by the Berry–Esseen theorem: |P(S ≤ s) - Φ(s/√N)| ≤ 0.56/√N (I. Shevtsova, "An
// improvement of convergence rate estimates in the Lyapunov theorem", Doklady
// Mathematics 82 (2010)).
func withinBand(N, x, c int64) float64 {
	if N > exactSigns {
		root := math.Sqrt(float64(N))
		phi := func(s int64) float64 { return 0.5 * math.Erfc(-float64(s)/root/math.Sqrt2) }
		return min(1, phi(c-x)-phi(-c-1-x)+2*0.56/root+0x1p-48)
	}
	// S = 2X-N with X ~ Binomial(N, 1/2).
	above, err1 := bounds.EncloseLogBinomialTail(floorDiv(N+c-x, 2)+1, N, 0.5)
	below, err2 := bounds.EncloseLogBinomialCDF(-floorDiv(c+x-N, 2)-1, N, 0.5)
	if err1 != nil || err2 != nil {
		return 1
	}
	return min(1, 1-above.Exp().Lo-below.Exp().Lo+0x1p-52)
}
