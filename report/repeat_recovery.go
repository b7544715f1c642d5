package report

import (
	"fmt"
	"math"

	"vectorborda/sims/repeat"
	"vectorborda/sims/stat"
)

// RepeatRecovery shows how often rankings from n contexts are exact.
type RepeatRecovery struct {
	Population string        `json:"population"`
	Beta       stat.Number   `json:"beta"`
	Reference  string        `json:"reference"`
	Gap        stat.Number   `json:"gap"`
	H          stat.Number   `json:"h"` // null for a population of one's own
	Depth      int           `json:"depth"`
	Trials     int           `json:"trials"`
	Seed       uint64        `json:"seed"`
	Partial    bool          `json:"partial"`
	Level      stat.Number   `json:"limits_error"`
	Alpha      stat.Number   `json:"comparison_alpha"`
	Rows       []RecoveryRow `json:"rows"`
}

// RecoveryRow is a method with n contexts.  What is printed in the paper is null
// where the paper has no such row.
type RecoveryRow struct {
	Method     string      `json:"method"`
	Table      string      `json:"table,omitempty"` // of MLE-CAL; without a certified one there are no numbers
	Score      stat.Number `json:"score_gap"`       // smallest gap of the expected scores
	Contexts   int64       `json:"contexts"`
	Trials     int64       `json:"trials"`
	Successes  int64       `json:"exact"`
	Lo         stat.Number `json:"lo"`
	Hi         stat.Number `json:"hi"`
	Printed    *int64      `json:"printed"` // of 4,000
	PrintedGap string      `json:"printed_score_gap,omitempty"`
	P          stat.Number `json:"p"`
	From       *int64      `json:"same_from"`
	To         *int64      `json:"same_to"`
	Outcome    string      `json:"outcome,omitempty"`
}

// Outcomes of a row that the paper prints: under its settings, and under another β
// or reference model.
const (
	asPrinted  = "as printed"
	notPrinted = "REFUTED"
	unchanged  = "unchanged"
	changed    = "changed"
)

// outcome is one of them.
func outcome(same, claim bool) string {
	switch {
	case claim && same:
		return asPrinted
	case claim:
		return notPrinted
	case same:
		return unchanged
	}
	return changed
}

// NewRecoveryRow makes a row; printed is nil where the paper has none, and claim
// says that the row must be as printed.
func NewRecoveryRow(m repeat.Method, table repeat.Status, gap float64, f repeat.Frequency, printed *repeat.PrintedRecovery, claim bool) RecoveryRow {
	row := RecoveryRow{
		Method: string(m), Table: string(table), Score: stat.Number(gap), Contexts: f.Contexts, Trials: f.Trials, Successes: f.Successes,
		Lo: stat.Number(f.Lo), Hi: stat.Number(f.Hi), P: stat.Number(math.NaN()),
	}
	if printed == nil || f.Trials == 0 {
		return row
	}
	successes, ok := printed.Successes[f.Contexts]
	if !ok {
		return row
	}
	c := f.Compare(successes, repeat.PaperTrials)
	row.Printed, row.From, row.To, row.P, row.PrintedGap = &c.Printed, &c.From, &c.To, stat.Number(c.P), printed.Gap
	row.Outcome = outcome(c.Same && fmt.Sprintf("%.7f", gap) == printed.Gap, claim)
	return row
}

// Refuted are the rows that differ from the paper's.
func (doc *RepeatRecovery) Refuted() (n int) {
	for _, r := range doc.Rows {
		if r.Outcome == notPrinted {
			n++
		}
	}
	return n
}

// Tables is one table.
func (doc *RepeatRecovery) Tables() []Table {
	t := Table{
		Title: fmt.Sprintf("Exact rankings from n contexts (d = %d, Δ = %s, h = %s, β = %s, reference %s, population: %s)",
			doc.Depth, digits(float64(doc.Gap), usual), digits(float64(doc.H), usual), digits(float64(doc.Beta), usual), doc.Reference, doc.Population),
		Header: []string{"method", "score gap", "n", "exact", "of", "limits", "printed of 4000", "same from", "to", "p", "outcome"},
		Notes:  doc.notes(),
	}
	for _, r := range doc.Rows {
		row := []any{r.Method, fmt.Sprintf("%.7f", float64(r.Score)), r.Contexts, r.Successes, r.Trials,
			fmt.Sprintf("[%.5f, %.5f]", float64(r.Lo), float64(r.Hi)), count(r.Printed), count(r.From), count(r.To), float64(r.P), r.Outcome}
		if r.Table != "" && r.Table != string(repeat.Certified) {
			row[1], row[5], row[10] = "–", "–", "no certified table ("+r.Table+")"
		}
		t.Rows = append(t.Rows, row)
	}
	return []Table{t}
}

// count is a number or a dash.
func count(n *int64) any {
	if n == nil {
		return "–"
	}
	return *n
}

func (doc *RepeatRecovery) notes() (notes []string) {
	if doc.Partial {
		notes = append(notes, "PARTIAL: interrupted.")
	}
	notes = append(notes, fmt.Sprintf("score gap: smallest gap of the expected scores, an exact sum. limits: exact (Clopper–Pearson) for P(exact), wrong with probability at most %s each.", digits(float64(doc.Level), usual)))
	compared, different := 0, 0
	for _, r := range doc.Rows {
		if r.Printed != nil {
			compared++
		}
		if r.Outcome == changed {
			different++
		}
	}
	if different > 0 {
		notes = append(notes, fmt.Sprintf("changed: against β = 1 and the fourth model as reference, %d of %d printed rows are others here.", different, compared))
	}
	if compared > 0 {
		notes = append(notes, fmt.Sprintf("printed: arXiv:2610.10795, also 4000 simulations. Fisher's exact test calls a difference at p ≤ %.2g, so that the %d comparisons raise a false alarm with probability at most %.2g; counts from … to … are not told apart. The score gap must agree to all seven printed digits.",
			float64(doc.Alpha), compared, float64(compared)*float64(doc.Alpha)))
	}
	return notes
}
