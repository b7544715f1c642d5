package trial

import (
	"context"
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
	"vectorborda/sims/stream"
)

// Simulation is a number of independent runs of VB-EGE on one instance.  Trial t
// takes its votes from (Seed, the instance's fingerprint, t), so it does not
// depend on how many trials there are or on what else is run.
type Simulation struct {
	Instance  *instance.Instance
	Delta     float64
	Constants bounds.Constants
	Trials    int
	Jobs      int // workers; ≤ 0 means one a processor
	Seed      uint64
	Budget    int64 // comparisons a run; 0 means algo.DefaultBudget
}

// Run returns the finished runs in the order of their trials; see [Run] for what
// a cancelled context leaves.
func (s Simulation) Run(ctx context.Context, done func()) ([]algo.Result, error) {
	K, d := s.Instance.Size()
	schedule, err := bounds.NewSchedule(K, d, s.Delta, s.Constants)
	if err != nil {
		return nil, err
	}
	votes, label := s.Instance.Oracle(), s.Instance.Fingerprint()
	worker := func() func(int) algo.Result {
		vbege := algo.NewVBEGE(schedule)
		return func(t int) algo.Result {
			key := stream.Key{Seed: s.Seed, Experiment: label, Trial: uint64(t)}
			return vbege.Run(algo.Problem{Oracle: votes, Key: key, Budget: s.Budget})
		}
	}
	return Run(ctx, s.Trials, s.Jobs, worker, done), nil
}

// Tally counts runs against the true frontier.
type Tally struct {
	Errors    int       // decided, and the answer is wrong
	Undecided int       // ended by the budget
	Tau       []float64 // τ by trial, +Inf for an undecided run
}

// Count tallies runs on an instance whose frontier is given in ascending order.
func Count(runs []algo.Result, frontier []int) Tally {
	t := Tally{Tau: make([]float64, len(runs))}
	for n, run := range runs {
		switch {
		case run.Ended != algo.Decided:
			t.Undecided++
			t.Tau[n] = math.Inf(1)
			continue
		case !slices.Equal(run.Frontier, frontier):
			t.Errors++
		}
		t.Tau[n] = float64(run.Comparisons)
	}
	return t
}
