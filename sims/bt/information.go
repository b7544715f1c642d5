package bt

import (
	"math"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
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
	a := d.laplacian(func(i, j int) float64 {
		q := math.Exp(-math.Abs(theta[i] - theta[j]))
		return q / ((1 + q) * (1 + q))
	})
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

// LogDet is log det(I + s·Ω) of Ω = Σ_{i<j} N_ij (e_i-e_j)(e_i-e_j)ᵀ.
func (d Data) LogDet(s float64) (sum float64) {
	a := d.laplacian(func(int, int) float64 { return s })
	for i := range d.K {
		a[i*d.K+i]++
	}
	lapack64.Potrf(blas64.Symmetric{Uplo: blas.Lower, N: d.K, Data: a, Stride: d.K})
	for i := range d.K {
		sum += 2 * math.Log(a[i*d.K+i])
	}
	return sum
}

// laplacian is the lower triangle of Σ N_ij·weight(i,j)·(e_i-e_j)(e_i-e_j)ᵀ.
func (d Data) laplacian(weight func(i, j int) float64) []float64 {
	a, at := make([]float64, d.K*d.K), 0
	for i := range d.K {
		for j := i + 1; j < d.K; j++ {
			w := float64(d.N[at]) * weight(i, j)
			a[i*d.K+i] += w
			a[j*d.K+j] += w
			a[j*d.K+i] -= w
			at++
		}
	}
	return a
}
