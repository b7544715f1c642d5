package report

import (
	"context"
	"encoding/xml"
	"errors"
	"html"
	"image/color"
	"image/png"
	"io"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/sfnt"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"

	"vectorborda/sims/grid"
	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
)

// drawn writes the figures of a report and gives their names and their SVG.
func drawn(t *testing.T, r *grid.Report) (names []string, svg map[string]string) {
	figures, err := Figures(r)
	require.NoError(t, err)
	dir, svg := t.TempDir(), map[string]string{}
	for _, f := range figures {
		require.NoError(t, f.WriteFiles(dir))
		names = append(names, f.Name)
		data, err := os.ReadFile(filepath.Join(dir, f.Name+".svg"))
		require.NoError(t, err)
		svg[f.Name] = string(data)
		requireReadable(t, svg[f.Name])
		requirePicture(t, filepath.Join(dir, f.Name+".png"), f.width, f.height)
		require.NotRegexp(t, `[\[\]\n{}]`, f.Caption, "a caption is plain text")
	}
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, files, 2*len(figures), "nothing is left over")
	return names, svg
}

var svgText = regexp.MustCompile(`>([^<]*)</text>`)

// texts are all words of an SVG file in their order.
func texts(svg string) (all []string) {
	for _, match := range svgText.FindAllStringSubmatch(svg, -1) {
		all = append(all, html.UnescapeString(match[1]))
	}
	return all
}

