package report

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"vectorborda/sims/experiment"
	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
)

// ExperimentsReport holds the paper's synthetic experiments and what they say of
// its sentences.
type ExperimentsReport struct {
	Seed        uint64          `json:"seed"`
	Trials      int             `json:"trials"`
	Experiments []string        `json:"experiments"`
	Partial     bool            `json:"partial"`
	Runs        int             `json:"runs"`
	Wanted      int             `json:"runs_wanted"`
	Rows        []ExperimentRow `json:"rows"`
	Slopes      []GrowthSet     `json:"slopes"`
	Allocations []AllocationSet `json:"allocations"`
	Comparisons []ComparisonSet `json:"comparisons"`
	Findings    []FindingSet    `json:"findings"`

	report *experiment.Report
}

// ExperimentRow is a method on a setting.  τ of a mean that does not exist is null.
type ExperimentRow struct {
	Experiment string          `json:"experiment"`
	Group      string          `json:"group"`
	Setting    setting.Setting `json:"setting"`
	Constants  ConstantSet     `json:"constants"`
	Method     string          `json:"method"`
	Guarantee  string          `json:"no_guarantee,omitempty"`
	Arrays     string          `json:"arrays"`
	Redraws    int             `json:"redraws"`
	Instances  int             `json:"instances"`
	Units      int             `json:"units"`
	Runs       int             `json:"runs"`
	Errors     int             `json:"errors"`
	ErrorLimit stat.Number     `json:"error_rate_below"`
	Budget     int             `json:"ended_by_budget"`
	Capped     int             `json:"capped"`
	Loose      int             `json:"runs_with_loose_fits"`
	Tau        TauSet          `json:"tau"`
	MedianLo   stat.Number     `json:"median_lo"`
	MedianHi   stat.Number     `json:"median_hi"`
	Law        stat.Number     `json:"tail_index_by_law"` // null where it is infinite
	MeanExists bool            `json:"mean_exists"`
	Phases     map[int]int     `json:"runs_by_last_phase"`
	Formula    stat.Number     `json:"tau_if_nobody_leaves_early"` // null but for VB-EGE
	Full       int             `json:"runs_with_that_tau"`
	FirstWrong string          `json:"first_wrong,omitempty"`
	Ratio      EstimateSet     `json:"ratio_of_means"`
	Paired     EstimateSet     `json:"paired_ratio"`
	Dearer     int             `json:"dearer_units"`
	Pairs      int             `json:"paired_units"`
}

// EstimateSet is a value with its error and limits, null where there is none.
type EstimateSet struct {
	Value stat.Number `json:"value"`
	SE    stat.Number `json:"se"`
	Lo    stat.Number `json:"lo"`
	Hi    stat.Number `json:"hi"`
}

func estimateSet(e stat.Estimate) EstimateSet {
	return EstimateSet{stat.Number(e.Value), stat.Number(e.SE), stat.Number(e.Lo), stat.Number(e.Hi)}
}

// GrowthSet is how the mean τ of a method grows along a group.
type GrowthSet struct {
	Experiment  string        `json:"experiment"`
	Group       string        `json:"group"`
	Method      string        `json:"method"`
	Guarantee   string        `json:"no_guarantee,omitempty"`
	Axis        string        `json:"axis"`
	X           []stat.Number `json:"x"`
	Mean        []stat.Number `json:"mean"`
	Slope       stat.Number   `json:"slope"`
	SE          stat.Number   `json:"se_of_line"`
	Noise       stat.Number   `json:"se_of_means"`
	Lack        stat.Number   `json:"one_minus_r2"`
	FormulaLack stat.Number   `json:"one_minus_r2_of_formula"`
}

// AllocationSet is how comparisons are spread over the models.
type AllocationSet struct {
	Family     string      `json:"family"`
	Instances  int         `json:"instances"`
	Slope      EstimateSet `json:"slope"`
	AsExpected stat.Number `json:"as_without_noise"`
	Fewer      stat.Number `json:"fewer"`
	More       stat.Number `json:"more"`
	Bins       []BinSet    `json:"bins"`
}

// BinSet are the models with gaps in [lo,hi).
type BinSet struct {
	Lo     stat.Number `json:"gap_lo"`
	Hi     stat.Number `json:"gap_hi"`
	Models int         `json:"models"`
	Low    stat.Number `json:"samples_05"`
	Median stat.Number `json:"samples_50"`
	Up     stat.Number `json:"samples_95"`
}

