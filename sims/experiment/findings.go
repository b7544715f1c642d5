package experiment

import (
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
)

// Verdict is what the results say of a sentence of the paper.
type Verdict string

const (
	Stands    Verdict = "stands"
	Fails     Verdict = "fails"
	Undecided Verdict = "cannot be decided"
)

// Finding is the verdict on a sentence of the paper with the numbers behind it.
type Finding struct {
	ID          string // of the sentence
	Verdict     Verdict
	Interrupted bool // the verdict is open because runs are missing
	Numbers     any  // Ratios, Growth, Errors, Confidence, Means, Savings, []Allocation, Tracking or Undone
}

// judge says of a report what a sentence comes to; ok is false where the report has no
// row about it.
type judge func(r *Report) (numbers any, v Verdict, ok bool)

// findings judges every sentence about which the report has rows.
func findings(r *Report) (all []Finding) {
	for _, sentence := range []struct {
		id     string
		fitted bool // about the slope through all settings, some of which may be missing
		judge  judge
	}{
		{"cheapest-benchmarks", false, cheapest(ofBenchmarks)},
		{"cheapest-guaranteed", false, cheapest(ofGuaranteed)},
		{"cheapest-everywhere", false, cheapest(ofAll)},
		{"slope-K", true, linear("K")},
		{"slope-d", true, linear("d")},
		{"slope-gap", true, inverseSquare},
		{"log-delta", true, logarithmic},
		{"no-errors", false, noErrors},
		{"confidence", false, confident},
		{"means-exist", false, meansExist},
		{"constants", false, fewerConstants},
		{"allocation", false, allocated},
		{"track-and-stop", false, tracking},
		{"track-and-stop-stops", false, uncapped},
	} {
		numbers, verdict, ok := sentence.judge(r)
		if !ok {
			continue
		}
		f := Finding{ID: sentence.id, Verdict: verdict, Numbers: numbers}
		// A counterexample stays one.  Missing runs could overturn that a sentence stands, and
		// the slope through the settings that are there.
		if r.Partial && (verdict == Stands || verdict == Fails && sentence.fitted) {
			f.Verdict, f.Interrupted = Undecided, true
		}
		all = append(all, f)
	}
	return all
}

func verdict(fails, open bool) Verdict {
	switch {
	case fails:
		return Fails
	case open:
		return Undecided
	}
	return Stands
}

// once are the rows that a sentence is about, a setting that several experiments share
// once for each method.
func once(rows []Row, about func(Row) bool) (some []Row) {
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return !about(r) })
	for _, same := range setting.Groups(rows, func(r Row) [2]string { return [2]string{r.Name(), r.Method.Name} }) {
		some = append(some, same[0])
	}
	return some
}

func ofAll(r Row) bool        { return r.Experiment != "track-and-stop" }
func ofBenchmarks(r Row) bool { return r.Experiment == "benchmarks" }
func ofGuaranteed(r Row) bool { return ofAll(r) && r.Method.Guarantee == "" }

// isPaper: C = (2,4,4), for which the methods are stated.
func isPaper(r Row) bool { return r.C == bounds.PaperConstants() }

// Ratios are the paired ratios of rivals to VB-EGE.
type Ratios struct {
	Of            int // rivals × settings
	Least         stat.Number
	Cheaper, Open []Row
	Few           int // of those that are open, with fewer than FewestUnits units
}

// cheapest: stands if every rival is dearer (or costs the same), fails if one is
// cheaper.
func cheapest(about func(Row) bool) judge {
	return func(r *Report) (any, Verdict, bool) {
		n := Ratios{Least: stat.Number(math.Inf(1))}
		for _, row := range once(r.Rows, func(row Row) bool { return row.Method.Name != vbege && about(row) && row.PairedUnits > 0 }) {
			n.Of, n.Least = n.Of+1, min(n.Least, row.Paired.Value)
			switch sideOf(row) {
			case cheaper:
				n.Cheaper = append(n.Cheaper, row)
			case unclear:
				if n.Open = append(n.Open, row); row.PairedUnits < FewestUnits {
					n.Few++
				}
			}
		}
		return n, verdict(len(n.Cheaper) > 0, len(n.Open) > 0), n.Of > 0
	}
}

// side is on which side of VB-EGE's cost a method lies.
type side int

const (
	unclear side = iota
	dearer
	cheaper
	same
)

// sideOf judges by the limits of the paired ratio, which exists where means do
// not; where a run of the method did not decide the ratio is infinite and the
// limits of the share of dearer units decide.  A few units may all have one ratio,
// and then limits of no width.
func sideOf(r Row) side {
	switch {
	case math.IsInf(float64(r.Paired.Value), 1):
		return sideOfShare(r)
	case r.PairedUnits < FewestUnits:
		return unclear
	case r.Paired.Lo > 1:
		return dearer
	case r.Paired.Hi < 1:
		return cheaper
	case r.Paired.Lo == 1 && r.Paired.Hi == 1:
		return same
	}
	return unclear
}

// sideOfShare judges by the exact limits of the share of units in which the method
// costs more than VB-EGE.
func sideOfShare(r Row) side {
	lo, _ := rateLimits(r.Dearer, r.PairedUnits, stat.LimitsError/2)
	_, hi := rateLimits(r.Dearer+r.Equal, r.PairedUnits, stat.LimitsError/2)
	switch {
	case lo > 0.5:
		return dearer
	case hi < 0.5:
		return cheaper
	}
	return unclear
}

// rateLimits are the exact limits of a rate, each missed with probability alpha.
func rateLimits(k, n int, alpha float64) (lo, hi float64) {
	lo, errLo := bounds.LowerLimit(int64(k), int64(n), alpha)
	hi, errHi := bounds.UpperLimit(int64(k), int64(n), alpha)
	if errLo != nil || errHi != nil {
		return 0, 1
	}
	return lo, hi
}
