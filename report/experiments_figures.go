package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"vectorborda/sims/experiment"
)

// ExperimentFigures draws what the experiments show: medians along a parameter,
// paired ratios to VB-EGE, the constants and the allocation.
func ExperimentFigures(r *experiment.Report) (all []Figure) {
	add := func(figures ...Figure) {
		for _, f := range figures {
			if r.Partial {
				f.Caption += " (PARTIAL)"
			}
			f.Name = unused(all, f.Name)
			all = append(all, f)
		}
	}
	for _, g := range groupsOf(r.Rows) {
		if f, ok := medianFigure(g); ok {
			add(f)
		}
	}
	for _, name := range r.Experiments {
		if f, ok := ratioFigure(name, r.Rows); ok {
			add(f)
		}
	}
	add(constantsFigures(r.Rows)...)
	for _, a := range r.Allocations {
		if f, ok := allocationFigure(a); ok {
			add(f)
		}
	}
	return all
}

// groupsOf splits rows into the groups along one parameter.
func groupsOf(rows []experiment.Row) (groups [][]experiment.Row) {
	for _, r := range rows {
		name, _ := r.Axis()
		if name == "" {
			continue
		}
		at := slices.IndexFunc(groups, func(g []experiment.Row) bool {
			return g[0].Experiment == r.Experiment && g[0].Group == r.Group
		})
		if at < 0 {
			at, groups = len(groups), append(groups, nil)
		}
		groups[at] = append(groups[at], r)
	}
	return groups
}

// look is how a method is drawn.
type look struct {
	color color.Color
	shape draw.GlyphDrawer
}

func lookOf(method string) look {
	looks := map[string]look{
		"vb-ege":  {black, draw.CircleGlyph{}},
		"focal":   {blue, draw.BoxGlyph{}},
		"plug-in": {orange, draw.PyramidGlyph{}},
		"bt-mle":  {vermilion, draw.TriangleGlyph{}},
		"bt-glr":  {skyBlue, draw.SquareGlyph{}},
	}
	if l, known := looks[method]; known {
		return l
	}
	return look{black, draw.CrossGlyph{}}
}

func (l look) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.color, Radius: vg.Points(3.4), Shape: l.shape}
}

func (l look) line() draw.LineStyle { return draw.LineStyle{Color: l.color, Width: vg.Points(1.3)} }

// methodsOf are the rows of each method, in the order of their first row.
func methodsOf(rows []experiment.Row) (groups [][]experiment.Row) {
	for _, r := range rows {
		at := slices.IndexFunc(groups, func(g []experiment.Row) bool { return g[0].Method.Name == r.Method.Name })
		if at < 0 {
			at, groups = len(groups), append(groups, nil)
		}
		groups[at] = append(groups[at], r)
	}
	return groups
}

// medianWords gives a file name and an axis label.
func medianWords(axis string) (name, label string) {
	switch axis {
	case "d":
		return "d", "d, number of objectives (log axis)"
	case "Δ":
		return "gap", "Δ, gap of the latent scores in log-odds (log axis)"
	case "|P|":
		return "frontier-size", "|P|, models on the frontier (log axis)"
	case "log(1/δ)":
		return "delta", "log(1/δ) (log axis)"
	}
	return "K", "K, number of models (log axis)"
}

