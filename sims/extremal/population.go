package extremal

import (
	"fmt"
	"math/big"

	"vectorborda/bounds/enclose"
)

// Population is a finite mixture of contexts: with probability
// Weights[i]/Σ Weights a context's repeats are won with probability
// p_i = Wins[i]/2^Bits.
type Population struct {
	Bits          uint
	Wins, Weights []*big.Int
}

// Pair are two populations that D repeats a context cannot tell apart, although
// the better one of two models is another in each.
type Pair struct {
	D           int
	Beta        float64
	Plus, Minus Population
}

// Pair splits the signature of x by its signs.
func (x *Extremal) Pair() Pair { return Mirrored(x.Points, x.Bits, x.D, x.Beta) }

// Mirrored is the pair of any points y_i = points[i]/2^bits, 0 < y_0 < … < y_m < 1, m =
// ⌈d/2⌉, with the weights that annihilate the odd powers up to d.  Its average utility
// difference is at most E_d if all points are at most τ.
//
// μ₊ has the atoms y = (-1)^{m-i}·y_i and μ₋ their mirror images, with the same
// weights w_i: even moments agree by the mirror, odd ones up to 2m-1 are 0, and the
// average of D is +L and -L.
func Mirrored(points []*big.Int, bits uint, d int, beta float64) Pair {
	m, weights := len(points)-1, signature(points)
	one := new(big.Int).Lsh(big.NewInt(1), bits)
	plus, minus := Population{Bits: bits + 1, Weights: weights}, Population{Bits: bits + 1, Weights: weights}
	for i, k := range points {
		y := new(big.Int).Mul(k, big.NewInt(alternate(i, m)))
		plus.Wins = append(plus.Wins, new(big.Int).Add(one, y))
		minus.Wins = append(minus.Wins, new(big.Int).Sub(one, y))
	}
	return Pair{D: d, Beta: beta, Plus: plus, Minus: minus}
}

// Total is Σ Weights.
func (p Population) Total() *big.Int {
	sum := new(big.Int)
	for _, w := range p.Weights {
		sum.Add(sum, w)
	}
	return sum
}

// Law is the law of the wins W in d repeats: P(W = w) is the w-th number over
// Total·2^{Bits·d}.
func (p Population) Law(d int) []*big.Int {
	law := make([]*big.Int, d+1)
	for w := range law {
		law[w] = new(big.Int)
	}
	one := new(big.Int).Lsh(big.NewInt(1), p.Bits)
	term := new(big.Int)
	for i, won := range p.Wins {
		up, down := powers(won, d), powers(new(big.Int).Sub(one, won), d)
		for w := range law {
			law[w].Add(law[w], term.Mul(term.Mul(up[w], down[d-w]), p.Weights[i]))
		}
	}
	for w := range law {
		law[w].Mul(law[w], term.Binomial(int64(d), int64(w)))
	}
	return law
}

// powers are 1, x, …, x^d.
func powers(x *big.Int, d int) []*big.Int {
	out := []*big.Int{big.NewInt(1)}
	for range d {
		out = append(out, new(big.Int).Mul(out[len(out)-1], x))
	}
	return out
}

// Utility encloses the average utility difference E[logit(p)]/β with bits bits after
// the point.
func (p Population) Utility(beta float64, bits uint) (lo, hi *big.Float) {
	b, one := enclose.Bits(bits), new(big.Int).Lsh(big.NewInt(1), p.Bits)
	sum := b.Int(0)
	for i, won := range p.Wins {
		logit := b.Log(won, new(big.Int).Sub(one, won))
		sum = sum.Add(logit.Mul(b.Dyadic(p.Weights[i], 0)))
	}
	mean := sum.Quo(b.Dyadic(p.Total(), 0)).Quo(b.Float(beta))
	return mean.Lo, mean.Hi
}

// Contexts are the win probabilities and the weights in float64, each within half
// an ulp.
func (p Population) Contexts() (wins, weights []float64) {
	total := new(big.Float).SetInt(p.Total())
	for i, won := range p.Wins {
		win, _ := new(big.Float).SetMantExp(new(big.Float).SetInt(won), -int(p.Bits)).Float64()
		weight, _ := new(big.Float).Quo(new(big.Float).SetInt(p.Weights[i]), total).Float64()
		wins, weights = append(wins, win), append(weights, weight)
	}
	return wins, weights
}

// Check accepts the pair if every context is one of the setting, the law of D
// outcomes is the same under both, exactly, and the average utility difference is
// at least gap under μ₊ and at most -gap under μ₋.  Then what a method does with
// the outcomes has the same law under both, and is right with probability at most
// 1/2 under one of them.
func (q Pair) Check(gap *big.Float) error {
	bits := 64 + smallness(q.D, q.Beta) + q.Plus.Bits
	for _, side := range []struct {
		name string
		of   Population
	}{{"μ₊", q.Plus}, {"μ₋", q.Minus}} {
		if err := side.of.within(q.Beta, bits); err != nil {
			return fmt.Errorf("%s: %w", side.name, err)
		}
	}
	if q.Plus.Bits != q.Minus.Bits || q.Plus.Total().Cmp(q.Minus.Total()) != 0 {
		return fmt.Errorf("μ₊ and μ₋ have no common denominator")
	}
	if w := q.differ(q.D); w >= 0 {
		return fmt.Errorf("P(W = %d) of %d repeats is not the same under μ₊ and μ₋", w, q.D)
	}
	if lo, _ := q.Plus.Utility(q.Beta, bits); lo.Cmp(gap) < 0 {
		return fmt.Errorf("μ₊: the average utility difference is %.6g, below %.6g", lo, gap)
	}
	if _, hi := q.Minus.Utility(q.Beta, bits); new(big.Float).Neg(hi).Cmp(gap) < 0 {
		return fmt.Errorf("μ₋: the average utility difference is %.6g, above -%.6g", hi, gap)
	}
	return nil
}

// differ is the first w at which the laws of d outcomes are not the same, -1 if they
// are.
func (q Pair) differ(d int) int {
	minus := q.Minus.Law(d)
	for w, n := range q.Plus.Law(d) {
		if n.Cmp(minus[w]) != 0 {
			return w
		}
	}
	return -1
}

// within: positive weights, and |logit(p)| ≤ β for every context.
func (p Population) within(beta float64, bits uint) error {
	b, one := enclose.Bits(bits), new(big.Int).Lsh(big.NewInt(1), p.Bits)
	for i, won := range p.Wins {
		lost := new(big.Int).Sub(one, won)
		if won.Sign() <= 0 || lost.Sign() <= 0 {
			return fmt.Errorf("context %d is won with no probability between 0 and 1", i)
		}
		if p.Weights[i].Sign() <= 0 {
			return fmt.Errorf("context %d has no positive weight", i)
		}
		if b.Log(won, lost).Abs().Hi.Cmp(b.Float(beta).Lo) > 0 {
			return fmt.Errorf("context %d has a utility difference beyond 1", i)
		}
	}
	return nil
}
