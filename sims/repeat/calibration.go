package repeat

import (
	"fmt"
	"math"

	"vectorborda/sims/stat"
)

// Tolerance is what a certified bias may exceed ε/8 by: room for rounding and for
// the last subdivision.
const Tolerance = 2e-8

// WidestTable is where the search for a table ends: a value that rests on larger
// entries is not known to Tolerance in float64 (see Fixed.MeanError), so that no
// wider table could be certified; Calibrate does not try.
const WidestTable = 1e6

// Calibration is what is known about tables φ of MLE-CAL at one depth, Z = φ(v̂)
// with v̂ the value of MLE-AVG and φ odd:
//
//	minimise max|φ|  subject to  |E[φ(v̂) | D] - D| ≤ ε/8 for every D in [-1,1].
//
// A table counts only if checkTable proves it; that there is none, or none with
// smaller entries, only if Dual proves it.
type Calibration struct {
	Epsilon float64     `json:"epsilon"`
	D       int         `json:"depth"`
	Status  Status      `json:"status"`
	Largest stat.Number `json:"largest_entry"` // max|φ| of the certified table, else NaN
	Least   stat.Number `json:"at_least"`      // certainly max|φ| ≥ Least for every table
	Support int         `json:"dual_support"`  // utility differences of Dual

	Beta  float64 `json:"-"`
	Table *Fixed  `json:"-"` // MLE-CAL, nil unless Certified
	Dual  Dual    `json:"-"` // the reason for Least
}

// Status is what is proved.
type Status string

const (
	Certified Status = "certified" // the table's bias is at most ε/8 + Tolerance on all of [-1,1]
	None      Status = "none"      // every table has an entry above WidestTable
	Undecided Status = "undecided" // neither could be proved
	Untried   Status = "not tried" // too many entries for the linear program
)

// Open tells whether there may be a table.
func (s Status) Open() bool { return s == Undecided || s == Untried }

// mostEntries bounds the linear program; it is met at β = 1 by d ≈ 700.
const mostEntries = 160

// Calibrate looks for the table of a depth.
func Calibrate(beta float64, d int, epsilon float64) (*Calibration, error) {
	if err := CheckParameters(beta, d); err != nil {
		return nil, err
	}
	// φ = 0 has the bias 1 at D = 1.
	if !(epsilon > 0 && epsilon/8+Tolerance < 1) {
		return nil, fmt.Errorf("ε = %v: give a positive number below 8·(1-2e-8): from there on the table that is 0 everywhere passes", epsilon)
	}
	c := &Calibration{Beta: beta, D: d, Epsilon: epsilon, Status: Untried, Largest: stat.Number(math.NaN())}
	s := newShare(beta, d)
	if s.entries > mostEntries {
		return c, nil
	}
	p := program{share: s, limit: epsilon / 8}
	phi := p.solve()
	c.Dual, c.Support, c.Status = p.dual, len(p.dual.D), Undecided
	c.Least = stat.Number(p.dual.least(s, epsilon/8))
	switch table := s.table(phi); {
	case c.Least > WidestTable:
		c.Status = None
	case phi == nil || !(newCurve(table, 1).valueError < Tolerance):
		// Where the bias reaches ε/8, rounding alone would exceed the tolerance.
	default:
		proved := *c
		proved.Status, proved.Table, proved.Largest = Certified, table, stat.Number(table.Range())
		if proved.Check() == nil {
			return &proved, nil
		}
	}
	return c, nil
}

// share says which counts share an entry of the table: those W > d/2 with equal
// v̂, so all with v̂ = 1 together.  Entry j < entries-1 is that of W = first + j.
type share struct {
	beta    float64
	d       int
	first   int // ⌊d/2⌋ + 1
	entries int
}

func newShare(beta float64, d int) share {
	s := share{beta: beta, d: d, first: d/2 + 1}
	for s.entries = 1; s.first+s.entries <= d && clipped(beta, d, s.first+s.entries-1) < 1; s.entries++ {
	}
	return s
}

