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
)

// source is one of the factors that a grid.Slack consists of.
type source struct {
	words  string
	color  color.RGBA
	factor func(grid.Slack) float64
}

// The factors below q and above it, from left to right.
var (
	belowQ = []source{
		{"the rest: constants and logarithms", lightGrey, func(s grid.Slack) float64 { return float64(s.Rest) }},
		{"phase grid: samples grow in steps of 4", skyBlue, func(s grid.Slack) float64 { return float64(s.Grid) }},
	}
	aboveQ = []source{
		{"m{_i} against the phase in which models left", orange, func(s grid.Slack) float64 { return float64(s.Phase) }},
		{"worst-case constant 128", blue, func(s grid.Slack) float64 { return float64(s.Worst) }},
		{"κ{_B} instead of the true Borda gaps", yellow, func(s grid.Slack) float64 { return float64(s.Kappa) }},
	}
)

// segment is one factor in a bar; from and to are log10 of multiples of q.  A
// factor below 1 runs backwards.
type segment struct {
	from, to float64
	color    color.RGBA
}

func (s segment) backwards() bool { return s.to < s.from }

// bar is one row: its segments, and what it reaches at either end.
type bar struct {
	name      string
	segments  []segment
	low, high string
}

func (b bar) ends() (lo, hi float64) {
	for _, s := range b.segments {
		lo, hi = min(lo, s.from, s.to), max(hi, s.from, s.to)
	}
	return lo, hi
}

// newBar lays the factors of a row end to end, with q at 0.  Below q both factors
// are needed to reach B.14; above it a bar ends with the last factor that exists.
func newBar(row grid.Row) (b bar, ok bool) {
	// The fonts have no glyph for the mark that visible puts in.
	b.name = cutTo(strings.ReplaceAll(visible(row.Name()), "\ufffd", "?"), 45)
	if !drawable(quantile(row)) {
		return b, false
	}
	if start := float64(row.Slack.Rest * row.Slack.Grid); drawable(row.Slack.Rest) && drawable(row.Slack.Grid) {
		b.stack(row.Slack, belowQ, -math.Log10(start))
		b.low = "B.14: q" + times(1/start)
	}
	switch n := b.stack(row.Slack, aboveQ, 0); n {
	case 2:
		b.high = "B.4: q" + times(float64(row.Slack.Phase*row.Slack.Worst))
	case 3:
		b.high = "3.1: q" + times(float64(row.Slack.Phase*row.Slack.Worst*row.Slack.Kappa))
	}
	return b, len(b.segments) > 0
}

// stack adds sources from x on until one does not exist, and counts them.
func (b *bar) stack(s grid.Slack, sources []source, x float64) (n int) {
	for _, one := range sources {
		factor := one.factor(s)
		if !drawable(factor) {
			return n
		}
		end := x + math.Log10(factor)
		b.segments = append(b.segments, segment{x, end, one.color})
		x, n = end, n+1
	}
	return n
}

// times is a factor to two digits, such as ×1.3, ÷12 or ×3400.
func times(factor float64) string {
	sign := "×"
	if factor < 1 {
		sign, factor = "÷", 1/factor
	}
	switch {
	case factor >= 1e5:
		return fmt.Sprintf("%s%.1e", sign, factor)
	case factor >= 9.95:
		return fmt.Sprintf("%s%.0f", sign, factor)
	}
	return fmt.Sprintf("%s%.1f", sign, factor)
}

func cutTo(s string, longest int) string {
	if runes := []rune(s); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return s
}

// bars draws the rows, the first on top.
type bars []bar

// Plot implements plot.Plotter.
func (all bars) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	for i, b := range all {
		y := toY(float64(len(all) - 1 - i))
		half := (toY(1) - toY(0)) * 0.36
		for _, backwards := range []bool{false, true} {
			for _, s := range b.segments {
				if s.backwards() == backwards {
					s.draw(&c, toX(min(s.from, s.to)), toX(max(s.from, s.to)), y, half)
				}
			}
		}
		lo, hi := b.ends()
		c.FillText(sans(8.5, draw.XRight, draw.YCenter), vg.Point{X: toX(lo) - vg.Points(4), Y: y + centred}, b.low)
		c.FillText(sans(8.5, draw.XLeft, draw.YCenter), vg.Point{X: toX(hi) + vg.Points(4), Y: y + centred}, b.high)
	}
	c.StrokeLine2(quantileLine, toX(0), c.Min.Y, toX(0), c.Max.Y)
}

// centred lifts digits of 8.5 points whose box is centred to where they look so.
const centred = vg.Length(1)

var quantileLine = draw.LineStyle{Color: black, Width: vg.Points(2.4)}

// draw fills the segment with its factor written in it where there is room; one
// that runs backwards is a narrow box in front of the others.
func (s segment) draw(c *draw.Canvas, left, right, y, half vg.Length) {
	if s.backwards() {
		half /= 3
	}
	box(c, vg.Rectangle{Min: vg.Point{X: left, Y: y - half}, Max: vg.Point{X: right, Y: y + half}}, s.color)
	style, label := sans(8.5, draw.XCenter, draw.YCenter), times(math.Pow(10, s.to-s.from))
	if s.color == blue {
		style.Color = white
	}
	if !s.backwards() && style.Width(label)+vg.Points(4) < right-left {
		c.FillText(style, vg.Point{X: (left + right) / 2, Y: y + centred}, label)
	}
}

