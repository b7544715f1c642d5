package bt

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
)

// Fit is a fitted model with its certificate.
type Fit struct {
	Theta []float64 // ϑ̂, centred; it belongs to the caller

	// Gradient is the worst violation of the conditions of the optimum, per comparison: the
	// largest |∂F/∂ϑ_i| of a ridge fit, the largest wrong multiplier of a box fit.
	Gradient float64
	// Gap bounds F(ϑ̂) - min F, in nats per comparison.  For a ridge fit it is ‖∇F‖²/(2μ), the
	// Fenchel duality gap at the dual point that the residuals give; for a box fit the
	// Frank–Wolfe gap max_ϑ ∇f(ϑ̂)·(ϑ̂ - ϑ) over the feasible set and a bound on its rounding.
	Gap        float64
	Converged  bool
	Iterations int
	Fallback   bool // a ridge fit that needed the larger ridge

	Apart []int // models never compared with model 0's: Data.Apart
	Above []int // models that won every comparison with the others: Data.Above
}

const (
	// ridge, its second try and the tolerance are those of the BT-MLE rule.
	ridge             = 1e-8
	fallbackRidge     = 1e-4
	gradientTolerance = 1e-9
	// boxGap is the Frank–Wolfe gap at which a box fit counts as converged.  A gradient is
	// rounded near 1e-17 a model, and the feasible set is 2·S·K wide at most.
	boxGap = 1e-12
	// settled is a step, as the largest change of a difference, after which the error of
	// Newton's method is near its square and so below rounding.
	settled = 1e-7
	// maxIterations is many times what a fit takes: a model that won everything moves by
	// about log 2 a step until the ridge holds it, below 20.
	maxIterations = 300
)

// Fitter holds the scratch memory of fits of K models; one goroutine at a time.
type Fitter struct {
	K     int
	limit int // of Newton steps
	theta []float64
	wins  []float64 // W_i/T
	n     []float64 // N_ij/T, rows j < i one after the other
	exp   []float64 // e^ϑ_i
	grad  []float64
	hess  []float64 // lower triangle of ∇²F, K×K
	step  []float64

	face
	newton
	vertices
	all, sorted []int
}

// NewFitter returns a fitter of K ≥ 2 models; fewer, who have no comparisons to
// divide by, are misuse: it panics.
func NewFitter(K int) *Fitter {
	if K < 2 {
		panic(fmt.Sprintf("bt: a fitter of %d models: at least 2 needed", K))
	}
	vector := func() []float64 { return make([]float64, K) }
	f := &Fitter{
		K: K, limit: maxIterations, theta: vector(), wins: vector(), n: make([]float64, K*(K-1)/2),
		exp: vector(), grad: vector(), hess: make([]float64, K*K), step: vector(),
		face:     face{side: make([]side, K), tied: make([]bool, K)},
		newton:   newton{variable: make([]int, K), size: vector(), matrix: make([]float64, K*K), right: vector(), left: vector()},
		vertices: vertices{best: vector(), trial: vector(), under: make([]bool, K), nobody: make([]bool, K)},
		all:      make([]int, K), sorted: make([]int, K),
	}
	for i := range f.all {
		f.all[i] = i
	}
	return f
}

// Ridge is [Fitter.Prior] with μ = 1e-8, and with 1e-4 from no start if that does not
// reach a gradient of 1e-9.
func (f *Fitter) Ridge(d Data, warm []float64) Fit {
	fit := f.Prior(d, ridge, warm)
	if !fit.Converged {
		fit = f.Prior(d, fallbackRidge, nil)
		fit.Fallback = true
	}
	return fit
}

// Prior minimises f + (μ/2)‖ϑ‖², μ > 0, the ridge of a normal prior of variance 1/(Tμ),
// from a warm start or from nil for none.  It is Tμ-strongly convex in nats: ϑ̂ is at
// most Gradient·√K/μ away from the minimum.
//
// On a balanced design the wins W_i decide: models are fitted in their order, equal wins
// get equal bits and more wins never a smaller ϑ̂, whatever exp rounds, so the order of
// ϑ̂ is that of the Borda scores and ϑ̂ of renumbered models is ϑ̂ renumbered.
func (f *Fitter) Prior(d Data, mu float64, warm []float64) Fit {
	order := f.arrange(d, warm)
	f.load(d, order)
	f.start(order, warm)
	f.centre()
	fit := f.ridge(mu, d.balanced())
	fit.Theta, fit.Apart, fit.Above = make([]float64, f.K), d.Apart(), d.Above()
	for place, i := range order {
		fit.Theta[i] = f.theta[place]
	}
	return fit
}

func (f *Fitter) ridge(mu float64, sorted bool) (fit Fit) {
	f.open(math.Inf(1), Order{})
	fit.Iterations, _ = f.minimise(mu, math.Inf(1), Order{})
	if sorted {
		f.align()
		f.evaluate(mu)
	}
	fit.Gradient = floats.Norm(f.grad, math.Inf(1))
	fit.Gap = dot(f.grad, f.grad) / (2 * mu)
	fit.Converged = fit.Gradient <= gradientTolerance
	return fit
}

