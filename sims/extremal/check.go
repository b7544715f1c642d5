package extremal

import (
	"fmt"
	"math/big"
)

// Check accepts the certificate or says what is wrong with it.
func (x *Extremal) Check() error {
	if err := x.shape(); err != nil {
		return err
	}
	lower, err := x.lower()
	if err != nil {
		return err
	}
	if x.Lower.Cmp(lower) > 0 {
		return fmt.Errorf("lower limit: the signature gives %.12g, not %.12g", lower, x.Lower)
	}
	upper, err := x.upper()
	if err != nil {
		return err
	}
	if x.Upper.Cmp(upper) < 0 {
		return fmt.Errorf("upper limit: the error of the polynomial reaches %.12g, above %.12g", upper, x.Upper)
	}
	return nil
}

// shape: as many of everything as the depth asks for, in a range that can be
// evaluated.
func (x *Extremal) shape() error {
	m := halves(x.D)
	if err := checkDepth(x.D); err != nil {
		return err
	}
	if err := checkBeta(x.Beta); err != nil {
		return err
	}
	switch {
	case len(x.Points) != m+1 || len(x.Weights) != m+1:
		return fmt.Errorf("signature: %d points and %d weights on one side, not %d", len(x.Points), len(x.Weights), m+1)
	case len(x.Coefs) != m || len(x.Critical) != m:
		return fmt.Errorf("polynomial: %d coefficients and %d extrema, not %d", len(x.Coefs), len(x.Critical), m)
	case x.Lower == nil || x.Upper == nil:
		return fmt.Errorf("a limit is missing")
	}
	return nil
}

// precision is enough for E_d to about 64 bits: its own size, that of the terms it
// is the difference of, and the bits of a point.
func (x *Extremal) precision() precision {
	terms := bitsOf(x.Coefs) - min(bitsOf(x.Coefs), x.Shift)
	return precision(smallness(x.D, x.Beta) + terms + 2*x.Bits + 128)
}

// lower is the lower end of L, once the signature is one.
func (x *Extremal) lower() (*big.Float, error) {
	if err := x.orderly(); err != nil {
		return nil, err
	}
	if err := x.annihilates(); err != nil {
		return nil, err
	}
	b := x.precision()
	log, m := newLogarithm(b), len(x.Points)-1
	sum, norm := b.whole(0), new(big.Int)
	for i, k := range x.Points {
		norm.Add(norm, x.Weights[i])
		term := b.mul(b.scaled(x.Weights[i], 0), log.utility(k, x.Bits, x.Beta))
		sum = b.add(sum, b.mul(b.whole(alternate(i, m)), term))
	}
	return b.quo(sum, b.scaled(norm, 0)).lo, nil
}

// orderly: 0 < y_0 < … < y_m ≤ τ, that is D(y_m) ≤ 1, and positive weights.
func (x *Extremal) orderly() error {
	before := new(big.Int)
	for i, k := range x.Points {
		if k.Cmp(before) <= 0 || k.BitLen() > int(x.Bits) {
			return fmt.Errorf("signature: point %d is not between the one before it and 1", i)
		}
		if x.Weights[i].Sign() <= 0 {
			return fmt.Errorf("signature: weight %d is not positive", i)
		}
		before = k
	}
	if newLogarithm(x.precision()).utility(before, x.Bits, x.Beta).hi.Cmp(big.NewFloat(1)) > 0 {
		return fmt.Errorf("signature: the last point is beyond τ = tanh(β/2)")
	}
	return nil
}

// annihilates: Σ (-1)^{m-i} w_i·k_i^{2j+1} = 0 for j < m, in whole numbers.
func (x *Extremal) annihilates() error {
	m := len(x.Points) - 1
	terms := make([]*big.Int, m+1)
	for i, k := range x.Points {
		terms[i] = new(big.Int).Mul(x.Weights[i], k)
		terms[i].Mul(terms[i], big.NewInt(alternate(i, m)))
	}
	for j := range m {
		sum := new(big.Int)
		for i, k := range x.Points {
			sum.Add(sum, terms[i])
			terms[i].Mul(terms[i], k).Mul(terms[i], k)
		}
		if sum.Sign() != 0 {
			return fmt.Errorf("signature: it does not annihilate y^%d", 2*j+1)
		}
	}
	return nil
}

