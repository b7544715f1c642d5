package report

import (
	"fmt"
	"slices"
	"strings"

	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
	"vectorborda/sims/votelog"
)

// Inspection shows an instance: Borda scores, frontier, gaps and bounds.
type Inspection struct {
	Models          []string          `json:"models"`
	Objectives      []string          `json:"objectives"`
	K               int               `json:"K"`
	D               int               `json:"d"`
	Range           stat.Number       `json:"range"`
	Kappa           stat.Number       `json:"kappa"`
	Delta           stat.Number       `json:"delta"`
	Borda           [][]stat.Number   `json:"borda"`
	Frontier        []string          `json:"frontier"`
	GapLatent       []stat.Number     `json:"gap_latent"`
	GapBorda        []stat.Number     `json:"gap_borda"`
	Witness         map[string]string `json:"witness"`
	Bounds          instance.Bounds   `json:"bounds"`
	*votelog.Counts                   // of a log
	Reach           *instance.Reach   `json:"reach,omitempty"` // of a log: how far its votes carry
	Fingerprint     string            `json:"fingerprint"`
	Notes           []string          `json:"notes"`
}

// Inspect lays an instance out.  kappa is κ_B, NaN where it does not exist.
func Inspect(in *instance.Instance, gaps instance.Gaps, delta, kappa float64, b instance.Bounds) *Inspection {
	K, d := in.Size()
	doc := &Inspection{
		Models: in.Models, Objectives: in.Objectives, K: K, D: d,
		Range: stat.Number(in.B()), Kappa: stat.Number(kappa), Delta: stat.Number(delta),
		Frontier:  pick(in.Models, in.Frontier()),
		GapLatent: stat.Numbers(gaps.Latent), GapBorda: stat.Numbers(gaps.Borda),
		Witness: map[string]string{}, Bounds: b, Counts: in.Counts(), Reach: in.Reach(gaps, delta),
		Fingerprint: in.Fingerprint(), Notes: append([]string{}, b.Notes...),
	}
	for i, w := range in.Witnesses() {
		doc.Borda = append(doc.Borda, stat.Numbers(in.Borda.Row(i)))
		if w >= 0 {
			doc.Witness[in.Models[i]] = in.Models[w]
		}
	}
	return doc
}

// reachNote says whose frontier that of a log is, and how far its votes carry it.
func (doc *Inspection) reachNote() string {
	r := doc.Reach
	text := fmt.Sprintf("The frontier, the gaps and the bounds are those of the empirical law of these %d votes, as if this log were replayed for ever; its population is another law. "+
		"If the votes are independent and each pair has one rate on an objective, all Borda scores are within %s of the population's with probability 1-δ (Hoeffding), "+
		"and by Remark D.1 both frontiers are the same where that is below half the smallest gap, %s: ",
		doc.Votes, digits(r.Radius, usual), digits(r.HalfGap, usual))
	switch {
	case r.Settled:
		return text + "it is, so that this is the frontier of the population at that confidence."
	case r.HalfGap == 0:
		return text + "no number of votes does that while two models tie."
	}
	return text + fmt.Sprintf("it is not. At this gap that takes about %s times as many votes in the same shares.", digits(r.Times, 2))
}

func pick(names []string, index []int) []string {
	out := make([]string, 0, len(index))
	for _, i := range index {
		out = append(out, names[i])
	}
	return out
}

// modelRecord is a model of an inspection.
type modelRecord struct {
	Model     string                 `json:"model"`
	Frontier  bool                   `json:"frontier"`
	Witness   string                 `json:"witness"`
	GapBorda  stat.Number            `json:"gap_borda"`
	GapLatent *stat.Number           `json:"gap_latent"`
	Borda     map[string]stat.Number `json:"borda"` // by objective
}

// Records are the models.
func (doc *Inspection) Records() any {
	var all []modelRecord
	for i, name := range doc.Models {
		witness, dominated := doc.Witness[name]
		r := modelRecord{Model: name, Frontier: !dominated, Witness: witness, GapBorda: doc.GapBorda[i], Borda: map[string]stat.Number{}}
		if doc.GapLatent != nil {
			r.GapLatent = &doc.GapLatent[i]
		}
		for j, objective := range doc.Objectives {
			r.Borda[objective] = doc.Borda[i][j]
		}
		all = append(all, r)
	}
	return all
}

// Tables are the models, then the summary with the bounds.
func (doc *Inspection) Tables() []Table { return []Table{doc.models(), doc.summary()} }

func (doc *Inspection) models() Table {
	t := Table{Title: "Models", Header: []string{"model", "frontier", "witness", "gap_borda"}}
	if doc.GapLatent != nil {
		t.Header = append(t.Header, "gap_latent")
	}
	for _, objective := range doc.Objectives {
		t.Header = append(t.Header, "b: "+objective)
	}
	for i, name := range doc.Models {
		place := "yes"
		if _, dominated := doc.Witness[name]; dominated {
			place = "no"
		}
		row := []any{name, place, doc.Witness[name], float64(doc.GapBorda[i])}
		if doc.GapLatent != nil {
			row = append(row, float64(doc.GapLatent[i]))
		}
		for _, b := range doc.Borda[i] {
			row = append(row, float64(b))
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (doc *Inspection) summary() Table {
	t := Table{Title: "Summary", Header: []string{"quantity", "value"}, Notes: doc.Notes}
	whose := "frontier"
	if doc.Reach != nil {
		whose, t.Notes = "frontier of these votes", append([]string{doc.reachNote()}, doc.Notes...)
	}
	add := func(name string, value any) { t.Rows = append(t.Rows, []any{name, value}) }
	add(whose, strings.Join(doc.Frontier, ", "))
	add("models K, objectives d", fmt.Sprintf("%d, %d", doc.K, doc.D))
	if doc.Counts != nil {
		add("decisive votes, ties dropped", fmt.Sprintf("%d, %d", doc.Votes, doc.Ties))
	}
	add("smallest Borda gap", float64(slices.Min(doc.GapBorda)))
	if doc.GapLatent != nil {
		add("smallest latent gap", float64(slices.Min(doc.GapLatent)))
		add("range B", float64(doc.Range))
		add("κ_B", float64(doc.Kappa))
	}
	add("δ", float64(doc.Delta))
	add("upper bound on τ, B.4 (Borda gaps)", float64(doc.Bounds.UpperBorda))
	add("upper bound on τ, Theorem 3.1 (latent gaps)", float64(doc.Bounds.UpperLatent))
	add("upper bound on τ, Corollary 3.3 (class)", float64(doc.Bounds.UpperClass))
	add("lower bound, Theorem 3.2 (worst of the class)", float64(doc.Bounds.LowerMinimax))
	add("lower bound, Lemma B.14 (symmetric instance)", float64(doc.Bounds.LowerSymmetric))
	return t
}
