package binomial

import "math"

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
	stirling = (stirlingError(x+t) - stirlingError(x)) + (stirlingError(y-t) - stirlingError(y))
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

// stirlingError is S(z) = log Γ(z) - (z-½)·log z + z - ½·log 2π for whole z ≥ 1.
// From 16 on it is 1/(12z) - 1/(360z³) + 1/(1260z⁵) - 1/(1680z⁷), less than
// 1/(1188·16⁹) = 1.3e-14 away.
func stirlingError(z float64) float64 {
	if z < float64(len(stirlingTable)) {
		return stirlingTable[int(z)]
	}
	i := 1 / z
	w := i * i
	return i * (1.0/12 - w*(1.0/360-w*(1.0/1260-w*(1.0/1680))))
}

// stirlingTable holds S(1), …, S(15), rounded from 60 digits; S(0) is infinite.
var stirlingTable = [16]float64{
	math.Inf(1),
	0.08106146679532725821967,
	0.04134069595540929409382,
	0.02767792568499833914879,
	0.02079067210376509311152,
	0.01664469118982119216319,
	0.01387612882307074799875,
	0.01189670994589177009506,
	0.01041126526197209649748,
	0.00925546218271273291773,
	0.00833056343336287125647,
	0.00757367548795184079497,
	0.00694284010720952986566,
	0.00640899418800420706844,
	0.00595137011275884773562,
	0.00555473355196280137104,
}
