package enclose

import (
	"math/big"
	"sync"
)

// Log encloses {log x} for x > 0, as [Bits.Log] does at its ends.
func (x Interval) Log() Interval {
	b := x.Bits()
	return Interval{b.logOf(x.Lo).Lo, b.logOf(x.Hi).Hi}
}

func (b Bits) logOf(x *big.Float) Interval {
	r, _ := x.Rat(nil)
	return b.Log(r.Num(), r.Denom())
}

// Log encloses log(n/d) for n, d > 0. With n/d = 2^e·r, 1 ≤ r < 2,
//
//	log(n/d) = e·log 2 + 2·artanh((r-1)/(r+1)),  0 ≤ (r-1)/(r+1) < 1/3,
//
// in fixed point with b bits after the point, and log(n/d) = -log(d/n) below 1.
// Before its ends are rounded it is at most (e+1)·2·(b+5) units 2^-b wide, see
// [artanh], whose n is at most b/3+1.
func (b Bits) Log(n, d *big.Int) Interval {
	switch {
	case n.Sign() <= 0 || d.Sign() <= 0:
		panic("enclose: the logarithm of what may not be positive")
	case n.Cmp(d) < 0:
		return b.Log(d, n).Neg()
	}
	e := n.BitLen() - d.BitLen()
	scaled := new(big.Int).Lsh(d, uint(e))
	if n.Cmp(scaled) < 0 {
		e--
		scaled.Rsh(scaled, 1)
	}
	rest := artanh(new(big.Int).Sub(n, scaled), new(big.Int).Add(n, scaled), b).times(2)
	return rest.plus(b.log2().times(int64(e))).interval(b)
}

// fixed is a value in [n, n+slack]·2^-b.
type fixed struct {
	n     *big.Int
	slack int64
}

func (x fixed) times(k int64) fixed {
	return fixed{new(big.Int).Mul(x.n, big.NewInt(k)), x.slack * k}
}

func (x fixed) plus(y fixed) fixed {
	return fixed{new(big.Int).Add(x.n, y.n), x.slack + y.slack}
}

func (x fixed) interval(b Bits) Interval {
	hi := new(big.Int).Add(x.n, big.NewInt(x.slack))
	return Interval{b.Dyadic(x.n, uint(b)).Lo, b.Dyadic(hi, uint(b)).Hi}
}

// twos holds log 2 by precision.
var twos sync.Map

// log2 is log 2 = 2·artanh(1/3), computed once for each precision.
func (b Bits) log2() fixed {
	if v, ok := twos.Load(b); ok {
		return v.(fixed)
	}
	v := artanh(big.NewInt(1), big.NewInt(3), b).times(2)
	twos.Store(b, v)
	return v
}

// artanh is Σ_j z^{2j+1}/(2j+1) at z = n/d, 0 ≤ z ≤ 1/3, in units u = 2^-b.
//
// Everything is rounded down. A power z^{2j+1} is too small by at most 3/2 u: the
// first by 1, each next by a ninth of the one before, plus a third for z² being
// too small by 1, plus 1. So a term is too small by at most 5/2 u, and when the
// power has become 0, so that it is at most 3/2 u, all that is left of the series
// is below 9/8 of it. With n terms the sum is too small by less than 3n+2.
func artanh(n, d *big.Int, b Bits) fixed {
	power := new(big.Int).Lsh(n, uint(b))
	power.Quo(power, d)
	square := new(big.Int).Mul(n, n)
	square.Quo(square.Lsh(square, uint(b)), new(big.Int).Mul(d, d))
	sum, term, odd := new(big.Int), new(big.Int), new(big.Int)
	j := int64(0)
	for ; power.Sign() > 0; j++ {
		sum.Add(sum, term.Quo(power, odd.SetInt64(2*j+1)))
		power.Rsh(power.Mul(power, square), uint(b))
	}
	return fixed{sum, 3*j + 2}
}
