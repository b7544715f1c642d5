package report

import (
	"fmt"
	"math"
	"regexp"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"vectorborda/report/figure"
	"vectorborda/sims/grid"
	"vectorborda/sims/stat"
)

// Figures draws τ between its bounds along every sweep of a report, then the
// sources of the distance between them.  A report without rows has no figures.
func Figures(r *grid.Report) (all []figure.Figure) {
	for _, s := range r.Slopes {
		all = append(all, sweepFigure(s))
	}
	return finished(append(all, slackFigure(r.Rows)), r.Partial)
}

// finished leaves empty figures out, adds to names that are not alone among what they
// are, and marks those of an interrupted run.
func finished(all []figure.Figure, partial bool) []figure.Figure {
	all = slices.DeleteFunc(all, func(f figure.Figure) bool { return f.Plots[0].Empty() })
	count := map[string]int{}
	for _, f := range all {
		count[f.Name]++
	}
	for i, f := range all {
		if count[f.Name] > 1 {
			all[i].Name += "-" + fileName(f.Among)
		}
		if partial {
			all[i].Title += " (PARTIAL)"
		}
	}
	return all
}

// parameter is how a sweep names what varies: in a file, in a title, on an axis.
type parameter struct{ file, symbol, label string }

func parameterOf(axis string) parameter {
	known := map[string]parameter{
		"K":        {"K", "K", "K, number of models (log axis)"},
		"d":        {"d", "d", "d, number of objectives (log axis)"},
		"Δ":        {"gap", "Δ", "Δ, gap of the latent scores in log-odds (log axis)"},
		"|P|":      {"frontier-size", "|P|", "|P|, models on the frontier (log axis)"},
		"log(1/δ)": {"delta", "δ", "δ, error probability (log axis of log(1/δ))"},
	}
	if p, ok := known[axis]; ok {
		return p
	}
	return parameter{fileName(axis), axis, axis + " (log axis)"}
}

// tickAt puts a tick at a measured value of the parameter; δ stands in place of log(1/δ).
func (p parameter) tickAt(x *figure.Axis, value, delta float64) {
	shown := value
	if p.symbol == "δ" {
		shown = delta
	}
	x.Tick(value, digits(shown, usual))
}

// fileName writes a name in letters, digits and -, which no file system gives a meaning.
func fileName(name string) string {
	name = strings.NewReplacer("δ", "delta", "Δ", "gap", "log(1/δ)", "delta").Replace(name)
	return strings.Trim(notInFileName.ReplaceAllString(name, "-"), "-")
}

var notInFileName = regexp.MustCompile(`[^A-Za-z0-9._]+`)

// rowName is a name beside a row of a figure.  The font has no glyph for the mark of
// visible.
func rowName(name string) string {
	return shortened(strings.ReplaceAll(visible(name), "\ufffd", "?"), 45)
}

func shortened(s string, longest int) string {
	if runes := []rune(s); len(runes) > longest {
		return string(runes[:longest-1]) + "…"
	}
	return s
}

// sweepLine is one line of a sweep: values, each with its limits if it has any.
type sweepLine struct {
	words  string
	look   figure.Look
	values func(grid.Row) []stat.Number
}

// sweepLines stand in the order of the legend, which is the one from top to bottom
// of the picture.  What is dashed is an intermediate result of the paper.
func sweepLines() []sweepLine {
	return []sweepLine{
		{"upper bound, Theorem 3.1", figure.Look{Color: figure.Vermilion, Width: 1.3, Mark: draw.PyramidGlyph{}},
			func(row grid.Row) []stat.Number { return []stat.Number{row.Bounds.UpperLatent} }},
		{"upper bound, Proposition B.4", figure.Look{Color: figure.Vermilion, Width: 1.3, Dashed: true, Mark: draw.TriangleGlyph{}},
			func(row grid.Row) []stat.Number { return []stat.Number{row.Bounds.UpperBorda} }},
		{"measured (1−δ)-quantile of τ; bars: limits of the quantile", figure.Look{Color: figure.Black, Width: 2, Mark: draw.CircleGlyph{}},
			func(row grid.Row) []stat.Number { q := row.Tau.Quantile; return []stat.Number{q.Value, q.Lo, q.Hi} }},
		{"lower bound, Lemma B.14", figure.Look{Color: figure.Blue, Width: 1.3, Dashed: true, Mark: draw.BoxGlyph{}},
			func(row grid.Row) []stat.Number { return []stat.Number{row.Bounds.LowerSymmetric} }},
		{"lower bound, Theorem 3.2", figure.Look{Color: figure.Blue, Width: 1.3, Mark: draw.SquareGlyph{}},
			func(row grid.Row) []stat.Number { return []stat.Number{row.Bounds.LowerMinimax} }},
	}
}

