package report

import (
	"fmt"
	"math"
	"strings"

	"vectorborda/sims/repeat"
	"vectorborda/sims/stat"
)

// BudgetCell is the first success of a method on the grid of depths.
type BudgetCell struct {
	Method      string      `json:"method"`
	Depth       *int        `json:"depth"`       // null: none on the grid
	Comparisons stat.Number `json:"comparisons"` // a context, expected
	Range       stat.Number `json:"range"`       // sup|Z|
	Open        bool        `json:"open"`        // a smaller depth may do: its table could neither be proved nor ruled out

	Attempts []AttemptRow `json:"attempts"`
}

// AttemptRow is a method at one depth.
type AttemptRow struct {
	Depth   int         `json:"depth"`
	Gap     stat.Number `json:"gap"` // smallest gap of the expected scores; null without a table
	Status  string      `json:"table,omitempty"`
	Success bool        `json:"success"`
}

func budgetCells(all []repeat.Budget) (cells []BudgetCell) {
	for _, b := range all {
		cell := BudgetCell{Method: string(b.Method), Comparisons: stat.Number(b.Comparisons), Range: stat.Number(b.Range), Open: b.Open()}
		if depth := b.Depth; depth > 0 {
			cell.Depth = &depth
		} else {
			cell.Comparisons, cell.Range = stat.Number(math.NaN()), stat.Number(math.NaN())
		}
		for _, a := range b.Attempts {
			cell.Attempts = append(cell.Attempts, AttemptRow{a.Depth, stat.Number(a.Gap), string(a.Status), a.Success})
		}
		cells = append(cells, cell)
	}
	return cells
}

// budgetHeader names what budgetColumns shows.
var budgetHeader = []string{"MLE-AVG", "MLE-CAL", "MLE-UNCONST", "TRR cap", "TRR E[K]"}

func budgetColumns(cells []BudgetCell) (row []any) {
	for _, c := range cells {
		row = append(row, c.depth())
	}
	return append(row, float64(cells[len(cells)-1].Comparisons))
}

// depth is for a reader: with a mark where a smaller one may do.
func (c BudgetCell) depth() any {
	switch {
	case c.Depth == nil && c.Open:
		return "?"
	case c.Depth == nil:
		return fmt.Sprintf("> %d", c.Attempts[len(c.Attempts)-1].Depth)
	case c.Open:
		return fmt.Sprintf("≤ %d", *c.Depth)
	}
	return *c.Depth
}

// anyOpen tells whether a row has such a mark.
func anyOpen(cells []BudgetCell) bool {
	for _, c := range cells {
		if c.Open {
			return true
		}
	}
	return false
}

const openNote = "≤ or ?: at a smaller depth, or at all larger ones, a table of MLE-CAL could neither be certified nor ruled out."

// CalibrationRow is what is proved about the tables of MLE-CAL at one depth.
type CalibrationRow struct {
	Epsilon stat.Number `json:"epsilon"`
	Depth   int         `json:"depth"`
	Status  string      `json:"status"`
	Largest stat.Number `json:"largest_entry"` // max|φ| of the certified table, else null
	Least   stat.Number `json:"at_least"`      // proved: no table has a smaller max|φ|
	Support int         `json:"dual_support"`  // utility differences that the proof uses
}

func calibrationRows(all []*repeat.Calibration) (rows []CalibrationRow) {
	for _, c := range all {
		row := CalibrationRow{stat.Number(c.Epsilon), c.D, string(c.Status), stat.Number(math.NaN()), stat.Number(c.Least), len(c.Dual.D)}
		if c.Table != nil {
			row.Largest = stat.Number(c.Table.Range())
		}
		rows = append(rows, row)
	}
	return rows
}

// calibrationTable is one line for each ε; JSON has them all.
func calibrationTable(rows []CalibrationRow) Table {
	t := Table{
		Title:  "Tables of MLE-CAL: |bias| ≤ ε/8 on all of [-1,1]",
		Header: []string{"ε", "none at d", "proved: max|φ| >", "undecided at d", "certified at d", "max|φ|", "proved: max|φ| ≥"},
		Notes: []string{fmt.Sprintf("certified: a subdivision proves |bias| ≤ ε/8 + %v for every difference in [-1,1]. "+
			"none: a dual vector, checked apart from the solver, proves that every table has an entry above %s, so that none could be certified in float64.",
			repeat.Tolerance, digits(repeat.WidestTable, usual))},
	}
	for len(rows) > 0 {
		n := 1
		for n < len(rows) && rows[n].Epsilon == rows[0].Epsilon {
			n++
		}
		t.Rows = append(t.Rows, calibrationLine(rows[:n]))
		rows = rows[n:]
	}
	return t
}

// calibrationLine gathers the depths of one ε.
func calibrationLine(rows []CalibrationRow) []any {
	depths := map[string][]string{}
	least, largest, atLeast := math.Inf(1), math.NaN(), math.NaN()
	for _, r := range rows {
		status := r.Status
		switch status {
		case string(repeat.None):
			least = min(least, float64(r.Least))
		case string(repeat.Certified):
			largest, atLeast = float64(r.Largest), float64(r.Least)
		default:
			status = string(repeat.Undecided)
		}
		depths[status] = append(depths[status], fmt.Sprint(r.Depth))
	}
	if math.IsInf(least, 1) {
		least = math.NaN()
	}
	at := func(s repeat.Status) string { return brief(depths[string(s)]) }
	return []any{float64(rows[0].Epsilon), at(repeat.None), least, at(repeat.Undecided), at(repeat.Certified), largest, atLeast}
}

// brief is a list, of more than six only the ends.
func brief(all []string) string {
	switch n := len(all); {
	case n == 0:
		return "–"
	case n > 6:
		return fmt.Sprintf("%s, …, %s (%d)", all[0], all[n-1], n)
	}
	return strings.Join(all, ", ")
}
