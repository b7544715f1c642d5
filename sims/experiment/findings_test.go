package experiment

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
)

// The rows below are made up: each finding is made to go each way.

func ratio(value, lo, hi float64) stat.Estimate {
	return stat.Estimate{Value: stat.Number(value), Lo: stat.Number(lo), Hi: stat.Number(hi)}
}

// rival is a row of a method with a paired ratio to VB-EGE.
func rival(experiment string, s Setting, method string, paired stat.Estimate) Row {
	return Row{
		Part: Part{Experiment: experiment, Group: "benchmark", Setting: s}, Method: algo.Method{Name: method, Title: method},
		Units: 500, Runs: 500, PairedUnits: 500, Paired: paired, Ratio: paired,
	}
}

func find(t *testing.T, r *Report, id string) Finding {
	for _, f := range findings(r) {
		if f.ID == id {
			return f
		}
	}
	require.Fail(t, "no finding", id)
	return Finding{}
}

func namesOf(rows []Row) (names []string) {
	for _, r := range rows {
		names = append(names, r.Name())
	}
	return names
}

func absent(t *testing.T, r *Report, id string) {
	for _, f := range findings(r) {
		require.NotEqual(t, id, f.ID)
	}
}

func TestFindingsNeedRows(t *testing.T) { require.Empty(t, findings(&Report{})) }

func TestCheapest(t *testing.T) {
	convex, witness, theta := eight()[0], eight()[5], symmetric(16, 4, 1, 0.05)
	above, below, across := ratio(2, 1.9, 2.1), ratio(0.5, 0.4, 0.6), ratio(1.1, 0.9, 1.3)
	few := func(r Row) Row { r.PairedUnits = FewestUnits - 1; return r }
	unproved := func(r Row) Row { r.Method.Guarantee = "none"; return r }
	for _, c := range []struct {
		why                             string
		rows                            []Row
		benchmarks, guaranteed, overall Verdict
	}{
		{"all dearer", []Row{rival("benchmarks", convex, "focal", above), rival("benchmarks", witness, "focal", above)}, Stands, Stands, Stands},
		{"the same cost", []Row{rival("benchmarks", convex, "focal", ratio(1, 1, 1))}, Stands, Stands, Stands},
		{"one cheaper", []Row{rival("benchmarks", convex, "focal", above), rival("benchmarks", witness, "focal", below)}, Fails, Fails, Fails},
		{"limits across 1", []Row{rival("benchmarks", convex, "focal", across)}, Undecided, Undecided, Undecided},
		{"limits a little across 1", []Row{rival("benchmarks", convex, "focal", ratio(1.1, 0.999, 1.3))}, Undecided, Undecided, Undecided},
		{"cheaper, a little across 1", []Row{rival("benchmarks", convex, "focal", ratio(0.9, 0.8, 1.001))}, Undecided, Undecided, Undecided},
		{"fails beats undecided", []Row{rival("benchmarks", convex, "focal", across), rival("benchmarks", witness, "focal", below)}, Fails, Fails, Fails},
		{"29 units of one ratio", []Row{few(rival("benchmarks", convex, "focal", ratio(2, 2, 2)))}, Undecided, Undecided, Undecided},
		{"29 units at the same cost", []Row{few(rival("benchmarks", convex, "focal", ratio(1, 1, 1)))}, Undecided, Undecided, Undecided},
		{"no limits", []Row{rival("benchmarks", convex, "focal", ratio(2, math.NaN(), math.NaN()))}, Undecided, Undecided, Undecided},
		{
			"cheaper off the benchmarks, without guarantee",
			[]Row{rival("benchmarks", convex, "bt-mle", above), rival("benchmarks", convex, "focal", above), unproved(rival("scaling", theta, "bt-mle", below))},
			Stands, Stands, Fails,
		},
	} {
		r := &Report{Rows: c.rows}
		require.Equal(t, c.benchmarks, find(t, r, "cheapest-benchmarks").Verdict, c.why)
		require.Equal(t, c.guaranteed, find(t, r, "cheapest-guaranteed").Verdict, c.why)
		require.Equal(t, c.overall, find(t, r, "cheapest-everywhere").Verdict, c.why)
	}
	named := find(t, &Report{Rows: []Row{rival("benchmarks", witness, "focal", below), rival("benchmarks", convex, "focal", across)}}, "cheapest-benchmarks").Numbers.(Ratios)
	require.Equal(t, 2, named.Of)
	require.EqualValues(t, 0.5, named.Least)
	require.Equal(t, []string{"witness-4 δ=0.05"}, namesOf(named.Cheaper))
	require.Equal(t, []string{"convex-2d δ=0.05"}, namesOf(named.Open))
	own := rival("benchmarks", witness, vbege, below)
	absent(t, &Report{Rows: []Row{own, rival("track-and-stop", convex, trackAndStop, below)}}, "cheapest-everywhere")
}

