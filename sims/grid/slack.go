package grid

import (
	"math"

	"vectorborda/bounds"
	"vectorborda/sims/audit"
	"vectorborda/sims/stat"
)

// Slack splits the factor between the lower bound of Lemma B.14 and the measured
// quantile q, and between q and the upper bound of Theorem 3.1, into its sources:
//
//	q/B.14 = Rest · Grid,    3.1/q = Phase · Worst · Kappa.
//
// A factor that does not exist is NaN.
type Slack struct {
	// Rest is the remainder between B.14 and q: constants and the logarithm over
	// all models, objectives and phases against kl.
	Rest stat.Number `json:"rest"`
	// Grid is what the phase grid n_m ∝ 4^m costs: a noise-free run stops at the
	// first phase with C_thr·r_m < Δ_i, where a continuous one would stop at
	// 8·L/Δ_i² samples.
	Grid stat.Number `json:"phase_grid"`
	// Phase is m_i against the phases in which models really left: d·Σ n_{m_i} / q.
	Phase stat.Number `json:"leaving_phase"`
	// Worst is the constant 128 (and L at M_i) against n_{m_i}: B.4 / d·Σ n_{m_i}.
	Worst stat.Number `json:"constant_128"`
	// Kappa is κ_B·Δ^θ against the true Borda gaps: 3.1 / B.4.
	Kappa stat.Number `json:"kappa"`
}

func slackOf(row Row) Slack {
	none := stat.Number(math.NaN())
	schedule, err := bounds.NewSchedule(row.K, row.D, row.Delta, bounds.PaperConstants())
	if err != nil {
		return Slack{none, none, none, none, none}
	}
	q, gap := row.Tau.Quantile.Value, row.Instance.Gaps().Borda
	reach := stat.Number(audit.NewReach(gap, schedule).Tau)
	grid := stat.Number(gridFactor(gap, schedule))
	s := Slack{
		Grid:  grid,
		Rest:  q / grid / row.Bounds.LowerSymmetric,
		Phase: reach / q,
		Worst: row.Bounds.UpperBorda / reach,
		Kappa: row.Bounds.UpperLatent / row.Bounds.UpperBorda,
	}
	for _, factor := range []*stat.Number{&s.Grid, &s.Rest, &s.Phase, &s.Worst, &s.Kappa} {
		if math.IsInf(float64(*factor), 0) {
			*factor = none
		}
	}
	return s
}

// gridFactor is Σ_i n_{m°_i} / Σ_i 8·L_{m°_i}/Δ_i² with m°_i = min{m : 4·r_m < Δ_i}.
func gridFactor(gap []float64, s *bounds.Schedule) float64 {
	stepped, smooth := 0.0, 0.0
	for _, g := range gap {
		m := 1
		for m <= s.Phases() && 4*s.R(m) >= g {
			m++
		}
		n, err := s.N(m)
		if err != nil {
			return math.NaN()
		}
		stepped += float64(n)
		smooth += 8 * s.L(m) / (g * g)
	}
	return stepped / smooth
}
