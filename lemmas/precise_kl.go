package lemmas

import (
	"math/big"

	"github.com/cockroachdb/apd/v3"

	"vectorborda/bounds"
)

// rational is a/b with a > 0 or a = 0, rounded once.
func (p *precise) rational(x *big.Rat) *apd.Decimal {
	v := new(apd.Decimal)
	p.must(p.ctx.Quo(v, apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(x.Num()), 0), apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(x.Denom()), 0)))
	return v
}

// kl is kl(a,b) = a·log(a/b) + (1-a)·log((1-a)/(1-b)) of rationals, 0 < b < 1.
//
// A quotient is right to 1.5 units of the last digit and its logarithm, of at
// most 100 in magnitude here, to 10^(3-p) with apd's own error; the two products
// and the sum keep it within 10^(4-p).
func (p *precise) kl(a, b *big.Rat) *apd.Decimal {
	one := big.NewRat(1, 1)
	return p.sum(p.klTerm(a, b), p.klTerm(new(big.Rat).Sub(one, a), new(big.Rat).Sub(one, b)))
}

// klTerm is x·log(x/y), 0 at x = 0.
func (p *precise) klTerm(x, y *big.Rat) *apd.Decimal {
	v := new(apd.Decimal)
	if x.Sign() == 0 {
		return v
	}
	p.must(p.ctx.Ln(v, p.rational(new(big.Rat).Quo(x, y))))
	p.must(p.ctx.Mul(v, v, p.rational(x)))
	return v
}

// less is x - y.
func (p *precise) less(x, y *apd.Decimal) *apd.Decimal { return p.sum(x, negative(y)) }

// times is n·x.
func (p *precise) times(x *apd.Decimal, n int64) *apd.Decimal {
	v := new(apd.Decimal)
	p.must(p.ctx.Mul(v, x, apd.New(n, 0)))
	return v
}

// klLogistic is kl(σ(x),σ(y)) for x = k/2^s and y = l/2^s:
//
//	log(p/q) = (x-y) - log((1+e^x)/(1+e^y)),  kl = σ(x)·(x-y) - log((1+e^x)/(1+e^y)).
//
// Terms are below 200 in magnitude for |x|, |y| ≤ 64 and each is within a few
// units of its last digit: the value is within 10^(6-p).
func (p *precise) klLogistic(k, l int64) *apd.Decimal {
	v := new(apd.Decimal)
	p.must(p.ctx.Mul(v, p.logistic(k), p.number(k-l)))
	ratio, log := new(apd.Decimal), new(apd.Decimal) // (1+e^x)/(1+e^y) = σ(-y)/σ(-x)
	p.must(p.ctx.Quo(ratio, p.logistic(-l), p.logistic(-k)))
	p.must(p.ctx.Ln(log, ratio))
	return p.less(v, log)
}

// holds reports that an enclosure in float64 and a decimal within its error can
// be the same number.
func (p *precise) holds(v bounds.Interval, x *apd.Decimal) bool {
	lo, errLo := p.less(x, p.error).Float64()
	hi, errHi := p.sum(x, p.error).Float64()
	return errLo == nil && errHi == nil && hi >= v.Lo && lo <= v.Hi
}
