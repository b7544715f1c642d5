package grid

import (
	"context"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// The control is VB-EGE with C_thr = 0.3 on a hard small instance, where it is
// wrong in most runs: the claim P(wrong or undecided) ≤ δ, tested by the same
// machinery, must be refuted.  It shows that a red row can come about; its own
// false claim is not in the ledger.
const (
	controlRuns   = 1000
	controlBudget = int64(1e9)
)

// Control is what its runs showed.
type Control struct {
	Setting `json:"-"`
	Words   string `json:"claim"`
	Stage
	Errors    int `json:"-"`
	Undecided int `json:"-"`
}

// control is nil if it was interrupted.
func (p Plan) control(ctx context.Context, done func()) (*Control, error) {
	s, err := Symmetric(8, 1, 0.01, 0.05)
	if err != nil {
		return nil, err
	}
	p0, alternative := Check{}.p0(s.Delta)
	claim, err := stat.Declare("control", controlRuns, p0, Alpha, alternative)
	if err != nil {
		return nil, err
	}
	sim := p.simulation(s, bounds.Constants{Samp: 2, Thr: 0.3, Log: 4}, 0, controlRuns)
	sim.Budget, sim.Method = controlBudget, algo.Method{}
	runs, err := sim.Run(ctx, done)
	if err != nil || len(runs) < controlRuns {
		return nil, err
	}
	tally := trial.Count(runs)
	stage := stageOf(claim.Judge(int64(tally.Errors + tally.Undecided)))
	return &Control{s, "P(wrong or undecided) ≤ δ with C_thr = 0.3", stage, tally.Errors, tally.Undecided}, nil
}
