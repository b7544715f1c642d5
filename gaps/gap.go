package gaps

import "slices"

// Gaps returns the classification gaps Δ_i(x), i ∈ [K] (Definition 2.2):
//
//	Δ*_{i}(x) = max_{j≠i} m_x(i,j)                                  if i ∉ P(x),
//	δ*_{i}(x) = min_{j≠i} { M_x(i,j) ∧ [ M_x(j,i)⁺ + (Δ*_j(x))⁺ ] }  if i ∈ P(x),
//
// in the unit of x, in O(K log K + K·|P|·d) and without a K×K array.
// Gaps of a subset are those of an Active set.
func Gaps[T Score](x Array[T]) []T { return NewActive(x).gap }

// Active is a set A of active models with its frontier P_A(x) and its gaps
// Δ_{i,A}(x), kept right while models are removed.  It rests on Lemma B.2:
// only a frontier model attains a positive Δ*, so a dominated model needs to be
// compared with P_A alone and a frontier model's own (Δ*)⁺ is zero.
//
// A removal costs O(|A|), and O(|A|·d) more for each model that had the
// removed one as its witness or as its nearest rival.
type Active[T Score] struct {
	x        Array[T]
	set      []int  // A, ascending
	frontier []int  // P_A(x), in no particular order
	on       []bool // i ∈ P_A(x)
	gap      []T    // Δ_{i,A}(x)
	ahead    []T    // (Δ*_{i,A}(x))⁺
	rival    []int  // the j that attains Δ*_i (dominated i) or δ*_i (frontier i)
	scratch  []int
}

// NewActive returns the set of all K models.
func NewActive[T Score](x Array[T]) *Active[T] {
	a := new(Active[T])
	a.Reset(x, roster(x.K))
	return a
}

// Reset makes A the given non-empty set of distinct models, in ascending
// order, and recomputes everything from x, reusing the memory of a.  The array is
// kept, the set is copied.
func (a *Active[T]) Reset(x Array[T], set []int) {
	a.x = x
	a.set = append(a.set[:0], set...)
	a.frontier = a.frontier[:0]
	if len(a.gap) != x.K {
		a.on, a.rival = make([]bool, x.K), make([]int, x.K)
		a.gap, a.ahead = make([]T, x.K), make([]T, x.K)
	}
	sorted := byFirstObjective(x, append(a.scratch[:0], set...))
	a.place(sorted)
	a.scratch = sorted
	for _, i := range a.frontier {
		a.rate(i)
	}
}

// Members is A in ascending order; valid until the next change.
func (a *Active[T]) Members() []int { return a.set }

// OnFrontier reports i ∈ P_A(x) for a member i.
func (a *Active[T]) OnFrontier(i int) bool { return a.on[i] }

// Gap is Δ_{i,A}(x) for a member i; 0 when i is the only one.
func (a *Active[T]) Gap(i int) T { return a.gap[i] }

// Largest is the member with the largest gap, the one that Algorithm 1
// considers next: among exact ties a dominated model goes before a frontier
// model, then the lowest index.
func (a *Active[T]) Largest() (i int, gap T) {
	i = a.set[0]
	for _, j := range a.set[1:] {
		if a.gap[j] > a.gap[i] || a.gap[j] == a.gap[i] && a.on[i] && !a.on[j] {
			i = j
		}
	}
	return i, a.gap[i]
}

// Remove takes the member q out of A.  If A had one member it becomes empty.
func (a *Active[T]) Remove(q int) {
	a.set = without(a.set, q)
	if !a.on[q] {
		a.rerate(q, len(a.frontier))
		return
	}
	a.frontier = without(a.frontier, q)
	old := len(a.frontier)
	orphans := a.orphans(q)
	a.place(orphans)
	a.rerate(q, old)
	for _, i := range a.frontier[:old] {
		for _, j := range orphans {
			a.offer(i, j)
		}
	}
	for _, i := range a.frontier[old:] {
		a.rate(i)
	}
}

// place classifies models that come in descending order of their first score:
// each is compared with the frontier so far, which holds all that can dominate
// it, and joins the frontier if none of them does.
func (a *Active[T]) place(sorted []int) {
	for _, i := range sorted {
		a.ahead[i], a.rival[i] = 0, -1
		xi := a.x.Row(i)
		for _, p := range a.frontier {
			if m, ok := marginAbove(xi, a.x.Row(p), a.ahead[i]); ok {
				a.ahead[i], a.rival[i] = m, p
			}
		}
		a.gap[i] = a.ahead[i]
		if a.on[i] = a.ahead[i] == 0; a.on[i] {
			a.frontier = append(a.frontier, i)
		}
	}
}

// rate computes δ*_{i,A} of a frontier model from nothing; 0 where it is alone.
func (a *Active[T]) rate(i int) {
	a.gap[i], a.rival[i] = 0, -1
	for _, j := range a.set {
		if j != i {
			a.offer(i, j)
		}
	}
}

// rerate computes δ* anew for those among the first n frontier models whose
// nearest rival was q.
func (a *Active[T]) rerate(q, n int) {
	for _, i := range a.frontier[:n] {
		if a.rival[i] == q {
			a.rate(i)
		}
	}
}

// offer lowers δ*_{i,A} to M_x(i,j) ∧ [M_x(j,i)⁺ + (Δ*_j)⁺] if that is smaller.
// It stops as soon as both sides are seen to be as large as δ* already is.
func (a *Active[T]) offer(i, j int) {
	xi, xj := a.x.Row(i), a.x.Row(j)
	first, ahead, gap := a.rival[i] < 0, a.ahead[j], a.gap[i]
	most, back := xi[0]-xj[0], T(0) // M_x(i,j), M_x(j,i)⁺
	for r := range xi {
		diff := xi[r] - xj[r]
		most, back = max(most, diff), max(back, 0-diff) // 0-x, since -x of a tie is -0
		if !first && most >= gap && back+ahead >= gap {
			return
		}
	}
	if term := min(most, back+ahead); first || term < gap {
		a.gap[i], a.rival[i] = term, j
	}
}

// orphans are the dominated members whose witness was q, in descending order
// of their first score.
func (a *Active[T]) orphans(q int) []int {
	a.scratch = a.scratch[:0]
	for _, i := range a.set {
		if !a.on[i] && a.rival[i] == q {
			a.scratch = append(a.scratch, i)
		}
	}
	return byFirstObjective(a.x, a.scratch)
}

// without removes one element and keeps the order.
func without(set []int, q int) []int {
	at := slices.Index(set, q)
	return slices.Delete(set, at, at+1)
}
