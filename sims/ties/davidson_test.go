package ties

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/stat/distuv"
)

// drawn are n votes of every pair under latent scores and log ties, by the formula of
// section 7 as it stands.
func drawn(rng *rand.Rand, theta []float64, eta func(i, j int) float64, n int) (cells []tally) {
	for i := range theta {
		for j := i + 1; j < len(theta); j++ {
			won, lost, tied := math.Exp((theta[i]-theta[j])/2), math.Exp((theta[j]-theta[i])/2), math.Exp(eta(i, j))
			c := tally{i: i, j: j}
			for range n {
				switch u := rng.Float64() * (won + lost + tied); {
				case u < won:
					c.won++
				case u < won+lost:
					c.lost++
				default:
					c.tied++
				}
			}
			cells = append(cells, c)
		}
	}
	return cells
}

func generator(n byte) *rand.Rand { return rand.New(rand.NewChaCha8([32]byte{n})) }

func constant(gamma float64) func(i, j int) float64 { return func(int, int) float64 { return gamma } }

// The basis is the orthogonal one of the cosine transform of type IV.
func TestPhiIsOrthonormal(t *testing.T) {
	const K = 7
	phi := newDavidson(K, K, nil, 0).phi
	for a := range K {
		for b := range K {
			want := 0.0
			if a == b {
				want = 1
			}
			require.InDelta(t, want, floats.Dot(phi[a], phi[b]), 1e-14, "%d %d: 7 products, each rounded below 1e-15", a, b)
		}
	}
	require.Equal(t, math.Sqrt(0.5)*math.Cos(3*math.Pi/16), newDavidson(4, 1, nil, 0).phi[1][0])
}

func TestProbabilitiesFarApartDoNotOverflow(t *testing.T) {
	m := newDavidson(2, 0, nil, 0)
	won, lost, tied := m.logs([]float64{3000, 0, 1000}, 0, 1)
	require.Equal(t, []float64{0, -3000, -500}, []float64{won, lost, tied})
	won, lost, tied = m.logs([]float64{0, 2000, 2000}, 0, 1)
	require.Equal(t, []float64{-3000, -1000, 0}, []float64{won, lost, tied})
}

// A central difference of step h errs by h²/6 of a third derivative, here below 1, and by
// the rounding 1e-15/h of values near 1: together below 1e-9 at h = 1e-5.
func TestGradientIsThatOfTheValue(t *testing.T) {
	rng := generator(1)
	for _, k := range []int{0, 1, 3} {
		m := newDavidson(7, k, drawn(rng, []float64{2, 1, 0.5, 0, 0, -1, -3}, constant(-0.5), 9), 0.01)
		x, got := make([]float64, m.size()), make([]float64, m.size())
		for n := range x {
			x[n] = rng.NormFloat64()
		}
		m.gradient(got, x)
		want := fd.Gradient(nil, m.value, x, &fd.Settings{Formula: fd.Central, Step: 1e-5})
		require.InDeltaSlice(t, want, got, 1e-9, "k = %d", k)
	}
}

// Of two models alone the fitted probabilities are the shares of the votes.
func TestTwoModelsGetTheirShares(t *testing.T) {
	f := newDavidson(2, 0, []tally{{0, 1, 50, 30, 20}}, Ridge).fit()
	won, tied := f.outcomes(0, 1)
	require.True(t, f.Converged())
	// The gradient in θ_1 is (π^W-π^L-0.2)/2 and that in γ is π^U-0.2, and the ridge adds
	// 1e-8 of parameters below 2.
	require.InDelta(t, 0.5, won, 1e-7)
	require.InDelta(t, 0.2, tied, 1e-7)
	require.InDelta(t, 0.6, f.score(0, 1), 1e-7)
	require.InDelta(t, 0.4, f.score(1, 0), 1e-7)
}

