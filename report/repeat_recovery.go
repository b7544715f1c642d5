package report

import (
	"fmt"

	"vectorborda/sims/repeat"
)

// RepeatRecovery shows how often rankings from n contexts are exact.
type RepeatRecovery struct{ *repeat.Recoveries }

// Records are the rows.
func (doc RepeatRecovery) Records() any { return doc.Rows }

// Tables is one table.
func (doc RepeatRecovery) Tables() []Table {
	t := Table{
		Title: fmt.Sprintf("Exact rankings from n contexts (d = %d, Δ = %s, h = %s, β = %s, reference %s, population: %s)",
			doc.Depth, digits(doc.Gap, usual), digits(doc.H, usual), digits(doc.Beta, usual), doc.Reference, doc.Population),
		Header: []string{"method", "score gap", "n", "exact", "of", "limits", "printed of 4000", "same from", "to", "p", "outcome"},
		Notes:  doc.notes(),
		Leave:  []string{"same from", "to", "score gap", "p", "of"},
	}
	for _, r := range doc.Rows {
		row := []any{string(r.Method), fmt.Sprintf("%.7f", float64(r.Score)), r.Contexts, r.Successes, r.Trials,
			fmt.Sprintf("[%.5f, %.5f]", float64(r.Lo), float64(r.Hi)), count(r.Printed), count(r.From), count(r.To), r.P, string(r.Outcome)}
		if r.Table != "" && r.Table != repeat.Certified {
			row[1], row[5], row[10] = "–", "–", fmt.Sprintf("no certified table (%s)", r.Table)
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

func (doc RepeatRecovery) notes() (notes []string) {
	notes = sumNote(doc.WeightsSum)
	if doc.Partial {
		notes = append(notes, "PARTIAL: interrupted.")
	}
	notes = append(notes, fmt.Sprintf("score gap: smallest gap of the expected scores, an exact sum. limits: exact (Clopper–Pearson) for P(exact), wrong with probability at most %s each.", digits(doc.Level, usual)))
	different := doc.Count(repeat.Changed)
	compared := different + doc.Count(repeat.Unchanged) + doc.Count(repeat.AsPrinted) + doc.Count(repeat.NotPrinted)
	if different > 0 {
		notes = append(notes, fmt.Sprintf("changed: against β = 1 and the fourth model as reference, %d of %d printed rows are others here.", different, compared))
	}
	if compared > 0 {
		notes = append(notes, fmt.Sprintf("printed: arXiv:2610.10795, also 4000 simulations. Fisher's exact test calls a difference at p ≤ %.2g, so that the %d comparisons raise a false alarm with probability at most %.2g; counts from … to … are not told apart. The score gap must agree to all seven printed digits.",
			doc.Alpha, compared, float64(compared)*doc.Alpha))
	}
	return notes
}
