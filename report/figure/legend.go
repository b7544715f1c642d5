package figure

import (
	"image/color"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// legend explains what is drawn, in columns: one stands at the right of its plot,
// several stand below it.
type legend struct{ columns [][]entry }

type entry struct {
	text  string
	thumb func(draw.Canvas) // nil for words alone
}

const (
	thumbWidth = 26
	entryStep  = 13.5
)

var legendWords = words{size: 9.5, x: left}

// Explain enters words with a small picture into the legend.
func (p *Plot) Explain(text string, thumb func(draw.Canvas)) {
	if p.legend.columns == nil {
		p.NextColumn()
	}
	last := &p.legend.columns[len(p.legend.columns)-1]
	*last = append(*last, entry{text, thumb})
}

// NextColumn begins another column of the legend.
func (p *Plot) NextColumn() { p.legend.columns = append(p.legend.columns, nil) }

// Swatch explains a colour.
func (p *Plot) Swatch(text string, fill color.RGBA) {
	p.Explain(text, func(c draw.Canvas) { box(c, draw.Crop(c, 1, -2, 0, 0).Rectangle, fill) })
}

// LimitBar explains the limits of points.
func (p *Plot) LimitBar(text string) {
	p.Explain(text, func(c draw.Canvas) {
		pane{Canvas: c, y: scale{axis: &Axis{}, lo: 0, hi: 1, from: c.Min.Y, to: c.Max.Y}}.limits(c.Center(), Limits{0, 1}, black)
	})
}

// draw draws the legend and returns the canvas that is left for the plot.
func (l legend) draw(c draw.Canvas) draw.Canvas {
	switch len(l.columns) {
	case 0:
		return c
	case 1:
		l.column(l.columns[0], draw.Crop(c, c.Size().X-l.width(l.columns[0]), 0, 0, 0))
		return draw.Crop(c, 0, -l.width(l.columns[0])-gap, 0, 0)
	}
	rows := 0
	for _, column := range l.columns {
		rows = max(rows, len(column))
	}
	below := c
	below.Max.Y = c.Min.Y + vg.Length(rows)*entryStep
	for i, column := range l.columns {
		l.column(column, draw.Crop(below, 20+c.Size().X*vg.Length(i)/vg.Length(len(l.columns)), 0, 0, 0))
	}
	return draw.Crop(c, 0, 0, vg.Length(rows)*entryStep+gap, 0)
}

func (l legend) width(column []entry) (width vg.Length) {
	for _, e := range column {
		width = max(width, thumbWidth+4+legendWords.width(e.text))
	}
	return width
}

// column draws entries from the upper left corner down.
func (l legend) column(all []entry, c draw.Canvas) {
	for i, e := range all {
		y := c.Max.Y - (vg.Length(i)+0.5)*entryStep
		if e.thumb != nil {
			icon := c
			icon.Rectangle = vg.Rectangle{Min: vg.Point{X: c.Min.X, Y: y - 4}, Max: vg.Point{X: c.Min.X + thumbWidth, Y: y + 4}}
			e.thumb(icon)
		}
		legendWords.draw(c, c.Min.X+thumbWidth+4, y, e.text)
	}
}
