package report

import (
	"fmt"
	"math"
	"strings"

	"vectorborda/sims/grid"
	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// BoundsReport holds measured stopping times against the theorems' bounds.
type BoundsReport struct {
	Seed    uint64      `json:"seed"`
	Partial bool        `json:"partial"`
	Rows    []BoundsRow `json:"rows"`
	Control *ControlSet `json:"control"` // null if interrupted before
	Slopes  []SlopeSet  `json:"slopes"`
	Ledger  LedgerSet   `json:"ledger"`

	report *grid.Report
}

// BoundsRow is one setting.
type BoundsRow struct {
	Setting   setting.Setting `json:"setting"`
	Trials    int             `json:"trials"`
	Errors    int             `json:"errors"`
	Undecided int             `json:"undecided"`
	NoEvent   int             `json:"event_failed"`
	Tau       TauSet          `json:"tau"`
	Bounds    BoundSet        `json:"bounds"`
	Claims    []ClaimSet      `json:"claims"`
	Audit     trial.Audit     `json:"audit"`
	Slack     SlackSet        `json:"slack"`
	Notes     []string        `json:"notes"`
}

// ClaimSet is one claim: failures of n runs against the boundary p0.
type ClaimSet struct {
	ID          string      `json:"id"`
	Words       string      `json:"claim"`
	Bound       stat.Number `json:"bound"`
	N           int64       `json:"n"`
	Failures    int64       `json:"failures"`
	P0          stat.Number `json:"p0"`
	Alpha       stat.Number `json:"alpha"`
	Critical    int64       `json:"critical"`
	Alternative stat.Number `json:"alternative"`
	Power       stat.Number `json:"power"`
	Limit       stat.Number `json:"limit"`
	Outcome     string      `json:"outcome"`
	Twin        string      `json:"twin"`
	Second      *SecondSet  `json:"second_stage"`
	Unasked     string      `json:"unasked,omitempty"`
}

// SecondSet is the second stage of a claim whose first came out refuted.
type SecondSet struct {
	N        int64  `json:"n"`
	Failures int64  `json:"failures"`
	Critical int64  `json:"critical"`
	Outcome  string `json:"outcome"`
}

// SlackSet are the factors between B.14, the quantile and Theorem 3.1.
type SlackSet struct {
	Rest  stat.Number `json:"rest"`
	Grid  stat.Number `json:"phase_grid"`
	Phase stat.Number `json:"leaving_phase"`
	Worst stat.Number `json:"constant_128"`
	Kappa stat.Number `json:"kappa"`
}

// ControlSet is the broken algorithm that the machinery must refute.
type ControlSet struct {
	Words    string `json:"claim"`
	N        int64  `json:"n"`
	Failures int64  `json:"failures"`
	Critical int64  `json:"critical"`
	Outcome  string `json:"outcome"`
}

// SlopeSet is a log–log slope of the quantile along a sweep.
type SlopeSet struct {
	Axis  string      `json:"axis"`
	Fixed string      `json:"fixed"`
	Rows  int         `json:"rows"`
	Slope stat.Number `json:"slope"`
	SE    stat.Number `json:"se"`
}

// LedgerSet is the union bound over all claims.
type LedgerSet struct {
	Assertions int         `json:"assertions"`
	AlphaTotal stat.Number `json:"alpha_total"`
}

// Bounds lays a grid's report out.
func Bounds(r *grid.Report) *BoundsReport {
	doc := &BoundsReport{
		Seed: r.Seed, Partial: r.Partial, Rows: []BoundsRow{}, Slopes: []SlopeSet{},
		Ledger: LedgerSet{r.Ledger.Assertions(), stat.Number(r.Ledger.Total())}, report: r,
	}
	for _, row := range r.Rows {
		doc.Rows = append(doc.Rows, boundsRow(row))
	}
	if checks := r.Control.Checks; len(checks) > 0 {
		j := checks[0].First
		doc.Control = &ControlSet{checks[0].Words, j.N, j.Events, j.Critical, string(j.Outcome)}
	}
	for _, s := range r.Slopes {
		doc.Slopes = append(doc.Slopes, SlopeSet{s.Axis, s.Fixed, len(s.Rows), stat.Number(s.Slope), stat.Number(s.SE)})
	}
	return doc
}

func boundsRow(row grid.Row) BoundsRow {
	out := BoundsRow{
		Setting: row.Setting.Setting,
		Trials:  row.Trials, Errors: row.Errors, Undecided: row.Undecided, NoEvent: row.NoEvent,
		Tau: tauSet(row.Tau, row.Tail), Bounds: boundSet(row.Bounds), Claims: []ClaimSet{},
		Audit: row.Audit,
		Slack: SlackSet{
			stat.Number(row.Slack.Rest), stat.Number(row.Slack.Grid), stat.Number(row.Slack.Phase), stat.Number(row.Slack.Worst), stat.Number(row.Slack.Kappa),
		},
		Notes: append([]string{}, row.Bounds.Notes...),
	}
	for _, c := range row.Checks {
		out.Claims = append(out.Claims, claimSet(c))
	}
	return out
}

func claimSet(c grid.Check) ClaimSet {
	if c.Unasked != "" {
		none := stat.Number(math.NaN())
		return ClaimSet{
			ID: c.ID, Words: c.Words, Bound: stat.Number(c.Bound), Outcome: string(c.Outcome), Unasked: c.Unasked,
			P0: none, Alpha: none, Alternative: none, Power: none, Limit: none,
		}
	}
	out := ClaimSet{
		ID: c.ID, Words: c.Words, Bound: stat.Number(c.Bound), N: c.First.N, Failures: c.First.Events, P0: stat.Number(c.First.P0),
		Alpha: stat.Number(c.First.Alpha), Critical: c.First.Critical, Alternative: stat.Number(c.First.Alternative),
		Power: stat.Number(c.First.Power), Limit: stat.Number(c.First.Limit), Outcome: string(c.Outcome), Twin: string(c.Twin), Unasked: c.Unasked,
	}
	if s := c.Second; s != nil {
		out.Second = &SecondSet{s.N, s.Events, s.Critical, string(s.Outcome)}
	}
	return out
}

// Red lists what makes the report red, a line each: refuted claims, violations of
// the audit, wrong twins that were not refuted although the runs had the power for
// it, a control that was not.
func (doc *BoundsReport) Red() []string {
	var red []string
	for _, row := range doc.report.Rows {
		for _, c := range row.Checks {
			if c.Outcome == stat.Refuted {
				red = append(red, doc.refutation(row, c))
			}
			if c.Toothless() {
				red = append(red, fmt.Sprintf("the wrong twin of claim %s on %s, seed %d, is %s: this test shows nothing", c.ID, row.Name(), doc.Seed, c.Twin))
			}
		}
		if row.Audit.Violations > 0 {
			red = append(red, fmt.Sprintf("a bug on %s, seed %d, in %s", row.Name(), doc.Seed, bugWords(row.Audit)))
		}
	}
	if doc.Control != nil && doc.Control.Outcome != string(stat.Refuted) {
		red = append(red, "the control, a broken algorithm, is not refuted: these tests show nothing")
	}
	return red
}

func bugWords(a trial.Audit) string {
	return fmt.Sprintf("%d runs, first in trial %d: %s; replay: %s", a.Violations, a.Trial, a.First, a.Replay)
}

// refutation is a refuted claim in one line.
func (doc *BoundsReport) refutation(row grid.Row, c grid.Check) string {
	return fmt.Sprintf("%s is refuted on %s, seed %d: %d of %d runs and %d of %d fresh ones, refuted from %d and %d on",
		c.Words, row.Name(), doc.Seed, c.First.Events, c.First.N, c.Second.Events, c.Second.N, c.First.Critical, c.Second.Critical)
}

// Open counts what was left open: claims that came out inconclusive, rows to which
// no claim applies, rows with runs that ended by the budget.
func (doc *BoundsReport) Open() (n int) {
	for _, row := range doc.report.Rows {
		if len(row.Checks) == 0 || row.Undecided > 0 {
			n++
		}
		for _, c := range row.Checks {
			if c.Outcome == stat.Inconclusive {
				n++
			}
		}
	}
	return n
}

// Tables are the rows, every claim, the slack and the slopes.
func (doc *BoundsReport) Tables() []Table {
	return []Table{doc.rows(), doc.claims(func(grid.Check) bool { return true }), doc.slack(), doc.slopes()}
}

// Brief leaves out the claims that came out as expected.
func (doc *BoundsReport) Brief() []Table {
	tables := []Table{doc.rows()}
	odd := doc.claims(func(c grid.Check) bool { return c.Outcome != stat.Supported || c.Twin != stat.Refuted })
	if len(odd.Rows) > 0 {
		tables = append(tables, odd)
	}
	return append(tables, doc.slack(), doc.slopes())
}

func (doc *BoundsReport) rows() Table {
	t := Table{
		Title: fmt.Sprintf("VB-EGE between its bounds, in comparisons (seed %d)", doc.Seed),
		Header: []string{
			"setting", "runs", "wrong", "open", "E failed", "Thm 3.2 ≤", "B.14 ≤", "q_{1-δ}(τ)", "limits of q", "≤ B.4", "≤ Thm 3.1", "claims",
		},
		Notes: doc.notes(),
	}
	for _, row := range doc.report.Rows {
		t.Rows = append(t.Rows, []any{
			row.Name(), row.Trials, row.Errors, row.Undecided, row.NoEvent,
			row.Bounds.LowerMinimax, row.Bounds.LowerSymmetric, row.Tau.Q.Value, interval(row.Tau.Q),
			row.Bounds.UpperBorda, row.Bounds.UpperLatent, outcomes(row),
		})
	}
	return t
}

// interval shortens limits that coincide with each other.
func interval(q stat.Quantile) string {
	if q.Lo == q.Hi {
		return fmt.Sprintf("same, at %.3f", q.Level)
	}
	return fmt.Sprintf("[%s, %s] at %.3f", digits(q.Lo, usual), digits(q.Hi, usual), q.Level)
}

// outcomes counts a row's claims by outcome, the refuted ones by name.
func outcomes(row grid.Row) string {
	if len(row.Checks) == 0 {
		return "none applies"
	}
	counts := map[stat.Outcome]int{}
	var parts []string
	for _, c := range row.Checks {
		if counts[c.Outcome]++; c.Outcome == stat.Refuted {
			parts = append(parts, c.ID+" REFUTED")
		}
	}
	for _, o := range []stat.Outcome{stat.Supported, stat.Inconclusive} {
		if counts[o] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", counts[o], o))
		}
	}
	if row.Audit.Violations > 0 {
		parts = append(parts, "BUG")
	}
	return strings.Join(parts, ", ")
}

