package repeat

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

func calibrate(t *testing.T, beta float64, d int, epsilon float64) *Calibration {
	c, err := Calibrate(beta, d, epsilon)
	require.NoError(t, err)
	return c
}

// The same linear program, posed as a primal on 60 equally spaced D and solved by
// gonum: fewer constraints, so its optimum is at most that of the whole interval,
// and more than nine tenths of it.  φ_j = x_j - t with t and all x ≥ 0, x_j ≤ 2t.
func TestTablesAgainstGonum(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		beta, epsilon float64
		d             int
	}{{1, 0.0075, 12}, {1, 0.0075, 16}, {1, 0.03, 24}, {2, 0.0075, 16}, {4, 0.03, 16}} {
		got := calibrate(t, c.beta, c.d, c.epsilon)
		require.Equal(t, Certified, got.Status)
		s, limit := newShare(c.beta, c.d), c.epsilon/8
		var rows [][]float64
		var right []float64
		for i := 1; i <= 60; i++ {
			D := float64(i) / 60
			upper, lower, sum := []float64{}, []float64{}, 0.0
			for _, g := range s.response(D) {
				upper, lower, sum = append(upper, g), append(lower, -g), sum+g
			}
			rows = append(rows, append(upper, -sum), append(lower, sum))
			right = append(right, limit+D, limit-D)
		}
		for j := range s.entries {
			row := make([]float64, s.entries+1)
			row[j], row[s.entries] = 1, -2
			rows, right = append(rows, row), append(right, 0)
		}
		cost := make([]float64, s.entries+1)
		cost[s.entries] = 1
		G := mat.NewDense(len(rows), len(cost), slices.Concat(rows...))
		_, A, b := lp.Convert(cost, G, right, nil, nil)
		// Convert splits each variable in two; ours are ≥ 0, so the first parts are
		// enough, with a slack a row.
		n := len(cost)
		std := mat.NewDense(len(rows), n+len(rows), nil)
		for i := range rows {
			for j := range n {
				std.Set(i, j, A.At(i, j))
			}
			std.Set(i, n+i, 1)
		}
		want, _, err := lp.Simplex(append(cost, make([]float64, len(rows))...), std, b, 1e-12, nil)
		require.NoError(t, err)
		require.LessOrEqual(t, want, got.Table.Range()*(1+1e-7), "%+v", c)
		require.Greater(t, want, 0.9*got.Table.Range(), "%+v", c)
	}
}

// Duality on both sides: nothing narrower exists, up to one part in 10^6.
func TestTablesAreNarrowest(t *testing.T) {
	for _, d := range []int{12, 16, 24, 32, 64} {
		c := calibrate(t, 1, d, 0.0075)
		require.Equal(t, Certified, c.Status)
		require.NoError(t, c.Check())
		require.EqualValues(t, c.Table.Range(), c.Largest)
		require.LessOrEqual(t, c.Least, c.Largest)
		require.Greater(t, c.Least, c.Largest*(1-1e-6))
	}
}

// The bias of a certified table on 20,001 points, by direct summation.
func TestCertifiedBiasOnAFineGrid(t *testing.T) {
	for _, d := range []int{12, 16, 33} {
		c := calibrate(t, 1, d, 0.0075)
		for i := -10_000; i <= 10_000; i++ {
			D, sum := float64(i)/10_000, 0.0
			for w, z := range c.Table.Values() {
				sum += z * probability(w, d, Sigma(D))
			}
			require.LessOrEqual(t, math.Abs(sum-D), 0.0075/8+Tolerance)
		}
	}
}

// Perturb one entry, either way: the proof on the whole interval fails, for every
// entry.  Perturb one value alone: it is no table any more.
func TestAPerturbedTableIsRefused(t *testing.T) {
	for _, d := range []int{12, 16, 32} {
		c := calibrate(t, 1, d, 0.0075)
		s := newShare(1, d)
		phi := make([]float64, s.entries)
		for j := range phi {
			phi[j] = c.Table.z[s.first+j]
		}
		c.Table = s.table(phi)
		require.NoError(t, c.Check())
		for j := range phi {
			for _, change := range []float64{1e-3, -1e-3} {
				wrong := slices.Clone(phi)
				wrong[j] += change
				c.Table = s.table(wrong)
				require.Error(t, c.Check(), "d=%d entry %d %+v", d, j, change)
			}
		}
		c.Table = s.table(phi)
		c.Table.z[d] += 1e-12
		require.ErrorContains(t, c.Check(), "form of a table")
		c.Table = s.table(phi)
		c.Table.z[0] += 1e-12
		require.ErrorContains(t, c.Check(), "form of a table")
		c.Table = s.table(phi)
		c.Epsilon *= 0.999
		require.Error(t, c.Check(), "a smaller ε")
		c.Epsilon, c.Beta = 0.0075, 1.01
		require.Error(t, c.Check(), "another β")
	}
}

