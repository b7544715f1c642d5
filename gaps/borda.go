package gaps

import (
	"cmp"
	"slices"
)

// Borda returns the Borda scores of Definition 2.1,
//
//	b_{i,r} = (1/(K-1)) Σ_{j≠i} F(θ_{i,r} - θ_{j,r}),
//
// each in [0,1].  The order of float64 results is that of θ by construction:
// θ_{i,r} = θ_{j,r} gives equal bits and θ_{i,r} > θ_{j,r} gives
// b_{i,r} ≥ b_{j,r}, although neither math.Exp nor a sum of rounded numbers is
// monotone.  Strictness can be lost to rounding (θ = (0, 1e-17)), so where θ is
// known the frontier is Frontier(θ).  The cost is one evaluation of F for each
// pair of different scores on an objective, K·d numbers of memory.
func Borda(theta Array[float64], link Link) Array[float64] {
	b := NewArray[float64](theta.K, theta.D)
	for r := range theta.D {
		bordaColumn(theta, b, r, link)
	}
	return b
}

// bordaColumn fills objective r: one sum for each different value of θ.
func bordaColumn(theta, b Array[float64], r int, link Link) {
	order := roster(theta.K)
	slices.SortFunc(order, func(i, j int) int { return cmp.Compare(theta.At(i, r), theta.At(j, r)) })
	var values []float64
	var counts []float64 // models at each value
	for _, i := range order {
		if n := len(values); n > 0 && values[n-1] == theta.At(i, r) {
			counts[n-1]++
		} else {
			values, counts = append(values, theta.At(i, r)), append(counts, 1)
		}
	}
	sums := winSums(values, counts, link)
	at := 0
	for _, i := range order {
		if theta.At(i, r) != values[at] {
			at++
		}
		b.Row(i)[r] = min(sums[at]/float64(theta.K-1), 1)
	}
}

// winSums gives Σ_{j≠i} F(θ_i - θ_j) for one model i at each of the ascending
// values.  Every pair of values is evaluated once and serves both; each sum runs
// in the order of the values, and a running maximum restores what rounding may
// have taken from the order.
func winSums(values, counts []float64, link Link) []float64 {
	sums := make([]float64, len(values))
	for i := range values {
		sums[i] += (counts[i] - 1) / 2
		for j := i + 1; j < len(values); j++ {
			hi, lo := link.pair(values[j] - values[i])
			sums[i] += counts[j] * lo
			sums[j] += counts[i] * hi
		}
		if i > 0 {
			sums[i] = max(sums[i], sums[i-1])
		}
	}
	return sums
}
