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

// inBothReadings is a check of package gaps on integers, then on dyadic rationals.
func inBothReadings[X any](split func(Instance) X, ints func(X, func(int64) int64) Outcome, floats func(X, func(int64) float64) Outcome) func(Instance) (Outcome, error) {
	return func(in Instance) (Outcome, error) {
		x := split(in)
		return firstFailure(
			func() Outcome { return ints(x, asInteger) },
			func() Outcome { return floats(x, asDyadic) },
		), nil
	}
}

// asDrawn leaves an instance whole.
func asDrawn(in Instance) Instance { return in }

// defined is an array of integers with what the definitions make of it.
type defined struct {
	Size
	x []int64
	definitionValues
}

// definedInstance is an instance with its first arrays.
type definedInstance struct {
	Instance
	arrays []defined
}

// defining evaluates the definitions on the first n arrays of an instance.
func defining(n int) func(Instance) definedInstance {
	return func(in Instance) definedInstance {
		all := definedInstance{Instance: in}
		for _, x := range intoRows(in.Values[:n*in.K*in.D], in.K*in.D) {
			all.arrays = append(all.arrays, defined{in.Size, x, evalDefinitions(x, in.Size)})
		}
		return all
	}
}

// activeSet is an active set A of package gaps.
func activeSet[T gaps.Score](x gaps.Array[T], A []int) *gaps.Active[T] {
	active := gaps.NewActive(x)
	active.Reset(x, A)
	return active
}

// sameAsDefined compares every function of package gaps with the definitions.
func sameAsDefined[T gaps.Score](v defined, as func(int64) T) Outcome {
	x := scoreArray(v.x, v.Size, as)
	return firstFailure(
		func() Outcome { return sameMargins(x, v.definitionValues, as) },
		func() Outcome { return sameOrder(x, v.definitionValues) },
		func() Outcome { return sameGaps(x, v.definitionValues, as) },
		func() Outcome { return sameWitnesses(x, v.definitionValues) },
	)
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
func sameActive[T gaps.Score](a *gaps.Active[T], x []int64, cols int, A []int, as func(int64) T) Outcome {
	if !slices.Equal(a.Members(), A) {
		return refuted("gaps.Active.Members = %v, it should be %v", a.Members(), A)
	}
	if len(A) == 1 {
		if !a.OnFrontier(A[0]) {
			return refuted("gaps.Active: the only member %d is not on the frontier", A[0])
		}
		return Outcome{}
	}
	v := evalDefinitions(subarray(x, cols, A), Size{len(A), cols})
	for pos, i := range A {
		if got, want := a.OnFrontier(i), v.on[pos]; got != want {
			return refuted("gaps.Active.OnFrontier(%d) in %v = %v, the definition gives %v", i, A, got, want)
		}
		if got, want := a.Gap(i), as(v.gap[pos]); got != want {
			return refuted("gaps.Active.Gap(%d) in %v = %v, the definition gives %v", i, A, got, want)
		}
	}
	got, gap := a.Largest()
	if want := v.largest(); got != A[want] || gap != as(v.gap[want]) {
		return refuted("gaps.Active.Largest in %v = %d (%v), Algorithm 1 takes %d (%v)", A, got, gap, A[want], as(v.gap[want]))
	}
	return Outcome{}
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
func removals[T gaps.Score](x []int64, size Size, A []int, steps []int64, as func(int64) T) Outcome {
	a := activeSet(scoreArray(x, size, as), A)
	for _, step := range steps {
		if out := sameActive(a, x, size.D, A, as); out.Verdict != Holds || len(A) == 1 {
			return out
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
