package report

import (
	"fmt"
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg/draw"

	"vectorborda/report/figure"
	"vectorborda/sims/grid"
	"vectorborda/sims/stat"
)

// source is one of the factors that a grid.Slack consists of.
type source struct {
	words  string
	color  color.RGBA
	factor func(grid.Slack) stat.Number
}

// The factors below q and above it, from left to right.
var (
	belowQ = []source{
		{"the rest: constants and logarithms", figure.LightGrey, func(s grid.Slack) stat.Number { return s.Rest }},
		{"phase grid: samples grow in steps of 4", figure.SkyBlue, func(s grid.Slack) stat.Number { return s.Grid }},
	}
	aboveQ = []source{
		{"mᵢ against the phase in which models left", figure.Orange, func(s grid.Slack) stat.Number { return s.Phase }},
		{"worst-case constant 128", figure.Vermilion, func(s grid.Slack) stat.Number { return s.Worst }},
		{"κ_B instead of the true Borda gaps", figure.Yellow, func(s grid.Slack) stat.Number { return s.Kappa }},
	}
)

// segment is one factor in a bar, between two multiples of q.  A factor below 1 runs
// backwards.
type segment struct {
	from, to float64
	color    color.RGBA
}

func (s segment) backwards() bool { return s.to < s.from }

// bar is one row: its segments, and what it reaches at either end.
type bar struct {
	segments  []segment
	low, high string
}

func (b bar) ends() (lo, hi float64) {
	lo, hi = 1, 1
	for _, s := range b.segments {
		lo, hi = min(lo, s.from, s.to), max(hi, s.from, s.to)
	}
	return lo, hi
}

// newBar lays the factors of a row end to end, with q at 1.  Below q both factors
// are needed to reach B.14; above it a bar ends with the last factor that exists.
func newBar(row grid.Row) (b bar) {
	if !figure.Placed(row.Tau.Quantile.Value) {
		return b
	}
	s := row.Slack
	if figure.Placed(s.Rest) && figure.Placed(s.Grid) {
		start := float64(1 / (s.Rest * s.Grid))
		b.stack(s, belowQ, start)
		b.low = "B.14: " + times(start)
	}
	switch reached, factors := b.stack(s, aboveQ, 1); factors {
	case 2:
		b.high = "B.4: " + times(reached)
	case 3:
		b.high = "3.1: " + times(reached)
	}
	return b
}

// stack adds sources from a multiple of q on until one does not exist, and counts
// them.
func (b *bar) stack(s grid.Slack, sources []source, from float64) (reached float64, factors int) {
	for _, one := range sources {
		factor := float64(one.factor(s))
		if !figure.Placed(factor) {
			break
		}
		b.segments = append(b.segments, segment{from, from * factor, one.color})
		from, factors = from*factor, factors+1
	}
	return from, factors
}

// times is a factor to two digits, such as ×1.3, ÷12 or ×3400.
func times(factor float64) string {
	if factor < 1 {
		return "÷" + digits(1/factor, 2)
	}
	return "×" + digits(factor, 2)
}

// multiple is 10^e as a multiple of q, from a million on with an exponent.
func multiple(e int) string {
	switch {
	case e >= 6:
		return fmt.Sprintf("×1e%d", e)
	case e <= -6:
		return fmt.Sprintf("÷1e%d", -e)
	}
	return times(math.Pow10(e))
}

// slackFigure is one bar for each row that has factors.
func slackFigure(rows []grid.Row) figure.Figure {
	p := &figure.Plot{X: figure.Axis{
		Label: "multiple of the measured (1−δ)-quantile q of τ (log axis)", Log: true, Room: 0.17,
	}}
	for e := -99; e < 100; e++ {
		p.X.Tick(math.Pow10(e), multiple(e))
	}
	back := false
	for _, row := range slices.Backward(rows) {
		if b := newBar(row); len(b.segments) > 0 {
			back = b.draw(p, float64(len(p.Y.Names))) || back
			p.Y.Names = append(p.Y.Names, rowName(row.Name()))
		}
	}
	if len(p.Y.Names) > 0 {
		explainSlack(p, back)
	}
	return figure.Figure{
		Name:  "slack",
		Title: "Why the bounds are apart: factors between the measured quantile q and its bounds",
		Note: "A bar runs from the lower bound B.14 through the measured (1-δ)-quantile q to the upper bound 3.1, " +
			"or from q to B.4 where latent scores are not known; lengths are logarithms of factors, and ×1 is q itself.",
		Height: 6 + 0.62*float64(len(p.Y.Names)), Plots: []*figure.Plot{p},
	}
}

// draw draws the bar in its row; a segment that runs backwards is a narrow box in
// front of the others.
func (b bar) draw(p *figure.Plot, y float64) (back bool) {
	for _, s := range b.segments {
		if !s.backwards() {
			p.Bar(s.from, s.to, y, 0.36, s.color, times(s.to/s.from))
		}
	}
	for _, s := range b.segments {
		if s.backwards() {
			p.Bar(s.to, s.from, y, 0.12, s.color, "")
		}
	}
	lo, hi := b.ends()
	p.Text(lo, y, draw.XRight, b.low)
	p.Text(hi, y, draw.XLeft, b.high)
	return slices.ContainsFunc(b.segments, segment.backwards)
}

// explainSlack draws q and explains the colours, in one column for either side of it.
func explainSlack(p *figure.Plot, back bool) {
	p.Explain("Below q, down to the lower bound of Lemma B.14:", figure.Look{})
	for _, s := range belowQ {
		p.Explain(s.words, figure.Swatch(s.color))
	}
	parting(p, "q, the measured (1−δ)-quantile of τ")
	if back {
		p.Explain("narrow box: a factor below 1, which leads back", figure.Look{})
	}
	p.Explain("Above q, up to Theorem 3.1 (B.4 where latent scores are unknown):", figure.Look{})
	for _, s := range aboveQ {
		p.Explain(s.words, figure.Swatch(s.color))
	}
}

// parting draws a strong line at 1 through all rows, if there are any.
func parting(p *figure.Plot, name string) {
	if rows := float64(len(p.Y.Names)); rows > 0 {
		p.Series(name, figure.Look{Color: figure.Black, Width: 2.4}, []figure.Point{{X: 1, Y: -0.5}, {X: 1, Y: rows - 0.5}})
	}
}
