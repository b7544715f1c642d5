package enclose

import "math/big"

// Sqrt encloses {√x} for x ≥ 0, each end within two units of its last place; it
// panics, as big.Int.Sqrt does, where x may be below 0.
//
// big.Float.Sqrt rounds an approximation and promises no side; big.Int.Sqrt is the
// floor itself. With X = x·4^s and R = ⌊√⌊X⌋⌋, R ≤ √X, and (R+1)² ≥ ⌊X⌋+1 > X, so
// √X < R+1; s leaves R more than b bits.
func (x Interval) Sqrt() Interval {
	b := x.Bits()
	lo, s := b.root(x.Lo)
	hi, t := b.root(x.Hi)
	return Interval{b.Dyadic(lo, s).Lo, b.Dyadic(hi.Add(hi, big.NewInt(1)), t).Hi}
}

// root is R and s.
func (b Bits) root(x *big.Float) (*big.Int, uint) {
	s := uint(max(0, int(b)+1-x.MantExp(nil)/2))
	scaled, _ := new(big.Float).SetMantExp(x, 2*int(s)).Int(nil)
	return scaled.Sqrt(scaled), s
}