// factorTicks labels powers of ten as factors of q.
type factorTicks struct{}

// Ticks implements plot.Ticker.
func (factorTicks) Ticks(lo, hi float64) (ticks []plot.Tick) {
	stride := math.Ceil((hi - lo) / 10)
	for e := math.Floor(lo); e <= hi; e++ {
		label := ""
		if math.Mod(e, stride) == 0 {
			label = power(e)
		}
		ticks = append(ticks, plot.Tick{Value: e, Label: label})
		for digit := 2.0; digit < 10 && stride == 1; digit++ {
			ticks = append(ticks, plot.Tick{Value: e + math.Log10(digit)})
		}
	}
	return ticks
}

// power is 10^e as a factor: q, ×10, ÷100, from a million on with an exponent.
func power(e float64) string {
	sign := "×"
	if e < 0 {
		sign = "÷"
	}
	switch size := math.Abs(e); {
	case size == 0:
		return "q"
	case size < 6:
		return sign + fmt.Sprintf("%.0f", math.Pow(10, size))
	default:
		return fmt.Sprintf("%s10{^%v}", sign, size)
	}
}

// slackFigure is one bar for each row that has factors.
func slackFigure(r *grid.Report) (f Figure, ok bool) {
	var all bars
	for _, row := range r.Rows {
		if b, ok := newBar(row); ok {
			all = append(all, b)
		}
	}
	if len(all) == 0 {
		return f, false
	}
	heading := "Why the bounds are apart: factors between the measured quantile q and its bounds"
	if r.Partial {
		heading += " (PARTIAL)"
	}
	return Figure{
		Name: "slack",
		Caption: heading + ". A bar runs from the lower bound B.14 through the measured (1-δ)-quantile q to the upper bound 3.1, " +
			"or from q to B.4 where latent scores are not known; lengths are logarithms of factors.",
		width:  26 * vg.Centimeter,
		height: 5*vg.Centimeter + vg.Length(len(all))*0.62*vg.Centimeter,
		draw:   func(c draw.Canvas) { all.figure(title(c, heading)) },
	}, true
}

// figure draws the bars with their axes over the legend.
func (all bars) figure(c draw.Canvas) {
	p := newPlot()
	p.X.Label.Text = "multiple of the measured (1−δ)-quantile q of τ (log axis)"
	p.X.Tick.Marker, p.Y.Tick.Marker = factorTicks{}, all.names()
	p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
	lines := plotter.NewGrid()
	lines.Vertical.Color, lines.Horizontal.Color = lightGrey, nil
	p.Add(lines, all)
	lo, hi := 0.0, 0.0
	for _, b := range all {
		from, to := b.ends()
		lo, hi = min(lo, from), max(hi, to)
	}
	room := 0.17 * max(hi-lo, 1) // for the words at both ends
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = lo-room, hi+room, -0.6, float64(len(all))-0.4
	left, right := all.legends()
	height := max(left.Rectangle(c).Size().Y, right.Rectangle(c).Size().Y) + vg.Points(6)
	p.Draw(draw.Crop(c, 0, 0, height+vg.Points(6), 0))
	c.Max.Y = c.Min.Y + height
	left.Draw(draw.Crop(c, vg.Centimeter, 0, 0, 0))
	right.Draw(draw.Crop(c, c.Size().X/2, 0, 0, 0))
}

func (all bars) names() (ticks plot.ConstantTicks) {
	for i, b := range all {
		ticks = append(ticks, plot.Tick{Value: float64(len(all) - 1 - i), Label: b.name})
	}
	return ticks
}

// legends explain the colours, in one column for either side of q.
func (all bars) legends() (left, right plot.Legend) {
	left, right = legend(), legend()
	left.Add("Below q, down to the lower bound of Lemma B.14:")
	for _, s := range belowQ {
		left.Add(s.words, swatch{s.color})
	}
	left.Add("q, the measured (1−δ)-quantile of τ", upright{})
	right.Add("Above q, up to Theorem 3.1 (B.4 where latent scores are unknown):")
	for _, s := range aboveQ {
		right.Add(s.words, swatch{s.color})
	}
	if all.backwards() {
		left.Add("narrow box: a factor below 1, which leads back")
	}
	return left, right
}

// backwards tells whether a bar has a factor below 1.
func (all bars) backwards() bool {
	return slices.ContainsFunc(all, func(b bar) bool {
		return slices.ContainsFunc(b.segments, segment.backwards)
	})
}

// upright is the line of q in a legend.
type upright struct{}

// Thumbnail implements plot.Thumbnailer.
func (upright) Thumbnail(c *draw.Canvas) {
	c.StrokeLine2(quantileLine, c.Center().X, c.Min.Y, c.Center().X, c.Max.Y)
}
