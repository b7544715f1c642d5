package lemmas

import (
	"fmt"
	"math"
	"math/big"
	"sync"

	"vectorborda/bounds"
	"vectorborda/sims/extremal"
)

// What the statements about repeated comparisons share: β = 2^b, a win probability
// p = k/2^s, d repeats, and exact values of Σ_{k≤d} (p^k-(1-p)^k)/k.

// RepeatedPaper is the source of the statements about repeated comparisons.
const RepeatedPaper = "arXiv:2610.10795"

// repeated is one context: β = 2^b, d repeats, p = k/2^s.
type repeated struct{ b, d, s, k int64 }

var repeatedLayout = namedNumbers("log2(β)", "d", "s", "p·2^s")

func splitRepeated(in Instance) repeated {
	l := repeatedLayout
	return repeated{b: l.number(in, "log2(β)"), d: l.number(in, "d"), s: l.number(in, "s"), k: l.number(in, "p·2^s")}
}

func (x repeated) beta() float64 { return math.Ldexp(1, int(x.b)) }

func (x repeated) p() float64 { return math.Ldexp(float64(x.k), -int(x.s)) }

// sigma encloses σ(β).
func (x repeated) sigma() bounds.Interval { return bounds.Point(x.beta()).Logistic() }

// inRange: σ(-β) ≤ p ≤ σ(β), that is |D| ≤ 1.
func (x repeated) inRange() bool { return max(x.p(), 1-x.p()) <= x.sigma().Lo }

const mostRepeats = 64

// contexts are the hypotheses on what has a context.
func contexts[X any](of func(x X) repeated) []supposed[X] {
	return []supposed[X]{
		{"β", "β > 0, here 1/2, 1, 2 or 4", "no other β is checked", func(x X) bool { b := of(x).b; return b >= -1 && b <= 2 }},
		{"depth", "d ≥ 1, here at most 64", "without repeats there is no estimate", func(x X) bool { d := of(x).d; return d >= 1 && d <= mostRepeats }},
		{"range", "σ(-β) ≤ p ≤ σ(β): utilities are in [0,1]", "", func(x X) bool { return of(x).inRange() }},
	}
}

// itself is the context of a context.
func (x repeated) itself() repeated { return x }

// repeatedDomain are contexts.
func repeatedDomain() cases[repeated] {
	return casesOf(splitRepeated, Domain{Generate: drawRepeated, Layout: repeatedLayout.always, Show: showRepeated}, contexts(repeated.itself))
}

func showRepeated(in Instance) string {
	x := splitRepeated(in)
	return fmt.Sprintf("β=%v d=%d p=%d/%d", x.beta(), x.d, x.k, int64(1)<<x.s)
}

// drawRepeated takes p at the end of its range one time in three, where the bias is
// largest.
func drawRepeated(d Draw) Instance {
	x := repeated{b: d.Int(-1, 2, "log2 β"), d: d.Int(1, mostRepeats, "d"), s: d.Int(5, 10, "s")}
	most := x.most()
	x.k = d.Int(1<<x.s-most, most, "p·2^s")
	if drawCoin(d, 3, "at the end") {
		x.k = most
	}
	return numbers(x.b, x.d, x.s, x.k)
}

// most is the largest k with k/2^s ≤ σ(β).
func (x repeated) most() int64 { return int64(math.Ldexp(x.sigma().Lo, int(x.s))) }

// repeatedPoints are all p = k/2^5 with 1/2 ≤ p ≤ σ(β), and the largest k/2^10, for β and
// d in turn; below 1/2 everything is mirrored.
var repeatedPoints = sync.OnceValue(func() (all []repeated) {
	for b := int64(-1); b <= 2; b++ {
		for d := int64(1); d <= mostRepeats; d++ {
			x := repeated{b: b, d: d, s: 10}
			x.k = x.most()
			all = append(all, x)
			x.s = 5
			for x.k = 1 << 4; x.k <= x.most(); x.k++ {
				all = append(all, x)
			}
		}
	}
	return all
})

// repeatedGrid checks all of them.
func repeatedGrid(name string, check func(x repeated) Outcome) Grid {
	return gridOver(name, Computed, repeatedPoints(), repeated.told, check)
}

func (x repeated) told() []coordinate {
	return append(x.toldDepth(), fraction("p", x.k, 1<<x.s))
}

func (x repeated) toldDepth() []coordinate {
	return []coordinate{dyadic("β", x.beta()), whole("d", x.d)}
}

// ratio is p exactly.
func (x repeated) ratio() *big.Rat { return dyadicRat(x.s, x.k) }

