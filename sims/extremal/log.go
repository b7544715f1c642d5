package extremal

import "math/big"

// logarithm encloses natural logarithms of ratios in fixed point with so many
// bits after the point.
type logarithm struct {
	bits precision
	ln2  fixed
}

// fixed is a value in [n, n+slack]·2^-bits.
type fixed struct {
	n     *big.Int
	slack int64
}

func newLogarithm(bits precision) logarithm {
	return logarithm{bits, artanh(big.NewInt(1), big.NewInt(3), uint(bits)).times(2)}
}

func (x fixed) times(k int64) fixed {
	return fixed{new(big.Int).Mul(x.n, big.NewInt(k)), x.slack * k}
}

// ratio encloses log(a/b), a ≥ b > 0: with a/b = 2^e·r, 1 ≤ r < 2,
//
//	log(a/b) = e·log 2 + 2·artanh((r-1)/(r+1)),  0 ≤ (r-1)/(r+1) < 1/3.
func (l logarithm) ratio(a, b *big.Int) enclosure {
	e := a.BitLen() - b.BitLen()
	scaled := new(big.Int).Lsh(b, uint(e))
	if a.Cmp(scaled) < 0 {
		e--
		scaled.Rsh(scaled, 1)
	}
	rest := artanh(new(big.Int).Sub(a, scaled), new(big.Int).Add(a, scaled), uint(l.bits)).times(2)
	whole := l.ln2.times(int64(e))
	lo := new(big.Int).Add(rest.n, whole.n)
	hi := new(big.Int).Add(lo, big.NewInt(rest.slack+whole.slack))
	return enclosure{l.bits.scaled(lo, uint(l.bits)).lo, l.bits.scaled(hi, uint(l.bits)).hi}
}

// artanh is Σ_j z^{2j+1}/(2j+1) at z = n/d, 0 ≤ z ≤ 1/3, in units u = 2^-bits.
//
// Everything is rounded down.  A power z^{2j+1} is too small by at most 3/2 u: the
// first by 1, each next by a ninth of the one before, plus a third for z² being
// too small by 1, plus 1.  So a term is too small by at most 5/2 u, and when the
// power has become 0, so that it is at most 3/2 u, all that is left of the series
// is below 9/8 of it.  With n terms the sum is too small by less than 3n+2.
func artanh(n, d *big.Int, bits uint) fixed {
	power := new(big.Int).Lsh(n, bits)
	power.Quo(power, d)
	square := new(big.Int).Mul(n, n)
	square.Quo(square.Lsh(square, bits), new(big.Int).Mul(d, d))
	sum, term, odd := new(big.Int), new(big.Int), new(big.Int)
	j := int64(0)
	for ; power.Sign() > 0; j++ {
		sum.Add(sum, term.Quo(power, odd.SetInt64(2*j+1)))
		power.Rsh(power.Mul(power, square), bits)
	}
	return fixed{sum, 3*j + 2}
}