// Where a run did not decide, the ratio is infinite and the share of units decides.
func TestCheapestWithRunsThatDidNotDecide(t *testing.T) {
	side := func(dearerUnits, equal, units int) side {
		return sideOf(Row{Paired: ratio(math.Inf(1), math.NaN(), math.NaN()), Dearer: dearerUnits, Equal: equal, PairedUnits: units})
	}
	require.Equal(t, dearer, side(490, 0, 500))
	require.Equal(t, cheaper, side(10, 0, 500))
	require.Equal(t, unclear, side(250, 0, 500))
	require.Equal(t, unclear, side(10, 300, 500), "ties are not cheaper")
	require.Equal(t, unclear, side(4, 0, 4), "too few")
}

// What missing runs could overturn is not said of an interrupted plan.
func TestFindingsOfAnInterruptedPlan(t *testing.T) {
	theta := symmetric(16, 4, 1, 0.05)
	slope := func(slope float64) []Slope {
		return []Slope{{Experiment: "scaling", Method: algo.Method{Name: vbege}, Axis: "K", X: []float64{1, 2, 3}, Slope: stat.Number(slope), Noise: 0.001, SE: 0.01}}
	}
	for _, c := range []struct {
		id              string
		report          Report
		whole, cutShort Verdict
	}{
		{"cheapest-everywhere", Report{Rows: []Row{rival("scaling", theta, "focal", ratio(2, 1.9, 2.1))}}, Stands, Undecided},
		{"cheapest-everywhere", Report{Rows: []Row{rival("scaling", theta, "focal", ratio(.5, .4, .6))}}, Fails, Fails},
		{"no-errors", Report{Rows: []Row{wrongs("scaling", theta, vbege, 0, 500)}}, Stands, Undecided},
		{"no-errors", Report{Rows: []Row{wrongs("scaling", theta, vbege, 1, 500)}}, Fails, Fails},
		{"confidence", Report{Rows: []Row{wrongs("scaling", theta, vbege, 400, 500)}}, Fails, Fails},
		{"slope-K", Report{Slopes: slope(1.09)}, Stands, Undecided},
		{"slope-K", Report{Slopes: slope(2)}, Fails, Undecided},
		{"slope-K", Report{Slopes: slope(math.NaN())}, Undecided, Undecided},
	} {
		require.Equal(t, c.whole, find(t, &c.report, c.id).Verdict, c.id)
		c.report.Partial = true
		cut := find(t, &c.report, c.id)
		require.Equal(t, c.cutShort, cut.Verdict, c.id)
		require.Equal(t, c.whole != c.cutShort, cut.Interrupted, c.id)
	}
}

func TestSlopesOfKAndD(t *testing.T) {
	along := func(axis string, slope, noise float64) *Report {
		return &Report{Slopes: []Slope{{
			Experiment: "scaling", Method: algo.Method{Name: vbege}, Axis: axis, X: []float64{1, 2, 3}, Slope: stat.Number(slope), Noise: stat.Number(noise), SE: 0.01,
		}}}
	}
	for _, axis := range []string{"K", "d"} {
		id := "slope-" + axis
		require.Equal(t, Stands, find(t, along(axis, 1.0945, 0.0001), id).Verdict)
		require.Equal(t, Stands, find(t, along(axis, 1.12, 0.01), id).Verdict, "within three errors")
		require.Equal(t, Fails, find(t, along(axis, 1.0955, 0.0001), id).Verdict)
		require.Equal(t, Fails, find(t, along(axis, 2, 0.01), id).Verdict)
		require.Equal(t, Undecided, find(t, along(axis, 1.09, math.NaN()), id).Verdict)
		absent(t, along("Δ", 1.09, 0.01), id)
	}
	other := along("K", 1.09, 0.001)
	other.Slopes[0].Method.Name = "focal"
	absent(t, other, "slope-K")
}