// upper bounds |D-P| on [0, τ].  Between two neighbouring extrema D-P is monotone,
// so its values at 0, where it is 0, around the extrema and at the end bound it.
func (x *Extremal) upper() (*big.Float, error) {
	b := x.precision()
	log := newLogarithm(b)
	end := new(big.Int).Add(x.Points[len(x.Points)-1], big.NewInt(1))
	if end.BitLen() > int(x.Bits) || log.utility(end, x.Bits, x.Beta).lo.Cmp(big.NewFloat(1)) < 0 {
		return nil, fmt.Errorf("polynomial: its error is not bounded up to τ = tanh(β/2)")
	}
	worst, slope := x.error(log, end), x.slope(b)
	before := new(big.Int)
	for i, k := range x.Critical {
		next := new(big.Int).Add(k, big.NewInt(1))
		if k.Cmp(before) < 0 || next.Cmp(end) > 0 {
			return nil, fmt.Errorf("polynomial: extremum %d is out of order", i)
		}
		before = next
		if b.horner(slope, x.square(b, k)).sign()*b.horner(slope, x.square(b, next)).sign() >= 0 {
			return nil, fmt.Errorf("polynomial: there is no extremum %d where it is claimed", i)
		}
		reach := b.up().Add(x.error(log, k), x.drift(b, slope, k))
		if reach.Cmp(worst) > 0 {
			worst = reach
		}
	}
	return worst, nil
}

// square is s = (k/2^Bits)².
func (x *Extremal) square(b precision, k *big.Int) enclosure {
	return b.scaled(new(big.Int).Mul(k, k), 2*x.Bits)
}

// error bounds |D-P| at y = k/2^Bits.
func (x *Extremal) error(log logarithm, k *big.Int) *big.Float {
	b := log.bits
	var coefs []enclosure
	for _, c := range x.Coefs {
		coefs = append(coefs, b.scaled(c, x.Shift))
	}
	value := b.mul(b.horner(coefs, x.square(b, k)), b.scaled(k, x.Bits))
	return b.sub(log.utility(k, x.Bits, x.Beta), value).abs()
}

// slope are the coefficients of β(1-s)(D-P)' = 2 - β(1-s)·Σ (2j+1)c_j·s^j.
func (x *Extremal) slope(b precision) []enclosure {
	beta := b.float(x.Beta)
	out := []enclosure{b.whole(2)}
	for range x.Coefs {
		out = append(out, b.whole(0))
	}
	for j, c := range x.Coefs {
		term := b.mul(beta, b.mul(b.whole(int64(2*j+1)), b.scaled(c, x.Shift)))
		out[j], out[j+1] = b.sub(out[j], term), b.add(out[j+1], term)
	}
	return out
}

// drift bounds how much D-P changes from k to k+1: at most 2^-Bits times the
// largest slope over β(1-s).  The slope at s+w is Σ_j t_j·w^j with its Taylor
// coefficients t_j at s.
func (x *Extremal) drift(b precision, slope []enclosure, k *big.Int) *big.Float {
	next := new(big.Int).Add(k, big.NewInt(1))
	s, end := x.square(b, k), x.square(b, next)
	width, power := b.sub(end, s), b.whole(1)
	sum := b.whole(0)
	for _, t := range b.taylor(slope, s) {
		size := enclosure{t.abs(), t.abs()}
		sum = b.add(sum, b.mul(size, power))
		power = b.mul(power, width)
	}
	room := b.mul(b.float(x.Beta), b.sub(b.whole(1), end))
	return b.mul(b.quo(sum, room), b.scaled(big.NewInt(1), x.Bits)).hi
}

// taylor are the coefficients of c(s+w) in powers of w, by repeated synthetic
// division.
func (b precision) taylor(c []enclosure, s enclosure) []enclosure {
	out := append([]enclosure(nil), c...)
	for i := range out {
		for j := len(out) - 2; j >= i; j-- {
			out[j] = b.add(out[j], b.mul(out[j+1], s))
		}
	}
	return out
}