// series is Σ_{k=1}^d (p^k-(1-p)^k)·c_k exactly, in whole numbers over
// lcm(1 … d)·2^{sd}; c_k = weight(k)/k.
func (x repeated) series(weight func(k int64) int64) *big.Rat {
	common := commonMultiple(x.d)
	up, down := big.NewInt(1), big.NewInt(1)
	won, lost := big.NewInt(x.k), big.NewInt(1<<x.s-x.k)
	sum, term := new(big.Int), new(big.Int)
	for k := int64(1); k <= x.d; k++ {
		up.Mul(up, won)
		down.Mul(down, lost)
		term.Sub(up, down)
		term.Mul(term, big.NewInt(weight(k)))
		term.Mul(term, new(big.Int).Quo(common, big.NewInt(k)))
		sum.Add(sum.Lsh(sum, uint(x.s)), term)
	}
	return new(big.Rat).SetFrac(sum, common.Lsh(common, uint(x.s*x.d)))
}

// harmonic is the series of MLE-UNCONST and TRR, c_k = 1/k.
func (x repeated) harmonic() *big.Rat { return x.series(func(int64) int64 { return 1 }) }

// commonMultiple is lcm(1 … d), d ≤ mostRepeats+1, for the caller to keep.
func commonMultiple(d int64) *big.Int { return new(big.Int).Set(harmonics()[d].common) }

// harmonicSums are lcm(1 … d)·H_k for k = 0 … d.
type harmonicSums struct {
	common *big.Int
	sum    []*big.Int
}

var harmonics = sync.OnceValue(func() []harmonicSums {
	all := make([]harmonicSums, mostRepeats+2)
	common := big.NewInt(1)
	for d := range all {
		if d > 1 {
			gcd := new(big.Int).GCD(nil, nil, common, big.NewInt(int64(d)))
			common = new(big.Int).Mul(common, gcd.Quo(big.NewInt(int64(d)), gcd))
		}
		all[d] = harmonicSums{common, []*big.Int{new(big.Int)}}
		for k := 1; k <= d; k++ {
			term := new(big.Int).Quo(common, big.NewInt(int64(k)))
			all[d].sum = append(all[d].sum, term.Add(term, all[d].sum[k-1]))
		}
	}
	return all
})

// logit encloses logit(p) with 200 bits after the point.
func (x repeated) logit() (lo, hi *big.Rat) {
	context := extremal.Population{Bits: uint(x.s), Wins: []*big.Int{big.NewInt(x.k)}, Weights: []*big.Int{big.NewInt(1)}}
	low, high := context.Utility(1, 200)
	lo, _ = low.Rat(nil)
	hi, _ = high.Rat(nil)
	return lo, hi
}

// gap encloses |mean - logit(p)|.
func (x repeated) gap(mean *big.Rat) bounds.Interval {
	lo, hi := x.logit()
	return enclosedRats(new(big.Rat).Sub(mean, hi), new(big.Rat).Sub(mean, lo)).Abs()
}

// enclosedRats encloses what is between two numbers, which are rounded to the nearest
// float64.
func enclosedRats(lo, hi *big.Rat) bounds.Interval {
	low, _ := lo.Float64()
	high, _ := hi.Float64()
	return bounds.Interval{Lo: low, Hi: high}.Add(bounds.Point(0))
}

// powerOf encloses x^n, n ≥ 0, for x ≥ 0.
func powerOf(x bounds.Interval, n int64) bounds.Interval {
	out := bounds.Point(1)
	for range n {
		out = out.Mul(x)
	}
	return out
}

// biasBound is β times the bound of Theorem 3.4, 2σ(β)^{d+1}/((d+1)(1-σ(β))).
func (x repeated) biasBound() bounds.Interval { return x.biasShape(2) }

// biasShape is c·σ(β)^{d+1}/((d+1)(1-σ(β))).
func (x repeated) biasShape(c float64) bounds.Interval {
	s := x.sigma()
	top := bounds.Point(c).Mul(powerOf(s, x.d+1))
	return top.Div(bounds.Point(float64(x.d + 1)).Mul(bounds.Point(1).Sub(s)))
}

// biasAtMost is β·|E[Z|p] - D| ≤ bound.
func (x repeated) biasAtMost(bound bounds.Interval) Outcome {
	return atMost(x.gap(x.harmonic()), bound, "β·|bias|")
}

// production: the mean that an estimator computes is within its own error bound of
// the exact one.
func (x repeated) production(name string, got, room float64) Outcome {
	exact := new(big.Rat).Quo(x.harmonic(), new(big.Rat).SetFloat64(x.beta()))
	diff := new(big.Rat).Sub(exact, new(big.Rat).SetFloat64(got))
	if diff.Abs(diff).Cmp(new(big.Rat).SetFloat64(room)) > 0 {
		off, _ := diff.Float64()
		return refuted("%s.Mean = %v is off by %.3g, more than %.3g", name, got, off, room)
	}
	return Outcome{}
}
