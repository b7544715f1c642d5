package figure

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Plot is what is drawn over two axes, in the order of the calls, with grid lines
// at labelled ticks; areas lie under all.  Values without a place are left out.
type Plot struct {
	X, Y  Axis
	Share float64 // of the figure's width; 0 is an equal one

	areas, layers []func(pane)
	legend        legend
}

func (p *Plot) share() float64 {
	if p.Share == 0 {
		return 1
	}
	return p.Share
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
	px, okX := c.x.place(x)
	py, okY := c.y.place(y)
	return vg.Point{X: px, Y: py}, okX && okY
}

// Point is a pair of values, with the limits of the measured one where they are known.
type Point struct {
	X, Y   float64
	Limits *Limits
}

// Limits are those of a point's Y, or of its X where the rows have names.  One
// without a place is a bar without a cap that runs to the edge.
type Limits struct{ Lo, Hi float64 }

// placed tells whether a point has a place on the axes.
func (p *Plot) placed(q Point) bool {
	_, x := p.X.place(q.X)
	_, y := p.Y.place(q.Y)
	return x && y
}

// measured is the axis that limits lie along.
func (p *Plot) measured() *Axis {
	if p.Y.Names != nil {
		return &p.X
	}
	return &p.Y
}

// runs are the parts of a line, cut where a point has no place.
func (p *Plot) runs(points []Point) (all [][]Point) {
	connected := false
	for _, q := range points {
		if !p.placed(q) {
			connected = false
			continue
		}
		if !connected {
			all, connected = append(all, nil), true
		}
		all[len(all)-1] = append(all[len(all)-1], q)
	}
	return all
}

// Series draws points with their limits and enters them into the legend, if one has
// a place; remarks stand below the name there.  Without a name they are not entered.
func (p *Plot) Series(name string, look Look, points []Point, remarks ...string) {
	if parts := p.runs(points); len(parts) > 0 {
		for _, q := range slices.Concat(parts...) {
			p.X.Reach(q.X)
			p.Y.Reach(q.Y)
			if q.Limits != nil {
				p.measured().Reach(q.Limits.Lo, q.Limits.Hi)
			}
		}
		p.trace(look, parts)
		if name != "" {
			p.Explain(name, look.thumbnail)
		}
		for _, remark := range remarks {
			p.Explain(remark, nil)
		}
	}
}

// Guide draws a line that the axes need not reach; what lies beyond them is cut off.
func (p *Plot) Guide(name string, look Look, points []Point) {
	p.trace(look, p.runs(points))
	p.Explain(name, look.thumbnail)
}

func (p *Plot) trace(look Look, parts [][]Point) {
	p.layers = append(p.layers, func(c pane) {
		var marks []vg.Point
		for _, part := range parts {
			var line []vg.Point
			for _, q := range part {
				at, _ := c.at(q.X, q.Y)
				line = append(line, at)
				if q.Limits != nil {
					c.limits(at, *q.Limits, look.Color)
				}
			}
			if marks = append(marks, line...); look.Width > 0 {
				c.StrokeLines(look.line(), c.ClipLinesXY(line)...)
			}
		}
		for _, at := range marks {
			if look.Mark != nil {
				c.DrawGlyph(look.glyph(), at)
			}
		}
	})
}

// limits draws a bar with a cap at each limit that has a place.
func (c pane) limits(at vg.Point, l Limits, ink color.Color) {
	style := draw.LineStyle{Color: ink, Width: 1.2}
	upright, s, from, to := true, c.y, c.Min.Y, c.Max.Y
	if c.y.axis.Names != nil {
		upright, s, from, to = false, c.x, c.Min.X, c.Max.X
	}
	stroke := func(from, to, half vg.Length) {
		if upright {
			c.StrokeLine2(style, at.X-half, from, at.X+half, to)
		} else {
			c.StrokeLine2(style, from, at.Y-half, to, at.Y+half)
		}
	}
	for _, end := range []struct {
		limit float64
		edge  *vg.Length
	}{{l.Lo, &from}, {l.Hi, &to}} {
		if place, ok := s.place(end.limit); ok {
			*end.edge = place
			stroke(place, place, 4)
		}
	}
	stroke(from, to, 0)
}

