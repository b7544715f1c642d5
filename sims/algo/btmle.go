package algo

import (
	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/bt"
	"vectorborda/sims/stat"
)

// BTMLE is the Bradley–Terry baseline on a balanced design: every unordered cell is
// brought to n'_m comparisons, on each objective a ridge model ϑ̂ is fitted to all
// data, and the run stops at the first phase with
//
//	min_i Δ_i(ϑ̂) > C_thr·r'_m
//
// and returns P(ϑ̂).  The radius r'_m is one of Bernoulli means and the gap is one of
// latent scores: comparing them is no confidence statement, and this rule has no
// fixed-confidence guarantee.  A phase with a fit that did not converge does not stop.
type BTMLE struct {
	cells  *cells
	fitter *bt.Fitter

	// Scratch of one run, reused by the next.
	n     []int64 // of every pair, the same
	theta gaps.Array[float64]
	warm  [][]float64 // by objective, from the phase before
	all   gaps.Active[float64]
}

func newBTMLE(K, d int, delta float64, c bounds.Constants) (Runner, error) {
	cells, err := newCells(K, d, delta, c)
	if err != nil {
		return nil, err
	}
	return &BTMLE{
		cells: cells, fitter: bt.NewFitter(K), n: make([]int64, K*(K-1)/2),
		theta: gaps.NewArray[float64](K, d), warm: make([][]float64, d),
	}, nil
}

// Run runs the algorithm once; misuse panics as in [PlugIn.Run].
func (b *BTMLE) Run(p Problem) Result {
	clear(b.warm)
	return b.cells.run(p, func(m int, n int64, res *Result) (over bool) {
		res.Frontier, over = b.stops(m, b.fit(n, &res.Fits))
		return over
	})
}

// stops reports min_i Δ_i(ϑ̂) > C_thr·r'_m on fits that all converged, with P(ϑ̂).
func (b *BTMLE) stops(m int, converged bool) (frontier []int, over bool) {
	if !converged {
		return nil, false
	}
	b.all.Reset(b.theta, b.cells.roster)
	return settled(&b.all, b.cells.schedule.Thr()*b.cells.schedule.R(m))
}

// fit fits every objective to its n comparisons a pair.
func (b *BTMLE) fit(n int64, count *Fits) (converged bool) {
	for at := range b.n {
		b.n[at] = n
	}
	converged = true
	for r := range b.warm {
		pairs := len(b.n)
		fit := b.fitter.Ridge(bt.Data{K: b.cells.K, N: b.n, Credit: b.cells.credit[r*pairs : (r+1)*pairs]}, b.warm[r])
		count.note(fit)
		if b.warm[r] = fit.Theta; !fit.Converged {
			b.warm[r], converged = nil, false
		}
		for i, x := range fit.Theta {
			b.theta.Row(i)[r] = x
		}
	}
	return converged
}

// note adds a fit.
func (f *Fits) note(fit bt.Fit) {
	count := func(yes bool) int {
		if yes {
			return 1
		}
		return 0
	}
	*f = f.Add(Fits{
		1, stat.Number(fit.Gradient), stat.Number(fit.Gap), count(fit.Fallback), count(!fit.Converged), count(fit.Above != nil), count(fit.Apart != nil),
	})
}
