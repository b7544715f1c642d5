package experiment

import (
	"fmt"
	"math"
	"slices"

	"vectorborda/sims/algo"
	"vectorborda/sims/setting"
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
	value, se, half    stat.Number
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

// numbers are the values of section 6.
func numbers() []reported {
	none, theta := stat.Number(math.NaN()), func(K, d int, gap float64) string { return symmetric(K, d, gap, 0.05).Family }
	all := []reported{
		{"confidence", theta(64, 10, 1), .2, vbege, everyRun, 4007680, 0, 0},
		{"confidence", theta(64, 10, 1), .1, vbege, everyRun, 4234880, 0, 0},
		{"confidence", theta(64, 10, 1), .05, vbege, everyRun, 4462080, 0, 0},
		{"confidence", theta(64, 10, 1), .02, vbege, everyRun, 4762240, 0, 0},
		{"confidence", theta(64, 10, 1), .01, vbege, everyRun, 4989440, 0, 0},
		{"confidence", theta(64, 10, 1), .005, vbege, everyRun, 5216640, 0, 0},
		{"confidence", theta(64, 10, 1), .001, vbege, everyRun, 5744000, 0, 0},
		{"scaling", theta(64, 10, 0.75), .05, vbege, everyRun, 4462080, 0, 0},
		{"scaling", theta(64, 10, 1), .05, "plug-in", everyRun, 176158080, 0, 0},
	}
	for _, x := range []struct {
		family     string
		tau, share stat.Number
	}{
		{theta(16, 4, 1), 370752, .77}, {theta(32, 4, 1), 786944, .92}, {theta(64, 4, 1), 1664768, .95}, {theta(64, 2, 1), 786944, .47}, {theta(64, 10, .5), 18432000, .97},
	} {
		all = append(all, reported{"scaling", x.family, .05, vbege, exactTau, x.tau, 0, 0},
			reported{"scaling", x.family, .05, vbege, exactPart, x.share, stat.Number(math.Sqrt(float64(x.share * (1 - x.share) / fullTrials))), .005})
	}
	return append(all, []reported{
		{"scaling", theta(16, 4, 1), .05, "bt-mle", meanRatio, .51, none, .005},
		{"benchmarks", "convex-2d", .05, vbege, meanTau, 1.206e8, 9e5, 5e4},
		{"benchmarks", "witness-4", .05, vbege, meanTau, 2.284e8, 8e5, 5e4},
		{"benchmarks", "witness-4", .05, "focal", meanRatio, 1.25, none, .005},
		{"benchmarks", "witness-4", .05, "bt-mle", meanRatio, 1.79, none, .005},
		{"benchmarks", "witness-4", .05, "plug-in", meanRatio, 29.7, none, .05},
		{"benchmarks", "witness-10", .05, vbege, meanTau, 1.584e9, 2.2e6, 5e5},
		{"benchmarks", "arena-10-medium", .05, vbege, meanTau, 6.14e8, 3.2e6, 5e5},
		{"benchmarks", "arena-10-medium", .05, "focal", meanRatio, 2.1, none, .05},
		{"benchmarks", "arena-10-medium", .05, "bt-mle", meanRatio, 4.9, none, .05},
		{"benchmarks", "arena-10-medium", .05, "plug-in", meanRatio, 80, none, .5},
		{"benchmarks", "arena-4-small", .05, vbege, meanTau, 6.0e7, 2.3e6, 5e5},
		{"benchmarks", "arena-4-small", .05, vbege, medianTau, 5.3e7, none, 5e5},
		{"benchmarks", "two-group-10", .05, vbege, medianTau, 7.4e8, none, 5e6},
		{"track-and-stop", "convex-3d", .05, trackAndStop, cappedRun, 10. / 500, stat.Number(math.Sqrt(.02 * .98 / 500)), 0},
		{"track-and-stop", "two-group-10", .05, trackAndStop, cappedRun, 9. / 500, stat.Number(math.Sqrt(.018 * .982 / 500)), 0},
	}...)
}

// row is the first row that measures the number.
func (n reported) row(r *Report) (row Row, ok bool) {
	at := slices.IndexFunc(r.Rows, func(row Row) bool {
		return row.Experiment == n.experiment && row.Family == n.family && row.Delta == n.delta && row.Method.Name == n.method
	})
	if at < 0 {
		return row, false
	}
	return r.Rows[at], true
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
	What        string      `json:"what"`
	Method      algo.Method `json:"method"`
	NoGuarantee string      `json:"no_guarantee,omitempty"`
	Reported    stat.Number `json:"reported"`
	SE          stat.Number `json:"reported_se"` // NaN where none was given
	Ours        stat.Number `json:"ours"`
	OurSE       stat.Number `json:"our_se"`
	Allowed     stat.Number `json:"allowed"` // largest difference that agrees
	Agreement   Agreement   `json:"agreement"`
	Why         any         `json:"-"` // OtherTaus, FisherP, FewUnits, NoError or nil
}

// What an agreement rests on, where that is no distance.
type (
	// OtherTaus says that only so many of the runs take the one τ.
	OtherTaus struct {
		Same, Runs int
		Tau        stat.Number
	}
	// FisherP is the p-value of Fisher's exact test.
	FisherP float64
	// FewUnits is a number of independent units that is too small.
	FewUnits int
	// NoError says that there is no standard error, of the mean by its law or of ours as
	// measured.
	NoError struct{ ByLaw bool }
)

// jointErrors is how many joint standard errors agree.
const jointErrors = 3

// FewestUnits is from how many independent units on limits and standard errors are
// trusted.
const FewestUnits = 30

// compared puts every reported number beside the rows that measure it.
func compared(r *Report) (all []Comparison) {
	for _, n := range numbers() {
		if row, ok := n.row(r); ok {
			all = append(all, n.against(row))
		}
	}
	return append(append(all, comparedSlopes(r)...), comparedCaps(r)...)
}

// comparedCaps pools the capped runs of Track-and-Stop on the two families with any.
func comparedCaps(r *Report) []Comparison {
	ours, runs, families := 0, 0, 0
	c := Comparison{What: "convex-3d and two-group-10 together: " + string(cappedRun), SE: stat.Number(math.NaN())}
	for _, n := range numbers() {
		if row, ok := n.row(r); ok && n.kind == cappedRun {
			ours, runs, families = ours+row.Capped, runs+row.Runs, families+1
			c.Method, c.NoGuarantee, c.Reported = row.Method, row.NoGuarantee, c.Reported+n.value/2
		}
	}
	if families != 2 {
		return nil
	}
	return []Comparison{c.share(ours, runs, 2*fullTrials, 0)}
}

// against compares the number with a row.  A reported number without an error is
// given ours, both being of as many runs.
func (n reported) against(r Row) Comparison {
	none := stat.Number(math.NaN())
	c := Comparison{
		What: fmt.Sprintf("%s: %s", r.Name(), n.kind), Method: r.Method, NoGuarantee: r.NoGuarantee, Reported: n.value, SE: n.se,
		Ours: none, OurSE: none,
	}
	switch n.kind {
	case everyRun:
		if c.OurSE = 0; r.AtFormula == r.Runs || r.SE == 0 {
			c.Ours = stat.Number(r.Mean)
		} else {
			c.Why = OtherTaus{r.AtFormula, r.Runs, r.Formula}
		}
		return c.exact()
	case exactTau:
		if c.Ours, c.OurSE = r.Formula, 0; r.Units < FewestUnits {
			return c.incomparable(FewUnits(r.Units)) // the commonest last phase may be another one
		}
		return c.exact()
	case exactPart:
		return c.share(r.AtFormula, r.Runs, fullTrials, n.half)
	case cappedRun:
		return c.share(r.Capped, r.Runs, fullTrials, n.half)
	case meanRatio:
		c.Ours, c.OurSE = r.Ratio.Value, r.Ratio.SE
	case medianTau: // the 99 % limits for an error: they reach 2.58 standard errors
		if c.Ours, c.OurSE = r.Tau.Median, (r.MedianHi-r.MedianLo)/2/2.58; math.IsInf(float64(c.OurSE), 0) {
			c.OurSE = none
		}
	case meanTau:
		if c.Ours, c.OurSE = stat.Number(r.Mean), stat.Number(r.SE); !r.ErrorOfMeanExists() {
			return c.incomparable(NoError{ByLaw: true})
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

func (c Comparison) incomparable(why any) Comparison {
	c.Agreement, c.Why, c.Allowed = NotComparable, why, stat.Number(math.NaN())
	return c
}

// within allows three joint standard errors and half a unit of the last digit.
func (c Comparison) within(units int, half stat.Number) Comparison {
	se, off := float64(c.SE), math.Abs(float64(c.Ours-c.Reported))
	if math.IsNaN(se) {
		se = float64(c.OurSE)
	}
	c.Allowed = stat.Number(jointErrors*math.Hypot(se, float64(c.OurSE))) + half
	switch {
	case units < FewestUnits:
		return c.incomparable(FewUnits(units))
	case math.IsNaN(float64(c.Allowed)) || math.IsNaN(off) || math.IsInf(off, 0):
		return c.incomparable(NoError{})
	case off <= float64(c.Allowed):
		c.Agreement = Agrees
	default:
		c.Agreement = Differs
	}
	return c
}

// share compares k of n runs with a reported share of so many: Fisher's exact test of
// equal probabilities, doubled tail, at the level of three standard errors.  Of the
// counts that the reported digits allow it takes the one nearest to ours.
func (c Comparison) share(k, n, of int, half stat.Number) Comparison {
	ours := float64(k) / float64(n)
	c.Ours, c.OurSE = stat.Number(ours), stat.Number(math.Sqrt(ours*(1-ours)/float64(n)))
	theirs := max(c.Reported-half, min(c.Reported+half, c.Ours))
	p := stat.Fisher(int(math.Round(float64(theirs)*float64(of))), of, k, n)
	c.Allowed, c.Why = stat.Number(math.NaN()), FisherP(p)
	if c.Agreement = Agrees; p < shareLevel {
		c.Agreement = Differs
	}
	return c
}

// shareLevel is the probability of three standard errors.
const shareLevel = 0.0027

// comparedSlopes compares the slopes in K and d and R² in log(1/δ).
func comparedSlopes(r *Report) (all []Comparison) {
	for _, s := range r.Slopes {
		if s.Method.Name != vbege {
			continue
		}
		switch {
		case s.Experiment == "scaling" && (s.Axis == "K" || s.Axis == "d"):
			c := Comparison{What: "slope of log mean τ in log " + s.Axis, Method: s.Method, Reported: ReportedSlope, SE: stat.Number(math.NaN()), Ours: s.Slope, OurSE: s.Noise}
			all = append(all, c.within(FewestUnits, slopeDigit))
		case s.Axis == setting.LogDelta && s.Group == symmetricGroup:
			c := Comparison{What: "1-R² of mean τ in log(1/δ), symmetric", Method: s.Method, Reported: 5.5e-9, SE: 0, Ours: s.Lack, OurSE: 0}
			all = append(all, c.within(FewestUnits, .05e-9))
		}
	}
	return all
}
