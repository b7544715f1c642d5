package grid

import (
	"fmt"
	"math"
	"slices"

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

// Axes are the parameters that a sweep can run along.
func Axes() []string { return []string{"K", "d", "Δ", "log(1/δ)"} }

// along gives a row's place on an axis and what is fixed on it.
func along(row Row, axis string) (x float64, fixed string) {
	K, d := row.Instance.Size()
	values := map[string]float64{"K": float64(K), "d": float64(d), "Δ": row.Gap, "log(1/δ)": -math.Log(row.Delta)}
	for _, other := range Axes() {
		if other == axis {
			continue
		}
		if fixed != "" {
			fixed += ", "
		}
		if other == "log(1/δ)" {
			fixed += fmt.Sprintf("δ=%v", row.Delta)
		} else {
			fixed += fmt.Sprintf("%s=%v", other, values[other])
		}
	}
	return values[axis], fixed
}

// slopes finds every sweep of at least three rows.
func slopes(rows []Row) []Slope {
	var out []Slope
	for _, axis := range Axes() {
		var groups []Slope
		for _, row := range rows {
			if row.Family != symmetric {
				continue
			}
			x, fixed := along(row, axis)
			at := slices.IndexFunc(groups, func(g Slope) bool { return g.Fixed == fixed })
			if at < 0 {
				at, groups = len(groups), append(groups, Slope{Axis: axis, Fixed: fixed})
			}
			groups[at].Rows, groups[at].Points = append(groups[at].Rows, row), append(groups[at].Points, x)
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
