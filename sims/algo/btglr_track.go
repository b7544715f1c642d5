package algo

import (
	"cmp"
	"math"
	"slices"
)

// learn moves the weights towards the cells that tell the models apart,
//
//	w ← w·exp(α·κ/(√m·κ_max)), normalised,
//
// after check m.
func (g *BTGLR) learn(kl []float64, m int) {
	most := slices.Max(kl)
	if most <= leastKL {
		return
	}
	sum := 0.0
	for c, k := range kl {
		g.weight[c] *= math.Exp(learningRate * k / (math.Sqrt(float64(m)) * most))
		sum += g.weight[c]
	}
	for c := range g.weight {
		g.weight[c] /= sum
	}
}

// nextCheck is t' = min{T_max, max(t + N_cell, ⌈a·t⌉)} with a = 1.8 = 9/5.
func nextCheck(t, cells, limit int64) int64 { return min(limit, max(t+cells, (9*t+4)/5)) }

// plan distributes t' - t comparisons over the cells.  The target of a batch is
//
//	(1 - ρ)·w + ρ/N_cell,  ρ = t'^{-γ},
//
// and the comparisons follow the sum of all targets so far (C-tracking): a cell gets
// in proportion to what it is behind.
func (g *BTGLR) plan(next int64) {
	batch := next - g.total
	mix := math.Pow(float64(next), -exploration)
	behind := 0.0
	for c, w := range g.weight {
		g.deficit[c] += float64(batch) * ((1-mix)*w + mix/float64(len(g.weight)))
		behind += max(0, g.deficit[c])
	}
	quota := make([]float64, len(g.weight))
	for c, d := range g.deficit {
		quota[c] = float64(batch) * max(0, d) / behind
	}
	apportion(batch, quota, g.batch)
	for c, n := range g.batch {
		g.deficit[c] -= float64(n)
	}
}

// apportion rounds quotas that sum to total, but for rounding, to whole numbers that
// sum to it exactly, by largest remainder, the first among equals.
func apportion(total int64, quota []float64, share []int64) {
	rest, left := make([]float64, len(quota)), total
	for c, q := range quota {
		rest[c], share[c] = q-math.Floor(q), int64(q)
		left -= share[c]
	}
	order := everyone(len(quota))
	slices.SortFunc(order, func(a, b int) int { return cmp.Or(cmp.Compare(rest[b], rest[a]), a-b) })
	if left < 0 { // only where quotas are beyond 2⁵³ and rounded up
		share[slices.Index(share, slices.Max(share))] += left
		return
	}
	cells := int64(len(quota))
	for at, c := range order {
		share[c] += left / cells
		if int64(at) < left%cells {
			share[c]++
		}
	}
}
