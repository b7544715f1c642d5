package rows

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// jsonTable reads objects one after the other, on lines of their own or not, or in one list.
type jsonTable struct {
	s     *source
	d     *jsontext.Decoder
	in    *bounded
	lines *lines
	root  *node
	cells values
	list  bool
	kinds map[jsontext.Kind]int // of the members of the first row
}

func newJSON(s *source) *jsonTable {
	t := &jsonTable{s: s, in: &bounded{s.in, mostRow}, root: &node{}, cells: values{pool: pool{}, ordered: s.ordered}, kinds: map[jsontext.Kind]int{}}
	t.lines = &lines{r: t.in}
	t.d = jsontext.NewDecoder(t.lines)
	for i, p := range s.want {
		if p.isFile() {
			continue
		}
		for n := range max(1, len(p)) {
			keys := p
			if n > 0 { // the first keys may be one, joined by dots
				keys = append(Path{strings.Join(p[:n+1], ".")}, p[n+1:]...)
			}
			end := t.root.to(keys)
			end.want = append(end.want, i)
		}
	}
	return t
}

func (t *jsonTable) rows(r *Row, each func(*Row) error) error {
	if t.list = t.d.PeekKind() == '['; t.list {
		t.d.ReadToken()
	}
	for {
		t.in.most = mostRow
		switch kind := t.d.PeekKind(); {
		case kind == '{':
			if err := t.row(r); err != nil {
				return err
			}
			if err := t.columnwise(r); err != nil {
				return err
			}
			if err := each(r); err != nil {
				return err
			}
		case kind == ']' || kind == 0:
			_, err := t.d.ReadToken()
			if err == nil {
				_, err = t.d.ReadToken()
			}
			if err == nil {
				return t.errorf(t.d.InputOffset(), "more after the list: save the rows as one list, or one on each line without a list")
			}
			if err == io.EOF {
				return t.absent(r)
			}
			return t.trouble(err)
		default:
			v, err := t.cells.read(t.d)
			if err != nil {
				return t.trouble(err)
			}
			return t.errorf(t.d.InputOffset(), "%s in place of a row: save each row as an object with the names of its columns", called(v))
		}
	}
}

// row reads an object.
func (t *jsonTable) row(r *Row) (err error) {
	clear(r.Values)
	r.Number++
	r.Line = t.lines.at(t.next())
	if len(t.root.want) == 0 {
		err = t.object(r, t.root)
	} else {
		err = t.value(r, t.root)
	}
	return err
}

// next is the offset of the next value, after PeekKind.
func (t *jsonTable) next() int64 {
	ahead := t.d.UnreadBuffer()
	return t.d.InputOffset() + int64(len(ahead)-len(bytes.TrimLeft(ahead, " \t\r\n,")))
}

// object follows the wanted paths into an object and passes over the rest.
func (t *jsonTable) object(r *Row, n *node) error {
	if _, err := t.d.ReadToken(); err != nil {
		return t.trouble(err)
	}
	for t.d.PeekKind() != '}' {
		raw, err := t.d.ReadValue()
		if err != nil {
			return t.trouble(err)
		}
		key := raw[1 : len(raw)-1]
		if bytes.IndexByte(key, '\\') >= 0 {
			key, _ = jsontext.AppendUnquote(nil, raw)
		}
		kid := n.kids[string(key)]
		if r.Number <= lookedAt {
			n.see(string(key))
			if n == t.root && r.Number == 1 {
				t.kinds[t.d.PeekKind()]++
			}
		}
		if kid != nil {
			err = t.value(r, kid)
		} else if err = t.d.SkipValue(); err != nil {
			err = t.trouble(err)
		}
		if err != nil {
			return err
		}
	}
	_, err := t.d.ReadToken()
	return t.trouble(err)
}

// value reads what wanted paths lead to or through.
func (t *jsonTable) value(r *Row, n *node) error {
	if len(n.want) == 0 && t.d.PeekKind() == '{' {
		return t.object(r, n)
	}
	v, err := t.cells.read(t.d)
	if err != nil {
		return t.trouble(err)
	}
	return n.take(r, v)
}

// columnwise refuses a file that is one object of columns.
func (t *jsonTable) columnwise(r *Row) error {
	if r.Number > 1 || t.list || t.d.PeekKind() != 0 {
		return nil
	}
	for _, i := range t.root.want[:min(1, len(t.root.want))] {
		t.kinds = map[jsontext.Kind]int{}
		switch whole := r.Values[i].(type) {
		case record:
			for _, m := range whole {
				t.kinds[kindOf(m.value)]++
			}
		case map[string]any:
			for _, v := range whole {
				t.kinds[kindOf(v)]++
			}
		}
	}
	members := 0
	for _, n := range t.kinds {
		members += n
	}
	if members > 1 && (t.kinds['['] == members || t.kinds['{'] == members) {
		return t.s.errorf("one object of columns, or an instance with scores, in place of rows: save a row on each line (in pandas to_json with orient='records', lines=True)")
	}
	return nil
}

// kindOf tells lists and objects from other values.
func kindOf(v any) jsontext.Kind {
	switch v.(type) {
	case []any:
		return '['
	case record, map[string]any:
		return '{'
	}
	return '0'
}

// absent is the error of a wanted path that no row had.
func (t *jsonTable) absent(r *Row) error {
	for i, p := range t.s.want {
		if r.Number == 0 || r.found[i] || p.isFile() {
			continue
		}
		if r.Number == 1 && !t.list && !slices.Contains(t.root.seen, p[0]) {
			return t.s.errorf("one object (with %s) in place of rows: save a row on each line", named(nil, t.root.seen))
		}
		if err := t.root.lacks(p, 0); err != nil {
			return t.s.errorf("%w", err)
		}
	}
	return nil
}

func (t *jsonTable) errorf(offset int64, format string, args ...any) error {
	return fmt.Errorf("%s line %d: "+format, append([]any{title(t.s.name), t.lines.at(offset)}, args...)...)
}

// trouble is an error of the decoder, with its line.
func (t *jsonTable) trouble(err error) error {
	var at *jsontext.SyntacticError
	offset := t.d.InputOffset()
	if errors.As(err, &at) {
		offset, err = at.ByteOffset, at.Err
	}
	switch {
	case err == nil:
		return nil
	case errors.Is(err, io.ErrUnexpectedEOF):
		return t.errorf(offset, "ends within a row: the file is cut off: fetch it again")
	case errors.Is(err, jsontext.ErrDuplicateName):
		return t.errorf(offset, "the key %s twice in one object: remove one", at.JSONPointer.LastToken())
	case errors.Is(err, errLong):
		return t.errorf(offset, "a row of more than %d bytes, as where a file holds columns in place of rows: save it with a row on each line", mostRow)
	case strings.Contains(err.Error(), "invalid character 'N'"):
		return t.errorf(offset, "NaN, which is not JSON: write null")
	case at == nil:
		return t.errorf(offset, "%w", err)
	}
	return t.errorf(offset, "not JSON (%w): repair the line", err)
}
