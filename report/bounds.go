package report

import (
	"fmt"
	"strings"

	"vectorborda/sims/grid"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// BoundsReport shows measured stopping times against the theorems' bounds.
type BoundsReport struct{ *grid.Report }

// Bounds lays a grid's report out.
func Bounds(r *grid.Report) *BoundsReport { return &BoundsReport{r} }

// Red lists what makes the report red, a line each: refuted claims, violations of
// the audit, wrong twins that were not refuted although the runs had the power for
// it, a control that was not.
func (doc *BoundsReport) Red() []string {
	var red []string
	for _, row := range doc.Rows {
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
	if doc.Control != nil && doc.Control.Outcome != stat.Refuted {
		red = append(red, "the control, a broken algorithm, is not refuted: these tests show nothing")
	}
	return red
}

func bugWords(a trial.Audit) string {
	return fmt.Sprintf("%d runs, first in trial %d: %s; replay: %s", a.Violations, a.Trial, a.First, a.Replay)
}

func auditNote(runs, noEvent, bugs int) string {
	return fmt.Sprintf("Audit: %d runs were followed step by step (B.7–B.10, B.4); the confidence event E failed in %d; where it held, %d runs broke a statement.",
		runs, noEvent, bugs)
}

// refutation is a refuted claim in one line.
func (doc *BoundsReport) refutation(row grid.Row, c grid.Check) string {
	return fmt.Sprintf("%s is refuted on %s, seed %d: %d of %d runs and %d of %d fresh ones, refuted from %d and %d on",
		c.Words, row.Name(), doc.Seed, c.Events, c.N, c.Second.Events, c.Second.N, c.Critical, c.Second.Critical)
}

// Open counts what was left open: claims that came out inconclusive, rows to which
// no claim applies, rows with runs that ended by the budget.
func (doc *BoundsReport) Open() (n int) {
	for _, row := range doc.Rows {
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

// Records are the rows.
func (doc *BoundsReport) Records() any { return doc.Rows }

// claimRecord is a claim with the setting of its row.
type claimRecord struct {
	Setting grid.Setting `json:"setting"`
	grid.Check
}

func (doc *BoundsReport) claimRecords() (all []claimRecord) {
	for _, row := range doc.Rows {
		for _, c := range row.Checks {
			all = append(all, claimRecord{row.Setting, c})
		}
	}
	return all
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
	return table(fmt.Sprintf("VB-EGE between its bounds, in comparisons (seed %d)", doc.Seed), doc.Rows, []column[grid.Row]{
		{"setting", func(r grid.Row) any { return r.Name() }, 0},
		{"runs", func(r grid.Row) any { return r.Trials }, 0},
		{"wrong", func(r grid.Row) any { return r.Errors }, 0},
		{"open", func(r grid.Row) any { return r.Undecided }, 0},
		{"E failed", func(r grid.Row) any { return r.NoEvent }, 0},
		{"Thm 3.2 ≤", func(r grid.Row) any { return r.Bounds.LowerMinimax }, 0},
		{"B.14 ≤", func(r grid.Row) any { return r.Bounds.LowerSymmetric }, 0},
		{"q_{1-δ}(τ)", func(r grid.Row) any { return r.Tau.Quantile.Value }, 0},
		{"limits of q", func(r grid.Row) any { return interval(r.Tau.Quantile) }, 0},
		{"≤ B.4", func(r grid.Row) any { return r.Bounds.UpperBorda }, 0},
		{"≤ Thm 3.1", func(r grid.Row) any { return r.Bounds.UpperLatent }, 0},
		{"claims", func(r grid.Row) any { return outcomes(r) }, 0},
	}, doc.notes()...).leaving("limits of q", "E failed", "open", "runs", "Thm 3.2 ≤", "≤ B.4")
}

// interval shortens limits that coincide with each other.
func interval(q stat.Quantile) string {
	if q.Lo == q.Hi {
		return fmt.Sprintf("same, at %.4f", q.Level)
	}
	return limits(q)
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
	for _, row := range doc.Rows {
		runs, noEvent, bugs = runs+row.Trials, noEvent+row.NoEvent, bugs+row.Audit.Violations
		for _, c := range row.Checks {
			counts[c.Outcome]++
			if c.Twin == stat.Refuted {
				twins++
			}
		}
	}
	var notes, logs []string
	for _, row := range doc.Rows {
		if row.Counts != nil {
			logs = append(logs, row.Family+": "+row.Counts.Words())
		}
	}
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
		doc.Ledger.Assertions(), digits(grid.Alpha, usual), digits(doc.Ledger.Total(), usual), twins))
	if logs != nil {
		notes = append(notes, "Logs: "+strings.Join(logs, "; ")+".")
	}
	notes = append(notes, auditNote(runs, noEvent, bugs))
	if doc.Control != nil {
		notes = append(notes, fmt.Sprintf("Control: %s, on %s: %d failures in %d runs, %s (it must be refuted).",
			doc.Control.Words, doc.Control.Name(), doc.Control.Events, doc.Control.N, doc.Control.Outcome))
	}
	return append(notes,
		"q is the empirical (1-δ)-quantile of τ with distribution-free limits. Lower bounds hold for every δ-correct algorithm on the class, "+
			"upper bounds for VB-EGE with probability 1-δ. A dash is a bound that does not apply; the notes in JSON say why.",
		"wrong: answers that are not the frontier. open: runs that ended by the budget. E failed: runs in which the confidence event of Lemma B.6 failed.")
}

// claimRow is a claim on its row.
type claimRow struct {
	grid.Check
	setting string
}

func (doc *BoundsReport) claims(show func(grid.Check) bool) Table {
	var rows []claimRow
	for _, row := range doc.Rows {
		for _, c := range row.Checks {
			if show(c) {
				rows = append(rows, claimRow{c, row.Name()})
			}
		}
	}
	asked := func(count func(claimRow) int64) func(claimRow) any {
		return func(c claimRow) any {
			if c.Unasked != "" {
				return nil
			}
			return count(c)
		}
	}
	return table("Claims", rows, []column[claimRow]{
		{"setting", func(c claimRow) any { return c.setting }, 0},
		{"claim", func(c claimRow) any { return c.Check.ID }, 0},
		{"bound", func(c claimRow) any { return c.Bound }, 0},
		{"failures", asked(func(c claimRow) int64 { return c.Events }), 0},
		{"runs", asked(func(c claimRow) int64 { return c.N }), 0},
		{"p0", func(c claimRow) any { return c.P0 }, 0},
		{"refuted from", asked(func(c claimRow) int64 { return c.Critical }), 0},
		{"detects", func(c claimRow) any { return c.Alternative }, 0},
		{"power", func(c claimRow) any { return c.Power }, 0},
		{"P(failure) ≤", func(c claimRow) any { return c.Limit }, 0},
		{"outcome", func(c claimRow) any { return outcomeWords(c.Check) }, 0},
		{"wrong twin", func(c claimRow) any { return string(c.Twin) }, 0},
	}, fmt.Sprintf(
		"Each claim says P(failure) ≤ p0 and is refuted from the stated number of failures on (error at most %s); detects is the probability of failure "+
			"that it finds with the stated power; P(failure) ≤ is the exact upper limit at that error, and the claim is supported when it is at most p0.",
		digits(grid.Alpha, usual))).leaving("power", "detects", "bound", "P(failure) ≤", "refuted from", "wrong twin", "p0")
}

// outcomeWords say why a claim is open.
func outcomeWords(c grid.Check) string {
	switch {
	case c.Unasked != "":
		return "not asked: " + c.Unasked
	case c.Outcome != stat.Inconclusive:
		return string(c.Outcome)
	case c.Second != nil:
		return "inconclusive: fresh runs do not refute it"
	case c.Limit > c.P0:
		return "inconclusive: the limit is above p0"
	}
	return "inconclusive: the wrong twin is not refuted"
}

func (doc *BoundsReport) slack() Table {
	factor := func(of func(grid.Slack) stat.Number) func(grid.Row) any {
		return func(r grid.Row) any { return of(r.Slack) }
	}
	return table("Where the slack is: factors between the lower bound B.14, the quantile q and Theorem 3.1", doc.Rows, []column[grid.Row]{
		{"setting", func(r grid.Row) any { return r.Name() }, 0},
		{"q / B.14", factor(func(s grid.Slack) stat.Number { return s.Rest * s.Grid }), 3},
		{"= rest", factor(func(s grid.Slack) stat.Number { return s.Rest }), 3},
		{"× phase grid", factor(func(s grid.Slack) stat.Number { return s.Grid }), 3},
		{"3.1 / q", factor(func(s grid.Slack) stat.Number { return s.Phase * s.Worst * s.Kappa }), 3},
		{"= leaving phase", factor(func(s grid.Slack) stat.Number { return s.Phase }), 3},
		{"× constant 128", factor(func(s grid.Slack) stat.Number { return s.Worst }), 3},
		{"× κ_B", factor(func(s grid.Slack) stat.Number { return s.Kappa }), 3},
	}, "phase grid: n_m in steps of 4 against the samples at which 4·r_m meets the gap. leaving phase: m_i against the phases in which models left. "+
		"constant 128: Proposition B.4 against d·Σ n_{m_i}. κ_B: Theorem 3.1 against B.4, that is κ_B·Δ^θ against the true Borda gaps. "+
		"rest: constants, and the logarithm over models, objectives and phases against kl.").leaving("× phase grid", "= rest")
}

func (doc *BoundsReport) slopes() Table {
	return table("Slopes of log q against the log of one parameter", doc.Slopes, []column[grid.Slope]{
		{"along", func(s grid.Slope) any { return s.Axis }, 0},
		{"at", func(s grid.Slope) any { return s.Fixed }, 0},
		{"rows", func(s grid.Slope) any { return s.Count }, 0},
		{"slope", func(s grid.Slope) any { return s.Slope }, 3},
		{"SE", func(s grid.Slope) any { return s.SE }, 3},
	}, "SE measures how far the points are from a line; the phase grid makes q a staircase in Δ.")
}
