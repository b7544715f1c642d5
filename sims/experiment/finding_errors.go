package experiment

import (
	"fmt"
	"math"

	"vectorborda/bounds"
	"vectorborda/sims/stat"
)

// noErrors: no run of any method named another set than the frontier.
func noErrors(rows []Row) (Finding, bool) {
	f := Finding{ID: "no-errors", Sentence: "No run of any method returns a wrong set."}
	runs, errors, undecided, seen := 0, 0, 0, map[string]bool{}
	var where []string
	for _, r := range rows {
		name := r.Name() + " " + r.Method.Name
		if seen[name] || !isPaper(r) {
			continue
		}
		seen[name] = true
		runs, errors, undecided = runs+r.Runs, errors+r.Wrong, undecided+r.Budget+r.Capped
		if r.Wrong > 0 {
			where = append(where, fmt.Sprintf("%s on %s, %d of %d", label(r), r.Name(), r.Wrong, r.Runs))
		}
	}
	limit, err := bounds.UpperLimit(int64(errors), int64(max(runs, 1)), stat.LimitsError)
	f.Numbers = fmt.Sprintf("%d wrong in %d runs: the mean error rate is below %.2g at 99 %%", errors, runs, limit)
	if undecided > 0 {
		f.Numbers += fmt.Sprintf("; %d runs did not decide", undecided)
	}
	if len(where) > 0 {
		f.Numbers += "; " + listed(where)
	}
	f.Verdict = verdict(errors > 0, false)
	return f, runs > 0 && err == nil
}

// isPaper: C = (2,4,4), for which the methods are stated.
func isPaper(r Row) bool { return r.C == bounds.PaperConstants() }

// confident: stands if in every setting the exact upper limit of VB-EGE's error
// rate is at most δ, all limits together at 99 %; fails where the lower limit of a
// setting is above δ.  Else the runs are too few, and the numbers say how many
// error-free ones δ would need.
func confident(rows []Row) (Finding, bool) {
	f := Finding{ID: "confidence", Sentence: "VB-EGE errs with probability at most δ in every setting."}
	var own []Row
	seen := map[string]bool{}
	for _, r := range rows {
		if r.Method.Name == vbege && isPaper(r) && !seen[r.Name()] {
			seen[r.Name()], own = true, append(own, r)
		}
	}
	if len(own) == 0 {
		return f, false
	}
	alpha := stat.LimitsError / float64(len(own))
	var above, open []string
	for _, r := range own {
		lo, err := bounds.LowerLimit(int64(r.Wrong), int64(r.Runs), alpha)
		hi, err2 := bounds.UpperLimit(int64(r.Wrong), int64(r.Runs), alpha)
		switch words := fmt.Sprintf("%s: %d of %d wrong, rate below %.2g, %d error-free runs would do", r.Name(), r.Wrong, r.Runs, hi, needed(r.Delta, alpha)); {
		case err != nil || err2 != nil:
			open = append(open, r.Name())
		case lo > r.Delta:
			above = append(above, words)
		case hi > r.Delta:
			open = append(open, words)
		}
	}
	f.Numbers = fmt.Sprintf("%d settings, limits together at 99 %%", len(own))
	if len(above) > 0 {
		f.Numbers += "; above δ: " + listed(above)
	}
	if len(open) > 0 {
		f.Numbers += "; too few runs: " + listed(open)
	}
	f.Verdict = verdict(len(above) > 0, len(open) > 0)
	return f, true
}

// needed is the smallest n for which n error-free runs put the upper limit at δ:
// (1-δ)^n ≤ α.
func needed(delta, alpha float64) int { return int(math.Ceil(math.Log(alpha) / math.Log1p(-delta))) }

// sideOfShare judges by the exact limits of the share of units in which the method
// costs more than VB-EGE.
func sideOfShare(r Row) side {
	n := int64(r.RatioOfUnits)
	lo, err := bounds.LowerLimit(int64(r.Dearer), n, stat.LimitsError/2)
	hi, err2 := bounds.UpperLimit(int64(r.Dearer+r.Equal), n, stat.LimitsError/2)
	switch {
	case err != nil || err2 != nil:
		return unclear
	case lo > 0.5:
		return dearer
	case hi < 0.5:
		return cheaper
	}
	return unclear
}
