package extremal

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"

	"vectorborda/bounds/enclose"
)

// ErrRefused is what [Solve] says of a certificate that it would not accept itself:
// a defect of this package.
var ErrRefused = errors.New("the certificate is refused")

// Solve finds E_d by a Remez exchange on (0, τ] in the odd powers up to d and
// returns it with the limits that [Extremal.Check] finds, rounded outward to 64 bits.
func Solve(d int, beta float64) (*Extremal, error) {
	if err := cmp.Or(checkDepth(d), checkBeta(beta)); err != nil {
		return nil, err
	}
	x, err := exchange(d, beta)
	if err != nil {
		return nil, fmt.Errorf("E_%d at β = %v: %w", d, beta, err)
	}
	lower, upper, err := x.Check()
	if err != nil {
		return nil, fmt.Errorf("E_%d at β = %v: %w: %w", d, beta, ErrRefused, err)
	}
	limits := enclose.Bits(64).Between(lower, upper)
	x.Lower, x.Upper = limits.Lo, limits.Hi
	return x, nil
}

// rounds is far more than the exchange takes: it converges quadratically.
const rounds = 100

func exchange(d int, beta float64) (*Extremal, error) {
	m, bits := halves(d), pointBits(d, beta)
	points, err := chebyshev(m, bits, beta)
	if err != nil {
		return nil, err
	}
	for range rounds {
		lv := level(points, bits, d, beta)
		critical, err := lv.critical()
		if err != nil {
			return nil, err
		}
		next := append(slices.Clone(critical), points[m])
		if settled(points, next, bits) {
			return lv.certify(d)
		}
		points = next
	}
	return nil, fmt.Errorf("the exchange has not converged in %d rounds", rounds)
}

// settled: the points moved by so little, 2^-(bits/2+8) of a unit at most, that
// its square is beyond the bits of a point.
func settled(a, b []*big.Int, bits uint) bool {
	diff := new(big.Int)
	for i := range a {
		if diff.Sub(a[i], b[i]).BitLen() > int(bits/2)-8 {
			return false
		}
	}
	return true
}

// chebyshev are the m+1 positive extrema of T_{2m+1} on [-τ, τ], the outermost one
// rounded down.
func chebyshev(m int, bits uint, beta float64) ([]*big.Int, error) {
	top, err := edge(bits, beta)
	if err != nil {
		return nil, err
	}
	points := make([]*big.Int, m+1)
	scale := new(big.Float).SetInt(top)
	for i := range m {
		at := big.NewFloat(math.Sin(float64(2*i+1) * math.Pi / float64(2*(2*m+1))))
		points[i], _ = at.Mul(at.SetPrec(bits+64), scale).Int(nil)
	}
	points[m] = top
	return points, nil
}

// edge is ⌊τ·2^bits⌋, τ = tanh(β/2) = (e^β-1)/(e^β+1).
func edge(bits uint, beta float64) (*big.Int, error) {
	b := enclose.Bits(bits + 128)
	e := b.Float(beta).Exp()
	tau := e.Sub(b.Int(1)).Quo(e.Add(b.Int(1)))
	top, ok := tau.Scale(int(bits)).Floor()
	if !ok {
		return nil, fmt.Errorf("τ·2^%d is within %d bits of a whole number", bits, b)
	}
	return top, nil
}
