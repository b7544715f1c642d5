package experiment

import (
	"math"
	"slices"

	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
)

// Growth is a slope of VB-EGE that a sentence is about.
type Growth struct {
	Slope
	Half    stat.Number // of Student's limits at 95 % around a line
	Formula bool        // nearly all runs take the τ of the formula, whose line this is
}

// growth finds VB-EGE's slope along an axis.
func growth(r *Report, of func(Slope) bool) (g Growth, ok bool) {
	at := slices.IndexFunc(r.Slopes, func(s Slope) bool { return s.Method.Name == vbege && of(s) })
	if at < 0 {
		return g, false
	}
	s := r.Slopes[at]
	return Growth{s, stat.Number(stat.Student(len(s.X)-2, 0.05)) * s.SE, s.AtFormula > 0.99}, true
}

func scaling(axis string) func(Slope) bool {
	return func(s Slope) bool { return s.Experiment == "scaling" && s.Axis == axis }
}

// ReportedSlope is the reported power of K and of d, with half a unit of its last digit.
const ReportedSlope, slopeDigit = 1.09, 0.005

// linear: stands if the slope is the reported 1.09 to its last digit and three
// errors of the means, fails if it is not, is open where the means have no error.
func linear(axis string) judge {
	return func(r *Report) (any, Verdict, bool) {
		g, ok := growth(r, scaling(axis))
		off, noise := math.Abs(float64(g.Slope.Slope)-ReportedSlope), float64(g.Noise)
		return g, verdict(off > slopeDigit+3*noise, math.IsNaN(noise) || math.IsNaN(off)), ok
	}
}

// inverseSquare judges the slope in Δ against -2 by Student's limits around a line.
// Limits wider than ±1/2 decide nothing.
func inverseSquare(r *Report) (any, Verdict, bool) {
	g, ok := growth(r, scaling("Δ"))
	return g, verdict(math.Abs(float64(g.Slope.Slope)+2) > float64(g.Half), !(g.Half <= 0.5)), ok
}

// logarithmic: a straight line in log(1/δ) is evidence about the stopping rule
// only as far as runs differ from K·d·n_m, which is one by itself.
func logarithmic(r *Report) (any, Verdict, bool) {
	g, ok := growth(r, func(s Slope) bool { return s.Axis == setting.LogDelta && s.Group == symmetricGroup })
	switch {
	case g.Formula:
		return g, Undecided, ok
	case g.Lack <= 1e-3:
		return g, Stands, ok
	}
	return g, Fails, ok
}
