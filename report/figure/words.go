package figure

import (
	"image/color"
	"math"
	"regexp"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// place is where words stand from their point.
type place int

const (
	middle place = iota
	left         // the words begin at the point
	right        // they end there
	below        // they hang from it
	above        // they stand on it
)

// words is how a line of text is drawn.  {^raised} and {_lowered} parts are: the
// font lacks most of Unicode's small digits and letters.
type words struct {
	size   vg.Length // points
	x, y   place
	color  color.RGBA // the zero value is black
	upward bool       // turned to read from below
}

// sans is the one font that is used.
var sans = sync.OnceValue(func() *opentype.Font {
	f, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // the font is part of the program
	}
	return f
})

func face(size vg.Length) font.Face {
	return font.Face{Font: font.Font{Typeface: "Liberation", Variant: "Sans", Size: size}, Face: sans()}
}

var scriptPart = regexp.MustCompile(`\{[_^][^{}]*\}`)

// pieces gives the parts of a line with their faces and rises.
func (s words) pieces(line string, show func(part string, f font.Face, rise vg.Length)) {
	for line != "" {
		at := scriptPart.FindStringIndex(line)
		if at == nil {
			show(line, face(s.size), 0)
			return
		}
		if at[0] > 0 {
			show(line[:at[0]], face(s.size), 0)
		}
		rise := 0.4 * s.size
		if line[at[0]+1] == '_' {
			rise = -0.2 * s.size
		}
		show(line[at[0]+2:at[1]-1], face(0.7*s.size), rise)
		line = line[at[1]:]
	}
}

func (s words) width(line string) (width vg.Length) {
	s.pieces(line, func(part string, f font.Face, _ vg.Length) { width += f.Width(part) })
	return width
}

// height is that of capitals and digits, descent what hangs below the base line, in
// parts of the size.
const (
	height  = 0.69
	descent = 0.21
)

func (s words) draw(c vg.Canvas, x, y vg.Length, line string) {
	ink := s.color
	if ink.A == 0 {
		ink = black
	}
	c.SetColor(ink)
	c.Push()
	c.Translate(vg.Point{X: x, Y: y})
	if s.upward {
		c.Rotate(math.Pi / 2)
	}
	pen := s.width(line) * map[place]vg.Length{middle: -0.5, left: 0, right: -1}[s.x]
	base := s.size * map[place]vg.Length{middle: -height / 2, below: -height, above: descent}[s.y]
	s.pieces(line, func(part string, f font.Face, rise vg.Length) {
		c.FillString(f, vg.Point{X: pen, Y: base + rise}, part)
		pen += f.Width(part)
	})
	c.Pop()
}
