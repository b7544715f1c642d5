package trial

import (
	"context"
	"math"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/audit"
	"vectorborda/sims/instance"
)

func symmetric(t testing.TB, trials, jobs int) Simulation {
	in, err := instance.Symmetric(16, 4, 1)
	require.NoError(t, err)
	return Simulation{Instance: in, Delta: 0.05, Constants: bounds.PaperConstants(), Trials: trials, Jobs: jobs, Seed: 1}
}

func TestResultsDoNotDependOnWorkersOrOnOtherTrials(t *testing.T) {
	one, err := symmetric(t, 60, 1).Run(t.Context(), nil)
	require.NoError(t, err)
	for _, jobs := range []int{0, 2, 8, 100} {
		many, err := symmetric(t, 60, jobs).Run(t.Context(), nil)
		require.NoError(t, err)
		require.Equal(t, one, many)
	}
	fewer, err := symmetric(t, 20, 8).Run(t.Context(), nil)
	require.NoError(t, err)
	require.Equal(t, one[:20], fewer)
	other := symmetric(t, 60, 2)
	other.Seed = 2
	changed, err := other.Run(t.Context(), nil)
	require.NoError(t, err)
	require.NotEqual(t, one, changed)
}

// Every trial that was started is finished and kept: 40 at least, and no more
// than one a worker beyond, since later ones wait for the end.
func TestACancelledRunKeepsAGaplessBeginning(t *testing.T) {
	const jobs = 4
	ctx, cancel := context.WithCancel(t.Context())
	var started atomic.Int64
	worker := func() func(int) int {
		return func(trial int) int {
			if n := started.Add(1); n == 40 {
				cancel()
			} else if n > 40 {
				<-ctx.Done()
			}
			return trial
		}
	}
	out := Run(ctx, 1000, jobs, worker, nil)
	require.GreaterOrEqual(t, len(out), 40)
	require.Less(t, len(out), 40+jobs)
	for trial, got := range out {
		require.Equal(t, trial, got)
	}
	require.Empty(t, Run(ctx, 10, 2, worker, nil), "cancelled before the start")
}

// A trial that does not end is left behind; what comes after it is not used, and
// it is not told when it ends at last: a report is on the screen by then.
func TestACancelledRunDoesNotWaitForAStuckTrial(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		release := make(chan struct{})
		worker := func() func(int) int {
			return func(trial int) int {
				switch trial {
				case 5:
					<-release
				case 20:
					cancel()
				}
				return trial
			}
		}
		done := 0
		begun := time.Now()
		require.Equal(t, []int{0, 1, 2, 3, 4}, Run(ctx, 1000, 2, worker, func() { done++ }))
		require.Equal(t, grace, time.Since(begun))
		require.Equal(t, 20, done, "0 … 20 but for 5")
		close(release)
		synctest.Wait()
		require.Equal(t, 20, done, "after the end")
	})
}

func TestDoneIsCalledOnceATrial(t *testing.T) {
	var n atomic.Int64
	Run(t.Context(), 100, 3, func() func(int) int { return func(int) int { return 0 } }, func() { n.Add(1) })
	require.Equal(t, int64(100), n.Load())
}

// answer is a method with one answer.
type answer algo.Result

func (a answer) Run(algo.Problem) algo.Result { return algo.Result(a) }

// Right is the whole frontier and nothing else, decided; here model 0 alone.
func TestRunsAreJudged(t *testing.T) {
	on := NewSubject(symmetric(t, 1, 1).Instance)
	for _, c := range []struct {
		ended    algo.Ending
		frontier []int
		right    bool
	}{
		{algo.Decided, []int{0}, true}, {algo.Decided, []int{1}, false}, {algo.Decided, []int{0, 1}, false}, {algo.Decided, nil, false},
		{algo.BudgetSpent, []int{0}, false}, {algo.Capped, []int{0}, false},
	} {
		given := answer{Ended: c.ended, Frontier: c.frontier}
		m := algo.Method{Name: "given", New: func(int, int, float64, bounds.Constants) (algo.Runner, error) { return given, nil }}
		runner, err := NewRunner(m, 16, 4, 0.05, bounds.PaperConstants())
		require.NoError(t, err)
		require.Equal(t, c.right, runner.Run(on, 1, 0, 0).Right, "%v", c)
	}
}