func (doc *BoundsReport) notes() []string {
	counts, runs, noEvent, bugs, twins := map[stat.Outcome]int{}, 0, 0, 0, 0
	for _, row := range doc.report.Rows {
		runs, noEvent, bugs = runs+row.Trials, noEvent+row.NoEvent, bugs+row.Audit.Violations
		for _, c := range row.Checks {
			counts[c.Outcome]++
			if c.Twin == stat.Refuted {
				twins++
			}
		}
	}
	var notes []string
	if doc.Partial {
		notes = append(notes, "PARTIAL: interrupted; rows and claims that were not finished are missing or inconclusive.")
	}
	for _, line := range doc.Red() {
		notes = append(notes, "RED: "+line+".")
	}
	notes = append(notes, fmt.Sprintf(
		"Claims: %d supported, %d refuted, %d inconclusive. %d assertions at α = %s each were declared before the first run: "+
			"a true claim of this report is refuted with probability at most %s. %d wrong twins were refuted.",
		counts[stat.Supported], counts[stat.Refuted], counts[stat.Inconclusive],
		doc.Ledger.Assertions, digits(grid.Alpha, usual), digits(float64(doc.Ledger.AlphaTotal), usual), twins))
	notes = append(notes, fmt.Sprintf(
		"Audit: %d runs were followed step by step (B.7–B.10, B.4); the confidence event E failed in %d; where it held, %d runs broke a statement.",
		runs, noEvent, bugs))
	if doc.Control != nil {
		notes = append(notes, fmt.Sprintf("Control: %s, on %s: %d failures in %d runs, %s (it must be refuted).",
			doc.Control.Words, doc.report.Control.Name(), doc.Control.Failures, doc.Control.N, doc.Control.Outcome))
	}
	return append(notes,
		"q is the empirical (1-δ)-quantile of τ with distribution-free limits. Lower bounds hold for every δ-correct algorithm on the class, "+
			"upper bounds for VB-EGE with probability 1-δ. A dash is a bound that does not apply; the notes in JSON say why.",
		"wrong: answers that are not the frontier. open: runs that ended by the budget. E failed: runs in which the confidence event of Lemma B.6 failed.")
}

