package figure

import (
	"image/color"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Plot is what is drawn over two axes, in the order of the calls but areas under all,
// over grid lines at labelled ticks.  Values without a place are left out.
type Plot struct {
	X, Y Axis

	layers []func(pane)
	legend []entry
}

// Empty tells whether nothing has a place.
func (p *Plot) Empty() bool { return len(p.layers) == 0 }

// pane is the canvas between the axes.
type pane struct {
	draw.Canvas
	x, y scale
}

// at is the place of a point, if it has one.
func (c pane) at(x, y float64) (vg.Point, bool) {
	u, okX := c.x.place(x)
	v, okY := c.y.place(y)
	return vg.Point{X: c.X(u), Y: c.Y(v)}, okX && okY
}

// Point is a pair of values, with the limits of the measured one where they are known.
type Point struct {
	X, Y   float64
	Limits []float64 // the lower and the upper one of Y, or of X where the rows have names
}

// runs are the parts of a line, cut where a point has no place.  The axes reach over
// them and their limits.
func (p *Plot) runs(points []Point) (all [][]Point) {
	measured, connected := &p.Y, false
	if p.Y.Names != nil {
		measured = &p.X
	}
	for _, q := range points {
		_, okX := p.X.place(q.X)
		_, okY := p.Y.place(q.Y)
		switch {
		case !okX || !okY:
			connected = false
			continue
		case !connected:
			all, connected = append(all, nil), true
		}
		all[len(all)-1] = append(all[len(all)-1], q)
		p.X.Reach(q.X)
		p.Y.Reach(q.Y)
		measured.Reach(q.Limits...)
	}
	return all
}

// Series draws points with their limits, and a line through them, and enters them into
// the legend if one has a place.
func (p *Plot) Series(name string, look Look, points []Point) {
	for _, part := range p.runs(points) {
		p.layers = append(p.layers, func(c pane) { c.trace(look, part) })
		p.Explain(name, look)
		name = ""
	}
}

// Explain enters words beside a look into the legend, once under a name.
func (p *Plot) Explain(text string, look Look) {
	if text != "" {
		p.legend = append(p.legend, entry{text, look})
	}
}

// trace draws a part of a series.
func (c pane) trace(look Look, part []Point) {
	var line []vg.Point
	for _, q := range part {
		at, _ := c.at(q.X, q.Y)
		line = append(line, at)
		if q.Limits != nil {
			c.limits(at, q.Limits, look.Color)
		}
	}
	if look.Width > 0 {
		c.StrokeLines(look.line(), line)
	}
	for _, at := range line {
		if look.Mark != nil {
			c.DrawGlyph(look.glyph(), at)
		}
	}
}

// limits draws a bar with a cap at each limit.  One without a place lies beyond the
// edge, where all is cut off.
func (c pane) limits(at vg.Point, limits []float64, ink color.Color) {
	place := func(limit, beyond float64) (end, half vg.Point) {
		if c.y.Names != nil {
			return vg.Point{X: c.X(c.x.placeOr(limit, beyond)), Y: at.Y}, vg.Point{Y: 4}
		}
		return vg.Point{X: at.X, Y: c.Y(c.y.placeOr(limit, beyond))}, vg.Point{X: 4}
	}
	lo, half := place(limits[0], -1)
	hi, _ := place(limits[1], 2)
	lines := [][]vg.Point{{lo, hi}, {lo.Sub(half), lo.Add(half)}, {hi.Sub(half), hi.Add(half)}}
	c.StrokeLines(draw.LineStyle{Color: ink, Width: 1.2}, c.ClipLinesXY(lines...)...)
}

// Area shades what lies between the limits of points, under all that is drawn.
func (p *Plot) Area(name string, fill color.RGBA, points []Point) {
	for _, part := range p.runs(points) {
		if len(part) == 1 {
			continue
		}
		p.layers = slices.Insert(p.layers, 0, func(c pane) {
			var below, above []vg.Point
			for _, q := range part {
				low, _ := c.at(q.X, q.Limits[0])
				high, _ := c.at(q.X, q.Limits[1])
				below, above = append(below, low), append(above, high)
			}
			slices.Reverse(above)
			c.FillPolygon(fill, append(below, above...))
		})
		p.Explain(name, Swatch(fill))
		name = ""
	}
}

// Bar fills what lies between two values of X in half a row above and below y, with a
// label where there is room for it.
func (p *Plot) Bar(from, to, y, half float64, fill color.RGBA, label string) {
	p.X.Reach(from, to)
	p.layers = append(p.layers, func(c pane) {
		low, okLow := c.at(from, y-half)
		high, okHigh := c.at(to, y+half)
		if !okLow || !okHigh {
			return
		}
		box := corners(vg.Rectangle{Min: low, Max: high})
		c.FillPolygon(fill, box)
		c.StrokeLines(draw.LineStyle{Color: Black, Width: 0.4}, box)
		if style := words(9, draw.XCenter, middle); style.Width(label)+4 < high.X-low.X {
			c.FillText(style, low.Add(high).Scale(0.5), label)
		}
	})
}

// Text writes words that end left of a point or begin right of it.
func (p *Plot) Text(x, y float64, side draw.XAlignment, text string) {
	p.layers = append(p.layers, func(c pane) {
		if at, ok := c.at(x, y); ok {
			at.X += 4 + 8*vg.Length(side)
			c.FillText(words(8.5, side, middle), at, text)
		}
	})
}

// draw lays the axes out and draws all between them.
func (p *Plot) draw(c draw.Canvas) {
	x, y := newScale(&p.X), newScale(&p.Y)
	left := y.widest() + tickLength + labelSize + 12
	inner := pane{draw.Crop(c, left, -x.widest()/2, 36, -tickSize/2), x, y}
	inner.axes(c.Min.X)
	for _, layer := range p.layers {
		layer(inner)
	}
}
