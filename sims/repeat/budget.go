package repeat

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
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
type Maker struct {
	Step func() // called after each depth that was tried; nil for none

	known map[calibrationKey]*Calibration
}

type calibrationKey struct {
	beta, epsilon float64
	d             int
}

// Make returns the estimator of a method; for MLE-CAL without a certified table
// the estimator is nil and the status says why.
func (k *Maker) Make(m Method, beta float64, d int, epsilon float64) (Estimator, Status, error) {
	var e Estimator
	var err error
	switch m {
	case Avg:
		e, err = NewAvg(beta, d)
	case Unconst:
		e, err = NewUnconst(beta, d)
	case Roulette:
		e, err = NewTRR(beta, d)
	case Cal:
		c, err := k.calibration(beta, d, epsilon)
		if err != nil || c.Status != Certified {
			return nil, status(c), err
		}
		return c.Table, Certified, nil
	default:
		err = fmt.Errorf("method %q is unknown: the methods are %v", m, Methods())
	}
	return e, "", err
}

func status(c *Calibration) Status {
	if c == nil {
		return ""
	}
	return c.Status
}

func (k *Maker) calibration(beta float64, d int, epsilon float64) (*Calibration, error) {
	key := calibrationKey{beta, epsilon, d}
	if c := k.known[key]; c != nil {
		return c, nil
	}
	c, err := Calibrate(beta, d, epsilon)
	if err != nil {
		return nil, err
	}
	if k.known == nil {
		k.known = map[calibrationKey]*Calibration{}
	}
	k.known[key] = c
	return c, nil
}

// Calibrations are all that were made, by falling ε and then by depth.
func (k *Maker) Calibrations() []*Calibration {
	return slices.SortedFunc(maps.Values(k.known), func(a, b *Calibration) int {
		return cmp.Or(cmp.Compare(b.Epsilon, a.Epsilon), cmp.Compare(a.Beta, b.Beta), cmp.Compare(a.D, b.D))
	})
}

// Attempt is a method at one depth.
type Attempt struct {
	Depth   int
	Status  Status  // of the table of MLE-CAL, else empty
	Gap     float64 // smallest gap of the expected scores; NaN without an estimator
	Success bool
}

// Budget is the first success of a method on a grid of depths.
type Budget struct {
	Method      Method
	Depth       int     // 0: none on the grid
	Comparisons float64 // expected votes of a context at that depth
	Attempts    []Attempt
	Range       float64 // sup|Z| at that depth
}

// Open tells whether a depth before the first success was passed over although
// it was not proved insufficient.
func (b Budget) Open() bool {
	for _, a := range b.Attempts {
		if a.Status == Undecided || a.Status == Untried {
			return true
		}
	}
	return false
}

// String is d = 12; d ≤ 12 where a smaller depth may do, d > 24576 where none on the
// grid does, and d = ? where that is open.
func (b Budget) String() string {
	switch {
	case b.Depth == 0 && b.Open():
		return "d = ?"
	case b.Depth == 0:
		return fmt.Sprintf("d > %d", b.Attempts[len(b.Attempts)-1].Depth)
	case b.Open():
		return fmt.Sprintf("d ≤ %d", b.Depth)
	}
	return fmt.Sprintf("d = %d", b.Depth)
}

// FirstSuccess tries the depths in turn; ε is that of MLE-CAL.  A context that has
// ended is an error before the next depth.
func (k *Maker) FirstSuccess(ctx context.Context, x *Design, m Method, epsilon float64, depths []int) (Budget, error) {
	b := Budget{Method: m}
	for _, d := range depths {
		if err := ctx.Err(); err != nil {
			return b, err
		}
		e, status, err := k.Make(m, x.Beta, d, epsilon)
		if err != nil {
			return b, err
		}
		a := Attempt{Depth: d, Status: status}
		if e != nil {
			a.Gap, a.Success = x.SmallestGap(e)
		}
		b.Attempts = append(b.Attempts, a)
		if k.Step != nil {
			k.Step()
		}
		if a.Success {
			b.Depth, b.Comparisons, b.Range = d, e.Comparisons(), e.Range()
			break
		}
	}
	return b, nil
}

// Row is a setting with the budgets of all methods.
type Row struct {
	Gap, H  float64 // Δ and h of the paper's population
	Budgets []Budget
}

// PaperRow finds the budgets of all methods on the paper's population.
func (k *Maker) PaperRow(ctx context.Context, gap, h, beta float64, m0 int) (Row, error) {
	p, err := Paper(gap, h)
	if err != nil {
		return Row{}, err
	}
	x, err := NewDesign(p, m0, beta)
	if err != nil {
		return Row{}, err
	}
	row := Row{Gap: gap, H: h}
	row.Budgets, err = k.Budgets(ctx, x, gap/2)
	return row, err
}

// Budgets finds the first success of every method on the paper's grid, MLE-CAL
// calibrated to ε; the paper takes ε = Δ/2.
func (k *Maker) Budgets(ctx context.Context, x *Design, epsilon float64) (all []Budget, err error) {
	for _, m := range Methods() {
		b, err := k.FirstSuccess(ctx, x, m, epsilon, DepthGrid())
		if err != nil {
			return nil, err
		}
		all = append(all, b)
	}
	return all, nil
}

// votes is E[K] with the digits of the paper's tables.
func (b Budget) votes() string {
	if b.Depth == 0 {
		return "E[K] unknown"
	}
	return fmt.Sprintf("E[K] = %.4f", b.Comparisons)
}

// ChangedCell is a cell that is not as the paper prints it.
type ChangedCell struct {
	Gap, H        float64
	Method        Method
	Printed, Here string
}

// Against compares a row with the paper's tables: how many cells these have for
// it (five, or none), and which are different here.
func (r Row) Against() (cells int, changes []ChangedCell) {
	depths, comparisons, ok := printedDepths(r.Gap, r.H)
	if !ok {
		return 0, nil
	}
	differ := func(m Method, printed, here string) {
		if cells++; printed != here {
			changes = append(changes, ChangedCell{r.Gap, r.H, m, printed, here})
		}
	}
	for i, b := range r.Budgets {
		differ(b.Method, fmt.Sprintf("d = %d", depths[i]), b.String())
		if b.Method == Roulette {
			differ(b.Method, "E[K] = "+comparisons, b.votes())
		}
	}
	return cells, changes
}
