// Package binomial draws binomial variates: the number of wins among n
// independent votes that are each won with probability p, in constant time and
// right for every n up to 2^62.
//
// It is one function, [Draw]. Below np = 10 it searches the distribution from 0
// upwards, else it rejects from a transformed uniform, and both are set up
// afresh in every call: no state is kept, so a stream of random numbers and the
// arguments determine the result. Reflecting p > 1/2 costs no accuracy, since
// 1-p is then exact.
//
// What it does not do: it resolves no probability finer than 2^-52, the size of
// a step of its uniforms, and so never returns an outcome whose tail is rarer
// than that in the search from 0. The probability of a single outcome is right
// to a relative b·2^-53 with b ≈ 2.5·sqrt(np(1-p)), the number of uniforms that
// lead to it being a whole number: 1e-13 at n = 10^6, 3e-7 at n = 2^62.
package binomial

import (
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
)

// MaxN is the largest number of trials.
const MaxN = 1 << 62

// seam is the mean from which on rejection is used: the hat of Hörmann (1993)
// is fitted to np ≥ 10.
const seam = 10

// Check tells whether [Draw] takes n and p: 0 ≤ n ≤ 2^62 and 0 ≤ p ≤ 1.
func Check(n int64, p float64) error {
	if n < 0 || n > MaxN {
		return fmt.Errorf("binomial: n = %d trials: give a number from 0 to 2^62", n)
	}
	if !(p >= 0 && p <= 1) {
		return fmt.Errorf("binomial: p = %v is no probability: give a number in [0, 1]", p)
	}
	return nil
}

// Draw returns the number of wins among n independent trials of probability p.
// It panics on a nil src and where [Check] returns an error.
func Draw(src *rand.ChaCha8, n int64, p float64) int64 {
	if src == nil {
		panic(errors.New("binomial: nil source: give a seeded ChaCha8"))
	}
	if err := Check(n, p); err != nil {
		panic(err)
	}
	if p > 0.5 {
		return n - draw(src, n, 1-p)
	}
	return draw(src, n, p)
}

// draw is Draw for p ≤ 1/2.
func draw(src *rand.ChaCha8, n int64, p float64) int64 {
	if float64(n)*p < seam {
		return invert(src, n, p)
	}
	h := newHat(n, p)
	return h.draw(src)
}

// invertCap ends a search that rounding would let run past all probability.
// P(X ≥ 128) < 1e-80 for a mean below 10.
const invertCap = 128

// invert inverts the distribution function, as algorithm BINV of V. Kachitvichyanukul
// and B. W. Schmeiser, "Binomial random variate generation", Comm. ACM 31 (1988).
// The probabilities sum to 1 up to rounding; a u above their sum finds nothing
// and is drawn again.
func invert(src *rand.ChaCha8, n int64, p float64) int64 {
	first := math.Exp(float64(n) * math.Log1p(-p))
	for {
		if k := search(uniform(src), first, float64(n)+1, p/(1-p)); k < invertCap {
			return k
		}
	}
}

// search returns the k with P(X < k) < u ≤ P(X ≤ k), from f = f(0) and
//
//	f(k+1) = f(k)·((n+1)/(k+1) - 1)·p/(1-p),
//
// with more = n+1 and odds = p/(1-p); invertCap where there is none below it.
func search(u, f, more, odds float64) int64 {
	for k := int64(0); k < invertCap; k++ {
		if u <= f {
			return k
		}
		u -= f
		f *= (more/float64(k+1) - 1) * odds
	}
	return invertCap
}

// uniform returns an odd multiple of 2^-53 in (0, 1).
func uniform(src *rand.ChaCha8) float64 {
	return float64(int64(src.Uint64()>>11|1)) * 0x1p-53
}

// centred returns an odd multiple of 2^-54 in (-1/2, 1/2).
func centred(src *rand.ChaCha8) float64 {
	return float64(int64(src.Uint64())>>10|1) * 0x1p-54
}
