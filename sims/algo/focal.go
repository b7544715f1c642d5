package algo

import "vectorborda/bounds"

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
type Focal struct{ streams }

// NewFocal returns the algorithm for a schedule, which fixes K, d, δ and C.
func NewFocal(schedule *bounds.Schedule) *Focal { return &Focal{streams{schedule: schedule}} }

// Run runs the algorithm once; misuse panics as in [VBEGE.Run].
func (f *Focal) Run(p Problem) Result {
	return f.run(p, func(m int) (over bool) {
		f.active.Reset(f.credit, f.members)
		f.accepted, over = settled(&f.active, f.schedule.Cut(m))
		return over
	})
}
