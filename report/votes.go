package report

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"

	"vectorborda/sims/bt"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
)

// VoteFrontier shows the frontier of a vote log, what it rests on and how far it carries.
type VoteFrontier struct {
	Verdict      string           `json:"verdict"`
	Files        []string         `json:"files"`
	Description  string           `json:"description"` // name of the preset or of the file's own
	Rule         string           `json:"objective_rule"`
	Rows         int64            `json:"rows"`
	Judgments    int64            `json:"judgments"` // rows, once for every outcome column
	Dropped      votelog.Drops    `json:"dropped"`
	Used         int64            `json:"rows_used"` // judgments that are votes
	Counted      int64            `json:"records"`   // votes, once for every objective
	Copies       int64            `json:"copies"`    // rows that repeat an id
	ModelsSeen   int              `json:"models_seen"`
	Candidates   int              `json:"candidates"` // models with a vote on every objective
	Objectives   []string         `json:"objectives"`
	MinCell      int64            `json:"min_cell_required"`
	Retained     []string         `json:"retained"`
	LeftOut      []string         `json:"dropped_models"`
	Left         []votelog.Left   `json:"left_out"` // the same with why
	Empty        []votelog.Share  `json:"cells_seen"`
	K            int              `json:"K"`
	D            int              `json:"d"`
	Kept         int64            `json:"kept_records"`
	KeptBy       map[string]int64 `json:"kept_by_objective"`
	Cells        int              `json:"cells"`
	SmallestCell int64            `json:"min_cell"`
	CellsOfOne   int              `json:"cells_of_1"`
	TiesHalf     int64            `json:"ties_half"`
	Frontier     []string         `json:"frontier"` // of b^emp
	MinGap       string           `json:"min_gap"`
	MinGapFloat  stat.Number      `json:"min_gap_float"`
	ZeroGaps     []string         `json:"zero_gaps"`
	Models       []VoteModel      `json:"models"`
	Delta        stat.Number      `json:"delta"`
	Clusters     *int             `json:"clusters"`        // null where votes are taken as independent
	MisfitP      stat.Number      `json:"bradley_terry_p"` // of the test that the votes follow a Bradley–Terry law; null where nothing can be tested
	MoreVotes    *int64           `json:"votes_to_settle"` // null where no number is enough at these rates
	MoreCells    []MoreVotes      `json:"votes_to_settle_by_pair"`
	Notes        []string         `json:"notes"`
}

// VoteModel is a retained model.
type VoteModel struct {
	Model    string          `json:"model"`
	Place    votelog.Verdict `json:"population"` // in, out or undecided at level 1-δ
	By       string          `json:"ahead"`      // of a model that is out: one that is certainly ahead
	Open     string          `json:"open"`       // of an undecided one: one that it is not settled against
	Frontier bool            `json:"frontier"`   // of b^emp
	Witness  string          `json:"witness"`
	Gap      string          `json:"gap"` // exact
	GapFloat stat.Number     `json:"gap_float"`
	Borda    []string        `json:"borda"` // exact, by objective
	Float    []stat.Number   `json:"borda_float"`
	Lo       []stat.Number   `json:"borda_lo"`
	Hi       []stat.Number   `json:"borda_hi"`
}

// MoreVotes are votes that a pair should get.
type MoreVotes struct {
	ModelA    string `json:"model_a"`
	ModelB    string `json:"model_b"`
	Objective string `json:"objective"`
	Votes     int64  `json:"votes"`
}

// VotesInput is what a VoteFrontier is made of.
type VotesInput struct {
	Files   []string
	Opened  *votelog.Opened
	Exact   *votelog.Exact
	Certain *votelog.Certainty // nil where nothing can be said of the population
	Misfit  bt.Misfit
	Delta   float64
}

