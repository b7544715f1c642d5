package report

import (
	"fmt"

	"vectorborda/sims/repeat"
)

// RepeatBudgets shows how many repeated comparisons each method needs.
type RepeatBudgets struct{ *repeat.Budgets }

// Records are the rows, one for each method.
func (doc RepeatBudgets) Records() any {
	type record struct {
		repeat.Setting
		repeat.Budget
	}
	var all []record
	for _, r := range doc.Rows {
		for _, b := range r.Budgets {
			all = append(all, record{r.Setting, b})
		}
	}
	return all
}

// Tables shows the depths, then the calibration tables, then what differs from the
// paper.
func (doc RepeatBudgets) Tables() []Table {
	t := Table{
		Title:  fmt.Sprintf("Repeated comparisons: first success on the grid of depths (β = %s, reference %s, population: %s)", digits(doc.Beta, usual), doc.Reference, doc.Population),
		Header: append([]string{"sweep", "Δ", "h"}, budgetHeader...),
		Notes:  doc.notes(),
	}
	for _, r := range doc.Rows {
		t.Rows = append(t.Rows, append([]any{r.Sweep, r.Gap, r.H}, budgetColumns(r.Budgets)...))
	}
	tables := []Table{t, calibrationTable(doc.Calibrations)}
	if len(doc.Changes) > 0 {
		tables = append(tables, doc.changeTable())
	}
	return tables
}

func (doc RepeatBudgets) notes() (notes []string) {
	notes = sumNote(doc.WeightsSum)
	if doc.Partial {
		notes = append(notes, partialNote)
	}
	notes = append(notes, "A method succeeds at a depth when all adjacent gaps of the expected scores, which are exact sums, are positive in the true order; MLE-CAL is calibrated to ε = Δ/2.")
	switch {
	case doc.Cells == 0:
	case doc.Claimed && len(doc.Changes) == 0:
		notes = append(notes, fmt.Sprintf("All %d cells that arXiv:2610.10795 prints for these rows come out as printed.", doc.Cells))
	case doc.Claimed:
		notes = append(notes, fmt.Sprintf("REFUTED: %d of the %d cells that arXiv:2610.10795 prints for these rows do not come out.", len(doc.Changes), doc.Cells))
	default:
		notes = append(notes, fmt.Sprintf("Against the cells that arXiv:2610.10795 prints for β = 1 and the fourth model as reference, %d of %d change.", len(doc.Changes), doc.Cells))
	}
	if doc.Open() {
		notes = append(notes, openNote)
	}
	return notes
}

func (doc RepeatBudgets) changeTable() Table {
	t := Table{Title: "Other than in the paper's tables", Header: []string{"Δ", "h", "method", "printed", "here"}}
	for _, c := range doc.Changes {
		t.Rows = append(t.Rows, []any{c.Gap, c.H, string(c.Method), c.Printed, c.Here})
	}
	return t
}
