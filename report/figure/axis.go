package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Axis is one side of a plot.  It reaches over all values that are drawn, with room
// at both ends.
type Axis struct {
	Label    string
	Log      bool                                 // a value has a place between 1e-200 and 1e200
	Names    []string                             // rows or columns in place of numbers: value i is the place of name i, from the left or from the top
	FromZero bool                                 // begins at 0
	Room     float64                              // at either end, as a share of the length; 0 is the usual one
	Power    func(digit, exponent float64) string // labels digit·10^exponent of a log axis; nil writes 10^e

	ticks []tick    // at measured values
	seen  []float64 // what is drawn
}

// tick is a mark at a place in units of the axis: a number, its log10 or an index.
type tick struct {
	at    float64
	label string
}

// Tick puts a tick at a measured value, in place of those at round ones; its label is
// left out where there is no room for it.
func (a *Axis) Tick(value float64, label string) {
	if at, ok := a.place(value); ok {
		a.ticks = append(a.ticks, tick{at, label})
	}
}

// place is where a value stands, in units of the axis, if it has a place.
func (a *Axis) place(value float64) (at float64, ok bool) {
	if a.Log {
		return math.Log10(value), Placed(value)
	}
	return value, math.Abs(value) < 1e200
}

// Placed tells whether a value has a place on a log axis.
func Placed[F ~float64](value F) bool { return value > 1e-200 && value < 1e200 }

// Reach makes the axis hold values.
func (a *Axis) Reach(values ...float64) {
	for _, v := range values {
		if at, ok := a.place(v); ok {
			a.seen = append(a.seen, at)
		}
	}
}

// round tells whether the ticks are at powers of ten and their multiples.
func (a *Axis) round() bool { return a.Log && len(a.ticks) == 0 }

// least is the length of an axis of powers of ten that has a label wherever it
// begins: log10 of 2.5 = 5/2 is 0.40.
const least = 0.41

// ends leave room beyond what is drawn.
func (a *Axis) ends() (lo, hi float64) {
	switch {
	case a.Names != nil:
		return -0.5, float64(len(a.Names)) - 0.5
	case len(a.seen) == 0:
		return 0, 1
	}
	lo, hi = slices.Min(a.seen), slices.Max(a.seen)
	room := max(cmp.Or(a.Room, 0.05)*(hi-lo), 0.02)
	if a.round() {
		room = max(room, (least-(hi-lo))/2)
	}
	if lo, hi = lo-room, hi+room; a.FromZero {
		lo = 0
	}
	return lo, hi
}

// marks are the ticks between two ends.
func (a *Axis) marks(lo, hi float64) (all []tick) {
	switch {
	case a.Names != nil:
		for i, name := range a.Names {
			all = append(all, tick{float64(i), name})
		}
		return all
	case len(a.ticks) > 0:
		all = slices.DeleteFunc(slices.Clone(a.ticks), func(t tick) bool { return t.at < lo || t.at > hi })
		slices.SortFunc(all, func(s, t tick) int { return cmp.Compare(s.at, t.at) })
		return slices.CompactFunc(all, func(s, t tick) bool { return s.at == t.at })
	case a.Log:
		return decades(lo, hi, a.Power)
	}
	return steps(lo, hi)
}

// decades puts labels at powers of ten, at most eight of them, and at 2 and 5 where
// there are few; the other multiples are minor ticks.
func decades(lo, hi float64, words func(digit, exponent float64) string) (all []tick) {
	first, last := math.Floor(lo), math.Ceil(hi)
	stride := max(math.Ceil((math.Floor(hi)-math.Ceil(lo)+1)/8), 1)
	if words == nil {
		words = power
	}
	for e := first; e <= last; e++ {
		for digit := 1.0; digit < 10; digit++ {
			x, label := e+math.Log10(digit), ""
			switch {
			case digit == 1 && math.Mod(e, stride) == 0, (digit == 2 || digit == 5) && last-first <= 2:
				label = words(digit, e)
			case stride > 1 && digit > 1:
				continue
			}
			if x >= lo && x <= hi {
				all = append(all, tick{x, label})
			}
		}
	}
	return all
}

