package experiment

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// only runs the settings with one method, at the paper's number of runs.
func only(t *testing.T, method string, parts ...Part) *Report {
	for i := range parts {
		parts[i].Methods = []string{method}
	}
	s := &session{Plan: Plan{Seed: 1, Trials: fullTrials}, parts: parts, pool: &pool{seed: 1}}
	var err error
	s.cells, s.byKey, err = s.Plan.cells(parts)
	require.NoError(t, err)
	require.NoError(t, s.work(t.Context(), s.pending(), nil))
	r, err := s.report()
	require.NoError(t, err)
	return r
}

// The numbers of section 6 for VB-EGE, at its numbers of runs: the exact ones, the
// shares, and the means and medians on the random families within three joint
// standard errors.  A row is off by chance with probability 0.3 %.
func TestTheReportedNumbersOfVBEGE(t *testing.T) {
	r := only(t, vbege, slices.Concat(parts("scaling"), parts("benchmarks"), parts("confidence")[:8])...)
	kinds := map[Agreement]int{}
	for _, c := range r.Comparisons {
		t.Logf("%s: reported %v ± %v, here %v ± %v: %s", c.What, c.Reported, c.SE, c.Ours, c.OurSE, c.Agreement)
		kinds[c.Agreement]++
		require.NotEqual(t, Differs, c.Agreement, c.What)
		if c.Agreement == NotComparable {
			require.Contains(t, c.What, "arena-4-small δ=0.05: mean τ")
		}
	}
	// 8 exact τ of every run, 5 formulas, 5 shares, 4 means, 2 medians, 3 of slopes.
	require.Equal(t, map[Agreement]int{Agrees: 27, NotComparable: 1}, kinds)
	for _, row := range r.Rows {
		require.Zero(t, row.Wrong, row.Name())
		require.True(t, row.Decided())
		require.Equal(t, row.Part.Runs(), row.Runs)
	}
	require.Equal(t, Fails, find(t, r, "means-exist").Verdict)
	require.Equal(t, Stands, find(t, r, "slope-K").Verdict)
	require.Equal(t, Stands, find(t, r, "slope-d").Verdict)
	require.Equal(t, Undecided, find(t, r, "log-delta").Verdict)
}

// A number that is off must be seen: the same rows against other reports.
func TestAWrongReportDiffers(t *testing.T) {
	row := Row{Part: Part{Setting: eight()[0]}, Units: 500, Runs: 500, Mean: 100, SE: 1, Tau: stat.Tau{Summary: stat.Summary{Median: 90}}, MedianLo: 87, MedianHi: 93, Formula: 370752, AtFormula: 385, Ratio: stat.Estimate{Value: 2, SE: 0.1}}
	none := stat.Number(math.NaN())
	for _, c := range []struct {
		n    reported
		want Agreement
	}{
		{reported{kind: meanTau, value: 104, se: 1, half: 0.05}, Agrees}, // allowed 3·√2 + 0.05
		{reported{kind: meanTau, value: 104.3, se: 1, half: 0.05}, Differs},
		{reported{kind: medianTau, value: 94, se: none, half: 0.5}, Agrees},
		{reported{kind: medianTau, value: 96, se: none, half: 0.5}, Differs},
		{reported{kind: meanRatio, value: 2.4, se: none, half: 0.005}, Agrees},
		{reported{kind: meanRatio, value: 2.5, se: none, half: 0.005}, Differs},
		{reported{kind: exactTau, value: 370752}, Agrees},
		{reported{kind: exactTau, value: 370753}, Differs},
		{reported{kind: everyRun, value: 370752}, Differs},
		{reported{kind: exactPart, value: 0.80, se: 0.019, half: 0.005}, Agrees},
		{reported{kind: exactPart, value: 0.90, se: 0.013, half: 0.005}, Differs},
		{reported{kind: cappedRun, value: 9. / 500}, Agrees},   // 0 and 9 of 500: 2·2^-9 or more
		{reported{kind: cappedRun, value: 10. / 500}, Differs}, // 2·2^-10, less a little
	} {
		require.Equal(t, c.want, c.n.against(row).Agreement, "%+v", c.n)
	}
	few := row
	few.Units = 29
	require.Equal(t, NotComparable, reported{kind: meanTau, value: 1e9, se: 1}.against(few).Agreement)
	require.Equal(t, NotComparable, reported{kind: exactTau, value: 1}.against(few).Agreement, "the commonest phase of few runs")
	heavy := row
	heavy.Setting = eight()[7]
	require.Equal(t, NotComparable, reported{kind: meanTau, value: 100, se: 1}.against(heavy).Agreement)
	every := Row{Part: Part{Setting: eight()[0]}, Runs: 9, AtFormula: 9, Mean: 77, SE: 0}
	require.Equal(t, Agrees, reported{kind: everyRun, value: 77}.against(every).Agreement)
	require.Equal(t, Differs, reported{kind: everyRun, value: 78}.against(every).Agreement)
}

