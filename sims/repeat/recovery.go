package repeat

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"sort"

	"vectorborda/bounds"
	"vectorborda/sims/stat"
	"vectorborda/sims/stream"
	"vectorborda/sims/trial"
)

// MaxContexts is the largest number of contexts: the cost of a simulation of TRR at
// large β grows with it, to seconds there.
const MaxContexts = 100_000_000

// Recovery is a number of simulations, each of n contexts: model m gets I_m of
// them, its score ĝ(m) is the mean of its estimates, and the ranking by ĝ is exact
// or not.  A model without a context has no score, and then the ranking is not
// exact.  Simulation t depends on (Seed, label, t) alone.
type Recovery struct {
	Design    *Design
	Estimator Estimator
	Contexts  int64
	Trials    int
	Jobs      int
	Seed      uint64

	summers []summer // of Design and Estimator; nil: made by Run
}

// Frequency is how often the ranking was exact, with Clopper–Pearson limits that miss
// P(exact) with probability at most stat.LimitsError.
type Frequency struct {
	Contexts  int64       `json:"contexts"`
	Trials    int64       `json:"trials"`
	Successes int64       `json:"exact"`
	Lo        stat.Number `json:"lo"`
	Hi        stat.Number `json:"hi"`
}

// Run simulates; a cancelled context leaves fewer trials.  done is called after
// each of them, from any worker.
func (r Recovery) Run(ctx context.Context, done func()) (Frequency, error) {
	f := Frequency{Contexts: r.Contexts, Lo: 0, Hi: 1}
	if r.Contexts < 1 || r.Contexts > MaxContexts {
		return f, fmt.Errorf("%d contexts: give a whole number from 1 to %d", r.Contexts, int64(MaxContexts))
	}
	if r.Estimator.Beta() != r.Design.Beta {
		return f, fmt.Errorf("an estimator for β = %v on a population with β = %v", r.Estimator.Beta(), r.Design.Beta)
	}
	if r.summers == nil {
		var err error
		if r.summers, err = r.Design.summers(ctx, r.Estimator); err != nil {
			return f, nil
		}
	}
	worker := func() func(int) bool {
		var lanes stream.Lanes
		counts, scores := make([]int64, len(r.summers)), make([]float64, len(r.summers))
		return func(t int) bool {
			lanes.Open(stream.Key{Seed: r.Seed, Experiment: r.label(), Trial: uint64(t)}, 1)
			r.scores(lanes.At(0), counts, scores)
			return r.Design.ranked(scores)
		}
	}
	for _, exact := range trial.Run(ctx, r.Trials, r.Jobs, worker, done) {
		if f.Trials++; exact {
			f.Successes++
		}
	}
	if f.Trials == 0 {
		return f, nil
	}
	lo, hi, err := bounds.ClopperPearson(f.Successes, f.Trials, stat.LimitsError)
	f.Lo, f.Hi = stat.Number(lo), stat.Number(hi)
	return f, err
}

func (r Recovery) label() string {
	return fmt.Sprintf("repeat recovery %s d=%d beta=%v m0=%d gap=%v n=%d",
		r.Estimator.Name(), r.Estimator.Depth(), r.Design.Beta, r.Design.M0, r.Design.gap, r.Contexts)
}

// scores draws ĝ; 0/0, the score of a model without a context, is NaN.
func (r Recovery) scores(src *rand.ChaCha8, counts []int64, scores []float64) {
	r.Design.split(src, r.Contexts, counts)
	for m, s := range r.summers {
		scores[m] = 0
		if s != nil {
			scores[m] = s.sum(src, counts[m]) / float64(counts[m])
		}
	}
}

// sameRate is Fisher's exact test, two-sided, of whether a of m and b of n runs, at
// most 2^30, come from one success probability: given a+b,
//
//	P(a = k) = f(k; m, q)·f(a+b-k; n, q)/f(a+b; m+n, q)  for any q in (0,1),
//
// and the p-value is the sum over all k that are no likelier than a.  Two values
// that differ by less than 1e-9 relative, above the rounding of the formula, count
// as equal.
func sameRate(a, m, b, n int64) float64 {
	total, q := a+b, 0.5
	if total > 0 && total < m+n {
		q = float64(total) / float64(m+n)
	}
	log := func(k, n int64) float64 { v, _ := bounds.LogBinomialPMF(k, n, q); return v }
	given := func(k int64) float64 { return log(k, m) + log(total-k, n) - log(total, m+n) }
	observed := given(a)
	var sum accumulator
	for k := max(0, total-n); k <= min(m, total); k++ {
		if v := given(k); v <= observed+1e-9 {
			sum.add(math.Exp(v))
		}
	}
	return min(1, sum.value())
}

// Comparison is a frequency against what the paper prints; there is none for most.
type Comparison struct {
	Printed *int64      `json:"printed"` // of PaperTrials
	Gap     string      `json:"printed_score_gap,omitempty"`
	P       stat.Number `json:"p"`         // of sameRate
	From    *int64      `json:"same_from"` // the successes that sameRate would not tell from the printed ones
	To      *int64      `json:"same_to"`
	Outcome Outcome     `json:"outcome,omitempty"`
}

// Outcome is whether a row is as printed: under the paper's settings, and under another
// β or reference model.
type Outcome string

const (
	AsPrinted  Outcome = "as printed"
	NotPrinted Outcome = "REFUTED"
	Unchanged  Outcome = "unchanged"
	Changed    Outcome = "changed"
)

// CompareAlpha is the level of one comparison.  Twelve of them, the paper's third
// table, raise a false alarm with probability at most 10^-6.
const CompareAlpha = 1e-6 / 12

// compare tests a frequency of at least one trial against b of n printed ones.  The
// p-value falls on both sides of the likeliest count, so From and To are found by
// bisection.
func (f Frequency) compare(b, n int64) Comparison {
	same := func(a int64) bool { return sameRate(a, f.Trials, b, n) > CompareAlpha }
	likely := int64(math.Round(float64(b) / float64(n) * float64(f.Trials)))
	from := likely - int64(sort.Search(int(likely), func(k int) bool { return !same(likely - int64(k) - 1) }))
	to := likely + int64(sort.Search(int(f.Trials-likely), func(k int) bool { return !same(likely + int64(k) + 1) }))
	return Comparison{Printed: &b, P: stat.Number(sameRate(f.Successes, f.Trials, b, n)), From: &from, To: &to}
}
