package report

import (
	"fmt"
	"math"
	"strings"

	"vectorborda/report/figure"
	"vectorborda/sims/grid"
	"vectorborda/sims/stat"
)

// Figures draws τ between its bounds along every sweep of a report, then the
// sources of the distance between them.  A report without rows has no figures.
func Figures(r *grid.Report) (all []figure.Figure) {
	for _, s := range r.Slopes {
		if f := sweepFigure(s); !f.Plots[0].Empty() {
			all = append(all, f)
		}
	}
	if f := slackFigure(r.Rows); !f.Plots[0].Empty() {
		all = append(all, f)
	}
	return finished(all, r.Partial)
}

// finished numbers figures of one name and marks those of an interrupted run.
func finished(all []figure.Figure, partial bool) []figure.Figure {
	figure.Number(all)
	for i := range all {
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
	if p.symbol == "δ" {
		x.Tick(value, digits(delta, usual))
	} else {
		x.Tick(value, digits(value, usual))
	}
}

// fileName keeps a name apart from what file systems give a meaning.
func fileName(name string) string {
	return strings.NewReplacer(",", "-", "=", "-", "/", "-").Replace(name)
}

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

// sweepLine is one line of a sweep.
type sweepLine struct {
	words string
	look  figure.Look
	value func(grid.Row) stat.Number
}

func lowerB14(row grid.Row) stat.Number { return row.Bounds.LowerSymmetric }
func upper31(row grid.Row) stat.Number  { return row.Bounds.UpperLatent }
func quantile(row grid.Row) stat.Number { return row.Tau.Quantile.Value }

// measuredLine is the one with limits.
const measuredLine = "measured (1−δ)-quantile of τ"

// sweepLines stand in the order of the legend, which is the one from top to bottom
// of the picture.  What is dashed is an intermediate result of the paper.
func sweepLines() []sweepLine {
	return []sweepLine{
		{"upper bound, Theorem 3.1", figure.Look{Color: figure.Vermilion, Width: 1.3, Mark: figure.Triangle}, upper31},
		{"upper bound, Proposition B.4", figure.Look{Color: figure.Vermilion, Width: 1.3, Dashed: true, Mark: figure.HollowTriangle},
			func(row grid.Row) stat.Number { return row.Bounds.UpperBorda }},
		{measuredLine, figure.Look{Color: figure.Black, Width: 2, Mark: figure.Disc}, quantile},
		{"lower bound, Lemma B.14", figure.Look{Color: figure.Blue, Width: 1.3, Dashed: true, Mark: figure.Box}, lowerB14},
		{"lower bound, Theorem 3.2", figure.Look{Color: figure.Blue, Width: 1.3, Mark: figure.HollowBox},
			func(row grid.Row) stat.Number { return row.Bounds.LowerMinimax }},
	}
}

func sweepPoints(s grid.Slope, value func(grid.Row) stat.Number) (points []figure.Point) {
	for i, row := range s.Rows {
		points = append(points, at(s.Points[i], value(row)))
	}
	return points
}

// sweepFigure is τ between its bounds along one parameter.
func sweepFigure(s grid.Slope) figure.Figure {
	along := parameterOf(s.Axis)
	p := &figure.Plot{
		X: figure.Axis{Label: along.label, Log: true},
		Y: figure.Axis{Label: "τ, number of comparisons (log axis)", Log: true},
	}
	for i, value := range s.Points {
		along.tickAt(&p.X, value, s.Rows[i].Delta)
	}
	for _, line := range sweepLines() {
		points := sweepPoints(s, line.value)
		if line.words != measuredLine {
			p.Series(line.words, line.look, points)
			continue
		}
		drawn, open := false, false
		for i, row := range s.Rows {
			q := row.Tau.Quantile
			points[i].Limits = &figure.Limits{Lo: float64(q.Lo), Hi: float64(q.Hi)}
			if figure.Placed(q.Value) {
				drawn, open = true, open || !figure.Placed(q.Lo) || !figure.Placed(q.Hi)
			}
		}
		if p.Series(line.words, line.look, points); drawn {
			p.LimitBar("limits of the quantile")
		}
		if open {
			p.Explain("(no cap: too few runs for one)", nil)
		}
	}
	p.Area("between B.14 and Theorem 3.1", figure.PaleGrey, sweepPoints(s, lowerB14), sweepPoints(s, upper31))
	return figure.Figure{
		Name:  "tau-against-" + along.file,
		Title: fmt.Sprintf("Stopping time of VB-EGE between its bounds: %s varies, %s", along.symbol, s.Fixed),
		Note:  sweepNote(s), Width: 22, Height: 12, Plots: []*figure.Plot{p},
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

// at is a point.
func at[X, Y ~float64](x X, y Y) figure.Point { return figure.Point{X: float64(x), Y: float64(y)} }

// within is a point between limits, if each has a place on a log axis.
func within[F ~float64](q figure.Point, lo, hi F) figure.Point {
	if figure.Placed(lo) && figure.Placed(hi) {
		q.Limits = &figure.Limits{Lo: float64(lo), Hi: float64(hi)}
	}
	return q
}
