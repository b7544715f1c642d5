// Package audit follows runs of VB-EGE and checks them step by step against the
// proof of Proposition B.4: what is claimed on the confidence event must hold in
// every single run in which that event occurred.  A step that does not is no bad
// luck but a bug, in the program or in the proof.
package audit

import (
	"fmt"
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
)

// Reach is how far the proof lets each model go: i leaves by phase
//
//	m_i = min{m : ε_m < Δ_i^B/4}
//
// (Lemma B.10), so τ ≤ d·Σ_i n_{m_i}.
type Reach struct {
	Phase []int   // m_i; 0 for a zero gap, which has none
	Tau   float64 // d·Σ_i n_{m_i}; +Inf if a model has no m_i or n_{m_i} is beyond int64
}

// NewReach computes the reach from Borda gaps.
func NewReach(gap []float64, s *bounds.Schedule) Reach {
	_, d := s.Size()
	r := Reach{Phase: make([]int, len(gap))}
	for i, g := range gap {
		r.Phase[i] = leaves(g)
		n, err := s.N(r.Phase[i])
		if r.Phase[i] == 0 || err != nil {
			r.Tau = math.Inf(1)
		}
		r.Tau += float64(d) * float64(n)
	}
	return r
}

// leaves is min{m ≥ 1 : 2^-m < g/4} for a gap g ≤ 2: with g = f·2^e, f ∈ [1/2, 1), it is 3-e, and
// 4-e where f = 1/2.
func leaves(g float64) int {
	if g <= 0 {
		return 0
	}
	f, e := math.Frexp(g)
	if f == 0.5 {
		e--
	}
	return 3 - e
}

// Finding is what one run showed.
type Finding struct {
	Event     bool   // the confidence event held for all active models in all phases
	Near      bool   // it would have held with 0.3·r_m in place of r_m
	Violation string // the first step that the proof excludes; "" if there was none
}

// Audit is an algo.Observer for one run after the other of one worker.
type Audit struct {
	models   []string
	b        gaps.Array[float64]
	frontier []int
	witness  []int
	schedule *bounds.Schedule
	reach    Reach
	upper    float64 // Proposition B.4, NaN where it does not apply

	estimate gaps.Array[float64]
	active   []bool
	finding  Finding
}

// New makes an audit of runs on an instance.
func New(in *instance.Instance, g instance.Gaps, s *bounds.Schedule, upper float64) *Audit {
	K, d := in.Size()
	return &Audit{
		models: in.Models, b: in.Borda, frontier: in.Frontier(), witness: in.Witnesses(),
		schedule: s, reach: NewReach(g.Borda, s), upper: upper,
		estimate: gaps.NewArray[float64](K, d), active: make([]bool, K),
	}
}

// Begin forgets the run before.
func (a *Audit) Begin() {
	for i := range a.active {
		a.active[i] = true
	}
	a.finding = Finding{Event: true, Near: true}
}

// within is how much of the radius counts as inside: rounding of b̂, b and r_m
// errs by less than 2⁻⁵⁰ of them, and b̂ - b is never close to r_m unless it is of
// its size.  An event that is lost this way makes the audit more lenient and claim
// B.6 a little stricter.
const within = 1 - 0x1p-40

// near is the share of the radius of the wrong twin of Lemma B.6: about 1.4
// standard deviations, which some model leaves in almost every run.
const near = 0.3

// Phase checks the confidence event and that nobody overstays (Lemma B.10).
func (a *Audit) Phase(m int, n int64, credit gaps.Array[int64], active []int) {
	for c, x := range credit.X {
		a.estimate.X[c] = float64(x) / float64(2*n)
	}
	radius := a.schedule.R(m)
	a.finding.Event = a.finding.Event && gaps.ConfidenceEvent(a.estimate, a.b, a.active, radius*within)
	a.finding.Near = a.finding.Near && gaps.ConfidenceEvent(a.estimate, a.b, a.active, radius*near)
	for _, i := range active {
		if last := a.reach.Phase[i]; last > 0 && m > last {
			a.violate("B.10: model %q is active in phase %d but must leave by %d", a.models[i], m, last)
		}
	}
}

// Removal checks Lemmas B.7 and B.8.
func (a *Audit) Removal(m, i int, accepted bool, _ []int) {
	a.active[i] = false
	if onFrontier := a.witness[i] < 0; onFrontier != accepted {
		a.violate("B.7: model %q left in phase %d as frontier = %v, which is wrong", a.models[i], m, accepted)
	}
	if !gaps.WitnessInvariant(a.witness, a.active) {
		a.violate("B.8: the removal of model %q in phase %d took a witness", a.models[i], m)
	}
}

// End checks the answer (Proposition B.9) and τ ≤ d·Σ n_{m_i} ≤ the bound of
// Proposition B.4.
func (a *Audit) End(run algo.Result) Finding {
	tau := float64(run.Comparisons)
	switch {
	case run.Ended != algo.Decided:
	case !slices.Equal(run.Frontier, a.frontier):
		a.violate("B.9: the answer is wrong")
	case tau > a.reach.Tau:
		a.violate("B.10: τ = %.0f exceeds d·Σ n_{m_i} = %.0f", tau, a.reach.Tau)
	case a.reach.Tau > a.upper:
		a.violate("B.4: d·Σ n_{m_i} = %.0f exceeds the bound %.0f", a.reach.Tau, a.upper)
	}
	return a.finding
}

// violate keeps the first violation of a run in which the event has held so far.
func (a *Audit) violate(format string, args ...any) {
	if a.finding.Event && a.finding.Violation == "" {
		a.finding.Violation = fmt.Sprintf(format, args...)
	}
}
