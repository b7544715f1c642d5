package grid

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
)

// Slope is the slope of log q against the log of one parameter, along the rows
// of the symmetric family in which only that parameter changes.
type Slope struct {
	Axis  string      `json:"axis"`  // one of setting.Axes
	Fixed string      `json:"fixed"` // the other parameters
	Count int         `json:"rows"`
	Slope stat.Number `json:"slope"`
	SE    stat.Number `json:"se"`

	Rows   []Row     `json:"-"`
	Points []float64 `json:"-"` // the parameter
}

// fixed are a row's parameters off an axis.
func fixed(row Row, axis string) string {
	var parts []string
	for _, other := range setting.Axes() {
		switch other {
		case axis:
		case setting.LogDelta:
			parts = append(parts, fmt.Sprintf("δ=%v", row.Delta))
		default:
			parts = append(parts, fmt.Sprintf("%s=%v", other, row.Along(other)))
		}
	}
	return strings.Join(parts, ", ")
}

// slopes finds every sweep of at least three rows.
func slopes(rows []Row) []Slope {
	out := []Slope{}
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return !r.IsSymmetric() })
	for _, axis := range setting.Axes() {
		for _, sweep := range setting.Groups(rows, func(r Row) string { return fixed(r, axis) }) {
			if len(sweep) >= 3 {
				out = append(out, Slope{Axis: axis, Fixed: fixed(sweep[0], axis), Rows: sweep}.fit())
			}
		}
	}
	return out
}

// fit sorts a sweep along its axis and fits the slope.
func (s Slope) fit() Slope {
	slices.SortFunc(s.Rows, func(a, b Row) int { return cmp.Compare(a.Along(s.Axis), b.Along(s.Axis)) })
	var q []float64
	for _, row := range s.Rows {
		s.Points, q = append(s.Points, row.Along(s.Axis)), append(q, float64(row.Tau.Quantile.Value))
	}
	slope, se := stat.Slope(s.Points, q)
	s.Count, s.Slope, s.SE = len(q), stat.Number(slope), stat.Number(se)
	return s
}