// NewVoteFrontier lays a log out.
func NewVoteFrontier(in VotesInput) *VoteFrontier {
	v, r, l, x := in.Opened.Votes, in.Opened.Retained, in.Opened.Log, in.Exact
	K, d := len(l.Models), len(l.Objectives)
	doc := &VoteFrontier{
		Files: in.Files, Description: in.Opened.Description.Title(), Rule: in.Opened.Description.Objective.Words(),
		Rows: v.Rows, Judgments: v.Judgments, Dropped: v.Dropped, Used: v.Used, Counted: v.Records, Copies: v.Copies,
		ModelsSeen: len(v.Models), Candidates: r.Candidates, Objectives: l.Objectives, MinCell: r.MinCell,
		Retained: l.Models, LeftOut: []string{}, Left: append([]votelog.Left{}, r.Dropped...), Empty: r.Empty, K: K, D: d,
		Kept: l.Votes, KeptBy: map[string]int64{}, TiesHalf: l.HalfCredit, SmallestCell: math.MaxInt64,
		Frontier: pick(l.Models, x.Frontier), MinGap: x.Smallest().RatString(), MinGapFloat: rounded(x.Smallest()), ZeroGaps: pick(l.Models, x.Zero()),
		Delta: stat.Number(in.Delta), MisfitP: stat.Number(math.NaN()), MoreCells: []MoreVotes{}, Notes: []string{},
	}
	for i := range K {
		for j := range i {
			for r, name := range l.Objectives {
				n := l.N(i, j, r)
				doc.KeptBy[name] += n
				doc.SmallestCell = min(doc.SmallestCell, n)
				doc.Cells++
				if n == 1 {
					doc.CellsOfOne++
				}
			}
		}
	}
	for _, l := range r.Dropped {
		doc.LeftOut = append(doc.LeftOut, l.Model)
	}
	if in.Misfit.Freedom > 0 {
		doc.MisfitP = stat.Number(in.Misfit.P())
	}
	for i, name := range l.Models {
		doc.Models = append(doc.Models, voteModel(in, i, name))
	}
	if c := in.Certain; c != nil {
		if c.Clustered {
			doc.Clusters = &c.Groups
		}
		if len(c.Votes.Never) == 0 {
			doc.MoreVotes = &c.Votes.Votes
		}
		for _, m := range c.Votes.Cells {
			doc.MoreCells = append(doc.MoreCells, MoreVotes{l.Models[m.I], l.Models[m.J], l.Objectives[m.R], m.Votes})
		}
	}
	doc.Verdict, doc.Notes = doc.verdict(in), doc.notes(in)
	return doc
}

func rounded(x *big.Rat) stat.Number {
	f, _ := x.Float64()
	return stat.Number(f)
}

func voteModel(in VotesInput, i int, name string) VoteModel {
	l, x := in.Opened.Log, in.Exact
	m := VoteModel{Model: name, Place: votelog.Undecided, Frontier: x.Witness[i] < 0, Gap: x.Gap[i].RatString(), GapFloat: rounded(x.Gap[i])}
	if w := x.Witness[i]; w >= 0 {
		m.Witness = l.Models[w]
	}
	for _, b := range x.Borda[i] {
		m.Borda, m.Float = append(m.Borda, b.RatString()), append(m.Float, rounded(b))
	}
	if c := in.Certain; c != nil {
		m.Place, m.Lo, m.Hi = c.Verdicts[i], stat.Numbers(c.Lo[i]), stat.Numbers(c.Hi[i])
		if c.By[i] >= 0 {
			m.By = l.Models[c.By[i]]
		}
		if c.Open[i] >= 0 {
			m.Open = l.Models[c.Open[i]]
		}
	}
	return m
}

// place are the models of a verdict.
func (doc *VoteFrontier) place(v votelog.Verdict) (names []string) {
	for _, m := range doc.Models {
		if m.Place == v {
			names = append(names, m.Model)
		}
	}
	return names
}

// verdict is the first sentence.
func (doc *VoteFrontier) verdict(in VotesInput) string {
	text := fmt.Sprintf("Of %d models, %d on the frontier of these votes: %s.", doc.K, len(doc.Frontier), strings.Join(doc.Frontier, ", "))
	if in.Certain == nil {
		return text + " Nothing is said of their population."
	}
	return text + fmt.Sprintf(" Of the population that they were drawn from, at confidence %s: %d certainly on its frontier, %d certainly not, %d undecided.",
		digits(stat.Number(1-in.Delta), usual), len(doc.place(votelog.CertainlyIn)), len(doc.place(votelog.CertainlyOut)), len(doc.place(votelog.Undecided)))
}

// notes say what the numbers rest on.
func (doc *VoteFrontier) notes(in VotesInput) (notes []string) {
	add := func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }
	if len(doc.ZeroGaps) > 0 {
		add("The gap of %s is zero: two of these scores tie exactly, so no number of comparisons of this log places them, and a run on it ends by its budget.", strings.Join(doc.ZeroGaps, ", "))
	}
	if doc.Copies > 0 {
		add("%d rows repeat the id of an earlier row: copies are not independent votes, so nothing is said of a population. Remove them, or leave id out of the description if it is no key.", doc.Copies)
	}
	if c := in.Certain; c != nil {
		whose := "every vote is independent of all others and those of a pair on an objective have one rate"
		if c.Clustered {
			whose = fmt.Sprintf("the %d clusters are independent of each other, whatever holds inside them, and the votes of a pair on an objective have one rate (a cluster is one value)", c.Groups)
		}
		add("What is said of the population holds if %s; all of it then holds together with probability %s. A log that was itself drawn from another log speaks of that log.", whose, digits(stat.Number(1-in.Delta), usual))
		if name := in.Opened.Together; name != "" {
			add("Votes of one %s may not be independent: --cluster %s takes each as one.", name, name)
		}
		doc.settle(in, add)
	}
	if p := float64(doc.MisfitP); p < trial.MisfitLevel {
		add("The decisive votes follow no Bradley–Terry law (p = %s by the larger of deviance and Pearson, χ² in the limit of many votes): bt-mle and bt-glr, which assume one, may be wrong in every run on this log.", digits(doc.MisfitP, 2))
	}
	return notes
}

