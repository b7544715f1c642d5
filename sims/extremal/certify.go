package extremal

import (
	"math/big"
	"slices"
)

// certify rounds the polynomial, finds its extrema again and turns them into a
// signature; the limits are left open.
func (lv *levelled) certify(d int) (*Extremal, error) {
	x := &Extremal{D: d, Beta: lv.beta, Bits: lv.bits}
	x.Shift = smallness(d, lv.beta) + lv.bits + 16
	for j, c := range lv.coefs {
		scaled := lv.new().SetMantExp(c, int(x.Shift))
		whole, _ := scaled.Int(nil)
		x.Coefs = append(x.Coefs, whole)
		lv.coefs[j] = lv.new().SetMantExp(lv.new().SetInt(whole), -int(x.Shift))
	}
	critical, err := lv.critical()
	if err != nil {
		return nil, err
	}
	x.Critical = critical
	x.Points = append(slices.Clone(critical), lv.points[len(lv.points)-1])
	x.Weights = signature(x.Points)
	return x, nil
}

// signature are whole numbers proportional to 1/(k_i Π_{j≠i}|k_i²-k_j²|): the
// product of all k_i and all k_j²-k_i², i < j, over those with an index i.
func signature(points []*big.Int) []*big.Int {
	own, all := make([]*big.Int, len(points)), big.NewInt(1)
	for i, a := range points {
		own[i] = new(big.Int).Set(a)
		all.Mul(all, a)
		for j, b := range points {
			if j == i {
				continue
			}
			diff := new(big.Int).Sub(new(big.Int).Mul(a, a), new(big.Int).Mul(b, b))
			own[i].Mul(own[i], diff.Abs(diff))
			if j < i {
				all.Mul(all, diff)
			}
		}
	}
	weights := make([]*big.Int, len(points))
	for i := range points {
		weights[i] = new(big.Int).Quo(all, own[i])
	}
	return weights
}

// bitsOf is the number of bits of the largest magnitude.
func bitsOf(values []*big.Int) uint {
	n := 1
	for _, v := range values {
		n = max(n, v.BitLen())
	}
	return uint(n)
}
