package report

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"vectorborda/sims/stat"
	"vectorborda/sims/ties"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
)

// VoteTies shows three treatments of the ties of a vote log side by side.
type VoteTies struct {
	Verdict     string         `json:"verdict"`
	Files       []string       `json:"files"`
	Description string         `json:"description"`
	Retained    []string       `json:"retained"` // complete without ties: the models of all three
	Counting    int            `json:"complete_with_ties"`
	Objectives  []string       `json:"objectives"`
	Votes       int64          `json:"votes"` // of the retained, once for every objective
	Tied        int64          `json:"ties"`  // of these
	Delta       stat.Number    `json:"delta"`
	Seed        uint64         `json:"seed"`
	Trials      int            `json:"trials"`
	Partial     bool           `json:"partial"`
	Treatments  []TieTreatment `json:"treatments"` // D, H and F
	Factors     int            `json:"factors"`    // k of F
	HeldOut     []TieHeldOut   `json:"held_out"`   // by k
	Ridge       stat.Number    `json:"ridge"`
	Fits        []TieFit       `json:"fits"` // of F, by objective
	Notes       []string       `json:"notes"`
}

// TieTreatment is one of D, H and F, compared with D.
type TieTreatment struct {
	Ties     string          `json:"ties"`
	Frontier []string        `json:"frontier"`
	In       []string        `json:"joined"` // on this frontier, not on that of D
	Out      []string        `json:"left"`   // on that of D only
	Jaccard  stat.Number     `json:"jaccard"`
	Spearman stat.Number     `json:"least_spearman"` // of all objectives; null where there is none
	On       string          `json:"least_spearman_on"`
	MinGap   stat.Number     `json:"min_gap"`
	Sum      stat.Number     `json:"sum_of_inverse_squared_gaps"` // null where a gap is zero
	Zero     []string        `json:"zero_gaps"`                   // nothing is run then
	Borda    [][]stat.Number `json:"borda"`                       // by model and objective
	Gaps     []stat.Number   `json:"gaps"`
	Runs     int             `json:"runs"`
	trial.Tally
	Tau *stat.Tau `json:"tau"` // null without runs
}

// TieHeldOut is how well k factors predict votes left aside.
type TieHeldOut struct {
	Factors int         `json:"factors"`
	Votes   int64       `json:"votes"`
	NLL     stat.Number `json:"mean_nll"`
}

// TieFit is Davidson's model on one objective.
type TieFit struct {
	Objective  string      `json:"objective"`
	Converged  bool        `json:"converged"`
	Maximum    bool        `json:"maximum"` // the likelihood has one
	Status     string      `json:"status"`
	Gradient   stat.Number `json:"gradient"`
	Iterations int         `json:"iterations"`
	Moved      stat.Number `json:"moved"` // largest change of a p^F under ten times the ridge
}

// NewVoteTies lays a comparison of the ties of the files out.
func NewVoteTies(files []string, o *votelog.Opened, c *ties.Comparison) (*VoteTies, error) {
	first, half := c.Treatments[0].Instance, c.Treatments[1].Instance.Counts()
	doc := &VoteTies{
		Files: files, Description: o.Description.Title(), Retained: c.Retained.Models, Counting: len(o.Retained.Models), Objectives: first.Objectives,
		Votes: half.Votes, Tied: half.HalfCredit, Delta: stat.Number(c.Delta), Seed: c.Seed, Trials: c.Trials,
		Factors: c.Davidson.Factors, Ridge: ties.Ridge,
	}
	on := pick(doc.Retained, first.Frontier())
	for _, t := range c.Treatments {
		row, err := tieTreatment(t, on, c.Delta)
		if err != nil {
			return nil, err
		}
		doc.Treatments = append(doc.Treatments, row)
		doc.Partial = doc.Partial || len(t.Zero) == 0 && len(t.Runs) < c.Trials
	}
	for _, h := range c.Davidson.HeldOut {
		doc.HeldOut = append(doc.HeldOut, TieHeldOut{h.Factors, h.Votes, stat.Number(h.NLL)})
	}
	for r, f := range c.Davidson.Fits {
		doc.Fits = append(doc.Fits, TieFit{doc.Objectives[r], f.Converged(), f.Maximum, f.Status, stat.Number(f.Gradient), f.Iterations, stat.Number(f.Moved)})
	}
	doc.Verdict, doc.Notes = doc.verdict(), doc.notes()
	return doc, nil
}

