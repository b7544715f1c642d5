package extremal

import (
	"fmt"
	"math"
	"math/big"

	"vectorborda/bounds/enclose"
	"vectorborda/sims/repeat"
)

// Extremal is E_d for one depth d and one β > 0, enclosed, with what proves it.
//
// The lower side is a signature: at ±y_i, y_i = Points[i]/2^Bits, 0 < y_0 < … <
// y_m ≤ τ, the weights ±(-1)^{m-i}·Weights[i] annihilate every polynomial of
// degree at most 2m (those of even degree because they are antisymmetric), so
//
//	E_d ≥ L = Σ_i (-1)^{m-i} w_i·D(y_i),  w_i = Weights[i]/Σ Weights,
//
// (de la Vallée-Poussin; L = E_d when the points are the extrema of the best
// polynomial).  It has 2m+2 points: d+2 for even d and d+3 for odd d.
//
// The upper side is P(y) = Σ_j c_j·y^{2j+1}, c_j = Coefs[j]/2^Shift, and with it
// E_d ≤ max |D-P|.  Since β(1-y²)(D-P)' = 2 - β(1-y²)·P'(y) is a polynomial of
// degree m in y², D-P has at most m extrema in (0, 1): a change of sign between
// Critical[i] and Critical[i]+1, in units of 2^-Bits, for m values finds all.
type Extremal struct {
	D    int
	Beta float64
	Bits uint

	Points  []*big.Int
	Weights []*big.Int

	Shift    uint
	Coefs    []*big.Int
	Critical []*big.Int

	Lower, Upper *big.Float // what is claimed of E_d, rounded outward
}

// Limits of what can be asked: the time, seconds at the largest depth, and the β for
// which there are estimators to compare with.
const (
	MaxDepth = 128
	MinBeta  = 1.0 / 1024
	MaxBeta  = repeat.MaxBeta
)

// checkBeta refuses a β that is not in [MinBeta, MaxBeta].
func checkBeta(beta float64) error {
	if !(beta >= MinBeta && beta <= MaxBeta) {
		return fmt.Errorf("β = %v: give a number from %v to %v", beta, MinBeta, float64(MaxBeta))
	}
	return nil
}

// checkDepth refuses a depth that is not in 1 … MaxDepth.
func checkDepth(d int) error {
	if d < 1 || d > MaxDepth {
		return fmt.Errorf("depth d = %d: give a whole number from 1 to %d", d, MaxDepth)
	}
	return nil
}

// halves is m = ⌈d/2⌉, the number of odd powers up to d.
func halves(d int) int { return (d + 1) / 2 }

// smallness is a whole number of bits b with E_d ≥ 2^-b, from [ClosedForm].
func smallness(d int, beta float64) uint {
	n := float64(2*halves(d) + 1)
	return uint(max(0, math.Ceil(math.Log2(beta*n/4)-n*logQ(beta)/math.Ln2)))
}

// pointBits is the number of bits of the points: E_d moves with the square of what
// an inner point is off, and by about n² times what the outermost one is off, at
// whose scale e^-β the utility varies; 64 bits are left.
func pointBits(d int, beta float64) uint {
	n := float64(2*halves(d) + 1)
	return 64 + uint(math.Ceil(2*math.Log2(n)+1.5*beta+math.Max(0, -math.Log2(beta))))
}

// utility encloses D = log((1+y)/(1-y))/β at y = k/2^bits, 0 ≤ k < 2^bits.
func utility(b enclose.Bits, k *big.Int, bits uint, beta float64) enclose.Interval {
	one := new(big.Int).Lsh(big.NewInt(1), bits)
	return b.Log(new(big.Int).Add(one, k), new(big.Int).Sub(one, k)).Quo(b.Float(beta))
}

// alternate is (-1)^{m-i}.
func alternate(i, m int) int64 { return int64(1 - 2*((m-i)%2)) }
