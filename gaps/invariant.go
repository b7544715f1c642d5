package gaps

import "math"

// The invariants of the elimination proof in plain form, for real runs.  They
// take the true scores b, or the witnesses of b (Witnesses), as given; a set of
// models is a []bool of length K.

// ConfidenceEvent reports |b̂_{i,r} - b_{i,r}| ≤ radius for every model i of A
// and every objective r: one phase of the event E of Lemma B.6.
func ConfidenceEvent(estimate, b Array[float64], A []bool, radius float64) bool {
	for i, active := range A {
		if !active {
			continue
		}
		for r, x := range b.Row(i) {
			if !(math.Abs(estimate.At(i, r)-x) <= radius) {
				return false
			}
		}
	}
	return true
}

// WitnessInvariant reports W(A): every dominated model of A has its witness in
// A.
func WitnessInvariant(witness []int, A []bool) bool {
	for i, w := range witness {
		if A[i] && w >= 0 && !A[w] {
			return false
		}
	}
	return true
}

// Inductive reports Inv(A,B) of Proposition B.9: P ⊆ A∪B, B ⊆ P and W(A), where
// A is active and B has been accepted.
func Inductive(witness []int, A, B []bool) bool {
	for i, w := range witness {
		frontier := w < 0
		if frontier && !A[i] && !B[i] || B[i] && !frontier {
			return false
		}
	}
	return WitnessInvariant(witness, A)
}
