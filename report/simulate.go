package report

import (
	"fmt"
	"math"

	"vectorborda/bounds"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// Simulation shows repeated runs of one algorithm on one instance.
type Simulation struct {
	Algorithm   string         `json:"algorithm"`
	Instance    string         `json:"instance"`
	Fingerprint string         `json:"fingerprint"`
	Seed        uint64         `json:"seed"`
	Trials      int            `json:"trials"`
	Partial     bool           `json:"partial"`
	Delta       Number         `json:"delta"`
	Constants   ConstantSet    `json:"constants"`
	Budget      int64          `json:"budget"`
	Frontier    []string       `json:"frontier"`
	Errors      int            `json:"errors"`
	Undecided   int            `json:"undecided"`
	Tau         TauSet         `json:"tau"`
	Audit       *SimAudit      `json:"audit"`            // null for other constants than (2,4,4)
	Open        map[string]int `json:"undecided_models"` // runs in which the model stayed undecided
	Runs        []RunRow       `json:"runs,omitempty"`

	requested int
	constants bounds.Constants
	tau       stat.Summary
	tail      stat.Tail
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

// ConstantSet is C of Algorithm 1.
type ConstantSet struct {
	Samp Number `json:"C_samp"`
	Thr  Number `json:"C_thr"`
	Log  Number `json:"C_log"`
}

// TauSet summarises τ; q is its (1-δ)-quantile, with distribution-free limits at
// the level q_level.
type TauSet struct {
	Mean   Number `json:"mean"`
	SE     Number `json:"se"`
	Median Number `json:"median"`
	Q      Number `json:"q"`
	QLo    Number `json:"q_lo"`
	QHi    Number `json:"q_hi"`
	QLevel Number `json:"q_level"`

	TailIndex Number `json:"tail_index"` // Hill; null where it is infinite (no heavy tail) or unknown
	TailLo    Number `json:"tail_lo"`
	TailHi    Number `json:"tail_hi"`
}

// tauSet leaves out a mean that does not exist and an error of a mean whose
// variance may not.
func tauSet(s stat.Summary, t stat.Tail) TauSet {
	mean, se := s.Mean, s.SE
	if t.NoMean() {
		mean = math.NaN()
	}
	if t.Lo <= 2 {
		se = math.NaN()
	}
	return TauSet{
		Number(mean), Number(se), Number(s.Median),
		Number(s.Q.Value), Number(s.Q.Lo), Number(s.Q.Hi), Number(s.Q.Level),
		Number(t.Index), Number(t.Lo), Number(t.Hi),
	}
}

// meanText is the mean with a mark where it may not exist.
func meanText(s stat.Summary, t stat.Tail) string {
	switch {
	case math.IsInf(s.Mean, 1): // a run did not stop
		return short(s.Mean)
	case t.NoMean():
		return "∞?"
	case !t.HasMean():
		return short(s.Mean) + "?"
	}
	return short(s.Mean)
}

// meanNote explains the marks of meanText; "" where there are none.
func meanNote(s stat.Summary, t stat.Tail) string {
	limits := fmt.Sprintf("tail index %s, limits [%s, %s]", short(t.Index), short(t.Lo), short(t.Hi))
	switch {
	case math.IsInf(s.Mean, 1):
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
	Algorithm, Instance, Fingerprint string
	Models                           []string
	Frontier                         []int
	Seed                             uint64
	Requested                        int // trials asked for
	Delta                            float64
	Constants                        bounds.Constants
	Budget                           int64
	Runs                             []trial.Outcome
	Tally                            trial.Tally
	Tau                              stat.Summary
	Tail                             stat.Tail
	ShowRuns                         bool
}

// Simulate lays the runs out.
func Simulate(in SimulationInput) *Simulation {
	doc := &Simulation{
		Algorithm: in.Algorithm, Instance: in.Instance, Fingerprint: in.Fingerprint, Seed: in.Seed,
		Trials: len(in.Runs), Partial: len(in.Runs) < in.Requested, Delta: Number(in.Delta),
		Constants: ConstantSet{Number(in.Constants.Samp), Number(in.Constants.Thr), Number(in.Constants.Log)},
		Budget:    in.Budget, Frontier: pick(in.Models, in.Frontier),
		Errors: in.Tally.Errors, Undecided: in.Tally.Undecided, Tau: tauSet(in.Tau, in.Tail), Open: map[string]int{},
		requested: in.Requested, constants: in.Constants, tau: in.Tau, tail: in.Tail,
	}
	if in.Constants == bounds.PaperConstants() {
		doc.Audit = &SimAudit{NoEvent: in.Tally.NoEvent, Violations: []Violated{}}
		for _, t := range in.Tally.Bugs {
			doc.Audit.Violations = append(doc.Audit.Violations, Violated{t, in.Runs[t].Audit.Violation})
		}
	}
	for _, run := range in.Runs {
		for _, name := range pick(in.Models, run.Undecided) {
			doc.Open[name]++
		}
		if in.ShowRuns {
			doc.Runs = append(doc.Runs, RunRow{
				run.Comparisons, run.Phases, pick(in.Models, run.Frontier), string(run.Ended), pick(in.Models, run.Undecided),
			})
		}
	}
	return doc
}

// Tables are the summary and, where asked for, the runs.
func (doc *Simulation) Tables() []Table {
	t := Table{
		Title: fmt.Sprintf("%s on %s, δ = %v, C = (%v, %v, %v), seed %d", doc.Algorithm, doc.Instance,
			float64(doc.Delta), doc.constants.Samp, doc.constants.Thr, doc.constants.Log, doc.Seed),
		Header: []string{"trials", "errors", "undecided", "mean τ", "SE", "median τ", "q_{1-δ}(τ)", "limits"},
		Rows: [][]any{{
			doc.Trials, doc.Errors, doc.Undecided, meanText(doc.tau, doc.tail), float64(doc.Tau.SE), doc.tau.Median, doc.tau.Q.Value, limits(doc.tau.Q),
		}},
		Notes: doc.notes(),
	}
	if len(doc.Runs) == 0 {
		return []Table{t}
	}
	return []Table{t, doc.runTable()}
}

func (doc *Simulation) notes() []string {
	var notes []string
	if doc.Partial {
		notes = append(notes, fmt.Sprintf("PARTIAL: interrupted after %d of %d trials.", doc.Trials, doc.requested))
	}
	if doc.constants != bounds.PaperConstants() {
		notes = append(notes, "Proposition B.4 and Theorem 3.1 are proved for C = (2, 4, 4) only.")
	}
	if note := meanNote(doc.tau, doc.tail); note != "" {
		notes = append(notes, note)
	}
	if doc.Audit != nil {
		notes = append(notes, fmt.Sprintf("Audit: every run was followed step by step (B.7–B.10, B.4); the confidence event failed in %d; where it held, %d runs broke a statement.",
			doc.Audit.NoEvent, len(doc.Audit.Violations)))
		if broken := doc.Audit.Violations; len(broken) > 0 {
			notes = append(notes, fmt.Sprintf("BUG, first in trial %d: %s.", broken[0].Trial, broken[0].Violation))
		}
	}
	if doc.Undecided > 0 {
		notes = append(notes, fmt.Sprintf("%d runs ended by the budget of %d comparisons; undecided in (runs): %s",
			doc.Undecided, doc.Budget, counted(doc.Open)))
	}
	return notes
}

func (doc *Simulation) runTable() Table {
	t := Table{Title: "Runs", Header: []string{"trial", "τ", "phases", "ended", "frontier", "undecided"}}
	for n, run := range doc.Runs {
		t.Rows = append(t.Rows, []any{n, run.Tau, run.Phases, run.Ended, list(run.Frontier), list(run.Undecided)})
	}
	return t
}

func limits(q stat.Quantile) string {
	if math.IsNaN(q.Level) {
		return "–"
	}
	return fmt.Sprintf("[%s, %s] at %.4f", short(q.Lo), short(q.Hi), q.Level)
}