// 0 of 500 twice against 10 and 9 of 500: together that is no chance.
func TestCapsArePooled(t *testing.T) {
	rows := trackedRows(0)
	for i := range rows {
		rows[i].Method.Title = "T"
	}
	pooled := func(rows []Row) Comparison {
		all := compared(&Report{Rows: rows})
		return all[len(all)-1]
	}
	require.Equal(t, "convex-3d and two-group-10 together: share of runs capped", pooled(rows).What)
	require.Equal(t, Differs, pooled(rows).Agreement)
	require.EqualValues(t, 0.019, pooled(rows).Reported)
	for i := range rows {
		if rows[i].Family == "convex-3d" || rows[i].Family == "two-group-10" {
			rows[i].Capped = 8
		}
	}
	require.Equal(t, Agrees, pooled(rows).Agreement)
	require.EqualValues(t, 0.016, pooled(rows).Ours)
	require.NotContains(t, pooled(rows[:19]).What, "together", "only where both are there")
}

// A run of an experiment is the run that `simulate` shows: the same seed, instance
// and trial.
func TestRunsAreThoseOfASimulation(t *testing.T) {
	s := random(named("convex-2d"), 0.05, 2, 3)
	session, err := Plan{Seed: 9}.begin(nil)
	require.NoError(t, err)
	method, err := algo.Find(vbege)
	require.NoError(t, err)
	got, err := new(worker).run(session, chunk{&cell{Setting: s, method: method, samples: true}, 0, 6})
	require.NoError(t, err)
	for u, run := range got {
		index, number := s.place(u)
		in, err := s.Recipe.Draw(9, uint64(index))
		require.NoError(t, err)
		want, err := trial.Simulation{
			Instance: in, Delta: 0.05, Constants: bounds.PaperConstants(), First: number, Trials: 1, Seed: 9, Method: method,
		}.Run(t.Context(), nil)
		require.NoError(t, err)
		require.Equal(t, want[0].Comparisons, run.Tau)
		require.Equal(t, want[0].Phases, run.Phases)
		require.Len(t, run.Samples, 60)
	}
	require.NotEqual(t, got[3].Tau, got[4].Tau, "trials differ, or this shows nothing")
	first, err := session.pool.at(s, 0)
	require.NoError(t, err)
	second, err := session.pool.at(s, 1)
	require.NoError(t, err)
	require.NotEqual(t, first.Label, second.Label, "instances differ")
}

func TestEndings(t *testing.T) {
	for end, run := range map[byte]trial.Outcome{
		right: {Result: algo.Result{Ended: algo.Decided}, Right: true}, wrong: {Result: algo.Result{Ended: algo.Decided}},
		budget: {Result: algo.Result{Ended: algo.BudgetSpent}}, capped: {Result: algo.Result{Ended: algo.Capped}},
	} {
		require.Equal(t, end, endOf(run))
	}
}

func TestLooseFits(t *testing.T) {
	require.False(t, loose(algo.Fits{Count: 9, Gradient: 1, Separated: 3}))
	require.True(t, loose(algo.Fits{Unconverged: 1}))
	require.True(t, loose(algo.Fits{Fallbacks: 1}))
	require.True(t, loose(algo.Fits{Disconnected: 1}))
	c := filled(symmetric(4, 2, 1, 0.1), 1, 2, 3)
	c.runs[1].LooseFit = true
	back, err := newEntry(c, "", 0, c.runs[:3]).runs(c)
	require.NoError(t, err)
	require.Equal(t, c.runs[:3], back)
	require.Equal(t, map[int]Note{1: {LooseFit: true}}, newEntry(c, "", 0, c.runs[:3]).Notes)
}

