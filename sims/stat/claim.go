package stat

import (
	"fmt"
	"math"
	"sort"

	"vectorborda/bounds"
)

// Outcome is what may be said of a statistical claim.
type Outcome string

const (
	Refuted      Outcome = "refuted"
	Supported    Outcome = "supported"
	Inconclusive Outcome = "inconclusive"
)

// Claim is "P(event) ≤ P0" about N independent runs, as an exact binomial test
// that is fixed before the runs: it is refuted from Critical events on, which
// happens with probability at most Alpha if the claim is true and with
// probability Power if P(event) is Alternative.  Events, Limit and Outcome are there
// once it is judged.
type Claim struct {
	ID          string  `json:"-"`
	N           int64   `json:"n"`
	Events      int64   `json:"failures"`
	P0          Number  `json:"p0"`
	Alpha       Number  `json:"alpha"`
	Critical    int64   `json:"critical"`
	Alternative Number  `json:"alternative"`
	Power       Number  `json:"power"`
	Limit       Number  `json:"limit"` // upper confidence limit for P(event) at error Alpha
	Outcome     Outcome `json:"-"`
}

// NoClaim stands for one that could not be declared.
func NoClaim() Claim {
	none := Number(math.NaN())
	return Claim{P0: none, Alpha: none, Alternative: none, Power: none, Limit: none}
}

// Declare fixes a claim.  One that no outcome of n runs could refute is an
// error that says how many runs it takes.
func Declare(id string, n int64, p0, alpha, alternative float64) (Claim, error) {
	c := Claim{ID: id, N: n, P0: Number(p0), Alpha: Number(alpha), Alternative: Number(alternative)}
	inside := func(p float64) bool { return p > 0 && p < 1 }
	if n < 1 || !inside(p0) || !inside(alpha) || !(alternative > p0 && alternative <= 1) {
		return c, fmt.Errorf("claim %s: %d runs, P0 %v, α %v, alternative %v: need a run, P0 and α inside (0,1), P0 < alternative ≤ 1", id, n, p0, alpha, alternative)
	}
	// P_{P0}(X ≥ k) decreases in k; Critical is the first k at or below α.
	k := sort.Search(int(n)+1, func(k int) bool { return c.tail(int64(k), p0) <= math.Log(alpha) })
	if c.Critical = int64(k); c.Critical > n {
		return c, fmt.Errorf("claim %s: %d runs cannot refute it at level %v: give at least %d", id, n, alpha, leastRuns(p0, alpha))
	}
	c.Power = Number(math.Exp(c.tail(c.Critical, alternative)))
	return c, nil
}

// leastRuns is the smallest n for which n events in n runs refute: P0ⁿ ≤ α.
func leastRuns(p0, alpha float64) int64 { return int64(math.Ceil(math.Log(alpha) / math.Log(p0))) }

// tail is log P(X ≥ k) for X ~ Binomial(N, p); the arguments are checked before.
func (c Claim) tail(k int64, p float64) float64 {
	log, _ := bounds.LogBinomialTail(k, c.N, p)
	return log
}

// RunsFor is a number of runs, at least least, for which a claim has the power
// wanted at its alternative; it grows by a tenth until that is so, or until it
// exceeds most.
func RunsFor(least, most int64, p0, alpha, alternative, power float64) int64 {
	n := max(least, 1)
	for n <= most {
		if c, err := Declare("", n, p0, alpha, alternative); err == nil && float64(c.Power) >= power {
			break
		}
		n += n/10 + 1
	}
	return n
}

// Judge decides: refuted at Critical events, supported when the upper limit for
// P(event) at error Alpha is at most P0 (so that a claim that is false is
// supported with probability at most Alpha), inconclusive between.
func (c Claim) Judge(events int64) Claim {
	limit, _ := bounds.UpperLimit(events, c.N, float64(c.Alpha))
	c.Events, c.Limit, c.Outcome = events, Number(limit), Inconclusive
	switch {
	case events >= c.Critical:
		c.Outcome = Refuted
	case c.Limit <= c.P0:
		c.Outcome = Supported
	}
	return c
}
