package repeat

import "math"

// Orders proves that an estimator ranks so many models right, given enough contexts, on
// every population whose average utilities are at least ε apart; 3 stands for three or
// more.  False is no proof of the contrary.
//
// With f(D) = E[Z|D], any unit λ > 0 and b(D) = f(D) - λD, let x and y be the
// utility differences of two models to m_0 in a context.  If E[x-y] ≥ ε, then
//
//	E[f(x) - f(y)] = λ·E[x-y] + E[b(x) - b(y)] ≥ λε - max |b(x) - b(y)|,
//
// which is positive if the maximum, over all that a context allows, is below λε.  Of
// two models one is m_0, so y = 0 and b(y) = 0: the bias of one estimate, |x| ≤ 1.
// From three models on two biases subtract, |x|, |y|, |x-y| ≤ 1, and [curve.apart]
// bounds their difference; y = 0 is among these.
func Orders(e Estimator, models int, lambda, epsilon float64) bool {
	table := asFixed(e)
	if table == nil || !(lambda > 0 && lambda <= math.MaxFloat64) {
		return false
	}
	c, limit := newCurve(table, lambda), lambda*epsilon*(1-0x1p-50)
	if models == 2 {
		return c.within(limit) == nil
	}
	for n := 64; n <= c.most(); n *= 2 {
		switch least, most := c.apart(n); {
		case most < limit:
			return true
		case !(least < limit):
			return false
		}
	}
	return false
}

// asFixed is an estimator that always asks as often and has the same E[Z|p]: for TRR
// MLE-UNCONST, both having the series of [TRR.Mean].
func asFixed(e Estimator) *Fixed {
	switch e := e.(type) {
	case *Fixed:
		return e
	case *TRR:
		if f, err := NewUnconst(e.beta, e.d); err == nil {
			return f
		}
	}
	return nil
}

// apart are limits of max |b(x) - b(y)| over |x|, |y|, |x-y| ≤ 1.  [0,1] is cut into n
// cells, a power of 2, with limits of b on each; b at their middles gives the other limit.
func (c curve) apart(n int) (least, most float64) {
	lo, mid, hi, size := make([]float64, n), make([]float64, n), make([]float64, n), 0.0
	h := 1 / float64(2*n)
	for i := range n {
		value, room := c.around(float64(2*i+1)*h, h)
		lo[i], mid[i], hi[i], size = value-room, value, value+room, max(size, math.Abs(value)+room)
	}
	// Two limits and their sum or difference are rounded by u·size, u·size and 2u·size, and
	// the two rooms in them, sums of positive terms, by 3u·size each: 10u·size in all, and
	// size itself is a little off.
	slip := 16 * 0x1p-53 * size
	return widest(mid, mid) - 2*c.valueError - slip, widest(lo, hi) + slip
}

// widest is max |b(x) - b(y)| if b on [0,1] is in cell i from lo to hi.  With u = |x| and v
// = |y| it is, b being odd, |b(u) - b(v)| for x and y on one side of 0, where u and v are
// free, and |b(u) + b(v)| with u + v ≤ 1 for the others: a u in cell i of n leaves to v
// the cells up to n-1-i, whose right end is 1 - i/n.
func widest(lo, hi []float64) (most float64) {
	n, low, high := len(lo), math.Inf(1), math.Inf(-1) // of the cells up to i
	for i := range n {
		low, high = min(low, lo[i]), max(high, hi[i])
		most = max(most, hi[n-1-i]+high, -lo[n-1-i]-low)
	}
	return max(most, high-low)
}
