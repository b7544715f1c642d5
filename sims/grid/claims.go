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

// claimKind is one statement as a claim about runs.
type claimKind struct {
	id    string
	words string
	lower bool                              // the event is τ below the bound, else τ above it or a wrong answer
	bound func(instance.Bounds) stat.Number // of τ; NaN where the claim is not about τ or does not apply
}

// kinds are the statements that a row is held against, in the order of the paper.
func kinds() []claimKind {
	return []claimKind{
		{id: "3.1", words: "P(wrong, or τ above the bound of Theorem 3.1) ≤ δ", bound: func(b instance.Bounds) stat.Number { return b.UpperLatent }},
		{id: "3.2", words: "P(τ below the bound of Theorem 3.2) < 1-δ", lower: true, bound: func(b instance.Bounds) stat.Number { return b.LowerMinimax }},
		{id: "B.4", words: "P(wrong, or τ above the bound of Proposition B.4) ≤ δ", bound: func(b instance.Bounds) stat.Number { return b.UpperBorda }},
		{id: "B.6", words: "P(the confidence event fails) ≤ δ", bound: func(instance.Bounds) stat.Number { return stat.Number(math.NaN()) }},
		{id: "B.14", words: "P(τ below the bound of Lemma B.14) < 1-δ", lower: true, bound: func(b instance.Bounds) stat.Number { return b.LowerSymmetric }},
	}
}

// applies tells whether the statement says something about this row.  Theorem 3.2
// bounds the quantile on θ^Δ, so it is asked where Lemma B.14 is.
func (k claimKind) applies(b instance.Bounds) bool {
	there := func(x stat.Number) bool { return !math.IsNaN(float64(x)) }
	switch k.id {
	case "B.6":
		return there(b.UpperBorda)
	case "3.2":
		return there(b.LowerMinimax) && there(b.LowerSymmetric)
	}
	return there(k.bound(b))
}

// p0 is the boundary and alternative the event probability that the runs are
// made to detect: four times δ (at most half-way to 1), or a tenth of δ left of
// the 1-δ.
func (k claimKind) p0(delta float64) (p0, alternative float64) {
	if k.lower {
		return 1 - delta, 1 - delta/10
	}
	return delta, min(4*delta, (1+delta)/2)
}

// runsFor is the number of runs that all claims at this δ have their power with;
// it is an error if that is more than MaxRuns.
func runsFor(delta float64) (int, error) {
	n := int64(leastRuns)
	for _, k := range kinds() {
		p0, alternative := k.p0(delta)
		if n = stat.RunsFor(n, MaxRuns, p0, Alpha, alternative, wantedPower); n > MaxRuns {
			return 0, fmt.Errorf("claims at δ = %v need more than %d runs: give the row fewer trials or another δ", delta, MaxRuns)
		}
	}
	return int(n), nil
}

// event reports whether the run counts against the claim with the given bound.
func (k claimKind) event(run trial.Outcome, bound float64) bool {
	tau := float64(run.Comparisons)
	switch {
	case k.id == "B.6":
		return !run.Audit.Event
	case k.lower:
		return run.Ended == algo.Decided && tau < bound
	}
	return !run.Right || tau > bound
}

// twinEvent is the event of the wrong twin: the radius at 0.3·r_m, a lower bound
// above every τ (and above the budget), an upper bound below every τ.
func (k claimKind) twinEvent(run trial.Outcome, least, most float64) bool {
	switch {
	case k.id == "B.6":
		return !run.Audit.Near
	case k.lower:
		return run.Ended != algo.Decided || k.event(run, 2*most)
	}
	return k.event(run, least/2)
}

// Check is one claim on one row after its runs.
type Check struct {
	ID         string       `json:"id"`
	Words      string       `json:"claim"`
	Bound      stat.Number  `json:"bound"` // of τ; NaN where the claim is not about τ
	stat.Claim              // its first stage
	Outcome    stat.Outcome `json:"outcome"` // of both
	Twin       stat.Outcome `json:"twin"`    // of the wrong twin, which must be refuted
	Second     *Stage       `json:"second_stage"`
	Unasked    string       `json:"unasked,omitempty"` // why the claim could not be tested
}

// Stage is the second stage of a claim whose first came out refuted.
type Stage struct {
	N        int64        `json:"n"`
	Events   int64        `json:"failures"`
	Critical int64        `json:"critical"`
	Outcome  stat.Outcome `json:"outcome"`
}

func stageOf(c stat.Claim) Stage { return Stage{c.N, c.Events, c.Critical, c.Outcome} }

// Toothless reports that the wrong twin of a bound on τ survived although the runs
// had the power that is wanted of them.  The twin of B.6 is another matter: votes
// that are nearly deterministic stay within 0.3·r_m, and the claim is inconclusive.
func (c Check) Toothless() bool {
	return c.Unasked == "" && c.ID != "B.6" && c.Twin != stat.Refuted && c.Power >= wantedPower
}
