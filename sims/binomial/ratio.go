package binomial

import (
	"math"

	"vectorborda/bounds"
)

// logRatio is log f(m+t)/f(m) for m+t in [0, n], without a difference of large
// numbers. With x = m+1 and y = n-m+1,
//
//	f(m+t)/f(m) = Γ(x)/Γ(x+t) · Γ(y)/Γ(y-t) · (p/q)^t,
//
// and Stirling's formula log Γ(z) = (z-½)·log z - z + ½·log 2π + S(z) turn it into
//
//	t·log(py/qx) - D(x+t, x) - D(y-t, y) + ½·log((x+t)/x · (y-t)/y) - [S(x+t) - S(x) + S(y-t) - S(y)],
//
// D(z, x) = z·log(z/x) - z + x. The terms are those that parts returns.
func (h *hat) logRatio(t float64) float64 {
	tilt, deviance, root, stirling := h.parts(t)
	return tilt - deviance + root - stirling
}

// parts returns the four terms of logRatio. In the first one
// py - qx = (np-m) + 2p - 1 comes from the excess over the mode, not from
// y and x, so all four are right to a few units in the last place and 1e-14.
func (h *hat) parts(t float64) (tilt, deviance, root, stirling float64) {
	x, y := float64(h.m+1), float64(h.n-h.m+1)
	v0, s0 := atanh(h.excess+(2*h.p-1), h.q*x)
	v1, s1 := atanh(t, x)
	v2, s2 := atanh(-t, y)
	tilt = t * (2 * v0 * (1 + s0))
	deviance = t*(v1-v2) + 2*((x+t)*v1*s1+(y-t)*v2*s2)
	root = v1*(1+s1) + v2*(1+s2)
	stirling = (bounds.StirlingError(x+t) - bounds.StirlingError(x)) + (bounds.StirlingError(y-t) - bounds.StirlingError(y))
	return tilt, deviance, root, stirling
}

// atanh returns v = d/(2x+d) and the tail s = v²/3 + v⁴/5 + … of atanh(v) = v·(1+s).
// They give log((x+d)/x) = 2·atanh(v) and, z being x+d, D(z, x) = d·v + 2z·v·s,
// in which nothing cancels for small d/x.
//
// For |v| ≤ 1/8 eight terms leave out less than 2^-58. Beyond, d is of the size
// of x and the logarithm itself is good enough.
func atanh(d, x float64) (v, s float64) {
	v = d / (2*x + d)
	w := v * v
	if w > 1.0/64 {
		return v, math.Log((x+d)/x)/(2*v) - 1
	}
	s = 1.0/13 + w*(1.0/15+w*(1.0/17))
	s = 1.0/7 + w*(1.0/9+w*(1.0/11+w*s))
	return v, w * (1.0/3 + w*(1.0/5+w*s))
}
