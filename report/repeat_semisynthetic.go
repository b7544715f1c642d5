package report

import (
	"fmt"

	"vectorborda/sims/repeat"
	"vectorborda/sims/stat"
)

// RepeatSemiSynthetic shows depths on populations made from a vote log.
type RepeatSemiSynthetic struct{ *repeat.SemiBudgets }

// Records are the rows, one for each method.
func (doc RepeatSemiSynthetic) Records() any {
	type record struct {
		Lambda  stat.Number `json:"lambda"`
		Outcome stat.Number `json:"outcome"`
		repeat.Budget
	}
	var all []record
	for _, r := range doc.Rows {
		for _, b := range r.Budgets {
			all = append(all, record{stat.Number(r.Lambda), stat.Number(r.Outcome), b})
		}
	}
	return all
}

// Tables shows the depths by λ, the clusters and the calibration tables.
func (doc RepeatSemiSynthetic) Tables() []Table {
	t := Table{
		Title: fmt.Sprintf("Repeated comparisons on populations from %s (Δ = %s, β = %s, scale %s, reference %s)",
			doc.Log, digits(doc.Gap, usual), digits(doc.Beta, usual), digits(doc.Scale, usual), doc.Models[len(doc.Models)-1]),
		Header: append([]string{"λ", "Σ w·a"}, budgetHeader...),
		Notes:  doc.notes(),
	}
	for _, r := range doc.Rows {
		t.Rows = append(t.Rows, append([]any{r.Lambda, r.Outcome}, budgetColumns(r.Budgets)...))
	}
	return []Table{t, doc.clusterTable(), calibrationTable(doc.Calibrations)}
}

func (doc RepeatSemiSynthetic) notes() (notes []string) {
	if doc.Partial {
		notes = append(notes, partialNote)
	}
	notes = append(notes, "Weights (1-λ)·π + λ·w^hard keep every mean utility. Σ w·a is the expected outcome of one vote between the last two models: where it is negative, one vote a context misleads.")
	notes = append(notes, "The log: "+doc.Counts.Words()+".")
	same := true
	for _, c := range doc.Clusters {
		same = same && c.Pi == c.Hard
	}
	if same {
		notes = append(notes, "w^hard = π: no other weights of these clusters keep the means.")
	}
	if doc.Open() {
		notes = append(notes, openNote)
	}
	return notes
}

func (doc RepeatSemiSynthetic) clusterTable() Table {
	t := Table{
		Title:  "Clusters",
		Header: append([]string{"cluster", "votes", "π", "w^hard", "a"}, doc.Models...),
		Notes:  []string{fmt.Sprintf("Columns of models: utilities. Proved by linear-programming duality: no weights that keep the means have Σ w·a below %s.", digits(doc.Least, usual))},
	}
	for _, c := range doc.Clusters {
		row := []any{c.Name, c.Votes, c.Pi, c.Hard, c.Outcome}
		for _, u := range c.Utilities {
			row = append(row, u)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
