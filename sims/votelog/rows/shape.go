package rows

import (
	"cmp"
	"fmt"
	"io"
	"slices"

	"github.com/parquet-go/parquet-go"
)

// shape is how a column is put together from the leaf columns below it, by Dremel's levels: a value
// is there when its definition level is at least its own, and a list goes on while the
// repetition level is that of its elements.  One of leaf, kids and element is set.
type shape struct {
	ordered    bool // a struct is a record, whole even where it is null
	optional   bool
	defined    int // definition level of a value that is there
	leaf       *leaf
	kids       []*shape // of a struct
	keys       []string // theirs
	element    *shape   // of a list
	filled     int      // definition level of a list that is not empty
	repetition int      // of an element after the first
	leaves     []*leaf  // below; the first tells the levels
}

// shape plans a column, or of a struct the keys that wanted paths lead through.  Without any all
// of it is wanted.
func (t *parquetTable) shape(c *parquet.Column, n *node, at Path) (s *shape, err error) {
	if n != nil && (len(n.want) > 0 || n.kids == nil) {
		n = nil
	}
	from := len(t.leaves)
	s = &shape{ordered: t.s.ordered, optional: c.Optional(), defined: c.MaxDefinitionLevel()}
	below := c.Columns()
	list := c
	if len(below) == 1 && below[0].Repeated() {
		list = below[0]
	}
	switch {
	case !list.Repeated():
		err = t.plain(s, c, n, at)
	case n != nil:
		err = fmt.Errorf("column %q: a list in place of an object with keys: ask for the column itself", at)
	default:
		s.filled, s.repetition = list.MaxDefinitionLevel(), list.MaxRepetitionLevel()
		if inner := list.Columns(); list != c && len(inner) == 1 {
			s.element, err = t.shape(inner[0], nil, at)
		} else {
			s.element = &shape{ordered: t.s.ordered}
			err = t.plain(s.element, list, nil, at)
			s.element.leaves = t.leaves[from:]
		}
		if t.s.ordered && err == nil && len(t.leaves) > from {
			s.element = t.count(from)
		}
	}
	if s.leaves = slices.Clip(t.leaves[from:]); err == nil && len(s.leaves) == 0 {
		err = fmt.Errorf("column %q: an object without keys: ask for another column", at)
	}
	return s, err
}

// count stands for the elements of a list that is only counted: it reads the smallest of the leaves
// from there on.
func (t *parquetTable) count(from int) *shape {
	groups := t.f.Metadata().RowGroups
	least := slices.MinFunc(t.leaves[from:], func(a, b *leaf) int {
		if len(groups) == 0 {
			return 0
		}
		size := func(l *leaf) int64 { return groups[0].Columns[l.column.Index()].MetaData.TotalCompressedSize }
		return cmp.Compare(size(a), size(b))
	})
	least.value = func(parquet.Value, pool) any { return nil }
	t.leaves = append(t.leaves[:from], least)
	return &shape{leaf: least, leaves: t.leaves[from:]}
}

// plain plans a leaf or a struct.
func (t *parquetTable) plain(s *shape, c *parquet.Column, n *node, at Path) error {
	if c.Leaf() {
		s.leaf = &leaf{column: c, value: valueOf(c.Type()), cells: pool{}}
		t.leaves = append(t.leaves, s.leaf)
		return nil
	}
	kids := c.Columns()
	names := make([]string, len(kids))
	for i, kid := range kids {
		names[i] = kid.Name()
	}
	if n != nil {
		for key := range n.kids {
			if !slices.Contains(names, key) {
				return absent(append(slices.Clone(at), key), len(at), names)
			}
		}
	}
	for i, kid := range kids {
		var through *node
		if n != nil {
			if through = n.kids[names[i]]; through == nil {
				continue
			}
		}
		shape, err := t.shape(kid, through, append(slices.Clone(at), names[i]))
		if err != nil {
			return err
		}
		s.kids, s.keys = append(s.kids, shape), append(s.keys, names[i])
	}
	return nil
}

// read puts the next value together.
func (s *shape) read() (any, error) {
	level, err := s.leaves[0].peek()
	switch {
	case err != nil:
		return nil, err
	case s.optional && level.DefinitionLevel() < s.defined:
		return s.null(), s.skip()
	case s.leaf != nil:
		return s.leaf.next()
	case s.element != nil:
		return s.list(level)
	}
	all := make(record, len(s.kids))
	for i, kid := range s.kids {
		all[i].key = s.keys[i]
		if all[i].value, err = kid.read(); err != nil {
			return nil, err
		}
	}
	return all.object(s.ordered), nil
}

func (s *shape) null() any {
	if !s.ordered || s.kids == nil {
		return nil
	}
	all := make(record, len(s.kids))
	for i, kid := range s.kids {
		all[i] = member{s.keys[i], kid.null()}
	}
	return all
}

func (s *shape) list(level *parquet.Value) (any, error) {
	list := []any{}
	if level.DefinitionLevel() < s.filled {
		return list, s.skip()
	}
	for {
		v, err := s.element.read()
		if err != nil {
			return nil, err
		}
		list = append(list, v)
		level, err := s.leaves[0].peek()
		if err == errEnd || err == nil && level.RepetitionLevel() < s.repetition {
			return list, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// skip passes over the one entry that each leaf has for a value that is not there.
func (s *shape) skip() error {
	for _, l := range s.leaves {
		if _, err := l.peek(); err != nil {
			return err
		}
		l.at++
	}
	return nil
}

// leaf reads a column of values without parts.
type leaf struct {
	column *parquet.Column
	value  func(parquet.Value, pool) any
	cells  pool
	pages  parquet.Pages
	page   parquet.Page
	values parquet.ValueReader
	buffer [256]parquet.Value
	at, n  int // of buffer
}

var (
	errEnd  = fmt.Errorf("%w (a column ends before its row group)", errDamaged)
	errMore = fmt.Errorf("%w (a column goes on after its row group)", errDamaged)
)

// peek is the next entry, with its levels; it stays until the next call.
func (l *leaf) peek() (*parquet.Value, error) {
	for l.at == l.n {
		if err := l.fill(); err != nil {
			return nil, err
		}
	}
	return &l.buffer[l.at], nil
}

func (l *leaf) fill() (err error) {
	if l.values == nil {
		if l.page, err = l.pages.ReadPage(); err == io.EOF {
			return errEnd
		}
		if err != nil {
			return fmt.Errorf("%w (%v)", errDamaged, err)
		}
		l.values = l.page.Values()
	}
	l.at = 0
	l.n, err = l.values.ReadValues(l.buffer[:])
	if l.n == 0 && err == io.EOF {
		parquet.Release(l.page)
		l.page, l.values, err = nil, nil, nil
	}
	if err != nil && err != io.EOF {
		return fmt.Errorf("%w (%v)", errDamaged, err)
	}
	return nil
}

func (l *leaf) next() (any, error) {
	v, err := l.peek()
	if err != nil {
		return nil, err
	}
	l.at++
	if v.IsNull() {
		return nil, nil
	}
	return l.value(*v, l.cells), nil
}

func (l *leaf) close() {
	if l.page != nil {
		parquet.Release(l.page)
	}
	if l.pages != nil {
		l.pages.Close()
	}
	l.page, l.pages, l.values, l.at, l.n = nil, nil, nil, 0, 0
}
