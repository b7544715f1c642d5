package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"vectorborda/sims/experiment"
	"vectorborda/sims/stat"
)

// ExperimentsReport shows the paper's synthetic experiments and what they say of its
// sentences.
type ExperimentsReport struct {
	*experiment.Report
	Comparisons []comparison `json:"comparisons"`
	Findings    []finding    `json:"findings"`
}

// Experiments lays a report out.
func Experiments(r *experiment.Report) *ExperimentsReport {
	doc := &ExperimentsReport{r, []comparison{}, []finding{}}
	for _, c := range r.Comparisons {
		doc.Comparisons = append(doc.Comparisons, comparison{c, agreementWords(c.Why), experiment.Source})
	}
	listed := told{}
	for _, f := range r.Findings {
		doc.Findings = append(doc.Findings, listed.findingWords(f))
	}
	return doc
}

// Red lists what makes the report red, a line each: VB-EGE above δ, and violations of the
// audit.  That a sentence of the paper fails is a result.
func (doc *ExperimentsReport) Red() (red []string) {
	for i, f := range doc.Report.Findings {
		if f.ID == "confidence" && f.Verdict == experiment.Fails {
			red = append(red, doc.Findings[i].Sentence+" This is refuted: "+doc.Findings[i].Numbers)
		}
	}
	return append(red, doc.bugs(doc.Rows)...)
}

func (doc *ExperimentsReport) bugs(rows []experiment.Row) (bugs []string) {
	for _, r := range rows {
		if r.Audit.Violations > 0 {
			bugs = addOnce(bugs, fmt.Sprintf("a bug on %s, seed %d, in %s", r.Name(), doc.Seed, bugWords(r.Audit)))
		}
	}
	return bugs
}

// Open reports a sentence that cannot be decided.
func (doc *ExperimentsReport) Open() bool {
	return slices.ContainsFunc(doc.Findings, func(f finding) bool { return f.Verdict == experiment.Undecided })
}

// methodWords name a row's method, never without what it lacks.
func methodWords(r experiment.Row) string { return labelled(r.Method.Title, r.NoGuarantee) }

// Tables are every row, then what is derived from them.
func (doc *ExperimentsReport) Tables() []Table {
	return slices.Concat([]Table{doc.everything()}, doc.derived())
}

// Brief shows the costs of each experiment in fewer columns.
func (doc *ExperimentsReport) Brief() (tables []Table) {
	for _, name := range doc.Experiments {
		if t := doc.costs(name); len(t.Rows) > 0 {
			tables = append(tables, t)
		}
	}
	if len(tables) == 0 {
		tables = []Table{doc.everything()}
	}
	return append(tables, doc.derived()...)
}

// derived leaves out what has no row.
func (doc *ExperimentsReport) derived() []Table {
	all := []Table{doc.slopes(), doc.allocations(), doc.comparisons(), doc.findings()}
	return slices.DeleteFunc(all, func(t Table) bool { return len(t.Rows) == 0 })
}

func (doc *ExperimentsReport) partial() []string {
	if !doc.Partial {
		return nil
	}
	return []string{fmt.Sprintf("PARTIAL: interrupted after %d of %d runs; rows that were not finished have fewer runs or are missing.", doc.Finished, doc.Wanted)}
}

// meanCell is the mean with its mark.
func meanCell(r experiment.Row) any {
	if !r.HasMean {
		return "∞?"
	}
	return r.Tau.Mean
}

// rowNotes explain the marks of a table of rows, what is red first.
func (doc *ExperimentsReport) rowNotes(rows []experiment.Row) []string {
	notes := doc.partial()
	for _, line := range doc.bugs(rows) {
		notes = append(notes, "RED: "+line+".")
	}
	var none, noError []string
	for _, r := range rows {
		switch {
		case !r.MeanExists():
			none = addOnce(none, fmt.Sprintf("%s (tail index %v by the law of its gaps)", r.Family, r.TailIndex()))
		case !r.ErrorOfMeanExists():
			noError = addOnce(noError, fmt.Sprintf("%s (tail index %v)", r.Family, r.TailIndex()))
		}
	}
	if len(none) > 0 {
		notes = append(notes, "∞?: τ has no mean on "+strings.Join(none, ", ")+": judge by median, quantiles and paired ratios.")
	}
	for _, r := range rows {
		if r.LooseFits > 0 {
			notes = append(notes, fmt.Sprintf("Loose fits: in %d of %d runs of %s on %s a fit did not reach its tolerance, needed the larger ridge or met disconnected data.",
				r.LooseFits, r.Runs, methodWords(r), r.Name()))
		}
		if r.FirstWrong != "" {
			notes = append(notes, fmt.Sprintf("Wrong: %s on %s, first by %s.", methodWords(r), r.Name(), r.FirstWrong))
		}
	}
	if len(noError) > 0 {
		notes = append(notes, "SE –: the mean has no standard error on "+strings.Join(noError, ", ")+".")
	}
	audited, noEvent, bugs := 0, 0, 0
	for _, r := range rows {
		audited, noEvent, bugs = audited+r.Audit.Runs, noEvent+r.NoEvent, bugs+r.Audit.Violations
	}
	return append(notes, auditNote(audited, noEvent, bugs))
}

