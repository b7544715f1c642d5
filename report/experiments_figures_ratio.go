package report

import (
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"vectorborda/sims/experiment"
)

// ratioFigure shows the paired ratio of every rival to VB-EGE in each setting of an
// experiment, a setting a line.
func ratioFigure(name string, rows []experiment.Row) (f Figure, ok bool) {
	var own []experiment.Row
	var settings []string
	x := nothing().with(1)
	for _, r := range rows {
		if r.Experiment == name && drawable(r.Paired.Value) {
			own, settings = append(own, r), addOnce(settings, r.Name())
			x = x.with(float64(r.Paired.Value), float64(r.Paired.Lo), float64(r.Paired.Hi))
		}
	}
	if len(own) == 0 {
		return f, false
	}
	heading := "Cost relative to VB-EGE: experiment " + name
	return Figure{
		Name: "ratio-" + name, Caption: heading + ". Geometric means of paired ratios with 99 % limits; left of the line a method is cheaper than VB-EGE.",
		width: 24 * vg.Centimeter, height: 4*vg.Centimeter + vg.Length(len(settings))*0.62*vg.Centimeter,
		draw: func(c draw.Canvas) {
			p, l := newPlot(), legend()
			p.X.Label.Text = "τ as a multiple of VB-EGE's on the same instance (log axis)"
			p.X.Tick.Marker, p.Y.Tick.Marker = decades{}, nameTicks(settings)
			p.Y.Tick.Length, p.Y.LineStyle.Width = 0, 0
			lines := plotter.NewGrid()
			p.Add(lines)
			lines.Vertical.Color, lines.Horizontal.Color = lightGrey, lightGrey
			wide := x.wider(0.05, 0.1)
			p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = wide.lo, wide.hi, -0.6, float64(len(settings))-0.4
			p.Add(&plotter.Line{XYs: plotter.XYs{{X: 0, Y: p.Y.Min}, {X: 0, Y: p.Y.Max}}, LineStyle: quantileLine})
			for _, method := range methodsOf(own) {
				addRatios(p, &l, method, settings)
			}
			beside(title(c, heading), p, &l)
		},
	}, true
}

// nameTicks writes names from top to bottom.
func nameTicks(names []string) (ticks plot.ConstantTicks) {
	for i, name := range names {
		ticks = append(ticks, plot.Tick{Value: float64(len(names) - 1 - i), Label: cutTo(visible(name), 42)})
	}
	return ticks
}

func addRatios(p *plot.Plot, l *plot.Legend, rows []experiment.Row, settings []string) {
	how := lookOf(rows[0].Method.Name)
	marks := &plotter.Scatter{GlyphStyle: how.glyph()}
	for _, r := range rows {
		y := float64(len(settings) - 1 - slices.Index(settings, r.Name()))
		marks.XYs = append(marks.XYs, plotter.XY{X: math.Log10(float64(r.Paired.Value)), Y: y})
		if drawable(r.Paired.Lo) && drawable(r.Paired.Hi) {
			bar := plotter.XYs{{X: math.Log10(float64(r.Paired.Lo)), Y: y}, {X: math.Log10(float64(r.Paired.Hi)), Y: y}}
			p.Add(&plotter.Line{XYs: bar, LineStyle: how.line()})
		}
	}
	p.Add(marks)
	addLabelled(l, rows[0], marks)
}

// heatMap is the grid of constants of one family, as multiples of (2,4).
type heatMap struct {
	samp, thr []float64
	cells     map[[2]float64]heatCell
}

type heatCell struct {
	factor float64
	wrong  int
	runs   int
}

// constantsFigures is one heat map a family.
func constantsFigures(rows []experiment.Row) (all []Figure) {
	for _, g := range byFamily(rows) {
		h, ok := newHeatMap(g)
		if !ok {
			continue
		}
		heading := "VB-EGE's median τ as a multiple of that at (2,4): " + g[0].Family
		all = append(all, Figure{
			Name: "constants-" + fileName(g[0].Family), Caption: heading + ". Below the factor: wrong answers of all runs. The proof covers C_thr ≥ 4 only.",
			width: 17 * vg.Centimeter, height: 11 * vg.Centimeter,
			draw: func(c draw.Canvas) { h.figure(title(c, heading)) },
		})
	}
	return all
}

func byFamily(rows []experiment.Row) (groups [][]experiment.Row) {
	for _, r := range rows {
		if r.Experiment != "constants" || r.C.Samp > 4 {
			continue
		}
		at := slices.IndexFunc(groups, func(g []experiment.Row) bool { return g[0].Family == r.Family })
		if at < 0 {
			at, groups = len(groups), append(groups, nil)
		}
		groups[at] = append(groups[at], r)
	}
	return groups
}

// fileName keeps letters, digits and dots of a family.
func fileName(family string) string {
	out := []rune(family)
	for i, c := range out {
		if c == ',' || c == '=' {
			out[i] = '-'
		}
	}
	return string(out)
}

// newHeatMap needs the cell (2,4) and at least two of each constant.
func newHeatMap(rows []experiment.Row) (h heatMap, ok bool) {
	base := math.NaN()
	for _, r := range rows {
		if r.C.Samp == 2 && r.C.Thr == 4 {
			base = float64(r.Tau.Median)
		}
	}
	h.cells = map[[2]float64]heatCell{}
	for _, r := range rows {
		if !slices.Contains(h.samp, r.C.Samp) {
			h.samp = append(h.samp, r.C.Samp)
		}
		if !slices.Contains(h.thr, r.C.Thr) {
			h.thr = append(h.thr, r.C.Thr)
		}
		h.cells[[2]float64{r.C.Samp, r.C.Thr}] = heatCell{float64(r.Tau.Median) / base, r.Wrong, r.Runs}
	}
	slices.Sort(h.samp)
	slices.Sort(h.thr)
	return h, base > 0 && len(h.samp) > 1 && len(h.thr) > 1
}

func (h heatMap) figure(c draw.Canvas) {
	p := newPlot()
	p.X.Label.Text, p.Y.Label.Text = "C{_samp}", "C{_thr}"
	p.X.Tick.Marker, p.Y.Tick.Marker = places(h.samp), places(h.thr)
	p.X.Tick.Length, p.Y.Tick.Length = 0, 0
	p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = -0.5, float64(len(h.samp))-0.5, -0.5, float64(len(h.thr))-0.5
	p.Add(h)
	p.Draw(c)
}

func places(values []float64) (ticks plot.ConstantTicks) {
	for i, v := range values {
		ticks = append(ticks, plot.Tick{Value: float64(i), Label: digits(v, usual)})
	}
	return ticks
}

// Plot implements plot.Plotter.
func (h heatMap) Plot(c draw.Canvas, p *plot.Plot) {
	toX, toY := p.Transforms(&c)
	for i, samp := range h.samp {
		for j, thr := range h.thr {
			cell, there := h.cells[[2]float64{samp, thr}]
			if !there || !drawable(cell.factor) {
				continue
			}
			x, y := float64(i), float64(j)
			box(&c, vg.Rectangle{Min: vg.Point{X: toX(x - .5), Y: toY(y - .5)}, Max: vg.Point{X: toX(x + .5), Y: toY(y + .5)}}, shade(cell.factor))
			at := vg.Point{X: toX(x), Y: toY(y)}
			c.FillText(sans(12, draw.XCenter, draw.YBottom), at, fmt.Sprintf("×%.2f", cell.factor))
			at.Y -= vg.Points(3)
			c.FillText(sans(8.5, draw.XCenter, draw.YTop), at, fmt.Sprintf("%d wrong of %d", cell.wrong, cell.runs))
		}
	}
}
