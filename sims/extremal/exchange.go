package extremal

import (
	"errors"
	"fmt"
	"math"
	"math/big"

	"github.com/cockroachdb/apd/v3"
)

// ErrRefused is what [Solve] says of a certificate that it would not accept itself:
// a defect of this package.
var ErrRefused = errors.New("the certificate is refused")

// Solve finds E_d by a Remez exchange on (0, τ] in the odd powers up to d and
// returns it once [Extremal.Check] accepts it.
func Solve(d int, beta float64) (*Extremal, error) {
	if err := checkDepth(d); err != nil {
		return nil, err
	}
	if err := checkBeta(beta); err != nil {
		return nil, err
	}
	x, err := exchange(d, beta)
	if err != nil {
		return nil, fmt.Errorf("E_%d at β = %v: %w", d, beta, err)
	}
	if err := x.Check(); err != nil {
		return nil, fmt.Errorf("E_%d at β = %v: %w: %w", d, beta, ErrRefused, err)
	}
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
		next := append(nearest(critical), points[m])
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

// nearest copies the critical points.
func nearest(critical []*big.Int) []*big.Int {
	out := make([]*big.Int, len(critical), len(critical)+1)
	for i, k := range critical {
		out[i] = new(big.Int).Set(k)
	}
	return out
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

// edge is ⌊τ·2^bits⌋, τ = tanh(β/2) = (e^β-1)/(e^β+1).  Digits beyond the bits make
// a wrong floor improbable, and [Extremal.Check] tells.
func edge(bits uint, beta float64) (*big.Int, error) {
	ctx := apd.BaseContext.WithPrecision(uint32(float64(bits)*0.302 + 30))
	e, up, down := new(apd.Decimal), new(apd.Decimal), new(apd.Decimal)
	exact, _, err := ctx.NewFromString(betaRatio(beta).FloatString(1100))
	if err != nil {
		return nil, err
	}
	scale := apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(new(big.Int).Lsh(big.NewInt(1), bits)), 0)
	for _, step := range []func() (apd.Condition, error){
		func() (apd.Condition, error) { return ctx.Exp(e, exact) },
		func() (apd.Condition, error) { return ctx.Add(up, e, apd.New(1, 0)) },
		func() (apd.Condition, error) { return ctx.Sub(down, e, apd.New(1, 0)) },
		func() (apd.Condition, error) { return ctx.Mul(down, down, scale) },
		func() (apd.Condition, error) { return ctx.Quo(down, down, up) },
		func() (apd.Condition, error) { return ctx.Floor(down, down) },
	} {
		if _, err := step(); err != nil {
			return nil, err
		}
	}
	top, ok := new(big.Int).SetString(down.Text('f'), 10)
	if !ok {
		return nil, fmt.Errorf("τ·2^%d = %s is no whole number", bits, down)
	}
	return top, nil
}
