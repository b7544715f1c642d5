package report

import (
	"bytes"
	"cmp"
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

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"github.com/stretchr/testify/require"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"

	"vectorborda/report/figure"
	"vectorborda/sims/grid"
	"vectorborda/sims/instance"
	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
)

// drawn writes the figures of a report and gives their names and their SVG.
func drawn(t *testing.T, r *grid.Report) (names []string, svg map[string]string) {
	svg = map[string]string{}
	for _, f := range Figures(r) {
		names = append(names, f.Name)
		svg[f.Name] = readableSVG(t, f)
		requirePicture(t, f)
		require.NotRegexp(t, `[\[\]\n{}]`, f.Caption(), "a caption is plain text")
	}
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

// readableSVG holds a figure to be well-formed, without NaN coordinates, and every
// character to have a glyph.
func readableSVG(t *testing.T, f figure.Figure) string {
	var out strings.Builder
	require.NoError(t, f.SVG(&out))
	for dec := xml.NewDecoder(strings.NewReader(out.String())); ; {
		_, err := dec.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		require.NoError(t, err)
	}
	require.NotRegexp(t, `NaN|[+-]Inf`, out.String())
	face, err := opentype.Parse(liberationsansregular.TTF)
	require.NoError(t, err)
	var buffer sfnt.Buffer
	for _, words := range texts(out.String()) {
		for _, c := range words {
			glyph, err := face.GlyphIndex(&buffer, c)
			require.NoError(t, err)
			require.NotZero(t, glyph, "%q of %q has no glyph", c, words)
		}
	}
	return out.String()
}

// requirePicture holds a PNG to its size and to be neither blank nor full.
func requirePicture(t *testing.T, f figure.Figure) {
	var out bytes.Buffer
	require.NoError(t, f.PNG(&out))
	img, err := png.Decode(&out)
	require.NoError(t, err)
	pixels := func(centimetres float64) int { return int(centimetres/2.54*150 + 0.5) }
	require.Equal(t, pixels(figure.Width), img.Bounds().Dx())
	require.Greater(t, img.Bounds().Dy(), pixels(cmp.Or(f.Height, 12)), "the note has room")
	colours, seen := map[color.Color]int{}, 0
	for y := 0; y < img.Bounds().Dy(); y += 4 {
		for x := 0; x < img.Bounds().Dx(); x += 4 {
			colours[img.At(x, y)]++
			seen++
		}
	}
	require.Greater(t, colours[color.RGBA{R: 255, G: 255, B: 255, A: 255}], seen/4, "the ground is white")
	require.Positive(t, colours[figure.Black])
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
		require.Subset(t, texts(svg[name]), []string{"1000", "upper bound, Theorem 3.1", "between B.14 and Theorem 3.1"}, name)
	}
	for _, row := range r.Rows {
		require.Contains(t, texts(svg["slack"]), row.Name())
	}
	require.Subset(t, texts(svg["slack"]), []string{"÷1000", "÷10", "×1", "×10", "κ_B instead of the true Borda gaps"})

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
		"no sweep":            {func(r *grid.Report) { r.Slopes = nil }, both[1:], "×100", "Stopping time"},
		"an empty sweep":      {func(r *grid.Report) { r.Slopes = []grid.Slope{{Axis: "d"}} }, both[1:], "×100", "Stopping time"},
		"no upper limit":      {func(r *grid.Report) { r.Slopes[0].Rows[1].Tau.Quantile.Hi = inf }, both, "no cap", "PARTIAL"},
		"no lower limit":      {func(r *grid.Report) { r.Slopes[0].Rows[0].Tau.Quantile.Lo = -inf }, both, "no cap", "PARTIAL"},
		"a row of one":        {func(r *grid.Report) { *r = *sweep(r.Rows[0]) }, both, "limits of the quantile", "between B.14"},
		"undecided":           {undecided(0), both, "limits of the quantile", "no cap"},
		"all undecided":       {undecided(0, 1, 2), both[:1], "between B.14", "limits of the quantile"},
		"a missing bound":     {func(r *grid.Report) { r.Slopes[0].Rows[1].Bounds = none() }, both, "Theorem 3.2", "between B.14"},
		"a bound of zero":     {func(r *grid.Report) { r.Slopes[0].Rows[0].Bounds.LowerMinimax = 0 }, both, "Theorem 3.2", "no cap"},
		"an endless bound":    {func(r *grid.Report) { r.Slopes[0].Rows[0].Bounds.UpperBorda = inf }, both, "Proposition B.4", "no cap"},
		"a huge bound":        {func(r *grid.Report) { r.Slopes[0].Rows[0].Bounds.UpperLatent = 1e199 }, both, "1e196", "no cap"},
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

// A factor below 1 has its box too.
func TestFactorsThatLeadBackAreDrawn(t *testing.T) {
	boxes := func(worst stat.Number) int {
		r := sweep(measured(t, 4, 1e3, 900, 1200))
		r.Rows[0].Slack.Worst = worst
		return strings.Count(readableSVG(t, slackFigure(r.Rows)), `fill:#D55E00`)
	}
	require.Equal(t, boxes(2), boxes(0.5))
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

func TestSweepsOfOneAxisAreNamedApart(t *testing.T) {
	r := sweep(measured(t, 4, 1e3, 900, 1200), measured(t, 8, 1e3, 900, 1200))
	r.Slopes = append(r.Slopes, r.Slopes[0], r.Slopes[0])
	for i, fixed := range []string{"d=4, Δ=1, δ=0.05", "d=10, Δ=1, δ=0.05", "K=4"} {
		r.Slopes[i].Fixed = fixed
	}
	r.Slopes[2].Axis = "d"
	names, _ := drawn(t, r)
	require.Equal(t, []string{"tau-against-K-d-4-gap-1-delta-0.05", "tau-against-K-d-10-gap-1-delta-0.05", "tau-against-d", "slack"}, names)
}

// Every δ of the paper has its label.
func TestEveryDeltaIsLabelled(t *testing.T) {
	sweeps := setting.Scaling()
	along := sweeps[len(sweeps)-1]
	require.Equal(t, setting.LogDelta, along.Axis)
	s := grid.Slope{Axis: along.Axis}
	var want []string
	for _, one := range along.Settings {
		row := measured(t, 4, 1e3, 900, 1200)
		row.Setting.Setting = one
		s.Rows, s.Points = append(s.Rows, row), append(s.Points, one.Along(along.Axis))
		want = append(want, digits(one.Delta, usual))
	}
	require.Contains(t, want, "0.001")
	require.Subset(t, texts(readableSVG(t, sweepFigure(s))), want)
}

// The figure of the README is what the program draws:
//
//	go test ./report -run FigureOfTheReadme -update
func TestTheFigureOfTheReadmeIsOurs(t *testing.T) {
	settings, err := grid.Quick()
	require.NoError(t, err)
	r, err := grid.Plan{Seed: 1}.Run(t.Context(), settings, nil)
	require.NoError(t, err)
	f := Figures(r)[0]
	path := filepath.Join("..", "docs", f.Name+".svg")
	svg := readableSVG(t, f)
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(svg), 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), svg)
	readme, err := os.ReadFile(filepath.Join("..", "README.md"))
	require.NoError(t, err)
	require.Contains(t, string(readme), "](docs/"+f.Name+".svg)")
}