func addOnce(all []string, s string) []string {
	if slices.Contains(all, s) {
		return all
	}
	return append(all, s)
}

// ratioCell is an estimate with its error.
func ratioCell(e stat.Estimate) any {
	if math.IsNaN(float64(e.Value)) || math.IsInf(float64(e.Value), 1) {
		return e.Value
	}
	return marked(fmt.Sprintf("%s ± %s", digits(e.Value, 3), digits(e.SE, 1)))
}

// limitsCell is an estimate with its limits.
func limitsCell(e stat.Estimate) any {
	if math.IsNaN(float64(e.Value)) || math.IsInf(float64(e.Value), 1) {
		return e.Value
	}
	return marked(fmt.Sprintf("%s [%s, %s]", digits(e.Value, 3), digits(e.Lo, 3), digits(e.Hi, 3)))
}

func (doc *ExperimentsReport) costs(name string) Table {
	rows := slices.DeleteFunc(slices.Clone(doc.Rows), func(r experiment.Row) bool { return r.Experiment != name })
	return table(fmt.Sprintf("Experiment %s: comparisons τ (seed %d)", name, doc.Seed), rows, []column[experiment.Row]{
		{"group", func(r experiment.Row) any { return r.Group }, 0},
		{"setting", func(r experiment.Row) any { return r.Name() }, 0},
		{"method", func(r experiment.Row) any { return methodWords(r) }, 0},
		{"runs", func(r experiment.Row) any { return r.Runs }, 0},
		{"wrong", func(r experiment.Row) any { return r.Wrong }, 0},
		{"rate ≤", func(r experiment.Row) any { return r.WrongLimit }, 2},
		{"open", func(r experiment.Row) any { return r.Budget + r.Capped }, 0},
		{"mean τ", meanCell, 4},
		{"SE", func(r experiment.Row) any { return r.Tau.SE }, 2},
		{"median", func(r experiment.Row) any { return r.Tau.Median }, 4},
		{"q_0.95", func(r experiment.Row) any { return r.Tau.Quantile.Value }, 4},
		{"ratio of means", func(r experiment.Row) any { return ratioCell(r.Ratio) }, 3},
		{"paired ratio", func(r experiment.Row) any { return limitsCell(r.Paired) }, 3},
	}, append(doc.rowNotes(rows),
		"group: what varies. wrong: the answer is not the frontier. rate ≤: exact upper limit of the error rate at 99 %. open: ended by the budget or capped, τ counts as ∞. Ratios are to VB-EGE: of means ± SE (delta method), "+
			"and the geometric mean over instances (runs, on the symmetric family) with 99 % limits.")...).
		leaving("group", "rate ≤", "q_0.95", "SE", "ratio of means", "open", "runs", "mean τ")
}

