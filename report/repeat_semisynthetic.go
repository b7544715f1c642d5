package report

import (
	"fmt"

	"vectorborda/sims/repeat"
	"vectorborda/sims/stat"
)

// RepeatSemiSynthetic shows depths on populations made from a vote log.
type RepeatSemiSynthetic struct {
	Log          string           `json:"log"`
	Models       []string         `json:"models"` // by target utility; the last is the reference
	Targets      []stat.Number    `json:"targets"`
	Beta         stat.Number      `json:"beta"`
	Gap          stat.Number      `json:"gap"`
	Scale        stat.Number      `json:"scale"`
	Partial      bool             `json:"partial"`
	Rows         []LambdaRow      `json:"rows"`
	Clusters     []ClusterRow     `json:"clusters"`
	Least        stat.Number      `json:"least_outcome"` // proved: no weights that keep the means have a smaller Σ w·a
	Calibrations []CalibrationRow `json:"calibrations"`
}

// LambdaRow is the population with weights (1-λ)·π + λ·w^hard.
type LambdaRow struct {
	Lambda  stat.Number  `json:"lambda"`
	Outcome stat.Number  `json:"outcome"` // Σ w·a: expected depth-1 outcome of the closest pair
	Budgets []BudgetCell `json:"budgets"`
}

// ClusterRow is a cluster of the log.
type ClusterRow struct {
	Cluster   string        `json:"cluster"`
	Votes     int64         `json:"votes"`
	Pi        stat.Number   `json:"pi"`
	Hard      stat.Number   `json:"w_hard"`
	Outcome   stat.Number   `json:"a"`
	Utilities []stat.Number `json:"utilities"`
}

// SemiRow is a λ that was run.
type SemiRow struct {
	Lambda, Outcome float64
	Budgets         []repeat.Budget
}

// SemiSynthetic makes the report; utilities are by cluster.
func SemiSynthetic(log string, x *repeat.SemiSynthetic, gap float64, utilities [][]float64, rows []SemiRow, calibrations []*repeat.Calibration, partial bool) *RepeatSemiSynthetic {
	doc := &RepeatSemiSynthetic{
		Log: log, Models: x.Models, Targets: stat.Numbers(x.Targets), Beta: stat.Number(x.Beta), Gap: stat.Number(gap), Scale: stat.Number(x.Scale),
		Partial: partial, Least: stat.Number(x.Least), Calibrations: calibrationRows(calibrations),
	}
	for c, name := range x.Clusters {
		doc.Clusters = append(doc.Clusters, ClusterRow{name, x.Votes[c], stat.Number(x.Pi[c]), stat.Number(x.Hard[c]), stat.Number(x.Outcome[c]), stat.Numbers(utilities[c])})
	}
	for _, r := range rows {
		doc.Rows = append(doc.Rows, LambdaRow{stat.Number(r.Lambda), stat.Number(r.Outcome), budgetCells(r.Budgets)})
	}
	return doc
}

// Open tells whether a depth is only an upper limit.
func (doc *RepeatSemiSynthetic) Open() bool {
	for _, r := range doc.Rows {
		if anyOpen(r.Budgets) {
			return true
		}
	}
	return false
}

// Tables shows the depths by λ, the clusters and the calibration tables.
func (doc *RepeatSemiSynthetic) Tables() []Table {
	t := Table{
		Title: fmt.Sprintf("Repeated comparisons on populations from %s (Δ = %s, β = %s, scale %s, reference %s)",
			doc.Log, digits(float64(doc.Gap), usual), digits(float64(doc.Beta), usual), digits(float64(doc.Scale), usual), doc.Models[len(doc.Models)-1]),
		Header: append([]string{"λ", "Σ w·a"}, budgetHeader...),
		Notes:  doc.notes(),
	}
	for _, r := range doc.Rows {
		t.Rows = append(t.Rows, append([]any{float64(r.Lambda), float64(r.Outcome)}, budgetColumns(r.Budgets)...))
	}
	return []Table{t, doc.clusterTable(), calibrationTable(doc.Calibrations)}
}

func (doc *RepeatSemiSynthetic) notes() (notes []string) {
	if doc.Partial {
		notes = append(notes, "PARTIAL: interrupted.")
	}
	notes = append(notes, "Weights (1-λ)·π + λ·w^hard keep every mean utility. Σ w·a is the expected outcome of one vote between the last two models: where it is negative, one vote a context misleads.")
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

func (doc *RepeatSemiSynthetic) clusterTable() Table {
	t := Table{
		Title:  "Clusters",
		Header: append([]string{"cluster", "votes", "π", "w^hard", "a"}, doc.Models...),
		Notes:  []string{fmt.Sprintf("Columns of models: utilities. Proved by linear-programming duality: no weights that keep the means have Σ w·a below %s.", digits(float64(doc.Least), usual))},
	}
	for _, c := range doc.Clusters {
		row := []any{c.Cluster, c.Votes, float64(c.Pi), float64(c.Hard), float64(c.Outcome)}
		for _, u := range c.Utilities {
			row = append(row, float64(u))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}
