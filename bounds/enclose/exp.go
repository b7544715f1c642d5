package enclose

import "math/big"

// Exp encloses {e^x} for |x| < 2³⁰, each end within two units of its last place.
func (x Interval) Exp() Interval {
	b := x.Bits()
	return Interval{b.exp(x.Lo, down), b.exp(x.Hi, up)}
}

// Logistic encloses {σ(x)}, σ(x) = 1/(1+e^-x), for |x| < 2³⁰.
func (x Interval) Logistic() Interval {
	one := x.Bits().Int(1)
	return one.Quo(one.Add(x.Neg().Exp()))
}

// exp is a number on one side of e^x, for x ≥ 0 from e^x = (e^r)^(2^h), r = x/2^h <
// 2⁻⁸: all steps grow with their positive operands and are rounded to that side.
//
// With w bits [Bits.taylor] is off by (w/8+4)·2^(1-w) relative. A squaring doubles
// that and adds 2^(1-w): with w = b+h+16 and w < 2¹⁶ it ends below
// 2^h·(w/8+5)·2^(1-w) < 2^(-2-b), to which the last rounding adds a unit.
func (b Bits) exp(x *big.Float, side big.RoundingMode) *big.Float {
	if x.Sign() < 0 {
		return b.toward(side).Quo(big.NewFloat(1), (b+2).exp(new(big.Float).Neg(x), opposite(side)))
	}
	h := max(0, x.MantExp(nil)+8)
	if h > 38 {
		panic("enclose: e^x leaves the range of exponents")
	}
	value := (b + Bits(h) + 16).taylor(new(big.Float).SetMantExp(x, -h), side)
	for range h {
		value.Mul(value, value)
	}
	return b.toward(side).Set(value)
}

func opposite(side big.RoundingMode) big.RoundingMode {
	if side == up {
		return down
	}
	return up
}

// taylor is a number on one side of e^r = Σ r^k/k!, 0 ≤ r < 2⁻⁸, up to the first
// term t < 2^-b. What is left is below t·(r + r² + …) < t, and t, added to a sum of
// at least 1 and rounded up, counts for 2^(1-b) > 2t. There are at most b/8+1 terms,
// with one rounding of the sum each; their own roundings are below r of one.
func (b Bits) taylor(r *big.Float, side big.RoundingMode) *big.Float {
	sum, term, n := b.toward(side).SetInt64(1), b.toward(side).SetInt64(1), new(big.Float)
	for k := int64(1); term.Sign() > 0 && term.MantExp(nil) > -int(b); k++ {
		term.Mul(term, r)
		term.Quo(term, n.SetInt64(k))
		sum.Add(sum, term)
	}
	return sum
}