// filled is a cell with made-up runs, τ by run number.
func filled(s Setting, tau ...int64) *cell {
	c := &cell{Setting: s, runs: make([]Run, s.Runs())}
	for u, x := range tau {
		c.runs[u] = Run{Tau: x, Phases: 3, End: right}
	}
	return c
}

// Units end before the first one that is not whole.
func TestUnitsOfACell(t *testing.T) {
	wide := random(named("arena-4-tiny"), 0.05, 3, 2)
	c := filled(wide, 1, 2, 3, 4, 5)
	require.Equal(t, [][]float64{{1, 2}, {3, 4}}, taus(c.of(Part{Setting: wide})))
	narrow := wide
	narrow.Instances, narrow.Trials = 3, 1
	require.Equal(t, [][]float64{{1}, {3}, {5}}, taus(c.of(Part{Setting: narrow})), "a part takes its own rectangle")
	c.runs[2] = Run{}
	require.Equal(t, [][]float64{{1, 2}}, taus(c.of(Part{Setting: wide})))
	theta := symmetric(4, 2, 1, 0.1)
	theta.Trials = 3
	require.Equal(t, [][]float64{{7}, {8}}, taus(filled(theta, 7, 8).of(Part{Setting: theta})))
}

// Five instances with two runs each, by hand.
func TestARow(t *testing.T) {
	s := random(named("arena-4-tiny"), 0.05, 5, 2)
	session, err := Plan{Seed: 1}.begin(nil)
	require.NoError(t, err)
	c := filled(s, 10, 12, 20, 20, 30, 30, 40, 40, 50, 48)
	c.method.Name = vbege
	c.runs[3].End, c.runs[9].Phases, c.runs[7].LooseFit = wrong, 4, true
	r, ok, err := session.row(Part{Setting: s}, c)
	require.NoError(t, err)
	require.True(t, ok)
	require.Equal(t, [6]int{5, 10, 1, 0, 0, 0}, [6]int{r.Units, r.Runs, r.Wrong, r.Budget, r.Capped, r.Redraws})
	require.Equal(t, 1, r.LooseFits)
	require.Equal(t, map[int]int{3: 9, 4: 1}, r.LastPhases)
	require.Equal(t, "vectorborda simulate --family arena-4-tiny,draw=1,seed=1 --algorithm vb-ege --delta 0.05 --constants 2,4,4 --seed 1 --trials 2 --runs", r.FirstWrong)
	n, err := bounds.NewSchedule(16, 4, 0.05, bounds.PaperConstants())
	require.NoError(t, err)
	third, err := n.N(3)
	require.NoError(t, err)
	require.EqualValues(t, 16*4*third, r.Formula, "most runs ended in phase 3")
	require.Zero(t, r.AtFormula)
	require.Equal(t, 30.0, r.Mean)
	// Between instances: sums off the mean -38, -20, 0, 20, 38; √(5/4·3688)/10.
	require.InDelta(t, math.Sqrt(5./4*3688)/10, r.SE, 1e-12)
	require.EqualValues(t, 30, r.Tau.Median)
	require.EqualValues(t, 50, r.Tau.Quantile.Value)
	require.True(t, math.IsInf(float64(r.MedianLo), -1), "five instances give no limits at 99 %")
	want, err := bounds.UpperLimit(1, 10, 0.01)
	require.NoError(t, err)
	require.Equal(t, want, r.WrongLimit)

	r.compare([][]float64{{20, 20}, {10, 10}}, [][]float64{{10, 10}, {10, 10}, {1, 1}})
	require.Equal(t, [3]int{1, 1, 2}, [3]int{r.Dearer, r.Equal, r.PairedUnits})
	require.EqualValues(t, 1.5, r.Ratio.Value)
	require.InDelta(t, math.Sqrt2, float64(r.Paired.Value), 1e-12)

	for _, end := range []byte{capped, budget} {
		c.runs[0].End = end
		r, _, err = session.row(Part{Setting: s}, c)
		require.NoError(t, err)
		require.True(t, math.IsInf(r.Mean, 1), "%c", end)
	}
	c.runs[1].Tau = int64(r.Formula)
	c.runs[0].End, c.runs[4].End = capped, budget
	r, _, err = session.row(Part{Setting: s}, c)
	require.NoError(t, err)
	require.Equal(t, [2]int{1, 1}, [2]int{r.Capped, r.Budget})
	require.Equal(t, 1, r.AtFormula)
	require.False(t, r.Decided())
	require.True(t, math.IsInf(r.Mean, 1) && math.IsNaN(r.SE))
	c.method.Name, c.runs[9].Phases = trackAndStop, 96
	r, _, err = session.row(Part{Setting: s}, c)
	require.NoError(t, err, "checks are no phases of the schedule")
	require.True(t, math.IsNaN(float64(r.Formula)))
	_, ok, err = session.row(Part{Setting: s}, filled(s))
	require.NoError(t, err)
	require.False(t, ok, "no unit, no row")
}

