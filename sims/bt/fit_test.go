package bt

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/diff/fd"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"

	"vectorborda/sims/binomial"
)

// loss is f of the package comment, term by term; it shares nothing with the fits.
func loss(d Data, theta []float64, mu float64) (sum float64) {
	total := 0.0
	for i := range d.K {
		for j := i + 1; j < d.K; j++ {
			n, c := float64(d.N[d.Place(i, j)]), float64(d.Credit[d.Place(i, j)])
			x := theta[i] - theta[j]
			sum += c/2*softplus(-x) + (n-c/2)*softplus(x)
			total += n
		}
	}
	sum /= total
	for _, x := range theta {
		sum += mu / 2 * x * x
	}
	return sum
}

func softplus(x float64) float64 { return max(x, 0) + math.Log1p(math.Exp(-math.Abs(x))) }

func lossGradient(d Data, grad, theta []float64, mu float64) {
	total := 0.0
	for i, x := range theta {
		grad[i] = 0
		for j := range theta {
			if j == i {
				continue
			}
			n, c := float64(d.N[d.Place(min(i, j), max(i, j))]), float64(d.Credit[d.Place(min(i, j), max(i, j))])
			if i > j {
				c = 2*n - c
			}
			grad[i] += n/(1+math.Exp(theta[j]-x)) - c/2
			total += n / 2
		}
	}
	for i, x := range theta {
		grad[i] = grad[i]/total + mu*x
	}
}

// draw makes data of latent scores: balanced, or with n between 1 and most at random.
func draw(src *rand.ChaCha8, theta []float64, most int64, balanced bool) Data {
	d, random := NewData(len(theta)), rand.New(src)
	for i := range theta {
		for j := i + 1; j < len(theta); j++ {
			n := most
			if !balanced {
				n = 1 + random.Int64N(most)
			}
			d.Add(i, j, n, 2*binomial.Draw(src, n, 1/(1+math.Exp(theta[j]-theta[i]))))
		}
	}
	return d
}

func scores(src *rand.ChaCha8, K int, width float64) []float64 {
	random, theta := rand.New(src), make([]float64, K)
	for i := range theta {
		theta[i] = width * (random.Float64() - 0.5)
	}
	return theta
}

func source(n uint64) *rand.ChaCha8 { return rand.NewChaCha8([32]byte{byte(n), byte(n >> 8), 7}) }

// rise is loss(to) - loss(from) without the cancellation: log((1+e^{x+u})/(1+e^x)) is
// log(1 + σ(x)(e^u - 1)).
func rise(d Data, from, to []float64, mu float64) (sum float64) {
	total := 0.0
	for i := range d.K {
		for j := i + 1; j < d.K; j++ {
			n, c := float64(d.N[d.Place(i, j)]), float64(d.Credit[d.Place(i, j)])
			p, u := 1/(1+math.Exp(from[j]-from[i])), (to[i]-from[i])-(to[j]-from[j])
			sum += n*(math.Log1p(p*math.Expm1(u))-p*u) + (n*p-c/2)*u
			total += n
		}
	}
	sum /= total
	for i := range from {
		sum += mu / 2 * (to[i] - from[i]) * (to[i] + from[i])
	}
	return sum
}

// reference minimises the same loss by gonum's BFGS until the gradient is below 1e-11.
// Its line search ends where rounding hides the descent, so it is begun again with the
// loss counted from where it stands.
func reference(t *testing.T, d Data, mu float64) []float64 {
	x := make([]float64, d.K)
	for range 50 {
		from := slices.Clone(x)
		problem := optimize.Problem{
			Func: func(x []float64) float64 { return rise(d, from, x, mu) },
			Grad: func(grad, x []float64) { lossGradient(d, grad, x, mu) },
		}
		got, err := optimize.Minimize(problem, x, &optimize.Settings{GradientThreshold: 1e-11}, &optimize.BFGS{})
		if got == nil {
			require.NoError(t, err)
		}
		x = got.X
		if supremumGradient(d, x, mu) <= 1e-11 {
			return x
		}
	}
	require.LessOrEqual(t, supremumGradient(d, x, mu), 1e-11)
	return x
}

func supremumGradient(d Data, x []float64, mu float64) float64 {
	grad := make([]float64, d.K)
	lossGradient(d, grad, x, mu)
	return floats.Norm(grad, math.Inf(1))
}

func TestTheReferenceGradientIsTheDerivativeOfTheLoss(t *testing.T) {
	d := draw(source(1), scores(source(2), 5, 3), 20, false)
	x := scores(source(3), 5, 2)
	grad := make([]float64, 5)
	lossGradient(d, grad, x, 0.1)
	want := fd.Gradient(nil, func(x []float64) float64 { return loss(d, x, 0.1) }, x, &fd.Settings{Formula: fd.Central})
	require.InDeltaSlice(t, want, grad, 1e-8) // central differences: h² and rounding/h, both near 1e-10
}

