package votelog

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"vectorborda/sims/votelog/rows"
)

// Votes are the counts of a file before any model is left out.  Models and objectives are
// sorted by name, so that the order of the rows has no influence.
type Votes struct {
	Models, Objectives []string

	Rows      int64 // rows of the files
	Judgments int64 // rows, once for every outcome column
	Dropped   Drops
	Used      int64 // judgments that are votes: Judgments less the dropped
	Tied      int64 // of the used, ties that count half
	Records   int64 // votes by objective: one vote can count on several
	Copies    int64 // rows that repeat an earlier id

	Words   map[Word]int64 // the outcomes of judgments that came so far, by what they were read as
	Unclear []Unclear      // the first outcomes that no rule understands; only where they are dropped

	half    bool
	cells   map[cell]tally
	cluster []ballot // in the order of the file, nil without a cluster column
	groups  int
}

// Unclear is an outcome that no rule understands.
type Unclear struct {
	Where string `json:"where"` // file and line
	Why   string `json:"why"`
}

// mostUnclear bounds those that are kept.
const mostUnclear = 5

// cell is a pair of models i < j on an objective.
type cell struct{ i, j, r int32 }

// tally are the votes of a cell.
type tally struct{ wonI, wonJ, tied int64 }

func (t tally) n() int64 { return t.wonI + t.wonJ + t.tied }

// ballot is a vote with its cluster.
type ballot struct {
	group  int32
	cell   cell
	credit int8 // twice what i gets
}

// mostNames bounds the models and the objectives: the counts are by pairs of models.
const mostNames = 100_000

// Read reads the files of a log under a description.
func Read(files []string, d *Description, o rows.Options) (*Votes, error) {
	t, err := newTeller(d)
	if err != nil {
		return nil, err
	}
	return t.tell(files, o)
}

func newTeller(d *Description) (*teller, error) {
	p, err := newPlan(d)
	if err != nil {
		return nil, err
	}
	t := &teller{d: d, p: p, words: newOutcomes(d.Outcomes), models: names32{}, objectives: names32{}, groups: map[string]int32{}, doubts: map[string]*doubts{},
		ids: map[string]bool{}, votes: &Votes{Dropped: Drops{}, half: d.Ties == "half", cells: map[cell]tally{}}}
	for _, name := range p.objective.declared {
		t.objectives.number(name)
	}
	return t, nil
}

