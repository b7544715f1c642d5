package extremal

import (
	"context"

	"vectorborda/sims/repeat"
)

// Need is what one method takes to rank models on every population whose average
// utilities are at least ε apart, with as many contexts as it likes.
type Need struct {
	Method repeat.Method
	Two    Enough // for m_0 and one other model
	Any    Enough // for any number of models
}

// Enough is the first of [repeat.DepthGrid] that is proved to be enough.
type Enough struct {
	Depth       int     // 0: none
	Comparisons float64 // expected repeats a context there
	Open        bool    // a smaller depth, or with Depth 0 any, is neither proved to be enough nor refuted by a population
}

// Needs asks all methods.  An ended context is an error.
func Needs(ctx context.Context, epsilon, beta float64) ([]Need, error) {
	return needs(ctx, new(repeat.Maker), epsilon, beta)
}

func needs(ctx context.Context, maker *repeat.Maker, epsilon, beta float64) (all []Need, err error) {
	for _, m := range repeat.Methods() {
		need := Need{Method: m}
		if need.Two, err = first(ctx, maker, m, ranking{2, epsilon, beta}); err != nil {
			return nil, err
		}
		if need.Any, err = first(ctx, maker, m, ranking{3, epsilon, beta}); err != nil {
			return nil, err
		}
		all = append(all, need)
	}
	return all, nil
}

func first(ctx context.Context, maker *repeat.Maker, m repeat.Method, r ranking) (found Enough, err error) {
	for _, d := range repeat.DepthGrid() {
		if ctx.Err() != nil {
			return found, ctx.Err()
		}
		e, status, err := maker.Make(ctx, m, r.beta, d, r.epsilon)
		if err != nil {
			return found, err
		}
		switch enough, known := r.judge(m, e, status); {
		case enough:
			found.Depth, found.Comparisons = d, e.Comparisons()
			return found, nil
		case !known:
			found.Open = true
		}
	}
	return found, nil
}

// ranking is what is asked: so many models, 3 standing for three or more, ε apart.
type ranking struct {
	models        int
	epsilon, beta float64
}

// judge tells whether a method is enough at a depth, if that is known.  A certified
// table of MLE-CAL for ε has a bias of at most ε/8 + [repeat.Tolerance], and of these
// two subtract where neither model is m_0.  Of the others, the two contexts that mislead
// most on a grid suggest the unit of a proof, or are themselves a population that
// refutes.
func (r ranking) judge(m repeat.Method, e repeat.Estimator, status repeat.Status) (enough, known bool) {
	if m == repeat.Cal {
		enough = status == repeat.Certified && float64(r.models-1)*(r.epsilon/8+repeat.Tolerance) < r.epsilon
		return enough, enough || status == repeat.None
	}
	w := r.worst(e)
	enough = w.score() > 0 && repeat.Orders(e, r.models, w.unit(), r.epsilon)
	return enough, enough || r.misleads(w, e)
}
