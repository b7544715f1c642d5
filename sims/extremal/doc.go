// Package extremal holds the lower bound of Paper B (arXiv:2610.10795) in the
// hand: the error E_d of the best polynomial approximation of the utility
// difference, and the two populations that no method with d repeats per context
// can tell apart although their average utility differences are +E_d and -E_d.
//
// The scale is y = 2p-1 = tanh(βD/2), p = σ(βD) the win probability and D the
// utility difference of a context, so that
//
//	D = logit(p)/β = (2/β)·artanh(y),  |y| ≤ τ = tanh(β/2),
//
// is odd, and so is its best polynomial.  A polynomial in p of degree at most d
// is one in y, and with m = ⌈d/2⌉ odd powers E_{2m-1} = E_{2m}.
//
// What is guaranteed: an [Extremal] is a certificate on both sides.  Its limits are
// those of [Extremal.Check], which shares with the search nothing but the logarithm
// and gives none if it is no certificate.  The lower side is a signature with integer points and weights, whose
// moments are compared exactly; the upper side is a polynomial all of whose
// extrema are isolated.  Logarithms are those of package enclose.
//
// That a depth is enough for a method is proved by [repeat.Orders], that it is not by a
// population; what is neither is open.
//
// What is refused: a limit without its certificate.  A search that does not
// converge is an error, never an estimate.
package extremal
