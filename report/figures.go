package report

import (
	"bytes"
	"fmt"
	"image/color"
	"io"
	"math"
	"path/filepath"
	"regexp"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgsvg"

	"vectorborda/sims/grid"
)

// Figure is a picture of a bounds report.  Values that do not exist are left out
// of it: a missing bound is a gap in its line, a quantile of runs that did not
// stop has no point.
type Figure struct {
	Name    string // of its files, without the suffix
	Caption string // one sentence or two, without markup

	width, height vg.Length
	draw          func(draw.Canvas)
}

// pngDPI is the resolution of the PNG files; figures are measured in centimetres.
const pngDPI = 150

// Figures draws τ between its bounds along every sweep of a report, then the
// sources of the distance between them.  A report without rows has no figures.
func Figures(r *grid.Report) ([]Figure, error) {
	var all []Figure
	for _, s := range r.Slopes {
		f, ok, err := sweepFigure(s, r.Partial)
		if err != nil {
			return nil, err
		}
		if ok {
			f.Name = unused(all, f.Name)
			all = append(all, f)
		}
	}
	if f, ok := slackFigure(r); ok {
		all = append(all, f)
	}
	return all, nil
}

// unused is the name, with -2, -3, … where figures have it already.
func unused(all []Figure, name string) string {
	taken := func(name string) bool {
		return slices.ContainsFunc(all, func(f Figure) bool { return f.Name == name })
	}
	free := name
	for n := 2; taken(free); n++ {
		free = fmt.Sprintf("%s-%d", name, n)
	}
	return free
}

// WriteFiles writes dir/NAME.svg and dir/NAME.png.  The same report gives the
// same bytes.
func (f Figure) WriteFiles(dir string) error {
	for _, file := range []struct {
		suffix string
		write  func(io.Writer) error
	}{{".svg", f.writeSVG}, {".png", f.writePNG}} {
		path := filepath.Join(dir, f.Name+file.suffix)
		if err := writeFile(path, file.write); err != nil {
			return fmt.Errorf("figure %s: %w", path, err)
		}
	}
	return nil
}

// fallbacks are fonts with the widths of Liberation Sans, for a reader of the SVG
// who does not have it.
const fallbacks = "font-family:Liberation Sans,Arimo,Arial,Helvetica,sans-serif;"

func (f Figure) writeSVG(w io.Writer) error {
	canvas := vgsvg.New(f.width, f.height)
	f.draw(draw.New(canvas))
	var out bytes.Buffer
	if _, err := canvas.WriteTo(&out); err != nil {
		return err
	}
	_, err := w.Write(bytes.ReplaceAll(out.Bytes(), []byte("font-family:Liberation Sans;"), []byte(fallbacks)))
	return err
}

func (f Figure) writePNG(w io.Writer) error {
	canvas := vgimg.PngCanvas{Canvas: vgimg.NewWith(vgimg.UseWH(f.width, f.height), vgimg.UseDPI(pngDPI))}
	f.draw(draw.New(canvas))
	_, err := canvas.WriteTo(w)
	return err
}

// Colours of Okabe and Ito, which stay apart for the colour-blind.
var (
	black     = color.RGBA{A: 255}
	white     = color.RGBA{R: 255, G: 255, B: 255, A: 255}
	lightGrey = color.RGBA{R: 217, G: 217, B: 217, A: 255}
	paleGrey  = color.RGBA{R: 233, G: 236, B: 241, A: 255}
	blue      = color.RGBA{R: 0, G: 114, B: 178, A: 255}
	skyBlue   = color.RGBA{R: 86, G: 180, B: 233, A: 255}
	vermilion = color.RGBA{R: 213, G: 94, B: 0, A: 255}
	orange    = color.RGBA{R: 230, G: 159, B: 0, A: 255}
	yellow    = color.RGBA{R: 240, G: 228, B: 66, A: 255}
)

// sans is a style of that many points.
func sans(size float64, x text.XAlignment, y text.YAlignment) text.Style {
	return text.Style{
		Color: black, Font: font.From(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Points(size)),
		XAlign: x, YAlign: y, Handler: scripts{text.Plain{Fonts: font.DefaultCache}},
	}
}

// scripts is plain text with {^raised} and {_lowered} parts: the fonts lack most
// of Unicode's small digits and letters.
type scripts struct{ text.Plain }

const smaller = 0.7 // size of a raised or lowered part

var scriptPart = regexp.MustCompile(`\{[_^][^{}]*\}`)

// pieces gives the parts of a line with their fonts and rises.
func (h scripts) pieces(line string, f font.Font, show func(s string, f font.Font, rise vg.Length)) {
	for line != "" {
		at := scriptPart.FindStringIndex(line)
		if at == nil {
			show(line, f, 0)
			return
		}
		if at[0] > 0 {
			show(line[:at[0]], f, 0)
		}
		small, rise := f, 0.4*f.Size
		if small.Size *= smaller; line[at[0]+1] == '_' {
			rise = -0.2 * f.Size
		}
		show(line[at[0]+2:at[1]-1], small, rise)
		line = line[at[1]:]
	}
}

