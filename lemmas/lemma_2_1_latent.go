package lemmas

import (
	"cmp"
	"math"
	"slices"

	"vectorborda/gaps"
)

// latent is an array of latent scores θ_{i,r} = k/2^s.  Differences of them are
// integers over 2^s, exact also in float64 (|k| < 2⁵¹).
type latent struct {
	Size
	s int64
	k []int64 // by rows
}

// column is θ_{·,r}·2^s.
func (t latent) column(r int) []int64 {
	col := make([]int64, t.K)
	for i := range col {
		col[i] = t.k[i*t.D+r]
	}
	return col
}

// float is θ in float64, without rounding.
func (t latent) float() gaps.Array[float64] {
	return scoreArray(t.k, t.Size, func(k int64) float64 { return t.real(k) })
}

// real is k/2^s.
func (t latent) real(k int64) float64 { return math.Ldexp(float64(k), -int(t.s)) }

// spread is max_{i,j,r} (θ_{i,r} - θ_{j,r})·2^s = 2B·2^s for the smallest B with
// θ ∈ Θ_{B,d}.
func (t latent) spread() int64 {
	var widest int64
	for r := range t.D {
		for _, a := range t.column(r) {
			for _, b := range t.column(r) {
				widest = max(widest, a-b)
			}
		}
	}
	return widest
}

// riseTerms lists the arguments of the paired form
//
//	(K-1)·(b_i - b_j) = F(θ_i-θ_j) - F(θ_j-θ_i) + Σ_{l≠i,j} [F(θ_i-θ_l) - F(θ_j-θ_l)]
//
// on one objective as pairs (u,v) that stand for F(u)-F(v).  Pairs with u = v
// cancel exactly and are left out: of a tie θ_i = θ_j nothing remains.
func riseTerms(col []int64, i, j int) [][2]int64 {
	if col[i] == col[j] {
		return nil
	}
	pairs := [][2]int64{{col[i] - col[j], col[j] - col[i]}}
	for l := range col {
		if l != i && l != j {
			pairs = append(pairs, [2]int64{col[i] - col[l], col[j] - col[l]})
		}
	}
	return pairs
}

// drawLatent draws θ on a grid of 2⁻²⁰ (|θ| ≤ 3.5·2⁴), 2⁻⁴⁸ (|θ| ≤ 3.5·2) or
// 2⁻⁵⁵ (|θ| ≤ 3.5·2⁻⁶): log-uniform magnitudes, exact ties and near-ties.  On
// the second grid a near-tie is too close for float64 intervals, on the third
// closer than the rounding of a score (a sum without the running maximum is out
// of order in some 4 % of its columns), so every tier of a decision is used and
// a computed order has something to get wrong.
func drawLatent(d Draw) latent {
	size := drawSize(d)
	switch d.Int(0, 5, "grid") {
	case 3:
		return latent{size, 48, drawArray(d, size, 49)}
	case 4, 5:
		return latent{size, 55, drawArray(d, size, 49)}
	}
	return latent{size, dyadicBits, drawArray(d, size, dyadicBits+4)}
}

// ascending is the models in the order of their scores on one objective.
func ascending(col []int64) []int {
	order := make([]int, len(col))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(col[i], col[j]) })
	return order
}
