package figure

import (
	"cmp"
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Colours of Okabe and Ito, which stay apart for the colour-blind, and greys.
var (
	Blue      = color.RGBA{R: 0, G: 114, B: 178, A: 255}
	SkyBlue   = color.RGBA{R: 86, G: 180, B: 233, A: 255}
	Vermilion = color.RGBA{R: 213, G: 94, B: 0, A: 255}
	Orange    = color.RGBA{R: 230, G: 159, B: 0, A: 255}
	Yellow    = color.RGBA{R: 240, G: 228, B: 66, A: 255}
	Black     = color.RGBA{A: 255}
	LightGrey = color.RGBA{R: 217, G: 217, B: 217, A: 255}
	PaleGrey  = color.RGBA{R: 233, G: 236, B: 241, A: 255}

	black, white = Black, color.RGBA{R: 255, G: 255, B: 255, A: 255}
)

// Shade goes from blue (÷8) over white to vermilion (×8), pale enough for words.
func Shade(factor float64) color.RGBA {
	t := max(-1, min(1, math.Log2(factor)/3))
	to := Vermilion
	if t < 0 {
		t, to = -t, Blue
	}
	mix := func(c uint8) uint8 { return uint8(255 - 0.6*t*float64(255-c)) }
	return color.RGBA{R: mix(to.R), G: mix(to.G), B: mix(to.B), A: 255}
}

// Mark is the shape of a point.
type Mark draw.GlyphDrawer

// Marks; a hollow one is an outline.
var (
	Disc           Mark = draw.CircleGlyph{}
	Ring           Mark = draw.RingGlyph{}
	Box            Mark = draw.BoxGlyph{}
	HollowBox      Mark = draw.SquareGlyph{}
	Triangle       Mark = draw.PyramidGlyph{}
	HollowTriangle Mark = draw.TriangleGlyph{}
	Cross          Mark = draw.CrossGlyph{}
)

// Look is how a series is drawn.
type Look struct {
	Color  color.RGBA
	Width  vg.Length // of its line, in points; 0 draws none
	Dashed bool
	Mark   Mark      // nil draws none
	Radius vg.Length // of its marks, in points; 0 is the usual one
}

func (l Look) line() draw.LineStyle {
	style := draw.LineStyle{Color: l.Color, Width: l.Width}
	if l.Dashed {
		style.Dashes = []vg.Length{5, 3}
	}
	return style
}

func (l Look) glyph() draw.GlyphStyle {
	return draw.GlyphStyle{Color: l.Color, Radius: cmp.Or(l.Radius, 3.5), Shape: l.Mark}
}

// thumbnail draws the look in a legend.
func (l Look) thumbnail(c draw.Canvas) {
	middle := c.Center()
	if l.Width > 0 {
		c.StrokeLine2(l.line(), c.Min.X, middle.Y, c.Max.X, middle.Y)
	}
	if l.Mark != nil {
		c.DrawGlyph(l.glyph(), middle)
	}
}
