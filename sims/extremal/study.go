package extremal

import (
	"cmp"
	"context"
	"fmt"

	"vectorborda/sims/trial"
)

// Plan says what of the lower bound is wanted for one β.
type Plan struct {
	Beta     float64
	D        int       // E_d up to this depth, and the populations there
	Epsilons []float64 // the gaps ε for which d*(ε, δ) is bounded
	Jobs     int       // workers; ≤ 0 means one a processor
}

// Study is the lower bound for one β.
type Study struct {
	Beta    float64
	D       int
	Limits  []*Extremal // d = 1, 3, … up to D; E_{d+1} is the same
	Pair    Pair        // the populations at depth D, checked
	Depths  []Depth
	Needs   [][]Need // one row for each of Depths
	Partial bool     // interrupted: there is less than was asked for
}

// Check refuses a plan that cannot be carried out.
func (p Plan) Check() error {
	err := cmp.Or(checkBeta(p.Beta), checkDepth(p.D))
	for _, epsilon := range p.Epsilons {
		err = cmp.Or(err, checkGap(epsilon))
	}
	return err
}

// Steps are how many times Run calls its argument step.
func (p Plan) Steps() int { return halves(p.D) + len(p.Epsilons) }

// answer is one step of a study.
type answer struct {
	limit *Extremal
	depth Depth
	needs []Need
	err   error
}

// Run studies the lower bound.  A context that ends leaves what was finished, and
// says so.
func (p Plan) Run(ctx context.Context, step func()) (*Study, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	s := &Study{Beta: p.Beta, D: p.D}
	all := trial.Run(ctx, p.Steps(), p.Jobs, func() func(int) answer {
		return func(n int) answer { return p.one(ctx, n) }
	}, step)
	for n, a := range all {
		switch {
		case trial.Interrupted(ctx, a.err):
			s.Partial = true
			return s, nil
		case a.err != nil:
			return nil, a.err
		case n < halves(p.D):
			s.Limits = append(s.Limits, a.limit)
		default:
			s.Depths, s.Needs = append(s.Depths, a.depth), append(s.Needs, a.needs)
		}
	}
	s.Partial = len(all) < p.Steps()
	if len(s.Limits) < halves(p.D) {
		return s, nil
	}
	pair, err := trial.Unless(ctx, s.split) // seconds at great depths
	if trial.Interrupted(ctx, err) {
		s.Partial = true
		return s, nil
	}
	s.Pair = pair
	return s, err
}

// one is step n: first the limits, the largest depth at the end, then the gaps.
func (p Plan) one(ctx context.Context, n int) (a answer) {
	if n < halves(p.D) {
		a.limit, a.err = Solve(2*n+1, p.Beta)
		return a
	}
	epsilon := p.Epsilons[n-halves(p.D)]
	if a.depth, a.err = MinDepth(epsilon, p.Beta); a.err == nil {
		a.needs, a.err = Needs(ctx, epsilon, p.Beta)
	}
	return a
}

// split makes and checks the populations at depth D.
func (s *Study) split() (Pair, error) {
	last := s.Limits[len(s.Limits)-1]
	pair := last.Pair()
	pair.D = s.D
	if err := pair.Check(last.Lower); err != nil {
		return pair, fmt.Errorf("populations at depth %d: %w: %w", s.D, ErrRefused, err)
	}
	return pair, nil
}
