package lemmas

import (
	"math"
	"math/big"

	"vectorborda/bounds"
	"vectorborda/bounds/enclose"
)

// exact encloses logistic functions at k/2^s and what is made of them.
type exact struct {
	bits  enclose.Bits
	s     int64
	sigma map[int64]enclose.Interval // by k
}

// newExact takes the bits for a value of the given order in differences of k/2^s up to
// largest/2^s: a difference of logistic values at u, one unit 2^-s apart, is about
// 2^-s·e^-|u|, and log2 e < 1.45. Of 80 bits more a sum of a hundred logistic values,
// each within 2^(4-bits), see [enclose.Interval.Logistic], takes eleven.
func newExact(order, s, largest int64) *exact {
	return withBits(s, 80+enclose.Bits(order*s)+enclose.Bits(math.Ceil(1.45*math.Ldexp(float64(largest), -int(s)))))
}

func withBits(s int64, b enclose.Bits) *exact {
	return &exact{b, s, map[int64]enclose.Interval{}}
}

// number is k/2^s.
func (e *exact) number(k int64) enclose.Interval { return e.bits.Dyadic(big.NewInt(k), uint(e.s)) }

// logistic encloses σ(k/2^s).
func (e *exact) logistic(k int64) enclose.Interval {
	v, ok := e.sigma[k]
	if !ok {
		v = e.number(k).Logistic()
		e.sigma[k] = v
	}
	return v
}

// rise encloses Σ (σ(u) - σ(v)) over the pairs.
func (e *exact) rise(pairs [][2]int64) enclose.Interval {
	sum := e.bits.Int(0)
	for _, uv := range pairs {
		sum = sum.Add(e.logistic(uv[0])).Sub(e.logistic(uv[1]))
	}
	return sum
}

// lessLine encloses x - n·σ'(at/2^s)·k/2^s, σ'(x) = σ(x)·σ(-x).
func (e *exact) lessLine(x enclose.Interval, n, at, k int64) enclose.Interval {
	slope := e.logistic(at).Mul(e.logistic(-at))
	return x.Sub(slope.Mul(e.number(k)).Mul(e.bits.Int(n)))
}

// klLogistic encloses kl(σ(x),σ(y)) for x = k/2^s and y = l/2^s:
//
//	log(p/q) = (x-y) - log((1+e^x)/(1+e^y)),  kl = σ(x)·(x-y) - log(σ(-y)/σ(-x)).
func (e *exact) klLogistic(k, l int64) enclose.Interval {
	return e.logistic(k).Mul(e.number(k - l)).Sub(e.logistic(-l).Quo(e.logistic(-k)).Log())
}

// overlap: two enclosures, one of each tier, can be of the same number.
func overlap(v bounds.Interval, x enclose.Interval) bool {
	return x.Hi.Cmp(big.NewFloat(v.Lo)) >= 0 && x.Lo.Cmp(big.NewFloat(v.Hi)) <= 0
}
