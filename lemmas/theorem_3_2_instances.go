package lemmas

import (
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// The instances of the lower bound: θ^Δ has model 0 at 0 and all others at -Δ on
// every objective; λ^{i,r,η} is the same with entry (i,r) raised to η.  Models
// other than 0, and objectives, may be renamed, so formulas take i = 1 and r = 0;
// production checks take every i and r.

// assumeTheta: "theta" is θ^Δ.
func (f *Formula) assumeTheta() {
	theta, delta := f.array("theta"), f.real("delta")
	f.assume("θ^Δ", "θ_{0,r} = 0, θ_{i,r} = -Δ for i ≠ 0", f.entries(func(i, r int) lra.Bool {
		return theta.X[i][r].Eq(f.base(i, delta))
	}))
}

// assumeLambda: "lambda" is λ^{1,0,η}.
func (f *Formula) assumeLambda(eta lra.Num) {
	lambda, delta := f.array("lambda"), f.real("delta")
	f.assume("λ^{i,r,η}", "λ is θ^Δ with entry (i,r) raised to η", f.entries(func(i, r int) lra.Bool {
		if i == 1 && r == 0 {
			return lambda.X[i][r].Eq(eta)
		}
		return lambda.X[i][r].Eq(f.base(i, delta))
	}))
}

func (f *Formula) base(i int, delta lra.Num) lra.Num {
	if i == 0 {
		return f.Graph.Int(0)
	}
	return delta.Neg()
}

// hardTheta is θ^Δ by rows.
func hardTheta(size Size, delta int64) []int64 {
	x := make([]int64, size.K*size.D)
	for n := size.D; n < len(x); n++ {
		x[n] = -delta
	}
	return x
}

// hardLambda is λ^{i,r,η} by rows.
func hardLambda(size Size, delta, eta int64, i, r int) []int64 {
	x := hardTheta(size, delta)
	x[i*size.D+r] = eta
	return x
}

// eachLambda checks every λ^{i,r,η}, i ≥ 1, in one reading of package gaps.
func eachLambda[T gaps.Score](size Size, delta, eta int64, as func(int64) T, check func(i int, x gaps.Array[T]) Outcome) Outcome {
	for i := 1; i < size.K; i++ {
		for r := range size.D {
			if out := check(i, scoreArray(hardLambda(size, delta, eta, i, r), size, as)); out.Verdict != Holds {
				return out
			}
		}
	}
	return Outcome{}
}

// sameSet compares a frontier with what it should be.
func sameSet(what string, got []int, want ...int) Outcome {
	if !slices.Equal(got, want) {
		return refuted("gaps.Frontier of %s = %v, it should be %v", what, got, want)
	}
	return Outcome{}
}
