package extremal

import (
	"context"

	"vectorborda/sims/repeat"
)

// Need is what one method takes to rank two models on every population whose
// average utilities differ by at least ε, with as many contexts as it likes.
type Need struct {
	Method      repeat.Method
	Depth       int     // the first of [repeat.DepthGrid] that is enough; 0: none
	Comparisons float64 // expected repeats a context there
	Open        bool    // for a smaller depth, or with Depth 0 for any, it is not known whether there is a table of MLE-CAL
}

// Needs asks all methods.  MLE-CAL needs a certified table for ε, with which its bias
// is at most ε/8 + [repeat.Tolerance], if that is below ε; the others a positive
// worstScore.  An ended context is an error.
func Needs(ctx context.Context, epsilon, beta float64) ([]Need, error) {
	return needs(ctx, new(repeat.Maker), epsilon, beta)
}

func needs(ctx context.Context, maker *repeat.Maker, epsilon, beta float64) (all []Need, err error) {
	for _, m := range repeat.Methods() {
		need := Need{Method: m}
		for _, d := range repeat.DepthGrid() {
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			e, status, err := maker.Make(m, beta, d, epsilon)
			if err != nil {
				return nil, err
			}
			need.Open = need.Open || status == repeat.Undecided || status == repeat.Untried
			if e != nil && enough(m, e, epsilon) {
				need.Depth, need.Comparisons = d, e.Comparisons()
				break
			}
		}
		all = append(all, need)
	}
	return all, nil
}

func enough(m repeat.Method, e repeat.Estimator, epsilon float64) bool {
	if m == repeat.Cal {
		return epsilon/8+repeat.Tolerance < epsilon
	}
	return worstScore(e, epsilon) > e.MeanError()
}

// gridSteps are the steps of the grid of utility differences on [-1, 1].
const gridSteps = 400

// worstScore is the smallest expected score of the better of two models: the
// minimum of E[Z] over the populations with E[D] = ε on a grid of utility
// differences and ε itself.  It is the value at ε of the lower convex hull of the
// points (D, E[Z|D]); as E[Z|D] < 0 at D = -1, it is positive for every larger
// average if it is for ε.  A finer grid could only lower it.
func worstScore(e repeat.Estimator, epsilon float64) float64 {
	var below, above []point
	at := point{epsilon, expected(e, epsilon)}
	for i := range gridSteps + 1 {
		D := -1 + 2*float64(i)/gridSteps
		switch p := (point{D, expected(e, D)}); {
		case D < epsilon:
			below = append(below, p)
		case D > epsilon:
			above = append(above, p)
		}
	}
	worst := at.z
	for _, a := range below {
		for _, b := range above {
			worst = min(worst, a.z+(b.z-a.z)*(epsilon-a.D)/(b.D-a.D))
		}
	}
	return worst
}

// point is a utility difference with an expected estimate.
type point struct{ D, z float64 }

func expected(e repeat.Estimator, D float64) float64 { return e.Mean(repeat.Sigma(e.Beta() * D)) }
