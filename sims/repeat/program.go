package repeat

import (
	"math"
	"slices"
)

// program is the dual of the calibration's linear program, with one pair of
// columns for every D in [0,1] (D < 0 follows by symmetry):
//
//	maximise  Σ_D [ (D-limit)·y⁺_D + (-D-limit)·y⁻_D ]
//	subject to  Σ_D (y⁺_D - y⁻_D)·g_j(D) = s⁺_j - s⁻_j for each entry j,
//	            Σ_j (s⁺_j + s⁻_j) + slack = 1,   all ≥ 0.
//
// Its multipliers are (φ, max|φ|).  It has a row for each entry and one more, and
// starts at y = 0; a D whose constraint φ violates is a column that enters.  What
// comes out is checked by checkTable and Dual.least.
type program struct {
	share
	limit float64 // ε/8
	grid  []point
	dual  Dual
}

// point is a D with its response.
type point struct {
	D float64
	g []float64
}

const (
	firstGrid  = 129   // points of [0,1] at the start
	violation  = 1e-10 // a D whose constraint is violated by less is not added
	mostRounds = 60    // then the answer is checked as it is
	divergence = 1e3 * WidestTable
)

// solve returns φ, or nil where the program is unbounded or max|φ| diverges, and
// leaves its dual vector.
func (p *program) solve() []float64 {
	for i := range firstGrid {
		p.add(float64(i) / (firstGrid - 1))
	}
	v := p.start()
	for range mostRounds {
		if r := v.optimise(p.price); r != nil {
			p.dual = p.measure(r.columns, r.weight)
			return nil
		}
		if v.multipliers[p.entries] > divergence {
			p.dual = p.measure(v.columns, v.x)
			return nil
		}
		worst := p.violated(v.multipliers[:p.entries])
		if len(worst) == 0 {
			break
		}
		for _, D := range worst {
			p.add(D)
		}
	}
	p.dual = p.measure(v.columns, v.x)
	return slices.Clone(v.multipliers[:p.entries])
}

func (p *program) add(D float64) { p.grid = append(p.grid, point{D, p.response(D)}) }

// start is y = 0.
func (p *program) start() *vertex {
	v := &vertex{}
	for j := range p.entries {
		v.columns, v.right = append(v.columns, p.unit(j, 1)), append(v.right, tilted(j, p.entries))
	}
	v.columns, v.right = append(v.columns, p.unit(p.entries, 1)), append(v.right, 1)
	return v
}

// price finds the column with the largest reduced cost; none once max|φ| diverges.
func (p *program) price(multipliers []float64) (in column, gain float64) {
	phi, t := multipliers[:p.entries], multipliers[p.entries]
	if t > divergence {
		return column{}, 0
	}
	consider := func(value float64, make func() column) {
		if value > gain {
			in, gain = make(), value
		}
	}
	for i, at := range p.grid {
		bias := dot(phi, at.g) - at.D
		consider(-bias-p.limit, func() column { return p.column(i, 1) })
		consider(bias-p.limit, func() column { return p.column(i, -1) })
	}
	for j, entry := range phi {
		consider(entry-t, func() column { return p.unit(j, -1) })
		consider(-entry-t, func() column { return p.unit(j, 1) })
	}
	consider(-t, func() column { return p.unit(p.entries, 1) })
	return in, gain
}

// column is y⁺ (sign 1) or y⁻ (sign -1) of a point.
func (p *program) column(i int, sign float64) column {
	at, a := p.grid[i], make([]float64, p.entries+1)
	for j, g := range at.g {
		a[j] = sign * g
	}
	return column{a, sign*at.D - p.limit, i, sign}
}

// unit is s⁺_j (sign -1), s⁻_j (sign 1), or the slack for j = entries.
func (p *program) unit(j int, sign float64) column {
	c := unit(p.entries+1, j, sign)
	c.a[p.entries] = 1
	return c
}

// measure collects the positive weights of the D.
func (p *program) measure(columns []column, weight []float64) (m Dual) {
	for i, c := range columns {
		if c.sign != 0 && weight[i] > 0 {
			m.D, m.Weight = append(m.D, p.grid[c.of].D), append(m.Weight, c.sign*weight[i])
		}
	}
	return m
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