// minorize fits the model without factors and ridge by an algorithm of another kind, of
// D. R. Hunter, "MM algorithms for generalized Bradley–Terry models", Ann. Statist. 32
// (2004): with w_i = e^{θ_i} and ν = e^γ, sqrt(w_i·w_j) is below a linear function of both.
func minorize(K int, cells []tally) (w []float64, nu float64) {
	w, nu = make([]float64, K), 1
	floats.AddConst(1, w)
	for range 20000 {
		credit, weight := make([]float64, K), make([]float64, K)
		ties, shared := 0.0, 0.0
		for _, c := range cells {
			root := math.Sqrt(w[c.i] * w[c.j])
			per := c.n() / (w[c.i] + w[c.j] + nu*root)
			credit[c.i] += c.won + c.tied/2
			credit[c.j] += c.lost + c.tied/2
			weight[c.i] += per * (1 + nu/2*math.Sqrt(w[c.j]/w[c.i]))
			weight[c.j] += per * (1 + nu/2*math.Sqrt(w[c.i]/w[c.j]))
			ties, shared = ties+c.tied, shared+per*root
		}
		floats.DivTo(w, credit, weight)
		nu = ties / shared
	}
	return w, nu
}

func TestFitIsThatOfAnotherAlgorithm(t *testing.T) {
	rng := generator(2)
	cells := drawn(rng, []float64{1, 0.5, 0, 0, -1.5}, constant(-0.3), 60)
	f := newDavidson(5, 0, cells, Ridge).fit()
	require.True(t, f.Converged(), f)
	w, nu := minorize(5, cells)
	for i := range 5 {
		require.InDelta(t, math.Log(w[i]/w[0]), f.x[i]-f.x[0], 1e-6)
		for j := range i {
			want := (w[i] + nu/2*math.Sqrt(w[i]*w[j])) / (w[i] + w[j] + nu*math.Sqrt(w[i]*w[j]))
			require.InDelta(t, want, f.score(i, j), 1e-6)
		}
	}
	require.InDelta(t, math.Log(nu), f.x[5], 1e-6)
}

// newton minimises a function by steps that know of its value alone.
func newton(value func(x []float64) float64, x []float64) []float64 {
	n := len(x)
	for range 30 {
		grad := fd.Gradient(nil, value, x, &fd.Settings{Formula: fd.Central, Step: 1e-4})
		hess, step := mat.NewSymDense(n, nil), mat.NewVecDense(n, nil)
		fd.Hessian(hess, value, x, &fd.Settings{Formula: fd.Central, Step: 1e-3})
		if err := step.SolveVec(hess, mat.NewVecDense(n, grad)); err != nil {
			panic(err)
		}
		floats.Sub(x, step.RawVector().Data)
	}
	return x
}

// With factors it is that of Newton's method on the formula as it stands.  The ridge is large
// enough for every direction, also those that change no probability, to have a curvature
// that differences of values can tell.
func TestFitWithFactorsIsThatOfNewton(t *testing.T) {
	const K, ridge = 5, 0.01
	cells := drawn(generator(3), []float64{1, 0.5, 0, 0, -1.5}, func(i, j int) float64 { return float64(i*j)/5 - 1 }, 60)
	for _, k := range []int{1, 2} {
		value := func(x []float64) (sum float64) {
			phi := func(a, l int) float64 {
				return math.Sqrt(2.0/K) * math.Cos(math.Pi*float64((2*a+1)*(2*l+1))/(4*K))
			}
			for _, c := range cells {
				eta := 0.0
				for l := range k {
					eta += x[K+c.i*k+l]*phi(c.j, l) + x[K+c.j*k+l]*phi(c.i, l)
				}
				half := (x[c.i] - x[c.j]) / 2
				all := math.Exp(half) + math.Exp(-half) + math.Exp(eta)
				sum += c.n()*math.Log(all) - c.won*half + c.lost*half - c.tied*eta
			}
			return sum/600 + ridge/2*floats.Dot(x, x)
		}
		f := newDavidson(K, k, cells, ridge).minimise(nil)
		require.LessOrEqual(t, f.Gradient, gradientTolerance)
		require.InDeltaSlice(t, newton(value, make([]float64, K+K*k)), f.x, 1e-6, "k = %d", k)
	}
}

// From many votes the parameters come back: twice the likelihood that the fit gains over the
// true ones is χ² of as many degrees as there are parameters, less the shift of θ, in the
// limit; its false alarm is set to 1e-9.
func TestParametersComeBack(t *testing.T) {
	theta := []float64{1.5, 1, 0, -0.5, -2}
	cells := drawn(generator(4), theta, constant(-0.7), 40000)
	m := newDavidson(5, 0, cells, Ridge)
	f := m.fit()
	require.True(t, f.Converged())
	gain := 2 * (m.loss(append(theta, -0.7), cells) - m.loss(f.x, cells))
	require.Positive(t, gain)
	require.Less(t, gain, distuv.ChiSquared{K: 5}.Quantile(1-1e-9))
	require.Less(t, gain, 2*(m.loss(append(theta, -0.6), cells)-m.loss(f.x, cells)), "another γ is seen")
	require.InDelta(t, 0, floats.Sum(f.x[:5]), 1e-9, "Σθ = 0: the ridge and BFGS from 0 never leave it, but for rounding")
}

