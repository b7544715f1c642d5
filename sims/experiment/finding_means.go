package experiment

import (
	"math"

	"vectorborda/sims/algo"
	"vectorborda/sims/stat"
)

// Means are the benchmarks by what their law leaves of a mean.
type Means struct {
	Benchmarks      int
	NoMean, NoError []Row
}

// meansExist: fails where a benchmark's τ has no mean, or a mean without an error, by
// the law of the family.
func meansExist(r *Report) (any, Verdict, bool) {
	var n Means
	for _, row := range r.Rows {
		if row.Method.Name != vbege || row.Experiment != "benchmarks" {
			continue
		}
		n.Benchmarks++
		switch {
		case !row.MeanExists():
			n.NoMean = append(n.NoMean, row)
		case !row.ErrorOfMeanExists():
			n.NoError = append(n.NoError, row)
		}
	}
	return n, verdict(len(n.NoMean)+len(n.NoError) > 0, false), n.Benchmarks > 0
}

// Savings are smaller constants than (2,4,4) by what they come to.
type Savings struct {
	Of, Saving             int
	Erring, Costlier, Open []Saving
}

// Saving is a row with its median as a multiple of that at (2,4,4).
type Saving struct {
	Row
	Factor stat.Number
}

// fewerConstants compares the smallest C_samp and C_thr of the grid, at which the
// proof says nothing, with (2,4,4).
func fewerConstants(r *Report) (any, Verdict, bool) {
	base := map[string]Row{}
	for _, row := range r.Rows {
		if row.Experiment == "constants" && isPaper(row) {
			base[row.Family] = row
		}
	}
	var n Savings
	for _, row := range r.Rows {
		b, ok := base[row.Family]
		if row.Experiment != "constants" || !ok || !(row.C.Samp <= 2 && row.C.Thr <= 4) || isPaper(row) {
			continue
		}
		n.Of++
		switch s := (Saving{row, row.Tau.Median / b.Tau.Median}); {
		case row.Wrong > 0:
			n.Erring = append(n.Erring, s)
		case min(row.Units, b.Units) < FewestUnits:
			n.Open = append(n.Open, s)
		case row.Tau.Median >= b.Tau.Median:
			n.Costlier = append(n.Costlier, s)
		case row.WrongLimit > row.Delta:
			n.Open = append(n.Open, s)
		default:
			n.Saving++
		}
	}
	return n, verdict(len(n.Erring)+len(n.Costlier) > 0, len(n.Open) > 0), n.Of > 0
}

// allocated judges the slope of log samples on log gap against -2 in every setting.
func allocated(r *Report) (any, Verdict, bool) {
	off, open := false, false
	for _, a := range r.Allocations {
		switch {
		case a.Units < FewestUnits || !(a.Slope.Hi-a.Slope.Lo <= 1):
			open = true
		case a.Slope.Lo > -2 || a.Slope.Hi < -2:
			off = true
		}
	}
	return r.Allocations, verdict(off, open), len(r.Allocations) > 0
}

// TrackedSettings is how many settings Track-and-Stop was run on, reportedCheaper in how
// many of them it was cheaper.
const TrackedSettings, reportedCheaper = 28, 1

// Tracking are the costs of Track-and-Stop; the geometric means are of its ratios of
// means to VB-EGE.
type Tracking struct {
	Method                 algo.Method
	Settings, Open         int
	Cheaper                []Row
	Scaling, FrontierSizes stat.Number
}

// tracking counts the settings, shared ones as often as they are listed, in which
// Track-and-Stop is cheaper.  One that is missing is as open as an undecided one.
func tracking(r *Report) (any, Verdict, bool) {
	var n Tracking
	var scaling, sizes []float64
	for _, row := range r.Rows {
		if row.Experiment != "track-and-stop" || row.Method.Name != trackAndStop || row.PairedUnits == 0 {
			continue
		}
		n.Settings, n.Method = n.Settings+1, row.Method
		switch sideOf(row) {
		case cheaper:
			n.Cheaper = append(n.Cheaper, row)
		case unclear:
			n.Open++
		}
		switch ratio := float64(row.Ratio.Value); {
		case math.IsInf(ratio, 0) || !(ratio > 0):
		case !row.Random():
			scaling = append(scaling, ratio)
		case row.Group != "benchmark":
			sizes = append(sizes, ratio)
		}
	}
	n.Scaling, n.FrontierSizes = stat.Number(stat.GeometricMean(scaling)), stat.Number(stat.GeometricMean(sizes))
	below, unknown := len(n.Cheaper), n.Open+TrackedSettings-n.Settings
	return n, verdict(below > reportedCheaper || below+unknown < reportedCheaper, unknown > 0), n.Settings > 0
}
