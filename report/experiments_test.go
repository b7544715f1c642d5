package report

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/report/figure"
	"vectorborda/sims/algo"
	"vectorborda/sims/experiment"
	"vectorborda/sims/instance"
	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// madeUp is a row in which every number is another one, starting at n.
func madeUp(n float64, name string, s experiment.Setting, method string) experiment.Row {
	m, err := algo.Find(method)
	if err != nil {
		panic(err)
	}
	m.New = nil
	x, none := stat.Number(n), stat.Number(math.NaN())
	r := experiment.Row{
		Part: experiment.Part{Experiment: name, Group: "K", Setting: s}, Method: m, NoGuarantee: m.Guarantee, Drawn: s.Instances,
		Arrays: fmt.Sprintf("hash%v", n), Redraws: 1, Units: 40, Runs: 41, Wrong: 2, Budget: 3, Capped: 4, WrongLimit: n / 1000, NoEvent: 5,
		Tau: stat.Tau{
			Summary: stat.Summary{Mean: x + 0.125, SE: x + 1, Median: x + 2, Quantile: stat.Quantile{Value: x + 5, Lo: x + 6, Hi: stat.Number(math.Inf(1)), Level: 0.991}},
			Tail:    stat.Tail{Index: x + 7, Lo: x + 8, Hi: x + 9, K: 20},
		},
		Mean: n + 0.125, SE: n + 1, MedianLo: x + 3, MedianHi: x + 4, LawTail: stat.Number(s.TailIndex()), HasMean: s.MeanExists(),
		LastPhases: map[int]int{4: 30, 3: 11}, Formula: 1234567, AtFormula: 17,
		Ratio: stat.Estimate{Value: 1.5, SE: 0.25, Lo: 1.25, Hi: 1.75}, Paired: stat.Estimate{Value: 2.5, SE: 0.5, Lo: 2, Hi: 3},
		Dearer: 21, Equal: 22, PairedUnits: 23, Audit: trial.Audit{Runs: 24},
	}
	if !s.MeanExists() {
		r.Tau.Mean = none
	}
	if !s.ErrorOfMeanExists() {
		r.Tau.SE = none
	}
	return r
}

func theta(K int) experiment.Setting {
	return experiment.Setting{
		Setting: setting.Symmetric(K, 2, 1, 0.05), C: bounds.PaperConstants(), Instances: 1, Trials: 41,
	}
}

func drawnSetting(name string) experiment.Setting {
	at := slices.IndexFunc(instance.Recipes(), func(r instance.Recipe) bool { return r.Name == name })
	r := instance.Recipes()[at]
	s := setting.Setting{Family: r.Name, K: r.K, D: r.D, Gap: stat.Number(math.NaN()), Delta: 0.05, Source: "--family " + r.Name}
	return experiment.Setting{Setting: s, Recipe: r, C: bounds.PaperConstants(), Instances: 40, Trials: 1}
}

// laboratory is a partial report with every kind of row, made up.
func laboratory() *experiment.Report {
	none := stat.NoEstimate()
	own := madeUp(100, "scaling", theta(4), "vb-ege")
	own.Ratio, own.Paired, own.Budget, own.Capped = none, none, 0, 0
	groups, arena := madeUp(300, "benchmarks", drawnSetting("two-group-10"), "focal"), madeUp(400, "benchmarks", drawnSetting("arena-4-small"), "vb-ege")
	groups.LooseFits = 6
	groups.Ratio, groups.Formula, groups.FirstWrong = none, stat.Number(math.NaN()), "a command"
	arena.Audit = trial.Audit{Runs: 41, Violations: 7, Trial: 2, First: "B.7: wrong", Replay: "a replay"}
	small := theta(4)
	small.C.Thr = 3
	low := madeUp(600, "constants", small, "vb-ege")
	low.Audit, low.NoEvent = trial.Audit{}, 0
	low.NoGuarantee = "no guarantee at C_thr < 4"
	r := &experiment.Report{
		Partial: true, Plan: experiment.Plan{Experiments: []string{"scaling", "benchmarks", "constants"}, Trials: 40, Seed: 6},
		Rows: []experiment.Row{
			own, madeUp(200, "scaling", theta(8), "bt-mle"), groups, arena, madeUp(500, "benchmarks", drawnSetting("convex-2d"), "bt-glr"),
			low,
		},
		Wanted: 1000, Finished: 246,
	}
	r.Slopes = []experiment.Slope{{
		Experiment: "scaling", Group: "K", Method: r.Rows[1].Method, NoGuarantee: r.Rows[1].NoGuarantee, Axis: "K", X: []float64{4, 8, 16}, Mean: []float64{1, 2, 5},
		Slope: 1.25, SE: 0.5, Noise: 0.0625, Lack: stat.Number(math.NaN()), FormulaLack: 3e-9, AtFormula: 0.5,
	}}
	r.Allocations = []experiment.Allocation{{
		Part: experiment.Part{Experiment: "allocation", Setting: drawnSetting("witness-10")}, Family: "witness-10", Units: 7, Slope: stat.Estimate{Value: -1.5, SE: 0.25, Lo: -2, Hi: -1},
		Bins:    []experiment.Bin{{Lo: 0.01, Hi: 0.02, Models: 5, Low: 1e5, Median: 2e5, Up: 3e5}, {Lo: 0.02, Hi: 0.04, Models: 6, Low: 1e4, Median: 2e4, Up: 3e4}},
		Example: []experiment.Point{{Gap: 0.015, Samples: 2.5e5}}, AsExpected: 0.75, Fewer: 0.125, More: 0.0625,
	}}
	r.Comparisons = []experiment.Comparison{{
		What: "a number", Method: r.Rows[1].Method, NoGuarantee: r.Rows[1].NoGuarantee,
		Reported: 2.5e8, SE: stat.Number(math.NaN()), Ours: 2.625e8, OurSE: 1e6, Allowed: 3e6, Agreement: experiment.Differs, Why: experiment.FisherP(0.00125),
	}}
	r.Findings = []experiment.Finding{
		{ID: "means-exist", Verdict: experiment.Fails, Numbers: experiment.Means{Benchmarks: 3, NoMean: r.Rows[2:3]}},
		{ID: "no-errors", Verdict: experiment.Undecided, Interrupted: true, Numbers: experiment.Errors{Runs: 246, Limit: 0.0185}},
	}
	return r
}

