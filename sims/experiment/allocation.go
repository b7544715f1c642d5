package experiment

import (
	"maps"
	"math"
	"slices"

	"vectorborda/bounds"
	"vectorborda/sims/stat"
)

// Point is a model: its Borda gap, and its comparisons in the mean of the trials.
type Point struct{ Gap, Samples float64 }

// Bin are the models whose gaps lie in [Lo,Hi).
type Bin struct {
	Lo     float64 `json:"gap_lo"`
	Hi     float64 `json:"gap_hi"`
	Models int     `json:"models"`
	Low    float64 `json:"samples_05"` // 5 %, 50 % and 95 % of their comparisons
	Median float64 `json:"samples_50"`
	Up     float64 `json:"samples_95"`
}

// Allocation is how VB-EGE spreads its comparisons over the models of a setting.
type Allocation struct {
	Part   `json:"-"`
	Family string        `json:"family"`
	Units  int           `json:"instances"`
	Slope  stat.Estimate `json:"slope"` // of log samples on log gap: the mean of the instances' slopes
	// Share of models that take what a run without noise gives them, d·n_m with
	// m = min{m : C_thr·r_m < Δ_i}, fewer, and more.
	AsExpected float64 `json:"as_without_noise"`
	Fewer      float64 `json:"fewer"`
	More       float64 `json:"more"`
	Bins       []Bin   `json:"bins"`
	Example    []Point `json:"-"` // one instance
}

// bins a decade of gaps.
const perDecade = 10

func (s *session) allocation(p Part, c *cell) (a Allocation, ok bool, err error) {
	units := c.of(p)
	a = Allocation{Part: p, Family: p.Family, Units: len(units)}
	if len(units) == 0 {
		return a, false, nil
	}
	schedule, err := bounds.NewSchedule(p.K, p.D, p.Delta, p.C)
	if err != nil {
		return a, false, err
	}
	var all []Point
	var each []float64
	counts := [3]int{}
	for index, unit := range units {
		in, err := s.pool.at(p.Setting, index)
		if err != nil {
			return a, false, err
		}
		points := pointsOf(in.Instance.Gaps().Borda, unit)
		if all = append(all, points...); index == 0 {
			a.Example = points
		}
		for _, q := range points {
			counts[1+compareSamples(q, schedule, p)]++
		}
		if slope := slopeThrough(points); !math.IsNaN(slope) {
			each = append(each, slope)
		}
	}
	n := float64(len(all))
	a.Fewer, a.AsExpected, a.More = float64(counts[0])/n, float64(counts[1])/n, float64(counts[2])/n
	a.Slope = stat.MeanOf(each, stat.LimitsError)
	a.Bins = binned(all)
	return a, true, nil
}

func pointsOf(gap []float64, unit []Run) []Point {
	points := make([]Point, len(gap))
	for i, g := range gap {
		points[i].Gap = g
		for _, run := range unit {
			points[i].Samples += float64(run.Samples[i]) / float64(len(unit))
		}
	}
	return points
}

// compareSamples is the sign of a model's comparisons less those without noise.
func compareSamples(q Point, s *bounds.Schedule, p Part) int {
	m := 1
	for m < s.Phases() && p.C.Thr*s.R(m) >= q.Gap {
		m++
	}
	n, err := s.N(m)
	switch want := float64(n) * float64(p.D); {
	case err != nil || q.Samples < want:
		return -1
	case q.Samples > want:
		return 1
	}
	return 0
}

func slopeThrough(points []Point) float64 {
	var x, y []float64
	for _, q := range points {
		if q.Gap > 0 && q.Samples > 0 {
			x, y = append(x, q.Gap), append(y, q.Samples)
		}
	}
	slope, _ := stat.Slope(x, y)
	return slope
}

// binned puts the points into bins of equal width in log gap.
func binned(points []Point) []Bin {
	bins, groups := []Bin{}, map[int][]float64{}
	for _, q := range points {
		if q.Gap > 0 {
			b := int(math.Floor(perDecade * math.Log10(q.Gap)))
			groups[b] = append(groups[b], q.Samples)
		}
	}
	for _, b := range slices.Sorted(maps.Keys(groups)) {
		values := slices.Sorted(slices.Values(groups[b]))
		at := func(share float64) float64 { return values[int(share*float64(len(values)-1)+0.5)] }
		bins = append(bins, Bin{
			Lo: math.Pow(10, float64(b)/perDecade), Hi: math.Pow(10, float64(b+1)/perDecade),
			Models: len(values), Low: at(0.05), Median: at(0.5), Up: at(0.95),
		})
	}
	return bins
}
