package experiment

import (
	"cmp"
	"maps"
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// Row is a method on the setting of a part.
type Row struct {
	Part
	Method      algo.Method `json:"method"`
	NoGuarantee string      `json:"no_guarantee,omitempty"` // why it is not known to be δ-correct there

	Arrays  string `json:"arrays"`  // hash of the fingerprints of the drawn instances
	Redraws int    `json:"redraws"` // arrays thrown away while drawing them
	Drawn   int    `json:"instances"`
	Units   int    `json:"units"` // independent ones: instances, or runs on θ^Δ
	Runs    int    `json:"runs"`
	Wrong   int    `json:"errors"` // decided, and not the frontier
	// WrongLimit is the exact upper limit of the error rate; on drawn instances of
	// the mean rate of those that were drawn.
	WrongLimit float64 `json:"error_rate_below"`
	Budget     int     `json:"ended_by_budget"`
	Capped     int     `json:"capped"`               // ended by the method's own limit
	LooseFits  int     `json:"runs_with_loose_fits"` // with a model fit that did not reach its tolerance or needed the larger ridge
	NoEvent    int     `json:"event_failed"`         // audited, and the confidence event failed

	// Tau has the values of all runs, with the limits and Hill's index of independent
	// ones.  A mean or an error that the family's law does not have is NaN in it.
	Tau        stat.Tau    `json:"tau"`
	Mean, SE   float64     `json:"-"` // of the runs, between units, whatever the law; +Inf and NaN if a run did not decide
	MedianLo   stat.Number `json:"median_lo"`
	MedianHi   stat.Number `json:"median_hi"`
	LawTail    stat.Number `json:"tail_index_by_law"`
	HasMean    bool        `json:"mean_exists"`
	LastPhases map[int]int `json:"runs_by_last_phase"`
	Formula    stat.Number `json:"tau_if_nobody_leaves_early"` // of VB-EGE, K·d·n_m of the commonest last phase m; else NaN
	AtFormula  int         `json:"runs_with_that_tau"`
	FirstWrong string      `json:"first_wrong,omitempty"` // the command that repeats the first wrong run

	Ratio       stat.Estimate `json:"ratio_of_means"` // to VB-EGE
	Paired      stat.Estimate `json:"paired_ratio"`   // geometric mean of the units' ratios to VB-EGE
	Dearer      int           `json:"dearer_units"`   // in which it costs more than VB-EGE
	Equal       int           `json:"-"`              // in which it costs the same
	PairedUnits int           `json:"paired_units"`

	Audit trial.Audit `json:"audit"`
}

// noGuarantee says why a method is not known to be δ-correct with C; "" if it is.
func noGuarantee(m algo.Method, c bounds.Constants) string {
	if m.Guarantee == "" && (c.Thr < 4 || c.Log < 4) {
		return "no guarantee at C_thr < 4"
	}
	return m.Guarantee
}

// Decided reports that every run named a frontier.
func (r Row) Decided() bool { return r.Budget+r.Capped == 0 }

// row sums the finished units of a cell up for a part; ok is false if there are
// none.
func (s *session) row(p Part, c *cell) (r Row, ok bool, err error) {
	units := c.of(p)
	r = Row{
		Part: p, Method: c.method, NoGuarantee: noGuarantee(c.method, p.C), Drawn: p.Instances, Units: len(units), LastPhases: map[int]int{},
		LawTail: stat.Number(p.TailIndex()), HasMean: p.MeanExists(), Formula: stat.Number(math.NaN()), Ratio: stat.NoEstimate(), Paired: stat.NoEstimate(),
	}
	if len(units) == 0 {
		return r, false, nil
	}
	if err = s.describe(&r); err != nil {
		return r, false, err
	}
	all := slices.Concat(units...)
	for u, run := range all {
		again := func() string { return p.replay(s.Seed, c.method.Name, u) }
		if r.count(run); run.End == wrong && r.Wrong == 1 {
			r.FirstWrong = again()
		}
		_, t := p.place(u)
		r.Audit.Note(run.Violation, t, again)
	}
	if c.audited() {
		r.Audit.Runs = r.Runs
	}
	if c.method.Name == vbege {
		if err := r.formula(all); err != nil {
			return r, false, err
		}
	}
	if r.WrongLimit, err = bounds.UpperLimit(int64(r.Wrong), int64(r.Runs), stat.LimitsError); err != nil {
		return r, false, err
	}
	return r, true, r.measure(taus(units))
}

// describe counts the redraws and hashes the arrays.
func (s *session) describe(r *Row) error {
	for index := range r.Instances {
		in, err := s.pool.at(r.Setting, index)
		if err != nil {
			return err
		}
		r.Redraws += in.Instance.Redraws
	}
	arrays, err := s.pool.arrays(r.Setting, 0, r.Instances)
	r.Arrays = arrays
	return err
}

func (r *Row) count(run Run) {
	if r.Runs++; run.LooseFit {
		r.LooseFits++
	}
	if run.NoEvent {
		r.NoEvent++
	}
	switch run.End {
	case wrong:
		r.Wrong++
	case budget:
		r.Budget++
	case capped:
		r.Capped++
	}
	r.LastPhases[run.Phases]++
}

// formula counts the runs of VB-EGE in which nobody left before the end.
func (r *Row) formula(all []Run) error {
	schedule, err := bounds.NewSchedule(r.K, r.D, r.Delta, r.C)
	if err != nil {
		return err
	}
	n, err := schedule.N(r.commonest())
	tau := int64(r.K*r.D) * n
	r.Formula = stat.Number(tau)
	for _, run := range all {
		if run.Tau == tau {
			r.AtFormula++
		}
	}
	return err
}

// commonest is the phase in which most runs ended, the first of several.
func (r *Row) commonest() (m int) {
	for _, phase := range slices.Sorted(maps.Keys(r.LastPhases)) {
		if m == 0 || r.LastPhases[phase] > r.LastPhases[m] {
			m = phase
		}
	}
	return m
}

// taus are the stopping times, +Inf for a run that did not decide.
func taus(units [][]Run) [][]float64 {
	out := make([][]float64, len(units))
	for g, unit := range units {
		for _, run := range unit {
			tau := float64(run.Tau)
			if run.End == budget || run.End == capped {
				tau = math.Inf(1)
			}
			out[g] = append(out[g], tau)
		}
	}
	return out
}

// measure fills in mean, quantiles and tail.  Values are those of all runs; the
// limits and the tail index come from the first run of each unit, since they need
// independent ones.
func (r *Row) measure(tau [][]float64) error {
	r.Mean, r.SE = stat.UnitMean(tau)
	if math.IsInf(r.Mean, 1) {
		r.SE = math.NaN()
	}
	all, first := slices.Concat(tau...), make([]float64, len(tau))
	for g := range tau {
		first[g] = tau[g][0]
	}
	pooled, err1 := stat.Summarize(all, 0.05, stat.LimitsError)
	half, err2 := stat.Summarize(first, 0.5, stat.LimitsError)
	alone, err3 := stat.Summarize(first, 0.05, stat.LimitsError)
	if err := cmp.Or(err1, err2, err3); err != nil {
		return err
	}
	r.MedianLo, r.MedianHi = half.Quantile.Lo, half.Quantile.Hi
	r.Tau = stat.Tau{Summary: pooled, Tail: stat.HillIndex(first, stat.LimitsError)}
	r.Tau.Quantile.Lo, r.Tau.Quantile.Hi, r.Tau.Quantile.Level = alone.Quantile.Lo, alone.Quantile.Hi, alone.Quantile.Level
	if r.Tau.Mean = stat.Number(r.Mean); !r.MeanExists() {
		r.Tau.Mean = stat.Number(math.NaN())
	}
	if r.Tau.SE = stat.Number(r.SE); !r.ErrorOfMeanExists() {
		r.Tau.SE = stat.Number(math.NaN())
	}
	return nil
}

// compare adds the ratios to VB-EGE over the units that both have.
func (r *Row) compare(own, base [][]float64) {
	n := min(len(own), len(base))
	own, base = own[:n], base[:n]
	if r.PairedUnits = n; n == 0 {
		return
	}
	for g := range n {
		switch x, v := total(own[g]), total(base[g]); {
		case x > v:
			r.Dearer++
		case x == v:
			r.Equal++
		}
	}
	r.Paired = stat.PairedRatio(own, base, stat.LimitsError)
	if r.MeanExists() && !math.IsInf(total(slices.Concat(base...)), 1) {
		r.Ratio = stat.RatioOfMeans(own, base, stat.LimitsError)
		if !r.ErrorOfMeanExists() {
			none := stat.Number(math.NaN())
			r.Ratio.SE, r.Ratio.Lo, r.Ratio.Hi = none, none, none
		}
	}
}

func total(values []float64) (sum float64) {
	for _, x := range values {
		sum += x
	}
	return sum
}
