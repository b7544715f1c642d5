package algo

import (
	"math"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/bt"
	"vectorborda/sims/oracle"
	"vectorborda/sims/stream"
)

// The constants of Pareto BT-GLR Track-and-Stop.
const (
	boxSize      = 2.0     // S_max, the largest |ϑ_i|
	priorWeight  = 0.1     // λ of the threshold
	variance     = 0.25    // σ̄², the largest variance of a vote
	firstPerCell = 2       // n_0
	learningRate = 0.8     // α
	exploration  = 1. / 3  // γ
	mostComps    = 1e18    // T_max
	mostChecks   = 96      //
	leastKL      = 1e-15   // ε_κ: below it no pair tells the two models apart
	fewModels    = 8       // up to which all alternatives are tried …
	fewMaps      = 1 << 12 // … if there are no more maps g than this
)

// BTGLR is Pareto BT-GLR Track-and-Stop: at every check it fits a Bradley–Terry model ϑ̂
// in a box to each objective, looks for the most likely model with another frontier,
// and stops when the generalised likelihood ratio Ψ against it reaches
//
//	β_t(δ) = log(1/δ) + (λ/2)·Σ_r ‖ϑ̂_r‖² + ½·Σ_r log det(I + (σ̄²/λ)·Ω_r);
//
// else it moves its allocation to the cells that tell the two models apart.  The constants
// C of Algorithm 1 have no part in it.
//
// It is a heuristic: only one alternative that a screen found is refitted (all of them
// if they are few), so Ψ is not certified to be the smallest ratio.  A run that reaches
// T_max = 10¹⁸ comparisons or 96 checks is capped.
type BTGLR struct {
	K, d   int
	delta  float64
	fitter *bt.Fitter

	// Scratch of one run, reused by the next.  A cell is (i < j, r), numbered as in the
	// balanced designs.
	lanes   stream.Lanes
	data    []bt.Data   // by objective
	theta   [][]float64 // ϑ̂ by objective
	total   int64       // t
	weight  []float64   // w by cell
	deficit []float64   // targets so far minus comparisons, by cell
	batch   []int64
}

// newBTGLR refuses what Algorithm 1 refuses.
func newBTGLR(K, d int, delta float64, c bounds.Constants) (Runner, error) {
	if _, err := bounds.NewSchedule(K, d, delta, c); err != nil {
		return nil, err
	}
	cells, err := countCells(K, d)
	if err != nil {
		return nil, err
	}
	return &BTGLR{
		K: K, d: d, delta: delta, fitter: bt.NewFitter(K), data: make([]bt.Data, d), theta: make([][]float64, d),
		weight: make([]float64, cells), deficit: make([]float64, cells), batch: make([]int64, cells),
	}, nil
}

// Run runs the algorithm once; misuse panics as in [PlugIn.Run].  Phases are checks.
func (g *BTGLR) Run(p Problem) Result {
	p.size(g.K, g.d)
	pairs, limit := p.pairwise(), min(p.budget(), mostComps)
	g.begin(p.Key)
	res := Result{Samples: make([]int64, g.K)}
	if int64(firstPerCell*len(g.weight)) > limit {
		return g.undecided(res, BudgetSpent)
	}
	for c := range g.batch {
		g.batch[c] = firstPerCell
	}
	for m := 1; ; m++ {
		g.sample(pairs, &res)
		res.Phases = m
		found := g.check(&res.Fits)
		switch {
		case found.stops(g.threshold()):
			res.Ended, res.Frontier = Decided, found.frontier
			return res
		case g.total == limit && limit < mostComps:
			return g.undecided(res, BudgetSpent)
		case g.total == limit || m == mostChecks:
			return g.undecided(res, Capped)
		}
		g.learn(found.kl, m)
		g.plan(nextCheck(g.total, int64(len(g.weight)), limit))
	}
}

func (g *BTGLR) begin(key stream.Key) {
	g.lanes.Open(key, len(g.weight))
	g.total = 0
	for r := range g.data {
		g.data[r], g.theta[r] = bt.NewData(g.K), nil
	}
	for c := range g.weight {
		g.weight[c] = 1 / float64(len(g.weight))
	}
	clear(g.deficit)
}

func (g *BTGLR) undecided(res Result, why Ending) Result {
	res.Ended, res.Undecided = why, everyone(g.K)
	return res
}

// sample asks for the batch.
func (g *BTGLR) sample(pairs oracle.Pairwise, res *Result) {
	c := 0
	for r, d := range g.data {
		at := 0
		for i := range g.K {
			for j := i + 1; j < g.K; j++ {
				if n := g.batch[c]; n > 0 {
					reply := pairs.Pair(g.lanes.At(c), i, j, r, n)
					d.N[at] += n
					d.Credit[at] += 2*reply.Wins + reply.Ties
					res.Samples[i] += n
					res.Samples[j] += n
					g.total += n
				}
				at++
				c++
			}
		}
	}
	res.Comparisons = g.total
}

// threshold is β_t(δ).
func (g *BTGLR) threshold() float64 {
	beta := -math.Log(g.delta)
	for r, d := range g.data {
		for _, x := range g.theta[r] {
			beta += priorWeight / 2 * x * x
		}
		beta += d.LogDet(variance/priorWeight) / 2
	}
	return beta
}

// finding is what a check found.
type finding struct {
	frontier  []int     // P(ϑ̂)
	ratio     float64   // Ψ
	converged bool      // every fit did
	kl        []float64 // κ by cell, between ϑ̂ and the alternative ϑ̃
}

// stops reports Ψ ≥ β on fits that all converged.
func (f finding) stops(beta float64) bool { return f.converged && f.ratio >= beta }

// check fits ϑ̂ and looks for the most likely alternative.
func (g *BTGLR) check(count *Fits) finding {
	x := gaps.NewArray[float64](g.K, g.d)
	s := search{BTGLR: g, count: count, converged: true}
	for r := range g.data {
		fit := g.fitter.Box(g.data[r], boxSize, bt.Order{}, g.theta[r])
		s.note(fit)
		g.theta[r] = fit.Theta
		for i, v := range fit.Theta {
			x.Row(i)[r] = v
		}
	}
	s.frontier = gaps.Frontier(x)
	nearest := s.nearest()
	return finding{s.frontier, nearest.ratio, s.converged, nearest.kl}
}
