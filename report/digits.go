package report

import (
	"math"
	"strconv"
)

// short is for a reader: whole numbers and large ones without a fraction, others
// to six digits.
func short(x float64) string {
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "-∞"
	case math.Abs(x) < 1e15 && (x == math.Trunc(x) || math.Abs(x) >= 1e5):
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', 6, 64)
}

// exact is for a program: the shortest digits that read back as the same
// number, empty where there is none.
func exact(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
