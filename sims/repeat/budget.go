package repeat

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// Method is one of the paper's four.
type Method string

const (
	Avg      Method = "MLE-AVG"
	Cal      Method = "MLE-CAL"
	Unconst  Method = "MLE-UNCONST"
	Roulette Method = "TRR"
)

// Methods are in the order of the paper's tables.
func Methods() []Method { return []Method{Avg, Cal, Unconst, Roulette} }

// Maker makes estimators and keeps calibrations, which depend on (β, d, ε) alone.
// It is not safe for concurrent use.
type Maker struct{ known []*Calibration }

// Make returns the estimator of a method; for MLE-CAL without a certified table
// the estimator is nil and the status says why.  An ended context is an error.
func (k *Maker) Make(ctx context.Context, m Method, beta float64, d int, epsilon float64) (e Estimator, status Status, err error) {
	switch m {
	case Avg:
		e, err = NewAvg(beta, d)
	case Unconst:
		e, err = NewUnconst(beta, d)
	case Roulette:
		e, err = NewTRR(beta, d)
	case Cal:
		c, err := k.calibration(ctx, beta, d, epsilon)
		if err != nil {
			return nil, "", err
		}
		if c.Status != Certified {
			return nil, c.Status, nil
		}
		return c.Table, Certified, nil
	default:
		err = fmt.Errorf("method %q is unknown: the methods are %v", m, Methods())
	}
	return e, "", err
}

func (k *Maker) calibration(ctx context.Context, beta float64, d int, epsilon float64) (*Calibration, error) {
	for _, c := range k.known {
		if c.Beta == beta && c.D == d && c.Epsilon == epsilon {
			return c, nil
		}
	}
	c, err := trial.Unless(ctx, func() (*Calibration, error) { return Calibrate(beta, d, epsilon) })
	if err == nil {
		k.known = append(k.known, c)
	}
	return c, err
}

// Calibrations are all that were made, by falling ε and then by depth.
func (k *Maker) Calibrations() []*Calibration {
	return slices.SortedFunc(slices.Values(k.known), func(a, b *Calibration) int {
		return cmp.Or(cmp.Compare(b.Epsilon, a.Epsilon), cmp.Compare(a.Beta, b.Beta), cmp.Compare(a.D, b.D))
	})
}

// Attempt is a method at one depth.
type Attempt struct {
	Depth   int         `json:"depth"`
	Gap     stat.Number `json:"gap"`             // smallest gap of the expected scores; NaN without an estimator
	Status  Status      `json:"table,omitempty"` // of the table of MLE-CAL
	Success bool        `json:"success"`
}

// Budget is the first success of a method on the grid of depths; its numbers are NaN
// if there is none, or none before an interrupt.
type Budget struct {
	Method      Method      `json:"method"`
	Depth       stat.Number `json:"depth"`
	Comparisons stat.Number `json:"comparisons"` // expected votes of a context at that depth
	Range       stat.Number `json:"range"`       // sup|Z| at that depth
	Open        bool        `json:"open"`        // a depth before it was passed over although it was not proved insufficient
	Partial     bool        `json:"partial"`     // interrupted: larger depths were not tried
	Attempts    []Attempt   `json:"attempts"`
}

// Known is how the depth is known: = 12; ≤ 12 where a smaller depth may do, > 24576
// where none on the grid does or no larger one was tried, = ? where that is open, and = –
// where none was tried.
func (b Budget) Known() (relation string, depth any) {
	switch none := math.IsNaN(float64(b.Depth)); {
	case none && len(b.Attempts) == 0:
		return "=", "–"
	case none && b.Open:
		return "=", "?"
	case none:
		return ">", b.Attempts[len(b.Attempts)-1].Depth
	case b.Open:
		return "≤", b.Depth
	}
	return "=", b.Depth
}

// String is d = 12 and the like.
func (b Budget) String() string {
	relation, depth := b.Known()
	return fmt.Sprintf("d %s %v", relation, depth)
}

// Row is a population with the budgets of all methods.
type Row struct {
	Setting
	Budgets []Budget `json:"budgets"`
}

// BudgetsPlan are the populations, all with the same β and m_0, whose budgets are wanted.
type BudgetsPlan []*Design

// Budgets are what all methods need on some populations.
type Budgets struct {
	Population   string         `json:"population"`
	Beta         float64        `json:"beta"`
	Reference    string         `json:"reference"`
	WeightsSum   float64        `json:"weights_sum,omitempty"` // of a file, where its weights were divided by it
	Partial      bool           `json:"partial"`               // interrupted: there is less than was asked for
	Rows         []Row          `json:"rows"`
	Calibrations []*Calibration `json:"calibrations"`
	Cells        int            `json:"printed_cells"` // of the paper's tables for these rows
	Changes      []ChangedCell  `json:"changes"`       // those that are not as printed
	Claimed      bool           `json:"-"`             // β and m_0 are the paper's: its cells must come out
}

// Steps are how many times a Run over so many populations calls its argument step.
func Steps(populations int) int { return populations * len(Methods()) * len(DepthGrid()) }