// Box implements text.Handler.
func (h scripts) Box(line string, f font.Font) (width, height, depth vg.Length) {
	_, height, depth = h.Plain.Box("", f)
	h.pieces(line, f, func(s string, f font.Font, _ vg.Length) {
		face := h.Fonts.Lookup(f, f.Size)
		width += face.Width(s)
	})
	return width, height, depth
}

// Draw implements text.Handler.
func (h scripts) Draw(c vg.Canvas, txt string, sty text.Style, pt vg.Point) {
	c.SetColor(sty.Color)
	c.Push()
	c.Translate(pt)
	c.Rotate(sty.Rotation)
	// The same base lines as text.Plain, which the axes of gonum/plot allow for.
	lines := h.Lines(txt)
	y := sty.Height(txt)*vg.Length(sty.YAlign) - h.Extents(sty.Font).Ascent + vg.Length(len(lines))*sty.Font.Size
	for _, line := range lines {
		x := sty.Width(line) * vg.Length(sty.XAlign)
		h.pieces(line, sty.Font, func(s string, f font.Font, rise vg.Length) {
			face := h.Fonts.Lookup(f, f.Size)
			c.FillString(face, vg.Point{X: x, Y: y + rise}, s)
			x += face.Width(s)
		})
		y -= sty.Font.Size
	}
	c.Pop()
}

const tickSize = 9.2 // points

// newPlot is an empty plot in the style of all figures.
func newPlot() *plot.Plot {
	p := plot.New()
	p.TextHandler = sans(10, 0, 0).Handler
	p.X.Label.TextStyle, p.Y.Label.TextStyle = sans(10.5, draw.XCenter, draw.YBottom), sans(10.5, draw.XCenter, draw.YBottom)
	p.X.Tick.Label, p.Y.Tick.Label = sans(tickSize, draw.XCenter, draw.YTop), sans(tickSize, draw.XRight, draw.YCenter)
	p.X.Label.Padding, p.Y.Label.Padding = vg.Points(4), vg.Points(4)
	p.X.Padding, p.Y.Padding = 0, 0
	p.X.Tick.Length, p.Y.Tick.Length = vg.Points(5), vg.Points(5)
	return p
}

// title writes a title over the whole width and returns the canvas below it.
func title(c draw.Canvas, words string) draw.Canvas {
	c = draw.Crop(c, vg.Points(8), -vg.Points(8), vg.Points(6), -vg.Points(8))
	style := sans(12, draw.XLeft, draw.YTop)
	c.FillText(style, vg.Point{X: c.Min.X, Y: c.Max.Y}, words)
	return draw.Crop(c, 0, 0, 0, -style.Height(words)-vg.Points(8))
}

// legend is an empty legend that starts at the upper left corner of its canvas.
func legend() plot.Legend {
	l := plot.NewLegend()
	l.Top, l.Left, l.TextStyle = true, true, sans(9.5, draw.XLeft, draw.YBottom)
	l.Padding, l.ThumbnailWidth = vg.Points(5), vg.Points(26)
	return l
}

// drawable tells whether a value has a place on a log axis with room around it.
func drawable[F ~float64](x F) bool { return x > 1e-200 && x < 1e200 }

// span is the smallest interval that holds the drawable values, in log10: all
// figures are drawn on linear axes of logarithms.
type span struct{ lo, hi float64 }

func (s span) with(values ...float64) span {
	for _, x := range values {
		if drawable(x) {
			s = span{min(s.lo, math.Log10(x)), max(s.hi, math.Log10(x))}
		}
	}
	return s
}

// wider leaves room for markers: a share of the length, and at least that much.
func (s span) wider(share, least float64) span {
	room := max(share*(s.hi-s.lo), least)
	return span{s.lo - room, s.hi + room}
}

func nothing() span { return span{math.Inf(1), math.Inf(-1)} }

func (s span) empty() bool { return s.lo > s.hi }

// decades puts labels at powers of ten, at most eight of them, and at 2 and 5
// where there are few; the other multiples are minor ticks.
type decades struct{}

// Ticks implements plot.Ticker.
func (decades) Ticks(lo, hi float64) (ticks []plot.Tick) {
	first, last := math.Floor(lo), math.Ceil(hi)
	stride := max(math.Ceil((math.Floor(hi)-math.Ceil(lo)+1)/8), 1)
	for e := first; e <= last; e++ {
		for digit := 1.0; digit < 10; digit++ {
			x, label := e+math.Log10(digit), ""
			switch {
			case digit == 1 && math.Mod(e, stride) == 0:
				label = fmt.Sprintf("10{^%v}", e)
			case (digit == 2 || digit == 5) && last-first <= 2:
				label = fmt.Sprintf("%v·10{^%v}", digit, e)
			case stride > 1 && digit > 1:
				continue
			}
			if x >= lo && x <= hi {
				ticks = append(ticks, plot.Tick{Value: x, Label: label})
			}
		}
	}
	return ticks
}