// sweepFigure is τ between its bounds along one parameter.
func sweepFigure(s grid.Slope) figure.Figure {
	along := parameterOf(s.Axis)
	p := &figure.Plot{
		X: figure.Axis{Label: along.label, Log: true},
		Y: figure.Axis{Label: "τ, number of comparisons (log axis)", Log: true},
	}
	var band []figure.Point
	for i, row := range s.Rows {
		along.tickAt(&p.X, s.Points[i], row.Delta)
		lo, hi := row.Bounds.LowerSymmetric, row.Bounds.UpperLatent
		band = append(band, at(s.Points[i], stat.Number(math.Sqrt(float64(lo*hi))), lo, hi))
	}
	for _, line := range sweepLines() {
		var points []figure.Point
		for i, row := range s.Rows {
			v := line.values(row)
			points = append(points, at(s.Points[i], v[0], v[1:]...))
		}
		p.Series(line.words, line.look, points)
		if slices.ContainsFunc(points, open) {
			p.Explain("(no cap: too few runs for one)", figure.Look{})
		}
	}
	p.Area("between B.14 and Theorem 3.1", figure.PaleGrey, band)
	return figure.Figure{
		Name: "tau-against-" + along.file, Among: s.Fixed,
		Title: fmt.Sprintf("Stopping time of VB-EGE between its bounds: %s varies, %s", along.symbol, s.Fixed),
		Note:  sweepNote(s), Plots: []*figure.Plot{p},
	}
}

// sweepNote says what the points rest on.
func sweepNote(s grid.Slope) string {
	least, most, level := math.MaxInt, 0, 1.0
	for _, row := range s.Rows {
		least, most = min(least, row.Trials), max(most, row.Trials)
		level = min(level, float64(row.Tau.Quantile.Level))
	}
	count := fmt.Sprint(least)
	if least < most {
		count = fmt.Sprintf("%d to %d", least, most)
	}
	note := fmt.Sprintf("Each point is the (1-δ)-quantile of %s runs", count)
	if level > 0 {
		note += fmt.Sprintf(", its limits are of level %v or higher", math.Floor(1000*level)/1000)
	}
	if !math.IsNaN(float64(s.Slope)) {
		note += fmt.Sprintf("; the quantile grows as the power %.2f (standard error %.2g) of %s", s.Slope, s.SE, s.Axis)
	}
	return note + "."
}

// open tells whether a point has a limit without a place on a log axis.
func open(q figure.Point) bool {
	return figure.Placed(q.Y) && slices.ContainsFunc(q.Limits, func(limit float64) bool { return !figure.Placed(limit) })
}

// at is a point, with its limits if there are any.
func at[X, Y ~float64](x X, y Y, limits ...Y) figure.Point {
	q := figure.Point{X: float64(x), Y: float64(y)}
	for _, limit := range limits {
		q.Limits = append(q.Limits, float64(limit))
	}
	return q
}

// within is a point between limits, if each has a place on a log axis.
func within[F ~float64](q figure.Point, lo, hi F) figure.Point {
	if figure.Placed(lo) && figure.Placed(hi) {
		q.Limits = []float64{float64(lo), float64(hi)}
	}
	return q
}
