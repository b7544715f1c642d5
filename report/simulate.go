package report

import (
	"fmt"
	"math"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
)

// Simulation shows repeated runs of one algorithm on one instance.
type Simulation struct {
	Algorithm       string           `json:"algorithm"`
	Guarantee       string           `json:"guarantee"` // "" where δ-correctness is proved for C = (2,4,4)
	Instance        string           `json:"instance"`
	Fingerprint     string           `json:"fingerprint"`
	Seed            uint64           `json:"seed"`
	Trials          int              `json:"trials"`
	Partial         bool             `json:"partial"`
	Delta           stat.Number      `json:"delta"`
	Constants       bounds.Constants `json:"constants"`
	Budget          int64            `json:"budget"`
	Frontier        []string         `json:"frontier"`
	*votelog.Counts                  // of a log
	trial.Tally
	Tau      stat.Tau       `json:"tau"`
	Audit    *SimAudit      `json:"audit"`            // null for other constants than (2,4,4) and other methods
	Fits     *algo.Fits     `json:"fits"`             // null for methods without model fits
	Open     map[string]int `json:"undecided_models"` // runs in which the model stayed undecided
	Warnings []string       `json:"warnings"`         // said before the runs
	Runs     []RunRow       `json:"runs,omitempty"`

	of trial.Simulation
}

// SimAudit is the audit of the runs against the proof of Proposition B.4.
type SimAudit struct {
	NoEvent    int        `json:"event_failed"`
	Violations []Violated `json:"violations"`
}

// Violated is a run that broke a statement although the confidence event held.
type Violated struct {
	Trial     int    `json:"trial"`
	Violation string `json:"violation"`
}

// meanText is the mean with a mark where it may not exist.
func meanText(t stat.Tau) string {
	switch {
	case math.IsInf(float64(t.Mean), 1): // a run did not stop
		return digits(t.Mean, usual)
	case t.NoMean():
		return "∞?"
	case !t.HasMean():
		return digits(t.Mean, usual) + "?"
	}
	return digits(t.Mean, usual)
}

// meanNote explains the marks of meanText; "" where there are none.
func meanNote(t stat.Tau) string {
	limits := fmt.Sprintf("tail index %s, limits [%s, %s]", digits(t.Index, usual), digits(t.Tail.Lo, usual), digits(t.Tail.Hi, usual))
	switch {
	case math.IsInf(float64(t.Mean), 1):
		return ""
	case t.NoMean():
		return "∞?: τ has no mean (" + limits + ": at most 1)."
	case t.K == 0:
		return "?: too few runs to tell whether τ has a mean."
	case !t.HasMean():
		return "?: τ may have no mean (" + limits + ")."
	}
	return ""
}

// RunRow is one run.
type RunRow struct {
	Tau       int64    `json:"tau"`
	Phases    int      `json:"phases"`
	Frontier  []string `json:"frontier"`
	Ended     string   `json:"ended"`
	Undecided []string `json:"undecided,omitempty"`
}

// SimulationInput is what a Simulation report is made of.
type SimulationInput struct {
	trial.Simulation
	Label    string // of the instance
	Runs     []trial.Outcome
	Tally    trial.Tally
	Tau      stat.Tau
	Warnings []string // said before the runs
	ShowRuns bool
}

// Simulate lays the runs out.
func Simulate(in SimulationInput) *Simulation {
	models := in.Instance.Models
	doc := &Simulation{
		Algorithm: in.Method.Name, Guarantee: in.Method.Guarantee, Instance: in.Label, Fingerprint: in.Instance.Fingerprint(), Seed: in.Seed,
		Trials: len(in.Runs), Partial: len(in.Runs) < in.Trials, Delta: stat.Number(in.Delta), Constants: in.Constants, Budget: in.Budget,
		Frontier: pick(models, in.Instance.Frontier()), Counts: in.Instance.Counts(), Tally: in.Tally, Tau: in.Tau, Open: map[string]int{}, Warnings: append([]string{}, in.Warnings...), of: in.Simulation,
	}
	if fits := in.Tally.Fits; fits.Count > 0 {
		doc.Fits = &fits
	}
	if trial.Audited(in.Method, in.Constants) {
		doc.Audit = &SimAudit{NoEvent: in.Tally.NoEvent, Violations: []Violated{}}
		for _, t := range in.Tally.Bugs {
			doc.Audit.Violations = append(doc.Audit.Violations, Violated{t, in.Runs[t].Audit.Violation})
		}
	}
	for _, run := range in.Runs {
		for _, name := range pick(models, run.Undecided) {
			doc.Open[name]++
		}
		if in.ShowRuns {
			doc.Runs = append(doc.Runs, RunRow{
				run.Comparisons, run.Phases, pick(models, run.Frontier), string(run.Ended), pick(models, run.Undecided),
			})
		}
	}
	return doc
}