func (doc *BoundsReport) claims(show func(grid.Check) bool) Table {
	t := Table{
		Title: "Claims",
		Header: []string{
			"setting", "claim", "bound", "failures", "runs", "p0", "refuted from", "detects", "power", "P(failure) ≤", "outcome", "wrong twin",
		},
		Notes: []string{fmt.Sprintf(
			"Each claim says P(failure) ≤ p0 and is refuted from the stated number of failures on (error at most %s); detects is the probability of failure "+
				"that it finds with the stated power; P(failure) ≤ is the exact upper limit at that error, and the claim is supported when it is at most p0.",
			digits(grid.Alpha, usual))},
	}
	for _, row := range doc.report.Rows {
		for _, c := range row.Checks {
			if !show(c) {
				continue
			}
			if c.Unasked != "" {
				none := math.NaN()
				t.Rows = append(t.Rows, []any{
					row.Name(), c.ID, c.Bound, none, none, none, none, none, none, none, "not asked: " + c.Unasked, "",
				})
				continue
			}
			t.Rows = append(t.Rows, []any{
				row.Name(), c.ID, c.Bound, c.First.Events, c.First.N, c.First.P0, c.First.Critical,
				c.First.Alternative, c.First.Power, c.First.Limit, string(c.Outcome), string(c.Twin),
			})
		}
	}
	return t
}