// One subject after the other, with an audit of its own each: as with a runner of its own.
func TestARunnerGoesFromSubjectToSubject(t *testing.T) {
	fresh := func() *Runner {
		r, err := NewRunner(algo.Methods()[0], 16, 4, 0.05, bounds.PaperConstants())
		require.NoError(t, err)
		return r
	}
	easy, err := instance.Symmetric(16, 4, 1)
	require.NoError(t, err)
	hard, err := instance.Symmetric(16, 4, 0.25)
	require.NoError(t, err)
	subjects, runner := []*Subject{NewSubject(easy), NewSubject(hard)}, fresh()
	for n := range 10 {
		on := subjects[n%2]
		got := runner.Run(on, 1, n, 0)
		require.Equal(t, fresh().Run(on, 1, n, 0), got)
		require.True(t, got.Right && got.Audit.Event && got.Audit.Violation == "", "%+v", got.Audit)
	}
}

func TestCountTellsErrorsFromUndecidedRuns(t *testing.T) {
	tally := Count([]Outcome{
		{Result: algo.Result{Ended: algo.Decided, Comparisons: 5}, Right: true},
		{Result: algo.Result{Ended: algo.Decided, Comparisons: 7}},
		{Result: algo.Result{Ended: algo.BudgetSpent, Undecided: []int{1, 2}, Comparisons: 9}},
	})
	require.Equal(t, 1, tally.Errors)
	require.Equal(t, 1, tally.Undecided)
	require.Equal(t, []float64{5, 7, math.Inf(1)}, tally.Tau)

	audited := Count([]Outcome{
		{Audit: audit.Finding{Event: true}},
		{Audit: audit.Finding{Event: false}},
		{Audit: audit.Finding{Event: true, Violation: "x"}},
		{Audit: audit.Finding{Event: false, Violation: "before the event failed"}},
	})
	require.Equal(t, 2, audited.NoEvent)
	require.Equal(t, []int{2, 3}, audited.Bugs)
}

// The proof is for C = (2,4,4): other constants are not held to it.
func TestOtherConstantsAreNotAudited(t *testing.T) {
	s := symmetric(t, 50, 1)
	s.Constants.Thr = 0.3
	runs, err := s.Run(t.Context(), nil)
	require.NoError(t, err)
	for _, run := range runs {
		require.Equal(t, audit.Finding{}, run.Audit)
	}
}

// Instances of equal size see different votes, renamed ones the same.
func TestVotesAreDrawnUnderTheInstance(t *testing.T) {
	taus := func(gap float64, prefix string) (taus []int64) {
		s := symmetric(t, 30, 1)
		in, err := instance.Symmetric(16, 4, gap)
		require.NoError(t, err)
		for i := range in.Models {
			in.Models[i] = prefix + in.Models[i]
		}
		s.Instance = in
		runs, err := s.Run(t.Context(), nil)
		require.NoError(t, err)
		for _, run := range runs {
			taus = append(taus, run.Comparisons)
		}
		return taus
	}
	require.Equal(t, taus(1, ""), taus(1, "x"))
	// The second instance differs by one part in 10^15: the same law, other votes.
	require.NotEqual(t, taus(1, ""), taus(1+1e-15, ""))
}

func TestTheBudgetIsPassedOn(t *testing.T) {
	s := symmetric(t, 3, 1)
	s.Budget = 1
	runs, err := s.Run(t.Context(), nil)
	require.NoError(t, err)
	for _, run := range runs {
		require.Equal(t, algo.BudgetSpent, run.Ended)
		require.Zero(t, run.Comparisons)
	}
}

func TestBadParametersAreErrors(t *testing.T) {
	s := symmetric(t, 1, 1)
	for _, delta := range []float64{0, 1, math.NaN()} {
		s.Delta = delta
		_, err := s.Run(t.Context(), nil)
		require.ErrorContains(t, err, "0 < δ < 1")
	}
}