// Five points: Student's 3 degrees of freedom, 3.18 errors to a side.
func TestSlopeOfTheGap(t *testing.T) {
	along := func(slope, se float64) *Report {
		return &Report{Slopes: []Slope{{
			Experiment: "scaling", Method: algo.Method{Name: vbege}, Axis: "Δ", X: []float64{.5, .75, 1, 1.25, 1.5}, Slope: stat.Number(slope), SE: stat.Number(se),
		}}}
	}
	require.Equal(t, Stands, find(t, along(-2.1, 0.1), "slope-gap").Verdict)
	require.Equal(t, Fails, find(t, along(-2.4, 0.1), "slope-gap").Verdict)
	require.Equal(t, Undecided, find(t, along(-2.4, 0.3), "slope-gap").Verdict, "limits of ±0.95 decide nothing")
	require.Equal(t, Fails, find(t, along(-4, 0.3), "slope-gap").Verdict)
}

func TestLogDelta(t *testing.T) {
	report := func(lack, full float64) *Report {
		return &Report{Slopes: []Slope{{Experiment: "confidence", Group: symmetricGroup, Method: algo.Method{Name: vbege}, Axis: "log(1/δ)", Lack: stat.Number(lack), FormulaLack: 5.5e-9, AtFormula: stat.Number(full)}}}
	}
	only := find(t, report(5.5e-9, 1), "log-delta")
	require.Equal(t, Undecided, only.Verdict)
	require.True(t, only.Numbers.(Growth).Formula)
	require.Equal(t, Stands, find(t, report(1e-4, 0.5), "log-delta").Verdict)
	require.Equal(t, Fails, find(t, report(0.1, 0.5), "log-delta").Verdict)
}

func wrongs(experiment string, s Setting, method string, wrong, runs int) Row {
	limit, _ := bounds.UpperLimit(int64(wrong), int64(runs), stat.LimitsError)
	return Row{Part: Part{Experiment: experiment, Setting: s}, Method: algo.Method{Name: method, Title: method}, Runs: runs, Units: runs, Wrong: wrong, WrongLimit: limit}
}

func TestNoErrors(t *testing.T) {
	s := eight()[0]
	clean := []Row{wrongs("benchmarks", s, vbege, 0, 500), wrongs("benchmarks", s, "focal", 0, 500)}
	f := find(t, &Report{Rows: clean}, "no-errors")
	require.Equal(t, Stands, f.Verdict)
	require.Equal(t, 1000, f.Numbers.(Errors).Runs)
	require.InDelta(t, 0.0046, f.Numbers.(Errors).Limit, 0.00005)
	dirty := append(clean, wrongs("scaling", s, "bt-mle", 1, 500))
	f = find(t, &Report{Rows: dirty}, "no-errors")
	require.Equal(t, Fails, f.Verdict)
	require.Equal(t, 1, f.Numbers.(Errors).Wrong)
	require.Equal(t, "bt-mle", f.Numbers.(Errors).Where[0].Method.Name)
	shared := append(clean, wrongs("confidence", s, vbege, 0, 500))
	require.Equal(t, 1000, find(t, &Report{Rows: shared}, "no-errors").Numbers.(Errors).Runs, "a shared setting counts once")
	other := wrongs("constants", s.with(bounds.Constants{Samp: 1, Thr: 2, Log: 4}), vbege, 9, 500)
	require.Equal(t, Stands, find(t, &Report{Rows: append(clean, other)}, "no-errors").Verdict, "other constants are another sentence")
}

