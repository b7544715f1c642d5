package rows

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
)

// Column is what surveyed rows hold at a path.  Cells of a CSV are texts.
type Column struct {
	Path Path

	// Rows by what they hold; nulls are blank or absent ones too.
	Texts, Integers, Numbers, Booleans, Lists, Objects, Nulls int64

	Values []Seen // the most frequent first, of equals the one seen first; without lists and objects
	More   bool   // there were other values: too many, or texts too long to keep
}

// Seen is a value with the number of rows that hold it.
type Seen struct {
	Value any // string, int64, float64 or bool
	Rows  int64
}

const (
	mostColumns = 10_000  // columns and keys of a survey
	mostDepth   = 32      // keys of a path
	mostValues  = 200     // kept of a column
	mostKept    = 100_000 // kept in all
	longText    = 100     // bytes of one that is kept
)

// Survey tells what the first rows of the files hold, with most ≤ 0 all of them: a Column for every
// column and, in place of those that hold nothing but objects, for every key inside, in the order
// of the file.  Text that is an object in every row, in JSON or as a Python
// literal, counts as one, as for Read; lists are not entered.  It also gives the number of rows read.
func Survey(files []string, o Options, most int64) ([]Column, int64, error) {
	s := &survey{root: &place{}}
	o.ordered = true
	done := errors.New("enough")
	err := Read(files, []Path{{}}, o, func(r *Row) error {
		if s.rows++; !s.take(s.root, r.Values[0], 0) {
			return fmt.Errorf("%s: more than %d columns, as where a file holds columns in place of rows: save it with a row on each line", r.Where(), mostColumns)
		}
		if s.rows == most {
			return done
		}
		return nil
	})
	if err != nil && err != done {
		return nil, 0, err
	}
	return s.columns(nil, nil, s.root), s.rows, nil
}

// survey counts as rows come.
type survey struct {
	root         *place
	rows         int64
	places, kept int
}

// place counts what is at a path.
type place struct {
	Column
	at      map[any]int // in Values
	kids    map[string]*place
	keys    []string // of kids, in order
	opaque  bool     // not entered: it has too many keys
	noJSON  bool     // a text is no object
	wrapped int64    // texts that are objects
}

// take counts a value, false where an object has too many keys.
func (s *survey) take(p *place, v any, depth int) bool {
	switch v := v.(type) {
	case nil:
	case record:
		p.Objects++
		return s.enter(p, v, depth)
	case []any:
		p.Lists++
	case string:
		if strings.TrimSpace(v) != "" {
			p.Texts++
			s.keep(p, v)
			s.unwrap(p, v, depth)
		}
	case bool:
		p.Booleans++
		s.keep(p, v)
	case int64:
		p.Integers++
		s.keep(p, v)
	case float64:
		p.Numbers++
		s.keep(p, v)
	}
	return true
}

func (s *survey) enter(p *place, object record, depth int) bool {
	if p.opaque || depth == mostDepth {
		return true
	}
	for _, m := range object {
		kid := p.kids[m.key]
		if kid == nil {
			if s.places == mostColumns {
				s.places -= p.drop()
				p.opaque = true
				return depth > 0
			}
			s.places++
			if p.kids == nil {
				p.kids = map[string]*place{}
			}
			kid = new(place)
			p.kids[m.key] = kid
			p.keys = append(p.keys, m.key)
		}
		s.take(kid, m.value, depth+1)
	}
	return true
}

// unwrap enters a text that is an object in JSON or its null, until one of the column is
// something else.
func (s *survey) unwrap(p *place, text string, depth int) {
	if p.noJSON {
		return
	}
	text = strings.TrimSpace(text)
	if text == "null" || text == "None" {
		p.wrapped++
		return
	}
	if strings.HasPrefix(text, "{") {
		if v, err := (values{ordered: true}).text(text); err == nil {
			p.wrapped++
			s.enter(p, v.(record), depth)
			return
		}
	}
	p.noJSON = true
	s.places -= p.drop()
}

// drop forgets the keys and tells how many they were.
func (p *place) drop() (n int) {
	for _, kid := range p.kids {
		n += 1 + kid.drop()
	}
	p.kids, p.keys = nil, nil
	return n
}

// keep counts a value among those of its column.
func (s *survey) keep(p *place, v any) {
	key := v
	switch v := v.(type) {
	case string:
		if len(v) > longText {
			p.More = true
			return
		}
	case float64:
		if math.IsNaN(v) {
			key = struct{}{}
		}
	}
	if at, known := p.at[key]; known {
		p.Values[at].Rows++
		return
	}
	if len(p.Values) == mostValues || s.kept == mostKept {
		p.More = true
		return
	}
	if s.kept++; p.at == nil {
		p.at = map[any]int{}
	}
	p.at[key] = len(p.Values)
	p.Values = append(p.Values, Seen{v, 1})
}

// columns adds the place, or the keys inside it where it holds nothing but objects.
func (s *survey) columns(to []Column, at Path, p *place) []Column {
	c := p.Column
	others := c.Texts + c.Integers + c.Numbers + c.Booleans + c.Lists
	if !p.noJSON {
		others -= p.wrapped
	}
	if len(at) > 0 && (len(p.keys) == 0 || others > 0) {
		c.Path = slices.Clone(at)
		c.Nulls = s.rows - c.Texts - c.Integers - c.Numbers - c.Booleans - c.Lists - c.Objects
		slices.SortStableFunc(c.Values, func(a, b Seen) int { return cmp.Compare(b.Rows, a.Rows) })
		return append(to, c)
	}
	for _, key := range p.keys {
		to = s.columns(to, append(at, key), p.kids[key])
	}
	return to
}
