package votelog

import (
	"math/big"
)

// Exact are the Borda scores of a log and its gaps as rational numbers.
type Exact struct {
	Borda    [][]*big.Rat // by model and objective
	Frontier []int        // P(b^emp), ascending
	Witness  []int        // of a dominated model the frontier model with the largest margin over it, the first of equals; -1 on the frontier
	Gap      []*big.Rat   // Δ_i(b^emp), Definition 2.2
}

// Exact computes them from the counts by the definitions as they stand.
func (l *Log) Exact() *Exact {
	K, d := len(l.Models), len(l.Objectives)
	x := &Exact{}
	for i := range K {
		var row []*big.Rat
		for r := range d {
			row = append(row, l.exact(i, r))
		}
		x.Borda = append(x.Borda, row)
	}
	margin := make([][]*big.Rat, K) // m(i,j) = min_r (b_{j,r} - b_{i,r})
	for i := range K {
		margin[i] = make([]*big.Rat, K)
		for j := range K {
			if i != j {
				margin[i][j] = least(x.Borda[j], x.Borda[i])
			}
		}
	}
	x.place(margin)
	x.gaps(margin)
	return x
}

// least is min_r (p_r - q_r).
func least(p, q []*big.Rat) *big.Rat {
	var low *big.Rat
	for r := range p {
		if diff := new(big.Rat).Sub(p[r], q[r]); low == nil || diff.Cmp(low) < 0 {
			low = diff
		}
	}
	return low
}

// place finds the frontier and the witnesses: i is dominated by j where m(i,j) > 0.
func (x *Exact) place(margin [][]*big.Rat) {
	K := len(margin)
	dominated := make([]bool, K)
	for i := range K {
		for j := range K {
			dominated[i] = dominated[i] || j != i && margin[i][j].Sign() > 0
		}
		if !dominated[i] {
			x.Frontier = append(x.Frontier, i)
		}
	}
	for i := range K {
		witness := -1
		for _, p := range x.Frontier {
			if dominated[i] && margin[i][p].Sign() > 0 && (witness < 0 || margin[i][p].Cmp(margin[i][witness]) > 0) {
				witness = p
			}
		}
		x.Witness = append(x.Witness, witness)
	}
}

// gaps are those of Definition 2.2; a dominated model's witness attains its Δ* (Lemma B.2).
func (x *Exact) gaps(margin [][]*big.Rat) {
	K := len(margin)
	positive := make([]*big.Rat, K) // (Δ*_j)⁺
	for j := range K {
		positive[j] = new(big.Rat)
		if w := x.Witness[j]; w >= 0 {
			positive[j] = margin[j][w]
		}
	}
	for i := range K {
		if x.Witness[i] >= 0 {
			x.Gap = append(x.Gap, positive[i])
			continue
		}
		var gap *big.Rat
		for j := range K {
			if j == i {
				continue
			}
			// M(i,j) = -m(i,j) and M(j,i)⁺ = (-m(j,i))⁺.
			ahead, behind := new(big.Rat).Neg(margin[i][j]), new(big.Rat).Neg(margin[j][i])
			if behind.Sign() < 0 {
				behind.SetInt64(0)
			}
			if behind.Add(behind, positive[j]); behind.Cmp(ahead) < 0 {
				ahead = behind
			}
			if gap == nil || ahead.Cmp(gap) < 0 {
				gap = ahead
			}
		}
		x.Gap = append(x.Gap, gap)
	}
}

// Smallest is the smallest gap.
func (x *Exact) Smallest() *big.Rat {
	low := x.Gap[0]
	for _, g := range x.Gap {
		if g.Cmp(low) < 0 {
			low = g
		}
	}
	return low
}

// Zero are the models whose gap is zero: no number of comparisons places them.
func (x *Exact) Zero() (models []int) {
	for i, g := range x.Gap {
		if g.Sign() == 0 {
			models = append(models, i)
		}
	}
	return models
}
