package figure

import (
	"html"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/plot/vg/draw"
)

func svg(t *testing.T, plots ...*Plot) string {
	var out strings.Builder
	require.NoError(t, Figure{Name: "n", Title: "T", Note: "N.", Height: 9, Plots: plots}.SVG(&out))
	require.NotRegexp(t, `NaN|[+-]Inf`, out.String())
	return out.String()
}

// label is a piece of text with its place.
type label struct {
	text string
	x, y float64
}

var placed = regexp.MustCompile(`<text x="([-\d.e]+)" y="([-\d.e]+)"[^>]*\n[^>]*>([^<]*)</text>`)

// labels are the texts of a file without turns, with their places.
func labels(t *testing.T, file string) (all []label) {
	for _, m := range placed.FindAllStringSubmatch(file, -1) {
		var v [2]float64
		for i := range v {
			var err error
			v[i], err = strconv.ParseFloat(m[i+1], 64)
			require.NoError(t, err)
		}
		all = append(all, label{html.UnescapeString(m[3]), v[0], -v[1]})
	}
	return all
}

func find(t *testing.T, all []label, text string) label {
	for _, l := range all {
		if l.text == text {
			return l
		}
	}
	require.Fail(t, "no label", "%q among %v", text, all)
	return label{}
}

func logPlot() *Plot { return &Plot{X: Axis{Log: true}, Y: Axis{Log: true}} }

// A line is cut where a value does not exist, and only there.
func TestMissingValuesCutALine(t *testing.T) {
	p := logPlot()
	var points []Point
	for i, y := range []float64{10, math.NaN(), 10, 100, math.Inf(1), 1000, 0, -1} {
		points = append(points, Point{X: float64(int(2) << i), Y: y})
	}
	cut := p.runs(points)
	require.Len(t, cut, 3)
	require.Equal(t, []int{1, 2, 1}, []int{len(cut[0]), len(cut[1]), len(cut[2])})
	require.Equal(t, points[2:4], cut[1])
}

func TestNothingIsExplainedThatIsNotDrawn(t *testing.T) {
	p := logPlot()
	p.Series("absent", Look{Width: 1}, []Point{{X: 1, Y: math.NaN()}})
	p.Area("shade", PaleGrey, []Point{{X: 1, Y: 1, Limits: []float64{1, 2}}})
	require.True(t, p.Empty())
	p.Series("", Look{Width: 1}, []Point{{X: 1, Y: 1}})
	require.False(t, p.Empty())
	p.Series("present", Look{Mark: draw.CircleGlyph{}}, []Point{{X: 2, Y: 1}, {X: 3, Y: math.NaN()}, {X: 4, Y: 1}})
	p.Area("shade 2", PaleGrey, []Point{{X: 1, Y: 1, Limits: []float64{1, 2}}, {X: 2, Y: 1, Limits: []float64{1, 2}}})
	var words []string
	for _, e := range p.legend {
		words = append(words, e.text)
	}
	require.Equal(t, []string{"present", "shade 2"}, words, "each once; one point shades nothing")
}

// Whatever the range, an axis of powers of ten has one to eight labels, and what is
// drawn has room around it.
func TestAxesAreLabelled(t *testing.T) {
	for from := -5.0; from < 12; from += 0.37 {
		for _, length := range []float64{0, 0.1, 0.41, 0.6, 1, 1.7, 2.2, 3, 5, 8, 8.9, 17, 100, 180} {
			a := Axis{Log: true}
			a.Reach(math.Pow(10, from), math.Pow(10, from+length), math.NaN(), 0)
			lo, hi := a.ends()
			require.True(t, lo < from && hi > from+length)
			count := 0
			for _, m := range a.marks(lo, hi) {
				require.True(t, m.at >= lo && m.at <= hi)
				if m.label != "" {
					count++
				}
			}
			require.True(t, count >= 1 && count <= 8, "%d labels from %v over %v", count, from, length)
		}
	}
	for _, length := range []float64{1e-3, 0.3, 1, 2.31, 7, 1e6} {
		count := len(steps(-length/3, length*2/3))
		require.True(t, count >= 4 && count <= 10, "%d labels over %v", count, length)
	}
}

// Labels at measured values stand at their values and leave each other room.
func TestMeasuredTicksLeaveRoom(t *testing.T) {
	p := logPlot()
	var points []Point
	for x := 1.0; x <= 1000; x *= 1.1 {
		points = append(points, Point{X: x, Y: 1})
		p.X.Tick(x, strconv.FormatFloat(x, 'f', 2, 64))
	}
	p.X.Tick(1, "again")
	p.X.Tick(1e9, "beyond")
	p.Series("", Look{Width: 1}, points)
	all := labels(t, svg(t, p))
	find(t, all, "1.00")
	shown := 0
	end, row := math.Inf(-1), find(t, all, "1.00").y
	for _, l := range all {
		require.NotContains(t, []string{"again", "beyond"}, l.text)
		if l.y == row {
			require.Greater(t, l.x, end, l.text)
			end = l.x + float64(words(tickSize, 0, 0).Width(l.text))
			shown++
		}
	}
	require.Greater(t, shown, 5)
	require.Less(t, shown, len(points))
}

