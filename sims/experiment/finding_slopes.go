package experiment

import (
	"fmt"
	"math"

	"vectorborda/sims/stat"
)

// The reported power of K and of d, with half a unit of its last digit.
const reportedSlope, slopeDigit = 1.09, 0.005

// linear: stands if the slope is the reported 1.09 to its last digit and three
// errors of the means, fails if it is not, is open where the means have no error.
func linear(slopes []Slope, axis string) (Finding, bool) {
	s, ok := slopeAlong(slopes, axis)
	f := Finding{
		ID: "slope-" + axis, Sentence: fmt.Sprintf("The mean τ of VB-EGE grows nearly linearly in %s, as its power 1.09.", axis),
		Numbers: fmt.Sprintf("slope %.4g ± %s (errors of the means), ± %.2g (distance of %d points from a line)", s.Slope, shown(s.Noise), s.SE, len(s.X)),
	}
	off := math.Abs(s.Slope - reportedSlope)
	f.Verdict = verdict(off > slopeDigit+3*s.Noise, math.IsNaN(s.Noise) || math.IsNaN(off))
	return f, ok
}

// inverseSquare judges the slope in Δ against -2 by Student's limits around a line
// at 95 %.  Limits wider than ±1/2 decide nothing.
func inverseSquare(slopes []Slope) (Finding, bool) {
	s, ok := slopeAlong(slopes, "Δ")
	half := stat.Student(len(s.X)-2, 0.05) * s.SE
	f := Finding{
		ID: "slope-gap", Sentence: "The mean τ of VB-EGE grows as Δ^-2.",
		Numbers: fmt.Sprintf("slope %.3g, 95 %% limits of a line through %d points [%.3g, %.3g]; phases grow by steps of 4, so τ is a staircase in Δ",
			s.Slope, len(s.X), s.Slope-half, s.Slope+half),
	}
	f.Verdict = verdict(math.Abs(s.Slope+2) > half, !(half <= 0.5))
	return f, ok
}

// logarithmic: a straight line in log(1/δ) is evidence about the stopping rule
// only as far as runs differ from K·d·n_m, which is one by itself.
func logarithmic(slopes []Slope) (Finding, bool) {
	for _, s := range slopes {
		if s.Method.Name != vbege || s.Axis != "log(1/δ)" || s.Group != symmetricGroup {
			continue
		}
		f := Finding{
			ID: "log-delta", Sentence: "That τ is linear in log(1/δ), R² = 0.99997, shows how the stopping rule depends on δ.",
			Numbers: fmt.Sprintf("1-R² of mean τ %.2g, of the formula K·d·n_m alone %.2g; %.4g %% of the runs take exactly the formula's τ",
				s.Lack, s.FormulaLack, 100*s.Full),
		}
		switch {
		case s.Full > 0.99:
			f.Verdict = Undecided
			f.Numbers += ": R² is a property of the formula n_m and no evidence about the stopping rule"
		case s.Lack <= 1e-3:
			f.Verdict = Stands
		default:
			f.Verdict = Fails
		}
		return f, true
	}
	return Finding{}, false
}
