package experiment

import (
	"math"
	"slices"

	"vectorborda/sims/algo"
	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
)

// Slope is how a method's mean τ grows along the settings of a group.
type Slope struct {
	Experiment, Group string
	Method            algo.Method
	Axis              string // "K", "d", "Δ", "|P|" or "log(1/δ)"
	X                 []float64
	Mean              []float64
	Slope             float64 // of log mean τ against log X
	SE                float64 // by the distance of the points from the line
	Noise             float64 // by the errors of the means; NaN where they have none or too few units for one

	// Along log(1/δ): 1-R² of the means on it, of the formula K·d·n_m on it with m
	// the commonest last phase, and the share of runs that take exactly that.
	Lack, FormulaLack, Full float64
}

// Axis is a row's place in its group, NaN where the group varies nothing.
func (r Row) Axis() (name string, x float64) {
	switch {
	case r.Experiment == "confidence":
		return setting.LogDelta, r.Along(setting.LogDelta)
	case slices.Contains(setting.Axes(), r.Group):
		return r.Group, r.Along(r.Group)
	case r.Recipe.Name != "" && (r.Experiment == "frontier-size" || r.Experiment == "track-and-stop" && r.Group != "benchmark"):
		return "|P|", float64(r.Recipe.S)
	}
	return "", math.NaN()
}

// slopes finds the groups of at least three whole rows whose means exist.
func slopes(rows []Row) (all []Slope) {
	type place struct{ experiment, group, method string }
	groups, order := map[place][]Row{}, []place(nil)
	for _, r := range rows {
		if name, _ := r.Axis(); name == "" || !r.MeanExists() || !r.Decided() || r.Runs < r.Part.Runs() {
			continue
		}
		at := place{r.Experiment, r.Group, r.Method.Name}
		if len(groups[at]) == 0 {
			order = append(order, at)
		}
		groups[at] = append(groups[at], r)
	}
	for _, at := range order {
		if len(groups[at]) >= 3 {
			all = append(all, slopeOf(groups[at]))
		}
	}
	return all
}

func slopeOf(rows []Row) Slope {
	first := rows[0]
	s := Slope{Experiment: first.Experiment, Group: first.Group, Method: first.Method, Lack: math.NaN(), FormulaLack: math.NaN(), Full: math.NaN()}
	var errors []float64
	for _, r := range rows {
		name, x := r.Axis()
		se := r.SE
		if !r.ErrorOfMeanExists() || r.Units < fewestUnits {
			se = math.NaN()
		}
		s.Axis, s.X, s.Mean, errors = name, append(s.X, x), append(s.Mean, r.Mean), append(errors, se)
	}
	s.Slope, s.SE = stat.Slope(s.X, s.Mean)
	s.Noise = stat.SlopeNoise(s.X, s.Mean, errors)
	if s.Axis == setting.LogDelta {
		s.Lack = stat.LackOfFit(s.X, s.Mean)
		s.FormulaLack, s.Full = formula(s.X, rows)
	}
	return s
}

// formula is 1-R² of the rows' K·d·n_m in log(1/δ), and the share of runs whose τ
// is exactly that.
func formula(x []float64, rows []Row) (lack, full float64) {
	runs, exact := 0, 0
	var y []float64
	for _, r := range rows {
		runs, exact, y = runs+r.Runs, exact+r.Full, append(y, float64(r.Formula))
	}
	return stat.LackOfFit(x, y), float64(exact) / float64(runs)
}
