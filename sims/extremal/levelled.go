package extremal

import (
	"errors"
	"math/big"

	"vectorborda/bounds/enclose"
)

// levelled is the odd polynomial of degree 2m-1 whose error D-P at the points is
// (-1)^{m-i}·h.
type levelled struct {
	points []*big.Int
	bits   uint
	beta   float64
	prec   uint
	coefs  []*big.Float // of y, y³, …
	steep  []*big.Float // of β·P' in 1, y², …, for slope; set by critical
}

// level solves for h and P.
//
// P/y is a polynomial of degree m-1 in s = y² through (s_i, (D_i - (-1)^{m-i}·h)/y_i),
// so the divided difference of these m+1 values is 0, which gives h, and those of the
// first m give P.
//
// Precision: a value of D, rounded at 2^-prec, enters a coefficient with the factor
// Π 1/|s_i-s_j|, the bits lost; smallness bits are the size of E_d, and bits more
// are the accuracy of a point.
func level(points []*big.Int, bits uint, d int, beta float64) *levelled {
	m := len(points) - 1
	prec := smallness(d, beta) + lost(points, bits) + 2*bits + uint(2*m) + 64
	lv := &levelled{points: points, bits: bits, beta: beta, prec: prec}
	s, f, e := make([]*big.Float, m+1), make([]*big.Float, m+1), make([]*big.Float, m+1)
	for i, k := range points {
		y := lv.at(k)
		s[i] = lv.mul(y, y)
		f[i] = lv.quo(utility(enclose.Bits(prec), k, bits, beta).Lo, y)
		e[i] = lv.quo(lv.new().SetInt64(alternate(i, m)), y)
	}
	lv.divide(s, f)
	lv.divide(s, e)
	h := lv.quo(f[m], e[m])
	for i := range m {
		f[i] = lv.sub(f[i], lv.mul(h, e[i]))
	}
	lv.coefs = lv.expand(s[:m], f[:m])
	return lv
}

// lost is max_i Σ_{j≠i} log2(1/|s_i-s_j|), rounded up.
func lost(points []*big.Int, bits uint) uint {
	worst, diff := 0, new(big.Int)
	for i, a := range points {
		sum := 0
		for j, b := range points {
			if i != j {
				diff.Sub(diff.Mul(a, a), new(big.Int).Mul(b, b))
				sum += 2*int(bits) - diff.BitLen() + 1
			}
		}
		worst = max(worst, sum)
	}
	return uint(worst)
}

func (lv *levelled) new() *big.Float                { return new(big.Float).SetPrec(lv.prec) }
func (lv *levelled) sub(x, y *big.Float) *big.Float { return lv.new().Sub(x, y) }
func (lv *levelled) mul(x, y *big.Float) *big.Float { return lv.new().Mul(x, y) }
func (lv *levelled) quo(x, y *big.Float) *big.Float { return lv.new().Quo(x, y) }
func (lv *levelled) times(x *big.Float, k int64) *big.Float {
	return lv.mul(x, lv.new().SetInt64(k))
}

// at is k/2^bits.
func (lv *levelled) at(k *big.Int) *big.Float {
	x := lv.new().SetInt(k)
	return x.SetMantExp(x, -int(lv.bits))
}

// divide replaces the values g at s by their divided differences g[s_0, …, s_i].
func (lv *levelled) divide(s, g []*big.Float) {
	for order := 1; order < len(s); order++ {
		for i := len(s) - 1; i >= order; i-- {
			g[i] = lv.quo(lv.sub(g[i], g[i-1]), lv.sub(s[i], s[i-order]))
		}
	}
}

// expand is the polynomial of these divided differences in powers of s.
func (lv *levelled) expand(s, diff []*big.Float) (coefs []*big.Float) {
	for i := len(s) - 1; i >= 0; i-- {
		coefs = append(coefs, lv.new())
		for j := len(coefs) - 1; j > 0; j-- {
			coefs[j] = lv.sub(coefs[j-1], lv.mul(s[i], coefs[j]))
		}
		coefs[0] = lv.sub(diff[i], lv.mul(s[i], coefs[0]))
	}
	return coefs
}

// slope is 2 - β(1-s)·P'(y) at y = k/2^bits: the sign of (D-P)'.
func (lv *levelled) slope(k *big.Int) *big.Float {
	y := lv.at(k)
	s, sum, product := lv.mul(y, y), lv.new(), lv.new()
	for j := len(lv.coefs) - 1; j >= 0; j-- {
		product.Mul(sum, s)
		sum.Add(product, lv.steep[j])
	}
	return lv.sub(lv.new().SetInt64(2), lv.mul(sum, lv.sub(lv.new().SetInt64(1), s)))
}

var errLost = errors.New("the exchange lost the alternation of the error")

// critical are the m zeros k of the slope, one between each two points where it has
// alternating signs: D-P goes from -h to h or back between neighbouring points, so
// somewhere it has the sign that this takes.
func (lv *levelled) critical() ([]*big.Int, error) {
	lv.steep = nil
	for j, c := range lv.coefs {
		lv.steep = append(lv.steep, lv.times(lv.mul(c, lv.new().SetFloat64(lv.beta)), int64(2*j+1)))
	}
	m := len(lv.points) - 1
	between := []*big.Int{new(big.Int)}
	for i := 1; i <= m; i++ {
		k := lv.climb(lv.points[i-1], lv.points[i], int(alternate(i, m)))
		if k == nil {
			return nil, errLost
		}
		between = append(between, k)
	}
	zeros := make([]*big.Int, m)
	for i := range zeros {
		zeros[i] = lv.zero(between[i], between[i+1], int(alternate(i+1, m)))
	}
	return zeros, nil
}

// climb looks for a k strictly between a and b at which the slope has the sign.
func (lv *levelled) climb(a, b *big.Int, sign int) *big.Int {
	width := new(big.Int).Sub(b, a)
	for parts := int64(2); parts <= 1<<12; parts *= 2 {
		for n := int64(1); n < parts; n += 2 {
			k := new(big.Int).Mul(width, big.NewInt(n))
			k.Add(a, k.Quo(k, big.NewInt(parts)))
			if lv.slope(k).Sign() == sign {
				return k
			}
		}
	}
	return nil
}

// zero narrows [a, b] until the slope changes its sign between k and k+1; it has the
// sign at b.  It goes by the secant, with half the value of an end that stays, so that
// both ends close in (the Illinois rule), and every fourth time by halves.
func (lv *levelled) zero(a, b *big.Int, sign int) *big.Int {
	lo, hi, one := a, b, big.NewInt(1)
	below, above, moved := lv.slope(lo), lv.slope(hi), 0
	for n := 1; ; n++ {
		width := new(big.Int).Sub(hi, lo)
		if width.Cmp(one) <= 0 {
			return lo
		}
		mid := new(big.Int).Rsh(width, 1)
		if n%4 > 0 && below.Sign() != sign {
			lv.mul(lv.quo(below, lv.sub(below, above)), lv.new().SetInt(width)).Int(mid)
		}
		if mid.Sign() == 0 {
			mid.Set(one)
		} else if mid.Cmp(width) == 0 {
			mid.Sub(mid, one)
		}
		value := lv.slope(mid.Add(lo, mid))
		if at := value.Sign(); at == sign {
			hi, above = mid, value
			if moved == 1 {
				below = lv.new().SetMantExp(below, -1)
			}
			moved = 1
		} else {
			lo, below = mid, value
			if moved == -1 {
				above = lv.new().SetMantExp(above, -1)
			}
			moved = -1
		}
	}
}