// Which model of a pair is named first, and without factors the order of the models, change
// nothing but where BFGS ends: gradients of 1e-8 over curvatures above 0.01.
func TestSidesAndOrderChangeNothing(t *testing.T) {
	theta := []float64{1, 0.5, 0, 0, -1.5}
	cells := drawn(generator(5), theta, constant(-0.3), 60)
	var swapped, turned []tally
	for _, c := range cells {
		swapped = append(swapped, tally{c.j, c.i, c.lost, c.won, c.tied})
		turned = append(turned, tally{4 - c.i, 4 - c.j, c.won, c.lost, c.tied})
	}
	f, g, h := newDavidson(5, 0, cells, Ridge).fit(), newDavidson(5, 0, swapped, Ridge).fit(), newDavidson(5, 0, turned, Ridge).fit()
	for i := range 5 {
		for j := range i {
			require.InDelta(t, f.score(i, j), g.score(i, j), 1e-6)
			require.InDelta(t, f.score(i, j), h.score(4-i, 4-j), 1e-6)
		}
	}
}

// without tells exactly whether the likelihood without factors has no maximum: whether it
// rises for ever in some direction (t, g) of θ and γ, where no outcome that was seen loses
// against another of its pair: t_i-t_j ≥ max(0, 2g) for a win of i over j, and 2g ≥ |t_i-t_j|
// for a tie.  For g < 0 there is no tie.  For g = 0 or 2g = 1 these are bounds on differences
// of two t, which can be held unless a cycle of them asks for less than nothing; for g = 0 a
// pair must differ as well.
func without(K int, cells []tally) bool {
	ties := 0.0
	for _, c := range cells {
		ties += c.tied
	}
	if ties == 0 {
		return true
	}
	possible := func(won, tied float64, strict [2]int) bool {
		most := make([][]float64, K) // of t_j - t_i
		for i := range most {
			most[i] = make([]float64, K)
			for j := range most[i] {
				if i != j {
					most[i][j] = math.Inf(1)
				}
			}
		}
		for _, c := range cells {
			for _, side := range []struct {
				i, j int
				won  float64
			}{{c.i, c.j, c.won}, {c.j, c.i, c.lost}} {
				if side.won > 0 {
					most[side.i][side.j] = min(most[side.i][side.j], -won)
				}
				if c.tied > 0 {
					most[side.i][side.j] = min(most[side.i][side.j], tied)
				}
			}
		}
		if strict[0] != strict[1] {
			most[strict[0]][strict[1]] = min(most[strict[0]][strict[1]], -1)
		}
		for k := range K {
			for i := range K {
				for j := range K {
					most[i][j] = min(most[i][j], most[i][k]+most[k][j])
				}
			}
		}
		for i := range K {
			if most[i][i] < 0 {
				return false
			}
		}
		return true
	}
	if possible(1, 1, [2]int{}) {
		return true
	}
	for i := range K {
		for j := range K {
			if i != j && possible(0, 0, [2]int{i, j}) {
				return true
			}
		}
	}
	return false
}

func TestNoMaximumIsSeen(t *testing.T) {
	rng := generator(6)
	seen := map[bool]int{}
	for range 3000 {
		K := 2 + rng.IntN(3)
		var cells []tally
		for i := range K {
			for j := i + 1; j < K; j++ {
				c := tally{i, j, float64(rng.IntN(3)), float64(rng.IntN(3)), float64(rng.IntN(2))}
				if c.n() == 0 {
					c.won++
				}
				cells = append(cells, c)
			}
		}
		none := without(K, cells)
		seen[none]++
		f := newDavidson(K, 0, cells, Ridge).fit()
		require.Equal(t, none, !f.Maximum, "%v: %+v", cells, f)
		require.False(t, none && f.Converged())
		require.Less(t, floats.Norm(f.x, math.Inf(1)), 60.0, "the ridge holds the parameters: log(1/μ) is 18, taken up to three times")
	}
	require.Greater(t, min(seen[true], seen[false]), 300)
}