// ComparisonSet is a reported number beside the measured one.
type ComparisonSet struct {
	What      string      `json:"what"`
	Method    string      `json:"method"`
	Guarantee string      `json:"no_guarantee,omitempty"`
	Reported  stat.Number `json:"reported"`
	SE        stat.Number `json:"reported_se"`
	Ours      stat.Number `json:"ours"`
	OurSE     stat.Number `json:"our_se"`
	Allowed   stat.Number `json:"allowed"`
	Agreement string      `json:"agreement"`
	Why       string      `json:"why,omitempty"`
	Source    string      `json:"source"`
}

// FindingSet is a sentence of the paper with its verdict.
type FindingSet struct {
	ID       string `json:"id"`
	Sentence string `json:"sentence"`
	Verdict  string `json:"verdict"`
	Numbers  string `json:"numbers"`
}

// Experiments lays a report out.
func Experiments(r *experiment.Report) *ExperimentsReport {
	doc := &ExperimentsReport{
		Seed: r.Seed, Trials: r.Trials, Experiments: r.Experiments, Partial: r.Partial(), Runs: r.Finished, Wanted: r.Wanted,
		Rows: []ExperimentRow{}, Slopes: []GrowthSet{}, Allocations: []AllocationSet{}, Comparisons: []ComparisonSet{}, Findings: []FindingSet{},
		report: r,
	}
	for _, row := range r.Rows {
		doc.Rows = append(doc.Rows, experimentRow(row))
	}
	for _, s := range r.Slopes {
		doc.Slopes = append(doc.Slopes, GrowthSet{
			s.Experiment, s.Group, s.Method.Name, s.Method.Guarantee, s.Axis, stat.Numbers(s.X), stat.Numbers(s.Mean),
			stat.Number(s.Slope), stat.Number(s.SE), stat.Number(s.Noise), stat.Number(s.Lack), stat.Number(s.FormulaLack),
		})
	}
	for _, a := range r.Allocations {
		doc.Allocations = append(doc.Allocations, allocationSet(a))
	}
	for _, c := range r.Comparisons {
		doc.Comparisons = append(doc.Comparisons, ComparisonSet{
			c.What, c.Method.Name, c.Method.Guarantee, stat.Number(c.Reported), stat.Number(c.SE), stat.Number(c.Ours), stat.Number(c.OurSE), stat.Number(c.Allowed), string(c.Agreement), c.Why, experiment.Source,
		})
	}
	for _, f := range r.Findings {
		doc.Findings = append(doc.Findings, FindingSet{f.ID, f.Sentence, string(f.Verdict), f.Numbers})
	}
	return doc
}

func experimentRow(r experiment.Row) ExperimentRow {
	mean, se := r.Mean, r.SE
	if !r.MeanExists() {
		mean = math.NaN()
	}
	if !r.ErrorOfMeanExists() {
		se = math.NaN()
	}
	return ExperimentRow{
		Experiment: r.Experiment, Group: r.Group,
		Setting:   r.Setting.Setting,
		Constants: ConstantSet{stat.Number(r.C.Samp), stat.Number(r.C.Thr), stat.Number(r.C.Log)},
		Method:    r.Method.Name, Guarantee: noGuarantee(r), Arrays: r.Arrays, Redraws: r.Redraws,
		Instances: r.Instances, Units: r.Units, Runs: r.Runs, Errors: r.Wrong, ErrorLimit: stat.Number(r.WrongLimit), Budget: r.Budget, Capped: r.Capped, Loose: r.LooseFits,
		Tau: TauSet{
			stat.Number(mean), stat.Number(se), stat.Number(r.Median), stat.Number(r.Q.Value), stat.Number(r.Q.Lo), stat.Number(r.Q.Hi), stat.Number(r.Q.Level),
			stat.Number(r.Tail.Index), stat.Number(r.Tail.Lo), stat.Number(r.Tail.Hi),
		},
		MedianLo: stat.Number(r.MedianLo), MedianHi: stat.Number(r.MedianHi), Law: stat.Number(r.TailIndex()), MeanExists: r.MeanExists(),
		Phases: r.Ends, Formula: formulaOf(r), Full: r.Full, FirstWrong: r.FirstWrong, Ratio: estimateSet(r.Ratio), Paired: estimateSet(r.Paired),
		Dearer: r.Dearer, Pairs: r.RatioOfUnits,
	}
}

func formulaOf(r experiment.Row) stat.Number {
	if r.Formula == 0 {
		return stat.Number(math.NaN())
	}
	return stat.Number(r.Formula)
}

