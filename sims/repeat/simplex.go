package repeat

import (
	"math"

	"gonum.org/v1/gonum/mat"
)

// vertex is a basic solution of a linear program
//
//	maximise  Σ cost·x   subject to  Σ a·x = right,  all x ≥ 0,
//
// whose columns need not be listed: a price finds one that enters.  It starts where
// the basis is the identity and right ≥ 0, so there is no first phase.  Entries of
// right that are equal or 0 are to be kept apart by their caller ([tilted]), so that
// no pivot is without progress and no vertex returns.  Nothing here is trusted: what
// comes out is checked by its users, by duality.
//
// gonum's lp.Simplex returns no multipliers and does not come back from some
// degenerate programs, which these are at the start; it is the witness in the tests.
type vertex struct {
	columns        []column
	right          []float64
	x, multipliers []float64
	lu             mat.LU
	pivots         int
}

// column is a variable of a program: of what it stands for, it is the positive part
// (sign 1) or the negative (-1); 0 for a slack.
type column struct {
	a    []float64
	cost float64
	of   int
	sign float64
}

const (
	reducedCost = 1e-11 // below it no column enters
	pivotSize   = 1e-10 // below it no column leaves
	tilt        = 1e-10
	mostPivots  = 4_000 // in all rounds; then the answer is checked as it is
)

// tilted is tilt·(1 + i/n), what is added to right so that its entries differ.  It
// moves an optimum by at most 2·tilt·Σ|multipliers|.
func tilted(i, n int) float64 { return tilt * (1 + float64(i)/float64(n)) }

// unit is the column of so many rows with one entry.
func unit(rows, at int, entry float64) column {
	a := make([]float64, rows)
	a[at] = entry
	return column{a: a}
}

// ray is a direction in which a program is unbounded: the weight of each column.
type ray struct {
	columns []column
	weight  []float64
}

// optimise pivots until the price, the column with the largest reduced cost, is at
// most reducedCost; it returns the ray where there is no bound.
func (v *vertex) optimise(price func(multipliers []float64) (in column, gain float64)) *ray {
	for ; v.pivots < mostPivots; v.pivots++ {
		v.refresh()
		in, gain := price(v.multipliers)
		if gain <= reducedCost {
			return nil
		}
		step := v.solve(in.a, false)
		out := v.leaves(step)
		if out < 0 {
			return v.ray(in, step)
		}
		v.columns[out] = in
	}
	return nil
}

func (v *vertex) refresh() {
	n := len(v.columns)
	B, cost := mat.NewDense(n, n, nil), make([]float64, n)
	for c, column := range v.columns {
		B.SetCol(c, column.a)
		cost[c] = column.cost
	}
	v.lu.Factorize(B)
	v.x, v.multipliers = v.solve(v.right, false), v.solve(cost, true)
}

// solve is B⁻¹·y or B⁻ᵀ·y; that B is close to singular shows in the checks later.
func (v *vertex) solve(y []float64, transposed bool) []float64 {
	out := mat.NewVecDense(len(y), nil)
	_ = v.lu.SolveVecTo(out, transposed, mat.NewVecDense(len(y), y))
	return out.RawVector().Data
}

// leaves is the row of the smallest ratio x/step, -1 if there is none.
func (v *vertex) leaves(step []float64) int {
	out, least := -1, math.Inf(1)
	for i, u := range step {
		if u <= pivotSize {
			continue
		}
		if ratio := max(v.x[i], 0) / u; ratio < least {
			out, least = i, ratio
		}
	}
	return out
}

func (v *vertex) ray(in column, step []float64) *ray {
	r := &ray{columns: append(v.columns[:len(v.columns):len(v.columns)], in)}
	for _, u := range step {
		r.weight = append(r.weight, -u)
	}
	r.weight = append(r.weight, 1)
	return r
}
