package rows

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// values reads JSON values.
type values struct {
	pool    pool
	ordered bool  // objects are records, and lists are passed over
	end     int64 // where a value that is not over is too large
}

// mostValue bounds the JSON of a wanted list or object.
const mostValue = 1 << 23

var errLarge = fmt.Errorf("a list or object of more than %d bytes: ask for what is inside it", mostValue)

// record is an object with its keys in the order of the file.
type record []member

type member struct {
	key   string
	value any
}

// object is the record itself if it stays ordered, else the map.
func (r record) object(ordered bool) any {
	if ordered {
		return r
	}
	object := make(map[string]any, len(r))
	for _, m := range r {
		object[m.key] = m.value
	}
	return object
}

// read reads the next value.  Integers that fit are int64, all other numbers float64.
func (x values) read(d *jsontext.Decoder) (any, error) {
	x.end = d.InputOffset() + mostValue
	return x.next(d)
}

func (x values) next(d *jsontext.Decoder) (any, error) {
	switch kind := d.PeekKind(); {
	case kind == '{':
		var all record
		err := x.inside(d, func() error {
			key, err := d.ReadToken()
			if err != nil {
				return err
			}
			m := member{key: key.String()}
			m.value, err = x.next(d)
			all = append(all, m)
			return err
		})
		return all.object(x.ordered), err
	case kind == '[' && x.ordered:
		return []any{}, d.SkipValue()
	case kind == '[':
		list := []any{}
		err := x.inside(d, func() error {
			v, err := x.next(d)
			list = append(list, v)
			return err
		})
		return list, err
	}
	raw, err := d.ReadValue()
	if err != nil {
		return nil, err
	}
	return scalar(raw, x.pool)
}

// inside reads the members of an object or list with its brackets.
func (x values) inside(d *jsontext.Decoder, member func() error) error {
	if _, err := d.ReadToken(); err != nil {
		return err
	}
	for k := d.PeekKind(); k != '}' && k != ']'; k = d.PeekKind() {
		if d.InputOffset() > x.end {
			return errLarge
		}
		if err := member(); err != nil {
			return err
		}
	}
	_, err := d.ReadToken()
	return err
}

// scalar is the value of valid JSON that is no object and no list.
func scalar(raw jsontext.Value, p pool) (any, error) {
	switch raw[0] {
	case 'n':
		return nil, nil
	case 't', 'f':
		return raw[0] == 't', nil
	case '"':
		if text := raw[1 : len(raw)-1]; bytes.IndexByte(text, '\\') < 0 {
			if v, there := p[string(text)]; there {
				return v, nil
			}
			if v, ok := p.of(string(text)); ok {
				return v, nil
			}
		}
		text, err := jsontext.AppendUnquote(nil, raw)
		return string(text), err
	}
	return number(string(raw))
}

// number is an int64 where text is an integer that fits, else the nearest float64.
func number(text string) (any, error) {
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, nil
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return nil, fmt.Errorf("%s does not fit a float64: give a smaller number", text)
	}
	return x, nil
}

// text is the value of a cell that holds JSON, or a Python literal in its place; nil where it is
// blank.
func (x values) text(text string) (any, error) {
	if text = strings.TrimSpace(text); text == "" {
		return nil, nil
	}
	if len(text) > mostValue {
		return nil, errLarge
	}
	d := jsontext.NewDecoder(bytes.NewBufferString(text))
	v, err := x.read(d)
	if err == nil {
		if _, err = d.ReadToken(); err == io.EOF {
			return v, nil
		}
		err = errors.New("more after the value")
	}
	if v, err := pythonValue(text, x.ordered); err == nil {
		return v, nil
	}
	return nil, fmt.Errorf("neither JSON (%w) nor a Python literal: write objects as JSON", err)
}
