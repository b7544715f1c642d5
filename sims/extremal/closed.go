package extremal

import "math"

// ClosedForm is a lower and an upper limit of E_d in closed form.  With n = 2⌈d/2⌉+1
// and q = tanh(β/4),
//
//	(4/(βn))·artanh(qⁿ) ≤ E_d ≤ (4/(βn))·qⁿ/(1-q²).
//
// From τ = 2q/(1+q²) the utility is D = (4/β) Σ_{j odd} q^j·T_j(y/τ)/j.  Cutting the
// series leaves the terms from j = n on, at most the right side in sum.  The
// signature with weights (-1)^i/n at the n+1 points y = τ·cos(iπ/n), half of it at
// both ends, annihilates T_j unless j is an odd multiple of n, where it gives 1: it
// gives (4/β) Σ_{k odd} q^{nk}/(nk), the left side.  This is the E_d =
// Ω(tanh(β/4)^d/d) of the paper with its constant.
//
// The relative error of both is below 1e-12 for β in [MinBeta, MaxBeta] and
// d ≤ MaxDepth: ln q is good to a few units in the last place and is multiplied by
// n ≤ 129, which gives 129·|ln q|·2⁻⁵¹ ≤ 129·8.4·2⁻⁵¹ in the result.  Limits below
// the normal float64s become 0 and 2⁻¹⁰²².
func ClosedForm(d int, beta float64) (lower, upper float64) {
	n := float64(2*halves(d) + 1)
	scale, power := 4/(beta*n), n*logQ(beta)
	// artanh(z) = (log(1+z) - log(1-z))/2, with 1-z = -expm1(log z).
	artanh := math.Log1p(2*math.Exp(power)/-math.Expm1(power)) / 2
	lower, upper = scale*artanh, scale*math.Exp(power)/-math.Expm1(2*logQ(beta))
	if lower < smallest {
		lower = 0
	}
	return lower, max(upper, smallest)
}

const smallest = 0x1p-1022

// logQ is log q = log((1-e)/(1+e)), e = e^{-β/2}, in the form that keeps its digits.
func logQ(beta float64) float64 {
	if beta < 2 {
		return math.Log(math.Tanh(beta / 4))
	}
	e := math.Exp(-beta / 2)
	return math.Log1p(-2 * e / (1 + e))
}
