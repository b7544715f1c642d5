package experiment

import (
	"fmt"
	"math"

	"vectorborda/sims/algo"
	"vectorborda/sims/stat"
)

// Source names where the reported numbers come from.
const Source = "authors' reports to arXiv:2610.27447, section 6"

// reported is one number to compare with.  half is half a unit of its last digit.
type reported struct {
	experiment, family string
	delta              float64
	method             string
	kind               kind
	value, se, half    float64
}

// kind is what a reported number measures.
type kind string

const (
	meanTau   kind = "mean τ"
	medianTau kind = "median τ"
	everyRun  kind = "τ of every run"
	exactTau  kind = "τ if nobody leaves early"
	exactPart kind = "share of runs with exactly that τ"
	meanRatio kind = "ratio of means to VB-EGE"
	cappedRun kind = "share of runs capped"
)

func symmetricName(K, d int, gap float64) string { return symmetric(K, d, gap, 0.05).Family }

// numbers are the values of section 6.
func numbers() (all []reported) {
	add := func(experiment, family string, delta float64, method string, k kind, value, se, half float64) {
		all = append(all, reported{experiment, family, delta, method, k, value, se, half})
	}
	for _, x := range []struct {
		delta float64
		tau   float64
	}{{.2, 4007680}, {.1, 4234880}, {.05, 4462080}, {.02, 4762240}, {.01, 4989440}, {.005, 5216640}, {.001, 5744000}} {
		add("confidence", symmetricName(64, 10, 1), x.delta, vbege, everyRun, x.tau, 0, 0)
	}
	add("scaling", symmetricName(64, 10, 0.75), .05, vbege, everyRun, 4462080, 0, 0)
	add("scaling", symmetricName(64, 10, 1), .05, "plug-in", everyRun, 176158080, 0, 0)
	for _, x := range []struct {
		K, d       int
		gap        float64
		tau, share float64
	}{{16, 4, 1, 370752, .77}, {32, 4, 1, 786944, .92}, {64, 4, 1, 1664768, .95}, {64, 2, 1, 786944, .47}, {64, 10, .5, 18432000, .97}} {
		add("scaling", symmetricName(x.K, x.d, x.gap), .05, vbege, exactTau, x.tau, 0, 0)
		add("scaling", symmetricName(x.K, x.d, x.gap), .05, vbege, exactPart, x.share, math.Sqrt(x.share*(1-x.share)/500), .005)
	}
	add("scaling", symmetricName(16, 4, 1), .05, "bt-mle", meanRatio, .51, math.NaN(), .005)
	for _, x := range []struct {
		family         string
		tau, se, half  float64
		focal, bt, cut float64
		digits         [3]float64
	}{
		{"convex-2d", 1.206e8, 9e5, 5e4, 0, 0, 0, [3]float64{}},
		{"witness-4", 2.284e8, 8e5, 5e4, 1.25, 1.79, 29.7, [3]float64{.005, .005, .05}},
		{"witness-10", 1.584e9, 2.2e6, 5e5, 0, 0, 0, [3]float64{}},
		{"arena-10-medium", 6.14e8, 3.2e6, 5e5, 2.1, 4.9, 80, [3]float64{.05, .05, .5}},
	} {
		add("benchmarks", x.family, .05, vbege, meanTau, x.tau, x.se, x.half)
		for i, ratio := range []float64{x.focal, x.bt, x.cut} {
			if ratio > 0 {
				add("benchmarks", x.family, .05, []string{"focal", "bt-mle", "plug-in"}[i], meanRatio, ratio, math.NaN(), x.digits[i])
			}
		}
	}
	add("benchmarks", "arena-4-small", .05, vbege, meanTau, 6.0e7, 2.3e6, 5e5)
	add("benchmarks", "arena-4-small", .05, vbege, medianTau, 5.3e7, math.NaN(), 5e5)
	add("benchmarks", "two-group-10", .05, vbege, medianTau, 7.4e8, math.NaN(), 5e6)
	add("track-and-stop", "convex-3d", .05, trackAndStop, cappedRun, 10./500, math.Sqrt(.02*.98/500), 0)
	add("track-and-stop", "two-group-10", .05, trackAndStop, cappedRun, 9./500, math.Sqrt(.018*.982/500), 0)
	return all
}

// Agreement is what a comparison says.
type Agreement string

const (
	Agrees        Agreement = "agrees"
	Differs       Agreement = "differs"
	NotComparable Agreement = "not comparable"
)

// Comparison is a reported number beside the measured one.
type Comparison struct {
	What         string
	Method       algo.Method
	Reported, SE float64 // SE is NaN where none was given
	Ours, OurSE  float64
	Allowed      float64 // largest difference that agrees
	Agreement    Agreement
	Why          string
}

// jointErrors is how many joint standard errors agree, fewestUnits from how many
// units on an error is trusted.
const (
	jointErrors = 3
	fewestUnits = 30
)

// compared puts every reported number beside the rows that measure it.
func compared(r *Report) (all []Comparison) {
	for _, n := range numbers() {
		for _, row := range r.Rows {
			if row.Experiment == n.experiment && row.Family == n.family && row.Delta == n.delta && row.Method.Name == n.method {
				all = append(all, n.against(row))
				break
			}
		}
	}
	return append(append(all, comparedSlopes(r)...), comparedCaps(r)...)
}

