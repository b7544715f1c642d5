package stat

import "math"

// LackOfFit is 1-R² of the least-squares line of y on x, the share of the
// variance of y that the line leaves; NaN for fewer than two different x or y.
// Sums of squares about the means keep it right when it is tiny.
func LackOfFit(x, y []float64) float64 {
	n := float64(len(x))
	mx, my := sumOf(x)/n, sumOf(y)/n
	var xx, xy, yy float64
	for i := range x {
		xx, xy, yy = xx+(x[i]-mx)*(x[i]-mx), xy+(x[i]-mx)*(y[i]-my), yy+(y[i]-my)*(y[i]-my)
	}
	if xx == 0 || yy == 0 || n < 2 {
		return math.NaN()
	}
	rest := 0.0
	for i := range x {
		off := y[i] - my - xy/xx*(x[i]-mx)
		rest += off * off
	}
	return rest / yy
}

// SlopeNoise is the standard error that independent errors se of y give to the
// slope of log y against log x: Slope is Σ c_i·log y_i with c_i = (log x_i - mean)/Sxx.
func SlopeNoise(x, y, se []float64) float64 {
	lx := logs(x)
	mean, spread, variance := sumOf(lx)/float64(len(lx)), 0.0, 0.0
	for _, v := range lx {
		spread += (v - mean) * (v - mean)
	}
	for i, v := range lx {
		c := (v - mean) / spread * se[i] / y[i]
		variance += c * c
	}
	return math.Sqrt(variance)
}