// Tables are the summary and, where asked for, the runs.
func (doc *Simulation) Tables() []Table {
	t := Table{
		Title: fmt.Sprintf("%s on %s, δ = %v, C = (%v, %v, %v), seed %d", doc.of.Method.Title, doc.Instance,
			float64(doc.Delta), doc.Constants.Samp, doc.Constants.Thr, doc.Constants.Log, doc.Seed),
		Header: []string{"algorithm", "trials", "errors", "undecided", "mean τ", "SE", "median τ", "q_{1-δ}(τ)", "limits"},
		Rows: [][]any{{
			labelled(doc.Algorithm, doc.Guarantee), doc.Trials, doc.Errors, doc.Undecided, meanText(doc.Tau), doc.Tau.SE, doc.Tau.Median, doc.Tau.Quantile.Value, limits(doc.Tau.Quantile),
		}},
		Notes: doc.notes(),
		Leave: []string{"limits", "SE", "median τ"},
	}
	if len(doc.Runs) == 0 {
		return []Table{t}
	}
	return []Table{t, doc.runTable()}
}

func (doc *Simulation) notes() []string {
	var notes []string
	if doc.Partial {
		notes = append(notes, fmt.Sprintf("PARTIAL: interrupted after %d of %d trials.", doc.Trials, doc.of.Trials))
	}
	for _, w := range doc.Warnings {
		notes = append(notes, "WARNING: "+w+".")
	}
	switch {
	case doc.Guarantee != "":
		notes = append(notes, fmt.Sprintf("%s: %s; δ is what it aims at, and errors are counted, not bounded.", doc.of.Method.Title, doc.Guarantee))
	case doc.Constants != bounds.PaperConstants():
		notes = append(notes, "Proposition B.4 and Theorem 3.1 are proved for C = (2, 4, 4) only.")
	}
	if doc.Counts != nil {
		notes = append(notes, "The log: "+doc.Counts.Words()+".")
	}
	if note := meanNote(doc.Tau); note != "" {
		notes = append(notes, note)
	}
	if doc.Audit != nil {
		notes = append(notes, fmt.Sprintf("Audit: every run was followed step by step (B.7–B.10, B.4); the confidence event failed in %d; where it held, %d runs broke a statement.",
			doc.Audit.NoEvent, len(doc.Audit.Violations)))
		if broken := doc.Audit.Violations; len(broken) > 0 {
			notes = append(notes, fmt.Sprintf("BUG, first in trial %d: %s.", broken[0].Trial, broken[0].Violation))
		}
	}
	if doc.Fits != nil {
		notes = append(notes, fitNote(doc.Fits))
	}
	if spent := doc.Undecided - doc.Capped; spent > 0 {
		notes = append(notes, fmt.Sprintf("%d runs ended by the budget of %d comparisons; undecided in (runs): %s",
			spent, doc.Budget, counted(doc.Open)))
	}
	if doc.Capped > 0 {
		notes = append(notes, fmt.Sprintf("%d runs were capped by the limit of the method; τ of an undecided run counts as ∞.", doc.Capped))
	}
	return notes
}

// fitNote says how far the fits can be trusted, and what the data did not tell.
func fitNote(f *algo.Fits) string {
	text := fmt.Sprintf("%d Bradley–Terry fits; per comparison, the worst gradient is %s and the worst certified distance to the optimum %s nats.",
		f.Count, digits(f.Gradient, usual), digits(f.Gap, usual))
	for _, trouble := range []struct {
		fits int
		what string
	}{
		{f.Fallbacks, "needed the larger ridge"},
		{f.Unconverged, "did not reach their tolerance"},
		{f.Separated, "met a set of models that won every comparison with the others (the likelihood has no maximum without ridge or box)"},
		{f.Disconnected, "met a set of models that was never compared with the others"},
	} {
		if trouble.fits > 0 {
			text += fmt.Sprintf(" %d %s.", trouble.fits, trouble.what)
		}
	}
	return text
}

// labelled is a method with what must be said wherever it is shown.
func labelled(name, guarantee string) string {
	if guarantee == "" {
		return name
	}
	return name + " (" + guarantee + ")"
}

func (doc *Simulation) runTable() Table {
	t := Table{Title: "Runs", Header: []string{"trial", "τ", "phases", "ended", "frontier", "undecided"}}
	for n, run := range doc.Runs {
		t.Rows = append(t.Rows, []any{n, run.Tau, run.Phases, run.Ended, list(run.Frontier), list(run.Undecided)})
	}
	return t
}

// atLeast is a lower limit of a count, 0 where the sample has none.
func atLeast(lo stat.Number) stat.Number { return max(lo, 0) }

// limits are those of a quantile of a count.
func limits(q stat.Quantile) string {
	if math.IsNaN(q.Level) {
		return "–"
	}
	return fmt.Sprintf("[%s, %s] at %.4f", digits(atLeast(q.Lo), usual), digits(q.Hi, usual), q.Level)
}
