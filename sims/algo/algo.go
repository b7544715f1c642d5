// Package algo runs identification algorithms: they ask an oracle for
// comparisons until they can name the strict Pareto frontier at confidence 1-δ.
//
// An algorithm sees votes only, never scores.  Every run ends: decided, or when
// the next phase would exceed the budget, with the undecided models named.  A
// run is a function of its Problem alone; the clock, the machine's load and
// other runs have no influence.
package algo

import (
	"fmt"

	"vectorborda/gaps"
	"vectorborda/sims/oracle"
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
)

// Result is what one run gives back.
type Result struct {
	Frontier    []int   // P̂ when decided, else the models accepted so far; ascending
	Undecided   []int   // models still active when the budget was spent; ascending
	Comparisons int64   // τ, objective-specific comparisons
	Phases      int     // phases sampled
	Samples     []int64 // comparisons by model, all objectives together
	Ended       Ending
}

// Observer follows a run.  Its arguments belong to the algorithm: they may be
// read during the call and must not be changed or kept.
type Observer interface {
	// Phase comes after the sampling of phase m: credit_{i,r} = 2·wins + ties
	// over the n samples of every active model i.
	Phase(m int, n int64, credit gaps.Array[int64], active []int)
	// Removal comes after model i left in phase m, with the set that remains.
	Removal(m, i int, accepted bool, active []int)
}
