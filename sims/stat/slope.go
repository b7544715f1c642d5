package stat

import (
	"math"

	"gonum.org/v1/gonum/stat"
)

// Slope is the slope of log y against log x by least squares with its standard
// error, which measures how far the points are from a line, not the noise of each
// point.  It is NaN for fewer than two different x, the error for fewer than
// three points.
func Slope(x, y []float64) (slope, se float64) {
	lx, ly := logs(x), logs(y)
	mean := stat.Mean(lx, nil)
	spread, residual := 0.0, 0.0
	intercept, slope := stat.LinearRegression(lx, ly, nil, false)
	for i := range lx {
		spread += (lx[i] - mean) * (lx[i] - mean)
		off := ly[i] - intercept - slope*lx[i]
		residual += off * off
	}
	switch {
	case spread == 0 || len(x) < 2:
		return math.NaN(), math.NaN()
	case len(x) < 3:
		return slope, math.NaN()
	}
	return slope, math.Sqrt(residual / float64(len(x)-2) / spread)
}

func logs(x []float64) []float64 {
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = math.Log(v)
	}
	return out
}
