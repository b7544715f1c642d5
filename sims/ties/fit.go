package ties

import (
	"math"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/optimize"
)

const (
	// Ridge is μ of the penalty (μ/2)‖x‖² on the parameters, in nats a vote: that of BT-MLE.
	// It moves a maximum that the votes determine by about μ‖x‖ over its curvature, and gives
	// the fit an end where there is none.
	Ridge = 1e-8
	// gradientTolerance is the largest component of the gradient of a fit that has converged.
	// A line search sees the value only, rounded near 1e-16, and a gradient g along a
	// curvature above 0.01 promises g²/0.02, which is 50 times that here.
	gradientTolerance = 1e-8
	// mostIterations is many times what a fit takes: BFGS learns as many directions as there
	// are parameters, and a direction without a maximum takes some steps more.
	mostIterations = 5000
	// settled is how far a parameter may move under ten times the ridge.  Where the likelihood
	// rises for ever, along a direction of largest component 1, the loss that is left falls
	// like e^{-cs}, and the ridge ends it at s near log(1/μ)/c.  No difference of two logits
	// grows faster than the sum of the changes of θ_i, θ_j and η_ij, so that
	// c ≤ 2 + 2k·sqrt(2/K) < 6 for the factors that are tried (2k < K), and ten times the
	// ridge moves it back by log(10)/6 > 0.3.  A maximum that the votes determine moves by
	// 9μ‖x‖ over its curvature.
	settled = 0.1
)

// Fit is the fitted model of one objective.
type Fit struct {
	Status     string  // of the optimiser
	Gradient   float64 // its largest component at the end, with the ridge, in nats a vote
	Iterations int
	Maximum    bool    // the likelihood has a maximum: ten times the ridge moves no parameter by settled
	Moved      float64 // largest change of a p^F under ten times the ridge

	model *davidson
	x     []float64
}

// Converged tells whether the optimiser ended at a maximum of the likelihood.
func (f *Fit) Converged() bool { return f.Maximum && f.Gradient <= gradientTolerance }

// minimise runs BFGS from a start, nil for 0.
func (m *davidson) minimise(start []float64) *Fit {
	if start == nil {
		start = make([]float64, m.size())
	}
	// The status says what an error would, but for a start without a finite value.
	res, err := optimize.Minimize(optimize.Problem{Func: m.value, Grad: m.gradient}, start,
		&optimize.Settings{GradientThreshold: gradientTolerance, Converger: optimize.NeverTerminate{}, MajorIterations: mostIterations}, &optimize.BFGS{})
	if res == nil {
		panic(err)
	}
	f := &Fit{Status: res.Status.String(), Iterations: res.MajorIterations, model: m, x: res.X}
	grad := make([]float64, m.size())
	m.gradient(grad, f.x)
	f.Gradient = floats.Norm(grad, math.Inf(1))
	return f
}

// fit minimises from nothing, then with ten times the ridge to see what that decides.
func (m *davidson) fit() *Fit {
	f := m.minimise(nil)
	harder := *m
	harder.ridge *= 10
	other := harder.minimise(f.x)
	f.Maximum = floats.Distance(f.x, other.x, math.Inf(1)) < settled
	for i := range m.K {
		for j := range i {
			f.Moved = max(f.Moved, math.Abs(f.score(i, j)-other.score(i, j)))
		}
	}
	return f
}

// outcomes are π^W and π^U of i against j.
func (f *Fit) outcomes(i, j int) (won, tied float64) {
	won, _, tied = f.model.logs(f.x, i, j)
	return math.Exp(won), math.Exp(tied)
}

// score is p^F_ij = π^W + π^U/2.
func (f *Fit) score(i, j int) float64 {
	won, tied := f.outcomes(i, j)
	return won + tied/2
}
