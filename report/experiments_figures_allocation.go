package report

import (
	"image/color"
	"math"
	"slices"

	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"vectorborda/bounds"
	"vectorborda/sims/experiment"
)

// shade goes from blue (÷8) over white to vermilion (×8), pale enough for words.
func shade(factor float64) color.RGBA {
	t := max(-1, min(1, math.Log2(factor)/3))
	to := vermilion
	if t < 0 {
		t, to = -t, blue
	}
	mix := func(c uint8) uint8 { return uint8(255 - 0.6*t*float64(255-c)) }
	return color.RGBA{R: mix(to.R), G: mix(to.G), B: mix(to.B), A: 255}
}

// allocationFigure shows the comparisons of models against their gaps: the middle
// 90 % of all, the models of one instance, and a run without noise.
func allocationFigure(a experiment.Allocation) (f Figure, ok bool) {
	var low, up, median plotter.XYs
	x, y := nothing(), nothing()
	for _, b := range a.Bins {
		at := math.Sqrt(b.Lo * b.Hi)
		if !drawable(at) || !drawable(b.Low) || !drawable(b.Up) {
			continue
		}
		log := math.Log10(at)
		low, up = append(low, plotter.XY{X: log, Y: math.Log10(b.Low)}), append(up, plotter.XY{X: log, Y: math.Log10(b.Up)})
		median = append(median, plotter.XY{X: log, Y: math.Log10(b.Median)})
		x, y = x.with(b.Lo, b.Hi), y.with(b.Low, b.Up)
	}
	if len(median) < 2 {
		return f, false
	}
	heading := "Comparisons of a model against its Borda gap: " + a.Family
	x, y = x.wider(0.02, 0.02), y.wider(0.05, 0.1)
	return Figure{
		Name: "allocation-" + fileName(a.Family), Caption: heading + ". VB-EGE, δ = 0.05; bins are tenths of a decade.",
		width: 22 * vg.Centimeter, height: 12 * vg.Centimeter,
		draw: func(c draw.Canvas) {
			p, l := newPlot(), legend()
			p.X.Label.Text, p.Y.Label.Text = "Borda gap (log axis)", "comparisons of the model (log axis)"
			p.X.Tick.Marker, p.Y.Tick.Marker = decades{}, decades{}
			ring := slices.Clone(up)
			slices.Reverse(ring)
			p.Add(&plotter.Polygon{XYs: []plotter.XYs{append(slices.Clone(low), ring...)}, Color: paleGrey})
			stairs := &plotter.Line{XYs: noiseless(a, x), LineStyle: draw.LineStyle{Color: blue, Width: vg.Points(1.3)}}
			middle := &plotter.Line{XYs: median, LineStyle: draw.LineStyle{Color: black, Width: vg.Points(2)}}
			one := &plotter.Scatter{XYs: example(a), GlyphStyle: draw.GlyphStyle{Color: vermilion, Radius: vg.Points(1.8), Shape: draw.CircleGlyph{}}}
			p.Add(stairs, middle, one)
			l.Add("median of all models", middle)
			l.Add("middle 90 %", swatch{paleGrey})
			l.Add("models of one instance", one)
			l.Add("a run without noise", stairs)
			p.X.Min, p.X.Max, p.Y.Min, p.Y.Max = x.lo, x.hi, y.lo, y.hi
			beside(title(c, heading), p, &l)
		},
	}, true
}

func example(a experiment.Allocation) (points plotter.XYs) {
	for _, q := range a.Example {
		if drawable(q.Gap) && drawable(q.Samples) {
			points = append(points, plotter.XY{X: math.Log10(q.Gap), Y: math.Log10(q.Samples)})
		}
	}
	return points
}

// noiseless is d·n_m with m = min{m : C_thr·r_m < gap}, a staircase.
func noiseless(a experiment.Allocation, x span) (points plotter.XYs) {
	s, err := bounds.NewSchedule(a.K, a.D, a.Delta, a.C)
	if err != nil {
		return nil
	}
	for m := s.Phases(); m >= 1; m-- {
		n, _ := s.N(m)
		right := x.hi
		if m > 1 {
			right = math.Log10(a.C.Thr * s.R(m-1))
		}
		left, y := math.Log10(a.C.Thr*s.R(m)), math.Log10(float64(a.D)*float64(n))
		if left, right = max(left, x.lo), min(right, x.hi); left < right {
			points = append(points, plotter.XY{X: left, Y: y}, plotter.XY{X: right, Y: y})
		}
	}
	return points
}
