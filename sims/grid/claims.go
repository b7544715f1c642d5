package grid

import (
	"fmt"
	"math"

	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

const (
	// Alpha is the error probability of one claim; a report has room for
	// SuiteAlpha/Alpha = 200 of them.
	Alpha = 5e-9
	// wantedPower is the power that the runs of a row are chosen for.
	wantedPower = 0.99
	// leastRuns keeps quantiles and tail indices meaningful.
	leastRuns = 500
	// MaxRuns is the most runs of a row.
	MaxRuns = 10_000_000
)

// Check is one claim on one row, after its runs.
type Check struct {
	ID         string       `json:"id"`
	Words      string       `json:"claim"`
	Bound      stat.Number  `json:"bound"` // of τ; NaN where the claim is not about τ
	stat.Claim              // its first stage
	Outcome    stat.Outcome `json:"outcome"` // of both
	Twin       stat.Outcome `json:"twin"`    // of the wrong twin, which must be refuted
	Second     *Stage       `json:"second_stage"`
	Unasked    string       `json:"unasked,omitempty"` // why the claim could not be tested

	lower  bool        // the event is τ below the bound, else τ above it or a wrong answer
	stages stat.Staged // none if it is not asked
}

// Stage is the second stage of a claim whose first came out refuted.
type Stage struct {
	N        int64        `json:"n"`
	Events   int64        `json:"failures"`
	Critical int64        `json:"critical"`
	Outcome  stat.Outcome `json:"outcome"`
}

func stageOf(c stat.Claim) Stage { return Stage{c.N, c.Events, c.Critical, c.Outcome} }

// claims are the statements that say something about an instance with these bounds, in
// the order of the paper, not declared yet.  Theorem 3.2 bounds the quantile on θ^Δ, so
// it is asked where Lemma B.14 is.
func claims(b instance.Bounds) []Check {
	there := func(x stat.Number) bool { return !math.IsNaN(float64(x)) }
	all := []Check{}
	for _, c := range []struct {
		applies   bool
		id, words string
		lower     bool
		bound     stat.Number
	}{
		{there(b.UpperLatent), "3.1", "P(wrong, or τ above the bound of Theorem 3.1) ≤ δ", false, b.UpperLatent},
		{there(b.LowerMinimax) && there(b.LowerSymmetric), "3.2", "P(τ below the bound of Theorem 3.2) < 1-δ", true, b.LowerMinimax},
		{there(b.UpperBorda), "B.4", "P(wrong, or τ above the bound of Proposition B.4) ≤ δ", false, b.UpperBorda},
		{there(b.UpperBorda), "B.6", "P(the confidence event fails) ≤ δ", false, stat.Number(math.NaN())},
		{there(b.LowerSymmetric), "B.14", "P(τ below the bound of Lemma B.14) < 1-δ", true, b.LowerSymmetric},
	} {
		if c.applies {
			all = append(all, Check{ID: c.id, Words: c.words, Bound: c.bound, Claim: stat.NoClaim(), Outcome: stat.Inconclusive, lower: c.lower})
		}
	}
	return all
}

// p0 is the boundary and alternative the event probability that the runs are
// made to detect: four times δ (at most half-way to 1), or a tenth of δ left of
// the 1-δ.
func (c Check) p0(delta float64) (p0, alternative float64) {
	if c.lower {
		return 1 - delta, 1 - delta/10
	}
	return delta, min(4*delta, (1+delta)/2)
}

// runsFor is the number of runs that all claims at this δ have their power with;
// it is an error if that is more than MaxRuns.
func runsFor(delta float64) (int, error) {
	n := int64(leastRuns)
	for _, c := range claims(instance.Bounds{}) {
		p0, alternative := c.p0(delta)
		if n = stat.RunsFor(n, MaxRuns, p0, Alpha, alternative, wantedPower); n > MaxRuns {
			return 0, fmt.Errorf("claims at δ = %v need more than %d runs: give the row fewer trials or another δ", delta, MaxRuns)
		}
	}
	return int(n), nil
}

// declare puts the claim on so many runs into the ledger, or says why it cannot be asked.
func (c *Check) declare(l *stat.Ledger, runs int64, delta float64) (err error) {
	p0, alternative := c.p0(delta)
	if c.Bound > stat.Number(algo.DefaultBudget) {
		c.Unasked = fmt.Sprintf("the bound is beyond the budget of %d comparisons", algo.DefaultBudget)
	} else if _, err := stat.Declare(c.ID, runs, p0, Alpha, alternative); err != nil {
		c.Unasked = err.Error()
	} else {
		c.stages, err = l.Declare(c.ID, runs, p0, Alpha, alternative)
		return err
	}
	return nil
}

// event reports whether the run counts against the claim with the given bound.
func (c Check) event(run trial.Outcome, bound float64) bool {
	tau := float64(run.Comparisons)
	switch {
	case c.ID == "B.6":
		return !run.Audit.Event
	case c.lower:
		return run.Ended == algo.Decided && tau < bound
	}
	return !run.Right || tau > bound
}

// twinEvent is the event of the wrong twin: the radius at 0.3·r_m, a lower bound
// above every τ (and above the budget), an upper bound below every τ.
func (c Check) twinEvent(run trial.Outcome, least, most float64) bool {
	switch {
	case c.ID == "B.6":
		return !run.Audit.Near
	case c.lower:
		return run.Ended != algo.Decided || c.event(run, 2*most)
	}
	return c.event(run, least/2)
}

// judge completes the claim after the runs.  fresh gives the runs of the second stage,
// which come after the first ones under the same seed and are run when a claim first asks
// for them.
func (c *Check) judge(runs []trial.Outcome, fresh func() ([]trial.Outcome, error)) error {
	if c.Unasked == "" && int64(len(runs)) < c.stages.First.N {
		c.Unasked = fmt.Sprintf("interrupted after %d of %d runs", len(runs), c.stages.First.N)
	}
	if c.Unasked != "" {
		return nil
	}
	c.Claim = c.stages.First.Judge(c.count(runs))
	c.Twin = c.stages.First.Judge(c.twins(runs)).Outcome
	if c.Claim.Outcome != stat.Refuted {
		if c.Twin == stat.Refuted { // else the test has shown no teeth
			c.Outcome = c.Claim.Outcome
		}
		return nil
	}
	more, err := fresh()
	if int64(len(more)) == c.stages.Second.N {
		second := stageOf(c.stages.Second.Judge(c.count(more)))
		if c.Second = &second; second.Outcome == stat.Refuted {
			c.Outcome = stat.Refuted
		}
	}
	return err
}

func (c Check) count(runs []trial.Outcome) (n int64) {
	for _, run := range runs {
		if c.event(run, float64(c.Bound)) {
			n++
		}
	}
	return n
}

func (c Check) twins(runs []trial.Outcome) (n int64) {
	least, most := math.Inf(1), 0.0
	for _, run := range runs {
		if run.Ended == algo.Decided {
			least, most = min(least, float64(run.Comparisons)), max(most, float64(run.Comparisons))
		}
	}
	for _, run := range runs {
		if c.twinEvent(run, least, most) {
			n++
		}
	}
	return n
}

// Toothless reports that the wrong twin of a bound on τ survived although the runs
// had the power that is wanted of them.  The twin of B.6 is another matter: votes
// that are nearly deterministic stay within 0.3·r_m, and the claim is inconclusive.
func (c Check) Toothless() bool {
	return c.Unasked == "" && c.ID != "B.6" && c.Twin != stat.Refuted && c.Power >= wantedPower
}
