package instance

import (
	"fmt"
	"math"
	"math/rand/v2"

	"vectorborda/gaps"
)

// leastChance is the smallest chance of a try for which witnesses are tried: a
// frontier with a smaller one is drawn again.
const leastChance = 1e-6

// witnessed gives every frontier model exactly Only dominated models that no other
// frontier model dominates, by rejection.  The tries of one model are bounded:
// each succeeds with probability at least c = chance, so that ⌈30/c⌉ of them fail
// with probability at most e^-30, and there are at most 30/leastChance+1.
func (r Recipe) witnessed(src *rand.Rand, x gaps.Array[float64]) (ok bool, err error) {
	for p := range r.S {
		if r.chance(x, p) < leastChance {
			return false, nil
		}
	}
	for i := r.S; i < r.K; i++ {
		p := (i - r.S) / r.Only
		tries := int(math.Ceil(30 / r.chance(x, p)))
		for r.below(src, x, i, p); !r.onlyBelow(x, i, p); r.below(src, x, i, p) {
			if tries--; tries == 0 {
				return false, fmt.Errorf("no dominated model of its own found for frontier model %d, an event of probability e^-30: this is a bug", p+1)
			}
		}
	}
	return true, nil
}

// onlyBelow reports that p is the one frontier model that dominates i.
func (r Recipe) onlyBelow(x gaps.Array[float64], i, p int) bool {
	for q := range r.S {
		if gaps.Dominated(x, i, q) != (q == p) {
			return false
		}
	}
	return true
}

// chance bounds from below the probability that θ_p - m is dominated by p alone,
//
//	Π_{q≠p} P(∃r: m_r ≤ θ_{p,r}-θ_{q,r}) = Π_{q≠p} (1 - Π_r P(m_r > θ_{p,r}-θ_{q,r})):
//
// all these events decrease in the independent margins m_r, so by Harris'
// inequality they are positively associated.
func (r Recipe) chance(x gaps.Array[float64], p int) float64 {
	all := 1.0
	for q := range r.S {
		if q == p {
			continue
		}
		below := 1.0
		for c, top := range x.Row(p) {
			below *= 1 - clip((top-x.At(q, c)-r.Lo)/(r.Hi-r.Lo))
		}
		all *= 1 - below
	}
	return all
}

func clip(x float64) float64 { return max(0, min(x, 1)) }
