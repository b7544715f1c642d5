package report

import (
	"bytes"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/repeat"
)

// fakeBudgets are four methods with these depths; 0 is none on the grid.
func fakeBudgets(depths [4]int, open bool) (all []repeat.Budget) {
	for i, m := range repeat.Methods() {
		b := repeat.Budget{Method: m, Depth: depths[i], Comparisons: float64(depths[i]), Range: 1}
		status := repeat.None
		if open && m == repeat.Cal {
			status = repeat.Undecided
		}
		b.Attempts = []repeat.Attempt{{Depth: 1, Status: status, Gap: -0.5}, {Depth: 24576, Gap: 0.5, Success: depths[i] > 0}}
		all = append(all, b)
	}
	return all
}

func fakeReport(paper bool) *RepeatBudgets {
	return Budgets(BudgetsInput{
		Population: "paper", Reference: "m4", Beta: 1, Paper: paper, Sweeps: []string{"h", "h", "Δ", "Δ"},
		Rows: []repeat.Row{
			{Gap: 0.015, H: 0.5, Budgets: fakeBudgets([4]int{1, 12, 1, 1}, false)},
			{Gap: 0.015, H: 1, Budgets: fakeBudgets([4]int{0, 12, 4, 4}, true)},
			{Gap: 0.01, H: 1, Budgets: fakeBudgets([4]int{8, 0, 8, 0}, true)},
			{Gap: 0.001, H: 1, Budgets: fakeBudgets([4]int{8, 9, 8, 2}, false)},
		},
		Calibrations: []*repeat.Calibration{
			{D: 1, Epsilon: 0.01, Status: repeat.None, Least: 3e9}, {D: 2, Epsilon: 0.01, Status: repeat.None, Least: 2e9},
			{D: 4, Epsilon: 0.01, Status: repeat.Undecided, Least: 7}, {D: 8, Epsilon: 0.01, Status: repeat.Untried},
			{D: 1, Epsilon: 0.005, Status: repeat.None, Least: 5e9},
		},
	})
}

func markdown(t *testing.T, doc Document) string {
	var out bytes.Buffer
	require.NoError(t, Write(&out, "md", doc))
	return strings.Join(strings.Fields(out.String()), " ")
}

// What is not on the grid, and what is open, is no number; a printed cell that is
// another is refuted under the paper's settings only.
func TestBudgetsSayWhatTheyDoNotKnow(t *testing.T) {
	doc := fakeReport(true)
	text := markdown(t, doc)
	require.Contains(t, text, "| h | 0.015 | 1 | > 24576 | ≤ 12 | 4 | 4 | 4 |")
	require.Contains(t, text, "| Δ | 0.01 | 1 | 8 | ? | 8 | > 24576 | – |")
	require.Contains(t, text, "| 0.01 | 1, 2 | 2000000000 | 4, 8 | – | – | – |")
	require.Contains(t, text, "≤ or ?:")
	// h = 1: AVG > 24576 for 512, CAL ≤ 12 for 12, E[K] 4.0000; Δ = 0.01: 8, ?, 8, > 24576 and no E[K].
	require.Equal(t, 15, doc.Cells)
	require.Equal(t, 3+4, doc.Refuted())
	require.Contains(t, text, "REFUTED: 7 of the 15 cells")
	require.Contains(t, text, "| 0.01 | 1 | MLE-CAL | d = 12 | d = ? |")
	require.True(t, doc.Open())
	require.Zero(t, fakeReport(false).Refuted())
	require.Contains(t, markdown(t, fakeReport(false)), "7 of 15 change")
	var json bytes.Buffer
	require.NoError(t, Write(&json, "json", doc))
	require.Contains(t, json.String(), `"depth": null`)
}

func TestRecoveryRows(t *testing.T) {
	printed := repeat.Printed(repeat.Cal)
	row := func(successes int64, gap float64) RecoveryRow {
		return NewRecoveryRow(repeat.Cal, repeat.Certified, gap, repeat.Frequency{Contexts: 100_000, Trials: 4000, Successes: successes}, &printed, true)
	}
	require.Equal(t, asPrinted, row(3924, 0.0143426).Outcome)
	require.Equal(t, asPrinted, row(3844, 0.0143426).Outcome)
	require.Equal(t, notPrinted, row(3843, 0.0143426).Outcome)
	require.Equal(t, notPrinted, row(3977, 0.0143426).Outcome)
	require.Equal(t, notPrinted, row(3924, 0.0143427).Outcome, "the gap's last digit")
	other := NewRecoveryRow(repeat.Cal, repeat.Certified, 0.0143426, repeat.Frequency{Contexts: 99_999, Trials: 4000}, &printed, true)
	require.Empty(t, other.Outcome)
	none := NewRecoveryRow(repeat.Cal, repeat.None, math.NaN(), repeat.Frequency{}, nil, false)
	moved := NewRecoveryRow(repeat.Cal, repeat.Certified, 0.02, repeat.Frequency{Contexts: 100_000, Trials: 4000, Successes: 3924}, &printed, false)
	require.Equal(t, changed, moved.Outcome)
	same := NewRecoveryRow(repeat.Cal, repeat.Certified, 0.0143426, repeat.Frequency{Contexts: 100_000, Trials: 4000, Successes: 3924}, &printed, false)
	require.Equal(t, unchanged, same.Outcome)
	doc := &RepeatRecovery{Rows: []RecoveryRow{row(3843, 0.0143426), moved, other, none}, Partial: true, Population: "paper", Alpha: 0.1}
	require.Equal(t, 1, doc.Refuted())
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
		doc.Rows[i].Budgets = budgetCells(fakeBudgets([4]int{}, true))
	}
	for _, f := range RepeatFigures(doc) {
		require.NotContains(t, texts(readableSVG(t, f)), "TRR", "nothing at all still draws")
	}
	doc.Rows = doc.Rows[:1]
	require.Empty(t, RepeatFigures(doc), "one point is no line")
}
