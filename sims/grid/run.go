package grid

import (
	"context"
	"fmt"
	"sync"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
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
	Setting         `json:"setting"`
	Wanted          int             `json:"-"`      // runs asked for
	Trials          int             `json:"trials"` // finished
	Errors          int             `json:"errors"`
	Undecided       int             `json:"undecided"`
	NoEvent         int             `json:"event_failed"` // runs in which the confidence event failed
	Tau             stat.Tau        `json:"tau"`
	Bounds          instance.Bounds `json:"bounds"`
	Checks          []Check         `json:"claims"`
	Audit           trial.Audit     `json:"audit"` // violations of the second stage are in it, its runs are not counted
	Slack           Slack           `json:"slack"`
	*votelog.Counts                 // of a log
	Notes           []string        `json:"notes"` // why bounds do not apply
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

// Run declares all claims of all rows, then runs the rows in their order.  A
// cancelled context leaves a partial report.
func (p Plan) Run(ctx context.Context, settings []Setting, done func()) (*Report, error) {
	r := &Report{Seed: p.Seed, Rows: []Row{}}
	var all []Row
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
func (p Plan) declare(l *stat.Ledger, s Setting) (Row, error) {
	runs, err := p.runs(s)
	if err != nil {
		return Row{}, err
	}
	b := s.Instance.Bounds(s.Instance.Gaps(), s.Delta)
	row := Row{Setting: s, Wanted: runs, Bounds: b, Checks: claims(b), Counts: s.Instance.Counts(), Notes: append([]string{}, b.Notes...)}
	for n := range row.Checks {
		if err := row.Checks[n].declare(l, int64(runs), s.Delta); err != nil {
			return row, fmt.Errorf("%s: %w", s.Name(), err)
		}
	}
	return row, nil
}

func (p Plan) simulation(s Setting, c bounds.Constants, first, n int) trial.Simulation {
	return trial.Simulation{
		Instance: s.Instance, Delta: s.Delta, Constants: c, First: first, Trials: n,
		Jobs: p.Jobs, Seed: p.Seed, Budget: algo.DefaultBudget, Method: p.Method,
	}
}

func (p Plan) row(ctx context.Context, row Row, done func()) (Row, error) {
	runs, err := p.simulation(row.Setting, bounds.PaperConstants(), 0, row.Wanted).Run(ctx, done)
	if row.Trials = len(runs); err != nil || len(runs) == 0 {
		return row, err
	}
	if err := row.measure(runs, p.Seed); err != nil {
		return row, err
	}
	row.Slack = slackOf(row)
	var second []trial.Outcome
	fresh := sync.OnceValues(func() (_ []trial.Outcome, err error) {
		second, err = p.simulation(row.Setting, bounds.PaperConstants(), len(runs), stat.SecondStage*len(runs)).Run(ctx, nil)
		return second, err
	})
	for n := range row.Checks {
		if err := row.Checks[n].judge(runs, fresh); err != nil {
			return row, err
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
	tally := trial.Count(runs)
	row.Errors, row.Undecided, row.NoEvent = tally.Errors, tally.Undecided, tally.NoEvent
	row.Tau, err = stat.Describe(tally.Tau, row.Delta)
	row.Audit.Runs = len(runs)
	row.note(runs, 0, seed)
	return err
}