// nearlySeparable has one vote against a clean sweep.
func nearlySeparable(src *rand.ChaCha8, K int) Data {
	d, random := NewData(K), rand.New(src)
	for i := range K {
		for j := i + 1; j < K; j++ {
			n := int64(20 + random.IntN(200))
			d.Add(i, j, n, 2*n)
		}
	}
	for i := range K - 1 { // one loss in each chain link makes it strongly connected
		d.Add(i, i+1, 1, 0)
	}
	return d
}

func TestFitsAgreeWithAGeneralOptimiser(t *testing.T) {
	worst, problems := 0.0, 0
	for trial := uint64(0); problems < 200; trial++ {
		src := source(trial)
		K := 2 + int(trial%9)
		var d Data
		switch trial % 4 {
		case 0:
			d = draw(src, scores(src, K, 2), 50, true)
		case 1:
			d = draw(src, scores(src, K, 4), 1e9, false)
		case 2:
			d = draw(src, scores(src, K, 6), 30, false)
		default:
			d = nearlySeparable(src, K)
		}
		if d.Above() != nil {
			continue // its ϑ̂ is the ridge's; see below
		}
		fit := NewFitter(K).Ridge(d, nil)
		require.True(t, fit.Converged)
		want := reference(t, d, ridge)
		for i := range want {
			worst = max(worst, math.Abs(want[i]-fit.Theta[i]))
			require.InDelta(t, want[i], fit.Theta[i], 1e-6, "trial %d, K = %d", trial, K)
		}
		problems++
	}
	t.Logf("%d problems, largest difference %.1e", problems, worst)
}

func TestTheCertificateIsThatOfThePoint(t *testing.T) {
	for trial := range uint64(50) {
		src := source(trial)
		d := draw(src, scores(src, 6, 3), 40, trial%2 == 0)
		fit := NewFitter(6).Ridge(d, nil)
		require.InDelta(t, supremumGradient(d, fit.Theta, ridge), fit.Gradient, 1e-15)
		better := reference(t, d, ridge)
		require.LessOrEqual(t, loss(d, fit.Theta, ridge)-loss(d, better, ridge), fit.Gap+1e-14)
	}
}

func BenchmarkRidge(b *testing.B) {
	for _, warm := range []bool{false, true} {
		b.Run(fmt.Sprintf("K=64,warm=%v", warm), func(b *testing.B) {
			theta := make([]float64, 64)
			theta[0] = 1
			d := draw(source(1), theta, 117, true)
			e := draw(source(2), theta, 526, true)
			f := NewFitter(64)
			var start []float64
			if warm {
				start = f.Ridge(d, nil).Theta
			}
			its := 0
			for b.Loop() {
				its = f.Ridge(e, start).Iterations
			}
			b.ReportMetric(float64(its), "steps")
		})
	}
}

// On a complete balanced design the order of ϑ̂ is that of the Borda scores, ties are
// ties, and the fit of renumbered models is the fit renumbered, to the last bit.
func TestABalancedFitKeepsTheOrderOfTheWins(t *testing.T) {
	ties := 0
	for trial := range uint64(300) {
		src := source(trial)
		K := 2 + int(trial%12)
		most := []int64{1, 3, 40, 1e6}[trial%4]
		theta := make([]float64, K)
		for i := range theta {
			theta[i] = float64(i) * 5 / float64(K-1) // strengths 0 … 5
		}
		d := draw(src, theta, most, true)
		wins := make([]float64, K)
		d.totals(wins)
		warm := scores(src, K, 2)
		fit := NewFitter(K).Ridge(d, warm)
		for i := range K {
			for j := range K {
				require.Equal(t, wins[i] > wins[j], fit.Theta[i] > fit.Theta[j], "trial %d: %v, %v", trial, wins, fit.Theta)
				if i != j && wins[i] == wins[j] {
					ties++
				}
			}
		}
		to := rand.New(src).Perm(K)
		turned, turnedWarm := NewData(K), make([]float64, K)
		for i := range K {
			turnedWarm[to[i]] = warm[i]
			for j := i + 1; j < K; j++ {
				turned.Add(to[i], to[j], d.N[d.Place(i, j)], d.Credit[d.Place(i, j)])
			}
		}
		again := NewFitter(K).Ridge(turned, turnedWarm)
		for i := range K {
			require.Equal(t, fit.Theta[i], again.Theta[to[i]])
		}
		require.Equal(t, fit.Gap, again.Gap)
	}
	require.Greater(t, ties, 100)
}

