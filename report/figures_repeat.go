package report

import (
	"fmt"

	"gonum.org/v1/plot/vg/draw"

	"vectorborda/report/figure"
	"vectorborda/sims/repeat"
)

// RepeatFigures draws depths against h and against 1/Δ, each if the report has at
// least two such rows.
func RepeatFigures(doc RepeatBudgets) (all []figure.Figure) {
	if rows := doc.sweep("h"); len(rows) > 1 {
		all = append(all, doc.depthAgainstH(rows))
	}
	if rows := doc.sweep("Δ"); len(rows) > 1 {
		all = append(all, doc.depthAgainstGap(rows))
	}
	return finished(all, doc.Partial)
}

func (doc RepeatBudgets) sweep(name string) (rows []repeat.Row) {
	for _, r := range doc.Rows {
		if r.Sweep == name {
			rows = append(rows, r)
		}
	}
	return rows
}

// depthLooks are those of the methods, in the order of the tables; TRR lies on
// MLE-UNCONST, so it is a ring with dashes.
var depthLooks = []figure.Look{
	{Color: figure.Vermilion, Width: 1.5, Mark: draw.PyramidGlyph{}},
	{Color: figure.Blue, Width: 1.5, Mark: draw.BoxGlyph{}},
	{Color: figure.Black, Width: 1.5, Mark: draw.CircleGlyph{}},
	{Color: figure.Orange, Width: 1.5, Dashed: true, Mark: draw.RingGlyph{}, Radius: 5.5},
}

// depths is a line for each method over x; a depth that is not on the grid is a gap.
func depths(rows []repeat.Row, x figure.Axis, at func(repeat.Row) float64) *figure.Plot {
	p := &figure.Plot{X: x, Y: figure.Axis{Label: "d, repeated comparisons a context (log axis)", Log: true}}
	for m, cell := range rows[0].Budgets {
		var points []figure.Point
		for _, r := range rows {
			points = append(points, figure.Point{X: at(r), Y: float64(r.Budgets[m].Depth)})
		}
		p.Series(string(cell.Method), depthLooks[m], points)
	}
	return p
}

const depthNote = "First depth of the grid at which all expected score gaps are positive, computed exactly; a missing point needs more than the largest depth of the grid."

func (doc RepeatBudgets) heading(words string, value float64) string {
	return fmt.Sprintf("%s = %s (β = %s, reference %s)", words, digits(value, usual), digits(doc.Beta, usual), doc.Reference)
}

// depthAgainstH is the paper's figure over the heterogeneity.
func (doc RepeatBudgets) depthAgainstH(rows []repeat.Row) figure.Figure {
	h := figure.Axis{Label: "h, share of heterogeneous contexts"}
	return figure.Figure{
		Name: "depth-against-h", Title: doc.heading("Depth against heterogeneity at Δ", float64(rows[0].Gap)), Note: depthNote,
		Plots: []*figure.Plot{depths(rows, h, func(r repeat.Row) float64 { return float64(r.H) })},
	}
}

// depthAgainstGap is the paper's figure over 1/Δ, with E[K] of TRR, the last method,
// beside it.
func (doc RepeatBudgets) depthAgainstGap(rows []repeat.Row) figure.Figure {
	inverse := figure.Axis{Label: "1/Δ (log axis)", Log: true}
	at := func(r repeat.Row) float64 { return 1 / float64(r.Gap) }
	last := len(rows[0].Budgets) - 1
	votes := &figure.Plot{X: inverse, Y: figure.Axis{Label: "E[K] of TRR, expected votes a context"}}
	var points []figure.Point
	for _, r := range rows {
		points = append(points, figure.Point{X: at(r), Y: float64(r.Budgets[last].Comparisons)})
	}
	votes.Y.Reach(0)
	votes.Series("", depthLooks[last], points)
	return figure.Figure{
		Name: "depth-against-gap", Title: doc.heading("Depth and expected votes against 1/Δ at h", float64(rows[0].H)),
		Note:  "Left: " + depthNote + " Right: E[K], the expected votes of TRR at that cap.",
		Plots: []*figure.Plot{depths(rows, inverse, at), votes},
	}
}
