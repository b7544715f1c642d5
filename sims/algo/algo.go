// Package algo runs identification algorithms: they ask an oracle for
// comparisons until they can name the strict Pareto frontier at confidence 1-δ.
//
// An algorithm sees votes only, never scores.  Every run ends: decided, or when
// the next phase would exceed the budget, with the undecided models named, or
// capped by the method's own limit.  A
// run is a function of its Problem alone; the clock, the machine's load and
// other runs have no influence.
package algo

import (
	"fmt"
	"math/bits"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/oracle"
	"vectorborda/sims/stat"
	"vectorborda/sims/stream"
)

const (
	// DefaultBudget is the budget of a run that names none, in comparisons.
	DefaultBudget = int64(1e18)
	// MaxBudget keeps every half-credit count at or below 2⁶⁰ (two models share
	// the budget), so that gaps of counts, sums of two differences, fit int64.
	MaxBudget = int64(1) << 60
)

// Problem is what one run is given.
type Problem struct {
	Oracle   oracle.Focal
	Key      stream.Key // the run's randomness
	Budget   int64      // most comparisons, 1 … MaxBudget; 0 means DefaultBudget
	Observer Observer   // nil for none
}

// size is the size of the oracle, which must be that of the runner.
func (p Problem) size(wantK, wantD int) (K, d int) {
	K, d = p.Oracle.Size()
	if K != wantK || d != wantD {
		panic(fmt.Sprintf("algo: an oracle of %d models and %d objectives for a schedule of %d and %d", K, d, wantK, wantD))
	}
	return K, d
}

// pairwise is the oracle of a method that asks for single pairs.
func (p Problem) pairwise() oracle.Pairwise {
	pairs, ok := p.Oracle.(oracle.Pairwise)
	if !ok {
		panic("algo: an oracle that knows no single pairs for a pairwise method")
	}
	return pairs
}

// phases runs phase after phase, each with n_m and the n_m - n_{m-1} samples that a stream
// takes in it, until one says that the run is over, else until the next would exceed the
// budget.  The number of streams is that at the beginning of a phase.
func (p Problem) phases(s *bounds.Schedule, res *Result, streams func() int, phase func(m int, n, more int64) (over bool)) {
	for m, budget := 1, p.budget(); ; m++ {
		n, err := s.N(m)
		before, _ := s.N(m - 1)
		hi, lo := bits.Mul64(uint64(streams()), uint64(n-before))
		cost := int64(lo)
		if err != nil || hi != 0 || cost < 0 || cost > budget-res.Comparisons {
			res.Ended = BudgetSpent
			return
		}
		res.Comparisons, res.Phases = res.Comparisons+cost, m
		if phase(m, n, n-before) {
			res.Ended = Decided
			return
		}
	}
}

// settled is the frontier of a set, in ascending order, once every gap exceeds the cut.
func settled[T gaps.Score](a *gaps.Active[T], cut T) (frontier []int, over bool) {
	for _, i := range a.Members() {
		if !(a.Gap(i) > cut) {
			return nil, false
		}
		if a.OnFrontier(i) {
			frontier = append(frontier, i)
		}
	}
	return frontier, true
}

// everyone is [K].
func everyone(K int) []int {
	all := make([]int, K)
	for i := range all {
		all[i] = i
	}
	return all
}

// budget is the budget with its default.
func (p Problem) budget() int64 {
	switch {
	case p.Budget < 0 || p.Budget > MaxBudget:
		panic(fmt.Sprintf("algo: a budget of %d comparisons is not in 0 … %d", p.Budget, MaxBudget))
	case p.Budget == 0:
		return DefaultBudget
	}
	return p.Budget
}

// Runner is an algorithm made for one schedule; one goroutine at a time.
type Runner interface{ Run(Problem) Result }

// Ending says how a run ended.
type Ending string

const (
	Decided     Ending = "decided"
	BudgetSpent Ending = "budget"
	Capped      Ending = "capped" // the method's own last check came first
)

// Result is what one run gives back.
type Result struct {
	Frontier    []int   // P̂ when decided, else the models accepted so far; ascending
	Undecided   []int   // models still active when the budget was spent; ascending
	Comparisons int64   // τ, objective-specific comparisons
	Phases      int     // phases sampled
	Samples     []int64 // comparisons by model, all objectives together; one of a pair counts for both
	Ended       Ending
	Fits        Fits // of methods that fit Bradley–Terry models
}

// Fits sums up the model fits of a run.
type Fits struct {
	Count        int         `json:"count"`
	Gradient     stat.Number `json:"worst_gradient"` // sup-norm of a (projected) gradient, per comparison
	Gap          stat.Number `json:"worst_gap"`      // certified distance to the optimum, in nats per comparison
	Fallbacks    int         `json:"fallbacks"`      // fits that needed the larger ridge
	Unconverged  int         `json:"unconverged"`    // fits that did not reach their tolerance
	Separated    int         `json:"separated"`      // fits on data where a set of models won every comparison with the others
	Disconnected int         `json:"disconnected"`   // fits on data where a set of models was never compared with the others
}

// Add joins the fits of two runs.
func (f Fits) Add(g Fits) Fits {
	return Fits{
		f.Count + g.Count, max(f.Gradient, g.Gradient), max(f.Gap, g.Gap), f.Fallbacks + g.Fallbacks,
		f.Unconverged + g.Unconverged, f.Separated + g.Separated, f.Disconnected + g.Disconnected,
	}
}

// Observer follows a run.  Its arguments belong to the algorithm: they may be
// read during the call and must not be changed or kept.
type Observer interface {
	// Phase comes after the sampling of phase m: credit_{i,r} = 2·wins + ties
	// over the n samples of every active model i.
	// Focal Borda calls it with the whole roster, pairwise methods never.
	Phase(m int, n int64, credit gaps.Array[int64], active []int)
	// Removal comes after model i left in phase m, with the set that remains.
	Removal(m, i int, accepted bool, active []int)
}
