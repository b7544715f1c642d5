package report

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/repeat"
	"vectorborda/sims/stat"
)

// fakeBudgets are four methods with these depths; 0 is none on the grid.
func fakeBudgets(depths [4]int, open bool) (all []repeat.Budget) {
	for i, m := range repeat.Methods() {
		b := repeat.Budget{Method: m, Depth: stat.Number(depths[i]), Comparisons: stat.Number(depths[i]), Range: 1, Open: open && m == repeat.Cal}
		if depths[i] == 0 {
			b.Depth, b.Comparisons = stat.Number(math.NaN()), stat.Number(math.NaN())
		}
		b.Attempts = []repeat.Attempt{{Depth: 1, Status: repeat.None, Gap: -0.5}, {Depth: 24576, Gap: 0.5, Success: depths[i] > 0}}
		all = append(all, b)
	}
	return all
}

func fakeReport(paper bool) RepeatBudgets {
	return RepeatBudgets{&repeat.Budgets{
		Population: "paper", Reference: "m4", Beta: 1, Claimed: paper, Cells: 15,
		Changes: []repeat.ChangedCell{{Gap: 0.01, H: 1, Method: repeat.Cal, Printed: "d = 12", Here: "d = ?"}},
		Rows: []repeat.Row{
			{Setting: repeat.Setting{Sweep: "h", Gap: 0.015, H: 0.5}, Budgets: fakeBudgets([4]int{1, 12, 1, 1}, false)},
			{Setting: repeat.Setting{Sweep: "h", Gap: 0.015, H: 1}, Budgets: fakeBudgets([4]int{0, 12, 4, 4}, true)},
			{Setting: repeat.Setting{Sweep: "Δ", Gap: 0.01, H: 1}, Budgets: fakeBudgets([4]int{8, 0, 8, 0}, true)},
			{Setting: repeat.Setting{Sweep: "Δ", Gap: 0.001, H: 1}, Budgets: fakeBudgets([4]int{8, 9, 8, 2}, false)},
		},
		Calibrations: []*repeat.Calibration{
			{D: 1, Epsilon: 0.01, Status: repeat.None, Least: 3e9}, {D: 2, Epsilon: 0.01, Status: repeat.None, Least: 2e9},
			{D: 4, Epsilon: 0.01, Status: repeat.Undecided, Least: 7}, {D: 8, Epsilon: 0.01, Status: repeat.Untried},
			{D: 1, Epsilon: 0.005, Status: repeat.None, Least: 5e9},
		},
	}}
}

func markdown(t *testing.T, doc Document) string {
	var out bytes.Buffer
	require.NoError(t, Style{Format: "md"}.Write(&out, doc))
	return strings.Join(strings.Fields(out.String()), " ")
}

// What is not on the grid, and what is open, is no number; a printed cell that is
// another is called refuted under the paper's settings only.
func TestBudgetsSayWhatTheyDoNotKnow(t *testing.T) {
	doc := fakeReport(true)
	text := markdown(t, doc)
	require.Contains(t, text, "| h | 0.015 | 1 | > 24576 | ≤ 12 | 4 | 4 | 4 |")
	require.Contains(t, text, "| Δ | 0.01 | 1 | 8 | ? | 8 | > 24576 | – |")
	require.Contains(t, text, "| 0.01 | 1, 2 | 2000000000 | 4, 8 | – | – | – |")
	require.Contains(t, text, "≤ or ?:")
	require.Contains(t, text, "REFUTED: 1 of the 15 cells")
	require.Contains(t, text, "| 0.01 | 1 | MLE-CAL | d = 12 | d = ? |")
	require.Contains(t, markdown(t, fakeReport(false)), "1 of 15 change")
	var json bytes.Buffer
	require.NoError(t, Style{Format: "json"}.Write(&json, doc))
	require.Contains(t, json.String(), `"depth": null`)
}

// An interrupted row shows the last depth that was tried, and a dash where none was.
func TestInterruptedBudgetsSayHowFarTheyCame(t *testing.T) {
	doc := fakeReport(true)
	doc.Partial = true
	none := stat.Number(math.NaN())
	last := doc.Rows[3].Budgets
	last[0] = repeat.Budget{Method: repeat.Avg, Depth: none, Partial: true, Attempts: []repeat.Attempt{{Depth: 1}, {Depth: 2}}}
	for i := 1; i < 4; i++ {
		last[i] = repeat.Budget{Method: repeat.Methods()[i], Depth: none, Comparisons: none, Partial: true}
	}
	text := markdown(t, doc)
	require.Contains(t, text, "| Δ | 0.001 | 1 | > 2 | – | – | – | – |")
	require.Contains(t, text, "PARTIAL: interrupted. In the last row a depth after > may be the last one that was tried; –: none was.")
	require.NotContains(t, markdown(t, fakeReport(true)), "PARTIAL")
}

func TestRecoveryRows(t *testing.T) {
	printed, none := int64(3924), stat.Number(math.NaN())
	row := func(o repeat.Outcome) repeat.RecoveryRow {
		compared := repeat.Comparison{Printed: &printed, From: &printed, To: &printed, Outcome: o}
		return repeat.RecoveryRow{Method: repeat.Cal, Table: repeat.Certified, Frequency: repeat.Frequency{Contexts: 100_000, Trials: 4000}, Comparison: compared}
	}
	missing := repeat.RecoveryRow{Method: repeat.Cal, Table: repeat.None, Score: none, Frequency: repeat.Frequency{Lo: none, Hi: none}}
	doc := RepeatRecovery{&repeat.Recoveries{
		Rows:    []repeat.RecoveryRow{row(repeat.NotPrinted), row(repeat.Changed), {Method: repeat.Avg}, missing},
		Partial: true, Population: "paper", Alpha: 0.1,
	}}
	text := markdown(t, doc)
	require.Contains(t, text, "REFUTED")
	require.Contains(t, text, "no certified table (none)")
	require.Contains(t, text, "PARTIAL")
	require.Contains(t, text, "that the 2 comparisons")
	require.Contains(t, text, "1 of 2 printed rows are others here")
}

func TestRepeatFigures(t *testing.T) {
	doc := fakeReport(true)
	figures := RepeatFigures(doc)
	require.Len(t, figures, 2)
	require.Equal(t, []string{"depth-against-h", "depth-against-gap"}, []string{figures[0].Name, figures[1].Name})
	require.Subset(t, texts(readableSVG(t, figures[0])), []string{"MLE-AVG", "TRR", "h, share of heterogeneous contexts"})
	require.Subset(t, texts(readableSVG(t, figures[1])), []string{"MLE-AVG", "MLE-UNCONST", "TRR", "E[K] of TRR, expected votes a context", "1/Δ (log axis)"})

	for i := range doc.Rows {
		doc.Rows[i].Budgets = fakeBudgets([4]int{}, true)
	}
	for _, f := range RepeatFigures(doc) {
		require.NotContains(t, texts(readableSVG(t, f)), "TRR", "nothing at all still draws")
	}
	doc.Rows = doc.Rows[:1]
	require.Empty(t, RepeatFigures(doc), "one point is no line")
}