func TestGoldenExperiments(t *testing.T) { golden(t, "experiments", Experiments(laboratory())) }

// lackingGuarantees are rows of a table that name a method without what must be said
// beside it.
func lackingGuarantees(t Table) (bad []string) {
	must := map[string]string{"BT-MLE": "no fixed-confidence guarantee", "Track-and-Stop": "stopping statistic not certified"}
	for _, row := range t.text() {
		line := strings.Join(row, " | ")
		for name, words := range must {
			if strings.Contains(line, name) && !strings.Contains(line, words) {
				bad = append(bad, line)
			}
		}
	}
	return bad
}

func TestEveryTableSaysWhatAMethodLacks(t *testing.T) {
	doc := Experiments(laboratory())
	tables := slices.Concat(doc.Tables(), doc.Brief(), doc.Page())
	named := 0
	for _, table := range tables {
		require.Empty(t, lackingGuarantees(table), table.Title)
		for _, row := range table.text() {
			if strings.Contains(strings.Join(row, " "), "BT-MLE") {
				named++
			}
		}
	}
	require.GreaterOrEqual(t, named, 8)
	for _, r := range recordsOf(t, doc.Rows) {
		if r["method"] == "bt-mle" {
			require.Equal(t, "no fixed-confidence guarantee", r["no_guarantee"])
		}
	}
	require.Len(t, lackingGuarantees(Table{Rows: [][]any{{"BT-MLE", 3}, {"Pareto BT-GLR Track-and-Stop"}}}), 2, "the check can fail")
	require.Equal(t, "no guarantee at C_thr < 4", doc.Rows[5].NoGuarantee)
	require.Empty(t, doc.Rows[0].NoGuarantee)
}

// A mean that does not exist is never printed as a number.
func TestMeansThatDoNotExist(t *testing.T) {
	doc := Experiments(laboratory())
	groups := doc.Rows[2]
	require.Equal(t, "two-group-10", groups.Setting.Family)
	for _, format := range []string{"table", "md"} {
		for line := range strings.Lines(render(t, format, doc)) {
			if strings.Contains(line, "two-group-10 δ") && !strings.HasPrefix(line, "Wrong:") && !strings.HasPrefix(line, "Loose") {
				require.Contains(t, line, "∞?", format)
				require.NotContains(t, line, "300.1", format)
			}
		}
	}
	for _, r := range recordsOf(t, doc.Rows) {
		if r["setting.family"] == "two-group-10" {
			require.Equal(t, []string{"false", ""}, []string{r["mean_exists"], r["tau.mean"]})
		}
	}
}

