// Package enclose is the exact tier of what is decided without a tolerance:
// intervals with ends in math/big.Float of any precision. bounds.Interval, in
// float64, is the fast tier; what that leaves undecided is asked here, with as many
// bits as it takes, and is decided or said to be undecided.
//
// What it guarantees. An interval contains the true value. Ends are rounded outward
// by directed rounding; the one series in fixed point carries its slack, derived
// beside it. Nothing rests on what somebody else's logarithm, exponential or root
// promises of its last digit.
//
// What it refuses. There is no value "about" something: a sign, an integer part or
// a nearest float64 is given when all of the interval agrees on it, and only then.
// Whatever has no value (a divisor that may be 0, the logarithm of what may not be
// positive) panics: a caller knows its arguments. Exponents are taken to stay
// within those of big.Float, ±2³¹.
package enclose

import "math/big"

// Interval is the set of reals from Lo to Hi, Lo ≤ Hi, and is meant to contain one
// unknown true value. An operation encloses the results for all values in its
// operands, with the larger of their precisions; it changes no operand.
type Interval struct{ Lo, Hi *big.Float }

// Bits is the precision of an end.
type Bits uint

// toward is a new 0 of the precision that rounds to one side.
func (b Bits) toward(side big.RoundingMode) *big.Float {
	return new(big.Float).SetPrec(uint(b)).SetMode(side)
}

const (
	down = big.ToNegativeInf
	up   = big.ToPositiveInf
)

// Between is the interval from lo to hi, its ends rounded outward.
func (b Bits) Between(lo, hi *big.Float) Interval {
	return Interval{b.toward(down).Set(lo), b.toward(up).Set(hi)}
}

// Float encloses the float64 x, exactly from 53 bits on.
func (b Bits) Float(x float64) Interval {
	return Interval{b.toward(down).SetFloat64(x), b.toward(up).SetFloat64(x)}
}

// Int encloses n.
func (b Bits) Int(n int64) Interval {
	return Interval{b.toward(down).SetInt64(n), b.toward(up).SetInt64(n)}
}

// Dyadic encloses n/2^s.
func (b Bits) Dyadic(n *big.Int, s uint) Interval {
	return Interval{b.toward(down).SetInt(n), b.toward(up).SetInt(n)}.Scale(-int(s))
}

// Rat encloses r.
func (b Bits) Rat(r *big.Rat) Interval {
	return Interval{b.toward(down).SetRat(r), b.toward(up).SetRat(r)}
}

// Bits is the larger precision of the ends.
func (x Interval) Bits() Bits { return Bits(max(x.Lo.Prec(), x.Hi.Prec())) }

// Neg is {-x}, exact.
func (x Interval) Neg() Interval {
	return Interval{new(big.Float).Neg(x.Hi), new(big.Float).Neg(x.Lo)}
}

// Scale is {x·2^n}, exact.
func (x Interval) Scale(n int) Interval {
	return Interval{new(big.Float).SetMantExp(x.Lo, n), new(big.Float).SetMantExp(x.Hi, n)}
}

// Add encloses {x+y}.
func (x Interval) Add(y Interval) Interval {
	b := max(x.Bits(), y.Bits())
	return Interval{b.toward(down).Add(x.Lo, y.Lo), b.toward(up).Add(x.Hi, y.Hi)}
}

// Sub encloses {x-y}.
func (x Interval) Sub(y Interval) Interval {
	b := max(x.Bits(), y.Bits())
	return Interval{b.toward(down).Sub(x.Lo, y.Hi), b.toward(up).Sub(x.Hi, y.Lo)}
}

// Mul encloses {x·y}.
func (x Interval) Mul(y Interval) Interval { return corners(x, y, (*big.Float).Mul) }

// Quo encloses {x/y}; y must not contain 0.
func (x Interval) Quo(y Interval) Interval {
	if sign, ok := y.Sign(); sign == 0 || !ok {
		panic("enclose: a divisor that may be 0")
	}
	return corners(x, y, (*big.Float).Quo)
}

// corners encloses the results of an operation that is monotone in each operand.
func corners(x, y Interval, op func(z, x, y *big.Float) *big.Float) Interval {
	b := max(x.Bits(), y.Bits())
	var hull Interval
	for _, u := range []*big.Float{x.Lo, x.Hi} {
		for _, v := range []*big.Float{y.Lo, y.Hi} {
			at := Interval{op(b.toward(down), u, v), op(b.toward(up), u, v)}
			if hull.Lo == nil || at.Lo.Cmp(hull.Lo) < 0 {
				hull.Lo = at.Lo
			}
			if hull.Hi == nil || at.Hi.Cmp(hull.Hi) > 0 {
				hull.Hi = at.Hi
			}
		}
	}
	return hull
}

// Max encloses {max(x,y)}, exactly.
func (x Interval) Max(y Interval) Interval { return Interval{larger(x.Lo, y.Lo), larger(x.Hi, y.Hi)} }

// Min encloses {min(x,y)}, exactly.
func (x Interval) Min(y Interval) Interval { return x.Neg().Max(y.Neg()).Neg() }

// Abs encloses {|x|} = {max(x,-x)}; its lower end is below 0 where x contains 0.
func (x Interval) Abs() Interval { return x.Max(x.Neg()) }

func larger(x, y *big.Float) *big.Float {
	if x.Cmp(y) < 0 {
		return y
	}
	return x
}

// Sign is -1, 0 or +1 and true when all of x has that sign, else 0 and false.
func (x Interval) Sign() (sign int, ok bool) {
	if lo, hi := x.Lo.Sign(), x.Hi.Sign(); lo == hi {
		return lo, true
	}
	return 0, false
}
