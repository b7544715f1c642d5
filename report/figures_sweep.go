package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"vectorborda/sims/grid"
	"vectorborda/sims/setting"
)

// series is one line of a sweep.
type series struct {
	words string
	value func(grid.Row) float64
	line  draw.LineStyle
	glyph draw.GlyphStyle
}

func newSeries(words string, c color.Color, g draw.GlyphDrawer, width vg.Length, dashes []vg.Length, value func(grid.Row) float64) series {
	return series{
		words, value,
		draw.LineStyle{Color: c, Width: width, Dashes: dashes},
		draw.GlyphStyle{Color: c, Radius: vg.Points(3.6), Shape: g},
	}
}

func lowerB14(row grid.Row) float64 { return float64(row.Bounds.LowerSymmetric) }
func upper31(row grid.Row) float64  { return float64(row.Bounds.UpperLatent) }
func quantile(row grid.Row) float64 { return float64(row.Tau.Quantile.Value) }

// allSeries stand in the order of the legend, which is the one from top to bottom
// of the picture.  What is dashed is an intermediate result of the paper.
func allSeries() []series {
	thin, dashed := vg.Points(1.3), []vg.Length{vg.Points(5), vg.Points(3)}
	return []series{
		newSeries("upper bound, Theorem 3.1", vermilion, draw.PyramidGlyph{}, thin, nil, upper31),
		newSeries("upper bound, Proposition B.4", vermilion, draw.TriangleGlyph{}, thin, dashed,
			func(row grid.Row) float64 { return float64(row.Bounds.UpperBorda) }),
		newSeries("measured (1−δ)-quantile of τ", black, draw.CircleGlyph{}, vg.Points(2), nil, quantile),
		newSeries("lower bound, Lemma B.14", blue, draw.BoxGlyph{}, thin, dashed, lowerB14),
		newSeries("lower bound, Theorem 3.2", blue, draw.SquareGlyph{}, thin, nil,
			func(row grid.Row) float64 { return float64(row.Bounds.LowerMinimax) }),
	}
}

// runs are the points of a line in log10, cut where a value does not exist.
func runs(s grid.Slope, value func(grid.Row) float64) (out []plotter.XYs) {
	connected := false
	for i, row := range s.Rows {
		x, y := s.Points[i], value(row)
		if !drawable(x) || !drawable(y) {
			connected = false
			continue
		}
		if !connected {
			out, connected = append(out, nil), true
		}
		out[len(out)-1] = append(out[len(out)-1], plotter.XY{X: math.Log10(x), Y: math.Log10(y)})
	}
	return out
}

// add draws the series and enters it into the legend, if it has a point.
func (s series) add(p *plot.Plot, l *plot.Legend, sweep grid.Slope) {
	line, marks := &plotter.Line{LineStyle: s.line}, &plotter.Scatter{GlyphStyle: s.glyph}
	for _, points := range runs(sweep, s.value) {
		p.Add(&plotter.Line{XYs: points, LineStyle: s.line})
		marks.XYs = append(marks.XYs, points...)
	}
	if len(marks.XYs) > 0 {
		p.Add(marks)
		l.Add(s.words, line, marks)
	}
}

// between shades what lies between two values, where both exist.
func between(p *plot.Plot, s grid.Slope, low, high func(grid.Row) float64) (shaded bool) {
	both := func(wanted func(grid.Row) float64) func(grid.Row) float64 {
		return func(row grid.Row) float64 {
			if !drawable(low(row)) || !drawable(high(row)) {
				return math.NaN()
			}
			return wanted(row)
		}
	}
	above := runs(s, both(high))
	for i, ring := range runs(s, both(low)) {
		slices.Reverse(above[i])
		p.Add(&plotter.Polygon{XYs: []plotter.XYs{append(ring, above[i]...)}, Color: paleGrey})
		shaded = shaded || len(ring) > 1
	}
	return shaded
}

// limitBars draws the limits of the quantiles; a limit that does not exist is a
// bar without a cap that runs to the edge.
type limitBars struct{ grid.Slope }

var limitStyle = draw.LineStyle{Color: black, Width: vg.Points(1)}

// Plot implements plot.Plotter.
func (b limitBars) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	for i, row := range b.Rows {
		if !drawable(b.Points[i]) || !drawable(quantile(row)) {
			continue
		}
		x, from, to := toX(math.Log10(b.Points[i])), c.Min.Y, c.Max.Y
		if lo := float64(row.Tau.Quantile.Lo); drawable(lo) {
			from = toY(math.Log10(lo))
			limitCap(&c, x, from)
		}
		if hi := float64(row.Tau.Quantile.Hi); drawable(hi) {
			to = toY(math.Log10(hi))
			limitCap(&c, x, to)
		}
		c.StrokeLine2(limitStyle, x, from, x, to)
	}
}

func limitCap(c *draw.Canvas, x, y vg.Length) {
	c.StrokeLine2(limitStyle, x-vg.Points(4.5), y, x+vg.Points(4.5), y)
}

// open tells whether a bar has no cap.
func (b limitBars) open() bool {
	return slices.ContainsFunc(b.Rows, func(row grid.Row) bool {
		return drawable(quantile(row)) && (!drawable(row.Tau.Quantile.Lo) || !drawable(row.Tau.Quantile.Hi))
	})
}

// Thumbnail implements plot.Thumbnailer.
func (b limitBars) Thumbnail(c *draw.Canvas) {
	c.StrokeLine2(limitStyle, c.Center().X, c.Min.Y, c.Center().X, c.Max.Y)
	limitCap(c, c.Center().X, c.Min.Y)
	limitCap(c, c.Center().X, c.Max.Y)
}

// swatch is a filled rectangle in a legend.
type swatch struct{ color color.Color }

