package oracle

import (
	"math/rand/v2"

	"vectorborda/gaps"
	"vectorborda/sims/binomial"
)

// Outcomes are the probabilities that i wins against j on objective r, and that both tie,
// each half a win.
type Outcomes func(i, j, r int) (won, tied float64)

// Ternary is the oracle of comparisons that may end in ties: a uniform opponent, then an
// outcome of that pair.  With the shares of a vote log as probabilities it replays the log
// with replacement (Lemma D.1).
type Ternary struct {
	b    gaps.Array[float64]
	tied gaps.Array[float64] // share of ties in a focal batch
	of   Outcomes
}

// FromOutcomes makes it, with the Borda scores b of the outcomes.
func FromOutcomes(b gaps.Array[float64], of Outcomes) *Ternary {
	o := &Ternary{b, gaps.NewArray[float64](b.K, b.D), of}
	for i := range b.K {
		for r := range b.D {
			for j := range b.K {
				if j != i {
					_, tied := of(i, j, r)
					o.tied.Row(i)[r] += tied / float64(b.K-1)
				}
			}
		}
	}
	return o
}

// Size is the size of the roster and the number of objectives.
func (o *Ternary) Size() (K, d int) { return o.b.K, o.b.D }

// Focal draws a multinomial batch.
func (o *Ternary) Focal(src *rand.ChaCha8, i, r int, n int64) Reply {
	tied := o.tied.At(i, r)
	return multinomial(src, n, o.b.At(i, r)-tied/2, tied)
}

// Pair draws a multinomial batch.
func (o *Ternary) Pair(src *rand.ChaCha8, i, j, r int, n int64) Reply {
	won, tied := o.of(i, j, r)
	return multinomial(src, n, won, tied)
}

// multinomial draws wins, then ties among the rest.  Without ties it is one binomial draw.
func multinomial(src *rand.ChaCha8, n int64, won, tied float64) Reply {
	wins := binomial.Draw(src, n, min(1, max(0, won)))
	if tied == 0 {
		return Reply{Wins: wins}
	}
	return Reply{Wins: wins, Ties: binomial.Draw(src, n-wins, min(1, tied/(1-won)))}
}
