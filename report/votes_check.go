package report

import (
	"fmt"
	"strings"

	"vectorborda/sims/votelog"
	"vectorborda/sims/votelog/rows"
)

// VoteCheck shows what files hold and what the rules that fit make of them.
type VoteCheck struct {
	Verdict  string        `json:"verdict"`
	Files    []string      `json:"files"`
	Surveyed int64         `json:"rows_surveyed"` // those whose values are shown
	Columns  []VoteColumn  `json:"columns"`
	Readings []VoteReading `json:"readings"` // the one in use first
}

// VoteColumn is a column, or a key inside one.
type VoteColumn struct {
	Column string           `json:"column"`
	Kinds  map[string]int64 `json:"kinds"` // rows by what they hold
	Values []VoteValue      `json:"values"`
	More   bool             `json:"more_values"`
}

// VoteValue is a value with the number of rows that hold it.
type VoteValue struct {
	Value any   `json:"value"`
	Rows  int64 `json:"rows"`
}

// VoteReading is what a description makes of the files.
type VoteReading struct {
	Description string            `json:"description"`
	Rule        string            `json:"objective_rule"`
	Error       string            `json:"error"`
	Rows        int64             `json:"rows"`
	Judgments   int64             `json:"judgments"`
	Dropped     votelog.Drops     `json:"dropped"`
	Used        int64             `json:"rows_used"`
	Counted     map[string]int64  `json:"records_by_objective"`
	Models      int               `json:"models_seen"`
	Retained    int               `json:"models_retained"`
	Words       []VoteWord        `json:"outcomes"`
	Unclear     []votelog.Unclear `json:"unclear"` // the first
}

// VoteWord is a word of an outcome column and what it was read as.
type VoteWord struct {
	votelog.Word
	Rows int64 `json:"rows"`
}

// NewVoteCheck lays a check out.
func NewVoteCheck(files []string, c *votelog.Check) *VoteCheck {
	doc := &VoteCheck{Files: files, Surveyed: c.Surveyed, Columns: []VoteColumn{}, Readings: []VoteReading{}}
	for _, x := range c.Columns {
		doc.Columns = append(doc.Columns, voteColumn(x))
	}
	for _, r := range c.Readings {
		doc.Readings = append(doc.Readings, voteReading(r))
	}
	doc.Verdict = doc.verdict()
	return doc
}

func voteColumn(c rows.Column) VoteColumn {
	out := VoteColumn{Column: c.Path.String(), Kinds: map[string]int64{}, Values: []VoteValue{}, More: c.More}
	for _, k := range kindsOf(c) {
		if k.rows > 0 {
			out.Kinds[k.name] = k.rows
		}
	}
	for _, v := range c.Values {
		out.Values = append(out.Values, VoteValue{v.Value, v.Rows})
	}
	return out
}

type kindCount struct {
	name string
	rows int64
}

func kindsOf(c rows.Column) []kindCount {
	return []kindCount{{"text", c.Texts}, {"integer", c.Integers}, {"number", c.Numbers}, {"boolean", c.Booleans}, {"list", c.Lists}, {"object", c.Objects}, {"null", c.Nulls}}
}

func voteReading(r votelog.Reading) VoteReading {
	out := VoteReading{Description: r.Description.Title(), Rule: r.Description.Objective.Words(), Words: []VoteWord{}, Unclear: []votelog.Unclear{}}
	if r.Err != nil {
		out.Error = r.Err.Error()
	}
	v := r.Votes
	if v == nil {
		return out
	}
	out.Rows, out.Judgments, out.Dropped, out.Used, out.Models = v.Rows, v.Judgments, v.Dropped, v.Used, len(v.Models)
	out.Counted = map[string]int64{}
	for o, n := range v.ByObjective() {
		out.Counted[v.Objectives[o]] = n
	}
	for _, w := range v.MostSeen() {
		out.Words = append(out.Words, VoteWord{w, v.Words[w]})
	}
	out.Unclear = append(out.Unclear, v.Unclear...)
	if r.Retained != nil {
		out.Retained = len(r.Retained.Models)
	}
	return out
}

