package trial

import (
	"context"
	"fmt"
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/audit"
	"vectorborda/sims/instance"
	"vectorborda/sims/oracle"
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

	Method algo.Method // the zero value means VB-EGE
}

// Outcome is one run with its audit.
type Outcome struct {
	algo.Result
	Audit audit.Finding // empty unless [Simulation.Audited]
}

// method is the method with its default.
func (s Simulation) method() algo.Method {
	if s.Method.New == nil {
		return algo.Methods()[0]
	}
	return s.Method
}

// Audited reports whether runs are followed step by step: those of VB-EGE with
// C = (2,4,4), for which the proof is.
func (s Simulation) Audited() bool {
	return s.method().Name == algo.Methods()[0].Name && s.Constants == bounds.PaperConstants()
}

// Check reports what would keep the runs from starting.
func (s Simulation) Check() error {
	K, d := s.Instance.Size()
	if _, err := s.method().New(K, d, s.Delta, s.Constants); err != nil {
		return err
	}
	if _, ok := s.Instance.Oracle().(oracle.Pairwise); s.method().Pairwise && !ok {
		return fmt.Errorf("%s compares single pairs, which Borda scores alone do not tell: give latent scores or a vote log", s.method().Name)
	}
	return nil
}

// Run returns the finished runs in the order of their trials; see [Run] for what
// a cancelled context leaves.
func (s Simulation) Run(ctx context.Context, done func()) ([]Outcome, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	one := s.plain
	if s.Audited() {
		var err error
		if one, err = s.audited(); err != nil {
			return nil, err
		}
	}
	votes, label := s.Instance.Oracle(), s.Instance.Fingerprint()
	K, d := s.Instance.Size()
	worker := func() func(int) Outcome {
		runner, err := s.method().New(K, d, s.Delta, s.Constants)
		if err != nil { // Check made one
			panic(err)
		}
		run := one(runner)
		return func(t int) Outcome {
			return run(algo.Problem{
				Oracle: votes, Budget: s.Budget,
				Key: stream.Key{Seed: s.Seed, Experiment: label, Trial: uint64(s.First + t)},
			})
		}
	}
	return Run(ctx, s.Trials, s.Jobs, worker, done), nil
}

func (s Simulation) plain(runner algo.Runner) func(algo.Problem) Outcome {
	return func(p algo.Problem) Outcome { return Outcome{Result: slim(runner.Run(p))} }
}

// audited follows the runs of each worker with an audit of its own.
func (s Simulation) audited() (func(algo.Runner) func(algo.Problem) Outcome, error) {
	K, d := s.Instance.Size()
	schedule, err := bounds.NewSchedule(K, d, s.Delta, s.Constants)
	if err != nil {
		return nil, err
	}
	gaps := s.Instance.Gaps()
	upper := s.Instance.Bounds(gaps, s.Delta).UpperBorda
	return func(runner algo.Runner) func(algo.Problem) Outcome {
		watch := audit.New(s.Instance, gaps, schedule, upper)
		return func(p algo.Problem) Outcome {
			watch.Begin()
			p.Observer = watch
			run := runner.Run(p)
			return Outcome{slim(run), watch.End(run)}
		}
	}, nil
}

// slim drops what no report needs of every one of many runs: K numbers each.
func slim(run algo.Result) algo.Result {
	run.Samples = nil
	return run
}

// Tally counts runs against the true frontier.
type Tally struct {
	Errors    int       // decided, and the answer is wrong
	Undecided int       // ended by the budget or capped
	Capped    int       // ended by the method's own limit
	Fits      algo.Fits // of all runs together
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
		t.Fits = t.Fits.Add(run.Fits)
		t.Tau[n] = math.Inf(1)
		if run.Ended != algo.Decided {
			t.Undecided++
			if run.Ended == algo.Capped {
				t.Capped++
			}
			continue
		}
		t.Tau[n] = float64(run.Comparisons)
		if !slices.Equal(run.Frontier, frontier) {
			t.Errors++
		}
	}
	return t
}
