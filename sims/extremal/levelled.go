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
// The weights that annihilate y, y³, …, y^{2m-1} at y_0 … y_m are proportional to
// 1/(y_i Π_{j≠i}(y_i²-y_j²)), which alternate in sign; applied to D they give h.
// P/y is then the polynomial of degree m-1 in s = y² through m of the points.
//
// Precision: a value of D, rounded at 2^-prec, enters a coefficient with the factor
// Π 1/|s_i-s_j|, the bits lost; smallness bits are the size of E_d, and bits more
// are the accuracy of a point.
func level(points []*big.Int, bits uint, d int, beta float64) *levelled {
	m := len(points) - 1
	prec := smallness(d, beta) + lost(points, bits) + 2*bits + uint(2*m) + 64
	lv := &levelled{points: points, bits: bits, beta: beta, prec: prec}
	y, s, f := make([]*big.Float, m+1), make([]*big.Float, m+1), make([]*big.Float, m+1)
	for i, k := range points {
		y[i] = lv.at(k)
		s[i] = lv.mul(y[i], y[i])
		f[i] = utility(enclose.Bits(prec), k, bits, beta).Lo
	}
	h := lv.height(y, s, f)
	g := make([]*big.Float, m)
	for i := range g {
		g[i] = lv.quo(lv.sub(f[i], lv.times(h, alternate(i, m))), y[i])
	}
	lv.coefs = lv.interpolate(s[:m], g)
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
func (lv *levelled) add(x, y *big.Float) *big.Float { return lv.new().Add(x, y) }
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

// height is h = Σ λ_i f_i / Σ |λ_i|.
func (lv *levelled) height(y, s, f []*big.Float) *big.Float {
	m := len(y) - 1
	sum, norm := lv.new(), lv.new()
	for i := range y {
		product := y[i]
		for j := range s {
			if j != i {
				product = lv.mul(product, lv.sub(s[i], s[j]))
			}
		}
		lambda := lv.quo(lv.new().SetInt64(1), product.Abs(product))
		sum = lv.add(sum, lv.times(lv.mul(lambda, f[i]), alternate(i, m)))
		norm = lv.add(norm, lambda)
	}
	return lv.quo(sum, norm)
}

// interpolate is the polynomial through (s_i, g_i) in powers of s, by divided
// differences.
func (lv *levelled) interpolate(s, g []*big.Float) []*big.Float {
	n := len(s)
	diff := append([]*big.Float(nil), g...)
	for order := 1; order < n; order++ {
		for i := n - 1; i >= order; i-- {
			diff[i] = lv.quo(lv.sub(diff[i], diff[i-1]), lv.sub(s[i], s[i-order]))
		}
	}
	coefs := []*big.Float{diff[n-1]}
	for i := n - 2; i >= 0; i-- {
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
