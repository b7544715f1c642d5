package votelog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"vectorborda/sims/votelog/rows"
)

// Settings say how a log is read; the zero value reads it as the first preset that fits,
// with all models that met each other.
type Settings struct {
	Description *Description       // nil: the first preset whose columns are all there
	Change      func(*Description) // made to that preset, and to one that fits only then; may be nil
	NoScores    bool               // the files are a log, whatever they look like
	Policy
	rows.Options
}

// Opened is a log with all that led to it.
type Opened struct {
	Description *Description
	Together    string // a column that may say which votes are not independent, where there are no clusters; "" without one
	Votes       *Votes
	Retained    *Retained
	Log         *Log
}

// mostStdin bounds a log that is read twice from standard input.
const mostStdin = 1 << 30

// Open reads the files of a log.
func Open(files []string, s Settings) (*Opened, error) {
	d, columns, v, err := s.read(files)
	if err != nil {
		return nil, err
	}
	r, err := v.Retain(s.Policy)
	if err != nil {
		return nil, named(files, err)
	}
	l, err := v.Log(r)
	if err != nil {
		return nil, named(files, err)
	}
	o := &Opened{Description: d, Votes: v, Retained: r, Log: l}
	if d.Cluster == "" {
		o.Together = together(columns)
	}
	return o, nil
}

// OpenVotes reads the files of a log without retaining models.
func OpenVotes(files []string, s Settings) (*Votes, error) {
	_, _, v, err := s.read(files)
	return v, err
}

func (s *Settings) read(files []string) (*Description, []rows.Column, *Votes, error) {
	d, columns, err := s.recognise(files)
	if err != nil {
		return nil, nil, nil, err
	}
	v, err := Read(files, d, s.Options)
	if err != nil {
		return nil, nil, nil, named(files, err)
	}
	return d, columns, v, nil
}

// named says which files an error is about, where it does not say so itself.
func named(files []string, err error) error {
	for _, f := range files {
		if f != "-" && strings.Contains(err.Error(), f) || f == "-" && strings.HasPrefix(err.Error(), "standard input") {
			return err
		}
	}
	return fmt.Errorf("%s: %w", Title(files), err)
}

// Title is what a report calls the files.
func Title(files []string) string {
	name := files[0]
	if name == "-" {
		name = "standard input"
	}
	if len(files) > 1 {
		name += fmt.Sprintf(" and %d more", len(files)-1)
	}
	return name
}

// surveyed is how many rows tell what columns a file has.
const surveyed = 200

// keepStdin keeps what comes from standard input; again makes it ready to be read once more.
func (s *Settings) keepStdin(files []string) (again func(), err error) {
	if !slices.Contains(files, "-") {
		return func() {}, nil
	}
	in := s.Stdin
	if in == nil {
		in = os.Stdin
	}
	text, err := io.ReadAll(io.LimitReader(in, mostStdin+1))
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	if len(text) > mostStdin {
		return nil, fmt.Errorf("standard input: more than %d bytes: name a --preset or a description, so that it is read once", mostStdin)
	}
	again = func() { s.Stdin = bytes.NewReader(text) }
	again()
	return again, nil
}

// recognise finds the first preset that fits where there is no description, and looks at the
// columns; those of standard input only if they must be known.
func (s *Settings) recognise(files []string) (*Description, []rows.Column, error) {
	if s.Description != nil && slices.Contains(files, "-") {
		return s.Description, nil, nil
	}
	again, err := s.keepStdin(files)
	if err != nil {
		return nil, nil, err
	}
	defer again()
	o := s.Options
	o.Progress = nil
	columns, _, err := rows.Survey(files[:1], o, surveyed)
	if err != nil || s.Description != nil {
		return s.Description, columns, err
	}
	fit, err := s.candidates(columns)
	if err != nil {
		return nil, nil, err
	}
	if len(fit) == 0 {
		return nil, nil, unfit(files, columns)
	}
	return fit[0], columns, nil
}

// together is a column of sessions, or else of people, that cast several votes each.
func together(columns []rows.Column) string {
	for _, part := range []string{"session", "worker", "annotator", "judge", "user"} {
		for _, c := range columns {
			last := strings.ToLower(c.Path[len(c.Path)-1])
			if strings.Contains(last, part) && len(c.Values) > 1 && c.Values[0].Rows > 1 && c.Texts+c.Integers > 0 && c.Nulls == 0 {
				return c.Path.String()
			}
		}
	}
	return ""
}

// candidates are the presets that fit, each then changed; without any the first that fits
// once it is changed, which makes it another one.
func (s *Settings) candidates(columns []rows.Column) (fit []*Description, err error) {
	change := s.Change
	if change == nil {
		change = func(*Description) {}
	}
	for _, before := range []bool{false, true} {
		for _, name := range Presets() {
			d, err := Preset(name)
			if err != nil {
				panic(err) // embedded
			}
			if before {
				d.Name = ""
				change(d)
			}
			fits, err := d.fits(columns)
			if err != nil {
				return nil, err
			}
			if !fits {
				continue
			}
			if fit = append(fit, d); before {
				return fit, nil
			}
			change(d)
		}
		if fit != nil {
			return fit, nil
		}
	}
	return nil, nil
}

// unfit says that no preset fits, and what may help.
func unfit(files []string, columns []rows.Column) error {
	var have []string
	for _, c := range columns {
		have = append(have, c.Path.String())
	}
	what := fmt.Sprintf("%s: no preset fits its columns (%s): ", Title(files), listed(have, 12))
	if say := guess(columns); say != "" {
		return errors.New(what + "try " + say)
	}
	if say := scores(columns); say != "" {
		return errors.New(what + say)
	}
	return errors.New(what + "say which are what, --model-a, --model-b, --winner and --objective; votes check shows their values")
}

// listed are the first of some names.
func listed(names []string, most int) string {
	if len(names) > most {
		return strings.Join(names[:most], ", ") + fmt.Sprintf(" and %d more", len(names)-most)
	}
	return strings.Join(names, ", ")
}

// fits tells whether all columns of a description are there.
func (d *Description) fits(columns []rows.Column) (bool, error) {
	p, err := newPlan(d)
	if err != nil {
		return false, err
	}
	return !slices.ContainsFunc(p.want, func(path rows.Path) bool {
		return !slices.ContainsFunc(columns, func(c rows.Column) bool { return holds(c.Path, path) })
	}), nil
}

// holds tells whether a column, or one inside it, has the path: its first keys may be joined
// in the name of the column, which may differ in capitals and blanks around it, as in rows.
func holds(column, path rows.Path) bool {
	for n := 1; n <= len(path); n++ {
		inside := path[n:]
		first := strings.EqualFold(strings.TrimSpace(column[0]), strings.Join(path[:n], "."))
		if first && len(column) > len(inside) && slices.Equal(column[1:1+len(inside)], inside) {
			return true
		}
	}
	return false
}
