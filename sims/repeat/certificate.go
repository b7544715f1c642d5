package repeat

import (
	"fmt"
	"math"
)

// curve is the bias of a table as a function of D,
//
//	b(D) = Σ_W z_W·f(W; d, p) - D,   p = σ(βD),
//
// with what bounds its first two derivatives.  With the differences Δz and Δ²z
// of neighbouring values and p' = βpq,
//
//	dm/dp = d·Σ_W Δz_W·f(W; d-1, p),   |d²m/dp²| ≤ d(d-1)·max|Δ²z|,
//	b' = βpq·dm/dp - 1,   b'' = (βpq)²·d²m/dp² + β²pq(q-p)·dm/dp,
//
// where pq ≤ 1/4 and pq|q-p| ≤ 1/(6√3).
type curve struct {
	table      *Fixed
	slope      *Fixed  // of depth d-1 with the values Δz; nil for d = 1
	step       float64 // max|Δz|
	bend       float64 // bound on |b''|
	valueError float64 // of b
	slopeError float64 // of b'
}

func newCurve(table *Fixed) curve {
	c, d, beta := curve{table: table}, float64(table.Depth()), table.beta
	steps := make([]float64, table.Depth())
	var second float64
	for w := range steps {
		steps[w] = table.z[w+1] - table.z[w]
		c.step = max(c.step, math.Abs(steps[w]))
		if w > 0 {
			second = max(second, math.Abs(steps[w]-steps[w-1]))
		}
	}
	c.slope = &Fixed{beta: beta, z: steps, bound: c.step}
	c.bend = beta * beta * (d*(d-1)*second/16 + d*c.step/(6*math.Sqrt(3))) * (1 + 0x1p-40)
	// p = σ(βD) is right to 4u, and dm/dp at most d·step.
	c.valueError = table.MeanError() + 4*0x1p-53*d*c.step + 0x1p-52
	// The same for b', and differences that are right to 2u·max|z|.
	c.slopeError = beta * d * (c.slope.MeanError() + 2*0x1p-53*table.bound + 8*0x1p-53*(d*2*c.step+c.step))
	return c
}

func (c curve) at(D float64) (value, slope float64) {
	p := Sigma(c.table.beta * D)
	var m accumulator
	c.slope.each(p, func(w int, prob float64) { m.add(prob * c.slope.z[w]) })
	return c.table.Mean(p) - D, c.table.beta*p*(1-p)*float64(c.table.Depth())*m.value() - 1
}

// mostProbabilities ends a subdivision that does not, after about five seconds; at
// d = 12 it is 2.5 million intervals.
const mostProbabilities = 1 << 26

// checkTable proves |b(D)| ≤ limit for all D in [-1,1], or says where it could
// not.  The values of a Fixed are odd, so [0,1] is enough.  On [c-h, c+h]
//
//	|b| ≤ |b(c)| + |b'(c)|·h + max|b''|·h²/2,
//
// each with its rounding error; an interval for which that exceeds the limit is
// halved.
func checkTable(table *Fixed, limit float64) error {
	c := newCurve(table)
	if !(c.bend < math.Inf(1)) {
		return fmt.Errorf("the table has an infinite or missing value")
	}
	type interval struct{ a, b float64 }
	open := []interval{{0, 1}}
	d := float64(table.Depth())
	most := mostProbabilities / int(2*min(d+1, 10*math.Sqrt(d)+3))
	for n := 0; len(open) > 0; n++ {
		if n == most {
			return fmt.Errorf("not proved within %d intervals", most)
		}
		last := open[len(open)-1]
		open = open[:len(open)-1]
		mid, h := last.a+(last.b-last.a)/2, (last.b-last.a)/2
		value, slope := c.at(mid)
		value, slope = math.Abs(value), math.Abs(slope)
		if value-c.valueError > limit {
			return fmt.Errorf("|bias| = %v at D = %v exceeds %v", value, mid, limit)
		}
		if (value+c.valueError+(slope+c.slopeError)*h+c.bend*h*h/2)*(1+0x1p-50) <= limit {
			continue
		}
		if h < 0x1p-45 {
			return fmt.Errorf("not proved at D = %v: |bias| = %v is too close to %v", mid, value, limit)
		}
		open = append(open, interval{last.a, mid}, interval{mid, last.b})
	}
	return nil
}
