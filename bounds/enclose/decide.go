package enclose

import "math/big"

// Floor is ⌊x⌋ and true when it is the same for all of x.
func (x Interval) Floor() (*big.Int, bool) {
	n := floor(x.Lo)
	return n, n.Cmp(floor(x.Hi)) == 0
}

// Ceil is ⌈x⌉ and true when it is the same for all of x.
func (x Interval) Ceil() (*big.Int, bool) {
	n, ok := x.Neg().Floor()
	return n.Neg(n), ok
}

// floor: Int takes the fraction off, upwards below 0.
func floor(x *big.Float) *big.Int {
	n, side := x.Int(nil)
	if side == big.Above {
		n.Sub(n, big.NewInt(1))
	}
	return n
}

// Float64 is the float64 nearest to x and true when it is the same for all of x.
func (x Interval) Float64() (float64, bool) {
	lo, _ := x.Lo.Float64()
	hi, _ := x.Hi.Float64()
	return lo, lo == hi
}