// requireReadable holds a file to be well-formed, without NaN coordinates, and
// every character to have a glyph.
func requireReadable(t *testing.T, svg string) {
	for dec := xml.NewDecoder(strings.NewReader(svg)); ; {
		_, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
	require.NotRegexp(t, `NaN|[+-]Inf`, svg)
	face := font.DefaultCache.Lookup(sans(10, 0, 0).Font, 10)
	require.Equal(t, font.Variant("Sans"), face.Font.Variant)
	var buffer sfnt.Buffer
	for _, words := range texts(svg) {
		for _, c := range words {
			glyph, err := face.Face.GlyphIndex(&buffer, c)
			require.NoError(t, err)
			require.NotZero(t, glyph, "%q of %q has no glyph", c, words)
		}
	}
}

// requirePicture holds a PNG to its size and to be neither blank nor full.
func requirePicture(t *testing.T, path string, width, height vg.Length) {
	file, err := os.Open(path)
	require.NoError(t, err)
	defer file.Close()
	img, err := png.Decode(file)
	require.NoError(t, err)
	pixels := func(l vg.Length) int { return int(float64(l/vg.Inch)*pngDPI + 0.5) }
	require.Equal(t, pixels(width), img.Bounds().Dx())
	require.Equal(t, pixels(height), img.Bounds().Dy())
	colours, seen := map[color.Color]int{}, 0
	for y := 0; y < img.Bounds().Dy(); y += 4 {
		for x := 0; x < img.Bounds().Dx(); x += 4 {
			colours[img.At(x, y)]++
			seen++
		}
	}
	require.Greater(t, colours[white], seen/4, "the ground is white")
	require.Positive(t, colours[black])
	require.Greater(t, len(colours), 10, "lines and words are drawn smoothly")
}

// Each axis of the small grid has one sweep, beside the bars.
func TestFiguresOfAGrid(t *testing.T) {
	settings, err := grid.Quick()
	require.NoError(t, err)
	r, err := grid.Plan{Trials: 200, Jobs: 2, Seed: 1}.Run(context.Background(), settings, func() {})
	require.NoError(t, err)
	names, svg := drawn(t, r)
	require.Equal(t, []string{"tau-against-K", "tau-against-d", "tau-against-gap", "tau-against-delta", "slack"}, names)
	for name, words := range map[string][]string{
		"tau-against-K":     {"K varies, d=4, Δ=1, δ=0.05", "4", "8", "16"},
		"tau-against-d":     {"d varies, K=16, Δ=1, δ=0.05", "1", "2", "4"},
		"tau-against-gap":   {"Δ varies, K=16, d=4, δ=0.05", "0.5", "1", "1.5"},
		"tau-against-delta": {"δ varies, K=16, d=4, Δ=1", "0.2", "0.05", "0.02"},
	} {
		words[0] = "Stopping time of VB-EGE between its bounds: " + words[0]
		require.Subset(t, texts(svg[name]), words, name)
		require.Subset(t, texts(svg[name]), []string{"10", "3", "upper bound, Theorem 3.1", "between B.14 and Theorem 3.1"}, name)
	}
	for _, row := range r.Rows {
		require.Contains(t, texts(svg["slack"]), row.Name())
	}
	require.Subset(t, texts(svg["slack"]), []string{"÷1000", "÷10", "q", "×10", " instead of the true Borda gaps"})

	again, second := drawn(t, r)
	require.Equal(t, names, again)
	require.Equal(t, svg, second, "the same report gives the same bytes")
}

// measured is a row of θ^1 whose bounds are 10, 100, 10⁴ and 10⁵ around q.
func measured(t *testing.T, K int, q, lo, hi stat.Number) grid.Row {
	s, err := grid.Symmetric(K, 2, 1, 0.05)
	require.NoError(t, err)
	return grid.Row{
		Setting: s, Trials: 500, Tau: stat.Tau{Summary: stat.Summary{Quantile: stat.Quantile{Value: q, Lo: lo, Hi: hi, Level: 0.99}}},
		Bounds: instance.Bounds{LowerMinimax: 10, LowerSymmetric: 100, UpperBorda: 1e4, UpperLatent: 1e5},
		Slack:  grid.Slack{Rest: 2, Grid: 5, Phase: 2, Worst: 5, Kappa: 10},
	}
}

func sweep(rows ...grid.Row) *grid.Report {
	s := grid.Slope{Axis: "K", Fixed: "d=2, Δ=1, δ=0.05", Rows: rows, Slope: stat.Number(math.NaN()), SE: stat.Number(math.NaN())}
	for _, row := range rows {
		s.Points = append(s.Points, float64(row.K))
	}
	return &grid.Report{Rows: rows, Slopes: []grid.Slope{s}}
}

func none() instance.Bounds {
	no := stat.Number(math.NaN())
	return instance.Bounds{UpperLatent: no, UpperBorda: no, UpperClass: no, LowerMinimax: no, LowerSymmetric: no}
}

func TestFiguresOfOddReports(t *testing.T) {
	inf, both := stat.Number(math.Inf(1)), []string{"tau-against-K", "slack"}
	for why, c := range map[string]struct {
		spoil func(r *grid.Report)
		names []string
		has   string
		lacks string
	}{
		"nothing odd":         {func(*grid.Report) {}, both, "limits of the quantile", "no cap"},
		"interrupted":         {func(r *grid.Report) { r.Partial = true }, both, "δ=0.05 (PARTIAL)", "no cap"},
		"no rows":             {func(r *grid.Report) { *r = grid.Report{} }, nil, "", ""},
		"no sweep":            {func(r *grid.Report) { r.Slopes = nil }, both[1:], "q×100", "Stopping time"},
		"an empty sweep":      {func(r *grid.Report) { r.Slopes = []grid.Slope{{Axis: "d"}} }, both[1:], "q×100", "Stopping time"},
		"no upper limit":      {func(r *grid.Report) { r.Slopes[0].Rows[1].Tau.Quantile.Hi = inf }, both, "no cap", "PARTIAL"},
		"no lower limit":      {func(r *grid.Report) { r.Slopes[0].Rows[0].Tau.Quantile.Lo = -inf }, both, "no cap", "PARTIAL"},
		"a row of one":        {func(r *grid.Report) { *r = *sweep(r.Rows[0]) }, both, "limits of the quantile", "between B.14"},
		"undecided":           {undecided(0), both, "limits of the quantile", "no cap"},
		"all undecided":       {undecided(0, 1, 2), both[:1], "between B.14", "limits of the quantile"},
		"a missing bound":     {func(r *grid.Report) { r.Slopes[0].Rows[1].Bounds = none() }, both, "Theorem 3.2", "between B.14"},
		"a bound of zero":     {func(r *grid.Report) { r.Slopes[0].Rows[0].Bounds.LowerMinimax = 0 }, both, "Theorem 3.2", "no cap"},
		"an endless bound":    {func(r *grid.Report) { r.Slopes[0].Rows[0].Bounds.UpperBorda = inf }, both, "Proposition B.4", "no cap"},
		"a huge bound":        {func(r *grid.Report) { r.Slopes[0].Rows[0].Bounds.UpperLatent = 1e199 }, both, "196", "no cap"},
		"a parameter of zero": {func(r *grid.Report) { r.Slopes[0].Points[0] = 0 }, both, "8", "no cap"},
		"no bounds at all": {func(r *grid.Report) {
			for i := range r.Slopes[0].Rows {
				r.Slopes[0].Rows[i].Bounds = none()
			}
		}, both, "limits of the quantile", "upper bound,"},
		"a factor below 1": {func(r *grid.Report) { r.Rows[0].Slack.Worst = 0.5 }, both, "a factor below 1", "no cap"},
		"a hostile name": {func(r *grid.Report) {
			r.Rows[1].Source, r.Rows[1].Family = "", "<b>&\"\x1b\xff"+strings.Repeat("{_x}", 99)
		}, both, `<b>&"`, "\x1b"},
	} {
		r := sweep(measured(t, 4, 1e3, 900, 1200), measured(t, 8, 1e3, 1e3, 1e3), measured(t, 16, 1e3, 900, 2e3))
		c.spoil(r)
		names, svg := drawn(t, r)
		require.Equal(t, c.names, names, why)
		all := ""
		for _, name := range names {
			all += strings.Join(texts(svg[name]), "\n")
		}
		require.Contains(t, all, c.has, why)
		if c.lacks != "" {
			require.NotContains(t, all, c.lacks, why)
		}
	}
}

// undecided leaves rows without a quantile, in the sweep and in the bars.
func undecided(which ...int) func(*grid.Report) {
	return func(r *grid.Report) {
		for _, i := range which {
			endless := stat.Number(math.Inf(1))
			r.Rows[i].Tau.Quantile = stat.Quantile{Value: endless, Lo: -endless, Hi: endless, Level: 1}
			r.Rows[i].Slack.Phase = 0
		}
	}
}

func TestSweepsOfOneAxisAreNumbered(t *testing.T) {
	r := sweep(measured(t, 4, 1e3, 900, 1200), measured(t, 8, 1e3, 900, 1200))
	r.Slopes = append(r.Slopes, r.Slopes[0], r.Slopes[0])
	names, _ := drawn(t, r)
	require.Equal(t, []string{"tau-against-K", "tau-against-K-2", "tau-against-K-3", "slack"}, names)
}

func TestFiguresRefuse(t *testing.T) {
	r := sweep(measured(t, 4, 1e3, 900, 1200))
	figures, err := Figures(r)
	require.NoError(t, err)
	missing := filepath.Join(t.TempDir(), "missing")
	require.ErrorContains(t, figures[0].WriteFiles(missing), filepath.Join(missing, "tau-against-K.svg"))
	r.Slopes[0].Axis = "B"
	_, err = Figures(r)
	require.ErrorContains(t, err, `no figure for a sweep along "B": use one of K, d, Δ, log(1/δ)`)
}

// Every line shows the value that it is named after; the bounds of this row are
// all different.
func TestLinesShowWhatTheySay(t *testing.T) {
	row, got := measured(t, 4, 1e3, 900, 1200), map[string]float64{}
	for _, one := range allSeries() {
		got[one.words] = one.value(row)
	}
	require.Equal(t, map[string]float64{
		"upper bound, Theorem 3.1": 1e5, "upper bound, Proposition B.4": 1e4, "measured (1−δ)-quantile of τ": 1e3,
		"lower bound, Lemma B.14": 100, "lower bound, Theorem 3.2": 10,
	}, got)
}

// A line is cut where a value does not exist, and only there.
func TestMissingValuesCutALine(t *testing.T) {
	var rows []grid.Row
	for i, q := range []stat.Number{10, stat.Number(math.NaN()), 10, 100, stat.Number(math.Inf(1)), 1000} {
		rows = append(rows, measured(t, 2<<i, q, q, q))
	}
	s := sweep(rows...).Slopes[0]
	cut := runs(s, quantile)
	require.Len(t, cut, 3)
	require.Equal(t, []int{1, 2, 1}, []int{len(cut[0]), len(cut[1]), len(cut[2])})
	require.Equal(t, 1.0, cut[1][0].Y, "log10 of 10")
	require.Equal(t, math.Log10(16), cut[1][1].X)
	require.Len(t, runs(s, lowerB14), 1)
}

// The ends of a bar are log10 of B.14/q and 3.1/q: here 1/10 and 100.  Sums of
// three logarithms below 2 are within 3·2⁻⁵² of them.
func TestBarsReachTheBounds(t *testing.T) {
	const rounding = 3.0 / (1 << 52)
	row := measured(t, 4, 1e3, 900, 1200)
	b, ok := newBar(row)
	require.True(t, ok)
	lo, hi := b.ends()
	require.InDelta(t, -1, lo, rounding)
	require.InDelta(t, 2, hi, rounding)
	require.Len(t, b.segments, 5)
	require.InDelta(t, 0, b.segments[1].to, rounding, "q lies between the grid")
	require.Zero(t, b.segments[2].from, "and the phases")
	require.Equal(t, "symmetric K=4 d=2 Δ=1 δ=0.05", b.name)
	require.Equal(t, []string{"B.14: q÷10", "3.1: q×100"}, []string{b.low, b.high})

	row.Slack.Rest, row.Slack.Kappa = stat.Number(math.NaN()), stat.Number(math.NaN())
	b, ok = newBar(row)
	require.True(t, ok)
	require.Len(t, b.segments, 2, "a vote log has the right side up to B.4")
	require.Equal(t, []string{"", "B.4: q×10"}, []string{b.low, b.high})

	row.Slack.Phase = stat.Number(math.NaN())
	_, ok = newBar(row)
	require.False(t, ok, "what lies beyond a missing factor has no place")
}

// Whatever the range, an axis has one to eight labels.
func TestAxesAreLabelled(t *testing.T) {
	for lo := -5.0; lo < 12; lo += 0.37 {
		for _, length := range []float64{0.41, 0.6, 1, 1.7, 2.2, 3, 5, 8, 8.9, 17, 100, 300} {
			labels := 0
			for _, tick := range (decades{}).Ticks(lo, lo+length) {
				require.True(t, tick.Value >= lo && tick.Value <= lo+length)
				if tick.Label != "" {
					labels++
				}
			}
			require.True(t, labels >= 1 && labels <= 8, "%d labels from %v over %v", labels, lo, length)
		}
	}
}

func TestFactorsInWords(t *testing.T) {
	for factor, want := range map[float64]string{
		1: "×1.0", 1.26: "×1.3", 9.97: "×10", 34.4: "×34", 4164: "×4164", 0.5: "÷2.0", 1.0 / 650: "÷650", 1e7: "×1.0e+07",
	} {
		require.Equal(t, want, times(factor))
	}
	for e, want := range map[float64]string{0: "q", 1: "×10", -3: "÷1000", 7: "×10{^7}", -12: "÷10{^12}"} {
		require.Equal(t, want, power(e))
	}
}
