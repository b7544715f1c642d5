package grid

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// Plan says how the rows are run.
type Plan struct {
	Trials int // runs of every row; 0 leaves it to the row
	Jobs   int
	Seed   uint64

	Method algo.Method // in place of VB-EGE, which is the zero value
}

// Row is what the runs of one setting showed.
type Row struct {
	Setting   `json:"setting"`
	Wanted    int             `json:"-"`      // runs asked for
	Trials    int             `json:"trials"` // finished
	Errors    int             `json:"errors"`
	Undecided int             `json:"undecided"`
	NoEvent   int             `json:"event_failed"` // runs in which the confidence event failed
	Tau       stat.Tau        `json:"tau"`
	Bounds    instance.Bounds `json:"bounds"`
	Checks    []Check         `json:"claims"`
	Audit     trial.Audit     `json:"audit"` // violations of the second stage are in it, its runs are not counted
	Slack     Slack           `json:"slack"`
	Notes     []string        `json:"notes"` // why bounds do not apply
}

// Report is a grid after its runs.
type Report struct {
	Seed    uint64      `json:"seed"`
	Partial bool        `json:"partial"`
	Rows    []Row       `json:"rows"`
	Control *Control    `json:"control"` // nil if interrupted before
	Slopes  []Slope     `json:"slopes"`
	Ledger  stat.Ledger `json:"ledger"`
}

// Runs is how many runs the first stages of a grid take, the control included.
func (p Plan) Runs(settings []Setting) (int, error) {
	total := controlRuns
	for _, s := range settings {
		n, err := p.runs(s)
		if err != nil {
			return 0, err
		}
		total += n
	}
	return total, nil
}

func (p Plan) runs(s Setting) (int, error) {
	switch {
	case p.Trials > 0:
		return p.Trials, nil
	case s.Trials > 0:
		return s.Trials, nil
	}
	return runsFor(s.Delta)
}

// declared is a setting with its claims, before any run.
type declared struct {
	setting Setting
	runs    int
	gaps    instance.Gaps
	bounds  instance.Bounds
	claims  map[string]stat.Staged
	unasked map[string]string
}

// Run declares all claims of all rows, then runs the rows in their order.  A
// cancelled context leaves a partial report.
func (p Plan) Run(ctx context.Context, settings []Setting, done func()) (*Report, error) {
	r := &Report{Seed: p.Seed, Rows: []Row{}}
	var all []declared
	for _, s := range settings {
		d, err := p.declare(&r.Ledger, s)
		if err != nil {
			return nil, err
		}
		all = append(all, d)
	}
	for _, d := range all {
		row, err := p.row(ctx, d, done)
		if err != nil {
			return nil, err
		}
		if row.Trials > 0 {
			r.Rows = append(r.Rows, row)
		}
		r.Partial = r.Partial || row.Trials < row.Wanted
	}
	control, err := p.control(ctx, done)
	if err != nil {
		return nil, err
	}
	r.Control = control
	r.Partial = r.Partial || control == nil
	r.Slopes = slopes(r.Rows)
	return r, nil
}

// declare puts the claims that apply to a row into the ledger.
func (p Plan) declare(l *stat.Ledger, s Setting) (declared, error) {
	runs, err := p.runs(s)
	if err != nil {
		return declared{}, err
	}
	g := s.Instance.Gaps()
	d := declared{s, runs, g, s.Instance.Bounds(g, s.Delta), map[string]stat.Staged{}, map[string]string{}}
	n := int64(runs)
	for _, k := range kinds() {
		if !k.applies(d.bounds) {
			continue
		}
		if k.bound(d.bounds) > stat.Number(algo.DefaultBudget) {
			d.unasked[k.id] = fmt.Sprintf("the bound is beyond the budget of %d comparisons", algo.DefaultBudget)
			continue
		}
		p0, alternative := k.p0(s.Delta)
		if _, err := stat.Declare(k.id, n, p0, Alpha, alternative); err != nil {
			d.unasked[k.id] = err.Error()
			continue
		}
		staged, err := l.Declare(k.id, n, p0, Alpha, alternative)
		if err != nil {
			return d, fmt.Errorf("%s: %w", s.Name(), err)
		}
		d.claims[k.id] = staged
	}
	return d, nil
}

func (p Plan) simulation(s Setting, c bounds.Constants, first, n int) trial.Simulation {
	return trial.Simulation{
		Instance: s.Instance, Delta: s.Delta, Constants: c, First: first, Trials: n,
		Jobs: p.Jobs, Seed: p.Seed, Budget: algo.DefaultBudget, Method: p.Method,
	}
}