// Perturb one dual entry, a weight or a place: what it proves is no longer enough.
func TestAPerturbedDualIsRefused(t *testing.T) {
	for _, c := range []struct {
		d       int
		epsilon float64
	}{{1, 0.0075}, {2, 0.0075}, {4, 0.0075}, {8, 0.0075}, {12, 0.00375}} {
		got := calibrate(t, 1, c.d, c.epsilon)
		require.Equal(t, None, got.Status)
		require.NoError(t, got.Check())
		require.Greater(t, float64(got.Least), WidestTable)
		good := got.Dual
		for i := range good.D {
			for _, factor := range []float64{1.001, 0.999, -1} {
				got.Dual = Dual{good.D, slices.Clone(good.Weight)}
				got.Dual.Weight[i] *= factor
				require.Error(t, got.Check(), "d=%d weight %d · %v", c.d, i, factor)
			}
			for _, D := range []float64{good.D[i] * 0.999, 1.5, math.NaN()} {
				got.Dual = Dual{slices.Clone(good.D), good.Weight}
				got.Dual.D[i] = D
				require.Error(t, got.Check(), "d=%d D[%d] = %v", c.d, i, D)
			}
		}
		got.Dual = Dual{}
		require.Error(t, got.Check())
		got.Dual, got.Epsilon = good, 0.9
		require.Error(t, got.Check(), "an ε for which there is a table")
	}
}

// What is no proof proves nothing: differences outside [0,1], for which no table has to
// be right, and a sum that vanishes in float64 alone.
func TestADualProvesNoMoreThanItMay(t *testing.T) {
	s, limit := newShare(1, 12), 0.0075/8
	require.Less(t, calibrate(t, 1, 12, 0.0075).Table.Range(), 2.0, "which 2 at D = 2 would contradict")
	require.Zero(t, Dual{[]float64{2}, []float64{1}}.least(s, limit))
	require.Zero(t, Dual{[]float64{-1}, []float64{-1}}.least(s, limit))

	// With one entry, the weights (g(D_2), -g(D_1)) leave g(D_1)g(D_2) - g(D_2)g(D_1) = 0.
	s = newShare(1, 1)
	g1, g2 := s.response(1)[0], s.response(0.5)[0]
	least := Dual{[]float64{1, 0.5}, []float64{g2, -g1}}.least(s, 1e-6)
	require.Greater(t, least, WidestTable)
	require.LessOrEqual(t, least, (g2-g1/2)/((g1+g2)*s.responseError()))
}

// A depth below which there is no table, seen from the other side: the least bias
// of any table on a grid, by least squares in the supremum norm, i.e. by gonum's
// simplex with the bias as objective, exceeds ε/8.
func TestNoTableMeansNoTable(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		d     int
		limit float64
		none  bool
	}{{8, 0.0075 / 8, true}, {12, 0.00375 / 8, true}, {12, 0.005 / 8, false}} {
		s := newShare(1, c.d)
		// Variables φ⁺_j, φ⁻_j, e ≥ 0 and a slack a row.
		n := 2*s.entries + 1
		const points = 80
		A, b := mat.NewDense(2*points, n+2*points, nil), make([]float64, 2*points)
		for i := range points {
			D := float64(i+1) / points
			for side, sign := range []float64{1, -1} {
				row := 2*i + side
				for j, g := range s.response(D) {
					A.Set(row, 2*j, sign*g)
					A.Set(row, 2*j+1, -sign*g)
				}
				A.Set(row, n-1, -1)
				A.Set(row, n+row, 1)
				b[row] = sign * D
			}
		}
		cost := make([]float64, n+2*points)
		cost[n-1] = 1
		// φ = 0 and e = 1, with which the row of -D = -1 alone has no slack, is a vertex.
		start := []int{n - 1}
		for row := range 2*points - 1 {
			start = append(start, n+row)
		}
		least, _, err := lp.Simplex(cost, A, b, 1e-13, start)
		require.NoError(t, err)
		require.Equal(t, c.none, least > c.limit, "d=%d: least bias %v, limit %v", c.d, least, c.limit)
		got := calibrate(t, 1, c.d, 8*c.limit)
		require.Equal(t, c.none, got.Status == None)
	}
}