// Limits and tail index come from the first run of each instance, the values from
// all: here the second runs are a million times as long.
func TestLimitsComeFromIndependentRuns(t *testing.T) {
	s := random(named("arena-4-tiny"), 0.05, 120, 2)
	session, err := Plan{Seed: 1}.begin(nil)
	require.NoError(t, err)
	var tau []int64
	var first []float64
	for i := range int64(120) {
		tau, first = append(tau, 1000+i, 1_000_000_000), append(first, float64(1000+i))
	}
	r, _, err := session.row(Part{Setting: s}, filled(s, tau...))
	require.NoError(t, err)
	require.EqualValues(t, 1119, r.Tau.Median)
	require.Less(t, float64(r.MedianHi), 1119.0)
	require.EqualValues(t, 1e9, r.Tau.Quantile.Value)
	require.Less(t, float64(r.Tau.Quantile.Lo), 1120.0)
	require.Equal(t, stat.HillIndex(first, stat.LimitsError), r.Tau.Tail)
}

// Two models, by hand: a gap of 0.4 is decided without noise in the first phase with
// 4·r_m below it; samples are the mean of the trials.
func TestAllocationByHand(t *testing.T) {
	s, err := bounds.NewSchedule(16, 4, 0.05, bounds.PaperConstants())
	require.NoError(t, err)
	p := Part{Setting: random(named("arena-4-tiny"), 0.05, 1, 2)}
	m := 1
	for 4*s.R(m) >= 0.4 {
		m++
	}
	require.Greater(t, m, 1)
	n, err := s.N(m)
	require.NoError(t, err)
	before, err := s.N(m - 1)
	require.NoError(t, err)
	points := pointsOf([]float64{0.4, 0.2}, []Run{{Samples: []int64{4 * n, 8}}, {Samples: []int64{4 * n, 16}}})
	require.Equal(t, []Point{{0.4, float64(4 * n)}, {0.2, 12}}, points)
	require.Equal(t, 0, compareSamples(points[0], s, p))
	require.Equal(t, -1, compareSamples(Point{0.4, float64(4 * before)}, s, p))
	require.Equal(t, 1, compareSamples(Point{0.4, float64(4*n + 1)}, s, p))
	require.InDelta(t, -2, slopeThrough([]Point{{0.1, 400}, {0.2, 100}, {0, 1}}), 1e-12)
	bins := binned([]Point{{0.11, 5}, {0.12, 7}, {0.12, 9}, {0.2, 1}, {0, 3}})
	require.Len(t, bins, 2)
	require.Equal(t, [4]float64{3, 5, 7, 9}, [4]float64{float64(bins[0].Models), bins[0].Low, bins[0].Median, bins[0].Up})
	require.InDelta(t, 0.1, bins[0].Lo, 1e-15)
	require.InDelta(t, math.Pow(10, -0.9), bins[0].Hi, 1e-15)
}

// Without a mean there is no ratio of means.
func TestRatiosWithoutAMean(t *testing.T) {
	r := Row{Part: Part{Setting: eight()[7]}, Ratio: stat.NoEstimate()}
	r.compare([][]float64{{20}, {30}}, [][]float64{{10}, {10}})
	require.True(t, math.IsNaN(float64(r.Ratio.Value)))
	require.InDelta(t, math.Sqrt(6), float64(r.Paired.Value), 1e-12)
}