// Thumbnail implements plot.Thumbnailer.
func (s swatch) Thumbnail(c *draw.Canvas) {
	box(c, draw.Crop(*c, vg.Points(1), -vg.Points(2), vg.Points(1), 0).Rectangle, s.color)
}

// box fills a rectangle and draws a thin line around it.
func box(c *draw.Canvas, r vg.Rectangle, fill color.Color) {
	ring := []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min}
	c.FillPolygon(fill, ring)
	c.StrokeLines(draw.LineStyle{Color: black, Width: vg.Points(0.4)}, ring)
}

// axisWords gives a sweep's file name, the parameter in a title and the axis label.
func axisWords(axis string) (name, varies, label string, ok bool) {
	switch axis {
	case "K":
		return "tau-against-K", "K", "K, number of models (log axis)", true
	case "d":
		return "tau-against-d", "d", "d, number of objectives (log axis)", true
	case "Δ":
		return "tau-against-gap", "Δ", "Δ, gap of the latent scores in log-odds (log axis)", true
	case "log(1/δ)":
		return "tau-against-delta", "δ", "δ, error probability (log axis of log(1/δ))", true
	}
	return "", "", "", false
}

// sweepFigure is τ between its bounds along one parameter.
func sweepFigure(s grid.Slope, partial bool) (f Figure, ok bool, err error) {
	name, varies, label, ok := axisWords(s.Axis)
	if !ok {
		return f, false, fmt.Errorf("no figure for a sweep along %q: use one of %s", s.Axis, strings.Join(setting.Axes(), ", "))
	}
	x, y := sweepSpans(s)
	if y.empty() {
		return f, false, nil
	}
	heading := fmt.Sprintf("Stopping time of VB-EGE between its bounds: %s varies, %s", varies, s.Fixed)
	if partial {
		heading += " (PARTIAL)"
	}
	x, y = x.wider(0.04, 0.02), y.wider(0.05, 0.2)
	return Figure{
		Name: name, Caption: heading + ". " + sweepNote(s),
		width: 22 * vg.Centimeter, height: 12 * vg.Centimeter,
		draw: func(c draw.Canvas) {
			p, l := newPlot(), legend()
			p.X.Label.Text, p.Y.Label.Text = label, "τ, number of comparisons (log axis)"
			p.X.Tick.Marker, p.Y.Tick.Marker = sweepTicks(s, x), decades{}
			drawSweep(p, &l, s)
			p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.lo, x.hi, y.lo, y.hi
			c = title(c, heading)
			width := l.Rectangle(c).Size().X + vg.Points(12)
			p.Draw(draw.Crop(c, 0, -width, 0, 0))
			l.Draw(draw.Crop(c, c.Size().X-width+vg.Points(12), 0, 0, 0))
		},
	}, true, nil
}

// sweepSpans are the ranges of the parameter and of all that is drawn over it.
func sweepSpans(s grid.Slope) (x, y span) {
	x, y = nothing(), nothing()
	for i, row := range s.Rows {
		if !drawable(s.Points[i]) {
			continue
		}
		for _, one := range allSeries() {
			y = y.with(one.value(row))
		}
		if x = x.with(s.Points[i]); drawable(quantile(row)) {
			y = y.with(float64(row.Tau.Quantile.Lo), float64(row.Tau.Quantile.Hi))
		}
	}
	return x, y
}

// drawSweep adds what a sweep shows, from the back to the front.
func drawSweep(p *plot.Plot, l *plot.Legend, s grid.Slope) {
	shaded := between(p, s, lowerB14, upper31)
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = nil, lightGrey
	p.Add(lines)
	for _, one := range allSeries() {
		if one.add(p, l, s); one.line.Color == black && len(runs(s, quantile)) > 0 {
			limits := limitBars{s}
			p.Add(limits)
			if l.Add("limits of the quantile", limits); limits.open() {
				l.Add("(no cap: too few runs for one)")
			}
		}
	}
	if shaded {
		l.Add("between B.14 and Theorem 3.1", swatch{paleGrey})
	}
}

// sweepTicks puts a tick at every measured value, with a label where there is
// room for one.
func sweepTicks(s grid.Slope, x span) plot.ConstantTicks {
	const room = 390 // points between the ends of the axis, about
	style, end := sans(tickSize, 0, 0), math.Inf(-1)
	var ticks []plot.Tick
	for i, value := range s.Points {
		if !drawable(value) || i > 0 && value == s.Points[i-1] {
			continue
		}
		label := digits(value, usual)
		if s.Axis == "log(1/δ)" {
			label = digits(s.Rows[i].Delta, usual)
		}
		value = math.Log10(value)
		at, half := room*(value-x.lo)/(x.hi-x.lo), style.Width(label).Points()/2+0.5
		if at-half < end {
			label = ""
		} else {
			end = at + half
		}
		ticks = append(ticks, plot.Tick{Value: value, Label: label})
	}
	return ticks
}

// sweepNote says what the points rest on.
func sweepNote(s grid.Slope) string {
	least, most, level := math.MaxInt, 0, 1.0
	for _, row := range s.Rows {
		least, most = min(least, row.Trials), max(most, row.Trials)
		level = min(level, row.Tau.Quantile.Level)
	}
	count := fmt.Sprint(least)
	if least < most {
		count = fmt.Sprintf("%d to %d", least, most)
	}
	note := fmt.Sprintf("Each point is the (1-δ)-quantile of %s runs", count)
	if level > 0 {
		note += fmt.Sprintf(", its limits are of level %v or higher", math.Floor(1000*level)/1000)
	}
	if drawable(math.Abs(float64(s.Slope))) {
		note += fmt.Sprintf("; the quantile grows as the power %.2f (standard error %.2g) of %s", s.Slope, s.SE, s.Axis)
	}
	return note + "."
}
