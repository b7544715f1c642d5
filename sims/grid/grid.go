// Package grid runs VB-EGE over a list of settings and puts what was measured
// beside what the theorems say.  It measures; it draws no verdict.
package grid

import (
	"context"
	"fmt"
	"slices"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
	"vectorborda/sims/logs"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// limitsError is the error probability of the limits of each row's quantile.
const limitsError = 0.01

// Setting is one row: an instance and a confidence.
type Setting struct {
	Family   string  // "symmetric", or the name of a vote log
	Gap      float64 // Δ of the family; for a log the smallest Borda gap
	Delta    float64
	Instance *instance.Instance
}

// Row is what the runs of one setting showed.
type Row struct {
	Setting
	Trials    int // finished
	Errors    int
	Undecided int
	Tau       stat.Summary // with the (1-δ)-quantile
	Bounds    instance.Bounds
}

// Default is the symmetric family at K ∈ {16,64}, d ∈ {4,10}, Δ ∈ {0.5,1} and the
// three vote logs, all at the given δ.
func Default(delta float64) ([]Setting, error) {
	var all []Setting
	for _, K := range []int{16, 64} {
		for _, d := range []int{4, 10} {
			for _, gap := range []float64{0.5, 1} {
				in, err := instance.Symmetric(K, d, gap)
				if err != nil {
					return nil, err
				}
				all = append(all, Setting{"symmetric", gap, delta, in})
			}
		}
	}
	for _, name := range logs.Names() {
		in, err := logs.Read(name)
		if err != nil {
			return nil, fmt.Errorf("log %s: %w", name, err)
		}
		all = append(all, Setting{name, slices.Min(in.Gaps().Borda), delta, in})
	}
	return all, nil
}

// Plan says how each setting is run.
type Plan struct {
	Trials, Jobs int
	Seed         uint64
}

// Run runs the settings in their order; a cancelled context leaves the rows that
// have at least one finished run.
func (p Plan) Run(ctx context.Context, settings []Setting, done func()) ([]Row, error) {
	var rows []Row
	for _, s := range settings {
		row, err := p.row(ctx, s, done)
		if err != nil {
			return rows, err
		}
		if row.Trials > 0 {
			rows = append(rows, row)
		}
	}
	return rows, nil
}

func (p Plan) row(ctx context.Context, s Setting, done func()) (Row, error) {
	runs, err := trial.Simulation{
		Instance: s.Instance, Delta: s.Delta, Constants: bounds.PaperConstants(),
		Trials: p.Trials, Jobs: p.Jobs, Seed: p.Seed, Budget: algo.DefaultBudget,
	}.Run(ctx, done)
	if err != nil || len(runs) == 0 {
		return Row{}, err
	}
	tally := trial.Count(runs, s.Instance.Frontier())
	tau, err := stat.Summarize(tally.Tau, s.Delta, limitsError)
	return Row{
		Setting: s, Trials: len(runs), Errors: tally.Errors, Undecided: tally.Undecided,
		Tau: tau, Bounds: s.Instance.Bounds(s.Instance.Gaps(), s.Delta),
	}, err
}