// medianFigure is the median τ of every method along one parameter.
func medianFigure(rows []experiment.Row) (f Figure, ok bool) {
	axis, _ := rows[0].Axis()
	x, y := nothing(), nothing()
	for _, r := range rows {
		if _, at := r.Axis(); drawable(at) && drawable(r.Tau.Median) {
			x, y = x.with(at), y.with(float64(r.Tau.Median), float64(r.MedianLo), float64(r.MedianHi))
		}
	}
	if y.empty() {
		return f, false
	}
	x, y = x.wider(0.04, 0.02), y.wider(0.05, 0.1)
	name, label := medianWords(axis)
	if name != rows[0].Experiment {
		name = rows[0].Experiment + "-" + name
	}
	heading := fmt.Sprintf("Median stopping time: experiment %s, %s", rows[0].Experiment, rows[0].Group)
	return Figure{
		Name: "median-" + name, Caption: heading + ". Bars are the 99 % limits of the medians.",
		width: 22 * vg.Centimeter, height: 12 * vg.Centimeter,
		draw: func(c draw.Canvas) {
			p, l := newPlot(), legend()
			p.X.Label.Text, p.Y.Label.Text = label, "median τ, number of comparisons (log axis)"
			p.X.Tick.Marker, p.Y.Tick.Marker = pointTicks(rows, x), decades{}
			lines := plotter.NewGrid()
			lines.Vertical.Color, lines.Horizontal.Color = nil, lightGrey
			p.Add(lines)
			for _, own := range methodsOf(rows) {
				addMedians(p, &l, own)
			}
			p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.lo, x.hi, y.lo, y.hi
			beside(title(c, heading), p, &l)
		},
	}, true
}

// beside draws the plot with its legend to the right.
func beside(c draw.Canvas, p *plot.Plot, l *plot.Legend) {
	width := l.Rectangle(c).Size().X + vg.Points(12)
	p.Draw(draw.Crop(c, 0, -width, 0, 0))
	l.Draw(draw.Crop(c, c.Size().X-width+vg.Points(12), 0, 0, 0))
}

func addMedians(p *plot.Plot, l *plot.Legend, rows []experiment.Row) {
	how := lookOf(rows[0].Method.Name)
	var points plotter.XYs
	for _, r := range rows {
		_, x := r.Axis()
		if !drawable(x) || !drawable(r.Tau.Median) {
			continue
		}
		x = math.Log10(x)
		points = append(points, plotter.XY{X: x, Y: math.Log10(float64(r.Tau.Median))})
		if drawable(r.MedianLo) && drawable(r.MedianHi) {
			bar := plotter.XYs{{X: x, Y: math.Log10(float64(r.MedianLo))}, {X: x, Y: math.Log10(float64(r.MedianHi))}}
			p.Add(&plotter.Line{XYs: bar, LineStyle: how.line()})
		}
	}
	slices.SortFunc(points, func(a, b plotter.XY) int {
		if a.X < b.X {
			return -1
		}
		return 1
	})
	line, marks := &plotter.Line{XYs: points, LineStyle: how.line()}, &plotter.Scatter{XYs: points, GlyphStyle: how.glyph()}
	if len(points) > 0 {
		p.Add(line, marks)
		addLabelled(l, rows[0], line, marks)
	}
}

// addLabelled enters a method into a legend, what it lacks below its name.
func addLabelled(l *plot.Legend, r experiment.Row, marks ...plot.Thumbnailer) {
	if l.Add(r.Method.Title, marks...); r.Method.Guarantee != "" {
		l.Add("(" + cutTo(r.Method.Guarantee, 42) + ")")
	}
}

// pointTicks puts a tick at every measured value.
func pointTicks(rows []experiment.Row, x span) (ticks plot.ConstantTicks) {
	const room = 390 // points between the ends of the axis, about
	values, style, end := map[float64]string{}, sans(tickSize, 0, 0), math.Inf(-1)
	var order []float64
	for _, r := range rows {
		axis, at := r.Axis()
		if _, there := values[at]; there || !drawable(at) {
			continue
		}
		if values[at] = digits(at, usual); axis == "log(1/δ)" {
			values[at] = "δ=" + digits(r.Delta, usual)
		}
		order = append(order, at)
	}
	slices.Sort(order)
	for _, at := range order {
		label, log := values[at], math.Log10(at)
		place, half := room*(log-x.lo)/(x.hi-x.lo), style.Width(label).Points()/2+1
		if place-half < end {
			label = ""
		} else {
			end = place + half
		}
		ticks = append(ticks, plot.Tick{Value: log, Label: label})
	}
	return ticks
}
