package report

import (
	"fmt"

	"vectorborda/sims/grid"
)

// BoundsReport shows measured stopping times beside the theorems' bounds.
type BoundsReport struct {
	Seed    uint64      `json:"seed"`
	Partial bool        `json:"partial"`
	Rows    []BoundsRow `json:"rows"`

	rows []grid.Row
}

// BoundsRow is one setting.
type BoundsRow struct {
	Setting   SettingSet `json:"setting"`
	Trials    int        `json:"trials"`
	Errors    int        `json:"errors"`
	Undecided int        `json:"undecided"`
	Tau       TauSet     `json:"tau"`
	Bounds    BoundSet   `json:"bounds"`
	Notes     []string   `json:"notes"`
}

// SettingSet names a setting; gap is Δ of the family, and the smallest Borda gap
// of a log.
type SettingSet struct {
	Family string `json:"family"`
	K      int    `json:"K"`
	D      int    `json:"d"`
	Gap    Number `json:"gap"`
	Delta  Number `json:"delta"`
}

// Bounds lays the rows out.
func Bounds(seed uint64, partial bool, rows []grid.Row) *BoundsReport {
	doc := &BoundsReport{Seed: seed, Partial: partial, Rows: []BoundsRow{}, rows: rows}
	for _, row := range rows {
		K, d := row.Instance.Size()
		doc.Rows = append(doc.Rows, BoundsRow{
			Setting: SettingSet{row.Family, K, d, Number(row.Gap), Number(row.Delta)},
			Trials:  row.Trials, Errors: row.Errors, Undecided: row.Undecided,
			Tau: tauSet(row.Tau), Bounds: boundSet(row.Bounds), Notes: append([]string{}, row.Bounds.Notes...),
		})
	}
	return doc
}

// Tables are the one table of all settings.
func (doc *BoundsReport) Tables() []Table {
	t := Table{
		Title: fmt.Sprintf("VB-EGE beside its bounds, in comparisons (seed %d)", doc.Seed),
		Header: []string{
			"setting", "K", "d", "gap", "δ", "trials", "errors", "undecided",
			"Thm 3.2 ≤", "B.14 ≤", "q_{1-δ}(τ)", "limits", "≤ B.4", "≤ Thm 3.1",
		},
		Notes: doc.notes(),
	}
	for _, row := range doc.rows {
		K, d := row.Instance.Size()
		t.Rows = append(t.Rows, []any{
			row.Family, K, d, row.Gap, row.Delta, row.Trials, row.Errors, row.Undecided,
			row.Bounds.LowerMinimax, row.Bounds.LowerSymmetric, row.Tau.Q.Value, limits(row.Tau.Q),
			row.Bounds.UpperBorda, row.Bounds.UpperLatent,
		})
	}
	return []Table{t}
}

func (doc *BoundsReport) notes() []string {
	notes := []string{
		"q is the empirical (1-δ)-quantile of the stopping time τ, with distribution-free limits at the level stated. " +
			"Lower bounds hold for every δ-correct algorithm, upper bounds for VB-EGE with probability 1-δ.",
		"gap is Δ for the symmetric family and the smallest Borda gap for a vote log, whose runs replay the log with " +
			"replacement; a dash is a bound that does not apply (latent scores are not known for a log).",
		"This table measures. It tests no hypothesis, and so many trials cannot show that an error rate is below δ to any stated level.",
	}
	if doc.Partial {
		notes = append([]string{"PARTIAL: interrupted; settings and trials that had not finished are missing."}, notes...)
	}
	return notes
}