func TestConfidence(t *testing.T) {
	at := func(delta float64, wrong, runs int) Row {
		return wrongs("confidence", symmetric(64, 10, 1, delta), vbege, wrong, runs)
	}
	stands := find(t, &Report{Rows: []Row{at(0.05, 0, 500), at(0.2, 3, 500)}}, "confidence")
	require.Equal(t, Stands, stands.Verdict)
	few := find(t, &Report{Rows: []Row{at(0.001, 0, 500)}}, "confidence")
	require.Equal(t, Undecided, few.Verdict)
	require.Equal(t, 4603, few.Numbers.(Confidence).Open[0].Needed) // ln 0.01 / ln 0.999 = 4602.9
	require.Equal(t, Stands, find(t, &Report{Rows: []Row{at(0.001, 0, 4603)}}, "confidence").Verdict)
	require.Equal(t, Undecided, find(t, &Report{Rows: []Row{at(0.001, 0, 4602)}}, "confidence").Verdict)
	require.Equal(t, Stands, find(t, &Report{Rows: []Row{at(0.05, 0, 90)}}, "confidence").Verdict) // ln 0.01 / ln 0.95 = 89.8
	both := find(t, &Report{Rows: []Row{at(0.05, 0, 90), at(0.2, 0, 500)}}, "confidence")
	require.Equal(t, Undecided, both.Verdict, "two settings share the error")
	require.Equal(t, 104, both.Numbers.(Confidence).Open[0].Needed) // ln 0.005 / ln 0.95 = 103.3
	fails := find(t, &Report{Rows: []Row{at(0.05, 0, 500), at(0.01, 25, 500)}}, "confidence")
	require.Equal(t, Fails, fails.Verdict)
	require.Len(t, fails.Numbers.(Confidence).Above, 1)
	require.Equal(t, 0.01, fails.Numbers.(Confidence).Above[0].Delta)
	require.Equal(t, Undecided, find(t, &Report{Rows: []Row{at(0.05, 25, 500)}}, "confidence").Verdict, "one in twenty is δ itself")
	absent(t, &Report{Rows: []Row{wrongs("benchmarks", eight()[0], "bt-mle", 400, 500)}}, "confidence")
}

func TestMeansExist(t *testing.T) {
	benchmark := func(s Setting, tail stat.Tail) Row {
		r := wrongs("benchmarks", s, vbege, 0, 500)
		r.Tau.Tail = tail
		return r
	}
	light := stat.Tail{Index: 50, Lo: 30, Hi: 80, K: 22}
	convex, witness, arena4, groups := eight()[0], eight()[5], eight()[2], eight()[7]
	require.Equal(t, Stands, find(t, &Report{Rows: []Row{benchmark(convex, light), benchmark(witness, light)}}, "means-exist").Verdict)
	law := find(t, &Report{Rows: []Row{benchmark(convex, light), benchmark(groups, light)}}, "means-exist")
	require.Equal(t, Fails, law.Verdict)
	require.Equal(t, []string{"two-group-10 δ=0.05"}, namesOf(law.Numbers.(Means).NoMean))
	require.Equal(t, Fails, find(t, &Report{Rows: []Row{benchmark(arena4, light)}}, "means-exist").Verdict)
	require.Equal(t, []string{"arena-4-small δ=0.05"}, namesOf(find(t, &Report{Rows: []Row{benchmark(arena4, light)}}, "means-exist").Numbers.(Means).NoError))
}

func TestConstants(t *testing.T) {
	s := symmetric(64, 10, 1, 0.05)
	row := func(samp, thr float64, median float64, wrong, runs int) Row {
		r := wrongs("constants", s.with(bounds.Constants{Samp: samp, Thr: thr, Log: 4}), vbege, wrong, runs)
		r.Tau.Median = stat.Number(median)
		return r
	}
	base := row(2, 4, 100, 0, 500)
	require.Equal(t, Stands, find(t, &Report{Rows: []Row{base, row(1, 2, 20, 0, 500)}}, "constants").Verdict)
	wrong := find(t, &Report{Rows: []Row{base, row(1, 2, 20, 1, 500)}}, "constants")
	require.Equal(t, Fails, wrong.Verdict)
	require.EqualValues(t, 0.2, wrong.Numbers.(Savings).Erring[0].Factor)
	require.Equal(t, Fails, find(t, &Report{Rows: []Row{base, row(1, 4, 100, 0, 500)}}, "constants").Verdict)
	require.Equal(t, Undecided, find(t, &Report{Rows: []Row{base, row(1, 2, 20, 0, 89)}}, "constants").Verdict, "0.95⁸⁹ > 0.01")
	require.Equal(t, Stands, find(t, &Report{Rows: []Row{base, row(1, 2, 20, 0, 90)}}, "constants").Verdict)
	require.Equal(t, Undecided, find(t, &Report{Rows: []Row{base, row(1, 4, 100, 0, FewestUnits-1)}}, "constants").Verdict, "a median of 29 runs")
	require.Equal(t, Undecided, find(t, &Report{Rows: []Row{row(2, 4, 100, 0, FewestUnits-1), row(1, 4, 100, 0, 500)}}, "constants").Verdict)
	require.Equal(t, Fails, find(t, &Report{Rows: []Row{base, row(1, 2, 20, 1, 2)}}, "constants").Verdict, "an error is one")
	absent(t, &Report{Rows: []Row{base, row(4, 6, 200, 0, 500)}}, "constants")
	absent(t, &Report{Rows: []Row{row(1, 2, 20, 0, 500)}}, "constants")
}

