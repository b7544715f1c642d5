package repeat

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"vectorborda/sims/binomial"
)

// mixed is the law of a model's votes in a random context: with probability
// weights[c] each vote is won with probability p[c], all of them different.
type mixed struct{ weights, p []float64 }

// merged are contexts with equal p as one, in the order of their first.
func merged(weights, p []float64) (m mixed) {
	var sums []accumulator
	at := map[float64]int{}
	for c, x := range p {
		i, seen := at[x]
		if !seen {
			i, at[x] = len(m.p), len(m.p)
			m.p, sums = append(m.p, x), append(sums, accumulator{})
		}
		sums[i].add(weights[c])
	}
	for i := range sums {
		m.weights = append(m.weights, sums[i].value())
	}
	return m
}

// summer draws Σ Z over n contexts of one model: the numbers of contexts with each
// outcome are multinomial, so they are drawn as binomials one after the other.
type summer interface {
	sum(src *rand.ChaCha8, n int64) float64
}

// newSummer prepares an estimator for a model; what an ended context leaves is of no use.
func newSummer(ctx context.Context, e Estimator, m mixed) summer {
	switch e := e.(type) {
	case *Fixed:
		return newChain(ctx, e.Depth(), m, func(w int) float64 { return e.z[w] })
	case *TRR:
		return newRoulette(ctx, e, m)
	}
	panic(fmt.Errorf("repeat: no law for %T", e))
}

// chain is a finite law by decreasing probability; hazard[i] is the probability
// of outcome i given that it is none of those before, the tails being summed from
// the far end.  Contexts run out early, so rare outcomes cost nothing.  What is not
// [likely] in a context is left out, 4e-22 of it.
type chain struct{ z, hazard []float64 }

func newChain(ctx context.Context, d int, m mixed, value func(w int) float64) chain {
	sums, law := make([]accumulator, d+1), make([]float64, d+1)
	for c, weight := range m.weights {
		if ctx.Err() != nil {
			break
		}
		likely(d, m.p[c], func(w int, prob float64) { sums[w].add(weight * prob) })
	}
	for w := range law {
		law[w] = sums[w].value()
	}
	c := chain{make([]float64, d+1), make([]float64, d+1)}
	tail := 0.0
	for i, w := range slices.Backward(falling(law)) {
		tail += law[w]
		c.z[i], c.hazard[i] = value(w), 1
		if tail > 0 {
			c.hazard[i] = law[w] / tail
		}
	}
	return c
}

func (c chain) sum(src *rand.ChaCha8, n int64) float64 {
	total := 0.0
	for i := 0; n > 0 && i < len(c.z); i++ {
		k := binomial.Draw(src, n, c.hazard[i])
		total += float64(k) * c.z[i]
		n -= k
	}
	return total
}

// mostChained is the last K whose law is kept; the at most n/256 contexts beyond it
// are drawn one by one.
const mostChained = 256

// roulette is TRR: first the numbers of contexts with each K, then their wins.
type roulette struct {
	*TRR
	mixed
	chains []chain // of K = 1, 2, …
}

func newRoulette(ctx context.Context, t *TRR, m mixed) *roulette {
	r := &roulette{TRR: t, mixed: m}
	for k := 1; k <= mostChained && (t.d == Unlimited || k <= t.d); k++ {
		r.chains = append(r.chains, newChain(ctx, k, m, func(w int) float64 { return t.Score(k, w) }))
	}
	return r
}

func (r *roulette) sum(src *rand.ChaCha8, n int64) float64 {
	total := 0.0
	for k := 1; n > 0; k++ {
		here := binomial.Draw(src, n, r.hazard(k))
		n -= here
		if k <= len(r.chains) {
			total += r.chains[k-1].sum(src, here)
			continue
		}
		for range here {
			w := binomial.Draw(src, int64(k), r.p[pick(src, r.weights)])
			total += r.Score(k, int(w))
		}
	}
	return total
}

// pick draws a context.
func pick(src *rand.ChaCha8, weights []float64) int {
	u := float64(src.Uint64()>>11|1) * 0x1p-53
	for c, w := range weights {
		if u -= w; u <= 0 {
			return c
		}
	}
	return len(weights) - 1
}

// split draws how many of n contexts each of the models but m_0 gets.
func (x *Design) split(src *rand.ChaCha8, n int64, counts []int64) {
	left := len(x.Models) - 1
	for m := range counts {
		counts[m] = 0
		if m == x.M0 {
			continue
		}
		counts[m] = binomial.Draw(src, n, 1/float64(left))
		n -= counts[m]
		left--
	}
}

// law is the mixture of model m.
func (x *Design) law(m int) mixed {
	p := make([]float64, len(x.Weights))
	for c := range p {
		p[c] = x.probability(c, m)
	}
	return merged(x.Weights, p)
}

// summers are those of an estimator for every model but m_0.
func (x *Design) summers(ctx context.Context, e Estimator) ([]summer, error) {
	all := make([]summer, len(x.Models))
	for m, law := range x.laws {
		if m != x.M0 {
			all[m] = newSummer(ctx, e, law)
		}
	}
	return all, ctx.Err()
}

// ranked tells whether the scores, by decreasing size with ties in the order of
// the models, give the true order; a NaN never does.
func (x *Design) ranked(scores []float64) bool {
	for i := range x.order[1:] {
		a, b := x.order[i], x.order[i+1]
		if !(scores[a] > scores[b] || scores[a] == scores[b] && a < b) {
			return false
		}
	}
	return !slices.ContainsFunc(scores, math.IsNaN)
}
