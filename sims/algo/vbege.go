package algo

import (
	"slices"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/stream"
)

// VBEGE is Algorithm 1, vector Borda elimination with gap estimates.
//
// In phase m every active model is brought to n_m random-opponent samples on
// every objective.  While the largest empirical gap exceeds C_thr·r_m that model
// leaves, and is accepted if it was on the empirical frontier of the active
// set.  Within a phase all active models have the same n_m, so gaps are taken on
// half-credit counts in int64 and compared with the exact integer threshold
// Schedule.Cut: ties are real ties, and no rounding decides a removal.
//
// Sample (i,r) number s always comes from lane i·d+r of the problem's key,
// whatever happens to the other models.
type VBEGE struct {
	schedule *bounds.Schedule

	// Scratch of one run, reused by the next.
	lanes  stream.Lanes
	credit gaps.Array[int64]
	active gaps.Active[int64]
	members,
	accepted []int
}

// NewVBEGE returns the algorithm for a schedule, which fixes K, d, δ and C.  The
// value must not be used by two goroutines at once; make one for each.
func NewVBEGE(schedule *bounds.Schedule) *VBEGE { return &VBEGE{schedule: schedule} }

// Run runs the algorithm once.  An oracle of another size than the schedule's
// and a budget outside 0 … MaxBudget are misuse: it panics.
func (v *VBEGE) Run(p Problem) Result {
	K, d := p.size(v.schedule.Size())
	budget := p.budget()
	v.begin(p.Key, K, d)
	res := Result{Samples: make([]int64, K)}
	for m := 1; ; m++ {
		cost, ok := phaseCost(v.schedule, m, len(v.members)*d)
		if !ok || cost > budget-res.Comparisons {
			return v.spent(res)
		}
		v.sample(p, m)
		res.Comparisons += cost
		res.Phases = m
		n, _ := v.schedule.N(m)
		for _, i := range v.members {
			res.Samples[i] = n * int64(d)
		}
		if p.Observer != nil {
			p.Observer.Phase(m, n, v.credit, v.members)
		}
		if v.eliminate(m, p.Observer) {
			return v.decided(res)
		}
	}
}

func (v *VBEGE) begin(key stream.Key, K, d int) {
	v.lanes.Open(key, K*d)
	if v.credit.X == nil {
		v.credit = gaps.NewArray[int64](K, d)
	}
	clear(v.credit.X)
	v.accepted, v.members = v.accepted[:0], v.members[:0]
	for i := range K {
		v.members = append(v.members, i)
	}
}

// sample draws samples n_{m-1}+1 … n_m of every active stream.
func (v *VBEGE) sample(p Problem, m int) {
	n, _ := v.schedule.N(m)
	before, _ := v.schedule.N(m - 1)
	d := v.credit.D
	for _, i := range v.members {
		row := v.credit.Row(i)
		for r := range row {
			reply := p.Oracle.Focal(v.lanes.At(i*d+r), i, r, n-before)
			row[r] += 2*reply.Wins + reply.Ties
		}
	}
}

// eliminate removes models until no gap exceeds the threshold of phase m, and
// reports whether the run is over.
func (v *VBEGE) eliminate(m int, watch Observer) (over bool) {
	cut := v.schedule.Cut(m)
	v.active.Reset(v.credit, v.members)
	for {
		i, gap := v.active.Largest()
		if gap <= cut {
			v.members = append(v.members[:0], v.active.Members()...)
			return false
		}
		accept := v.active.OnFrontier(i)
		if accept {
			v.accepted = append(v.accepted, i)
		}
		v.active.Remove(i)
		if watch != nil {
			watch.Removal(m, i, accept, v.active.Members())
		}
		if rest := v.active.Members(); len(rest) == 1 {
			v.accepted = append(v.accepted, rest[0])
			return true
		}
	}
}

func (v *VBEGE) decided(res Result) Result {
	res.Ended = Decided
	res.Frontier = slices.Sorted(slices.Values(v.accepted))
	return res
}

func (v *VBEGE) spent(res Result) Result {
	res.Ended = BudgetSpent
	res.Frontier = slices.Sorted(slices.Values(v.accepted))
	res.Undecided = slices.Clone(v.members)
	return res
}
