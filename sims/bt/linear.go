package bt

import (
	"cmp"
	"math"
	"slices"
)

// Order asks that model Top be at least as good as every model of Under:
// ϑ_Top ≥ ϑ_p.  The zero value, with nobody under, asks nothing.
type Order struct {
	Top   int
	Under []int
}

// vertices holds the scratch memory of linear.
type vertices struct {
	best, trial   []float64
	under, nobody []bool
}

// linear minimises c·ϑ over 1ᵀϑ = 0, ‖ϑ‖_∞ ≤ S and an order, exactly but for the
// rounding of the values.
//
// Without an order the cheap half goes to S, the dear half to -S, and of an odd
// number the middle one to 0.  With one, let λ be the multiplier of the sum: at an
// optimum a model with c_j > λ is at -S and one with c_j < λ at S, or at t = ϑ_Top
// where Top bounds it.  So with the others sorted by cost the cheapest h are up and
// the rest are down for some h, and the sum gives t; or t is ±S, and what is left is
// a plain problem with bounds.  (Where several have c_j = λ, let first t rise and
// then they: on this path the sum passes 0, at one of these points.)  All of these
// that are feasible are tried.
func (f *Fitter) linear(c []float64, S float64, order Order) []float64 {
	K := len(c)
	sorted := append(f.sorted[:0], f.all...)
	if len(order.Under) > 0 {
		sorted = slices.DeleteFunc(sorted, func(j int) bool { return j == order.Top })
	}
	slices.SortFunc(sorted, func(i, j int) int { return cmp.Or(cmp.Compare(c[i], c[j]), cmp.Compare(i, j)) })
	best := f.best
	if len(order.Under) == 0 {
		fill(best, sorted, f.nobody, S, S, 0)
		return best
	}
	under := f.under
	clear(under)
	for _, p := range order.Under {
		under[p] = true
	}
	least := math.Inf(1)
	try := func(v []float64, ok bool) {
		if value := dot(c, v); ok && value < least {
			least = value
			copy(best, v)
		}
	}
	v := f.trial
	for _, t := range []float64{S, -S} {
		v[order.Top] = t
		try(v, fill(v, sorted, under, S, t, -t))
	}
	ups, bound := 0, 0 // of the h cheapest: free ones at S, bounded ones at t
	for h := 0; h < K; h++ {
		if h > 0 {
			if under[sorted[h-1]] {
				bound++
			} else {
				ups++
			}
		}
		downs := K - 1 - ups - bound
		t := S * float64(downs-ups) / float64(1+bound)
		if math.Abs(t) > S {
			continue
		}
		v[order.Top] = t
		for at, j := range sorted {
			switch {
			case at >= h:
				v[j] = -S
			case under[j]:
				v[j] = t
			default:
				v[j] = S
			}
		}
		try(v, true)
	}
	return best
}

// fill gives the models, cheapest first, values in [-S, S], or [-S, t] where they are
// bounded, that sum to total (up to its rounding, 2⁻⁴⁰ of the largest sum is ample) and
// cost least; false if there are none.
func fill(v []float64, sorted []int, bounded []bool, S, t, total float64) bool {
	left := total + S*float64(len(sorted)) // above -S each
	for _, j := range sorted {
		room := 2 * S
		if bounded[j] {
			room = t + S
		}
		rise := max(0, min(room, left))
		v[j] = rise - S
		left -= rise
	}
	return left <= 0x1p-40*S*float64(len(sorted)+1) && total >= -S*float64(len(sorted))
}

func dot(a, b []float64) (sum float64) {
	for i, x := range a {
		sum += x * b[i]
	}
	return sum
}
