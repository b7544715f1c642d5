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
	Experiment  string      `json:"experiment"`
	Group       string      `json:"group"`
	Method      algo.Method `json:"method"`
	NoGuarantee string      `json:"no_guarantee,omitempty"`
	Axis        string      `json:"axis"` // one of setting.Axes or "|P|"
	X           []float64   `json:"x"`
	Mean        []float64   `json:"mean"`
	Slope       stat.Number `json:"slope"`       // of log mean τ against log X
	SE          stat.Number `json:"se_of_line"`  // by the distance of the points from the line
	Noise       stat.Number `json:"se_of_means"` // by the errors of the means; NaN where they have none or too few units for one

	// Along log(1/δ): 1-R² of the means on it, of the formula K·d·n_m on it with m
	// the commonest last phase, and the share of runs that take exactly that.
	Lack        stat.Number `json:"one_minus_r2"`
	FormulaLack stat.Number `json:"one_minus_r2_of_formula"`
	AtFormula   stat.Number `json:"-"`
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
func slopes(rows []Row) []Slope {
	all := []Slope{}
	rows = slices.DeleteFunc(slices.Clone(rows), func(r Row) bool {
		name, _ := r.Axis()
		return name == "" || !r.MeanExists() || !r.Decided() || r.Runs < r.Part.Runs()
	})
	for _, group := range setting.Groups(rows, func(r Row) [3]string { return [3]string{r.Experiment, r.Group, r.Method.Name} }) {
		if len(group) >= 3 {
			all = append(all, slopeOf(group))
		}
	}
	return all
}

func slopeOf(rows []Row) Slope {
	first, none := rows[0], stat.Number(math.NaN())
	s := Slope{
		Experiment: first.Experiment, Group: first.Group, Method: first.Method, NoGuarantee: first.NoGuarantee,
		Lack: none, FormulaLack: none, AtFormula: none,
	}
	var errors []float64
	for _, r := range rows {
		name, x := r.Axis()
		se := r.SE
		if !r.ErrorOfMeanExists() || r.Units < FewestUnits {
			se = math.NaN()
		}
		s.Axis, s.X, s.Mean, errors = name, append(s.X, x), append(s.Mean, r.Mean), append(errors, se)
	}
	slope, se := stat.Slope(s.X, s.Mean)
	s.Slope, s.SE, s.Noise = stat.Number(slope), stat.Number(se), stat.Number(stat.SlopeNoise(s.X, s.Mean, errors))
	if s.Axis == setting.LogDelta {
		s.Lack = stat.Number(stat.LackOfFit(s.X, s.Mean))
		s.FormulaLack, s.AtFormula = formula(s.X, rows)
	}
	return s
}

// formula is 1-R² of the rows' K·d·n_m in log(1/δ), and the share of runs whose τ
// is exactly that.
func formula(x []float64, rows []Row) (lack, share stat.Number) {
	runs, exact := 0, 0
	var y []float64
	for _, r := range rows {
		runs, exact, y = runs+r.Runs, exact+r.AtFormula, append(y, float64(r.Formula))
	}
	return stat.Number(stat.LackOfFit(x, y)), stat.Number(float64(exact) / float64(runs))
}
