package grid

import (
	"context"
	"fmt"
	"math"
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

// declared is a row before any run.
type declared struct {
	Row
	gaps   instance.Gaps
	claims []claim
}

// claim is one that applies to a row, with its check as far as it stands.
type claim struct {
	claimKind
	stages stat.Staged // none if it is not asked
	check  Check
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
	b := s.Instance.Bounds(g, s.Delta)
	d := declared{Row{Setting: s, Wanted: runs, Bounds: b, Checks: []Check{}, Notes: append([]string{}, b.Notes...)}, g, nil}
	for _, k := range kinds() {
		if !k.applies(b) {
			continue
		}
		c := claim{claimKind: k, check: Check{ID: k.id, Words: k.words, Bound: k.bound(b), Claim: stat.NoClaim(), Outcome: stat.Inconclusive}}
		p0, alternative := k.p0(s.Delta)
		if c.check.Bound > stat.Number(algo.DefaultBudget) {
			c.check.Unasked = fmt.Sprintf("the bound is beyond the budget of %d comparisons", algo.DefaultBudget)
		} else if _, err := stat.Declare(k.id, int64(runs), p0, Alpha, alternative); err != nil {
			c.check.Unasked = err.Error()
		} else if c.stages, err = l.Declare(k.id, int64(runs), p0, Alpha, alternative); err != nil {
			return d, fmt.Errorf("%s: %w", s.Name(), err)
		}
		d.claims = append(d.claims, c)
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
	row := d.Row
	runs, err := p.simulation(row.Setting, bounds.PaperConstants(), 0, row.Wanted).Run(ctx, done)
	if row.Trials = len(runs); err != nil || len(runs) == 0 {
		return row, err
	}
	if err := row.measure(runs, p.Seed); err != nil {
		return row, err
	}
	row.Slack = slackOf(row, d.gaps)
	var second []trial.Outcome
	fresh := sync.OnceValues(func() (_ []trial.Outcome, err error) {
		second, err = p.simulation(row.Setting, bounds.PaperConstants(), len(runs), stat.SecondStage*len(runs)).Run(ctx, nil)
		return second, err
	})
	for _, c := range d.claims {
		check, err := c.judge(runs, fresh)
		if err != nil {
			return row, err
		}
		row.Checks = append(row.Checks, check)
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

// judge is the claim's check after the runs.  fresh gives the runs of the second stage,
// which come after the first ones under the same seed and are run when a claim first asks
// for them.
func (c claim) judge(runs []trial.Outcome, fresh func() ([]trial.Outcome, error)) (Check, error) {
	check := c.check
	if check.Unasked == "" && int64(len(runs)) < c.stages.First.N {
		check.Unasked = fmt.Sprintf("interrupted after %d of %d runs", len(runs), c.stages.First.N)
	}
	if check.Unasked != "" {
		return check, nil
	}
	check.Claim = c.stages.First.Judge(c.count(runs))
	check.Twin = c.stages.First.Judge(c.twins(runs)).Outcome
	if check.Claim.Outcome != stat.Refuted {
		if check.Twin == stat.Refuted { // else the test has shown no teeth
			check.Outcome = check.Claim.Outcome
		}
		return check, nil
	}
	more, err := fresh()
	if int64(len(more)) == c.stages.Second.N {
		second := stageOf(c.stages.Second.Judge(c.count(more)))
		if check.Second = &second; second.Outcome == stat.Refuted {
			check.Outcome = stat.Refuted
		}
	}
	return check, err
}

func (c claim) count(runs []trial.Outcome) (n int64) {
	for _, run := range runs {
		if c.event(run, float64(c.check.Bound)) {
			n++
		}
	}
	return n
}

func (c claim) twins(runs []trial.Outcome) (n int64) {
	least, most := math.Inf(1), 0.0
	for _, run := range runs {
		if run.Ended == algo.Decided {
			least, most = min(least, float64(run.Comparisons)), max(most, float64(run.Comparisons))
		}
	}
	for _, run := range runs {
		if c.twinEvent(run, least, most) {
			n++
		}
	}
	return n
}
