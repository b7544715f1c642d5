// Package figure draws plots of measured values: axes, lines that are cut where a
// value does not exist, limits that run to the edge where they are not known, a
// legend that explains every mark.  It knows nothing of what is measured, takes
// values as they are and gives the same bytes for the same values, as SVG and PNG.
package figure

import (
	"bytes"
	"fmt"
	"io"
	"slices"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Figure is a picture of one plot, or of several side by side.
type Figure struct {
	Name          string  // of its files, without a suffix
	Title         string  // above the plots
	Note          string  // what the caption says beside the title: plain sentences
	Width, Height float64 // in centimetres
	Plots         []*Plot
}

// Caption is the title and the note, without markup.
func (f Figure) Caption() string { return f.Title + ". " + f.Note }

// Number gives figures of one name the names NAME, NAME-2, NAME-3, …
func Number(all []Figure) {
	for i := range all {
		name := all[i].Name
		for n := 2; slices.ContainsFunc(all[:i], func(f Figure) bool { return f.Name == all[i].Name }); n++ {
			all[i].Name = fmt.Sprintf("%s-%d", name, n)
		}
	}
}

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
	return vg.Length(f.Width) * vg.Centimeter, vg.Length(f.Height) * vg.Centimeter
}

const (
	margin = 8  // points, around all
	gap    = 10 // between things beside each other
)

func (f Figure) draw(c draw.Canvas) {
	c.FillPolygon(white, corners(c.Rectangle))
	c = draw.Crop(c, margin, -margin, margin, -margin)
	title := words{size: 12, x: left, y: below}
	title.draw(c, c.Min.X, c.Max.Y, f.Title)
	c.Max.Y -= 12 + margin
	shares := 0.0
	for _, p := range f.Plots {
		shares += p.share()
	}
	width := c.Max.X - c.Min.X - gap*vg.Length(len(f.Plots)-1)
	for _, p := range f.Plots {
		own := c
		own.Max.X = c.Min.X + width*vg.Length(p.share()/shares)
		p.draw(own)
		c.Min.X = own.Max.X + gap
	}
}

func corners(r vg.Rectangle) []vg.Point {
	return []vg.Point{r.Min, {X: r.Max.X, Y: r.Min.Y}, r.Max, {X: r.Min.X, Y: r.Max.Y}, r.Min}
}
