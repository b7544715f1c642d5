package repeat

import (
	"math"
	"slices"

	"vectorborda/bounds"
)

// Fixed is an estimator that always asks d times and looks at the number of wins
// W ~ Binomial(d, p) alone: Z = z_W with z_{d-W} = -z_W.
type Fixed struct {
	name  string
	beta  float64
	z     []float64 // z_0 … z_d
	bound float64   // max |z|
}

// newFixed asks for z_w in the order w = ⌊d/2⌋+1, …, d.
func newFixed(name string, beta float64, d int, z func(w int) float64) *Fixed {
	f := &Fixed{name: name, beta: beta, z: make([]float64, d+1)}
	for w := d/2 + 1; w <= d; w++ {
		f.z[w] = z(w)
		f.z[d-w] = -f.z[w]
		f.bound = max(f.bound, math.Abs(f.z[w]))
	}
	return f
}

// NewAvg is MLE-AVG, the maximum-likelihood estimate among differences in [-1,1],
//
//	Z = clip(logit(W/d)/β, -1, 1).
func NewAvg(beta float64, d int) (*Fixed, error) {
	if err := CheckParameters(beta, d); err != nil {
		return nil, err
	}
	return newFixed("MLE-AVG", beta, d, func(w int) float64 { return clipped(beta, d, w) }), nil
}

// clipped is v̂, the value of MLE-AVG at W = w > d/2, right to 4u: the numerator in
// log(w/(d-w)) = log1p((2w-d)/(d-w)) is exact, so nothing is lost near w = d/2.
func clipped(beta float64, d, w int) float64 {
	return min(math.Log1p(float64(2*w-d)/float64(d-w))/beta, 1)
}

// NewUnconst is MLE-UNCONST, with harmonic numbers H,
//
//	Z = (H_W - H_{d-W})/β,   E[Z|p] = (1/β)·Σ_{k=1}^d (p^k - (1-p)^k)/k.
func NewUnconst(beta float64, d int) (*Fixed, error) {
	if err := CheckParameters(beta, d); err != nil {
		return nil, err
	}
	// Outwards from the middle: each step adds two positive terms, none cancel.
	var gap accumulator
	return newFixed("MLE-UNCONST", beta, d, func(w int) float64 {
		if gap.add(1 / float64(w)); 2*w-1 > d {
			gap.add(1 / float64(d-w+1))
		}
		return gap.value() / beta
	}), nil
}

// Name is the paper's name.
func (f *Fixed) Name() string { return f.name }

// Beta is β.
func (f *Fixed) Beta() float64 { return f.beta }

// Depth is d.
func (f *Fixed) Depth() int { return len(f.z) - 1 }

// Values are z_0, …, z_d.
func (f *Fixed) Values() []float64 { return slices.Clone(f.z) }

// Range is max |z_W|.
func (f *Fixed) Range() float64 { return f.bound }

// Comparisons is d.
func (f *Fixed) Comparisons() float64 { return float64(f.Depth()) }

// Mean is E[Z|p].  The terms of W and d-W are taken together: where h is the
// likelier of the two counts,
//
//	f(h) - f(d-h) = f(h)·(1 - e^{-|2h-d|·|logit p|}),
//
// so nothing cancels within a pair.
func (f *Fixed) Mean(p float64) float64 {
	mustBeProbability(p)
	d, odds := f.Depth(), math.Abs(Logit(p))
	var sum accumulator
	f.each(p, func(w int, prob float64) {
		if up := 2*w > d; 2*w != d && up == (p >= 0.5) {
			sum.add(-prob * math.Expm1(-math.Abs(float64(2*w-d))*odds) * f.z[w])
		}
	})
	return sum.value()
}

// MeanError bounds the rounding error of Mean by (80·(1+log(d+1)) + 64)·u·max|z|:
// a probability f is right to 80u·(1+|log f|) relative, and the entropy
// Σ f·|log f| is at most log(d+1); exp, log1p, expm1, the products and the values
// z add less than 40u, the sum 2u, and what lies outside the window 2e^-50 < u.
func (f *Fixed) MeanError() float64 {
	return (80*(1+math.Log(float64(f.Depth()+1))) + 64) * 0x1p-53 * f.bound
}

// each gives the counts W that are likely with their probabilities.
func (f *Fixed) each(p float64, visit func(w int, prob float64)) { likely(f.Depth(), p, visit) }

// likely gives the counts W ~ Binomial(d, p) within 5√d + 1 of the mean with their
// probabilities.  By Hoeffding's inequality the others come to at most 2e^-50 together.
func likely(d int, p float64, visit func(w int, prob float64)) {
	n := float64(d)
	reach := 5*math.Sqrt(n) + 1
	lo, hi := math.Ceil(max(0, n*p-reach)), math.Floor(min(n, n*p+reach))
	for w := int(lo); w <= int(hi); w++ {
		visit(w, probability(w, d, p))
	}
}

// probability is P(W = w) for W ~ Binomial(d, p); the arguments are checked before.
func probability(w, d int, p float64) float64 {
	log, _ := bounds.LogBinomialPMF(int64(w), int64(d), p)
	return math.Exp(log)
}
