package report

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot/vg/draw"

	"vectorborda/bounds"
	"vectorborda/report/figure"
	"vectorborda/sims/experiment"
	"vectorborda/sims/setting"
)

// ExperimentFigures draws what the experiments show: medians along a parameter,
// paired ratios to VB-EGE, the constants and the allocation.
func ExperimentFigures(r *experiment.Report) (all []figure.Figure) {
	swept := slices.DeleteFunc(slices.Clone(r.Rows), func(r experiment.Row) bool { name, _ := r.Axis(); return name == "" })
	for _, g := range setting.Groups(swept, func(r experiment.Row) [2]string { return [2]string{r.Experiment, r.Group} }) {
		all = append(all, medianFigure(g))
	}
	for _, name := range r.Experiments {
		all = append(all, ratioFigure(name, r.Rows))
	}
	constants := slices.DeleteFunc(slices.Clone(r.Rows), func(r experiment.Row) bool { return r.Experiment != "constants" || r.C.Samp > 4 })
	for _, g := range setting.Groups(constants, func(r experiment.Row) string { return r.Family }) {
		all = append(all, constantsFigure(g))
	}
	for _, a := range r.Allocations {
		all = append(all, allocationFigure(a))
	}
	return finished(all, r.Partial)
}

func methodOf(r experiment.Row) string { return r.Method.Name }

// lookOf is how a method is drawn.  Focal Borda often takes what VB-EGE takes, which is
// larger, so that it can be seen below.
func lookOf(method string) figure.Look {
	looks := map[string]figure.Look{
		"vb-ege":  {Color: figure.Black, Mark: draw.CircleGlyph{}, Radius: 5.5},
		"focal":   {Color: figure.SkyBlue, Mark: draw.BoxGlyph{}},
		"plug-in": {Color: figure.Orange, Mark: draw.PyramidGlyph{}},
		"bt-mle":  {Color: figure.Vermilion, Mark: draw.TriangleGlyph{}},
		"bt-glr":  {Color: figure.Blue, Mark: draw.SquareGlyph{}},
	}
	if look, known := looks[method]; known {
		return look
	}
	return figure.Look{Color: figure.Black, Mark: draw.CrossGlyph{}}
}

// methodName is a method's, with what it lacks.
func methodName(r experiment.Row) string {
	return shortened(labelled(r.Method.Title, r.Method.Guarantee), 65)
}

// medianFigure is the median τ of every method along one parameter.
func medianFigure(rows []experiment.Row) figure.Figure {
	first := rows[0]
	axis, _ := first.Axis()
	along := parameterOf(axis)
	p := &figure.Plot{
		X: figure.Axis{Label: along.label, Log: true},
		Y: figure.Axis{Label: "median τ, number of comparisons (log axis)", Log: true},
	}
	for _, own := range setting.Groups(rows, methodOf) {
		look := lookOf(own[0].Method.Name)
		look.Width, look.Dashed = 1.5, own[0].Method.Name == "focal"
		if own[0].Method.Name == "vb-ege" {
			look.Width = 4
		}
		var points []figure.Point
		for _, r := range own {
			_, x := r.Axis()
			along.tickAt(&p.X, x, r.Delta)
			points = append(points, within(at(x, r.Tau.Median), r.MedianLo, r.MedianHi))
		}
		slices.SortFunc(points, func(a, b figure.Point) int { return cmp.Compare(a.X, b.X) })
		p.Series(methodName(own[0]), look, points)
	}
	name := along.file
	if name != first.Experiment {
		name = first.Experiment + "-" + name
	}
	return figure.Figure{
		Name: "median-" + name, Among: strings.TrimPrefix(first.Group, along.symbol), Title: fmt.Sprintf("Median stopping time: experiment %s, %s", first.Experiment, first.Group),
		Note: "Marks are the medians of all runs of a setting, bars their 99 % limits. Lower is cheaper. Where VB-EGE (wide line) and Focal Borda (dashes) cost the same, one lies on the other.", Plots: []*figure.Plot{p},
	}
}

// ratioFigure shows the paired ratio of every rival to VB-EGE in each setting of an
// experiment, a setting a line.
func ratioFigure(name string, rows []experiment.Row) figure.Figure {
	p := &figure.Plot{X: figure.Axis{Label: "τ as a multiple of VB-EGE's on the same instance (log axis)", Log: true}}
	own := slices.DeleteFunc(slices.Clone(rows), func(r experiment.Row) bool {
		return r.Experiment != name || !figure.Placed(r.Paired.Value)
	})
	line := map[string]float64{} // of a setting
	for _, r := range slices.Backward(own) {
		if _, known := line[r.Name()]; !known {
			line[r.Name()] = float64(len(line))
			p.Y.Names = append(p.Y.Names, rowName(r.Name()))
		}
	}
	parting(p, "VB-EGE")
	for _, method := range setting.Groups(own, methodOf) {
		var points []figure.Point
		for _, r := range method {
			points = append(points, within(at(r.Paired.Value, line[r.Name()]), r.Paired.Lo, r.Paired.Hi))
		}
		p.Series(methodName(method[0]), lookOf(method[0].Method.Name), points)
	}
	return figure.Figure{
		Name: "ratio-" + name, Title: "Cost relative to VB-EGE: experiment " + name,
		Note:   "Marks are geometric means of the ratios of τ to VB-EGE's on the same instances (runs, on the symmetric family), bars their 99 % limits; left of the line a method is cheaper than VB-EGE, right of it dearer.",
		Height: 5 + 0.62*float64(len(line)), Plots: []*figure.Plot{p},
	}
}

