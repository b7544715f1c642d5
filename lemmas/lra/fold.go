package lra

// MinOver is min over i ∈ set of f(i).  An empty set has no minimum: it panics.
func MinOver(set []int, f func(i int) Num) Num { return fold(set, f, Min) }

// MaxOver is max over i ∈ set of f(i).  An empty set has no maximum: it panics.
func MaxOver(set []int, f func(i int) Num) Num { return fold(set, f, Max) }

// All is f(i) for every i ∈ set.  Over an empty set there is no graph to take
// the truth from: it panics; use [Graph.All] where a set can be empty.
func All(set []int, f func(i int) Bool) Bool { return fold(set, f, Bool.And) }

// Any is f(i) for some i ∈ set; see [Graph.Any] for sets that can be empty.
func Any(set []int, f func(i int) Bool) Bool { return fold(set, f, Bool.Or) }

// All is f(i) for every i ∈ set: true over the empty set.
func (g *Graph) All(set []int, f func(i int) Bool) Bool {
	if len(set) == 0 {
		return g.True()
	}
	return All(set, f)
}

// Any is f(i) for some i ∈ set: false over the empty set.
func (g *Graph) Any(set []int, f func(i int) Bool) Bool {
	if len(set) == 0 {
		return Not(g.True())
	}
	return Any(set, f)
}

func fold[T any](set []int, f func(i int) T, join func(a, b T) T) T {
	if len(set) == 0 {
		panic("lra: fold over an empty set")
	}
	result := f(set[0])
	for _, i := range set[1:] {
		result = join(result, f(i))
	}
	return result
}

// Upto is {0, …, n-1}.
func Upto(n int) []int {
	set := make([]int, n)
	for i := range set {
		set[i] = i
	}
	return set
}

// Without is set∖{i}, a new slice.
func Without(set []int, i int) []int {
	rest := make([]int, 0, len(set))
	for _, j := range set {
		if j != i {
			rest = append(rest, j)
		}
	}
	return rest
}
