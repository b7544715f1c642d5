package extremal

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"vectorborda/bounds/enclose"
)

// Check gives what the signature and the polynomial prove of E_d, or says what is
// wrong with them.
func (x *Extremal) Check() (lower, upper *big.Float, err error) {
	if err := x.shape(); err != nil {
		return nil, nil, err
	}
	if lower, err = x.lower(); err != nil {
		return nil, nil, err
	}
	upper, err = x.upper()
	return lower, upper, err
}

// shape: as many of everything as the depth asks for, in a range that can be
// evaluated.
func (x *Extremal) shape() error {
	m, err := halves(x.D), cmp.Or(checkDepth(x.D), checkBeta(x.Beta))
	switch {
	case err != nil:
		return err
	case len(x.Points) != m+1 || len(x.Weights) != m+1:
		return fmt.Errorf("signature: %d points and %d weights on one side, not %d", len(x.Points), len(x.Weights), m+1)
	case len(x.Coefs) != m || len(x.Critical) != m:
		return fmt.Errorf("polynomial: %d coefficients and %d extrema, not %d", len(x.Coefs), len(x.Critical), m)
	}
	return nil
}

// precision is enough for E_d to about 64 bits: its own size, that of the terms it
// is the difference of, and the bits of a point.
func (x *Extremal) precision() enclose.Bits {
	terms := bitsOf(x.Coefs) - min(bitsOf(x.Coefs), x.Shift)
	return enclose.Bits(smallness(x.D, x.Beta) + terms + 2*x.Bits + 128)
}

// lower is the lower end of L, once the signature is one.
func (x *Extremal) lower() (*big.Float, error) {
	if err := x.orderly(); err != nil {
		return nil, err
	}
	if err := x.annihilates(); err != nil {
		return nil, err
	}
	b, m := x.precision(), len(x.Points)-1
	sum, norm := b.Int(0), new(big.Int)
	for i, k := range x.Points {
		norm.Add(norm, x.Weights[i])
		term := b.Dyadic(x.Weights[i], 0).Mul(utility(b, k, x.Bits, x.Beta))
		sum = sum.Add(term.Mul(b.Int(alternate(i, m))))
	}
	return sum.Quo(b.Dyadic(norm, 0)).Lo, nil
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
	if utility(x.precision(), before, x.Bits, x.Beta).Hi.Cmp(big.NewFloat(1)) > 0 {
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
	end := new(big.Int).Add(x.Points[len(x.Points)-1], big.NewInt(1))
	if end.BitLen() > int(x.Bits) || utility(b, end, x.Bits, x.Beta).Lo.Cmp(big.NewFloat(1)) < 0 {
		return nil, fmt.Errorf("polynomial: its error is not bounded up to τ = tanh(β/2)")
	}
	worst, slope := x.error(b, end).Hi, x.slope(b)
	before := new(big.Int)
	for i, k := range x.Critical {
		next := new(big.Int).Add(k, big.NewInt(1))
		if k.Cmp(before) < 0 || next.Cmp(end) > 0 {
			return nil, fmt.Errorf("polynomial: extremum %d is out of order", i)
		}
		before = next
		before, _ := horner(slope, x.square(b, k)).Sign()
		after, _ := horner(slope, x.square(b, next)).Sign()
		if before*after >= 0 {
			return nil, fmt.Errorf("polynomial: there is no extremum %d where it is claimed", i)
		}
		if reach := x.error(b, k).Add(x.drift(b, slope, k)).Hi; reach.Cmp(worst) > 0 {
			worst = reach
		}
	}
	return worst, nil
}

// square is s = (k/2^Bits)².
func (x *Extremal) square(b enclose.Bits, k *big.Int) enclose.Interval {
	return b.Dyadic(new(big.Int).Mul(k, k), 2*x.Bits)
}

// error encloses |D-P| at y = k/2^Bits.
func (x *Extremal) error(b enclose.Bits, k *big.Int) enclose.Interval {
	var coefs []enclose.Interval
	for _, c := range x.Coefs {
		coefs = append(coefs, b.Dyadic(c, x.Shift))
	}
	value := horner(coefs, x.square(b, k)).Mul(b.Dyadic(k, x.Bits))
	return utility(b, k, x.Bits, x.Beta).Sub(value).Abs()
}

// slope are the coefficients of β(1-s)(D-P)' = 2 - β(1-s)·Σ (2j+1)c_j·s^j.
func (x *Extremal) slope(b enclose.Bits) []enclose.Interval {
	out := []enclose.Interval{b.Int(2)}
	for range x.Coefs {
		out = append(out, b.Int(0))
	}
	for j, c := range x.Coefs {
		term := b.Float(x.Beta).Mul(b.Int(int64(2*j + 1)).Mul(b.Dyadic(c, x.Shift)))
		out[j], out[j+1] = out[j].Sub(term), out[j+1].Add(term)
	}
	return out
}

// drift bounds how much D-P changes from k to k+1: at most 2^-Bits times the
// largest slope over β(1-s).  The slope at s+w is Σ_j t_j·w^j with its Taylor
// coefficients t_j at s.
func (x *Extremal) drift(b enclose.Bits, slope []enclose.Interval, k *big.Int) enclose.Interval {
	s, end := x.square(b, k), x.square(b, new(big.Int).Add(k, big.NewInt(1)))
	var sizes []enclose.Interval
	for _, t := range taylor(slope, s) {
		sizes = append(sizes, t.Abs())
	}
	room := b.Float(x.Beta).Mul(b.Int(1).Sub(end))
	return horner(sizes, end.Sub(s)).Quo(room).Scale(-int(x.Bits))
}

// horner encloses Σ c_j·s^j.
func horner(c []enclose.Interval, s enclose.Interval) enclose.Interval {
	sum := c[len(c)-1]
	for j := len(c) - 2; j >= 0; j-- {
		sum = sum.Mul(s).Add(c[j])
	}
	return sum
}

// taylor are the coefficients of c(s+w) in powers of w, by repeated synthetic
// division.
func taylor(c []enclose.Interval, s enclose.Interval) []enclose.Interval {
	out := slices.Clone(c)
	for i := range out {
		for j := len(out) - 2; j >= i; j-- {
			out[j] = out[j].Add(out[j+1].Mul(s))
		}
	}
	return out
}
