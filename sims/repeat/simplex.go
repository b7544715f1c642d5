package repeat

import (
	"errors"
	"fmt"
)

// tableau is the dual of a linear program over weights w ≥ 0,
//
//	maximise y_0  subject to  Σ_i y_i·row_i + s = a,  s ≥ 0,
//
// at a vertex: row c is the equation of its basic variable, the last row the objective.
// The columns are y⁺_0 …, y⁻_0 …, s_0 … and the right side; y_0 counts from min a, so that
// the start s = a - min a is feasible.
//
// gonum's lp.Simplex does not come back from some degenerate programs of this kind; here
// Bland's rule lets no vertex return.
type tableau struct {
	cell  [][]float64
	basic []int // the variable of each row
}

const (
	gain  = 1e-12 // below it no variable enters
	pivot = 1e-10 // below it none leaves
)

// newTableau takes the rows as columns of y.
func newTableau(rows [][]float64, a []float64, least float64) *tableau {
	r, C := len(rows), len(a)
	t := &tableau{}
	for c := range C + 1 {
		cell := make([]float64, 2*r+C+1)
		t.cell = append(t.cell, cell)
		if c == C {
			cell[0], cell[r] = 1, -1
			break
		}
		for i, row := range rows {
			cell[i], cell[r+i] = row[c], -row[c]
		}
		cell[2*r+c], cell[2*r+C] = 1, a[c]-least
		t.basic = append(t.basic, 2*r+c)
	}
	return t
}

// solve pivots to an optimum.
func (t *tableau) solve() error {
	most := 1000 * len(t.cell[0])
	for range most {
		in := t.enters()
		if in < 0 {
			return nil
		}
		out := t.leaves(in)
		if out < 0 {
			return errors.New("the linear program has no bound: give other models or objectives")
		}
		t.exchange(in, out)
	}
	return fmt.Errorf("the simplex method has not ended after %d steps: give other models or objectives", most)
}

// enters is the first variable that raises the objective, -1 if none does.
func (t *tableau) enters() int {
	last := t.cell[len(t.basic)]
	for in, x := range last[:len(last)-1] {
		if x > gain {
			return in
		}
	}
	return -1
}

// leaves is the row with the smallest ratio, that of the first variable among equals.
func (t *tableau) leaves(in int) int {
	out, least, end := -1, 0.0, len(t.cell[0])-1
	for c, v := range t.basic {
		if t.cell[c][in] <= pivot {
			continue
		}
		ratio := max(0, t.cell[c][end]) / t.cell[c][in]
		if out < 0 || ratio < least || ratio == least && v < t.basic[out] {
			out, least = c, ratio
		}
	}
	return out
}

func (t *tableau) exchange(in, out int) {
	row := t.cell[out]
	scale := row[in]
	for j := range row {
		row[j] /= scale
	}
	for c, other := range t.cell {
		f := other[in]
		if c == out || f == 0 {
			continue
		}
		for j, x := range row {
			other[j] -= f * x
		}
		other[in] = 0
	}
	t.basic[out] = in
}

// optimum is y, with y_0 from min a again, and the multipliers of the equations, w.
func (t *tableau) optimum(r int, least float64) (y, w []float64) {
	y = make([]float64, r)
	end := len(t.cell[0]) - 1
	for c, v := range t.basic {
		switch {
		case v < r:
			y[v] += t.cell[c][end]
		case v < 2*r:
			y[v-r] -= t.cell[c][end]
		}
	}
	y[0] += least
	for _, x := range t.cell[len(t.basic)][2*r : end] {
		w = append(w, -x)
	}
	return y, w
}