// constantsFigure is τ on the grid of constants of one family, as multiples of that
// at (2,4); nothing without that cell or with one value of a constant.
func constantsFigure(rows []experiment.Row) figure.Figure {
	samp, thr, base := []float64{}, []float64{}, 0.0
	for _, r := range rows {
		samp, thr = append(samp, r.C.Samp), append(thr, r.C.Thr)
		if r.C.Samp == 2 && r.C.Thr == 4 {
			base = float64(r.Tau.Median)
		}
	}
	p := &figure.Plot{X: figure.Axis{Label: "C_samp"}, Y: figure.Axis{Label: "C_thr"}}
	across, up := places(&p.X, samp), places(&p.Y, thr)
	for _, r := range rows {
		if factor := float64(r.Tau.Median) / base; base > 0 && len(across) > 1 && len(up) > 1 && figure.Placed(factor) {
			x, words := across[r.C.Samp], fmt.Sprintf("×%.2f\n%d wrong of %d", factor, r.Wrong, r.Runs)
			p.Bar(x-0.5, x+0.5, up[r.C.Thr], 0.5, figure.Shade(factor), words)
		}
	}
	family := rows[0].Family
	return figure.Figure{
		Name: "constants-" + fileName(family), Title: "VB-EGE's median τ as a multiple of that at (2,4): " + family,
		Note:  "A cell has the median τ as a multiple of that at C_samp = 2, C_thr = 4, blue where it is less and vermilion where it is more, and below it the wrong answers of all runs. The proof covers C_thr ≥ 4 only.",
		Plots: []*figure.Plot{p},
	}
}

// places makes different values the names of an axis, in order.
func places(a *figure.Axis, values []float64) map[float64]float64 {
	slices.Sort(values)
	at := map[float64]float64{}
	for i, v := range slices.Compact(values) {
		at[v], a.Names = float64(i), append(a.Names, digits(v, usual))
	}
	return at
}

// allocationFigure shows the comparisons of models against their gaps: the median and
// the middle 90 % of all, the models of one instance, and a run without noise.
func allocationFigure(a experiment.Allocation) figure.Figure {
	p := &figure.Plot{
		X: figure.Axis{Label: "Borda gap (log axis)", Log: true},
		Y: figure.Axis{Label: "comparisons of the model (log axis)", Log: true},
	}
	var median, one []figure.Point
	least, most := math.Inf(1), 0.0
	for _, b := range a.Bins {
		if x := math.Sqrt(b.Lo * b.Hi); figure.Placed(x) && figure.Placed(b.Low) && figure.Placed(b.Up) {
			median = append(median, at(x, b.Median, b.Low, b.Up))
			least, most = min(least, b.Lo), max(most, b.Hi)
		}
	}
	for _, q := range a.Example {
		one = append(one, at(q.Gap, q.Samples))
	}
	if len(median) > 1 {
		p.Series("a run without noise", figure.Look{Color: figure.Blue, Width: 1.3}, noiseless(a, least, most))
		p.Series("median of all models; bars: the middle 90 %", figure.Look{Color: figure.Black, Width: 2}, median)
		p.Series("models of one instance", figure.Look{Color: figure.Vermilion, Mark: draw.CircleGlyph{}, Radius: 1.8}, one)
	}
	return figure.Figure{
		Name: "allocation-" + fileName(a.Family), Title: "Comparisons of a model against its Borda gap: " + a.Family,
		Note: "VB-EGE, δ = 0.05. The black line is the median over all models of all instances whose gap is in a bin, a tenth of a decade, and its bars hold nine tenths of them; dots are the models of one instance; the blue stairs are a run in which every empirical score is the true one.", Plots: []*figure.Plot{p},
	}
}

// noiseless is d·n_m with m = min{m : C_thr·r_m < gap}, a staircase from the least gap
// to the largest.
func noiseless(a experiment.Allocation, least, most float64) (points []figure.Point) {
	s, err := bounds.NewSchedule(a.K, a.D, a.Delta, a.C)
	if err != nil {
		return nil
	}
	for m := s.Phases(); m >= 1; m-- {
		n, _ := s.N(m)
		left, right, y := max(least, a.C.Thr*s.R(m)), most, float64(a.D)*float64(n)
		if m > 1 {
			right = min(right, a.C.Thr*s.R(m-1))
		}
		if left < right {
			points = append(points, at(left, y), at(right, y))
		}
	}
	return points
}