// Box minimises f over 1ᵀϑ = 0, ‖ϑ‖_∞ ≤ S and the order, from a warm start in that box or
// from nil for none.
func (f *Fitter) Box(d Data, S float64, order Order, warm []float64) Fit {
	f.load(d, f.all)
	f.start(f.all, warm)
	f.open(S, order)
	var fit Fit
	fit.Iterations, fit.Gradient = f.minimise(0, S, order)
	fit.Theta, fit.Apart, fit.Above = slices.Clone(f.theta), d.Apart(), d.Above()
	vertex := f.linear(f.grad, S, order)
	gap := max(0, dot(f.grad, f.theta)-dot(f.grad, vertex))
	fit.Converged = gap <= boxGap
	fit.Gap = gap + f.rounding(S)
	return fit
}

// rounding bounds the error of a Frank–Wolfe gap that comes from float64.  A term n_ij·p_ij
// is right to 6 units of 2⁻⁵³ and a sum of K such terms and W_i/T to K more, of the size of
// Σ_j n_ij; these add up to 2 over all models, and each is met by |ϑ̂_i - ϑ_i| ≤ 2S.  The two
// products add K units of at most 2S each.
func (f *Fitter) rounding(S float64) float64 {
	K := float64(f.K)
	return (2*(K+6) + 2*K) * 2 * S * 0x1p-53
}

// arrange is the order of the models: by wins, then by warm start, in a balanced design,
// else as they are.
func (f *Fitter) arrange(d Data, warm []float64) []int {
	order := append(f.sorted[:0], f.all...)
	if !d.balanced() {
		return order
	}
	wins := f.step
	d.totals(wins)
	slices.SortFunc(order, func(i, j int) int {
		if c := cmp.Compare(wins[j], wins[i]); c != 0 || warm == nil {
			return c
		}
		return cmp.Compare(warm[j], warm[i])
	})
	return order
}

// load takes the data in, with the models in that order.
func (f *Fitter) load(d Data, order []int) {
	wins := f.step
	T, at := d.totals(wins), 0
	for place, i := range order {
		f.wins[place] = wins[i] / T
		for _, j := range order[:place] {
			f.n[at] = float64(d.N[d.Place(min(i, j), max(i, j))]) / T
			at++
		}
	}
}

// start is the warm start in that order, or 0.
func (f *Fitter) start(order []int, warm []float64) {
	clear(f.theta)
	if warm != nil {
		for place, i := range order {
			f.theta[place] = warm[i]
		}
	}
}

// centre moves ϑ to the mean 0 that the minimum with a ridge has; steps keep it.
func (f *Fitter) centre() {
	mean := 0.0
	for _, x := range f.theta {
		mean += x / float64(f.K)
	}
	floats.AddConst(-mean, f.theta)
}

// align gives equal wins equal values and takes the running minimum of the others, which
// come in descending order of their wins.
func (f *Fitter) align() {
	for i := 1; i < f.K; i++ {
		if f.wins[i] == f.wins[i-1] {
			f.theta[i] = f.theta[i-1]
		} else {
			f.theta[i] = min(f.theta[i], f.theta[i-1])
		}
	}
}

// evaluate computes the gradient of F at ϑ and its Hessian,
//
//	∂F/∂ϑ_i = Σ_j n_ij·p_ij - W_i/T + μϑ_i,  ∂²F/∂ϑ_i∂ϑ_j = -n_ij·p_ij·p_ji,  p_ij = e^ϑ_i/(e^ϑ_i + e^ϑ_j).
//
// The share of two exponentials has no cancellation and needs one exponential a model.
func (f *Fitter) evaluate(mu float64) {
	for i, x := range f.theta {
		f.exp[i] = math.Exp(x)
		f.grad[i] = mu*x - f.wins[i]
		f.hess[i*f.K+i] = mu
	}
	at := 0
	for i, wi := range f.exp {
		n, row := f.n[at:at+i], f.hess[i*f.K:i*f.K+i]
		at += i
		exp, grad := f.exp[:len(n)], f.grad[:len(n)]
		var gi, hi float64
		for j, nij := range n {
			share := 1 / (wi + exp[j])
			mine, theirs := nij*(wi*share), nij*(exp[j]*share)
			gi += mine
			grad[j] += theirs
			h := mine * (exp[j] * share)
			row[j] = -h
			hi += h
			f.hess[j*f.K+j] += h
		}
		f.grad[i] += gi
		f.hess[i*f.K+i] += hi
	}
}

// minimise runs damped Newton steps on the face of active constraints and changes the
// face as it goes.  It returns the steps taken and the worst violation of a condition.
//
// Along a step d the loss obeys φ″(s) ≤ φ″(0)·e^{Ds} with D = max_{i,j} (d_i - d_j), since
// |σ″| ≤ σ′.  So s = log(1+D)/D, which minimises the bound that this gives, always
// decreases the loss and tends to 1: no line search is needed.
func (f *Fitter) minimise(mu, S float64, order Order) (steps int, violation float64) {
	done := false
	for {
		f.evaluate(mu)
		if done || steps == f.limit {
			if violation, released := f.release(order); !released || steps == f.limit {
				return steps, violation
			}
		}
		D := f.direction()
		length := 1.0
		if D > 0 {
			length = math.Log1p(D) / D
		}
		blocked := f.advance(length, S, order)
		done = !blocked && D <= settled
		steps++
	}
}
