package repeat

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
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

// solve returns the weights, checked by check.  The rows are dependent (the r_c are
// centred, and π lies in their kernel), and gonum's lp.Simplex refuses such rows:
// rows takes them out, and if as many are left as there are weights, π is the only
// solution.
func (h hardness) solve(pi []float64) (w []float64, bound float64, err error) {
	A, b := h.rows()
	rows, columns := A.Dims()
	if rows == columns {
		return slices.Clone(pi), dot(pi, h.a), nil
	}
	_, w, err = simplex(h.a, A, b)
	if err != nil {
		return nil, 0, fmt.Errorf("hard weights: %w", err)
	}
	y, err := dualOf(h.a, A, b)
	if err != nil {
		return nil, 0, fmt.Errorf("hard weights, dual program: %w", err)
	}
	w = normalised(w)
	bound, err = h.check(w, y, A, b)
	return w, bound, err
}

// rows is the system [1; r(m)…]·w = [1; 0…] by Gaussian elimination with full
// pivoting: an equivalent one with independent rows.
func (h hardness) rows() (*mat.Dense, []float64) {
	C := len(h.a)
	left := [][]float64{append(slices.Repeat([]float64{1}, C), 1)}
	for m := range h.r[0] {
		row := make([]float64, C+1)
		for c := range C {
			row[c] = h.r[c][m]
		}
		left = append(left, row)
	}
	var kept [][]float64
	for len(left) > 0 && len(kept) < C {
		at, column := largest(left, C)
		if math.Abs(left[at][column]) <= slack {
			break
		}
		pivot := left[at]
		left = slices.Delete(left, at, at+1)
		for _, row := range left {
			f := row[column] / pivot[column]
			for c := range row {
				row[c] -= f * pivot[c]
			}
			row[column] = 0
		}
		kept = append(kept, pivot)
	}
	A, b := mat.NewDense(len(kept), C, nil), make([]float64, len(kept))
	for i, row := range kept {
		A.SetRow(i, row[:C])
		b[i] = row[C]
	}
	return A, b
}

func largest(rows [][]float64, columns int) (at, column int) {
	most := -1.0
	for i, row := range rows {
		for c, x := range row[:columns] {
			if math.Abs(x) > most {
				at, column, most = i, c, math.Abs(x)
			}
		}
	}
	return at, column
}

// simplex is gonum's, with its panics as errors.
func simplex(cost []float64, A mat.Matrix, b []float64) (value float64, x []float64, err error) {
	defer func() {
		if trouble := recover(); trouble != nil {
			err = fmt.Errorf("the simplex method failed: %v", trouble)
		}
	}()
	return lp.Simplex(cost, A, b, 1e-12, nil)
}

// dualOf maximises b·y under Aᵀy ≤ a, y being y⁺ - y⁻, with a slack a row.
func dualOf(a []float64, A *mat.Dense, b []float64) ([]float64, error) {
	r, C := A.Dims()
	cost, std := make([]float64, 2*r+C), mat.NewDense(C, 2*r+C, nil)
	for i := range r {
		cost[i], cost[r+i] = -b[i], b[i]
		for c := range C {
			std.Set(c, i, A.At(i, c))
			std.Set(c, r+i, -A.At(i, c))
		}
	}
	for c := range C {
		std.Set(c, 2*r+c, 1)
	}
	_, x, err := simplex(cost, std, a)
	if err != nil {
		return nil, err
	}
	y := make([]float64, r)
	for i := range y {
		y[i] = x[i] - x[r+i]
	}
	return y, nil
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
// duality no weights have Σ w·a below bound = b·y - max_c (Aᵀy - a)_c⁺, the w
// summing to 1.
func (h hardness) check(w, y []float64, A *mat.Dense, b []float64) (bound float64, err error) {
	if err := checkWeights(w); err != nil {
		return 0, fmt.Errorf("hard weights: %w", err)
	}
	for m := range h.r[0] {
		mean := 0.0
		for c, x := range w {
			mean += x * h.r[c][m]
		}
		if !(math.Abs(mean) <= slack) {
			return 0, fmt.Errorf("hard weights move the mean utility of model %d by %v of the scale", m+1, mean)
		}
	}
	over := 0.0
	for c, a := range h.a {
		sum := 0.0
		for i, v := range y {
			sum += v * A.At(i, c)
		}
		over = max(over, sum-a)
	}
	if bound = dot(b, y) - over; !(dot(w, h.a)-bound <= slack) {
		return bound, errors.New("hard weights: the linear program was not solved to optimality")
	}
	return bound, nil
}
