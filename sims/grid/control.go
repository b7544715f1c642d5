package grid

import (
	"context"
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/stat"
)

// The control is VB-EGE with C_thr = 0.3 on a hard small instance, where it is
// wrong in most runs: the claim P(wrong or undecided) ≤ δ, tested by the same
// machinery, must be refuted.  It shows that a red row can come about; its own
// false claim is not in the ledger.
const (
	controlRuns   = 1000
	controlBudget = int64(1e9)
)

func (p Plan) control(ctx context.Context, done func()) (Row, error) {
	s, err := Symmetric(8, 1, 0.01, 0.05)
	if err != nil {
		return Row{}, err
	}
	k := claimKind{id: "control", words: "P(wrong or undecided) ≤ δ with C_thr = 0.3"}
	p0, alternative := k.p0(s.Delta)
	claim, err := stat.Declare(k.id, controlRuns, p0, Alpha, alternative)
	if err != nil {
		return Row{}, err
	}
	sim := p.simulation(s, bounds.Constants{Samp: 2, Thr: 0.3, Log: 4}, 0, controlRuns)
	sim.Budget, sim.Method = controlBudget, algo.Method{}
	row := Row{Setting: s, Wanted: controlRuns}
	runs, err := sim.Run(ctx, done)
	if row.Trials = len(runs); err != nil || row.Trials < controlRuns {
		return row, err
	}
	frontier, wrong := s.Instance.Frontier(), int64(0)
	for _, run := range runs {
		switch {
		case run.Ended != algo.Decided:
			row.Undecided++
			wrong++
		case !slices.Equal(run.Frontier, frontier):
			row.Errors++
			wrong++
		}
	}
	judged := claim.Judge(wrong)
	row.Checks = []Check{{ID: k.id, Words: k.words, Bound: math.NaN(), First: judged, Outcome: judged.Outcome}}
	return row, nil
}