func TestWhichMeansExist(t *testing.T) {
	row := func(s Setting, tail stat.Tail) Row { return Row{Part: Part{Setting: s}, Tau: stat.Tau{Tail: tail}} }
	unknown := stat.Tail{Index: stat.Number(math.NaN()), Hi: stat.Number(math.Inf(1))}
	for name, want := range map[string][2]bool{
		"convex-2d": {true, true}, "convex-3d": {false, false}, "arena-4-small": {true, false}, "arena-4-medium": {true, false},
		"arena-10-medium": {true, true}, "witness-4": {true, true}, "witness-10": {true, true}, "two-group-10": {false, false},
	} {
		r := row(random(named(name), 0.05, 500, 1), unknown)
		require.Equal(t, want, [2]bool{r.MeanExists(), r.ErrorOfMeanExists()}, name)
	}
	// A bounded τ with one step of four, seen by Hill as a tail without mean.
	steps := slices.Concat(slices.Repeat([]float64{100}, 480), slices.Repeat([]float64{400}, 20))
	r := row(symmetric(4, 2, 1, .1), stat.HillIndex(steps, 0.01))
	require.Less(t, float64(r.Tau.Tail.Index), 1.0)
	require.True(t, r.MeanExists() && r.ErrorOfMeanExists())
}

// In τ as it is shown a mean or an error that the law does not have is left out; a
// method is known to be δ-correct by proof at large enough constants only.
func TestARowShowsWhatExists(t *testing.T) {
	session, err := Plan{Seed: 1}.begin(nil)
	require.NoError(t, err)
	for name, want := range map[string][2]bool{"two-group-10": {false, false}, "arena-4-small": {true, false}, "witness-4": {true, true}} {
		s := random(named(name), 0.05, 2, 1)
		c := filled(s, 10, 20)
		c.method.Name = "focal"
		r, _, err := session.row(Part{Setting: s}, c)
		require.NoError(t, err)
		require.Equal(t, want, [2]bool{!math.IsNaN(float64(r.Tau.Mean)), !math.IsNaN(float64(r.Tau.SE))}, name)
		require.Equal(t, want[0], r.HasMean)
		require.EqualValues(t, s.TailIndex(), r.LawTail)
		require.Equal(t, [2]float64{15, 5}, [2]float64{r.Mean, r.SE}, "of the runs, whatever the law")
	}
	proved, lacking := algo.Method{}, algo.Method{Guarantee: "none"}
	paper, low := bounds.PaperConstants(), bounds.Constants{Samp: 2, Thr: 3, Log: 4}
	require.Empty(t, noGuarantee(proved, paper))
	require.Equal(t, "no guarantee at C_thr < 4", noGuarantee(proved, low))
	require.Equal(t, "none", noGuarantee(lacking, low))
}

// Slopes need three whole rows with a mean; by hand, τ = x².
func TestSlopes(t *testing.T) {
	var rows []Row
	for _, K := range []int{16, 32, 64} {
		s := symmetric(K, 4, 1, 0.05)
		rows = append(rows, Row{Part: Part{Experiment: "scaling", Group: "K", Setting: s}, Method: algo.Method{Name: vbege}, Units: 500, Runs: 500, Mean: float64(K * K), SE: 0.1 * float64(K*K)})
	}
	all := slopes(rows)
	require.Len(t, all, 1)
	require.Equal(t, "K", all[0].Axis)
	require.InDelta(t, 2, float64(all[0].Slope), 1e-12)
	require.InDelta(t, 0, float64(all[0].SE), 1e-7)
	require.InDelta(t, 0.1/(math.Sqrt2*math.Ln2), float64(all[0].Noise), 1e-12) // 0.1/√Sxx, Sxx = 2·ln²2
	few := slices.Clone(rows)
	few[2].Units = FewestUnits - 1
	require.True(t, math.IsNaN(float64(slopes(few)[0].Noise)), "29 equal runs have an error of 0")
	require.Empty(t, slopes(rows[:2]))
	partial := slices.Clone(rows)
	partial[1].Runs = 499
	require.Empty(t, slopes(partial))
	open := slices.Clone(rows)
	open[1].Capped = 1
	require.Empty(t, slopes(open))
}

// On θ^Δ along δ the formula's own 1-R² is the reported 5.5e-9, to its last digit,
// without a run.
func TestTheFormulaIsAlmostALine(t *testing.T) {
	var rows []Row
	var x []float64
	for _, p := range parts("confidence")[:8] {
		s, err := bounds.NewSchedule(64, 10, p.Delta, p.C)
		require.NoError(t, err)
		n, err := s.N(4)
		require.NoError(t, err)
		rows, x = append(rows, Row{Part: p, Runs: 1, AtFormula: 1, Formula: stat.Number(640 * n)}), append(x, -math.Log(p.Delta))
	}
	lack, full := formula(x, rows)
	require.EqualValues(t, 1, full)
	require.InDelta(t, 5.5e-9, float64(lack), 0.05e-9)
}
