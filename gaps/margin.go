package gaps

// Margin is m_x(i,j) = min_r (x_{j,r} - x_{i,r}): how far j is ahead of i on
// the objective where it is ahead least.  Positive exactly when i ≺_x j.
func Margin[T Score](x Array[T], i, j int) T {
	xi, xj := x.Row(i), x.Row(j)
	least := xj[0] - xi[0]
	for r := range xi {
		least = min(least, xj[r]-xi[r])
	}
	return least
}

// MaxMargin is M_x(i,j) = max_r (x_{i,r} - x_{j,r}) = -m_x(i,j): how far i is
// ahead of j on the objective where it is ahead most.
func MaxMargin[T Score](x Array[T], i, j int) T { return 0 - Margin(x, i, j) }

// Dominated reports i ≺_x j (Definition 1.1): j is strictly better than i on
// every objective.
func Dominated[T Score](x Array[T], i, j int) bool {
	_, ok := marginAbove(x.Row(i), x.Row(j), 0)
	return ok
}

// marginAbove is m_x(i,j) if that is above least, found out as early as it can be.
func marginAbove[T Score](xi, xj []T, least T) (m T, ok bool) {
	m = xj[0] - xi[0]
	for r := range xi {
		if m = min(m, xj[r]-xi[r]); m <= least {
			return m, false
		}
	}
	return m, true
}
