package repeat

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"
)

// program is the dual of the calibration's linear program, with one pair of
// columns for every D in [0,1] (D < 0 follows by symmetry):
//
//	maximise  Σ_D [ (D-limit)·y⁺_D + (-D-limit)·y⁻_D ]
//	subject to  Σ_D (y⁺_D - y⁻_D)·g_j(D) = s⁺_j - s⁻_j for each entry j,
//	            Σ_j (s⁺_j + s⁻_j) + slack = 1,   all ≥ 0.
//
// Its multipliers are (φ, max|φ|).  It has a row for each entry and one more, and
// starts at y = 0, so the simplex method needs no first phase and no rows fewer
// than columns; a D whose constraint φ violates is a column that enters.  Nothing
// here is trusted: what comes out is checked by checkTable and Dual.least.
//
// gonum's lp.Simplex returns no multipliers and stops at degenerate vertices,
// which the start is; it is the witness in the tests instead.
type program struct {
	share
	limit float64 // ε/8
	grid  []point
	dual  Dual

	pivots int
}

// point is a D with its response.
type point struct {
	D float64
	g []float64
}

// column is a variable of the program.
type column struct {
	a    []float64
	cost float64
	D    float64 // of y⁺ and y⁻
	sign float64 // of y⁺ and y⁻; 0 for s and slack
}

const (
	firstGrid   = 129   // points of [0,1] at the start
	reducedCost = 1e-11 // below it no column enters
	pivotSize   = 1e-10 // below it no column leaves
	violation   = 1e-10 // a D whose constraint is violated by less is not added
	tilt        = 1e-10 // see newBasis
	mostPivots  = 4_000 // in all rounds; then the answer is checked as it is
	mostRounds  = 60    // likewise
	divergence  = 1e3 * WidestTable
)

// solve returns φ, or nil where the program is unbounded or max|φ| diverges, and
// leaves its dual vector.
func (p *program) solve() []float64 {
	for i := range firstGrid {
		p.add(float64(i) / (firstGrid - 1))
	}
	b := p.newBasis()
	for range mostRounds {
		if !p.optimise(b) {
			return nil
		}
		worst := p.violated(b.multipliers[:p.entries])
		if len(worst) == 0 {
			break
		}
		for _, D := range worst {
			p.add(D)
		}
	}
	p.dual = b.measure(b.x)
	return slices.Clone(b.multipliers[:p.entries])
}

func (p *program) add(D float64) { p.grid = append(p.grid, point{D, p.response(D)}) }

// basis is a vertex: its columns, their values and the multipliers.
type basis struct {
	columns        []column
	right          []float64
	x, multipliers []float64
	lu             mat.LU
}

// newBasis is y = 0.  A right side of tilt·(1 + j/entries) in place of 0 keeps
// vertices apart, so that no pivot is without progress; it moves the objective
// max|φ| by at most 2·tilt·Σ|φ|.
func (p *program) newBasis() *basis {
	b := &basis{}
	for j := range p.entries {
		a := make([]float64, p.entries+1)
		a[j], a[p.entries] = 1, 1
		b.columns = append(b.columns, column{a: a})
		b.right = append(b.right, tilt*(1+float64(j)/float64(p.entries)))
	}
	slack := make([]float64, p.entries+1)
	slack[p.entries] = 1
	b.columns, b.right = append(b.columns, column{a: slack}), append(b.right, 1)
	return b
}

// optimise pivots until no column enters; false when the program is unbounded or
// diverges, with the direction as dual vector.
func (p *program) optimise(b *basis) bool {
	for ; p.pivots < mostPivots; p.pivots++ {
		b.refresh()
		if b.multipliers[p.entries] > divergence {
			p.dual = b.measure(b.x)
			return false
		}
		in, gain := p.price(b.multipliers)
		if gain <= reducedCost {
			return true
		}
		step := b.solve(in.a, false)
		out := b.leaves(step)
		if out < 0 {
			p.dual = b.ray(in, step)
			return false
		}
		b.columns[out] = in
	}
	return true
}

func (b *basis) refresh() {
	n := len(b.columns)
	B, cost := mat.NewDense(n, n, nil), make([]float64, n)
	for c, column := range b.columns {
		B.SetCol(c, column.a)
		cost[c] = column.cost
	}
	b.lu.Factorize(B)
	b.x, b.multipliers = b.solve(b.right, false), b.solve(cost, true)
}

