package repeat

import (
	"context"
	"fmt"
	"math"

	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// RecoveryPlan says how often which rankings are simulated.
type RecoveryPlan struct {
	Design   *Design
	Depth    int
	Contexts []int64
	Trials   int
	Jobs     int
	Seed     uint64
}

// Recoveries are how often rankings from n contexts are exact.
type Recoveries struct {
	Population string        `json:"population"`
	Beta       float64       `json:"beta"`
	Reference  string        `json:"reference"`
	WeightsSum float64       `json:"weights_sum,omitempty"` // of a file, where its weights were divided by it
	Gap        stat.Number   `json:"gap"`
	H          stat.Number   `json:"h"`
	Depth      int           `json:"depth"`
	Trials     int           `json:"trials"`
	Seed       uint64        `json:"seed"`
	Partial    bool          `json:"partial"` // interrupted
	Level      float64       `json:"limits_error"`
	Alpha      float64       `json:"comparison_alpha"`
	Rows       []RecoveryRow `json:"rows"`
}

// RecoveryRow is a method with n contexts; without a certified table MLE-CAL has no
// numbers.
type RecoveryRow struct {
	Method Method      `json:"method"`
	Table  Status      `json:"table,omitempty"` // of MLE-CAL
	Score  stat.Number `json:"score_gap"`       // smallest gap of the expected scores
	Frequency
	Comparison
}

// Steps are how many times Run calls its argument step, at most.
func (p RecoveryPlan) Steps() int { return len(Methods()) * len(p.Contexts) * p.Trials }

// Run simulates method by method.  A context that ends leaves what was finished.
func (p RecoveryPlan) Run(ctx context.Context, step func()) (*Recoveries, error) {
	x := p.Design
	s := &Recoveries{
		Population: x.Name, Beta: x.Beta, Reference: x.Models[x.M0], WeightsSum: x.Sum, Gap: x.Gap, H: x.H,
		Depth: p.Depth, Trials: p.Trials, Seed: p.Seed, Level: stat.LimitsError, Alpha: CompareAlpha,
	}
	for _, m := range Methods() {
		rows, err := p.method(ctx, m, step)
		s.Rows = append(s.Rows, rows...)
		switch {
		case trial.Interrupted(ctx, err):
			s.Partial = true
			return s, nil
		case err != nil:
			return nil, err
		}
	}
	return s, nil
}

// ready is an estimator, nil for want of a table, with what all n have in common.
type ready struct {
	Estimator
	status  Status
	gap     float64
	summers []summer
}

func (p RecoveryPlan) ready(ctx context.Context, m Method) (r ready, err error) {
	r.Estimator, r.status, err = new(Maker).Make(ctx, m, p.Design.Beta, p.Depth, float64(p.Design.Gap)/2)
	if r.Estimator == nil || err != nil {
		return r, err
	}
	if r.gap, _, err = p.Design.smallestGap(ctx, r.Estimator); err != nil {
		return r, err
	}
	r.summers, err = p.Design.summers(ctx, r.Estimator)
	return r, err
}

// method are the rows of one method; those that were finished, and an error, where the
// context ends.
func (p RecoveryPlan) method(ctx context.Context, m Method, step func()) (rows []RecoveryRow, err error) {
	e, err := p.ready(ctx, m)
	if err != nil {
		return nil, err
	}
	if e.Estimator == nil {
		none := stat.Number(math.NaN())
		return []RecoveryRow{{m, e.status, none, Frequency{Lo: none, Hi: none}, Comparison{P: none}}}, nil
	}
	for _, n := range p.Contexts {
		r := Recovery{Design: p.Design, Estimator: e.Estimator, Contexts: n, Trials: p.Trials, Jobs: p.Jobs, Seed: p.Seed, summers: e.summers}
		f, err := r.Run(ctx, step)
		if err != nil {
			return rows, err
		}
		if f.Trials > 0 {
			rows = append(rows, RecoveryRow{m, e.status, stat.Number(e.gap), f, p.against(m, e.gap, f)})
		}
		if f.Trials < int64(p.Trials) {
			return rows, ctx.Err()
		}
	}
	return rows, nil
}

// against sets a frequency beside the paper's, if that has one for this population and
// depth.  The smallest gap of the expected scores must agree to all printed digits.
func (p RecoveryPlan) against(m Method, gap float64, f Frequency) Comparison {
	paper := Printed(m)
	successes, ok := paper.Successes[f.Contexts]
	if !ok || p.Design.Gap != PaperGap || p.Design.H != PaperMixture || p.Depth != PaperDepth {
		return Comparison{P: stat.Number(math.NaN())}
	}
	c := f.compare(successes, PaperTrials)
	c.Gap = paper.Gap
	same, other := Unchanged, Changed
	if p.Design.asThePaper() {
		same, other = AsPrinted, NotPrinted
	}
	if c.Outcome = other; c.P > CompareAlpha && fmt.Sprintf("%.7f", gap) == paper.Gap {
		c.Outcome = same
	}
	return c
}

// Count is how many rows have an outcome.
func (s *Recoveries) Count(o Outcome) (n int) {
	for _, r := range s.Rows {
		if r.Outcome == o {
			n++
		}
	}
	return n
}