// verdict is about the reading in use.
func (doc *VoteCheck) verdict() string {
	if len(doc.Readings) == 0 {
		return "No preset fits these columns."
	}
	r := doc.Readings[0]
	switch unclear := r.Dropped[votelog.OutcomeUnknown]; {
	case r.Rows == 0:
		return fmt.Sprintf("%s does not read these files: %s.", r.Description, r.Error)
	case unclear > 0:
		return fmt.Sprintf("As %s, %d of %d outcomes are words that no rule understands.", r.Description, unclear, r.Judgments)
	case r.Error != "":
		return fmt.Sprintf("As %s, %d of %d judgments are votes, but no models can be ranked: %s.", r.Description, r.Used, r.Judgments, r.Error)
	}
	return fmt.Sprintf("As %s, %d of %d judgments are votes and every outcome is understood; %d of %d models met each other on each of %d objectives.",
		r.Description, r.Used, r.Judgments, r.Retained, r.Models, len(r.Counted))
}

// Tables are the columns, then what every rule keeps and the words of the one in use.
func (doc *VoteCheck) Tables() []Table {
	all := []Table{doc.columns()}
	if len(doc.Readings) > 0 {
		all = append(all, doc.readings())
		if words := doc.words(); len(words.Rows) > 0 {
			all = append(all, words)
		}
	}
	return all
}

// mostShown bounds the values of a column in a table.
const mostShown = 6

func (doc *VoteCheck) columns() Table {
	t := Table{Title: "Columns of " + votelog.Title(doc.Files), Header: []string{"column", "holds", "values, rows"}, Notes: []string{doc.Verdict}}
	for n, c := range doc.Columns {
		if n == mostRows {
			t.Notes = append(t.Notes, fmt.Sprintf("The first %d of %d columns; all are in --format json.", mostRows, len(doc.Columns)))
			break
		}
		var holds, values []string
		for _, k := range []string{"text", "integer", "number", "boolean", "list", "object", "null"} {
			if c.Kinds[k] > 0 {
				holds = append(holds, fmt.Sprintf("%s %d", k, c.Kinds[k]))
			}
		}
		if len(c.Values) > mostShown && c.Values[0].Rows == 1 {
			t.Rows = append(t.Rows, []any{c.Column, strings.Join(holds, ", "), "each once"})
			continue
		}
		for _, v := range c.Values[:min(mostShown, len(c.Values))] {
			values = append(values, fmt.Sprintf("%s %d", short(fmt.Sprint(v.Value)), v.Rows))
		}
		if len(c.Values) > mostShown || c.More {
			values = append(values, "…")
		}
		t.Rows = append(t.Rows, []any{c.Column, strings.Join(holds, ", "), strings.Join(values, ", ")})
	}
	t.Notes = append(t.Notes, fmt.Sprintf("Of the first %d rows.", doc.Surveyed))
	return t
}

// mostRows bounds the columns of a table.
const mostRows = 60

// short is the beginning of a value.
func short(text string) string {
	const most = 24
	if r := []rune(text); len(r) > most {
		return string(r[:most-1]) + "…"
	}
	return text
}

func (doc *VoteCheck) readings() Table {
	t := Table{Title: "What each rule keeps, the one in use first", Header: []string{"rule", "objective", "judgments", "votes", "dropped", "retained"}, Leave: []string{"objective"}}
	for _, r := range doc.Readings {
		retained := fmt.Sprintf("%d of %d", r.Retained, r.Models)
		if r.Error != "" {
			retained = "none"
			t.Notes = append(t.Notes, r.Description+": "+r.Error+".")
		}
		t.Rows = append(t.Rows, []any{r.Description, r.Rule, r.Judgments, r.Used, r.Dropped.Words(), retained})
	}
	return t
}

func (doc *VoteCheck) words() Table {
	r := doc.Readings[0]
	t := Table{Title: "Outcomes as " + r.Description + " reads them", Header: []string{"outcome", "read as", "judgments"}}
	for n, w := range r.Words {
		if n == mostRows {
			t.Notes = append(t.Notes, fmt.Sprintf("The first %d of %d; all are in --format json.", mostRows, len(r.Words)))
			break
		}
		word := w.Word.Word
		if word == "" {
			word = "(empty)"
		}
		t.Rows = append(t.Rows, []any{short(word), w.Meaning, w.Rows})
	}
	for _, u := range r.Unclear {
		t.Notes = append(t.Notes, fmt.Sprintf("%s: %s.", u.Where, u.Why))
	}
	return t
}

// Records are the columns.
func (doc *VoteCheck) Records() any { return doc.Columns }
