package lemmas

import (
	"math"

	"vectorborda/bounds"
	"vectorborda/gaps"
)

// enclosedRise encloses Σ (σ(u) - σ(v)); an empty sum is 0 exactly.
func (t latent) enclosedRise(pairs [][2]int64) bounds.Interval {
	sum := bounds.Point(0)
	for _, uv := range pairs {
		u, v := bounds.Point(t.real(uv[0])).Logistic(), bounds.Point(t.real(uv[1])).Logistic()
		sum = sum.Add(u.Sub(v))
	}
	return sum
}

// scoreError bounds |b̂ - b| for a score of [gaps.Borda] from exactly
// represented θ.  With u = 2⁻⁵³: an outcome probability is within 6u (e^-x
// within 2 ulps, one sum, one quotient, one product).  A sum of n = K-1 of them,
// of which equal ones are multiplied (one more u each), has partial sums of at
// most n and gains n·u in each of at most n additions; divided by n that is
// (7+n)·u, and the quotient rounds by u.  Taking the running maximum of
// non-decreasing true values keeps the bound.
func scoreError(K int) float64 { return math.Ldexp(float64(7+K), -53) }

// encloses reports that b̂ within e can be a value of the interval.
func encloses(v bounds.Interval, b, e float64) bool { return b+e >= v.Lo && b-e <= v.Hi }

// bordaInOrder: gaps.Borda keeps the order of θ, ties as equal bits, and
// separates what the error bound separates.
func (t latent) bordaInOrder(b gaps.Array[float64], enclosed func(col []int64, i int) bounds.Interval) Outcome {
	e := scoreError(t.K)
	for r := range t.D {
		col := t.column(r)
		for i := range t.K {
			v := enclosed(col, i)
			if !encloses(v, b.At(i, r), e) {
				return refuted("gaps.Borda(%d,%d) = %v is farther than %.2g from the enclosure [%v, %v]", i, r, b.At(i, r), e, v.Lo, v.Hi)
			}
			for j := range t.K {
				if col[i] == col[j] && b.At(i, r) != b.At(j, r) || col[i] > col[j] && b.At(i, r) < b.At(j, r) {
					return refuted("gaps.Borda: θ_%d and θ_%d on objective %d give %v and %v, out of order", i, j, r, b.At(i, r), b.At(j, r))
				}
				if w := enclosed(col, j); v.Lo-w.Hi > 2*e && !(b.At(i, r) > b.At(j, r)) {
					return refuted("gaps.Borda does not separate %d from %d on objective %d", i, j, r)
				}
			}
		}
	}
	return Outcome{}
}

// enclosedScore encloses b_i on one objective for the logistic link.
func (t latent) enclosedScore(col []int64, i int) bounds.Interval {
	sum := bounds.Point(0)
	for j := range col {
		if j != i {
			sum = sum.Add(bounds.Point(t.real(col[i] - col[j])).Logistic())
		}
	}
	return sum.Div(bounds.Point(float64(t.K - 1)))
}
