package figure

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Axis is one side of a plot.  It reaches over all values that are drawn, with room
// at both ends.
type Axis struct {
	Label string
	Log   bool     // a value has a place between 1e-200 and 1e200
	Names []string // rows or columns in place of numbers: value i is the place of name i, from the left or from the foot
	Room  float64  // at either end, as a share of the length; 0 is the usual one

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
	if a.Log && len(a.ticks) == 0 {
		room = max(room, (least-(hi-lo))/2)
	}
	return lo - room, hi + room
}

// marks are the ticks between two ends, in their order.
func (a *Axis) marks(lo, hi float64) (all []tick) {
	switch {
	case a.Names != nil:
		for i, name := range a.Names {
			all = append(all, tick{float64(i), name})
		}
	case len(a.ticks) > 0:
		all = slices.SortedFunc(slices.Values(a.ticks), func(s, t tick) int { return cmp.Compare(s.at, t.at) })
	case a.Log:
		all = decades(lo, hi)
	default:
		all = steps(lo, hi)
	}
	return slices.DeleteFunc(all, func(t tick) bool { return t.at < lo || t.at > hi })
}

// decades puts labels at powers of ten, at most eight of them, and at 2 and 5 where
// there are few; the other multiples are minor ticks.
func decades(lo, hi float64) (all []tick) {
	first, last := math.Floor(lo), math.Ceil(hi)
	stride := max(math.Ceil((math.Floor(hi)-math.Ceil(lo)+1)/8), 1)
	for e := first; e <= last; e++ {
		for digit := 1.0; digit < 10; digit++ {
			label := ""
			switch {
			case digit == 1 && math.Mod(e, stride) == 0, (digit == 2 || digit == 5) && last-first <= 2:
				label = number(digit * math.Pow(10, e))
			case stride > 1 && digit > 1:
				continue
			}
			all = append(all, tick{e + math.Log10(digit), label})
		}
	}
	return all
}

// number is 20, 0.05 or 2e6: with an exponent from a million on and below 1e-4.
func number(x float64) string {
	mantissa, exponent, large := strings.Cut(strconv.FormatFloat(x, 'g', 6, 64), "e")
	if !large {
		return mantissa
	}
	e, _ := strconv.Atoi(exponent) // FormatFloat wrote it
	return fmt.Sprintf("%se%d", mantissa, e)
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
	for n := int(math.Ceil(lo / size)); float64(n)*size <= hi; n++ {
		all = append(all, tick{float64(n) * size, number(float64(n) * size)})
	}
	return all
}

// scale is an axis between its ends.
type scale struct {
	*Axis
	lo, hi float64
	marks  []tick
}

func newScale(a *Axis) scale {
	lo, hi := a.ends()
	return scale{a, lo, hi, a.marks(lo, hi)}
}

// share is the part of the length below a place in units of the axis.
func (s scale) share(at float64) float64 { return (at - s.lo) / (s.hi - s.lo) }

// place is the share of a value.
func (s scale) place(value float64) (share float64, ok bool) {
	at, ok := s.Axis.place(value)
	return s.share(at), ok
}

// placeOr is the share of a value, another one where it has no place.
func (s scale) placeOr(value, other float64) float64 {
	if share, ok := s.place(value); ok {
		return share
	}
	return other
}

const (
	tickLength vg.Length = 5 // points
	tickSize   vg.Length = 9.2
	labelSize  vg.Length = 10.5
	noteSize   vg.Length = 9
)

var (
	thin     = draw.LineStyle{Color: Black, Width: 0.5}
	gridLine = draw.LineStyle{Color: LightGrey, Width: 0.25}
)

// widest is the width of the widest label.
func (s scale) widest() (width vg.Length) {
	for _, m := range s.marks {
		width = max(width, words(tickSize, 0, 0).Width(m.label))
	}
	return width
}

// length is that of the line of a tick; one without a label is shorter.
func (t tick) length() vg.Length {
	if t.label == "" {
		return tickLength / 2
	}
	return tickLength
}

// axes draws both axes around a pane, a grid line at a labelled tick, and the label of Y
// at an edge.  A label below that would touch the last one is left out.
func (c pane) axes(edge vg.Length) {
	c.StrokeLines(thin, []vg.Point{{X: c.Min.X, Y: c.Max.Y}, c.Min, {X: c.Max.X, Y: c.Min.Y}})
	beside, under := words(tickSize, draw.XRight, middle), words(tickSize, draw.XCenter, draw.YTop)
	for _, m := range c.y.marks {
		y := c.Y(c.y.share(m.at))
		if m.label != "" {
			c.StrokeLine2(gridLine, c.Min.X, y, c.Max.X, y)
		}
		c.StrokeLine2(thin, c.Min.X, y, c.Min.X-m.length(), y)
		c.FillText(beside, vg.Point{X: c.Min.X - tickLength - 3, Y: y}, m.label)
	}
	end := vg.Length(math.Inf(-1))
	for _, m := range c.x.marks {
		x := c.X(c.x.share(m.at))
		if m.label != "" && c.y.Names != nil {
			c.StrokeLine2(gridLine, x, c.Min.Y, x, c.Max.Y)
		}
		c.StrokeLine2(thin, x, c.Min.Y, x, c.Min.Y-m.length())
		if half := under.Width(m.label)/2 + 0.5; m.label != "" && x-half >= end {
			c.FillText(under, vg.Point{X: x, Y: c.Min.Y - tickLength - 2}, m.label)
			end = x + half
		}
	}
	c.FillText(words(labelSize, draw.XCenter, middle), vg.Point{X: c.Center().X, Y: c.Min.Y - 28}, c.x.Label)
	upward := words(labelSize, draw.XCenter, draw.YTop)
	upward.Rotation = math.Pi / 2
	c.FillText(upward, vg.Point{X: edge, Y: c.Center().Y}, c.y.Label)
}
