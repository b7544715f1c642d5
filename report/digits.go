package report

import (
	"math"
	"strconv"
)

// digits is for a reader: n significant digits, whole numbers and numbers with n
// or more digits before the point to the unit.  NaN, a value that does not exist, is a
// dash.
func digits[F ~float64](value F, n int) string {
	x := float64(value)
	switch {
	case math.IsNaN(x):
		return "–"
	case math.IsInf(x, 1):
		return "∞"
	case math.IsInf(x, -1):
		return "-∞"
	case math.Abs(x) < 1e15 && (x == math.Trunc(x) || math.Abs(x) >= math.Pow10(n-1)):
		return strconv.FormatFloat(x, 'f', 0, 64)
	}
	return strconv.FormatFloat(x, 'g', n, 64)
}

// usual is how many digits a reader sees where nothing else is said.
const usual = 6

// exact is for a program: the shortest digits that read back as the same
// number, empty where there is none.
func exact(x float64) string {
	if math.IsNaN(x) || math.IsInf(x, 0) {
		return ""
	}
	return strconv.FormatFloat(x, 'g', -1, 64)
}