// comparedCaps pools the capped runs of Track-and-Stop on the two families with any.
func comparedCaps(r *Report) []Comparison {
	ours, runs, theirs, families := 0, 0, 0.0, 0
	c := Comparison{What: "convex-3d and two-group-10 together: " + string(cappedRun), SE: math.NaN()}
	for _, n := range numbers() {
		for _, row := range r.Rows {
			if n.kind == cappedRun && row.Experiment == n.experiment && row.Family == n.family && row.Method.Name == n.method {
				ours, runs, theirs, families = ours+row.Capped, runs+row.Runs, theirs+n.value/2, families+1
				c.Method = row.Method
			}
		}
	}
	if families != 2 {
		return nil
	}
	c.Reported = theirs
	return []Comparison{c.share(ours, runs, 2*fullTrials, 0)}
}

// against compares the number with a row.  A reported number without an error is
// given ours, both being of as many runs.
func (n reported) against(r Row) Comparison {
	c := Comparison{
		What: fmt.Sprintf("%s: %s", r.Name(), n.kind), Method: r.Method, Reported: n.value, SE: n.se,
		Ours: math.NaN(), OurSE: math.NaN(),
	}
	switch n.kind {
	case everyRun:
		if c.OurSE = 0; r.Full == r.Runs || r.SE == 0 {
			c.Ours = r.Mean
		} else {
			c.Why = fmt.Sprintf("%d of %d runs take %d", r.Full, r.Runs, r.Formula)
		}
		return c.exact()
	case exactTau:
		if c.Ours, c.OurSE = float64(r.Formula), 0; r.Units < fewestUnits {
			return c.tooFew(r.Units) // the commonest last phase may be another one
		}
		return c.exact()
	case exactPart:
		return c.share(r.Full, r.Runs, fullTrials, n.half)
	case cappedRun:
		return c.share(r.Capped, r.Runs, fullTrials, n.half)
	case meanRatio:
		c.Ours, c.OurSE = r.Ratio.Value, r.Ratio.SE
	case medianTau:
		return n.median(c, r)
	case meanTau:
		if c.Ours, c.OurSE = r.Mean, r.SE; !r.ErrorOfMeanExists() {
			return c.incomparable("the mean has no standard error")
		}
	}
	return c.within(r.Units, n.half)
}

// exact demands the very number.
func (c Comparison) exact() Comparison {
	if c.Agreement = Differs; c.Ours == c.Reported {
		c.Agreement = Agrees
	}
	return c
}

func (c Comparison) incomparable(why string) Comparison {
	c.Agreement, c.Why, c.Allowed = NotComparable, why, math.NaN()
	return c
}

func (c Comparison) tooFew(units int) Comparison {
	return c.incomparable(fmt.Sprintf("only %d independent units", units))
}

// within allows three joint standard errors and half a unit of the last digit.
func (c Comparison) within(units int, half float64) Comparison {
	se := c.SE
	if math.IsNaN(se) {
		se = c.OurSE
	}
	c.Allowed = jointErrors*math.Hypot(se, c.OurSE) + half
	switch {
	case units < fewestUnits:
		return c.tooFew(units)
	case math.IsNaN(c.Allowed) || math.IsNaN(c.Ours) || math.IsInf(c.Ours, 0):
		return c.incomparable("ours has no error")
	case math.Abs(c.Ours-c.Reported) <= c.Allowed:
		c.Agreement = Agrees
	default:
		c.Agreement = Differs
	}
	return c
}

// share compares k of n runs with a reported share of so many: Fisher's exact test of
// equal probabilities, doubled tail, at the level of three standard errors.  Of the
// counts that the reported digits allow it takes the one nearest to ours.
func (c Comparison) share(k, n, of int, half float64) Comparison {
	c.Ours = float64(k) / float64(n)
	c.OurSE = math.Sqrt(c.Ours * (1 - c.Ours) / float64(n))
	theirs := max(c.Reported-half, min(c.Reported+half, c.Ours))
	p := stat.Fisher(int(math.Round(theirs*float64(of))), of, k, n)
	c.Allowed, c.Why = math.NaN(), fmt.Sprintf("Fisher's exact test, p = %.2g", p)
	if c.Agreement = Agrees; p < shareLevel {
		c.Agreement = Differs
	}
	return c
}

// shareLevel is the probability of three standard errors.
const shareLevel = 0.0027

// median takes the 99 % limits for an error: they reach 2.58 standard errors.
func (n reported) median(c Comparison, r Row) Comparison {
	c.Ours, c.OurSE = r.Median, (r.MedianHi-r.MedianLo)/2/2.58
	if math.IsInf(c.OurSE, 0) {
		c.OurSE = math.NaN()
	}
	return c.within(r.Units, n.half)
}

// comparedSlopes compares the slopes in K and d and R² in log(1/δ).
func comparedSlopes(r *Report) (all []Comparison) {
	for _, s := range r.Slopes {
		if s.Method.Name != vbege {
			continue
		}
		switch {
		case s.Experiment == "scaling" && (s.Axis == "K" || s.Axis == "d"):
			c := Comparison{What: "slope of log mean τ in log " + s.Axis, Method: s.Method, Reported: 1.09, SE: math.NaN(), Ours: s.Slope, OurSE: s.Noise}
			all = append(all, c.within(fewestUnits, .005))
		case s.Axis == "log(1/δ)" && s.Group == symmetricGroup:
			c := Comparison{What: "1-R² of mean τ in log(1/δ), symmetric", Method: s.Method, Reported: 5.5e-9, SE: 0, Ours: s.Lack, OurSE: 0}
			all = append(all, c.within(fewestUnits, .05e-9))
		}
	}
	return all
}
