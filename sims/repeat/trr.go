package repeat

import (
	"fmt"
	"math"
)

// TRR is truncated Russian roulette: K is drawn with
//
//	P(K ≥ k) = ρ^{k-1}/k,   k = 1 … d,
//
// K votes are asked and W won, and
//
//	Z = (1/β)·Σ_{k=1}^K [C(W,k) - C(K-W,k)] / (C(K,k)·ρ^{k-1}),
//
// the mean over all orders of the K votes (Rao–Blackwell).  Without a cap (d =
// Unlimited) it is unbiased.
type TRR struct {
	beta, rho float64
	d         int // or Unlimited
}

// DefaultRho is the ρ of the paper's experiments, (1+σ(β))/2.
func DefaultRho(beta float64) float64 { return 1 - Sigma(-beta)/2 }

// NewTRR has the ρ of the paper's experiments; d may be Unlimited.
func NewTRR(beta float64, d int) (*TRR, error) {
	return NewTRRWithRho(beta, DefaultRho(beta), d)
}

// NewTRRWithRho takes any ρ in (0,1).  Theorem 3.4 needs ρ > σ(β): a smaller ρ
// leaves the mean right, but the variance grows without bound in d.
func NewTRRWithRho(beta, rho float64, d int) (*TRR, error) {
	depth := d
	if d == Unlimited {
		depth = MaxDepth
	}
	if err := CheckParameters(beta, depth); err != nil {
		return nil, err
	}
	if !(rho > 0 && rho < 1) {
		return nil, fmt.Errorf("ρ = %v: give a number in (σ(β), 1), both excluded", rho)
	}
	return &TRR{beta, rho, d}, nil
}

// Name is TRR.
func (t *TRR) Name() string { return "TRR" }

// Beta is β.
func (t *TRR) Beta() float64 { return t.beta }

// Depth is d.
func (t *TRR) Depth() int { return t.d }

// Score is Z at K = k and W = w.
func (t *TRR) Score(k, w int) float64 {
	if w < 0 || w > k || t.d != Unlimited && k > t.d {
		panic(fmt.Errorf("repeat: %d wins in %d votes at depth %d", w, k, t.d))
	}
	return (t.half(k, w) - t.half(k, k-w)) / t.beta
}

// half is A(K,W) = Σ_{k≥1} C(W,k)/(C(K,k)·ρ^{k-1}), from the inside out by
//
//	A(K,W) = (W/K)·(1 + A(K-1,W-1)/ρ),   A(·,0) = 0:
//
// positive terms only, right to 4Wu relative.
func (t *TRR) half(k, w int) float64 {
	a := 0.0
	for i := w - 1; i >= 0; i-- {
		a = float64(w-i) / float64(k-i) * (1 + a/t.rho)
	}
	return a
}

// Mean is E[Z|p] = (1/β)·Σ_{k=1}^d (p^k - (1-p)^k)/k, for d = Unlimited logit(p)/β.
func (t *TRR) Mean(p float64) float64 {
	mustBeProbability(p)
	if t.d == Unlimited {
		return Logit(p) / t.beta
	}
	return PowerSeries(p, t.d) / t.beta
}

// PowerSeries is Σ_{k=1}^d (p^k - (1-p)^k)/k, an odd function of p - 1/2.  With
// s = min(p,1-p), which is exact, a term is, but for its sign,
//
//	(1-s)^k·(1 - e^{-k·|logit p|})/k,
//
// without cancellation.  exp(k·log(1-s)) is right to (2k|log(1-s)|+2)u relative,
// and Σ (1-s)^k·|log(1-s)| ≤ |log(1-s)|/s ≤ 2·log 2, so |error| ≤ 16u·(1+|result|).
// What is left out after a term is at most (1-s)^k/s/k < u²·result.
func PowerSeries(p float64, d int) float64 {
	s := min(p, 1-p)
	log, odds := math.Log1p(-s), math.Abs(Logit(p))
	var sum accumulator
	for k := 1.0; k <= float64(d); k++ {
		power := math.Exp(k * log)
		sum.add(-power * math.Expm1(-k*odds) / k)
		if power <= 0x1p-106*s*sum.sum {
			break
		}
	}
	if p < 0.5 {
		return -sum.value()
	}
	return sum.value()
}

// MeanError is 16u·(1+m)/β with m ≥ β·|E[Z|p]|: by H_d ≤ 1 + log d for every p,
// for Unlimited by β, so for |D| ≤ 1 only.
func (t *TRR) MeanError() float64 {
	most := t.beta
	if t.d != Unlimited {
		most = 1 + math.Log(float64(t.d))
	}
	return 16 * 0x1p-53 * (1 + most) / t.beta
}

// Survival is P(K ≥ k).
func (t *TRR) Survival(k int) float64 {
	switch {
	case k <= 1:
		return 1
	case t.d != Unlimited && k > t.d:
		return 0
	}
	return math.Exp(float64(k-1)*math.Log(t.rho)) / float64(k)
}

// hazard is P(K = k | K ≥ k) = ((1-ρ)k + 1)/(k+1), and 1 at the cap.
func (t *TRR) hazard(k int) float64 {
	if k == t.d {
		return 1
	}
	return ((1-t.rho)*float64(k) + 1) / float64(k+1)
}

// Comparisons is E[K] = Σ_{k=1}^d ρ^{k-1}/k, for d = Unlimited -log(1-ρ)/ρ.
func (t *TRR) Comparisons() float64 {
	if t.d == Unlimited {
		return -math.Log1p(-t.rho) / t.rho
	}
	var sum accumulator
	for k := 1; k <= t.d; k++ {
		sum.add(t.Survival(k))
	}
	return sum.value()
}

// Range is Z at K = W = d, (1/β)·Σ_{k=1}^d ρ^{-(k-1)}: infinite for Unlimited,
// and above the largest float64 from d·log(1/ρ) ≈ 710 on.
func (t *TRR) Range() float64 {
	if t.d == Unlimited {
		return math.Inf(1)
	}
	return t.half(t.d, t.d) / t.beta
}