// Area shades what lies between points of equal X, where both have a place.
func (p *Plot) Area(name string, fill color.RGBA, low, high []Point) {
	var below, above []Point
	for i := range low {
		lo, hi := low[i], high[i]
		if !p.placed(lo) || !p.placed(hi) {
			lo.Y, hi.Y = math.NaN(), math.NaN()
		}
		below, above = append(below, lo), append(above, hi)
	}
	rings, shaded := p.runs(below), false
	for i, ring := range p.runs(above) {
		shaded = shaded || len(ring) > 1
		slices.Reverse(ring)
		rings[i] = append(rings[i], ring...)
		for _, q := range ring {
			p.X.Reach(q.X)
		}
		for _, q := range rings[i] {
			p.Y.Reach(q.Y)
		}
	}
	p.areas = append(p.areas, func(c pane) {
		for _, ring := range rings {
			var all []vg.Point
			for _, q := range ring {
				at, _ := c.at(q.X, q.Y)
				all = append(all, at)
			}
			c.FillPolygon(fill, c.ClipPolygonXY(all))
		}
	})
	if shaded {
		p.Swatch(name, fill)
	}
}

// Bar fills what lies between two values of X in half a row above and below y, with a
// label where there is room for it.
func (p *Plot) Bar(from, to, y, half float64, fill color.RGBA, label string) {
	p.X.Reach(from, to)
	p.layers = append(p.layers, func(c pane) {
		a, okA := c.at(from, y+half)
		b, okB := c.at(to, y-half)
		if !okA || !okB {
			return
		}
		box(c.Canvas, vg.Rectangle{Min: a, Max: b}, fill)
		style := words{size: 8.5}
		if fill == Blue {
			style.color = white
		}
		if style.width(label)+4 < b.X-a.X {
			style.draw(c, (a.X+b.X)/2, (a.Y+b.Y)/2, label)
		}
	})
}

// box fills a rectangle and draws a thin line around it.
func box(c draw.Canvas, r vg.Rectangle, fill color.Color) {
	c.FillPolygon(fill, corners(r))
	c.StrokeLines(draw.LineStyle{Color: black, Width: 0.4}, corners(r))
}

// Side is where a text stands from its point.
type Side int

// Sides of a point.
const (
	On Side = iota
	LeftOf
	RightOf
)

// Text writes words at a point, or beside it with a little room.
func (p *Plot) Text(x, y float64, size vg.Length, side Side, text string) {
	p.layers = append(p.layers, func(c pane) {
		style, room := words{size: size}, vg.Length(0)
		switch side {
		case LeftOf:
			style.x, room = right, -4
		case RightOf:
			style.x, room = left, 4
		}
		if at, ok := c.at(x, y); ok {
			style.draw(c, at.X+room, at.Y, text)
		}
	})
}

var uprightLine = draw.LineStyle{Color: black, Width: 2.4}

// Upright draws a strong line at a value of X; without a name it is not explained.
func (p *Plot) Upright(x float64, name string) {
	p.X.Reach(x)
	p.layers = append(p.layers, func(c pane) {
		if at, ok := c.x.place(x); ok {
			c.StrokeLine2(uprightLine, at, c.Min.Y, at, c.Max.Y)
		}
	})
	if name != "" {
		p.Explain(name, func(c draw.Canvas) {
			c.StrokeLine2(uprightLine, c.Center().X, c.Min.Y, c.Center().X, c.Max.Y)
		})
	}
}

// draw lays the legend and the axes out and draws all between them.
func (p *Plot) draw(c draw.Canvas) {
	c = p.legend.draw(c)
	x, y := newScale(&p.X), newScale(&p.Y)
	edge := c.Min.X
	c.Min.X += y.widest() + tickLength + 6
	if p.Y.Label != "" {
		c.Min.X += labelWords.size + 6
	}
	c.Min.Y += 36
	c.Max.Y -= tickWords.size / 2
	c.Max.X -= max(0, x.over(c.Min.X, c.Max.X).overhang())
	inner := pane{c, x.over(c.Min.X, c.Max.X), y.over(c.Min.Y, c.Max.Y)}
	if p.Y.Names != nil {
		inner.y = y.over(c.Max.Y, c.Min.Y)
	}
	for _, layer := range p.areas {
		layer(inner)
	}
	inner.grid()
	for _, layer := range p.layers {
		layer(inner)
	}
	inner.x.drawX(c)
	inner.y.drawY(c, edge)
}

// grid draws lines at the labelled ticks of Y, and of X where the rows have names.
func (c pane) grid() {
	for _, m := range c.y.marks {
		if y := c.y.at(m.at); m.label != "" {
			c.StrokeLine2(gridLine, c.Min.X, y, c.Max.X, y)
		}
	}
	for _, m := range c.x.marks {
		if x := c.x.at(m.at); m.label != "" && c.y.axis.Names != nil {
			c.StrokeLine2(gridLine, x, c.Min.Y, x, c.Max.Y)
		}
	}
}