func tieTreatment(t *ties.Treatment, first []string, delta float64) (TieTreatment, error) {
	models, rho := t.Instance.Models, stat.Number(math.NaN())
	row := TieTreatment{
		Ties: t.Name, Frontier: pick(models, t.Instance.Frontier()), In: []string{}, Out: []string{}, Jaccard: stat.Number(t.Jaccard), Spearman: rho,
		MinGap: stat.Number(t.Least()), Sum: stat.Number(t.Complexity()), Zero: pick(models, t.Zero), Gaps: stat.Numbers(t.Gaps), Runs: len(t.Runs), Tally: trial.Count(t.Runs),
	}
	if least, r := t.Rank(); r >= 0 {
		row.Spearman, row.On = stat.Number(least), t.Instance.Objectives[r]
	}
	for i, name := range models {
		row.Borda = append(row.Borda, stat.Numbers(t.Instance.Borda.Row(i)))
		switch now, before := slices.Contains(row.Frontier, name), slices.Contains(first, name); {
		case now && !before:
			row.In = append(row.In, name)
		case before && !now:
			row.Out = append(row.Out, name)
		}
	}
	if len(t.Runs) == 0 {
		return row, nil
	}
	tau, err := stat.Describe(row.Tally.Tau, delta)
	row.Tau = &tau
	return row, err
}

// treatmentWords say what a treatment is.
var treatmentWords = map[string]string{"D": "ties dropped", "H": "ties half a win", "F": "Davidson's model"}

// verdict is the first sentence.
func (doc *VoteTies) verdict() string {
	var changes []string
	for _, t := range doc.Treatments[1:] {
		var parts []string
		if len(t.In) > 0 {
			parts = append(parts, "with "+strings.Join(t.In, ", "))
		}
		if len(t.Out) > 0 {
			parts = append(parts, "without "+strings.Join(t.Out, ", "))
		}
		if parts != nil {
			changes = append(changes, fmt.Sprintf("under %s (%s) %s", t.Ties, treatmentWords[t.Ties], strings.Join(parts, " and ")))
		}
	}
	text := fmt.Sprintf("Of %d models, %d on the frontier where ties are dropped: %s.", len(doc.Retained), len(doc.Treatments[0].Frontier), strings.Join(doc.Treatments[0].Frontier, ", "))
	if changes == nil {
		return text + " Half credit and Davidson's model leave the same."
	}
	return text + " It depends on the treatment of ties: " + strings.Join(changes, "; ") + "."
}

// notes say what the numbers rest on.
func (doc *VoteTies) notes() []string {
	notes := []string{}
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if doc.Partial {
		add("PARTIAL: interrupted before all of %d runs of each treatment were finished.", doc.Trials)
	}
	add("All three are of the %d models that are complete without ties (%d are where ties count) and of one reading: %d votes, %d of them ties.", len(doc.Retained), doc.Counting, doc.Votes, doc.Tied)
	if doc.Tied == 0 {
		add("There is no tie among these votes: H is D.")
	}
	for _, t := range doc.Treatments {
		if len(t.Zero) > 0 {
			why := "so that no number of comparisons places them"
			if t.Ties == "F" {
				why = "within the error of the fit"
			}
			add("%s: the gap of %s is zero, %s: VB-EGE was not run.", t.Ties, strings.Join(t.Zero, ", "), why)
		}
	}
	var none, short []string
	for _, f := range doc.Fits {
		switch {
		case !f.Maximum:
			none = append(none, f.Objective)
		case !f.Converged:
			short = append(short, f.Objective)
		}
	}
	if none != nil {
		add("F: the votes on %s do not determine Davidson's model: its likelihood has no maximum, as where there is no tie or a side that never lost; what is shown is where a ridge of %s a vote holds it, and no fit of the model.", strings.Join(none, ", "), digits(doc.Ridge, usual))
	}
	if short != nil {
		add("F: the fit did not converge on %s.", strings.Join(short, ", "))
	}
	if doc.Factors > 0 {
		add("F: with k > 0 the model depends on the order of the models, which is that of their names.")
	}
	for _, t := range doc.Treatments {
		if t.Tau != nil && meanNote(*t.Tau) != "" {
			add("%s: %s", t.Ties, meanNote(*t.Tau))
		}
	}
	add("τ is that of VB-EGE at δ = %s on comparisons drawn from the shares of D and H and from the probabilities of F; it says nothing of the population.", digits(doc.Delta, usual))
	return notes
}