func power(digit, exponent float64) string {
	if digit == 1 {
		return fmt.Sprintf("10{^%v}", exponent)
	}
	return fmt.Sprintf("%v·10{^%v}", digit, exponent)
}

// steps puts labels at multiples of 1, 2 or 5 times a power of ten, four to ten of
// them.
func steps(lo, hi float64) (all []tick) {
	size := math.Pow(10, math.Floor(math.Log10((hi-lo)/4)))
	for _, factor := range []float64{5, 2} {
		if (hi-lo)/(factor*size) >= 4 {
			size *= factor
			break
		}
	}
	for n := math.Ceil(lo / size); n*size <= hi; n++ {
		all = append(all, tick{n * size, strconv.FormatFloat(n*size, 'g', 6, 64)})
	}
	return all
}

// scale is an axis on a canvas.
type scale struct {
	axis     *Axis
	lo, hi   float64
	from, to vg.Length
	marks    []tick
}

func newScale(a *Axis) scale {
	lo, hi := a.ends()
	return scale{axis: a, lo: lo, hi: hi, marks: a.marks(lo, hi)}
}

// over lays the scale between two places.
func (s scale) over(from, to vg.Length) scale {
	s.from, s.to = from, to
	return s
}

func (s scale) at(u float64) vg.Length {
	return s.from + vg.Length((u-s.lo)/(s.hi-s.lo))*(s.to-s.from)
}

// place is where a value stands on the canvas.
func (s scale) place(value float64) (vg.Length, bool) {
	u, ok := s.axis.place(value)
	return s.at(u), ok
}

const tickLength vg.Length = 5 // points

var (
	tickWords  = words{size: 9.2}
	labelWords = words{size: 10.5}
	thin       = draw.LineStyle{Color: black, Width: 0.5}
	gridLine   = draw.LineStyle{Color: LightGrey, Width: 0.25}
)

// widest is the width of the widest label.
func (s scale) widest() (width vg.Length) {
	for _, m := range s.marks {
		width = max(width, tickWords.width(m.label))
	}
	return width
}

// overhang is how far the label of the last tick reaches beyond the end.
func (s scale) overhang() (beyond vg.Length) {
	for _, m := range s.marks {
		beyond = max(beyond, s.at(m.at)+tickWords.width(m.label)/2-s.to)
	}
	return beyond
}

// ticked draws the line of the axis and its ticks, all but labels; one for a labelled
// tick is longer.
func (s scale) ticked(stroke func(from, to vg.Length, length vg.Length)) {
	if s.axis.Names != nil {
		return
	}
	stroke(s.from, s.to, 0)
	for _, m := range s.marks {
		length := tickLength
		if m.label == "" {
			length /= 2
		}
		stroke(s.at(m.at), s.at(m.at), length)
	}
}

// drawX draws the axis below a canvas; a label that would touch the last one is left
// out.
func (s scale) drawX(c draw.Canvas) {
	s.ticked(func(from, to, length vg.Length) {
		c.StrokeLine2(thin, from, c.Min.Y, to, c.Min.Y-length)
	})
	under, end := words{size: tickWords.size, y: below}, vg.Length(math.Inf(-1))
	for _, m := range s.marks {
		half := under.width(m.label)/2 + 0.5
		if x := s.at(m.at); m.label != "" && x-half >= end {
			under.draw(c, x, c.Min.Y-tickLength-4, m.label)
			end = x + half
		}
	}
	labelWords.draw(c, c.Center().X, c.Min.Y-28, s.axis.Label)
}

// drawY draws the axis at the left of a canvas; its label stands at the point x.
func (s scale) drawY(c draw.Canvas, x vg.Length) {
	s.ticked(func(from, to, length vg.Length) {
		c.StrokeLine2(thin, c.Min.X, from, c.Min.X-length, to)
	})
	beside := words{size: tickWords.size, x: right}
	for _, m := range s.marks {
		beside.draw(c, c.Min.X-tickLength-3, s.at(m.at), m.label)
	}
	upward := words{size: labelWords.size, y: below, upward: true}
	upward.draw(c, x, c.Center().Y, s.axis.Label)
}
