package lemmas

import (
	"math"
	"slices"

	"vectorborda/gaps"
	"vectorborda/lemmas/lra"
)

// The functions of package gaps are held to the definitions, value by value and
// without a tolerance, on integers and on the same numbers as dyadic rationals
// k/2²⁰, whose sums and differences float64 holds exactly.

// asInteger and asDyadic are the two readings of an integer.
func asInteger(k int64) int64  { return k }
func asDyadic(k int64) float64 { return math.Ldexp(float64(k), -dyadicBits) }

// scoreArray reads integers as a score array.
func scoreArray[T gaps.Score](x []int64, size Size, as func(int64) T) gaps.Array[T] {
	a := gaps.NewArray[T](size.K, size.D)
	for n, k := range x {
		a.X[n] = as(k)
	}
	return a
}

// firstFailure is the first outcome that is not Holds.
func firstFailure(checks ...func() Outcome) Outcome {
	for _, check := range checks {
		if out := check(); out.Verdict != Holds {
			return out
		}
	}
	return Outcome{}
}

// sameMargins compares Margin and MaxMargin with the definitions.
func sameMargins[T gaps.Score](x gaps.Array[T], v definitionValues, as func(int64) T) Outcome {
	for i := range x.K {
		for _, j := range lra.Without(lra.Upto(x.K), i) {
			if got, want := gaps.Margin(x, i, j), as(v.margin[i][j]); got != want {
				return refuted("gaps.Margin(%d,%d) = %v, the definition gives %v", i, j, got, want)
			}
			if got, want := gaps.MaxMargin(x, i, j), as(v.maxMargin[i][j]); got != want {
				return refuted("gaps.MaxMargin(%d,%d) = %v, the definition gives %v", i, j, got, want)
			}
		}
	}
	return Outcome{}
}

// sameOrder compares Dominated and Frontier with Definition 1.1.
func sameOrder[T gaps.Score](x gaps.Array[T], v definitionValues) Outcome {
	for i := range x.K {
		for _, j := range lra.Without(lra.Upto(x.K), i) {
			if got, want := gaps.Dominated(x, i, j), v.below[i][j]; got != want {
				return refuted("gaps.Dominated(%d,%d) = %v, the definition gives %v", i, j, got, want)
			}
		}
	}
	if got, want := gaps.Frontier(x), v.frontier(); !slices.Equal(got, want) {
		return refuted("gaps.Frontier = %v, the definition gives %v", got, want)
	}
	return Outcome{}
}

// sameGaps compares Gaps with Definition 2.2.
func sameGaps[T gaps.Score](x gaps.Array[T], v definitionValues, as func(int64) T) Outcome {
	got := gaps.Gaps(x)
	for i := range x.K {
		if want := as(v.gap[i]); got[i] != want {
			return refuted("gaps.Gaps(%d) = %v, the definition gives %v", i, got[i], want)
		}
	}
	return Outcome{}
}

// sameWitnesses: the lowest index of argmax_{p∈P} m_x(i,p) off the frontier, -1
// on it.
func sameWitnesses[T gaps.Score](x gaps.Array[T], v definitionValues) Outcome {
	got := gaps.Witnesses(x)
	for i := range x.K {
		want := -1
		if !v.on[i] {
			want = v.best(i)[0]
		}
		if got[i] != want {
			return refuted("gaps.Witnesses(%d) = %d, the definition gives %d", i, got[i], want)
		}
	}
	return Outcome{}
}

// subarray is the rows of a set.
func subarray(x []int64, cols int, set []int) []int64 {
	var rows []int64
	for _, i := range set {
		rows = append(rows, x[i*cols:(i+1)*cols]...)
	}
	return rows
}

// sameActive compares an active set A with the definitions on its rows.
func sameActive[T gaps.Score](a *gaps.Active[T], x []int64, cols int, A []int, as func(int64) T) (Outcome, error) {
	if !slices.Equal(a.Members(), A) {
		return refuted("gaps.Active.Members = %v, it should be %v", a.Members(), A), nil
	}
	if len(A) == 1 {
		if !a.OnFrontier(A[0]) {
			return refuted("gaps.Active: the only member %d is not on the frontier", A[0]), nil
		}
		return Outcome{}, nil
	}
	v, err := evalDefinitions(subarray(x, cols, A), Size{len(A), cols})
	if err != nil {
		return Outcome{}, err
	}
	for pos, i := range A {
		if got, want := a.OnFrontier(i), v.on[pos]; got != want {
			return refuted("gaps.Active.OnFrontier(%d) in %v = %v, the definition gives %v", i, A, got, want), nil
		}
		if got, want := a.Gap(i), as(v.gap[pos]); got != want {
			return refuted("gaps.Active.Gap(%d) in %v = %v, the definition gives %v", i, A, got, want), nil
		}
	}
	got, gap := a.Largest()
	if want := v.largest(); got != A[want] || gap != as(v.gap[want]) {
		return refuted("gaps.Active.Largest in %v = %d (%v), Algorithm 1 takes %d (%v)", A, got, gap, A[want], as(v.gap[want])), nil
	}
	return Outcome{}, nil
}

// largest is the model that Algorithm 1 considers next: the largest gap, among
// equals a dominated one, then the lowest index.
func (v definitionValues) largest() int {
	best := slices.Max(v.gap)
	for _, i := range v.dominated() {
		if v.gap[i] == best {
			return i
		}
	}
	return slices.Index(v.gap, best)
}

// removals resets an active set to A and removes the members that the steps
// point to (step mod |A|, the largest gap for a negative step), comparing with
// the definitions after each.
func removals[T gaps.Score](x []int64, size Size, A []int, steps []int64, as func(int64) T) (Outcome, error) {
	a := gaps.NewActive(scoreArray(x, size, as))
	a.Reset(scoreArray(x, size, as), A)
	for _, step := range steps {
		out, err := sameActive(a, x, size.D, A, as)
		if err != nil || out.Verdict != Holds || len(A) == 1 {
			return out, err
		}
		gone, _ := a.Largest()
		if step >= 0 {
			gone = A[step%int64(len(A))]
		}
		a.Remove(gone)
		A = lra.Without(A, gone)
	}
	return sameActive(a, x, size.D, A, as)
}