// Run finds the budgets.  A context that ends leaves what was tried, perhaps nothing;
// step is called [Steps] times.
func (p BudgetsPlan) Run(ctx context.Context, step func()) (*Budgets, error) {
	var maker Maker
	all, err := p.find(ctx, &maker, step)
	if err != nil || len(all) == 0 {
		return &Budgets{Partial: true}, err
	}
	x := p[0]
	s := &Budgets{
		Population: x.Name, Beta: x.Beta, Reference: x.Models[x.M0], WeightsSum: x.Sum, Partial: partial(all, len(p)),
		Calibrations: maker.Calibrations(), Changes: []ChangedCell{}, Claimed: x.asThePaper(),
	}
	for i, budgets := range all {
		row := Row{p[i].Setting, budgets}
		cells, changes := row.Against()
		s.Rows, s.Cells, s.Changes = append(s.Rows, row), s.Cells+cells, append(s.Changes, changes...)
	}
	return s, nil
}

// Refuted are the printed cells that had to come out and did not.
func (s *Budgets) Refuted() int {
	if s.Claimed {
		return len(s.Changes)
	}
	return 0
}

// Open tells whether a depth is only an upper limit.
func (s *Budgets) Open() bool {
	return slices.ContainsFunc(s.Rows, func(r Row) bool { return anyOpen(r.Budgets) })
}

func anyOpen(all []Budget) bool {
	return slices.ContainsFunc(all, func(b Budget) bool { return b.Open })
}

// find gives the budgets of every population; where the context ends, of fewer, the last
// of them perhaps unfinished.
func (p BudgetsPlan) find(ctx context.Context, k *Maker, step func()) (all [][]Budget, err error) {
	if step == nil {
		step = func() {}
	}
	for _, x := range p {
		row, tried := make([]Budget, len(Methods())), 0
		for i, m := range Methods() {
			if row[i], err = k.budget(ctx, x, m, step); err != nil {
				return nil, err
			}
			tried += len(row[i].Attempts)
		}
		if tried > 0 {
			all = append(all, row)
		}
	}
	return all, nil
}

// partial tells whether so many rows were wanted and less was found.
func partial(all [][]Budget, wanted int) bool {
	return len(all) < wanted || slices.ContainsFunc(all, func(row []Budget) bool {
		return slices.ContainsFunc(row, func(b Budget) bool { return b.Partial })
	})
}

// budget tries the depths of the paper's grid in turn, MLE-CAL calibrated to the
// paper's ε = Δ/2; those after the first success count as steps, too.  A context that
// ends leaves the depths that were tried.
func (k *Maker) budget(ctx context.Context, x *Design, m Method, step func()) (Budget, error) {
	none := stat.Number(math.NaN())
	b := Budget{Method: m, Depth: none, Comparisons: none, Range: none, Attempts: []Attempt{}}
	done := false
	for _, d := range DepthGrid() {
		if step(); done {
			continue
		}
		a, e, err := k.attempt(ctx, x, m, d)
		if err = cmp.Or(err, ctx.Err()); trial.Interrupted(ctx, err) {
			b.Partial = true
			return b, nil
		}
		if err != nil {
			return b, err
		}
		b.Attempts, b.Open = append(b.Attempts, a), b.Open || a.Status.Open()
		if done = a.Success; done {
			b.Depth, b.Comparisons, b.Range = stat.Number(d), stat.Number(e.Comparisons()), stat.Number(e.Range())
		}
	}
	return b, nil
}

// attempt is one depth, with the estimator if there is one.
func (k *Maker) attempt(ctx context.Context, x *Design, m Method, d int) (Attempt, Estimator, error) {
	e, status, err := k.Make(ctx, m, x.Beta, d, float64(x.Gap)/2)
	a := Attempt{Depth: d, Gap: stat.Number(math.NaN()), Status: status}
	if e == nil || err != nil {
		return a, nil, err
	}
	gap, success, err := x.smallestGap(ctx, e)
	a.Gap, a.Success = stat.Number(gap), success
	return a, e, err
}

// votes is E[K] with the digits of the paper's tables.
func (b Budget) votes() string {
	if math.IsNaN(float64(b.Comparisons)) {
		return "E[K] unknown"
	}
	return fmt.Sprintf("E[K] = %.4f", float64(b.Comparisons))
}

// ChangedCell is a cell that is not as the paper prints it.
type ChangedCell struct {
	Gap     stat.Number `json:"gap"`
	H       stat.Number `json:"h"`
	Method  Method      `json:"method"`
	Printed string      `json:"printed"`
	Here    string      `json:"here"`
}

// Against compares a row with the paper's tables: how many cells these have for
// it (five, or none; fewer where methods were interrupted), and which are different here.
func (r Row) Against() (cells int, changes []ChangedCell) {
	depths, comparisons, ok := printedDepths(float64(r.Gap), float64(r.H))
	if !ok {
		return 0, nil
	}
	differ := func(m Method, printed, here string) {
		if cells++; printed != here {
			changes = append(changes, ChangedCell{r.Gap, r.H, m, printed, here})
		}
	}
	for i, b := range r.Budgets {
		if b.Partial {
			continue
		}
		differ(b.Method, fmt.Sprintf("d = %d", depths[i]), b.String())
		if b.Method == Roulette {
			differ(b.Method, "E[K] = "+comparisons, b.votes())
		}
	}
	return cells, changes
}
