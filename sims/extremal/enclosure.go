package extremal

import "math/big"

// enclosure is an interval that contains one unknown true value.  Every operation
// rounds its lower end down and its upper end up.
type enclosure struct{ lo, hi *big.Float }

// precision is the number of bits of the ends.
type precision uint

func (b precision) down() *big.Float {
	return new(big.Float).SetPrec(uint(b)).SetMode(big.ToNegativeInf)
}

func (b precision) up() *big.Float {
	return new(big.Float).SetPrec(uint(b)).SetMode(big.ToPositiveInf)
}

// ratio encloses n/d, d > 0.
func (b precision) ratio(n, d *big.Int) enclosure {
	r := new(big.Rat).SetFrac(n, d)
	return enclosure{b.down().SetRat(r), b.up().SetRat(r)}
}

// scaled encloses n/2^shift.
func (b precision) scaled(n *big.Int, shift uint) enclosure {
	x := enclosure{b.down().SetInt(n), b.up().SetInt(n)}
	x.lo.SetMantExp(x.lo, -int(shift))
	x.hi.SetMantExp(x.hi, -int(shift))
	return x
}

// whole is the integer n.
func (b precision) whole(n int64) enclosure { return b.scaled(big.NewInt(n), 0) }

// float is the float64 x itself.
func (b precision) float(x float64) enclosure {
	return enclosure{b.down().SetFloat64(x), b.up().SetFloat64(x)}
}

func (b precision) add(x, y enclosure) enclosure {
	return enclosure{b.down().Add(x.lo, y.lo), b.up().Add(x.hi, y.hi)}
}

func (b precision) sub(x, y enclosure) enclosure {
	return enclosure{b.down().Sub(x.lo, y.hi), b.up().Sub(x.hi, y.lo)}
}

func (b precision) mul(x, y enclosure) enclosure {
	return b.hull(x, y, (*big.Float).Mul)
}

// quo encloses x/y for y > 0.
func (b precision) quo(x, y enclosure) enclosure {
	return b.hull(x, y, (*big.Float).Quo)
}

// hull encloses the results of an operation that is monotone in each operand.
func (b precision) hull(x, y enclosure, op func(z, x, y *big.Float) *big.Float) enclosure {
	var lo, hi *big.Float
	for _, u := range []*big.Float{x.lo, x.hi} {
		for _, v := range []*big.Float{y.lo, y.hi} {
			if z := op(b.down(), u, v); lo == nil || z.Cmp(lo) < 0 {
				lo = z
			}
			if z := op(b.up(), u, v); hi == nil || z.Cmp(hi) > 0 {
				hi = z
			}
		}
	}
	return enclosure{lo, hi}
}

// sign is the sign of the value, 0 if the enclosure does not decide it.
func (x enclosure) sign() int {
	switch {
	case x.lo.Sign() > 0:
		return 1
	case x.hi.Sign() < 0:
		return -1
	}
	return 0
}

// abs bounds the magnitude from above.
func (x enclosure) abs() *big.Float {
	lo, hi := new(big.Float).Neg(x.lo), x.hi
	if lo.Cmp(hi) > 0 {
		return lo
	}
	return hi
}

// horner encloses Σ c_j·s^j.
func (b precision) horner(c []enclosure, s enclosure) enclosure {
	sum := c[len(c)-1]
	for j := len(c) - 2; j >= 0; j-- {
		sum = b.add(b.mul(sum, s), c[j])
	}
	return sum
}
