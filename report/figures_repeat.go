package report

import (
	"fmt"
	"image/color"
	"math"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Names of the figures' files.
const (
	hFigure   = "depth-against-h"
	gapFigure = "depth-against-gap"
)

// RepeatFigures draws depths against h and against 1/Δ, each if the report has at
// least two such rows.
func RepeatFigures(doc *RepeatBudgets) (figures []Figure) {
	if rows := doc.sweep("h"); len(rows) > 1 {
		figures = append(figures, depthAgainstH(doc, rows))
	}
	if rows := doc.sweep("Δ"); len(rows) > 1 {
		figures = append(figures, depthAgainstGap(doc, rows))
	}
	return figures
}

func (doc *RepeatBudgets) sweep(name string) (rows []BudgetRow) {
	for _, r := range doc.Rows {
		if r.Sweep == name {
			rows = append(rows, r)
		}
	}
	return rows
}

// depthStyle is the look of a method, in the order of the tables; TRR lies on
// MLE-UNCONST, so it is a ring with dashes.
func depthStyle(method int) (draw.LineStyle, draw.GlyphStyle) {
	colours := []color.Color{vermilion, blue, black, orange}
	glyphs := []draw.GlyphDrawer{draw.PyramidGlyph{}, draw.BoxGlyph{}, draw.CircleGlyph{}, draw.RingGlyph{}}
	line := draw.LineStyle{Color: colours[method%4], Width: vg.Points(1.5)}
	mark := draw.GlyphStyle{Color: colours[method%4], Radius: vg.Points(3.2), Shape: glyphs[method%4]}
	if method == 3 {
		line.Dashes, mark.Radius = []vg.Length{vg.Points(4), vg.Points(3)}, vg.Points(5.5)
	}
	return line, mark
}

// addDepths draws a line for each method over x; a depth that is not on the grid is
// a gap.  It returns the span of log10 of the depths.
func addDepths(p *plot.Plot, l *plot.Legend, rows []BudgetRow, x func(BudgetRow) float64) span {
	y := nothing()
	for m, cell := range rows[0].Budgets {
		line, mark := depthStyle(m)
		var parts []plotter.XYs
		points, connected := plotter.XYs{}, false
		for _, r := range rows {
			depth := r.Budgets[m].Depth
			if depth == nil {
				connected = false
				continue
			}
			if y = y.with(float64(*depth)); !connected {
				parts, connected = append(parts, nil), true
			}
			at := plotter.XY{X: x(r), Y: math.Log10(float64(*depth))}
			parts[len(parts)-1], points = append(parts[len(parts)-1], at), append(points, at)
		}
		for _, part := range parts {
			p.Add(&plotter.Line{XYs: part, LineStyle: line})
		}
		marks := &plotter.Scatter{XYs: points, GlyphStyle: mark}
		if len(points) > 0 {
			p.Add(marks)
			l.Add(cell.Method, &plotter.Line{LineStyle: line}, marks)
		}
	}
	return y
}

// levels is a grid of horizontal lines.
func levels() *plotter.Grid {
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = nil, lightGrey
	return lines
}

const depthLabel = "d, repeated comparisons a context (log axis)"

func (doc *RepeatBudgets) heading(words string) string {
	heading := fmt.Sprintf("%s (β = %s, reference %s)", words, digits(float64(doc.Beta), usual), doc.Reference)
	if doc.Partial {
		heading += " (PARTIAL)"
	}
	return heading
}

const depthNote = "First depth of the grid at which all expected score gaps are positive, computed exactly; a missing point needs more than the largest depth of the grid."

// depthAgainstH is the paper's figure over the heterogeneity.
func depthAgainstH(doc *RepeatBudgets, rows []BudgetRow) Figure {
	heading := doc.heading(fmt.Sprintf("Depth against heterogeneity at Δ = %s", digits(float64(rows[0].Gap), usual)))
	return Figure{
		Name: hFigure, Caption: heading + ". " + depthNote,
		width: 20 * vg.Centimeter, height: 11 * vg.Centimeter,
		draw: func(c draw.Canvas) {
			p, l := newPlot(), legend()
			p.X.Label.Text, p.Y.Label.Text = "h, share of heterogeneous contexts", depthLabel
			p.Y.Tick.Marker = decades{}
			p.Add(levels())
			y := addDepths(p, &l, rows, func(r BudgetRow) float64 { return float64(r.H) }).wider(0.05, 0.2)
			p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.03, 1.03, y.lo, y.hi
			withLegend(title(c, heading), p, l)
		},
	}
}

// withLegend draws a plot with its legend at the right.
func withLegend(c draw.Canvas, p *plot.Plot, l plot.Legend) {
	const room = 110
	p.Draw(draw.Crop(c, 0, -vg.Points(room), 0, 0))
	l.Draw(draw.Crop(c, c.Max.X-c.Min.X-vg.Points(room-8), 0, 0, 0))
}

// depthAgainstGap is the paper's figure over 1/Δ, with E[K] of TRR beside it.
func depthAgainstGap(doc *RepeatBudgets, rows []BudgetRow) Figure {
	heading := doc.heading(fmt.Sprintf("Depth and expected votes against 1/Δ at h = %s", digits(float64(rows[0].H), usual)))
	return Figure{
		Name: gapFigure, Caption: heading + ". Left: " + depthNote + " Right: E[K], the expected votes of TRR at that cap.",
		width: 28 * vg.Centimeter, height: 11 * vg.Centimeter,
		draw: func(c draw.Canvas) {
			c = title(c, heading)
			middle := 0.66 * (c.Max.X - c.Min.X)
			drawDepths(draw.Crop(c, 0, middle-(c.Max.X-c.Min.X), 0, 0), rows)
			drawVotes(draw.Crop(c, middle+vg.Points(10), 0, 0, 0), rows)
		},
	}
}

func inverseGap(r BudgetRow) float64 { return -math.Log10(float64(r.Gap)) }

// gapSpan is the x-axis of both panels.
func gapSpan(rows []BudgetRow) span {
	x := nothing()
	for _, r := range rows {
		x = x.with(1 / float64(r.Gap))
	}
	return x.wider(0.04, 0.02)
}

func drawDepths(c draw.Canvas, rows []BudgetRow) {
	p, l := newPlot(), legend()
	p.X.Label.Text, p.Y.Label.Text = "1/Δ (log axis)", depthLabel
	p.X.Tick.Marker, p.Y.Tick.Marker = decades{}, decades{}
	p.Add(levels())
	x, y := gapSpan(rows), addDepths(p, &l, rows, inverseGap).wider(0.05, 0.2)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.lo, x.hi, y.lo, y.hi
	withLegend(c, p, l)
}

// drawVotes is E[K] of TRR, the last method.
func drawVotes(c draw.Canvas, rows []BudgetRow) {
	p := newPlot()
	p.X.Label.Text, p.Y.Label.Text = "1/Δ (log axis)", "E[K] of TRR, expected votes a context"
	p.X.Tick.Marker = decades{}
	p.Add(levels())
	last := len(rows[0].Budgets) - 1
	line, mark := depthStyle(last)
	var points plotter.XYs
	most := 0.0
	for _, r := range rows {
		if votes := float64(r.Budgets[last].Comparisons); r.Budgets[last].Depth != nil {
			points, most = append(points, plotter.XY{X: inverseGap(r), Y: votes}), max(most, votes)
		}
	}
	p.Add(&plotter.Line{XYs: points, LineStyle: line}, &plotter.Scatter{XYs: points, GlyphStyle: mark})
	x := gapSpan(rows)
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.lo, x.hi, 0, 1.1*max(most, 1)
	p.Draw(c)
}
