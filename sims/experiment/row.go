package experiment

import (
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
	Method algo.Method

	Arrays  string // hash of the fingerprints of the drawn instances
	Redraws int    // arrays thrown away while drawing them

	Units     int // independent units: instances, or runs on θ^Δ
	Runs      int
	Wrong     int // decided, and not the frontier
	Budget    int // ended by the budget
	Capped    int // ended by the method's own limit
	LooseFits int // with a model fit that did not reach its tolerance or needed the larger ridge
	NoEvent   int // audited, and the confidence event failed
	Audit     trial.Audit
	// WrongLimit is the exact upper limit of the error rate; on drawn instances of
	// the mean rate of those that were drawn.
	WrongLimit float64

	Mean, SE     float64 // between units; +Inf and NaN if a run did not decide
	Median       float64
	MedianLo     float64
	MedianHi     float64
	Q            stat.Quantile // q_0.95 of all runs; limits as for the median
	Tail         stat.Tail     // Hill
	Ends         map[int]int   // runs by the phase in which they ended
	Formula      int64         // of VB-EGE, K·d·n_m of the commonest last phase m; else 0
	Full         int           // runs that take exactly that: no model left before
	FirstWrong   string        // the command that repeats the first wrong run
	Ratio        stat.Estimate // of means, to VB-EGE
	Paired       stat.Estimate // geometric mean of the units' ratios to VB-EGE
	Dearer       int           // units in which it costs more than VB-EGE
	Equal        int           // units in which it costs the same
	RatioOfUnits int           // paired units
}

// MeanExists is decided by the law of the family's gaps.  Hill's estimate stands
// beside it and decides nothing: it is made for smooth tails, and τ is a staircase of
// steps of four, on which a bounded τ can look like a heavy one.
func (r Row) MeanExists() bool { return r.TailIndex() > 1 }

// ErrorOfMeanExists is the same for a second moment.
func (r Row) ErrorOfMeanExists() bool { return r.TailIndex() > 2 }

// Decided reports that every run named a frontier.
func (r Row) Decided() bool { return r.Budget+r.Capped == 0 }

// row sums the finished units of a cell up for a part; ok is false if there are
// none.
func (s *session) row(p Part, c *cell) (r Row, ok bool, err error) {
	units := c.of(p)
	r = Row{Part: p, Method: c.method, Units: len(units), Ends: map[int]int{}, Ratio: stat.NoEstimate(), Paired: stat.NoEstimate()}
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
		r.Redraws += in.redraws
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
	r.Ends[run.Phases]++
}

// formula counts the runs of VB-EGE in which nobody left before the end.
func (r *Row) formula(all []Run) error {
	schedule, err := bounds.NewSchedule(r.K, r.D, r.Delta, r.C)
	if err != nil {
		return err
	}
	n, err := schedule.N(r.commonest())
	r.Formula = int64(r.K*r.D) * n
	for _, run := range all {
		if run.Tau == r.Formula {
			r.Full++
		}
	}
	return err
}

// commonest is the phase in which most runs ended, the first of several.
func (r *Row) commonest() (m int) {
	for _, phase := range slices.Sorted(maps.Keys(r.Ends)) {
		if m == 0 || r.Ends[phase] > r.Ends[m] {
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
	pooled, err := stat.Summarize(all, 0.05, stat.LimitsError)
	if err != nil {
		return err
	}
	half, err := stat.Summarize(first, 0.5, stat.LimitsError)
	if err != nil {
		return err
	}
	alone, err := stat.Summarize(first, 0.05, stat.LimitsError)
	if err != nil {
		return err
	}
	r.Median, r.MedianLo, r.MedianHi = pooled.Median, half.Q.Lo, half.Q.Hi
	r.Q = alone.Q
	r.Q.Value = pooled.Q.Value
	r.Tail = stat.HillIndex(first, stat.LimitsError)
	return nil
}

// compare adds the ratios to VB-EGE over the units that both have.
func (r *Row) compare(own, base [][]float64) {
	n := min(len(own), len(base))
	own, base = own[:n], base[:n]
	if r.RatioOfUnits = n; n == 0 {
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
			r.Ratio.SE, r.Ratio.Lo, r.Ratio.Hi = math.NaN(), math.NaN(), math.NaN()
		}
	}
}

func total(values []float64) (sum float64) {
	for _, x := range values {
		sum += x
	}
	return sum
}