// settle says how many votes would decide.
func (doc *VoteFrontier) settle(in VotesInput, add func(string, ...any)) {
	c := in.Certain
	if len(c.Votes.Never) > 0 {
		add("At these rates no number of votes settles %s.", strings.Join(pick(doc.Retained, c.Votes.Never), ", "))
	}
	if len(c.Votes.Cells) == 0 {
		return
	}
	first := doc.MoreCells[0]
	add("If the rates stay as they are, about %d more votes in %d cells (a pair on an objective) settle the others, %d of them between %s and %s on %s.",
		c.Votes.Votes, len(c.Votes.Cells), first.Votes, first.ModelA, first.ModelB, first.Objective)
}

// Tables are the models, then how the file was read and who was left out, and the votes
// that would settle what is open.
func (doc *VoteFrontier) Tables() []Table {
	all := []Table{doc.models(), doc.reading()}
	for _, t := range []Table{doc.left(), doc.more()} {
		if len(t.Rows) > 0 {
			all = append(all, t)
		}
	}
	return all
}

func (doc *VoteFrontier) models() Table {
	t := Table{Title: "Models", Header: []string{"model", "frontier", "population", "witness", "gap"}, Notes: append([]string{doc.Verdict}, doc.Notes...)}
	for _, o := range doc.Objectives {
		t.Header = append(t.Header, "b: "+o)
		t.Leave = append(t.Leave, "b: "+o)
	}
	t.Leave = append(t.Leave, "witness")
	for _, m := range doc.Models {
		on := "yes"
		if !m.Frontier {
			on = "no"
		}
		row := []any{m.Model, on, string(m.Place), m.Witness, float64(m.GapFloat)}
		for r, b := range m.Float {
			text := digits(b, 3)
			if m.Lo != nil {
				text += fmt.Sprintf(" [%s, %s]", digits(m.Lo[r], 2), digits(m.Hi[r], 2))
			}
			row = append(row, text)
		}
		t.Rows = append(t.Rows, row)
	}
	return t
}

func (doc *VoteFrontier) reading() Table {
	t := Table{Title: "How " + votelog.Title(doc.Files) + " was read", Header: []string{"what", "count"}}
	add := func(name string, value any) { t.Rows = append(t.Rows, []any{name, value}) }
	add("description", doc.Description)
	add("objective", doc.Rule)
	add("rows", doc.Rows)
	if doc.Judgments != doc.Rows {
		add("judgments, one an outcome column", doc.Judgments)
	}
	for _, r := range votelog.Reasons() {
		if n := doc.Dropped[r]; n > 0 {
			add("dropped: "+strings.ReplaceAll(string(r), "_", " "), n)
		}
	}
	add("used", doc.Used)
	if doc.Counted != doc.Used {
		add("records, one an objective", doc.Counted)
	}
	add("models seen, candidates, retained", fmt.Sprintf("%d, %d, %d", doc.ModelsSeen, doc.Candidates, doc.K))
	for _, s := range doc.Empty {
		add(fmt.Sprintf("cells of %q with fewer than %d votes", s.Objective, doc.MinCell), fmt.Sprintf("%d of %d", s.Empty, s.Cells))
	}
	add("votes of the retained", doc.Kept)
	if doc.TiesHalf > 0 {
		add("of these ties, that count half", doc.TiesHalf)
	}
	add("votes a cell, the fewest", doc.SmallestCell)
	add("cells, those with one vote", fmt.Sprintf("%d, %d", doc.Cells, doc.CellsOfOne))
	add("smallest gap", doc.MinGap)
	return t
}

func (doc *VoteFrontier) left() Table {
	t := Table{Title: "Models left out", Header: []string{"model", "lacks votes against", "on", "retained models it did not meet"}, Leave: []string{"retained models it did not meet"}}
	for _, m := range doc.Left {
		t.Rows = append(t.Rows, []any{m.Model, m.Against, m.Objective, m.Pairs})
	}
	return t
}

// mostPairs bounds the table of votes to collect.
const mostPairs = 10

func (doc *VoteFrontier) more() Table {
	t := Table{Title: "Votes that would settle the undecided, at these rates", Header: []string{"model a", "model b", "objective", "votes"}}
	for _, m := range doc.MoreCells[:min(mostPairs, len(doc.MoreCells))] {
		t.Rows = append(t.Rows, []any{m.ModelA, m.ModelB, m.Objective, m.Votes})
	}
	if n := len(doc.MoreCells); n > mostPairs {
		t.Notes = []string{fmt.Sprintf("The %d largest of %d cells; all are in --format json.", mostPairs, n)}
	}
	return t
}

// Records are the models.
func (doc *VoteFrontier) Records() any { return slices.Clone(doc.Models) }
