package repeat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// randomHardness has equal clusters, tiny weights and small whole scores among the
// ordinary: degenerate vertices, at which gonum's simplex runs for ever.
func randomHardness(rng *rand.Rand) (h hardness, pi []float64) {
	models, clusters := 2+rng.IntN(6), 2+rng.IntN(20)
	for c := range clusters {
		row, mean := make([]float64, models), 0.0
		for m := range row {
			if row[m] = rng.NormFloat64(); rng.IntN(4) == 0 {
				row[m] = float64(rng.IntN(3))
			}
			mean += row[m] / float64(models)
		}
		for m := range row {
			row[m] -= mean
		}
		if c > 0 && rng.IntN(6) == 0 {
			row = slices.Clone(h.r[0])
		}
		h.r, h.a = append(h.r, row), append(h.a, 0)
		pi = append(pi, rng.ExpFloat64()*[]float64{1, 1, 1, 1e-4}[rng.IntN(4)])
	}
	pi = normalised(pi)
	for m := range models {
		mean := dot(pi, h.row(m+1))
		for c := range h.r {
			h.r[c][m] -= mean
		}
	}
	return h, pi
}

// The proof by duality does not know how the weights were found.
func TestHardWeightsOfRandomClusters(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	tried, moved := 0, 0
	for range 2000 {
		h, pi := randomHardness(rng)
		most := 0.0
		for _, row := range h.r {
			most = max(most, slices.Max(row), -slices.Min(row))
		}
		if most <= 1e-9 {
			continue // as NewSemiSynthetic refuses
		}
		for c, row := range h.r {
			for m := range row {
				row[m] /= most
			}
			h.a[c] = math.Tanh(0.5 * (row[0] - row[1] + 0.01))
		}
		tried++
		w, bound, err := h.solve(pi)
		require.NoError(t, err, "%+v", h)
		require.LessOrEqual(t, bound, dot(pi, h.a), "π keeps the means")
		if dot(w, h.a) < dot(pi, h.a)-1e-6 {
			moved++
		}
	}
	require.Greater(t, tried, 1900)
	require.Greater(t, moved, 1000)
}

// A mean may move neither way, also where scores are not centred.
func TestHardWeightsMoveNoMeanEitherWay(t *testing.T) {
	for _, r := range []float64{1, -1} {
		h := hardness{r: [][]float64{{r}, {0}}, a: []float64{0, 0}}
		_, err := h.check([]float64{0.5, 0.5}, []float64{0, 0})
		require.ErrorContains(t, err, "move the mean utility of model 1")
		_, err = h.check([]float64{0, 1}, []float64{0, 0})
		require.NoError(t, err)
	}
}

func TestAProgramWithoutABoundIsAnError(t *testing.T) {
	// s - x = 1: x may grow without end, and s with it.
	v := &vertex{columns: []column{unit(1, 0, 1)}, right: []float64{1}}
	in := column{a: []float64{-1}, cost: 1, sign: 1}
	r := v.optimise(func(w []float64) (column, float64) { return in, in.cost + w[0] })
	require.Equal(t, &ray{columns: []column{unit(1, 0, 1), in}, weight: []float64{1, 1}}, r)
}
