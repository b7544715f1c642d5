package figure

import (
	"cmp"
	"image/color"
	"math"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Colours of Okabe and Ito, which stay apart for the colour-blind, and greys; the pale
// one lets grid lines through.
var (
	Blue      = color.RGBA{R: 0, G: 114, B: 178, A: 255}
	SkyBlue   = color.RGBA{R: 86, G: 180, B: 233, A: 255}
	Vermilion = color.RGBA{R: 213, G: 94, B: 0, A: 255}
	Orange    = color.RGBA{R: 230, G: 159, B: 0, A: 255}
	Yellow    = color.RGBA{R: 240, G: 228, B: 66, A: 255}
	Black     = color.RGBA{A: 255}
	LightGrey = color.RGBA{R: 217, G: 217, B: 217, A: 255}
	PaleGrey  = color.RGBA{A: 20}

	white = color.RGBA{R: 255, G: 255, B: 255, A: 255}
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

// Look is how a series is drawn.
type Look struct {
	Color  color.RGBA
	Width  vg.Length // of its line, in points; 0 draws none
	Dashed bool
	Mark   draw.GlyphDrawer // nil draws none
	Radius vg.Length        // of its marks, in points; 0 is the usual one
}

// Swatch is the look of an area.
func Swatch(fill color.RGBA) Look { return Look{Color: fill, Mark: draw.BoxGlyph{}, Radius: 5} }

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

// sans is the one font that is used.
var sans = sync.OnceValue(func() text.Handler {
	face, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return text.Plain{Fonts: font.NewCache(font.Collection{{Font: liberation, Face: face}})}
})

var liberation = font.Font{Typeface: "Liberation", Variant: "Sans"}

// middle centres capitals and digits, which stand 0.69 of the size high on the base
// line: half of that is 0.345, and text.Plain puts the base line of this font, whose
// ascent is 0.905 and descent 0.212, at 1 − 0.905 + 1.117·align.
const middle draw.YAlignment = -0.394

// words are lines of text in points.
func words(size vg.Length, x draw.XAlignment, y draw.YAlignment) draw.TextStyle {
	return draw.TextStyle{Color: Black, Font: font.From(liberation, size), XAlign: x, YAlign: y, Handler: sans()}
}