// Names stand from the foot, and from the left.
func TestNamesAreInOrder(t *testing.T) {
	p := &Plot{X: Axis{Names: []string{"A", "B"}}, Y: Axis{Names: []string{"first", "second"}}}
	p.Bar(-0.5, 0.5, 0, 0.5, LightGrey, "in")
	p.Text(1, 1, draw.XLeft, "on")
	all := labels(t, svg(t, p))
	require.Less(t, find(t, all, "first").y, find(t, all, "second").y)
	require.Less(t, find(t, all, "A").x, find(t, all, "B").x)
	require.InDelta(t, find(t, all, "in").y, find(t, all, "first").y, 0.5)
	require.InDelta(t, find(t, all, "on").y, find(t, all, "second").y, 0.5)
}

// A legend stands below its plots, in columns that are filled one after the other.
func TestLegendsStandBelow(t *testing.T) {
	p := logPlot()
	p.X.Label = "across"
	p.Series("one", Look{Width: 1}, []Point{{X: 1, Y: 1}, {X: 10, Y: 10}})
	p.Explain("two", Look{})
	p.Explain("three", Swatch(Blue))
	all := labels(t, svg(t, p))
	one, two, three := find(t, all, "one"), find(t, all, "two"), find(t, all, "three")
	require.Less(t, one.y, find(t, all, "across").y)
	require.Equal(t, one.x, two.x)
	require.Less(t, two.y, one.y)
	require.Equal(t, one.y, three.y)
	require.Less(t, one.x, three.x)
}

// strokes are the lines of the width of limits, as x, y to x, y.
func strokes(t *testing.T, file string) (all [][4]float64) {
	for _, m := range regexp.MustCompile(`d="M([-\d.e]+),([-\d.e]+)L([-\d.e]+),([-\d.e]+)" style="[^"]*stroke-width:1.2"`).FindAllStringSubmatch(file, -1) {
		var v [4]float64
		for i := range v {
			var err error
			v[i], err = strconv.ParseFloat(m[i+1], 64)
			require.NoError(t, err)
		}
		all = append(all, v)
	}
	return all
}

// A limit has a cap across its bar; one without a place has none, and its bar runs to
// the edge.  Where the rows have names bars lie along X.
func TestLimitsWithoutAPlaceHaveNoCap(t *testing.T) {
	drawn := func(p *Plot, limits []float64) (bars, caps int, length float64) {
		p.Series("", Look{Mark: draw.CircleGlyph{}}, []Point{{X: 10, Y: 10, Limits: limits}})
		p.X.Reach(1, 100)
		if p.Y.Names == nil {
			p.Y.Reach(1, 100)
		}
		for _, s := range strokes(t, svg(t, p)) {
			along, across := s[3]-s[1], s[2]-s[0]
			if p.Y.Names != nil {
				along, across = across, along
			}
			if across == 0 {
				bars, length = bars+1, math.Abs(along)
			} else {
				require.Zero(t, along)
				caps++
			}
		}
		return bars, caps, length
	}
	_, _, most := drawn(logPlot(), []float64{0, math.NaN()})
	for why, tc := range map[string]struct {
		limits     []float64
		bars, caps int
		share      float64 // of the whole height: 1 of 2.2 decades, 1.1 more to an edge
	}{
		"not known": {nil, 0, 0, 0}, "both": {[]float64{10 / math.Sqrt(10), 10 * math.Sqrt(10)}, 1, 2, 1 / 2.2},
		"no upper": {[]float64{10 / math.Sqrt(10), math.Inf(1)}, 1, 1, 1.6 / 2.2}, "no lower": {[]float64{math.Inf(-1), 10 * math.Sqrt(10)}, 1, 1, 1.6 / 2.2},
		"neither": {[]float64{math.Inf(-1), math.Inf(1)}, 1, 0, 1},
	} {
		bars, caps, length := drawn(logPlot(), tc.limits)
		require.Equal(t, []int{tc.bars, tc.caps}, []int{bars, caps}, why)
		// Places are written to five digits, so to a hundredth of a point here.
		require.InDelta(t, tc.share*most, length, 0.02, why)
	}
	rows := &Plot{X: Axis{Log: true}, Y: Axis{Names: strings.Fields("0 1 2 3 4 5 6 7 8 9 10")}}
	bars, caps, _ := drawn(rows, []float64{5, 20})
	require.Equal(t, []int{1, 2}, []int{bars, caps})
}

func TestPlotsStandSideBySide(t *testing.T) {
	a, b := logPlot(), logPlot()
	a.X.Label, b.X.Label = "one", "two"
	all := labels(t, svg(t, a, b))
	one, two := find(t, all, "one"), find(t, all, "two")
	require.Equal(t, one.y, two.y)
	require.Less(t, one.x, two.x)
}

func TestShadesMeetAtWhite(t *testing.T) {
	require.Equal(t, white, Shade(1))
	require.Equal(t, Shade(8), Shade(100), "no stronger than ×8")
	require.Greater(t, Shade(4).R, Shade(0.25).R, "vermilion above, blue below")
}

func TestTicksReadAsPeopleWriteThem(t *testing.T) {
	for x, want := range map[float64]string{20: "20", 0.05: "0.05", 1: "1", 500000: "500000", 2e6: "2e6", 1e10: "1e10", 5e-7: "5e-7"} {
		require.Equal(t, want, number(x))
	}
}
