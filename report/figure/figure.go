// Package figure draws plots of measured values: axes, lines that are cut where a
// value does not exist, limits that run to the edge where they are not known, a
// legend that explains every mark.  It knows nothing of what is measured, takes
// values as they are and gives the same bytes for the same values, as SVG and PNG.
package figure

import (
	"bytes"
	"cmp"
	"io"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a picture of plots of equal width side by side, over one legend.
type Figure struct {
	Name   string  // of its files, without a suffix
	Among  string  // what tells it from others of its name
	Title  string  // above the plots
	Note   string  // what the marks are and what the values rest on: plain sentences, below the legend
	Height float64 // in centimetres, without the note; 0 is 12
	Plots  []*Plot
}

// Width of every figure in centimetres.
const Width = 25

// Caption is the title and the note.
func (f Figure) Caption() string { return f.Title + ". " + f.Note }

// fallbacks are fonts with the widths of Liberation Sans, for a reader of the SVG
// who does not have it.
const fallbacks = "font-family:Liberation Sans,Arimo,Arial,Helvetica,sans-serif;"

// SVG writes the figure as SVG.
func (f Figure) SVG(w io.Writer) error {
	canvas := vgsvg.New(f.size())
	f.draw(draw.New(canvas))
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(out.Bytes(), []byte("font-family:Liberation Sans;"), []byte(fallbacks)))
	return err
}

// pngDPI is the resolution of a PNG.
const pngDPI = 150

// PNG writes the figure as PNG.
func (f Figure) PNG(w io.Writer) error {
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(f.size()), vgimg.UseDPI(pngDPI))}
	f.draw(draw.New(canvas))
	_, err := canvas.WriteTo(w)
	return err
}

func (f Figure) size() (width, height vg.Length) {
	return Width * vg.Centimeter, vg.Length(cmp.Or(f.Height, 12))*vg.Centimeter + vg.Length(len(f.note()))*noteStep
}

const noteStep = 12 // points

// note is the note in lines as wide as the figure.
func (f Figure) note() (lines []string) {
	style := words(noteSize, draw.XLeft, middle)
	for word := range strings.FieldsSeq(f.Note) {
		n := len(lines) - 1
		if n < 0 || style.Width(lines[n]+" "+word) > Width*vg.Centimeter-2*margin {
			lines = append(lines, word)
		} else {
			lines[n] += " " + word
		}
	}
	return lines
}

const margin = 8 // points, around all and between things beside each other

func (f Figure) draw(c draw.Canvas) {
	c.FillPolygon(white, corners(c.Rectangle))
	c = draw.Crop(c, margin, -margin, margin, -margin)
	title := words(12, draw.XLeft, draw.YTop)
	c.FillText(title, vg.Point{X: c.Min.X, Y: c.Max.Y}, f.Title)
	lines := f.note()
	for i, line := range lines {
		c.FillText(words(noteSize, draw.XLeft, middle), vg.Point{X: c.Min.X, Y: c.Min.Y + (vg.Length(len(lines)-i)-0.5)*noteStep}, line)
	}
	if len(lines) > 0 {
		c = draw.Crop(c, 0, 0, vg.Length(len(lines))*noteStep+margin/2, 0)
	}
	var all []entry
	for _, p := range f.Plots {
		all = append(all, p.legend...)
	}
	tiles := draw.Tiles{Cols: len(f.Plots), Rows: 1, PadX: margin, PadTop: 12 + margin, PadBottom: legend(c, all) + margin}
	for i, p := range f.Plots {
		p.draw(tiles.At(c, i, 0))
	}
}

func corners(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min}
}

// entry is a line of the legend.
type entry struct {
	text string
	look Look
}

const (
	thumbWidth = 26 // points
	entryStep  = 13.5
)

// legend explains looks in two columns at the foot of a canvas, and tells its height.
func legend(c draw.Canvas, all []entry) vg.Length {
	rows := (len(all) + 1) / 2
	for i, e := range all {
		x := c.X(float64(i/rows) / 2)
		y := c.Min.Y + (vg.Length(rows-i%rows)-0.5)*entryStep
		if e.look.Width > 0 {
			c.StrokeLine2(e.look.line(), x, y, x+thumbWidth, y)
		}
		if e.look.Mark != nil {
			c.DrawGlyph(e.look.glyph(), vg.Point{X: x + thumbWidth/2, Y: y})
		}
		c.FillText(words(9.5, draw.XLeft, middle), vg.Point{X: x + thumbWidth + 4, Y: y}, e.text)
	}
	return vg.Length(rows) * entryStep
}
