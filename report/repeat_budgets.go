package report

import (
	"fmt"

	"vectorborda/sims/repeat"
	"vectorborda/sims/stat"
)

// RepeatBudgets shows how many repeated comparisons each method needs.
type RepeatBudgets struct {
	Population   string           `json:"population"` // "paper", or a file
	Beta         stat.Number      `json:"beta"`
	Reference    string           `json:"reference"`
	Partial      bool             `json:"partial"`
	Rows         []BudgetRow      `json:"rows"`
	Calibrations []CalibrationRow `json:"calibrations"`
	Cells        int              `json:"printed_cells"` // of the paper's tables for these rows
	Changes      []ChangeRow      `json:"changes"`       // those that are not as printed

	paper bool // the paper's own settings
}

// BudgetRow is a population; h is null where it is not the paper's.
type BudgetRow struct {
	Sweep   string       `json:"sweep"`
	Gap     stat.Number  `json:"gap"`
	H       stat.Number  `json:"h"`
	Budgets []BudgetCell `json:"budgets"`
}

// ChangeRow is a cell of the paper's tables that is another here.
type ChangeRow struct {
	Gap     stat.Number `json:"gap"`
	H       stat.Number `json:"h"`
	Method  string      `json:"method"`
	Printed string      `json:"printed"`
	Here    string      `json:"here"`
}

// BudgetsInput is what the command found.
type BudgetsInput struct {
	Population, Reference string
	Beta                  float64
	Paper                 bool // β and the reference model are the paper's: its cells must come out
	Partial               bool
	Sweeps                []string // of each row
	Rows                  []repeat.Row
	Calibrations          []*repeat.Calibration
}

// Budgets makes the report.
func Budgets(in BudgetsInput) *RepeatBudgets {
	doc := &RepeatBudgets{
		Population: in.Population, Beta: stat.Number(in.Beta), Reference: in.Reference, Partial: in.Partial,
		Calibrations: calibrationRows(in.Calibrations), Changes: []ChangeRow{}, paper: in.Paper,
	}
	for i, r := range in.Rows {
		doc.Rows = append(doc.Rows, BudgetRow{in.Sweeps[i], stat.Number(r.Gap), stat.Number(r.H), budgetCells(r.Budgets)})
		cells, changes := r.Against()
		doc.Cells += cells
		for _, c := range changes {
			doc.Changes = append(doc.Changes, ChangeRow{stat.Number(c.Gap), stat.Number(c.H), string(c.Method), c.Printed, c.Here})
		}
	}
	return doc
}

// Refuted are the printed cells that do not come out under the paper's settings.
func (doc *RepeatBudgets) Refuted() int {
	if doc.paper {
		return len(doc.Changes)
	}
	return 0
}

// Open tells whether a depth is only an upper limit.
func (doc *RepeatBudgets) Open() bool {
	for _, r := range doc.Rows {
		if anyOpen(r.Budgets) {
			return true
		}
	}
	return false
}

// Tables shows the depths, then the calibration tables, then what differs from the
// paper.
func (doc *RepeatBudgets) Tables() []Table {
	t := Table{
		Title:  fmt.Sprintf("Repeated comparisons: first success on the grid of depths (β = %s, reference %s, population: %s)", digits(float64(doc.Beta), usual), doc.Reference, doc.Population),
		Header: append([]string{"sweep", "Δ", "h"}, budgetHeader...),
		Notes:  doc.notes(),
	}
	for _, r := range doc.Rows {
		t.Rows = append(t.Rows, append([]any{r.Sweep, float64(r.Gap), float64(r.H)}, budgetColumns(r.Budgets)...))
	}
	tables := []Table{t, calibrationTable(doc.Calibrations)}
	if len(doc.Changes) > 0 {
		tables = append(tables, doc.changeTable())
	}
	return tables
}

func (doc *RepeatBudgets) notes() (notes []string) {
	if doc.Partial {
		notes = append(notes, "PARTIAL: interrupted.")
	}
	notes = append(notes, "A method succeeds at a depth when all adjacent gaps of the expected scores, which are exact sums, are positive in the true order; MLE-CAL is calibrated to ε = Δ/2.")
	switch {
	case doc.Cells == 0:
	case doc.paper && len(doc.Changes) == 0:
		notes = append(notes, fmt.Sprintf("All %d cells that arXiv:2610.10795 prints for these rows come out as printed.", doc.Cells))
	case doc.paper:
		notes = append(notes, fmt.Sprintf("REFUTED: %d of the %d cells that arXiv:2610.10795 prints for these rows do not come out.", len(doc.Changes), doc.Cells))
	default:
		notes = append(notes, fmt.Sprintf("Against the cells that arXiv:2610.10795 prints for β = 1 and the fourth model as reference, %d of %d change.", len(doc.Changes), doc.Cells))
	}
	if doc.Open() {
		notes = append(notes, openNote)
	}
	return notes
}

func (doc *RepeatBudgets) changeTable() Table {
	t := Table{Title: "Other than in the paper's tables", Header: []string{"Δ", "h", "method", "printed", "here"}}
	for _, c := range doc.Changes {
		t.Rows = append(t.Rows, []any{float64(c.Gap), float64(c.H), c.Method, c.Printed, c.Here})
	}
	return t
}
