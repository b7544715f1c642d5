package grid

import (
	"fmt"
	"slices"
	"strings"

	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
)

// Slope is the slope of log q against the log of one parameter, along the rows
// of the symmetric family in which only that parameter changes.
type Slope struct {
	Axis   string // "K", "d", "Δ" or "log(1/δ)"
	Fixed  string // the other parameters
	Rows   []Row
	Points []float64 // the parameter
	Slope  float64
	SE     float64
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
	var out []Slope
	for _, axis := range setting.Axes() {
		var groups []Slope
		for _, row := range rows {
			if !row.IsSymmetric() {
				continue
			}
			fixed := fixed(row, axis)
			at := slices.IndexFunc(groups, func(g Slope) bool { return g.Fixed == fixed })
			if at < 0 {
				at, groups = len(groups), append(groups, Slope{Axis: axis, Fixed: fixed})
			}
			groups[at].Rows, groups[at].Points = append(groups[at].Rows, row), append(groups[at].Points, row.Along(axis))
		}
		for _, g := range groups {
			if len(g.Rows) >= 3 {
				out = append(out, g.fit())
			}
		}
	}
	return out
}

// fit sorts a sweep along its axis and fits the slope.
func (g Slope) fit() Slope {
	order := make([]int, len(g.Rows))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int {
		if g.Points[i] < g.Points[j] {
			return -1
		}
		return 1
	})
	sorted := Slope{Axis: g.Axis, Fixed: g.Fixed}
	var q []float64
	for _, i := range order {
		sorted.Rows, sorted.Points = append(sorted.Rows, g.Rows[i]), append(sorted.Points, g.Points[i])
		q = append(q, g.Rows[i].Tau.Q.Value)
	}
	sorted.Slope, sorted.SE = stat.Slope(sorted.Points, q)
	return sorted
}