func TestAllocationFinding(t *testing.T) {
	report := func(lo, hi float64) *Report {
		return &Report{Allocations: []Allocation{{Part: Part{Setting: eight()[3]}, Units: FewestUnits, Slope: ratio((lo+hi)/2, lo, hi)}}}
	}
	require.Equal(t, Stands, find(t, report(-2.2, -1.9), "allocation").Verdict)
	require.Equal(t, Fails, find(t, report(-1.9, -1.7), "allocation").Verdict)
	require.Equal(t, Fails, find(t, report(-2.4, -2.1), "allocation").Verdict)
	require.Equal(t, Undecided, find(t, report(-4, -1), "allocation").Verdict)
	require.Equal(t, Undecided, find(t, report(math.NaN(), math.NaN()), "allocation").Verdict)
	few := report(-1.9, -1.7)
	few.Allocations[0].Units--
	require.Equal(t, Undecided, find(t, few, "allocation").Verdict, "29 instances")
}

// trackedRows are the 28 settings, all dearer but the first n, which are cheaper.
func trackedRows(n int) (rows []Row) {
	for i, p := range parts("track-and-stop") {
		r := rival("track-and-stop", p.Setting, trackAndStop, ratio(4, 3.9, 4.1))
		if r.Group = p.Group; i < n {
			r.Paired = ratio(0.5, 0.4, 0.6)
		}
		rows = append(rows, r)
	}
	return rows
}

func TestTrackAndStop(t *testing.T) {
	verdict := func(rows []Row) Verdict { return find(t, &Report{Rows: rows}, "track-and-stop").Verdict }
	require.Len(t, trackedRows(0), 28)
	require.Equal(t, Stands, verdict(trackedRows(1)))
	require.Equal(t, Fails, verdict(trackedRows(0)))
	require.Equal(t, Fails, verdict(trackedRows(2)))
	require.Equal(t, Undecided, verdict(trackedRows(1)[:20]), "not all settings are there")
	require.Equal(t, Undecided, verdict(trackedRows(0)[:27]), "the missing one may be the cheaper one")
	require.Equal(t, Fails, verdict(trackedRows(2)[:20]), "two are too many already")
	open := trackedRows(1)
	open[5].Paired = ratio(1.1, 0.9, 1.3)
	require.Equal(t, Undecided, verdict(open))
	open[6].Paired = ratio(0.5, 0.4, 0.6)
	require.Equal(t, Fails, verdict(open), "two are cheaper whatever the open one is")
	means := find(t, &Report{Rows: trackedRows(0)}, "track-and-stop").Numbers.(Tracking)
	require.InDelta(t, 4, float64(means.Scaling), 1e-12)
	require.InDelta(t, 4, float64(means.FrontierSizes), 1e-12)
}

func TestCappedRuns(t *testing.T) {
	rows := trackedRows(0)
	require.Equal(t, Stands, find(t, &Report{Rows: rows}, "track-and-stop-stops").Verdict)
	rows[3].Capped = 2
	f := find(t, &Report{Rows: rows}, "track-and-stop-stops")
	require.Equal(t, Fails, f.Verdict)
	require.Equal(t, [2]int{2, 14000}, [2]int{f.Numbers.(Undone).Runs, f.Numbers.(Undone).Of})
	require.Equal(t, []string{"symmetric K=128 d=4 Δ=1 δ=0.05"}, namesOf(f.Numbers.(Undone).Where))
}

func TestTailIndexOfASetting(t *testing.T) {
	require.True(t, math.IsInf(symmetric(4, 2, 1, 0.1).TailIndex(), 1))
	r, err := instance.ParetoSize(4, 8)
	require.NoError(t, err)
	require.Equal(t, 1.5, random(r, 0.05, 3, 1).TailIndex())
}
