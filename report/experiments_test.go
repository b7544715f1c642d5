package report

import (
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/experiment"
	"vectorborda/sims/instance"
	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
)

// madeUp is a row in which every number is another one, starting at n.
func madeUp(n float64, name string, s experiment.Setting, method string) experiment.Row {
	m, err := algo.Find(method)
	if err != nil {
		panic(err)
	}
	m.New = nil
	return experiment.Row{
		Part: experiment.Part{Experiment: name, Group: "K", Setting: s}, Method: m,
		Arrays: fmt.Sprintf("hash%v", n), Redraws: 1, Units: 40, Runs: 41, Wrong: 2, Budget: 3, Capped: 4, WrongLimit: n / 1000,
		Mean: n + 0.125, SE: n + 1, Median: n + 2, MedianLo: n + 3, MedianHi: n + 4,
		Q:    stat.Quantile{Value: n + 5, Lo: n + 6, Hi: math.Inf(1), Level: 0.991},
		Tail: stat.Tail{Index: n + 7, Lo: n + 8, Hi: n + 9, K: 20}, Ends: map[int]int{4: 30, 3: 11}, Formula: 1234567, Full: 17,
		Ratio: stat.Estimate{Value: 1.5, SE: 0.25, Lo: 1.25, Hi: 1.75}, Paired: stat.Estimate{Value: 2.5, SE: 0.5, Lo: 2, Hi: 3},
		Dearer: 21, Equal: 22, RatioOfUnits: 23,
	}
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
	groups.Ratio, groups.Formula, groups.FirstWrong = none, 0, "a command"
	small := theta(4)
	small.C.Thr = 3
	r := &experiment.Report{
		Plan: experiment.Plan{Experiments: []string{"scaling", "benchmarks", "constants"}, Trials: 40, Seed: 6},
		Rows: []experiment.Row{
			own, madeUp(200, "scaling", theta(8), "bt-mle"), groups, arena, madeUp(500, "benchmarks", drawnSetting("convex-2d"), "bt-glr"),
			madeUp(600, "constants", small, "vb-ege"),
		},
		Wanted: 1000, Finished: 246,
	}
	r.Slopes = []experiment.Slope{{
		Experiment: "scaling", Group: "K", Method: r.Rows[1].Method, Axis: "K", X: []float64{4, 8, 16}, Mean: []float64{1, 2, 5},
		Slope: 1.25, SE: 0.5, Noise: 0.0625, Lack: math.NaN(), FormulaLack: 3e-9, Full: 0.5,
	}}
	r.Allocations = []experiment.Allocation{{
		Part: experiment.Part{Experiment: "allocation", Setting: drawnSetting("witness-10")}, Units: 7, Slope: stat.Estimate{Value: -1.5, SE: 0.25, Lo: -2, Hi: -1},
		Bins:    []experiment.Bin{{Lo: 0.01, Hi: 0.02, Models: 5, Low: 1e5, Median: 2e5, Up: 3e5}, {Lo: 0.02, Hi: 0.04, Models: 6, Low: 1e4, Median: 2e4, Up: 3e4}},
		Example: []experiment.Point{{Gap: 0.015, Samples: 2.5e5}}, AsExpected: 0.75, Fewer: 0.125, More: 0.0625,
	}}
	r.Comparisons = []experiment.Comparison{{
		What: "a number", Method: r.Rows[1].Method, Reported: 2.5e8, SE: math.NaN(), Ours: 2.625e8, OurSE: 1e6, Allowed: 3e6, Agreement: experiment.Differs, Why: "a reason",
	}}
	r.Findings = []experiment.Finding{
		{ID: "first", Sentence: "A sentence.", Verdict: experiment.Fails, Numbers: "numbers of it"},
		{ID: "second", Sentence: "Another.", Verdict: experiment.Undecided, Numbers: "others"},
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
	tables := slices.Concat(doc.Tables(), doc.Brief())
	for _, table := range doc.files() {
		tables = append(tables, table)
	}
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
	require.Len(t, lackingGuarantees(Table{Rows: [][]any{{"BT-MLE", 3}, {"Pareto BT-GLR Track-and-Stop"}}}), 2, "the check can fail")
	require.Equal(t, "no guarantee at C_thr < 4", doc.Rows[5].Guarantee)
	require.Empty(t, doc.Rows[0].Guarantee)
}

// A mean that does not exist is never printed as a number.
func TestMeansThatDoNotExist(t *testing.T) {
	doc := Experiments(laboratory())
	groups := doc.Rows[2]
	require.Equal(t, "two-group-10", groups.Setting.Family)
	require.True(t, math.IsNaN(float64(groups.Tau.Mean)) && math.IsNaN(float64(groups.Tau.SE)) && !groups.MeanExists)
	for _, format := range []string{"table", "md", "csv"} {
		for line := range strings.Lines(render(t, format, doc)) {
			if strings.Contains(line, "two-group-10 δ") && !strings.HasPrefix(line, "Wrong:") && !strings.HasPrefix(line, "Loose") {
				require.Contains(t, line, "∞?", format)
				require.NotContains(t, line, "300.1", format)
			}
		}
	}
	arena := doc.Rows[3]
	require.False(t, math.IsNaN(float64(arena.Tau.Mean)))
	require.True(t, math.IsNaN(float64(arena.Tau.SE)), "a mean without an error")
}

func TestExperimentFiguresAndFolder(t *testing.T) {
	r, err := experiment.Plan{
		Experiments: []string{"scaling", "constants", "allocation", "benchmarks"}, Trials: 3, Seed: 1,
	}.Run(t.Context(), nil, nil)
	require.NoError(t, err)
	dir := t.TempDir()
	require.NoError(t, WriteExperiments(dir, r))
	var names []string
	for _, f := range ExperimentFigures(r) {
		names = append(names, f.Name)
		data, err := os.ReadFile(filepath.Join(dir, f.Name+".svg"))
		require.NoError(t, err)
		requireReadable(t, string(data))
		require.NotContains(t, f.Caption, "PARTIAL")
		if strings.HasPrefix(f.Name, "constants") {
			require.Contains(t, texts(string(data)), "×1.00", f.Name)
			require.Contains(t, string(data), "0 wrong of ", f.Name)
			continue // half of it is coloured
		}
		requirePicture(t, filepath.Join(dir, f.Name+".png"), f.width, f.height)
	}
	require.Equal(t, []string{
		"median-scaling-K", "median-scaling-d", "median-scaling-gap", "ratio-scaling", "ratio-benchmarks",
		"constants-symmetric-K-64-d-10-gap-1", "constants-arena-10-medium", "constants-witness-10",
		"allocation-arena-4-medium", "allocation-arena-10-medium", "allocation-witness-10",
	}, names)
	scaling, err := os.ReadFile(filepath.Join(dir, "median-scaling-K.svg"))
	require.NoError(t, err)
	require.Subset(t, texts(string(scaling)), []string{"16", "32", "64", "128", "VB-EGE", "(no fixed-confidence guarantee)"})
	page, err := os.ReadFile(filepath.Join(dir, "report.md"))
	require.NoError(t, err)
	for _, name := range names {
		require.Contains(t, string(page), "]("+name+".svg)")
	}
	require.Empty(t, ExperimentFigures(&experiment.Report{}))
}

// Values without a place are left out of the pictures and stop nothing.
func TestFiguresOfOddRows(t *testing.T) {
	r := laboratory()
	r.Rows[1].Median, r.Rows[1].MedianLo = math.Inf(1), math.Inf(-1)
	r.Rows[3].Paired = stat.Estimate{Value: math.Inf(1), Lo: math.NaN(), Hi: math.NaN()}
	dir := t.TempDir()
	for _, f := range ExperimentFigures(r) {
		require.Contains(t, f.Caption, "(PARTIAL)")
		require.NoError(t, f.WriteFiles(dir))
		data, err := os.ReadFile(filepath.Join(dir, f.Name+".svg"))
		require.NoError(t, err)
		requireReadable(t, string(data))
	}
}
