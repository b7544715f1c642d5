package experiment

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// Verdict is what the results say of a sentence of the paper.
type Verdict string

const (
	Stands    Verdict = "stands"
	Fails     Verdict = "fails"
	Undecided Verdict = "cannot be decided"
)

// Finding is a sentence of the paper with its verdict and the numbers behind it.
type Finding struct {
	ID       string
	Sentence string
	Verdict  Verdict
	Numbers  string
}

// findings judges every sentence about which the report has rows.
func findings(r *Report) (all []Finding) {
	add := func(f Finding, applies bool) {
		if !applies {
			return
		}
		if r.Partial() {
			f = f.interrupted()
		}
		all = append(all, f)
	}
	add(cheapest(r.Rows, "cheapest-benchmarks", "VB-EGE is the cheapest method on every benchmark.", ofBenchmarks))
	add(cheapest(r.Rows, "cheapest-guaranteed", "VB-EGE is the cheapest method with a guarantee in every setting.", ofGuaranteed))
	add(cheapest(r.Rows, "cheapest-everywhere", "VB-EGE is the cheapest method in every setting.", ofAll))
	for _, axis := range []string{"K", "d"} {
		add(linear(r.Slopes, axis))
	}
	add(inverseSquare(r.Slopes))
	add(logarithmic(r.Slopes))
	add(noErrors(r.Rows))
	add(confident(r.Rows))
	add(meansExist(r.Rows))
	add(fewerConstants(r.Rows))
	add(allocated(r.Allocations))
	add(tracking(r.Rows))
	add(uncapped(r.Rows))
	return all
}

// interrupted keeps the failure that a counterexample shows.  Missing runs could
// overturn that a sentence stands, and the slope through the settings that are there.
func (f Finding) interrupted() Finding {
	fitted := strings.HasPrefix(f.ID, "slope-") || f.ID == "log-delta"
	if f.Verdict == Stands || f.Verdict == Fails && fitted {
		f.Verdict, f.Numbers = Undecided, f.Numbers+"; interrupted, runs are missing"
	}
	return f
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
	case math.IsInf(r.Paired.Value, 1):
		return sideOfShare(r)
	case r.RatioOfUnits < fewestUnits:
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

// most is how many settings a sentence lists.
const most = 8

func listed(names []string) string {
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], "; "), len(names)-most)
	}
	return strings.Join(names, "; ")
}

// which rows of the rivals a sentence is about.
type which func(Row) bool

func ofAll(r Row) bool        { return r.Experiment != "track-and-stop" }
func ofBenchmarks(r Row) bool { return r.Experiment == "benchmarks" }
func ofGuaranteed(r Row) bool { return ofAll(r) && r.Method.Guarantee == "" }

// cheapest: stands if every rival is dearer (or costs the same), fails if one is
// cheaper.  A setting that several experiments share counts once.
func cheapest(rows []Row, id, sentence string, of which) (Finding, bool) {
	f := Finding{ID: id, Sentence: sentence}
	var below, open []string
	seen, least := map[string]bool{}, math.Inf(1)
	for _, r := range rows {
		name := r.Name() + " " + r.Method.Name
		if r.Method.Name == vbege || !of(r) || seen[name] || r.RatioOfUnits == 0 {
			continue
		}
		seen[name] = true
		least = min(least, r.Paired.Value)
		switch words := fmt.Sprintf("%s on %s ×%s", label(r), r.Name(), limits(r.Paired.Value, r.Paired.Lo, r.Paired.Hi)); sideOf(r) {
		case cheaper:
			below = append(below, words)
		case unclear:
			open = append(open, words)
		}
	}
	f.Numbers = fmt.Sprintf("%d rivals × settings by paired ratio at 99 %%; the smallest ratio is %s", len(seen), shown(least))
	if len(below) > 0 {
		f.Numbers += "; cheaper: " + listed(below)
	}
	if len(open) > 0 {
		f.Numbers += "; undecided: " + listed(open)
	}
	f.Verdict = verdict(len(below) > 0, len(open) > 0)
	return f, len(seen) > 0
}

// label names a row's method, never without what it lacks.
func label(r Row) string {
	if r.Method.Guarantee == "" {
		return r.Method.Title
	}
	return fmt.Sprintf("%s (%s)", r.Method.Title, r.Method.Guarantee)
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

func limits(x, lo, hi float64) string {
	return fmt.Sprintf("%s [%s, %s]", shown(x), shown(lo), shown(hi))
}

// shown is a number to three digits, or that there is none.
func shown(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 1):
		return "∞"
	}
	return fmt.Sprintf("%.3g", x)
}

// slopeAlong finds VB-EGE's slope of the scaling experiment.
func slopeAlong(slopes []Slope, axis string) (Slope, bool) {
	at := slices.IndexFunc(slopes, func(s Slope) bool {
		return s.Method.Name == vbege && s.Experiment == "scaling" && s.Axis == axis
	})
	if at < 0 {
		return Slope{}, false
	}
	return slopes[at], true
}
