package extremal

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// minimaxOnGrid is max Σ λ_i f(x_i) over λ that annihilate the T_k given and have
// Σ |λ_i| = 1: the dual of the minimax problem on the points x.  It has a row for
// each k and one more, and two columns a point.  It returns where λ is not 0.
func minimaxOnGrid(t *testing.T, powers []int, f func(x float64) float64, x []float64) (value float64, support []float64) {
	x = spreadLast(x, len(powers)+1)
	last, n := len(powers), len(x)
	a, c, b := mat.NewDense(last+1, 2*n, nil), make([]float64, 2*n), make([]float64, last+1)
	for i, v := range x {
		for row, k := range powers {
			a.Set(row, 2*i, math.Cos(float64(k)*math.Acos(v)))
			a.Set(row, 2*i+1, -math.Cos(float64(k)*math.Acos(v)))
		}
		a.Set(last, 2*i, 1)
		a.Set(last, 2*i+1, 1)
		c[2*i], c[2*i+1] = -f(v), f(v)
	}
	b[last] = 1
	best, lambda, err := lp.Simplex(c, a, b, 1e-13, nil)
	require.NoError(t, err, "k = %v, %d points", powers, n)
	for i, v := range x {
		if lambda[2*i]+lambda[2*i+1] > 0 {
			support = append(support, v)
		}
	}
	return -best, support
}

// spreadLast sorts the points so that the last n are far apart: the solver starts
// from the last independent columns, and neighbours are nearly dependent.
func spreadLast(x []float64, n int) []float64 {
	slices.Sort(x)
	stride, out := len(x)/n, []float64(nil)
	for first := stride - 1; first >= 0; first-- {
		for i := first; i < len(x); i += stride {
			out = append(out, x[i])
		}
	}
	return out
}

// cosines are n points cos(θ), θ from 0 up to end.
func cosines(n int, end float64) []float64 {
	x := make([]float64, n)
	for i := range x {
		x[i] = math.Cos(float64(i) * end / float64(n-1))
	}
	return x
}

// around are the points of the support and two more on both sides of each, at
// angles that differ by a step; no two are closer than half of it.
func around(support []float64, step float64) []float64 {
	var angles, x []float64
	for _, v := range support {
		if math.Abs(v) == 1 { // an end is an extremum, and the cosines next to it are 1 up to step²
			angles = append(angles, math.Acos(v))
			continue
		}
		for k := -2; k <= 2; k++ {
			angles = append(angles, math.Acos(v)+float64(k)*step)
		}
	}
	slices.Sort(angles)
	angles = slices.CompactFunc(angles, func(a, b float64) bool { return math.Abs(b-a) < step/2 })
	for _, angle := range angles {
		x = append(x, math.Cos(angle))
	}
	return x
}

// series is Σ (4/β)·q^j·T_j(x)/j over odd j from lo to hi: the Chebyshev series of D.
func series(beta, x float64, lo, hi int) float64 {
	q, angle, sum := math.Tanh(beta/4), math.Acos(x), 0.0
	for j := hi; j >= lo; j -= 2 {
		sum += 4 / beta * math.Pow(q, float64(j)) * math.Cos(float64(j)*angle) / float64(j)
	}
	return sum
}

// A linear program on a grid, refined around its solution, finds the same E_d to
// relative 1e-6: for E_d > 1e-6 from D itself, below from the rest of its series.
// A polynomial of degree d does not change the value, so the beginning of the
// series is taken off, and the rest scaled to about 1.  Up to d = 8 all powers are
// there and the points are those of [-τ, τ], so that E_{2k-1} = E_{2k} is found;
// for larger d, where the solver fails on so many rows, the odd ones and (0, τ].
//
// On a grid with steps of angle h an extremum of the error is missed by at most h/2,
// where the error, which turns about d+1 times over π, is smaller by a part of about
// ((d+1)h/2)²/2: below 6e-7 for h = π/51200 and d ≤ 32.
func TestLinearProgramAgrees(t *testing.T) {
	for _, c := range []struct {
		beta   float64
		depths []int
	}{
		{0.5, []int{1, 2, 3, 4, 10}},
		{1, []int{1, 2, 3, 4, 5, 6, 7, 8, 12, 16}},
		{2, []int{3, 8, 12, 14}},
		{4, []int{2, 5, 16, 24, 32}},
	} {
		for _, d := range c.depths {
			x := solved(t, d, c.beta)
			n := 2*halves(d) + 1
			_, size := ClosedForm(d, c.beta)
			residual := func(x float64) float64 { return series(c.beta, x, n, n+200) / size }
			if value(x.Lower) > 1e-6 {
				tau := math.Tanh(c.beta / 2)
				residual = func(x float64) float64 {
					return (2/c.beta*math.Atanh(tau*x) - series(c.beta, x, 1, n-2)) / size
				}
			}
			powers, grid := upTo(d, 1), cosines(401, math.Pi)
			if d > 8 {
				powers, grid = upTo(d, 2), cosines(200, math.Pi/2*199/200)
			}
			got, support := minimaxOnGrid(t, powers, residual, grid)
			for step := math.Pi / 800; step >= math.Pi/51200; step /= 2 {
				got, support = minimaxOnGrid(t, powers, residual, around(support, step))
			}
			require.InEpsilon(t, value(x.Lower), got*size, 1e-6, "d = %d, β = %v", d, c.beta)
		}
	}
}

// upTo are 0, 1, …, d, or 1, 3, … up to d.
func upTo(d, step int) (powers []int) {
	for k := step - 1; k <= d; k += step {
		powers = append(powers, k)
	}
	return powers
}