// Tables are the treatments, then how F was fitted.
func (doc *VoteTies) Tables() []Table {
	tau := func(of func(stat.Tau) any) func(TieTreatment) any {
		return func(t TieTreatment) any {
			if t.Tau == nil {
				return nil
			}
			return of(*t.Tau)
		}
	}
	treatments := table(fmt.Sprintf("Ties of %s, seed %d", votelog.Title(doc.Files), doc.Seed), doc.Treatments, []column[TieTreatment]{
		{"ties", func(t TieTreatment) any { return t.Ties + ": " + treatmentWords[t.Ties] }, 0},
		{"frontier", func(t TieTreatment) any { return list(t.Frontier) }, 0},
		{"in", func(t TieTreatment) any { return list(t.In) }, 0},
		{"out", func(t TieTreatment) any { return list(t.Out) }, 0},
		{"Jaccard", func(t TieTreatment) any { return t.Jaccard }, 3},
		{"least ρ", func(t TieTreatment) any { return t.Spearman }, 3},
		{"on", func(t TieTreatment) any { return t.On }, 0},
		{"Δ_min", func(t TieTreatment) any { return t.MinGap }, 3},
		{"ΣΔ⁻²", func(t TieTreatment) any { return t.Sum }, 4},
		{"runs", func(t TieTreatment) any { return t.Runs }, 0},
		{"errors", func(t TieTreatment) any { return t.Errors }, 0},
		{"undecided", func(t TieTreatment) any { return t.Undecided }, 0},
		{"mean τ", tau(func(x stat.Tau) any { return meanText(x) }), 0},
		{"median τ", tau(func(x stat.Tau) any { return x.Median }), 0},
	}, append([]string{doc.Verdict}, doc.Notes...)...).leaving("on", "Jaccard", "undecided", "errors", "runs", "in", "out")
	fits := table(fmt.Sprintf("F: Davidson's model with k = %d", doc.Factors), doc.Fits, []column[TieFit]{
		{"objective", func(f TieFit) any { return f.Objective }, 0},
		{"converged", func(f TieFit) any { return yes(f.Converged) }, 0},
		{"maximum", func(f TieFit) any { return yes(f.Maximum) }, 0},
		{"optimiser", func(f TieFit) any { return f.Status }, 0},
		{"gradient", func(f TieFit) any { return f.Gradient }, 2},
		{"iterations", func(f TieFit) any { return f.Iterations }, 0},
		{"moved", func(f TieFit) any { return f.Moved }, 2},
	}, fmt.Sprintf("BFGS with a ridge of %s a vote; “moved” is the largest change of a probability under ten times the ridge.", digits(doc.Ridge, usual))).leaving("optimiser", "iterations")
	heldOut := table("F: the choice of k", doc.HeldOut, []column[TieHeldOut]{
		{"k", func(h TieHeldOut) any { return h.Factors }, 0},
		{"votes left aside", func(h TieHeldOut) any { return h.Votes }, 0},
		{"their mean NLL", func(h TieHeldOut) any { return h.NLL }, 0},
	}, fmt.Sprintf("k of the least, from 0 to %d and below half the models; nine tenths of the votes of every objective were fitted.", ties.MostFactors))
	return []Table{treatments, fits, heldOut}
}

func yes(is bool) string {
	if is {
		return "yes"
	}
	return "no"
}

// Records are the treatments.
func (doc *VoteTies) Records() any { return doc.Treatments }
