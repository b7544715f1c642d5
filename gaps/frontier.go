package gaps

import (
	"cmp"
	"slices"
)

// Frontier is the strict Pareto frontier P(x) = {i : no j has i ≺_x j}
// (Definition 1.1), in ascending order, in O(K log K + K·|P|·d).
func Frontier[T Score](x Array[T]) []int {
	frontier := skyline(x, byFirstObjective(x, roster(x.K)))
	slices.Sort(frontier)
	return frontier
}

// Witnesses gives for every dominated model i one fixed witness
// i* ∈ argmax_{p∈P(x)} m_x(i,p) (Lemma B.2), the lowest index among equals,
// and -1 for every model of the frontier.
func Witnesses[T Score](x Array[T]) []int {
	frontier := Frontier(x)
	witness := make([]int, x.K)
	for i := range witness {
		witness[i] = -1
		if _, on := slices.BinarySearch(frontier, i); on {
			continue
		}
		var best T
		for _, p := range frontier {
			if m := Margin(x, i, p); m > best {
				best, witness[i] = m, p
			}
		}
	}
	return witness
}

// roster is [K].
func roster(K int) []int {
	all := make([]int, K)
	for i := range all {
		all[i] = i
	}
	return all
}

// byFirstObjective sorts models by descending score on the first objective, so
// that whoever dominates a model comes before it.
func byFirstObjective[T Score](x Array[T], models []int) []int {
	slices.SortFunc(models, func(i, j int) int {
		return cmp.Or(cmp.Compare(x.At(j, 0), x.At(i, 0)), cmp.Compare(i, j))
	})
	return models
}

// skyline keeps the models that none before them dominates.  Dominance is
// transitive, so comparing with the kept ones is enough.
func skyline[T Score](x Array[T], sorted []int) []int {
	var kept []int
	for _, i := range sorted {
		if !slices.ContainsFunc(kept, func(p int) bool { return Dominated(x, i, p) }) {
			kept = append(kept, i)
		}
	}
	return kept
}
