package instance

import (
	"math"
	"slices"

	"vectorborda/sims/stat"
)

// Reach says how far the votes of a log carry its empirical frontier to the law that
// they were drawn from.
type Reach struct {
	Radius  stat.Number `json:"radius"`      // ρ
	HalfGap stat.Number `json:"half_gap"`    // min_i Δ_i(b^emp)/2
	Settled bool        `json:"settled"`     // ρ < min_i Δ_i(b^emp)/2
	Times   stat.Number `json:"times_votes"` // (ρ/half gap)²: so many times the votes, in the same shares, at the same gap; NaN for no number
}

// Reach is that of the log of an instance with these gaps, at confidence 1-δ, nil where
// there is none.  If the votes are independent and those of a cell have one rate, b^emp_{i,r}
// is a sum of independent terms in steps of 1/((K-1)·n_{ij,r}), n the votes of a cell, so by
// Hoeffding's inequality and a union bound all |b^emp - b^pop| are at most
//
//	ρ = max_{i,r} √(½·log(2Kd/δ)·Σ_{j≠i} 1/((K-1)²·n_{ij,r}))
//
// with probability 1-δ.  Remark D.1 holds with the two arrays exchanged, for it is about
// any two: if ρ is below half the smallest gap of b^emp, the frontiers are the same.
func (in *Instance) Reach(g Gaps, delta float64) *Reach {
	if in.Log == nil {
		return nil
	}
	K, d := in.Size()
	widest := 0.0
	for i := range K {
		for r := range d {
			sum := 0.0
			for j := range K {
				if j != i {
					sum += 1 / float64(in.Log.N(i, j, r))
				}
			}
			widest = max(widest, sum)
		}
	}
	// log(2Kd/δ) in parts: the quotient overflows for the smallest δ.
	union := math.Log(2*float64(K)*float64(d)) - math.Log(delta)
	rho, half := math.Sqrt(union*widest/2)/float64(K-1), slices.Min(g.Borda)/2
	times := math.NaN()
	if half > 0 {
		times = rho / half * (rho / half)
	}
	return &Reach{stat.Number(rho), stat.Number(half), rho < half, stat.Number(times)}
}
