package bt

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize/convex/lp"
)

// simplex is the least c·ϑ over the same set by gonum's simplex method: with x = ϑ + S ≥ 0
// and slacks, Σx = K·S, x_i + s_i = 2S, x_p - x_top + u_p = 0.
func simplex(t *testing.T, c []float64, S float64, order Order) float64 {
	K, m := len(c), len(order.Under)
	cols := 2*K + m
	a, b := mat.NewDense(1+K+m, cols, nil), make([]float64, 1+K+m)
	cost := make([]float64, cols)
	shift := 0.0
	for i := range K {
		a.Set(0, i, 1)
		a.Set(1+i, i, 1)
		a.Set(1+i, K+i, 1)
		b[1+i] = 2 * S
		cost[i] = c[i]
		shift += c[i] * S
	}
	b[0] = float64(K) * S
	for n, p := range order.Under {
		a.Set(1+K+n, p, 1)
		a.Set(1+K+n, order.Top, -1)
		a.Set(1+K+n, 2*K+n, 1)
	}
	least, _, err := lp.Simplex(cost, a, b, 1e-10, nil)
	require.NoError(t, err)
	return least - shift
}

// randomOrder asks nothing in a quarter of the cases.
func randomOrder(random *rand.Rand, K int) Order {
	all := random.Perm(K)
	return Order{Top: all[0], Under: all[1 : 1+min(random.IntN(K+1), K-1)*min(random.IntN(4), 1)]}
}

// feasible checks sum, box and order to rounding.
func feasible(t *testing.T, theta []float64, S float64, order Order) {
	sum := 0.0
	for _, x := range theta {
		sum += x
		require.LessOrEqual(t, math.Abs(x), S)
	}
	require.InDelta(t, 0, sum, 1e-12*float64(len(theta)))
	for _, p := range order.Under {
		require.LessOrEqual(t, theta[p], theta[order.Top]+1e-14)
	}
}

// Costs are small integers half of the time, so that ties occur; S is 2 or awkward.
func TestTheLinearProblemAgreesWithTheSimplexMethod(t *testing.T) {
	t.Parallel()
	random := rand.New(source(11))
	ordered := 0
	for trial := range 3000 {
		K := 2 + random.IntN(7)
		S := []float64{2, 1.7, 0.3}[random.IntN(3)]
		c := make([]float64, K)
		for i := range c {
			if c[i] = random.NormFloat64(); trial%2 == 0 {
				c[i] = float64(random.IntN(5) - 2)
			}
		}
		order := randomOrder(random, K)
		if len(order.Under) > 0 {
			ordered++
		}
		v := slices.Clone(NewFitter(K).linear(c, S, order))
		feasible(t, v, S, order)
		require.InDelta(t, simplex(t, c, S, order), dot(c, v), 1e-9, "c = %v, S = %v, %+v", c, S, order)
	}
	require.Greater(t, ordered, 1000)
}

// A box fit is optimal: nothing in the feasible set is better by more than the gap, which
// is computed again by the simplex method from the other gradient.
func TestBoxFitsAreOptimal(t *testing.T) {
	t.Parallel()
	random := rand.New(source(12))
	atBound, tied, inside, worst := 0, 0, 0, 0.0
	for trial := range uint64(1500) {
		src := source(1000 + trial)
		K := 2 + random.IntN(6)
		most := []int64{2, 30, 1e6, 1e15}[random.IntN(4)]
		d := draw(src, scores(src, K, []float64{1, 5}[random.IntN(2)]), most, trial%2 == 0)
		S := []float64{2, 0.7}[random.IntN(2)]
		f := NewFitter(K)
		plain := f.Box(d, S, Order{}, nil)
		order := randomOrder(random, K)
		for _, fit := range []struct {
			Fit
			order Order
		}{{plain, Order{}}, {f.Box(d, S, order, plain.Theta), order}, {f.Box(d, S, order, nil), order}} {
			require.True(t, fit.Converged, "trial %d: gap %v after %d steps", trial, fit.Gap, fit.Iterations)
			feasible(t, fit.Theta, S, fit.order)
			grad := make([]float64, K)
			lossGradient(d, grad, fit.Theta, 0)
			gap := dot(grad, fit.Theta) - simplex(t, grad, S, fit.order)
			require.LessOrEqual(t, gap, 1e-9, "trial %d", trial) // the simplex method's tolerance
			worst = max(worst, fit.Gap)
		}
		last := f.Box(d, S, order, plain.Theta)
		switch {
		case slices.Contains(last.Theta, S) || slices.Contains(last.Theta, -S):
			atBound++
		case slices.ContainsFunc(order.Under, func(p int) bool { return last.Theta[p] == last.Theta[order.Top] }):
			tied++
		default:
			inside++
		}
	}
	t.Logf("worst gap %.1e; at a bound %d, tied %d, inside %d", worst, atBound, tied, inside)
	require.Greater(t, min(atBound, tied, inside), 100)
}
