package trial

import (
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/audit"
	"vectorborda/sims/instance"
	"vectorborda/sims/oracle"
	"vectorborda/sims/stream"
)

// Subject is an instance with what its runs need, worked out once.
type Subject struct {
	Instance *instance.Instance
	Label    string // of its votes: the instance's fingerprint
	votes    oracle.Focal
	gaps     func() instance.Gaps
}

// NewSubject prepares an instance, which must not change afterwards.
func NewSubject(in *instance.Instance) *Subject {
	return &Subject{in, in.Fingerprint(), in.Oracle(), sync.OnceValue(in.Gaps)}
}

// Outcome is one run, judged.
type Outcome struct {
	algo.Result
	Right bool          // decided, and the frontier
	Audit audit.Finding // empty unless the run was [Audited]
}

// Audited reports whether runs are followed step by step: those of VB-EGE with
// C = (2,4,4), for which the proof is.
func Audited(m algo.Method, c bounds.Constants) bool {
	return m.Name == algo.Methods()[0].Name && c == bounds.PaperConstants()
}

// Runner does the runs of a method at one size, δ and C, on one subject after the
// other; one goroutine at a time.  Every run of the program is one of its.
type Runner struct {
	algorithm algo.Runner
	delta     float64
	schedule  *bounds.Schedule // nil where runs are not audited
	watch     *audit.Audit     // of the runs on the last subject
	last      *Subject
}

// NewRunner is an error where the method refuses the size, δ or C.
func NewRunner(m algo.Method, K, d int, delta float64, c bounds.Constants) (*Runner, error) {
	algorithm, err := m.New(K, d, delta, c)
	if err != nil {
		return nil, err
	}
	r := &Runner{algorithm: algorithm, delta: delta}
	if Audited(m, c) {
		r.schedule, err = bounds.NewSchedule(K, d, delta, c)
	}
	return r, err
}

// Run is trial number t under a seed: its votes are a function of (seed, the
// subject's numbers, t).  A budget of 0 means algo.DefaultBudget.
func (r *Runner) Run(on *Subject, seed uint64, t int, budget int64) Outcome {
	p := algo.Problem{Oracle: on.votes, Budget: budget, Key: stream.Key{Seed: seed, Experiment: on.Label, Trial: uint64(t)}}
	if r.schedule != nil {
		p.Observer = r.observer(on)
	}
	out := Outcome{Result: r.algorithm.Run(p)}
	out.Right = out.Ended == algo.Decided && slices.Equal(out.Frontier, on.Instance.Frontier())
	if r.schedule != nil {
		out.Audit = r.watch.End(out.Result)
	}
	return out
}

// observer is the audit, at the beginning of a run.
func (r *Runner) observer(on *Subject) *audit.Audit {
	if r.last != on {
		upper := on.Instance.Bounds(on.gaps(), r.delta).UpperBorda
		r.watch, r.last = audit.New(on.Instance, on.gaps(), r.schedule, float64(upper)), on
	}
	r.watch.Begin()
	return r.watch
}

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

func (s Simulation) runner() (*Runner, error) {
	if s.Method.New == nil {
		s.Method = algo.Methods()[0]
	}
	K, d := s.Instance.Size()
	return NewRunner(s.Method, K, d, s.Delta, s.Constants)
}

// Check reports what would keep the runs from starting.
func (s Simulation) Check() error {
	if _, err := s.runner(); err != nil {
		return err
	}
	if _, ok := s.Instance.Oracle().(oracle.Pairwise); s.Method.Pairwise && !ok {
		return fmt.Errorf("%s compares single pairs, which Borda scores alone do not tell: give latent scores or a vote log", s.Method.Name)
	}
	return nil
}

// Run returns the finished runs in the order of their trials; see [Run] for what
// a cancelled context leaves.  It drops the samples by model, K numbers of each of
// many runs, which no report of a simulation needs.
func (s Simulation) Run(ctx context.Context, done func()) ([]Outcome, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	on := NewSubject(s.Instance)
	worker := func() func(int) Outcome {
		runner, err := s.runner()
		if err != nil { // Check made one
			panic(err)
		}
		return func(t int) Outcome {
			run := runner.Run(on, s.Seed, s.First+t, s.Budget)
			run.Samples = nil
			return run
		}
	}
	return Run(ctx, s.Trials, s.Jobs, worker, done), nil
}

// Audit is what the audits of a row of runs found.
type Audit struct {
	Runs       int    `json:"runs"`             // audited ones
	Violations int    `json:"violations"`       // runs with a step that the proof excludes
	First      string `json:"first,omitempty"`  // the step of the first of them
	Trial      int    `json:"-"`                // its number
	Replay     string `json:"replay,omitempty"` // the command that shows it again
}

// Note counts a violation ("" for none) of trial t, which the command shows again.
func (a *Audit) Note(violation string, t int, replay func() string) {
	if violation == "" {
		return
	}
	if a.Violations++; a.Violations == 1 {
		a.First, a.Trial, a.Replay = violation, t, replay()
	}
}

// Tally counts runs against the true frontier.
type Tally struct {
	Errors    int       `json:"errors"`    // decided, and the answer is wrong
	Undecided int       `json:"undecided"` // ended by the budget or capped
	Capped    int       `json:"capped"`    // ended by the method's own limit
	Fits      algo.Fits `json:"-"`         // of all runs together
	NoEvent   int       `json:"-"`         // audited runs in which the confidence event failed
	Bugs      []int     `json:"-"`         // trials with a step that the proof excludes
	Tau       []float64 `json:"-"`         // τ by trial, +Inf for an undecided run
}

// Count tallies runs.
func Count(runs []Outcome) Tally {
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
		if !run.Right {
			t.Errors++
		}
	}
	return t
}
