package repeat

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// ridgeFit fits Bradley–Terry scores S to the votes of one cluster, won(i, j) being
// those for i against j: the minimum of
//
//	F(S) = Σ_{i≠j} won(i,j)·log(1 + e^{S_j-S_i}) + ½·‖S‖²,
//
// which exists and is unique also for models that won everything.  A cluster has
// few votes, so the ridge is that of a standard normal prior: with the vanishing one
// of sims/bt, a model that won all votes of one cluster would set the scale of R.
//
// Newton steps d are damped to log(1+D)/D with D = max d - min d, which always
// decreases F since |σ″| ≤ σ′.  F is 1-strongly convex, so the result is at most
// ‖∇F‖ away from the minimum.
func ridgeFit(K int, won func(i, j int) int64) ([]float64, error) {
	S := make([]float64, K)
	for range 200 {
		gradient, hessian := ridgeDerivatives(S, won)
		// Σ votes·2u is the rounding of the gradient; below 10^7 votes 1e-8 is above it.
		if mat.Norm(gradient, 2) <= 1e-8 {
			return S, nil
		}
		var chol mat.Cholesky
		step := mat.NewVecDense(K, nil)
		if !chol.Factorize(hessian) || chol.SolveVecTo(step, gradient) != nil {
			break
		}
		D := mat.Max(step) - mat.Min(step)
		length := 1.0
		if D > 0 {
			length = math.Log1p(D) / D
		}
		for i := range S {
			S[i] -= length * step.AtVec(i)
		}
	}
	return nil, fmt.Errorf("the Bradley–Terry fit of %d models did not converge: give fewer votes", K)
}

func ridgeDerivatives(S []float64, won func(i, j int) int64) (*mat.VecDense, *mat.SymDense) {
	K := len(S)
	gradient, hessian := mat.NewVecDense(K, nil), mat.NewSymDense(K, nil)
	for i := range K {
		gradient.SetVec(i, gradient.AtVec(i)+S[i])
		hessian.SetSym(i, i, hessian.At(i, i)+1)
		for j := range i {
			w, l := float64(won(i, j)), float64(won(j, i))
			p, q := Sigma(S[i]-S[j]), Sigma(S[j]-S[i])
			pull, curve := l*p-w*q, (w+l)*p*q
			gradient.SetVec(i, gradient.AtVec(i)+pull)
			gradient.SetVec(j, gradient.AtVec(j)-pull)
			hessian.SetSym(i, i, hessian.At(i, i)+curve)
			hessian.SetSym(j, j, hessian.At(j, j)+curve)
			hessian.SetSym(i, j, -curve)
		}
	}
	return gradient, hessian
}