// Below every picture stands what its marks are.
func TestTheNoteIsInThePicture(t *testing.T) {
	for _, f := range Figures(sweep(measured(t, 4, 1e3, 900, 1200), measured(t, 8, 1e3, 1e3, 1e3))) {
		require.NotEmpty(t, f.Note, f.Name)
		require.Contains(t, strings.Join(texts(readableSVG(t, f)), " "), f.Note)
	}
}

// A parameter that has no words yet is named by itself.
func TestSweepsOfOtherParameters(t *testing.T) {
	r := sweep(measured(t, 4, 1e3, 900, 1200), measured(t, 8, 1e3, 900, 1200))
	r.Slopes[0].Axis = "B/2"
	names, svg := drawn(t, r)
	require.Equal(t, "tau-against-B-2", names[0])
	require.Contains(t, texts(svg[names[0]]), "B/2 (log axis)")
	for _, axis := range setting.Axes() {
		require.NotEqual(t, axis+" (log axis)", parameterOf(axis).label, "%s has words", axis)
	}
}

// Every line shows the value that it is named after; the bounds of this row are
// all different.
func TestLinesShowWhatTheySay(t *testing.T) {
	row, got := measured(t, 4, 1e3, 900, 1200), map[string][]stat.Number{}
	for _, one := range sweepLines() {
		got[one.words] = one.values(row)
	}
	require.Equal(t, map[string][]stat.Number{
		"upper bound, Theorem 3.1": {1e5}, "upper bound, Proposition B.4": {1e4}, "measured (1−δ)-quantile of τ; bars: limits of the quantile": {1e3, 900, 1200},
		"lower bound, Lemma B.14": {100}, "lower bound, Theorem 3.2": {10},
	}, got)
}

// The ends of a bar are B.14/q and 3.1/q: here 1/10 and 100.  A product of three
// factors and the division are each right to half an ulp, below 4·2⁻⁵³ together.
func TestBarsReachTheBounds(t *testing.T) {
	const rounding = 4.0 / (1 << 53)
	row := measured(t, 4, 1e3, 900, 1200)
	b := newBar(row)
	lo, hi := b.ends()
	require.InEpsilon(t, 0.1, lo, rounding)
	require.InEpsilon(t, 100, hi, rounding)
	require.Len(t, b.segments, 5)
	require.InEpsilon(t, 1, b.segments[1].to, rounding, "q lies between the grid")
	require.Equal(t, 1.0, b.segments[2].from, "and the phases")
	require.Equal(t, []string{"B.14: ÷10", "3.1: ×100"}, []string{b.low, b.high})

	row.Slack.Rest, row.Slack.Kappa = stat.Number(math.NaN()), stat.Number(math.NaN())
	b = newBar(row)
	require.Len(t, b.segments, 2, "a vote log has the right side up to B.4")
	require.Equal(t, []string{"", "B.4: ×10"}, []string{b.low, b.high})

	row.Slack.Phase = stat.Number(math.NaN())
	require.Empty(t, newBar(row).segments, "what lies beyond a missing factor has no place")
}

func TestFactorsInWords(t *testing.T) {
	for factor, want := range map[float64]string{
		1: "×1", 1.26: "×1.3", 9.97: "×10", 34.4: "×34", 4164: "×4164", 0.5: "÷2", 1.0 / 650: "÷650",
	} {
		require.Equal(t, want, times(factor))
	}
	for e, want := range map[int]string{0: "×1", 1: "×10", -3: "÷1000", 7: "×1e7", -12: "÷1e12"} {
		require.Equal(t, want, multiple(e))
	}
}