func TestExperimentFiguresAndFolder(t *testing.T) {
	r, err := experiment.Plan{
		Experiments: []string{"scaling", "constants", "allocation", "benchmarks"}, Trials: 3, Seed: 1,
	}.Run(t.Context(), nil, nil)
	require.NoError(t, err)
	figures, svg := ExperimentFigures(r), map[string]string{}
	var names []string
	for _, f := range figures {
		names = append(names, f.Name)
		svg[f.Name] = readableSVG(t, f)
		require.NotContains(t, f.Caption(), "PARTIAL")
		if strings.HasPrefix(f.Name, "constants") {
			require.Contains(t, texts(svg[f.Name]), "×1.00", f.Name)
			require.Contains(t, svg[f.Name], "0 wrong of ", f.Name)
			continue // half of it is coloured
		}
		requirePicture(t, f)
	}
	require.Equal(t, []string{
		"median-scaling-K", "median-scaling-d", "median-scaling-gap", "ratio-scaling", "ratio-benchmarks",
		"constants-symmetric-K-64-d-10-gap-1", "constants-arena-10-medium", "constants-witness-10",
		"allocation-arena-4-medium", "allocation-arena-10-medium", "allocation-witness-10",
	}, names)
	require.Subset(t, texts(svg["median-scaling-K"]), []string{"16", "32", "64", "128", "VB-EGE", "BT-MLE (no fixed-confidence guarantee)"})
	heat := figures[5].Plots[0]
	require.Equal(t, [][]string{{"0.5", "1", "2", "4"}, {"2", "3", "4", "6"}}, [][]string{heat.X.Names, heat.Y.Names})
	require.Len(t, marksBesideNames(t, figures[4], svg["ratio-benchmarks"]), 8, "a mark of Focal Borda beside every name")
	dir, doc := t.TempDir(), Experiments(r)
	require.NoError(t, WriteFolder(dir, Origin{}, doc, figures, doc.Files()))
	for name, key := range map[string][]string{
		"report.csv": {"experiment", "group", "setting.family", "setting.delta", "constants.C_samp", "constants.C_thr", "constants.C_log", "method"},
		"slopes.csv": {"experiment", "group", "method", "axis"}, "allocation.csv": {"family", "gap_lo"},
		"comparisons.csv": {"what", "method"}, "findings.csv": {"id"},
	} {
		requireKey(t, readCSV(t, content(t, dir, name)), key...)
	}
	page, err := os.ReadFile(filepath.Join(dir, "report.md"))
	require.NoError(t, err)
	for _, table := range doc.Page() {
		require.Contains(t, string(page), "### "+table.Title)
	}
	require.Empty(t, ExperimentFigures(&experiment.Report{}))
}

// marksBesideNames are the names of the rows that have a box of Focal Borda at their height.
func marksBesideNames(t *testing.T, f figure.Figure, svg string) (names []string) {
	boxes := regexp.MustCompile(`<path d="M[\d.]+,([\d.]+)L[\d.]+,[\d.]+L[\d.]+,([\d.]+)L[^"]*" style="fill:#56B4E9"`).FindAllStringSubmatch(svg, -1)
	const belowMiddle = 0.345 * 9.2 // points: the base line of names, whose capitals are 0.69 of their size of 9.2
	number := func(s string) float64 { x, err := strconv.ParseFloat(s, 64); require.NoError(t, err); return x }
	for _, name := range f.Plots[0].Y.Names {
		at := regexp.MustCompile(`<text x="[\d.]+" y="-([\d.]+)"[^>]*>` + name).FindStringSubmatch(svg)
		require.NotNil(t, at, name)
		if slices.ContainsFunc(boxes, func(b []string) bool {
			return math.Abs((number(b[1])+number(b[2]))/2-number(at[1])-belowMiddle) < 0.1
		}) {
			names = append(names, name)
		}
	}
	return names
}

// Values without a place are left out of the pictures and stop nothing.
func TestFiguresOfOddRows(t *testing.T) {
	r := laboratory()
	r.Rows[1].Tau.Median, r.Rows[1].MedianLo = stat.Number(math.Inf(1)), stat.Number(math.Inf(-1))
	r.Rows[3].Paired = stat.Estimate{Value: stat.Number(math.Inf(1)), Lo: stat.Number(math.NaN()), Hi: stat.Number(math.NaN())}
	for _, f := range ExperimentFigures(r) {
		require.Contains(t, f.Caption(), "(PARTIAL)")
		readableSVG(t, f)
	}
}

// Where Focal Borda takes what VB-EGE takes, both are seen: the line and the marks below
// are wider than those above.
func TestEqualCostsAreBothSeen(t *testing.T) {
	var rows []experiment.Row
	for _, method := range []string{"vb-ege", "focal"} {
		for _, K := range []int{16, 32} {
			rows = append(rows, madeUp(float64(K), "scaling", theta(K), method))
		}
	}
	svg := readableSVG(t, medianFigure(rows))
	require.Regexp(t, `(?s)stroke:#000000[^"]*stroke-width:4.*stroke:#56B4E9[^"]*stroke-width:1.5[^"]*stroke-dasharray`, svg)
	require.Greater(t, lookOf("vb-ege").Radius, 2*3.5/math.Sqrt2, "a circle around a box of the usual radius")
}
