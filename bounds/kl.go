package bounds

import (
	"cmp"
	"math"
)

// KL is the binary relative entropy
//
//	kl(p,q) = p·log(p/q) + (1-p)·log((1-p)/(1-q)),  0·log(0/x) = 0,  x·log(x/0) = +∞,
//
// in nats. It needs p, q ∈ [0,1]; +Inf is a value here (p > 0 = q or p < 1 = q),
// not an error. It is the sum D(p,q) + D(1-p,1-q) of two non-negative
// deviances D(x,m) = x·log(x/m) + m - x, so nothing cancels: the relative error
// is below 64u, u = 2^-53, near the diagonal and at both ends alike, until the
// result itself leaves the normal numbers.
func KL(p, q float64) (float64, error) {
	const statement = "kl(p,q)"
	err := cmp.Or(
		need(p >= 0 && p <= 1, statement, "0 ≤ p ≤ 1", "p = %v", p),
		need(q >= 0 && q <= 1, statement, "0 ≤ q ≤ 1", "q = %v", q),
	)
	if err != nil {
		return 0, err
	}
	return deviance(p, 1-p, q, 1-q, p-q), nil
}

// EncloseKL encloses kl(p,q) for the numbers p and q themselves: [KL] with its
// relative error of 64u, widened to 128u. It is the whole line outside [0,1].
// Below 2^-960 the relative error is not promised, and nothing is known but
// that kl is not negative.
func EncloseKL(p, q float64) Interval {
	v, err := KL(p, q)
	switch {
	case err != nil:
		return wholeLine()
	case math.IsInf(v, 1):
		return Interval{math.MaxFloat64, v}
	case p == q:
		return Interval{0, 0}
	case v < 0x1p-960:
		return Interval{0, 0x1p-959}
	}
	return Interval{v * (1 - 0x1p-46), v * (1 + 0x1p-46)}
}

// deviance is kl(p,q) from p, its complement, q, its complement and p-q, each
// right to a few units of its own last place.
func deviance(p, pc, q, qc, diff float64) float64 {
	return bd0h(p, q, diff) + bd0h(pc, qc, -diff)
}

// confidenceKL is kl(1-δ-α, δ) for 1-2δ-α > 0. The arguments come close to each
// other when δ nears 1/3 at α = δ, and 1-δ-α comes close to 0 when α nears 1, so
// both differences are formed without cancellation.
func confidenceKL(delta, alpha float64) float64 {
	return deviance(oneMinus(delta, alpha), delta+alpha, delta, 1-delta, oneMinus(2*delta, alpha))
}

// oneMinus is 1-x-y for x, y ∈ [0,1], right to 2u and with the right sign:
// 1-x = t+e exactly; t-y is exact where it cancels (Sterbenz), and elsewhere it
// is at least t/2, so that adding e costs one more rounding only.
func oneMinus(x, y float64) float64 {
	t := 1 - x
	e := (1 - t) - x
	return (t - y) + e
}