// noGuarantee says why a row's method is not known to be δ-correct; "" if it is.
func noGuarantee(r experiment.Row) string {
	switch {
	case r.Method.Guarantee != "":
		return r.Method.Guarantee
	case r.C.Thr < 4 || r.C.Log < 4:
		return "no guarantee at C_thr < 4"
	}
	return ""
}

// methodWords name a row's method, never without what it lacks.
func methodWords(r experiment.Row) string { return labelled(r.Method.Title, noGuarantee(r)) }

func allocationSet(a experiment.Allocation) AllocationSet {
	out := AllocationSet{
		Family: a.Family, Instances: a.Units, Slope: estimateSet(a.Slope),
		AsExpected: stat.Number(a.AsExpected), Fewer: stat.Number(a.Fewer), More: stat.Number(a.More), Bins: []BinSet{},
	}
	for _, b := range a.Bins {
		out.Bins = append(out.Bins, BinSet{stat.Number(b.Lo), stat.Number(b.Hi), b.Models, stat.Number(b.Low), stat.Number(b.Median), stat.Number(b.Up)})
	}
	return out
}

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
	return []string{fmt.Sprintf("PARTIAL: interrupted after %d of %d runs; rows that were not finished have fewer runs or are missing.", doc.Runs, doc.Wanted)}
}

// meanCell is the mean with its mark.
func meanCell(r experiment.Row) any {
	if !r.MeanExists() {
		return "∞?"
	}
	return digits(r.Mean, 4)
}

func errorCell(r experiment.Row) string {
	if !r.ErrorOfMeanExists() || math.IsNaN(r.SE) {
		return "–"
	}
	return fmt.Sprintf("%.2g", r.SE)
}

// notes explain marks and columns of a table of rows.
func rowNotes(rows []experiment.Row) (notes []string) {
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
	return notes
}

func addOnce(all []string, s string) []string {
	if slices.Contains(all, s) {
		return all
	}
	return append(all, s)
}

func ratioCell(e stat.Estimate) string {
	if math.IsNaN(e.Value) {
		return "–"
	}
	if math.IsInf(e.Value, 1) {
		return "∞"
	}
	if math.IsNaN(e.SE) {
		return fmt.Sprintf("%.3g ± –", e.Value)
	}
	return fmt.Sprintf("%.3g ± %.1g", e.Value, e.SE)
}

func pairedCell(e stat.Estimate) string {
	if math.IsNaN(e.Value) {
		return "–"
	}
	if math.IsInf(e.Value, 1) {
		return "∞"
	}
	return fmt.Sprintf("%s [%s, %s]", digits(e.Value, 3), digits(e.Lo, 3), digits(e.Hi, 3))
}

func (doc *ExperimentsReport) costs(name string) Table {
	t := Table{
		Title:  fmt.Sprintf("Experiment %s: comparisons τ (seed %d)", name, doc.Seed),
		Header: []string{"setting", "method", "runs", "wrong", "rate ≤", "open", "mean τ", "SE", "median", "q_0.95", "ratio of means", "paired ratio"},
		Notes:  doc.partial(),
	}
	var rows []experiment.Row
	for _, r := range doc.report.Rows {
		if r.Experiment != name {
			continue
		}
		rows = append(rows, r)
		t.Rows = append(t.Rows, []any{
			r.Name(), methodWords(r), r.Runs, r.Wrong, fmt.Sprintf("%.2g", r.WrongLimit), r.Budget + r.Capped, meanCell(r), errorCell(r), digits(r.Median, 4), digits(r.Q.Value, 4),
			ratioCell(r.Ratio), pairedCell(r.Paired),
		})
	}
	t.Notes = append(append(t.Notes, rowNotes(rows)...),
		"wrong: the answer is not the frontier. rate ≤: exact upper limit of the error rate at 99 %. open: ended by the budget or capped, τ counts as ∞. Ratios are to VB-EGE: of means ± SE (delta method), "+
			"and the geometric mean over instances (runs, on the symmetric family) with 99 % limits.")
	return t
}

