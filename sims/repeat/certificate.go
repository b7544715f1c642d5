package repeat

import (
	"fmt"
	"math"
)

// curve is the bias of a table against the utility difference D in a unit λ > 0,
//
//	b(D) = Σ_W z_W·f(W; d, p) - λD,   p = σ(βD),
//
// with what bounds its first two derivatives.  With the differences Δz and Δ²z
// of neighbouring values and p' = βpq,
//
//	dm/dp = d·Σ_W Δz_W·f(W; d-1, p),   |d²m/dp²| ≤ d(d-1)·max|Δ²z|,
//	b' = βpq·dm/dp - λ,   b'' = (βpq)²·d²m/dp² + β²pq(q-p)·dm/dp,
//
// where pq ≤ 1/4 and pq|q-p| ≤ 1/(6√3).
type curve struct {
	table      *Fixed
	unit       float64 // λ
	slope      *Fixed  // of depth d-1 with the values Δz; nil for d = 1
	step       float64 // max|Δz|
	bend       float64 // bound on |b''|
	valueError float64 // of b
	slopeError float64 // of b'
}

func newCurve(table *Fixed, unit float64) curve {
	c, d, beta := curve{table: table, unit: unit}, float64(table.Depth()), table.beta
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
	// p = σ(βD) is right to 4u, and dm/dp at most d·step.  The product λD is right to λu, and
	// what is left after the subtraction, at most max|z| + λ, to u of that.
	c.valueError = table.MeanError() + 4*0x1p-53*d*c.step + (2*unit+table.bound)*0x1p-53
	// The same for b', and differences that are right to 2u·max|z|.
	c.slopeError = beta*d*(c.slope.MeanError()+2*0x1p-53*table.bound+8*0x1p-53*(d*2*c.step+c.step)) + unit*0x1p-53
	return c
}

func (c curve) at(D float64) (value, slope float64) {
	p := Sigma(c.table.beta * D)
	var m accumulator
	c.slope.each(p, func(w int, prob float64) { m.add(prob * c.slope.z[w]) })
	return c.table.Mean(p) - c.unit*D, c.table.beta*p*(1-p)*float64(c.table.Depth())*m.value() - c.unit
}

// around gives b at the middle of [mid-h, mid+h] and how far b on it may be from that,
//
//	|b(D) - b(mid)| ≤ |b'(mid)|·h + max|b''|·h²/2,
//
// with the rounding errors of both.
func (c curve) around(mid, h float64) (value, room float64) {
	value, slope := c.at(mid)
	return value, c.valueError + (math.Abs(slope)+c.slopeError)*h + c.bend*h*h/2
}

// mostProbabilities ends a subdivision that does not, after about five seconds.
const mostProbabilities = 1 << 26

// most is how many intervals that are: at d = 12 2.5 million.
func (c curve) most() int {
	d := float64(c.table.Depth())
	return mostProbabilities / int(2*min(d+1, 10*math.Sqrt(d)+3))
}

// checkTable proves that the bias of a table is at most limit for all D in [-1,1].
func checkTable(table *Fixed, limit float64) error { return newCurve(table, 1).within(limit) }

// within proves |b(D)| ≤ limit for all D in [-1,1], or says where it could not.  The
// values of a Fixed are odd, so [0,1] is enough; an interval on which [curve.around]
// does not keep below the limit is halved.
func (c curve) within(limit float64) error {
	if !(c.bend < math.Inf(1)) {
		return fmt.Errorf("the table has an infinite or missing value")
	}
	type interval struct{ a, b float64 }
	open := []interval{{0, 1}}
	for n := 0; len(open) > 0; n++ {
		if n == c.most() {
			return fmt.Errorf("not proved within %d intervals", n)
		}
		last := open[len(open)-1]
		open = open[:len(open)-1]
		mid, h := last.a+(last.b-last.a)/2, (last.b-last.a)/2
		value, room := c.around(mid, h)
		value = math.Abs(value)
		if value-c.valueError > limit {
			return fmt.Errorf("|bias| = %v at D = %v exceeds %v", value, mid, limit)
		}
		if (value+room)*(1+0x1p-50) <= limit {
			continue
		}
		if h < 0x1p-45 {
			return fmt.Errorf("not proved at D = %v: |bias| = %v is too close to %v", mid, value, limit)
		}
		open = append(open, interval{last.a, mid}, interval{mid, last.b})
	}
	return nil
}
