package algo

import "vectorborda/bounds"

// VBEGE is Algorithm 1, vector Borda elimination with gap estimates.
//
// In phase m every active model is brought to n_m random-opponent samples on
// every objective.  While the largest empirical gap exceeds C_thr·r_m that model
// leaves, and is accepted if it was on the empirical frontier of the active
// set.  Within a phase all active models have the same n_m, so gaps are taken on
// half-credit counts in int64 and compared with the exact integer threshold
// Schedule.Cut: ties are real ties, and no rounding decides a removal.
type VBEGE struct{ streams }

// NewVBEGE returns the algorithm for a schedule, which fixes K, d, δ and C.  The
// value must not be used by two goroutines at once; make one for each.
func NewVBEGE(schedule *bounds.Schedule) *VBEGE { return &VBEGE{streams{schedule: schedule}} }

// Run runs the algorithm once.  An oracle of another size than the schedule's
// and a budget outside 0 … MaxBudget are misuse: it panics.
func (v *VBEGE) Run(p Problem) Result {
	return v.run(p, func(m int) bool { return v.eliminate(m, p.Observer) })
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
