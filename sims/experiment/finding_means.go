package experiment

import (
	"fmt"
	"math"

	"vectorborda/sims/stat"
)

// meansExist: fails where a benchmark's τ has no mean, or a mean without an error, by
// the law of the family; Hill's limits are shown beside it.
func meansExist(rows []Row) (Finding, bool) {
	f := Finding{ID: "means-exist", Sentence: "Mean ± SE describes the cost of VB-EGE on every benchmark."}
	var none, noError []string
	seen := 0
	for _, r := range rows {
		if r.Method.Name != vbege || r.Experiment != "benchmarks" {
			continue
		}
		seen++
		words := fmt.Sprintf("%s (index %s by its law; Hill %s)", r.Family, shown(r.TailIndex()), limits(r.Tail.Index, r.Tail.Lo, r.Tail.Hi))
		switch {
		case !r.MeanExists():
			none = append(none, words)
		case !r.ErrorOfMeanExists():
			noError = append(noError, words)
		}
	}
	f.Numbers = fmt.Sprintf("%d benchmarks", seen)
	if len(none) > 0 {
		f.Numbers += "; no mean: " + listed(none)
	}
	if len(noError) > 0 {
		f.Numbers += "; a mean without standard error: " + listed(noError)
	}
	f.Verdict = verdict(len(none)+len(noError) > 0, false)
	return f, seen > 0
}

// fewerConstants compares the smallest C_samp and C_thr of the grid, at which the
// proof says nothing, with (2,4,4).
func fewerConstants(rows []Row) (Finding, bool) {
	f := Finding{ID: "constants", Sentence: "Smaller constants than (2,4,4) save comparisons and still make no error."}
	base := map[string]Row{}
	for _, r := range rows {
		if r.Experiment == "constants" && isPaper(r) {
			base[r.Family] = r
		}
	}
	var costlier, erring, open []string
	seen, saving := 0, 0
	for _, r := range rows {
		b, ok := base[r.Family]
		if r.Experiment != "constants" || !ok || !(r.C.Samp <= 2 && r.C.Thr <= 4) || isPaper(r) {
			continue
		}
		seen++
		words := fmt.Sprintf("%s: median τ ×%.3g, %d of %d wrong", r.Name(), r.Median/b.Median, r.Wrong, r.Runs)
		switch {
		case r.Wrong > 0:
			erring = append(erring, words)
		case min(r.Units, b.Units) < fewestUnits:
			open = append(open, words)
		case r.Median >= b.Median:
			costlier = append(costlier, words)
		case r.WrongLimit > r.Delta:
			open = append(open, words)
		default:
			saving++
		}
	}
	f.Numbers = fmt.Sprintf("%d smaller constants × settings; %d save without an error, at error rates below δ at 99 %%", seen, saving)
	if len(erring) > 0 {
		f.Numbers += "; with errors: " + listed(erring)
	}
	if len(costlier) > 0 {
		f.Numbers += "; no saving: " + listed(costlier)
	}
	if len(open) > 0 {
		f.Numbers += "; too few runs: " + listed(open)
	}
	f.Verdict = verdict(len(erring)+len(costlier) > 0, len(open) > 0)
	return f, seen > 0
}

// allocated judges the slope of log samples on log gap against -2 in every setting.
func allocated(all []Allocation) (Finding, bool) {
	f := Finding{ID: "allocation", Sentence: "A model takes comparisons as the inverse square of its Borda gap."}
	var off, open []string
	f.Numbers = "slope of log samples on log gap, mean of the instances at 99 %:"
	for _, a := range all {
		words := fmt.Sprintf("%s %s", a.Family, limits(a.Slope.Value, a.Slope.Lo, a.Slope.Hi))
		f.Numbers += " " + words + ";"
		switch {
		case a.Units < fewestUnits || !(a.Slope.Hi-a.Slope.Lo <= 1):
			open = append(open, words)
		case a.Slope.Lo > -2 || a.Slope.Hi < -2:
			off = append(off, words)
		}
	}
	f.Numbers += " within a phase of the schedule all models take the same, and no gap decides in a smaller one"
	f.Verdict = verdict(len(off) > 0, len(open) > 0)
	return f, len(all) > 0
}

// reportedCheaper is in how many of the 28 settings Track-and-Stop was cheaper.
const reportedCheaper, trackedSettings = 1, 28

// tracking counts the settings, shared ones as often as they are listed, in which
// Track-and-Stop is cheaper.  One that is missing is as open as an undecided one.
func tracking(rows []Row) (Finding, bool) {
	f := Finding{ID: "track-and-stop", Sentence: "Track-and-Stop is cheaper than VB-EGE in 1 of 28 settings."}
	var below, open []string
	settings, lacks := 0, ""
	ratios := map[string][]float64{}
	for _, r := range rows {
		if r.Experiment != "track-and-stop" || r.Method.Name != trackAndStop || r.RatioOfUnits == 0 {
			continue
		}
		settings, lacks = settings+1, label(r)
		words := fmt.Sprintf("%s ×%s", r.Name(), limits(r.Paired.Value, r.Paired.Lo, r.Paired.Hi))
		switch sideOf(r) {
		case cheaper:
			below = append(below, words)
		case unclear:
			open = append(open, words)
		}
		if kind := kindOf(r); kind != "" && !math.IsInf(r.Ratio.Value, 0) && r.Ratio.Value > 0 {
			ratios[kind] = append(ratios[kind], r.Ratio.Value)
		}
	}
	f.Numbers = fmt.Sprintf("%s: cheaper in %d of %d by paired ratio at 99 %%, undecided in %d; geometric mean of the ratios of means %.3g over scaling (reported 4.10), %.3g over frontier size (20.6)",
		lacks, len(below), settings, len(open), stat.GeometricMean(ratios["scaling"]), stat.GeometricMean(ratios["frontier size"]))
	if len(below) > 0 {
		f.Numbers += "; cheaper: " + listed(below)
	}
	n, unknown := len(below), len(open)+trackedSettings-settings
	f.Verdict = verdict(n > reportedCheaper || n+unknown < reportedCheaper, unknown > 0)
	return f, settings > 0
}

// kindOf sorts the settings of track-and-stop.
func kindOf(r Row) string {
	switch {
	case !r.Random():
		return "scaling"
	case r.Group != "benchmark":
		return "frontier size"
	}
	return ""
}

// uncapped: every run of Track-and-Stop stops by its own rule.
func uncapped(rows []Row) (Finding, bool) {
	f := Finding{ID: "track-and-stop-stops", Sentence: "Track-and-Stop always stops by its own rule."}
	runs, ended := 0, 0
	var where []string
	for _, r := range rows {
		if r.Method.Name != trackAndStop {
			continue
		}
		runs += r.Runs
		if n := r.Capped + r.Budget; n > 0 {
			ended += n
			where = append(where, fmt.Sprintf("%s, %d of %d", r.Name(), n, r.Runs))
		}
	}
	f.Numbers = fmt.Sprintf("%d of %d runs were capped", ended, runs)
	if len(where) > 0 {
		f.Numbers += ": " + listed(where)
	}
	f.Verdict = verdict(ended > 0, false)
	return f, runs > 0
}
