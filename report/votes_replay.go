package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"vectorborda/sims/bt"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
)

// VoteReplay shows runs of several methods on a vote log that is drawn from again.
type VoteReplay struct {
	Verdict     string         `json:"verdict"`
	Files       []string       `json:"files"`
	Description string         `json:"description"`
	Models      []string       `json:"models"`
	Objectives  []string       `json:"objectives"`
	Frontier    []string       `json:"frontier"` // of b^emp: the answer of a right run
	MinGap      stat.Number    `json:"min_gap"`
	Upper       stat.Number    `json:"upper_borda"`     // Proposition B.4 at b^emp, which is of VB-EGE
	MisfitP     stat.Number    `json:"bradley_terry_p"` // of the test that the votes follow a Bradley–Terry law; null where nothing can be tested
	Partial     bool           `json:"partial"`
	Methods     []ReplayMethod `json:"methods"`
	Missing     []string       `json:"not_run"` // methods of which an interrupt left no run
	Notes       []string       `json:"notes"`
}

// ReplayMethod are the runs of a method as a simulation shows them, against b^emp.
type ReplayMethod struct {
	*Simulation
	ErrorLo stat.Number `json:"error_rate_lo"` // limits of P(wrong), missed with probability stat.LimitsError
	ErrorHi stat.Number `json:"error_rate_hi"`
	Above   int         `json:"above_upper_borda"` // runs with τ above Upper, undecided ones among them
}

// ReplayInput is what a VoteReplay is made of.
type ReplayInput struct {
	Files   []string
	Opened  *votelog.Opened
	MinGap  float64
	Upper   stat.Number
	Misfit  bt.Misfit
	Runs    []SimulationInput // by method, each of at least a run
	Missing []string          // methods without
}

// NewVoteReplay lays the runs out.
func NewVoteReplay(in ReplayInput) *VoteReplay {
	first := in.Runs[0].Instance
	doc := &VoteReplay{
		Files: in.Files, Description: in.Opened.Description.Title(), Models: first.Models, Objectives: first.Objectives,
		Frontier: pick(first.Models, first.Frontier()), MinGap: stat.Number(in.MinGap), Upper: in.Upper, MisfitP: stat.Number(math.NaN()),
		Partial: len(in.Missing) > 0, Missing: append([]string{}, in.Missing...),
	}
	if in.Misfit.Freedom > 0 {
		doc.MisfitP = stat.Number(in.Misfit.P())
	}
	for _, r := range in.Runs {
		lo, hi := r.Tally.ErrorRate(stat.LimitsError)
		m := ReplayMethod{Simulate(r), stat.Number(lo), stat.Number(hi), r.Tally.Above(float64(in.Upper))}
		doc.Partial = doc.Partial || m.Partial
		doc.Methods = append(doc.Methods, m)
	}
	doc.Verdict, doc.Notes = doc.verdict(), doc.notes()
	return doc
}

// Red are the methods, δ-correct by proof, that err more often than δ by the limits.
func (doc *VoteReplay) Red() (red []string) {
	for _, m := range doc.Methods {
		if m.Guarantee == "" && m.ErrorLo > m.Delta {
			red = append(red, fmt.Sprintf("%s is wrong in %d of %d runs, seed %d: more often than δ = %s, at confidence %v", m.Algorithm, m.Errors, m.Trials, m.Seed, digits(m.Delta, usual), 1-stat.LimitsError))
		}
	}
	return red
}

// verdict is the first sentence.
func (doc *VoteReplay) verdict() string {
	text := fmt.Sprintf("Replayed: votes drawn from these votes, with replacement, so that b^emp is known and the right answer is its frontier, of %d of %d models: %s.",
		len(doc.Frontier), len(doc.Models), strings.Join(doc.Frontier, ", "))
	if red := doc.Red(); red != nil {
		text += " REFUTED: " + strings.Join(red, "; ") + "."
	}
	return text
}

// notes say what the numbers rest on.
func (doc *VoteReplay) notes() []string {
	first := doc.Methods[0]
	notes := []string{}
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if doc.Partial {
		text := fmt.Sprintf("PARTIAL: interrupted before all of %d runs a method were finished", first.of.Trials)
		if len(doc.Missing) > 0 {
			text += "; none of " + strings.Join(doc.Missing, ", ")
		}
		add("%s.", text)
	}
	for _, m := range doc.Methods {
		for _, w := range m.Warnings {
			add("WARNING: %s.", w)
		}
	}
	for _, m := range doc.Methods {
		if note := meanNote(m.Tau); note != "" {
			add("%s: %s", m.Algorithm, note)
		}
		if m.Audit != nil {
			add("%s", auditNote(m.Trials, m.Audit.NoEvent, len(m.Audit.Violations)))
		}
		if m.Undecided > 0 {
			add("%s: %d runs were undecided, %d of them by its own limit; their τ counts as ∞.", m.Algorithm, m.Undecided, m.Capped)
		}
	}
	add("The log: %s.", first.Counts.Words())
	add("Limits of P(wrong) are exact binomial ones, missed with probability %v a method. Proposition B.4 is of VB-EGE: P(wrong or τ above %s) ≤ δ = %s.", stat.LimitsError, digits(doc.Upper, usual), digits(first.Delta, usual))
	add("All of this is about b^emp, the votes that are there; what they say of their population is in vectorborda votes.")
	return notes
}

// Tables are the methods.
func (doc *VoteReplay) Tables() []Table {
	return []Table{table(fmt.Sprintf("Replay of %s, δ = %s, seed %d", votelog.Title(doc.Files), digits(doc.Methods[0].Delta, usual), doc.Methods[0].Seed), doc.Methods, []column[ReplayMethod]{
		{"algorithm", func(m ReplayMethod) any { return doc.label(m) }, 0},
		{"runs", func(m ReplayMethod) any { return m.Trials }, 0},
		{"wrong", func(m ReplayMethod) any { return m.Errors }, 0},
		{"limits of P(wrong)", func(m ReplayMethod) any {
			return marked(fmt.Sprintf("[%s, %s]", digits(m.ErrorLo, 2), digits(m.ErrorHi, 2)))
		}, 0},
		{"undecided", func(m ReplayMethod) any { return m.Undecided }, 0},
		{"mean τ", func(m ReplayMethod) any { return marked(meanText(m.Tau)) }, 0},
		{"median τ", func(m ReplayMethod) any { return m.Tau.Median }, 0},
		{"q_{1-δ}(τ)", func(m ReplayMethod) any { return m.Tau.Quantile.Value }, 0},
		{"limits of q", func(m ReplayMethod) any { return marked(limits(m.Tau.Quantile)) }, 0},
		{"above B.4", func(m ReplayMethod) any { return float64(m.Above) / float64(m.Trials) }, 3},
	}, append([]string{doc.Verdict}, doc.Notes...)...).leaving("limits of q", "undecided", "runs", "limits of P(wrong)")}
}

// label is a method with what must be said wherever it is shown.
func (doc *VoteReplay) label(m ReplayMethod) string {
	about := slices.DeleteFunc([]string{m.Guarantee, ""}, func(s string) bool { return s == "" })
	if m.of.Method.BradleyTerry && float64(doc.MisfitP) < trial.MisfitLevel {
		about = append(about, "the votes follow no Bradley–Terry law: see WARNING")
	}
	return labelled(m.Algorithm, strings.Join(about, "; "))
}

// Records are the methods.
func (doc *VoteReplay) Records() any { return doc.Methods }
