package bt

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// Resistance gives (e_a-e_b)ᵀ I⁺ (e_a-e_b) of the Fisher information
//
//	I = Σ_{i<j} N_ij·p_ij·p_ji·(e_i-e_j)(e_i-e_j)ᵀ,  p_ij = σ(ϑ_i-ϑ_j),
//
// the variance of ϑ̂_a - ϑ̂_b to first order, as a K×K table.  It is +Inf everywhere if
// the comparisons do not connect all models, and where rounding hides it.
func (d Data) Resistance(theta []float64) []float64 {
	K := d.K
	a, at := make([]float64, K*K), 0 // the lower triangle of I
	for i := range K {
		for j := i + 1; j < K; j++ {
			q := math.Exp(-math.Abs(theta[i] - theta[j]))
			w := float64(d.N[at]) * (q / ((1 + q) * (1 + q)))
			a[i*K+i] += w
			a[j*K+j] += w
			a[j*K+i] -= w
			at++
		}
	}
	// A constant along 1 makes it regular and changes no difference.
	c := 0.0
	for i := range K {
		c += a[i*K+i] / float64(K*K)
	}
	for i := range a {
		a[i] += c
	}
	out := make([]float64, K*K)
	t, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Lower, N: K, Data: a, Stride: K})
	if ok = ok && d.Apart() == nil; ok {
		_, ok = lapack64.Potri(t)
	}
	for i := range K {
		for j := range i {
			r := math.Inf(1)
			if v := a[i*K+i] + a[j*K+j] - 2*a[i*K+j]; ok && v > 0 {
				r = v
			}
			out[i*K+j], out[j*K+i] = r, r
		}
	}
	return out
}

// LogDet is log det(I + s·Ω) of Ω = Σ_{i<j} N_ij (e_i-e_j)(e_i-e_j)ᵀ, s ≥ 0.
//
// The rows of I + s·Ω sum to 1.  Elimination keeps the row sums v and the couplings w, the
// negated entries off the diagonal, all of them ≥ 0:
//
//	pivot_k = v_k + Σ_{j>k} w_kj,  v_i += w_ik·v_k/pivot_k,  w_ij += w_ik·w_kj/pivot_k,
//
// so that nothing is subtracted and each pivot is right to some K² units of 2⁻⁵³ (Grassmann,
// Taksar and Heyman 1985).  Cholesky's last pivot, 1 beside entries s·N, would be lost from
// s·N = 2⁵³ on.
func (d Data) LogDet(s float64) (sum float64) {
	K := d.K
	w, v, at := make([]float64, K*K), make([]float64, K), 0
	for i := range K {
		v[i] = 1
		for j := i + 1; j < K; j++ {
			w[i*K+j] = s * float64(d.N[at])
			w[j*K+i] = w[i*K+j]
			at++
		}
	}
	for k := range K {
		row := w[k*K+k+1 : k*K+K]
		pivot := v[k] + floats.Sum(row)
		sum += math.Log(pivot)
		for i := k + 1; i < K; i++ {
			share := w[i*K+k] / pivot
			v[i] += share * v[k]
			floats.AddScaled(w[i*K+k+1:i*K+K], share, row) // the diagonal is never read
		}
	}
	return sum
}
