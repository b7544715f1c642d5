package trial

import (
	"context"
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/audit"
	"vectorborda/sims/instance"
	"vectorborda/sims/stream"
)

// Simulation is a number of independent runs on one instance.  Trial t takes its
// votes from (Seed, the instance's fingerprint, t), so it does not depend on how
// many trials there are or on what else is run.
type Simulation struct {
	Instance  *instance.Instance
	Delta     float64
	Constants bounds.Constants
	First     int // number of the first trial
	Trials    int
	Jobs      int // workers; ≤ 0 means one a processor
	Seed      uint64
	Budget    int64 // comparisons a run; 0 means algo.DefaultBudget

	// Algorithm makes the runner of a worker; nil means VB-EGE.
	Algorithm func(*bounds.Schedule) algo.Runner
}

// Outcome is one run with its audit.
type Outcome struct {
	algo.Result
	Audit audit.Finding // empty unless C is (2,4,4), for which the proof is
}

// Run returns the finished runs in the order of their trials; see [Run] for what
// a cancelled context leaves.
func (s Simulation) Run(ctx context.Context, done func()) ([]Outcome, error) {
	K, d := s.Instance.Size()
	schedule, err := bounds.NewSchedule(K, d, s.Delta, s.Constants)
	if err != nil {
		return nil, err
	}
	votes, label := s.Instance.Oracle(), s.Instance.Fingerprint()
	gaps := s.Instance.Gaps()
	upper := s.Instance.Bounds(gaps, s.Delta).UpperBorda
	worker := func() func(int) Outcome {
		runner := s.runner(schedule)
		watch := audit.New(s.Instance, gaps, schedule, upper)
		return func(t int) Outcome {
			p := algo.Problem{
				Oracle: votes, Budget: s.Budget,
				Key: stream.Key{Seed: s.Seed, Experiment: label, Trial: uint64(s.First + t)},
			}
			if s.Constants != bounds.PaperConstants() {
				return Outcome{Result: slim(runner.Run(p))}
			}
			watch.Begin()
			p.Observer = watch
			run := runner.Run(p)
			return Outcome{slim(run), watch.End(run)}
		}
	}
	return Run(ctx, s.Trials, s.Jobs, worker, done), nil
}

// slim drops what no report needs of every one of many runs: K numbers each.
func slim(run algo.Result) algo.Result {
	run.Samples = nil
	return run
}

func (s Simulation) runner(schedule *bounds.Schedule) algo.Runner {
	if s.Algorithm != nil {
		return s.Algorithm(schedule)
	}
	return algo.NewVBEGE(schedule)
}

// Tally counts runs against the true frontier.
type Tally struct {
	Errors    int       // decided, and the answer is wrong
	Undecided int       // ended by the budget
	NoEvent   int       // audited runs in which the confidence event failed
	Bugs      []int     // trials with a step that the proof excludes
	Tau       []float64 // τ by trial, +Inf for an undecided run
}

// Count tallies runs on an instance whose frontier is given in ascending order.
func Count(runs []Outcome, frontier []int) Tally {
	t := Tally{Tau: make([]float64, len(runs))}
	for n, run := range runs {
		if !run.Audit.Event {
			t.NoEvent++
		}
		if run.Audit.Violation != "" {
			t.Bugs = append(t.Bugs, n)
		}
		t.Tau[n] = math.Inf(1)
		if run.Ended != algo.Decided {
			t.Undecided++
			continue
		}
		t.Tau[n] = float64(run.Comparisons)
		if !slices.Equal(run.Frontier, frontier) {
			t.Errors++
		}
	}
	return t
}
