package binomial

import (
	"math"
	"math/rand/v2"
)

// hat is algorithm BTRS, transformed rejection with a squeeze, of W. Hörmann,
// "The generation of binomial random variates", J. Stat. Comput. Simul. 46
// (1993), written for outcomes t = k - m counted from the mode m = ⌊(n+1)p⌋.
//
// With u uniform on (-1/2, 1/2), w = 1/2 - |u| and v uniform on (0, 1), the
// proposal and the event of its acceptance are
//
//	t = ⌊(2a/w + b)·u + (np-m) + 1/2⌋,   v ≤ (a/w² + b)/α · f(m+t)/f(m),
//
// the right side being at most 1. The squeeze accepts w ≥ 0.07, v ≤ vr at once,
// where the right side is at least vr.
//
// t is a whole number far below 2^53 whatever n is, so every outcome can occur.
type hat struct {
	n, m    int64
	p, q    float64
	excess  float64 // np - m, in (-p, 1-p] up to rounding
	a, b    float64
	vr, alf float64
}

// newHat sets up BTRS for p ≤ 1/2 and np ≥ 10.
func newHat(n int64, p float64) hat {
	whole, frac := product(n, p)
	over := math.Floor(frac + p)
	q := 1 - p
	sd := math.Sqrt((float64(whole) + frac) * q)
	b := 1.15 + 2.53*sd
	perB := 1 / b
	return hat{
		n: n, m: whole + int64(over), p: p, q: q, excess: frac - over,
		a: -0.0873 + 0.0248*b + 0.01*p, b: b,
		vr: 0.92 - 4.2*perB, alf: (2.83 + 5.1*perB) * sd,
	}
}

// product returns np = whole + frac with 0 ≤ frac ≤ 1, frac right to 2^-43.
//
// n is the sum of two float64s, hi·p is the sum of two float64s by fused
// multiply-add, and all that comes after hi·p is below 2^9.
func product(n int64, p float64) (whole int64, frac float64) {
	hi := float64(n)
	lo := float64(n - int64(hi))
	top := hi * p
	floor := math.Floor(top)
	frac = (top - floor) + (math.FMA(hi, p, -top) + lo*p)
	carry := math.Floor(frac)
	return int64(floor) + int64(carry), frac - carry
}

const squeeze = 0.07

func (h *hat) draw(src *rand.ChaCha8) int64 {
	for {
		t, w := h.propose(centred(src))
		v := uniform(src)
		if w >= squeeze && v <= h.vr {
			return h.m + int64(t)
		}
		if h.inside(t) && h.bar(v, w) <= h.logRatio(t) {
			return h.m + int64(t)
		}
	}
}

// propose maps u in (-1/2, 1/2) to a proposal t and w = 1/2 - |u|.
func (h *hat) propose(u float64) (t, w float64) {
	w = 0.5 - math.Abs(u)
	return math.Floor((2*h.a/w+h.b)*u + (h.excess + 0.5)), w
}

// inside tells whether 0 ≤ m+t ≤ n.
func (h *hat) inside(t float64) bool {
	if math.Abs(t) > 0x1p62 {
		return false
	}
	k := h.m + int64(t)
	return 0 <= k && k <= h.n
}

// bar is what log f(m+t)/f(m) must reach: log(v·α/(a/w² + b)).
func (h *hat) bar(v, w float64) float64 {
	w *= w
	return math.Log(v * h.alf * w / (h.a + h.b*w))
}