func TestSharedEntries(t *testing.T) {
	// σ(1)·12 = 8.77: W = 7, 8 have their own entries, 9 to 12 share one.
	require.Equal(t, share{1, 12, 7, 3}, newShare(1, 12))
	require.Equal(t, share{1, 1, 1, 1}, newShare(1, 1))
	require.Equal(t, share{1, 4, 3, 1}, newShare(1, 4))
	require.Equal(t, share{2, 4, 3, 2}, newShare(2, 4))
	for _, d := range []int{5, 12, 40} {
		avg, c := mustAvg(t, 1, d), calibrate(t, 1, d, 0.1)
		require.Equal(t, Certified, c.Status)
		for w, v := range avg.Values() {
			for u, x := range avg.Values() {
				require.False(t, v == x && c.Table.z[w] != c.Table.z[u], "equal v̂, other entry")
			}
		}
	}
}

func TestCalibrationRefusesAndGivesUp(t *testing.T) {
	for _, epsilon := range []float64{0, -1, 8, 100, math.NaN(), math.Inf(1)} {
		_, err := Calibrate(1, 12, epsilon)
		require.ErrorContains(t, err, "ε = ")
	}
	_, err := Calibrate(0, 12, 0.1)
	require.ErrorContains(t, err, "β = 0")
	require.Equal(t, Untried, calibrate(t, 8, 4096, 0.1).Status)
	bad := newFixed("MLE-CAL", 1, 12, func(w int) float64 { return math.NaN() })
	require.Error(t, checkTable(bad, 0.1))
	bad = newFixed("MLE-CAL", 1, 12, func(w int) float64 { return math.Inf(1) })
	require.Error(t, checkTable(bad, 0.1))
}

// The proof reaches the ends: the bias of MLE-UNCONST grows up to D = 1, so a limit
// one part in 10^5 below its value there is refused and one above it is proved.
func TestTheProofReachesTheEnd(t *testing.T) {
	for _, d := range []int{1, 4, 12} {
		e, err := NewUnconst(1, d)
		require.NoError(t, err)
		bias := func(D float64) float64 { return math.Abs(e.Mean(Sigma(D)) - D) }
		end := bias(1)
		require.Greater(t, end, bias(0.999))
		require.NoError(t, checkTable(e, end*(1+1e-5)))
		require.Error(t, checkTable(e, end*(1-1e-5)))
	}
}

// The derivative that the proof uses is that of the bias, and the bound on the
// second derivative holds, with less than a third to spare somewhere.
func TestDerivativesOfTheBias(t *testing.T) {
	spare := map[int]float64{}
	for _, beta := range []float64{0.5, 1, 4} {
		for _, d := range []int{1, 2, 3, 9, 16, 400} {
			for name, z := range map[string]func(w int) float64{
				"alternating": func(w int) float64 { return float64(1 - 2*(w%2)) },
				"rising":      func(w int) float64 { return float64(w * w) },
				"bent":        func(w int) float64 { x := float64(w) - float64(d)/2; over := max(0, x-60); return x*x - over*over },
			} {
				c := newCurve(newFixed(name, beta, d, z), 1/beta)
				for i := range 200 {
					const h = 1e-4
					D := (float64(i) + 0.5) / 200
					low, slopeLow := c.at(D - h)
					high, slopeHigh := c.at(D + h)
					_, slope := c.at(D)
					// Central differences err by h²/6 of the next derivative, 1e-6 of these sizes.
					size := 1 + math.Abs(slope) + c.bend
					require.InDelta(t, (high-low)/(2*h), slope, 1e-6*size, "%s β=%v d=%d D=%v", name, beta, d, D)
					second := math.Abs(slopeHigh-slopeLow) / (2 * h)
					require.LessOrEqual(t, second, c.bend*(1+1e-6)+1e-6, "%s β=%v d=%d D=%v", name, beta, d, D)
					spare[d] = max(spare[d], second/c.bend)
				}
			}
		}
	}
	require.Greater(t, spare[1], 0.7, "the term with dm/dp")
	require.Greater(t, spare[400], 0.7, "the term with d²m/dp²")
}