func (doc *ExperimentsReport) everything() Table {
	t := Table{
		Title: fmt.Sprintf("All rows, in comparisons (seed %d, %d trials)", doc.Seed, doc.Trials),
		Header: []string{
			"experiment", "setting", "K", "d", "δ", "C", "method", "runs", "units", "wrong", "error rate ≤", "budget", "capped",
			"mean τ", "SE", "median", "median ≥", "median ≤", "q_0.95", "q ≥", "q ≤", "q level", "tail index (Hill)", "tail ≥", "tail ≤", "tail index (law)",
			"runs by last phase", "ratio of means", "SE of ratio", "paired ratio", "paired ≥", "paired ≤", "dearer units", "redraws", "arrays",
		},
		Notes: doc.partial(),
	}
	for _, r := range doc.report.Rows {
		mean, se := any(r.Mean), r.SE
		if !r.MeanExists() {
			mean = "∞?"
		}
		if !r.ErrorOfMeanExists() {
			se = math.NaN()
		}
		t.Rows = append(t.Rows, []any{
			r.Experiment, r.Name(), r.K, r.D, r.Delta, fmt.Sprintf("%v,%v,%v", r.C.Samp, r.C.Thr, r.C.Log), methodWords(r), r.Runs, r.Units,
			r.Wrong, r.WrongLimit, r.Budget, r.Capped, mean, se, r.Median, r.MedianLo, r.MedianHi, r.Q.Value, r.Q.Lo, r.Q.Hi, r.Q.Level,
			r.Tail.Index, r.Tail.Lo, r.Tail.Hi, r.TailIndex(), phasesCell(r.Ends), r.Ratio.Value, r.Ratio.SE, r.Paired.Value, r.Paired.Lo, r.Paired.Hi,
			r.Dearer, r.Redraws, r.Arrays,
		})
	}
	t.Notes = append(append(t.Notes, rowNotes(doc.report.Rows)...),
		"units are independent: instances, or runs on the symmetric family; SE, limits and tail indices are between units. error rate ≤: exact upper limit at 99 %, on "+
			"drawn instances of the mean rate of those drawn. arrays: hash of the drawn arrays; numbers of other arrays are not comparable run by run. "+
			"redraws: arrays thrown away because their planted frontier was not the strict one, or could not have its witnesses.")
	return t
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
	t := Table{
		Title:  "Slopes of log mean τ against the log of one parameter",
		Header: []string{"experiment", "group", "method", "along", "points", "slope", "SE of line", "SE of means", "1-R²", "1-R² of formula"},
		Notes: []string{
			"SE of line: the distance of the points from a line. SE of means: what the errors of the means give. 1-R² is of mean τ on log(1/δ), and of the formula K·d·n_m alone.",
		},
	}
	for _, s := range doc.report.Slopes {
		t.Rows = append(t.Rows, []any{
			s.Experiment, s.Group, labelled(s.Method.Title, s.Method.Guarantee), s.Axis, len(s.X), digits(s.Slope, 4), digits(s.SE, 3), digits(s.Noise, 3), digits(s.Lack, 3), digits(s.FormulaLack, 3),
		})
	}
	return t
}

func (doc *ExperimentsReport) allocations() Table {
	t := Table{
		Title:  "Allocation: comparisons of a model against its Borda gap",
		Header: []string{"family", "instances", "slope, 99 % limits", "as without noise", "fewer", "more"},
		Notes: []string{
			"slope of log comparisons on log gap, the mean of the instances' slopes. as without noise: share of models that take d·n_m with the first m at which C_thr·r_m is below the gap.",
		},
	}
	for _, a := range doc.report.Allocations {
		t.Rows = append(t.Rows, []any{a.Family, a.Units, pairedCell(a.Slope), digits(a.AsExpected, 3), digits(a.Fewer, 3), digits(a.More, 3)})
	}
	return t
}

func (doc *ExperimentsReport) comparisons() Table {
	t := Table{
		Title:  "Compared with the reported numbers",
		Header: []string{"what", "method", "reported", "± SE", "here", "± SE", "allowed ±", "verdict"},
		Notes: []string{
			"Reported: " + experiment.Source + ". allowed: three joint standard errors and half a unit of the last digit given; where no error was reported it counts as ours.",
		},
	}
	for _, c := range doc.report.Comparisons {
		verdict := string(c.Agreement)
		if c.Why != "" {
			verdict += ": " + c.Why
		}
		t.Rows = append(t.Rows, []any{c.What, labelled(c.Method.Title, c.Method.Guarantee), digits(c.Reported, 5), digits(c.SE, 3), digits(c.Ours, 5), digits(c.OurSE, 3), digits(c.Allowed, 3), verdict})
	}
	return t
}

func (doc *ExperimentsReport) findings() Table {
	t := Table{
		Title:  "Findings: sentences of the paper, and what these runs say",
		Header: []string{"finding", "sentence", "verdict"},
	}
	for _, f := range doc.report.Findings {
		t.Rows = append(t.Rows, []any{f.ID, f.Sentence, string(f.Verdict)})
		t.Notes = append(t.Notes, f.ID+": "+f.Numbers+".")
	}
	return t
}
