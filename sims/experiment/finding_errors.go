package experiment

import (
	"math"

	"vectorborda/sims/stat"
)

// Errors are wrong answers of all methods.
type Errors struct {
	Runs, Wrong, Undecided int
	Limit                  float64 // upper limit of the mean error rate
	Where                  []Row
}

// noErrors: no run of any method named another set than the frontier.
func noErrors(r *Report) (any, Verdict, bool) {
	var n Errors
	for _, row := range once(r.Rows, isPaper) {
		n.Runs, n.Wrong, n.Undecided = n.Runs+row.Runs, n.Wrong+row.Wrong, n.Undecided+row.Budget+row.Capped
		if row.Wrong > 0 {
			n.Where = append(n.Where, row)
		}
	}
	_, n.Limit = rateLimits(n.Wrong, max(n.Runs, 1), stat.LimitsError)
	return n, verdict(n.Wrong > 0, false), n.Runs > 0
}

// Confidence holds VB-EGE's error rates against δ.
type Confidence struct {
	Settings    int
	Above, Open []ErrorRate
}

// ErrorRate is a row with the upper limit of its error rate, and the number of
// error-free runs that would put the limit at δ.
type ErrorRate struct {
	Row
	Limit  float64
	Needed int
}

// confident: stands if in every setting the exact upper limit of VB-EGE's error
// rate is at most δ, all limits together at error LimitsError; fails where the lower
// limit of a setting is above δ.  Else the runs are too few.
func confident(r *Report) (any, Verdict, bool) {
	own := once(r.Rows, func(row Row) bool { return row.Method.Name == vbege && isPaper(row) })
	n, alpha := Confidence{Settings: len(own)}, stat.LimitsError/float64(len(own))
	for _, row := range own {
		lo, hi := rateLimits(row.Wrong, row.Runs, alpha)
		switch rate := (ErrorRate{row, hi, needed(row.Delta, alpha)}); {
		case lo > row.Delta:
			n.Above = append(n.Above, rate)
		case hi > row.Delta:
			n.Open = append(n.Open, rate)
		}
	}
	return n, verdict(len(n.Above) > 0, len(n.Open) > 0), len(own) > 0
}

// needed is the smallest n for which n error-free runs put the upper limit at δ:
// (1-δ)^n ≤ α.
func needed(delta, alpha float64) int { return int(math.Ceil(math.Log(alpha) / math.Log1p(-delta))) }

// Undone are the runs of Track-and-Stop that did not stop by its own rule.
type Undone struct {
	Runs, Of int
	Where    []Row
}

// uncapped: every run of Track-and-Stop stops by its own rule.
func uncapped(r *Report) (any, Verdict, bool) {
	var n Undone
	for _, row := range r.Rows {
		if row.Method.Name != trackAndStop {
			continue
		}
		if n.Of += row.Runs; !row.Decided() {
			n.Runs, n.Where = n.Runs+row.Capped+row.Budget, append(n.Where, row)
		}
	}
	return n, verdict(n.Runs > 0, false), n.Of > 0
}
