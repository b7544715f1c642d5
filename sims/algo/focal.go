package algo

import (
	"slices"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/stream"
)

// Focal is Focal Borda: the streams, n_m and r_m of VB-EGE without elimination.
//
// In phase m every model of the whole roster is brought to n_m random-opponent
// samples on every objective.  The run stops at the first phase with
//
//	min_i Δ_i(b̂) > C_thr·r_m
//
// over all K models at once and returns P(b̂), so τ = d·K·n_m.  Gaps are taken
// on half-credit counts and compared with Schedule.Cut, as in VB-EGE, so no
// rounding decides.
type Focal struct {
	schedule *bounds.Schedule
	roster   []int

	// Scratch of one run, reused by the next.
	lanes  stream.Lanes
	credit gaps.Array[int64]
	all    gaps.Active[int64]
}

// NewFocal returns the algorithm for a schedule, which fixes K, d, δ and C.
func NewFocal(schedule *bounds.Schedule) *Focal {
	K, d := schedule.Size()
	return &Focal{schedule: schedule, roster: everyone(K), credit: gaps.NewArray[int64](K, d)}
}

// Run runs the algorithm once; misuse panics as in [VBEGE.Run].
func (f *Focal) Run(p Problem) Result {
	K, d := p.size(f.schedule.Size())
	budget := p.budget()
	f.lanes.Open(p.Key, K*d)
	clear(f.credit.X)
	res := Result{Samples: make([]int64, K)}
	for m := 1; ; m++ {
		cost, ok := phaseCost(f.schedule, m, K*d)
		if !ok || cost > budget-res.Comparisons {
			return f.undecided(res)
		}
		n, _ := f.schedule.N(m)
		f.sample(p, m)
		res.Comparisons, res.Phases = res.Comparisons+cost, m
		for i := range res.Samples {
			res.Samples[i] = n * int64(d)
		}
		if p.Observer != nil {
			p.Observer.Phase(m, n, f.credit, f.roster)
		}
		f.all.Reset(f.credit, f.roster)
		if smallest(&f.all) > f.schedule.Cut(m) {
			return decided(res, &f.all)
		}
	}
}

func (f *Focal) sample(p Problem, m int) {
	n, _ := f.schedule.N(m)
	before, _ := f.schedule.N(m - 1)
	d := f.credit.D
	for c := range f.credit.X {
		reply := p.Oracle.Focal(f.lanes.At(c), c/d, c%d, n-before)
		f.credit.X[c] += 2*reply.Wins + reply.Ties
	}
}

func (f *Focal) undecided(res Result) Result {
	res.Ended, res.Undecided = BudgetSpent, slices.Clone(f.roster)
	return res
}

// smallest is min_i Δ_i of a set.
func smallest[T gaps.Score](a *gaps.Active[T]) T {
	least := a.Gap(a.Members()[0])
	for _, i := range a.Members() {
		least = min(least, a.Gap(i))
	}
	return least
}

// decided ends a run with the frontier of the set, in ascending order.
func decided[T gaps.Score](res Result, a *gaps.Active[T]) Result {
	res.Ended = Decided
	for _, i := range a.Members() {
		if a.OnFrontier(i) {
			res.Frontier = append(res.Frontier, i)
		}
	}
	return res
}

// everyone is [K].
func everyone(K int) []int {
	all := make([]int, K)
	for i := range all {
		all[i] = i
	}
	return all
}