// What the data cannot tell is named, and the ridge alone holds it.
func TestFitsNameWhatTheDataCannotTell(t *testing.T) {
	d := NewData(4)
	d.Add(0, 1, 10, 10)
	d.Add(2, 3, 10, 14)
	fit := NewFitter(4).Ridge(d, nil)
	require.Equal(t, []int{2, 3}, fit.Apart)
	require.Nil(t, fit.Above)
	require.InDelta(t, 0, fit.Theta[0]+fit.Theta[1], 1e-6, "each part is centred by the ridge")

	d.Add(1, 2, 5, 10)
	fit = NewFitter(4).Ridge(d, nil)
	require.Nil(t, fit.Apart)
	require.Equal(t, []int{0, 1}, fit.Above)
	require.True(t, fit.Converged)
	require.False(t, fit.Fallback)
	require.Greater(t, fit.Theta[1]-fit.Theta[2], 12.0, "held by a ridge of 1e-8 and by nothing else")

	d.Add(2, 1, 1, 1)
	require.Nil(t, NewFitter(4).Ridge(d, nil).Above, "a tie is enough")
}

// No data are known that the small ridge fails on, so the fits are stopped early: a chain
// of clean wins needs about log 2 a step to its place, and the larger ridge is nearer.
func TestAFitThatFailsFallsBackToTheLargerRidge(t *testing.T) {
	const K = 12
	d := NewData(K)
	for i := range K - 1 {
		d.Add(i, i+1, 1, 2)
	}
	f := NewFitter(K)
	require.False(t, f.Ridge(d, nil).Fallback)
	f.limit = 30 // of 56 and 21 that they take
	fit := f.Ridge(d, nil)
	require.True(t, fit.Fallback)
	require.True(t, fit.Converged)
	require.InDelta(t, supremumGradient(d, fit.Theta, fallbackRidge), fit.Gradient, 1e-15)
	f.limit = 2
	require.False(t, f.Ridge(d, nil).Converged, "two steps are too few for both")
}

func TestWarmStartsLeadToTheSamePoint(t *testing.T) {
	for trial := range uint64(100) {
		src := source(trial)
		d := draw(src, scores(src, 8, 4), 60, trial%2 == 0)
		f := NewFitter(8)
		cold, warm := f.Ridge(d, nil), f.Ridge(d, scores(src, 8, 6))
		require.InDeltaSlice(t, cold.Theta, warm.Theta, 1e-8)
		require.False(t, warm.Fallback, "a warm start need not be centred")
		if d.Above() == nil {
			box := f.Box(d, 2, Order{}, nil)
			again := f.Box(d, 2, Order{}, box.Theta)
			require.InDeltaSlice(t, box.Theta, again.Theta, 1e-9)
			require.LessOrEqual(t, again.Iterations, box.Iterations)
		}
	}
}

// A fit that was stopped early says how far it may be from the optimum, and is.
func TestTheGapOfAnUnfinishedFitIsTrue(t *testing.T) {
	for trial := range uint64(60) {
		src := source(trial)
		d := draw(src, scores(src, 5, 3), 300, trial%2 == 0)
		order := Order{Top: 4, Under: []int{0, 1, 2}}
		f := NewFitter(5)
		best := f.Box(d, 2, order, nil)
		f.limit = 1
		early := f.Box(d, 2, order, nil)
		distance := loss(d, early.Theta, 0) - loss(d, best.Theta, 0)
		if distance < 1e-9 {
			continue
		}
		require.False(t, early.Converged)
		require.GreaterOrEqual(t, early.Gap, distance)
		grad := make([]float64, 5)
		lossGradient(d, grad, early.Theta, 0)
		require.InDelta(t, dot(grad, early.Theta)-simplex(t, grad, 2, order), early.Gap, 1e-9)
		require.Positive(t, early.Gradient)

		ridged := f.Ridge(d, nil)
		require.False(t, ridged.Converged)
		require.GreaterOrEqual(t, ridged.Gap, loss(d, ridged.Theta, fallbackRidge)-loss(d, NewFitter(5).Ridge(d, nil).Theta, fallbackRidge))
	}
}

// Far out on data in which one model won everything only the ridge bends the loss, so
// that ‖∇F‖²/(2μ) is the distance to the optimum but for two parts in a thousand.
func TestTheGapOfARidgeFitHasNoRoom(t *testing.T) {
	d := NewData(2)
	d.Add(0, 1, 10, 20)
	f := NewFitter(2)
	best := f.Ridge(d, nil)
	far := []float64{300, -300}
	f.load(d, f.all)
	f.start(f.all, far)
	f.limit = 0
	fit := f.ridge(ridge, false)
	distance := loss(d, far, ridge) - loss(d, best.Theta, ridge)
	require.GreaterOrEqual(t, fit.Gap, distance)
	require.Less(t, fit.Gap, 1.002*distance)
}