// solve is B⁻¹·v or B⁻ᵀ·v; that B is close to singular shows in the checks later.
func (b *basis) solve(v []float64, transposed bool) []float64 {
	out := mat.NewVecDense(len(v), nil)
	_ = b.lu.SolveVecTo(out, transposed, mat.NewVecDense(len(v), v))
	return out.RawVector().Data
}

// price finds the column with the largest reduced cost.
func (p *program) price(multipliers []float64) (in column, gain float64) {
	phi, t := multipliers[:p.entries], multipliers[p.entries]
	consider := func(value float64, make func() column) {
		if value > gain {
			in, gain = make(), value
		}
	}
	for _, at := range p.grid {
		bias := dot(phi, at.g) - at.D
		consider(-bias-p.limit, func() column { return p.column(at, 1) })
		consider(bias-p.limit, func() column { return p.column(at, -1) })
	}
	for j, entry := range phi {
		consider(entry-t, func() column { return p.unit(j, -1) })
		consider(-entry-t, func() column { return p.unit(j, 1) })
	}
	consider(-t, func() column { return p.unit(p.entries, 1) })
	return in, gain
}

// column is y⁺ (sign 1) or y⁻ (sign -1) of a point.
func (p *program) column(at point, sign float64) column {
	a := make([]float64, p.entries+1)
	for j, g := range at.g {
		a[j] = sign * g
	}
	return column{a, sign*at.D - p.limit, at.D, sign}
}

// unit is s⁺_j (sign -1), s⁻_j (sign 1), or the slack for j = entries.
func (p *program) unit(j int, sign float64) column {
	a := make([]float64, p.entries+1)
	a[j], a[p.entries] = sign, 1
	return column{a: a}
}

// leaves is the row of the smallest ratio x/step, -1 if there is none.
func (b *basis) leaves(step []float64) int {
	out, least := -1, math.Inf(1)
	for i, u := range step {
		if u <= pivotSize {
			continue
		}
		if ratio := max(b.x[i], 0) / u; ratio < least {
			out, least = i, ratio
		}
	}
	return out
}

// measure collects the weights of the D in a vector over the basis.
func (b *basis) measure(x []float64) Dual {
	var m Dual
	for i, c := range b.columns {
		if c.sign != 0 && x[i] > 0 {
			m.D, m.Weight = append(m.D, c.D), append(m.Weight, c.sign*x[i])
		}
	}
	return m
}

// ray is the direction in which the program is unbounded.
func (b *basis) ray(in column, step []float64) Dual {
	back := make([]float64, len(step))
	for i, u := range step {
		back[i] = -u
	}
	m := b.measure(back)
	return Dual{append(m.D, in.D), append(m.Weight, in.sign)}
}

// violated are the local maxima of |bias| that exceed the limit, sought on a grid
// of at least 1,024 points, 16 for each entry and 64·√d, since the law of W has
// width 1/√d in p, and refined by golden sections.  A maximum that is missed costs
// no more than a certificate.
func (p *program) violated(phi []float64) (worst []float64) {
	table := p.table(phi)
	bias := func(D float64) float64 { return math.Abs(table.Mean(Sigma(p.beta*D)) - D) }
	n := int(max(1024, float64(16*p.entries), 64*math.Sqrt(float64(p.d))))
	at := func(i int) float64 { return float64(i) / float64(n) }
	values := make([]float64, n+3) // one more at each end
	for i := range n + 1 {
		values[i+1] = bias(at(i))
	}
	for i := range n + 1 {
		if v := values[i+1]; v < values[i] || v < values[i+2] || v == 0 {
			continue
		}
		D, v := highest(bias, at(max(i-1, 0)), at(min(i+1, n)))
		if v > p.limit+violation {
			worst = append(worst, D)
		}
	}
	return worst
}

// highest is a maximum of f on [a,b] by golden sections, the ends included.
func highest(f func(float64) float64, a, b float64) (at, value float64) {
	at, value = a, f(a)
	if end := f(b); end > value {
		at, value = b, end
	}
	const golden = 0.6180339887498949
	for range 40 {
		x, y := b-golden*(b-a), a+golden*(b-a)
		fx, fy := f(x), f(y)
		if fx > value {
			at, value = x, fx
		}
		if fy > value {
			at, value = y, fy
		}
		if fx >= fy {
			b = y
		} else {
			a = x
		}
	}
	return at, value
}

func dot(x, y []float64) float64 {
	sum := 0.0
	for i, v := range x {
		sum += v * y[i]
	}
	return sum
}