func (doc *BoundsReport) slack() Table {
	t := Table{
		Title: "Where the slack is: factors between the lower bound B.14, the quantile q and Theorem 3.1",
		Header: []string{
			"setting", "q / B.14", "= rest", "× phase grid", "3.1 / q", "= leaving phase", "× constant 128", "× κ_B",
		},
		Notes: []string{
			"phase grid: n_m in steps of 4 against the samples at which 4·r_m meets the gap. leaving phase: m_i against the phases in which models left. " +
				"constant 128: Proposition B.4 against d·Σ n_{m_i}. κ_B: Theorem 3.1 against B.4, that is κ_B·Δ^θ against the true Borda gaps. " +
				"rest: constants, and the logarithm over models, objectives and phases against kl.",
		},
	}
	for _, row := range doc.report.Rows {
		s := row.Slack
		t.Rows = append(t.Rows, []any{
			row.Name(), digits(s.Rest*s.Grid, 3), digits(s.Rest, 3), digits(s.Grid, 3),
			digits(s.Phase*s.Worst*s.Kappa, 3), digits(s.Phase, 3), digits(s.Worst, 3), digits(s.Kappa, 3),
		})
	}
	return t
}

func (doc *BoundsReport) slopes() Table {
	t := Table{
		Title:  "Slopes of log q against the log of one parameter",
		Header: []string{"along", "at", "rows", "slope", "SE"},
		Notes:  []string{"SE measures how far the points are from a line; the phase grid makes q a staircase in Δ."},
	}
	for _, s := range doc.report.Slopes {
		t.Rows = append(t.Rows, []any{s.Axis, s.Fixed, len(s.Rows), digits(s.Slope, 3), digits(s.SE, 3)})
	}
	return t
}