func (doc *ExperimentsReport) everything() Table {
	return table(fmt.Sprintf("All rows, in comparisons (seed %d, %d trials)", doc.Seed, doc.Trials), doc.Rows, []column[experiment.Row]{
		{"experiment", func(r experiment.Row) any { return r.Experiment }, 0},
		{"group", func(r experiment.Row) any { return r.Group }, 0},
		{"setting", func(r experiment.Row) any { return r.Name() }, 0},
		{"K", func(r experiment.Row) any { return r.K }, 0},
		{"d", func(r experiment.Row) any { return r.D }, 0},
		{"δ", func(r experiment.Row) any { return r.Delta }, 0},
		{"C", func(r experiment.Row) any { return fmt.Sprintf("%v,%v,%v", r.C.Samp, r.C.Thr, r.C.Log) }, 0},
		{"method", func(r experiment.Row) any { return methodWords(r) }, 0},
		{"runs", func(r experiment.Row) any { return r.Runs }, 0},
		{"units", func(r experiment.Row) any { return r.Units }, 0},
		{"wrong", func(r experiment.Row) any { return r.Wrong }, 0},
		{"error rate ≤", func(r experiment.Row) any { return r.WrongLimit }, 0},
		{"budget", func(r experiment.Row) any { return r.Budget }, 0},
		{"capped", func(r experiment.Row) any { return r.Capped }, 0},
		{"mean τ", meanCell, 0},
		{"SE", func(r experiment.Row) any { return r.Tau.SE }, 0},
		{"median", func(r experiment.Row) any { return r.Tau.Median }, 0},
		{"median ≥", func(r experiment.Row) any { return atLeast(r.MedianLo) }, 0},
		{"median ≤", func(r experiment.Row) any { return r.MedianHi }, 0},
		{"q_0.95", func(r experiment.Row) any { return r.Tau.Quantile.Value }, 0},
		{"q ≥", func(r experiment.Row) any { return atLeast(r.Tau.Quantile.Lo) }, 0},
		{"q ≤", func(r experiment.Row) any { return r.Tau.Quantile.Hi }, 0},
		{"q level", func(r experiment.Row) any { return r.Tau.Quantile.Level }, 0},
		{"tail index (Hill)", func(r experiment.Row) any { return r.Tau.Tail.Index }, 0},
		{"tail ≥", func(r experiment.Row) any { return r.Tau.Tail.Lo }, 0},
		{"tail ≤", func(r experiment.Row) any { return r.Tau.Tail.Hi }, 0},
		{"tail index (law)", func(r experiment.Row) any { return r.LawTail }, 0},
		{"runs by last phase", func(r experiment.Row) any { return phasesCell(r.LastPhases) }, 0},
		{"ratio of means", func(r experiment.Row) any { return r.Ratio.Value }, 0},
		{"SE of ratio", func(r experiment.Row) any { return r.Ratio.SE }, 0},
		{"paired ratio", func(r experiment.Row) any { return r.Paired.Value }, 0},
		{"paired ≥", func(r experiment.Row) any { return r.Paired.Lo }, 0},
		{"paired ≤", func(r experiment.Row) any { return r.Paired.Hi }, 0},
		{"dearer units", func(r experiment.Row) any { return r.Dearer }, 0},
		{"redraws", func(r experiment.Row) any { return r.Redraws }, 0},
		{"arrays", func(r experiment.Row) any { return r.Arrays }, 0},
		{"audited", func(r experiment.Row) any { return r.Audit.Runs }, 0},
		{"E failed", func(r experiment.Row) any { return r.NoEvent }, 0},
		{"violations", func(r experiment.Row) any { return r.Audit.Violations }, 0},
	}, append(doc.rowNotes(doc.Rows),
		"group: what varies. units are independent: instances, or runs on the symmetric family; SE, limits and tail indices are between units. error rate ≤: exact upper limit at 99 %, on "+
			"drawn instances of the mean rate of those drawn. arrays: hash of the drawn arrays; numbers of other arrays are not comparable run by run. "+
			"redraws: arrays thrown away because their planted frontier was not the strict one, or could not have its witnesses. "+
			"audited: runs of VB-EGE with C = (2,4,4). E failed: of these, the confidence event failed.")...)
}

// phasesCell lists how many runs ended in each phase, as 4:480 5:20.
func phasesCell(ends map[int]int) string {
	var parts []string
	for _, m := range slices.Sorted(maps.Keys(ends)) {
		parts = append(parts, fmt.Sprintf("%d:%d", m, ends[m]))
	}
	return strings.Join(parts, " ")
}

func (doc *ExperimentsReport) slopes() Table {
	return table("Slopes of log mean τ against the log of one parameter", doc.Slopes, []column[experiment.Slope]{
		{"experiment", func(s experiment.Slope) any { return s.Experiment }, 0},
		{"group", func(s experiment.Slope) any { return s.Group }, 0},
		{"method", func(s experiment.Slope) any { return labelled(s.Method.Title, s.NoGuarantee) }, 0},
		{"along", func(s experiment.Slope) any { return s.Axis }, 0},
		{"points", func(s experiment.Slope) any { return len(s.X) }, 0},
		{"slope", func(s experiment.Slope) any { return s.Slope }, 4},
		{"SE of line", func(s experiment.Slope) any { return s.SE }, 3},
		{"SE of means", func(s experiment.Slope) any { return s.Noise }, 3},
		{"1-R²", func(s experiment.Slope) any { return s.Lack }, 3},
		{"1-R² of formula", func(s experiment.Slope) any { return s.FormulaLack }, 3},
	}, "SE of line: the distance of the points from a line. SE of means: what the errors of the means give. 1-R² is of mean τ on log(1/δ), and of the formula K·d·n_m alone.").
		leaving("1-R² of formula", "1-R²", "points", "experiment", "SE of means")
}

func (doc *ExperimentsReport) allocations() Table {
	return table("Allocation: comparisons of a model against its Borda gap", doc.Allocations, []column[experiment.Allocation]{
		{"family", func(a experiment.Allocation) any { return a.Family }, 0},
		{"instances", func(a experiment.Allocation) any { return a.Units }, 0},
		{"slope, 99 % limits", func(a experiment.Allocation) any { return limitsCell(a.Slope) }, 3},
		{"as without noise", func(a experiment.Allocation) any { return a.AsExpected }, 3},
		{"fewer", func(a experiment.Allocation) any { return a.Fewer }, 3},
		{"more", func(a experiment.Allocation) any { return a.More }, 3},
	}, "slope of log comparisons on log gap, the mean of the instances' slopes. as without noise: share of models that take d·n_m with the first m at which C_thr·r_m is below the gap.")
}