func (p Plan) row(ctx context.Context, d declared, done func()) (Row, error) {
	s := d.setting
	row := Row{Setting: s, Wanted: d.runs, Bounds: d.bounds, Checks: []Check{}, Notes: append([]string{}, d.bounds.Notes...)}
	runs, err := p.simulation(s, bounds.PaperConstants(), 0, row.Wanted).Run(ctx, done)
	if row.Trials = len(runs); err != nil || len(runs) == 0 {
		return row, err
	}
	if err := row.measure(runs, p.Seed); err != nil {
		return row, err
	}
	row.Slack = slackOf(row, d.gaps)
	var second []trial.Outcome
	fresh := sync.OnceValues(func() (_ []trial.Outcome, err error) {
		second, err = p.simulation(s, bounds.PaperConstants(), len(runs), stat.SecondStage*len(runs)).Run(ctx, nil)
		return second, err
	})
	for _, k := range kinds() {
		check, ok, err := check(d, k, runs, fresh)
		if err != nil {
			return row, err
		}
		if ok {
			row.Checks = append(row.Checks, check)
		}
	}
	row.note(second, len(runs), p.Seed)
	return row, nil
}

// note records the violations of runs whose first one is trial number first.
func (row *Row) note(runs []trial.Outcome, first int, seed uint64) {
	for n, run := range runs {
		row.Audit.Note(run.Audit.Violation, first+n, func() string { return row.Replay(algo.Methods()[0].Name, bounds.PaperConstants(), seed, first+n) })
	}
}

// measure fills in what does not depend on a claim.
func (row *Row) measure(runs []trial.Outcome, seed uint64) (err error) {
	tally := trial.Count(runs, row.Instance.Frontier())
	row.Errors, row.Undecided, row.NoEvent = tally.Errors, tally.Undecided, tally.NoEvent
	row.Tau, err = stat.Describe(tally.Tau, row.Delta)
	row.Audit.Runs = len(runs)
	row.note(runs, 0, seed)
	return err
}

// check judges one claim; ok is false where the statement does not apply.  fresh
// gives the runs of the second stage, which come after the first ones under the same
// seed and are run when a claim first asks for them.
func check(d declared, k claimKind, runs []trial.Outcome, fresh func() ([]trial.Outcome, error)) (c Check, ok bool, err error) {
	c = Check{ID: k.id, Words: k.words, Bound: k.bound(d.bounds), Claim: stat.NoClaim(), Outcome: stat.Inconclusive}
	if why, there := d.unasked[k.id]; there {
		c.Unasked = why
		return c, true, nil
	}
	staged, there := d.claims[k.id]
	if !there {
		return c, false, nil
	}
	if int64(len(runs)) < staged.First.N {
		c.Unasked = fmt.Sprintf("interrupted after %d of %d runs", len(runs), staged.First.N)
		return c, true, nil
	}
	frontier := d.setting.Instance.Frontier()
	count := func(runs []trial.Outcome) (n int64) {
		for _, run := range runs {
			if k.event(run, slices.Equal(run.Frontier, frontier), float64(c.Bound)) {
				n++
			}
		}
		return n
	}
	c.Claim = staged.First.Judge(count(runs))
	c.Twin = staged.First.Judge(twins(k, runs, frontier)).Outcome
	if c.Outcome = c.Claim.Outcome; c.Outcome != stat.Refuted {
		if c.Twin != stat.Refuted {
			c.Outcome = stat.Inconclusive // the test has shown no teeth
		}
		return c, true, nil
	}
	more, err := fresh()
	if err != nil {
		return c, true, err
	}
	if c.Outcome = stat.Inconclusive; int64(len(more)) == staged.Second.N {
		second := stageOf(staged.Second.Judge(count(more)))
		if c.Second = &second; second.Outcome == stat.Refuted {
			c.Outcome = stat.Refuted
		}
	}
	return c, true, nil
}

func twins(k claimKind, runs []trial.Outcome, frontier []int) (n int64) {
	least, most := math.Inf(1), 0.0
	for _, run := range runs {
		if run.Ended == algo.Decided {
			least, most = min(least, float64(run.Comparisons)), max(most, float64(run.Comparisons))
		}
	}
	for _, run := range runs {
		if k.twinEvent(run, slices.Equal(run.Frontier, frontier), least, most) {
			n++
		}
	}
	return n
}
