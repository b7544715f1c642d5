package lemmas

import (
	"math"
	"math/big"

	"github.com/cockroachdb/apd/v3"
)

// precise evaluates sums of logistic functions in decimal arithmetic with
// enough digits, for what float64 intervals leave undecided.
//
// With p digits, apd's exponential is good to a few units in the last place;
// 10^(4-p) relative is allowed for it.  A logistic value is at most 1 and adds
// two roundings, so it is within 1.1·10^(4-p); a sum of up to 40 of them, and a
// slope times a difference that is itself below 2, stay within 10^(6-p).  The
// tests compare with a run at twice the digits.
type precise struct {
	ctx   *apd.Context
	s     int64 // arguments are k/2^s
	sigma map[int64]*apd.Decimal
	error *apd.Decimal // 10^(6-p)
}

// newPrecise takes digits for arguments up to largest/2^s in magnitude: a
// difference of logistic values at u, one unit 2^-s apart, is about
// 2^-s·e^-|u|; 25 digits more than that leave room for the error.
func newPrecise(s, largest int64) *precise { return newPreciseOrder(1, s, largest) }

// newPreciseOrder takes digits for values of the given order in the differences,
// (2^-s)^order·e^-|u|.
func newPreciseOrder(order, s, largest int64) *precise {
	digits := 25 + 0.302*float64(order*s) + 0.435*math.Ldexp(float64(largest), -int(s))
	return withDigits(s, uint32(math.Ceil(digits)))
}

func withDigits(s int64, digits uint32) *precise {
	return &precise{
		ctx: apd.BaseContext.WithPrecision(digits), s: s,
		sigma: map[int64]*apd.Decimal{}, error: apd.New(1, 6-int32(digits)),
	}
}

// number is k/2^s exactly: k·5^s/10^s.
func (p *precise) number(k int64) *apd.Decimal {
	five := new(big.Int).Exp(big.NewInt(5), big.NewInt(p.s), nil)
	return apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(five.Mul(five, big.NewInt(k))), -int32(p.s))
}

// logistic is σ(k/2^s), from e^-|x| so that small values keep their digits.
func (p *precise) logistic(k int64) *apd.Decimal {
	if v := p.sigma[k]; v != nil {
		return v
	}
	e, one, v := new(apd.Decimal), apd.New(1, 0), new(apd.Decimal)
	p.must(p.ctx.Exp(e, p.number(-max(k, -k))))
	p.must(p.ctx.Add(v, one, e))
	if k >= 0 {
		e = one
	}
	p.must(p.ctx.Quo(v, e, v))
	p.sigma[k] = v
	return v
}

// rise is Σ (σ(u) - σ(v)) over the pairs.
func (p *precise) rise(pairs [][2]int64) *apd.Decimal {
	sum := new(apd.Decimal)
	for _, uv := range pairs {
		p.must(p.ctx.Add(sum, sum, p.logistic(uv[0])))
		p.must(p.ctx.Sub(sum, sum, p.logistic(uv[1])))
	}
	return sum
}

// slope is σ(x)·σ(-x) at x = k/2^s, the derivative of σ.
func (p *precise) slope(k int64) *apd.Decimal {
	v := new(apd.Decimal)
	p.must(p.ctx.Mul(v, p.logistic(k), p.logistic(-k)))
	return v
}

// lessLine is x - n·slope·k/2^s.
func (p *precise) lessLine(x *apd.Decimal, n int64, slope *apd.Decimal, k int64) *apd.Decimal {
	line := new(apd.Decimal)
	p.must(p.ctx.Mul(line, slope, p.number(k)))
	p.must(p.ctx.Mul(line, line, apd.New(n, 0)))
	p.must(p.ctx.Sub(line, x, line))
	return line
}

// sign decides the sign of a value that is within the stated error.
func (p *precise) sign(x *apd.Decimal) (sign int, ok bool) {
	magnitude := new(apd.Decimal).Abs(x)
	return x.Sign(), magnitude.Cmp(p.error) > 0
}

// must: these operations can only fail outside the ranges used here.
func (p *precise) must(_ apd.Condition, err error) {
	if err != nil {
		panic(err)
	}
}