func (t *teller) tell(files []string, o rows.Options) (*Votes, error) {
	err := rows.Read(files, t.p.want, o, func(row *rows.Row) error {
		if err := t.row(row); err != nil {
			return fmt.Errorf("%s: %w", row.Where(), err)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return t.finish()
}

// names32 numbers names in the order in which they come.
type names32 map[string]int32

func (n names32) number(name string) int32 {
	at, known := n[name]
	if !known {
		at = int32(len(n))
		n[name] = at
	}
	return at
}

// teller counts row by row.
type teller struct {
	d                  *Description
	p                  *plan
	words              *outcomes
	models, objectives names32
	groups             map[string]int32
	ids                map[string]bool
	votes              *Votes
	values             values
	on                 []string
	ballots            []ballot
	doubts             map[string]*doubts
	each               func(record) error // nil unless the log is converted
}

func (t *teller) row(row *rows.Row) error {
	v := t.votes
	v.Rows++
	if err := t.values.read(t.p, row.Values); err != nil {
		return err
	}
	pass, err := t.values.passes(t.p)
	if err != nil {
		return err
	}
	if pass && len(t.p.id) > 0 {
		if err := t.identify(); err != nil {
			return err
		}
	}
	for _, w := range t.p.winners {
		v.Judgments++
		why := Filtered
		if pass {
			if why, err = t.judge(w, row.Where); err != nil {
				return err
			}
		}
		if why != "" {
			v.Dropped[why]++
			continue
		}
		v.Used++
	}
	if len(t.models) > mostNames || len(t.objectives) > mostNames {
		return fmt.Errorf("more than %d models or objectives: are these the right columns?", mostNames)
	}
	return nil
}

// identify counts a row whose id was there before.
func (t *teller) identify() error {
	var key strings.Builder
	for _, at := range t.p.id {
		text, err := t.values.text(t.p, at)
		if err != nil {
			return err
		}
		fmt.Fprintf(&key, "%d:%s", len(text), text)
	}
	if t.ids[key.String()] {
		t.votes.Copies++
	}
	t.ids[key.String()] = true
	return nil
}

// judge counts one judgment, or says why it is no vote.
func (t *teller) judge(w judgment, where func() string) (Reason, error) {
	a, err := t.values.text(t.p, t.p.a)
	if err != nil {
		return "", err
	}
	b, err := t.values.text(t.p, t.p.b)
	if err != nil {
		return "", err
	}
	nameA, nameB := t.alias(a), t.alias(b)
	switch {
	case a == "" || b == "":
		return ModelMissing, nil
	case a == b:
		return SelfBattle, nil
	case nameA == nameB:
		return AliasedBattle, nil
	}
	var why Reason
	if t.on, why, err = t.p.objective.of(t.p, &t.values, w, t.on[:0]); err != nil || why != "" {
		return why, err
	}
	outcome, doubt, unclear := t.words.read(t.values.at(w.at), a, b, nameA, nameB)
	switch {
	case unclear != nil && !t.d.DropUnknown:
		return "", fmt.Errorf("column %s: %w", t.p.name(w.at), unclear)
	case unclear != nil && len(t.votes.Unclear) < mostUnclear:
		t.votes.Unclear = append(t.votes.Unclear, Unclear{where(), "column " + t.p.name(w.at) + ": " + unclear.what})
	}
	t.words.count(t.values.at(w.at), outcome, a, b)
	if err := t.pass(w, nameA, nameB, outcome); err != nil {
		return "", err
	}
	vote, counts := t.d.counts(outcome)
	// A pair and an objective without a decision are known by name.
	i, j := t.models.number(nameA), t.models.number(nameB)
	if !counts {
		for _, name := range t.on {
			t.objectives.number(name)
		}
		return dropOf(vote), nil
	}
	if vote == Tie {
		t.votes.Tied++
	}
	before := len(t.votes.cluster)
	cells, err := t.count(i, j, vote)
	if doubt != "" && err == nil {
		t.doubt(doubt, where, cells, before)
	}
	return "", err
}

func (t *teller) alias(name string) string {
	if other, there := t.d.Aliases[name]; there {
		return other
	}
	return name
}

// count adds a vote to its cells and tells which.
func (t *teller) count(i, j int32, vote Outcome) (cells []ballot, err error) {
	credit := []int8{WonA: 2, WonB: 0, Tie: 1}[vote]
	if i > j {
		i, j, credit = j, i, 2-credit
	}
	group := int32(0)
	if t.p.cluster != nowhere {
		name, err := t.values.text(t.p, t.p.cluster)
		if err != nil {
			return nil, err
		}
		if name == "" {
			return nil, fmt.Errorf("column %s is empty: every vote needs its cluster", t.p.name(t.p.cluster))
		}
		group = names32(t.groups).number(name)
	}
	t.ballots = t.ballots[:0]
	for _, name := range t.on {
		b := ballot{group, cell{i, j, t.objectives.number(name)}, credit}
		t.votes.add(b, 1)
		t.votes.Records++
		t.ballots = append(t.ballots, b)
	}
	if t.p.cluster != nowhere {
		t.votes.cluster = append(t.votes.cluster, t.ballots...)
	}
	return t.ballots, nil
}

// add counts a ballot n times.
func (v *Votes) add(b ballot, n int64) {
	c := v.cells[b.cell]
	switch b.credit {
	case 2:
		c.wonI += n
	case 1:
		c.tied += n
	case 0:
		c.wonJ += n
	}
	v.cells[b.cell] = c
}

// finish sorts the names.
func (t *teller) finish() (*Votes, error) {
	v := t.votes
	if err := t.words.numerals(); err != nil {
		return nil, err
	}
	if err := t.settle(); err != nil {
		return nil, err
	}
	if v.Rows == 0 {
		return nil, errors.New("no row: give a file with votes")
	}
	var models, objectives []int32
	v.Models, models = t.models.sort()
	v.Objectives, objectives = t.objectives.sort()
	v.groups, v.Words = len(t.groups), t.words.words
	place := func(c cell, credit int8) (cell, int8) {
		c = cell{models[c.i], models[c.j], objectives[c.r]}
		if c.i > c.j {
			c.i, c.j, credit = c.j, c.i, 2-credit
		}
		return c, credit
	}
	cells := make(map[cell]tally, len(v.cells))
	for c, n := range v.cells {
		to, side := place(c, 2)
		if side == 0 {
			n.wonI, n.wonJ = n.wonJ, n.wonI
		}
		cells[to] = n
	}
	v.cells = cells
	for n, b := range v.cluster {
		v.cluster[n].cell, v.cluster[n].credit = place(b.cell, b.credit)
	}
	if v.Used == 0 {
		return nil, fmt.Errorf("no vote in %d rows (%s): nothing to rank", v.Rows, v.Dropped.Words())
	}
	return v, nil
}

// ByObjective are the votes on every objective.
func (v *Votes) ByObjective() []int64 {
	n := make([]int64, len(v.Objectives))
	for c, t := range v.cells {
		n[c.r] += t.n()
	}
	return n
}

// sort gives the names in order and the new number of each.
func (n names32) sort() (sorted []string, to []int32) {
	sorted = slices.SortedFunc(maps.Keys(n), cmp.Compare[string])
	to = make([]int32, len(sorted))
	for at, name := range sorted {
		to[n[name]] = int32(at)
	}
	return sorted, to
}
