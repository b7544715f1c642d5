package repeat

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// hardness minimises Σ_c w_c·a_c over weights w ≥ 0 with Σ_c w_c = 1 and
// Σ_c w_c·r_c(m) = 0 for every m, of which π is one; |r| and |a| are at most 1.
type hardness struct {
	r [][]float64 // r_c(m)
	a []float64
}

// slack is what a solution of the linear program may miss a constraint or the
// optimum by.  The numbers are at most 1 and the program has few rows, so rounding
// is near 1e-14; an average utility moves by less than slack, far below any Δ.
const slack = 1e-9

// solve returns the weights, checked by check, and the bound that it proves.  Where the
// equations leave no freedom, π is the only solution.
func (h hardness) solve(pi []float64) (w []float64, bound float64, err error) {
	y, w, err := h.optimum()
	if err != nil {
		return nil, 0, fmt.Errorf("hard weights: %w", err)
	}
	if w = normalised(w); h.rank() == len(pi) {
		w = slices.Clone(pi)
	}
	bound, err = h.check(w, y)
	return w, bound, err
}

// optimum solves the dual program, in rows c, with y_0 counted from min a so that its
// right side is not negative:
//
//	maximise  y_0  subject to  Σ_i (y⁺_i - y⁻_i)·row_i + s = a,  y⁺, y⁻, s ≥ 0.
//
// Its multipliers are w.  The tilt is taken off again before y is read, so that it
// costs the bound nothing.
func (h hardness) optimum() (y, w []float64, err error) {
	C, least, start := len(h.a), slices.Min(h.a), &vertex{}
	for c, a := range h.a {
		start.columns, start.right = append(start.columns, unit(C, c, 1)), append(start.right, a-least+tilted(c, C))
	}
	if start.optimise(h.price()) != nil {
		return nil, nil, errors.New("the linear program has no bound: give other models or objectives")
	}
	for c := range start.right {
		start.right[c] = h.a[c] - least
	}
	start.refresh()
	y = make([]float64, h.equations())
	for i, column := range start.columns {
		y[column.of] += column.sign * start.x[i]
	}
	y[0] += least
	return y, start.multipliers, nil
}

// price finds the column with the largest reduced cost at multipliers w.
func (h hardness) price() func(w []float64) (in column, gain float64) {
	var columns []column
	for i := range h.equations() {
		for _, sign := range []float64{1, -1} {
			c := column{a: h.row(i), of: i, sign: sign}
			if i == 0 {
				c.cost = sign
			}
			for k := range c.a {
				c.a[k] *= sign
			}
			columns = append(columns, c)
		}
	}
	for c := range h.a {
		columns = append(columns, unit(len(h.a), c, 1))
	}
	return func(w []float64) (in column, gain float64) {
		for _, c := range columns {
			if value := c.cost - dot(c.a, w); value > gain {
				in, gain = c, value
			}
		}
		return in, gain
	}
}

// row is one of the equations: 0 is Σ w = 1, and m+1 is Σ_c w_c·r_c(m) = 0.
func (h hardness) row(i int) []float64 {
	row := slices.Repeat([]float64{1}, len(h.a))
	for c := range row {
		if i > 0 {
			row[c] = h.r[c][i-1]
		}
	}
	return row
}

// equations is the number of rows.
func (h hardness) equations() int { return 1 + len(h.r[0]) }

// rank is the number of independent equations (the r_c are centred, so not all are): of
// singular values above slack.  The entries being at most 1, they are right to a small
// multiple of the number of entries in units of 2⁻⁵³, far below slack.
func (h hardness) rank() (rank int) {
	var values []float64
	for i := range h.equations() {
		values = append(values, h.row(i)...)
	}
	var svd mat.SVD
	if !svd.Factorize(mat.NewDense(h.equations(), len(h.a), values), mat.SVDNone) {
		return 0 // no equation is known to be another; what is found is checked all the same
	}
	for _, sigma := range svd.Values(nil) {
		if sigma > slack {
			rank++
		}
	}
	return rank
}

// normalised takes out what rounding left below 0 and divides by the sum.
func normalised(w []float64) []float64 {
	out, sum := make([]float64, len(w)), 0.0
	for c, x := range w {
		out[c] = max(x, 0)
		sum += out[c]
	}
	for c := range out {
		out[c] /= sum
	}
	return out
}

// check holds w and y against the program alone: w keeps every mean, and by weak
// duality no weights have Σ w·a below
//
//	bound = y_0 - max_c (Σ_i y_i·row_i - a)_c⁺,
//
// the w summing to 1.  A sum of n rows, the row entries being at most 1, is right to
// (n+1)u·Σ|y|, which is taken off.
func (h hardness) check(w, y []float64) (bound float64, err error) {
	if err := checkWeights(w); err != nil {
		return 0, fmt.Errorf("hard weights: %w", err)
	}
	for m := range h.r[0] {
		if mean := dot(w, h.row(m+1)); !(math.Abs(mean) <= slack) {
			return 0, fmt.Errorf("hard weights move the mean utility of model %d by %v of the scale", m+1, mean)
		}
	}
	sums, size := make([]float64, len(h.a)), 0.0
	for i, v := range y {
		size += math.Abs(v)
		for c, x := range h.row(i) {
			sums[c] += v * x
		}
	}
	over := 0.0
	for c, a := range h.a {
		over = max(over, sums[c]-a)
	}
	bound = y[0] - over - float64(len(y)+3)*0x1p-53*(size+1)
	if !(dot(w, h.a)-bound <= slack) {
		return bound, errors.New("hard weights: the linear program was not solved to optimality")
	}
	return bound, nil
}