func (s share) entry(w int) int { return min(w-s.first, s.entries-1) }

// table is MLE-CAL with the entries φ; nil has none.
func (s share) table(phi []float64) *Fixed {
	if phi == nil {
		return nil
	}
	return newFixed("MLE-CAL", s.beta, s.d, func(w int) float64 { return phi[s.entry(w)] })
}

// response is g(D): the expected value of a table is Σ_j φ_j·g_j(D).  All entries
// together are right to responseError.
func (s share) response(D float64) []float64 {
	g, p := make([]float64, s.entries), Sigma(s.beta*D)
	odds := Logit(p)
	for w := s.first; w <= s.d; w++ {
		g[s.entry(w)] -= probability(w, s.d, p) * math.Expm1(-float64(2*w-s.d)*odds)
	}
	return g
}

// responseError bounds Σ_j |error of g_j(D)| for 0 ≤ D ≤ 1: that of probabilities
// as in Fixed.MeanError, d additions, and p known to 4u, while Σ_W |f'(W)| ≤ 2d.
func (s share) responseError() float64 {
	d := float64(s.d)
	return (80*(1+math.Log(d+1)) + 64 + 9*d) * 0x1p-53
}

// Dual is a signed measure on utility differences in [0,1], the dual vector of the
// calibration's linear program.
type Dual struct {
	D, Weight []float64
}

// least is a lower bound on max|φ| over all tables with |bias| ≤ limit.  With
// weights λ_i at D_i, such a table has Σ λ_i·(E[φ|D_i] - D_i) ≥ -limit·Σ|λ_i|, so
//
//	max|φ|·Σ_j |Σ_i λ_i g_j(D_i)| ≥ Σ λ_i D_i - limit·Σ|λ_i|.
//
// The rounding errors of both sides are taken against it.
func (m Dual) least(s share, limit float64) float64 {
	if len(m.D) == 0 || len(m.D) != len(m.Weight) {
		return 0
	}
	var gain, mass float64
	residual := make([]float64, s.entries)
	for i, D := range m.D {
		if !(D >= 0 && D <= 1) || math.IsNaN(m.Weight[i]) || math.IsInf(m.Weight[i], 0) {
			return 0
		}
		gain += m.Weight[i] * D
		mass += math.Abs(m.Weight[i])
		for j, g := range s.response(D) {
			residual[j] += m.Weight[i] * g
		}
	}
	// Each of the three sums of n terms is right to (n+1)u·mass; a g is at most 1,
	// and Σ_j |g_j| ≤ 1.
	slip := float64(len(m.D)+2) * 0x1p-53 * mass
	total := mass*s.responseError() + 2*slip
	for _, r := range residual {
		total += math.Abs(r) * (1 + 0x1p-40)
	}
	return max(0, (gain-limit*mass*(1+0x1p-40)-2*slip)/total*(1-0x1p-40))
}

// Check repeats the proofs of a calibration, from the table and the dual vector
// alone; the error says which fails.
func (c *Calibration) Check() error {
	switch c.Status {
	case Certified:
		if c.Table == nil || c.Table.beta != c.Beta || c.Table.Depth() != c.D {
			return fmt.Errorf("no table for β = %v, d = %d", c.Beta, c.D)
		}
		s := newShare(c.Beta, c.D)
		for w := s.first; w <= c.D; w++ {
			if shared := c.Table.z[s.first+s.entry(w)]; c.Table.z[w] != shared || c.Table.z[c.D-w] != -shared {
				return fmt.Errorf("the values at W = %d and %d wins break the form of a table", w, c.D-w)
			}
		}
		return checkTable(c.Table, c.Epsilon/8+Tolerance)
	case None:
		if got := c.Dual.least(newShare(c.Beta, c.D), c.Epsilon/8); !(got > WidestTable) {
			return fmt.Errorf("the dual vector proves max|φ| ≥ %v only, not above %v", got, float64(WidestTable))
		}
	}
	return nil
}
