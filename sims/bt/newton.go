package bt

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/lapack/lapack64"
)

// newton holds one Newton system.  Its variables are the free blocks of a face: models
// alone, or the tied ones together.
type newton struct {
	variable []int     // of model i, -1 where it is fixed
	size     []float64 // models of each variable
	matrix   []float64
	right    []float64 // G, then A⁻¹G
	left     []float64 // m, then A⁻¹m
}

// direction computes the Newton step d on the face: with H and G of the free blocks and
// their sizes m,
//
//	H·d = -G + λm,  mᵀd = 0,
//
// and returns the largest difference of two steps.  H alone is singular along m where
// everything is free, so c·mmᵀ is added, which does not change d.
func (f *Fitter) direction() float64 {
	clear(f.step)
	n := f.number()
	if n < 2 {
		return 0
	}
	for damping := 0.0; ; damping = max(1e-15, 1000*damping) {
		c := f.assemble(n, damping)
		t, ok := lapack64.Potrf(blas64.Symmetric{Uplo: blas.Lower, N: n, Data: f.matrix, Stride: n})
		if ok {
			solve(t, f.right[:n])
			solve(t, f.left[:n])
			break
		}
		if damping > c || !(c > 0) {
			return 0 // nothing was compared on this face: it is flat
		}
	}
	var mu, mv float64
	for v := range n {
		mu += f.size[v] * f.right[v]
		mv += f.size[v] * f.left[v]
	}
	lambda := mu / mv
	lo, hi := 0.0, 0.0
	for i, v := range f.variable {
		if v >= 0 {
			f.step[i] = lambda*f.left[v] - f.right[v]
			lo, hi = min(lo, f.step[i]), max(hi, f.step[i])
		}
	}
	return hi - lo
}

// solve replaces x by A⁻¹x, with A = LLᵀ.  Two triangular solves of one vector are dot
// products; lapack64.Potrs takes three times as long.
func solve(l blas64.Triangular, x []float64) {
	v := blas64.Vector{N: len(x), Data: x, Inc: 1}
	blas64.Trsv(blas.NoTrans, l, v)
	blas64.Trsv(blas.Trans, l, v)
}

// number gives the free blocks their numbers; tied models have that of the top.
func (f *Fitter) number() (n int) {
	for i := range f.variable {
		f.variable[i] = -1
		if !f.tied[i] && f.side[i] == free {
			f.variable[i] = n
			f.size[n] = 1
			n++
		}
	}
	for i, tied := range f.tied {
		if v := f.variable[f.top]; tied && v >= 0 {
			f.variable[i] = v
			f.size[v]++
		}
	}
	return n
}

// assemble fills in the system and returns c, the mean of the diagonal.
func (f *Fitter) assemble(n int, damping float64) (c float64) {
	a := f.matrix[:n*n]
	clear(a)
	clear(f.right[:n])
	copy(f.left, f.size[:n])
	for i, v := range f.variable {
		if v < 0 {
			continue
		}
		f.right[v] += f.grad[i]
		row := f.hess[i*f.K : i*f.K+i+1]
		for j, h := range row {
			u := f.variable[j]
			switch {
			case u < 0:
			case u == v && j != i:
				a[v*n+v] += 2 * h
			case u <= v:
				a[v*n+u] += h
			default:
				a[u*n+v] += h
			}
		}
	}
	for v := range n {
		c += a[v*n+v] / float64(n)
	}
	for v := range n {
		a[v*n+v] *= 1 + damping
		for u := 0; u <= v; u++ {
			a[v*n+u] += c * f.size[v] * f.size[u]
		}
	}
	return c
}
