package repeat

import (
	"fmt"
	"math"
)

// Estimator estimates D = logit(p)/β, the difference between the utilities of two
// models in one context, from at most d votes that are each won with probability
// p.  Its methods take any p in [0,1] and panic on another.
type Estimator interface {
	Name() string  // as in the paper
	Beta() float64 // β
	Depth() int    // d, or Unlimited

	Mean(p float64) float64 // E[Z|p], right to MeanError
	MeanError() float64     // bound on the rounding error of Mean
	Range() float64         // sup |Z|; +Inf where it is infinite or above the largest float64
	Comparisons() float64   // expected number of votes: d, or E[K] of TRR
}

// Unlimited is the depth of an estimator that never stops at a cap.
const Unlimited = 0

// MaxDepth is the largest depth: tables of d+1 values stay small.
const MaxDepth = 1 << 20

// MinBeta and MaxBeta are the limits of β.  p = σ(βD) is a float64, known to
// 2^-54, and D = logit(p)/β then to 2^-54/(βp(1-p)): 2e-10 at both limits.
const (
	MinBeta = 1e-6
	MaxBeta = 16
)

// CheckParameters refuses what no estimator takes.
func CheckParameters(beta float64, d int) error {
	if !(beta >= MinBeta && beta <= MaxBeta) {
		return fmt.Errorf("β = %v: give a number from %v to %v", beta, MinBeta, float64(MaxBeta))
	}
	if d < 1 || d > MaxDepth {
		return fmt.Errorf("depth d = %d: give a whole number from 1 to %d", d, MaxDepth)
	}
	return nil
}

// Sigma is σ(x) = 1/(1+e^-x), the larger of σ(x) and σ(-x) being rounded from 1
// minus the smaller.
func Sigma(x float64) float64 {
	e := math.Exp(-math.Abs(x))
	if x < 0 {
		return e / (1 + e)
	}
	return 1 / (1 + e)
}

// Logit is log(p/(1-p)), right to 8u relative: for p in [1/4, 3/4] it is log1p of
// a quotient whose numerator 2p-1 is exact, elsewhere a sum of two terms of
// equal sign.
func Logit(p float64) float64 {
	switch {
	case p >= 0.25 && p <= 0.5:
		return -math.Log1p((1 - 2*p) / p)
	case p > 0.5 && p <= 0.75:
		return math.Log1p((2*p - 1) / (1 - p))
	case p < 0.5:
		return math.Log(p) - math.Log1p(-p)
	}
	return math.Log(p) - math.Log(1-p)
}

func mustBeProbability(p float64) {
	if !(p >= 0 && p <= 1) {
		panic(fmt.Errorf("repeat: p = %v is no probability", p))
	}
}

// accumulator adds with the compensation of A. Neumaier (1974): the error of the
// sum of n terms is at most u·|Σ| + 2n²u²·Σ|·|, for n ≤ 10^7 below 2u·Σ|·|.
type accumulator struct{ sum, rest float64 }

func (a *accumulator) add(x float64) {
	t := a.sum + x
	if math.Abs(a.sum) >= math.Abs(x) {
		a.rest += (a.sum - t) + x
	} else {
		a.rest += (x - t) + a.sum
	}
	a.sum = t
}

func (a *accumulator) value() float64 { return a.sum + a.rest }
