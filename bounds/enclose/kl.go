package enclose

import "math/big"

// KL encloses kl(p,q) = p·log(p/q) + (1-p)·log((1-p)/(1-q)), 0·log 0 = 0, for
// 0 ≤ p ≤ 1 and 0 < q < 1.
func (b Bits) KL(p, q *big.Rat) Interval {
	one := big.NewRat(1, 1)
	return b.klTerm(p, q).Add(b.klTerm(new(big.Rat).Sub(one, p), new(big.Rat).Sub(one, q)))
}

// klTerm is p·log(p/q).
func (b Bits) klTerm(p, q *big.Rat) Interval {
	if p.Sign() == 0 {
		return b.Int(0)
	}
	ratio := new(big.Rat).Quo(p, q)
	return b.Rat(p).Mul(b.Log(ratio.Num(), ratio.Denom()))
}
