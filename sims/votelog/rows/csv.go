package rows

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// csvTable reads fields parted by commas, semicolons or tabs.
type csvTable struct {
	s       *source
	r       *csv.Reader
	in      *bounded
	header  []string
	line    int // that the last row began in
	columns []column
	cells   []pool // one a column
	whole   []int  // the wanted paths that are the whole row
}

func newCSV(s *source, head []byte) (*csvTable, error) {
	t := &csvTable{s: s, in: &bounded{s.in, mostHeader}}
	t.r = csv.NewReader(t.in)
	t.r.Comma, t.r.ReuseRecord = separator(head), true
	header, err := t.r.Read()
	if err != nil {
		return nil, t.trouble(err)
	}
	t.header, t.line = slices.Clone(header), 1
	for c := range t.header {
		t.header[c] = strings.Clone(t.header[c])
	}
	t.columns, t.whole, err = resolve(t.header, s.want)
	if err != nil {
		return nil, fmt.Errorf("%s line 1: %w", title(s.name), err)
	}
	for range t.columns {
		t.cells = append(t.cells, pool{"": nil})
	}
	return t, nil
}

// separator is the tab if there is one outside quotes, else what cuts the header into most names.
func separator(head []byte) rune {
	best, most := ',', 1
	for _, mark := range "\t,;" {
		r := csv.NewReader(bytes.NewReader(head))
		r.Comma = mark
		if names, err := r.Read(); err == nil && len(names) > most {
			if best, most = mark, len(names); mark == '\t' {
				break
			}
		}
	}
	return best
}

// trouble is an error of the reader, with its line.
func (t *csvTable) trouble(err error) error {
	var at *csv.ParseError
	switch {
	case errors.Is(err, errLong) && t.header == nil:
		return t.s.errorf("a header of more than %d bytes: give a table whose first line names the columns", mostHeader)
	case errors.Is(err, errLong):
		return fmt.Errorf("%s: a row of more than %d bytes after line %d, as when a quote is not closed: repair the quoting", title(t.s.name), mostRow, t.line)
	case errors.As(err, &at) && errors.Is(err, csv.ErrFieldCount):
		return fmt.Errorf("%s line %d: not as many fields as the header has (%d): complete the row, or quote a field that holds %q",
			title(t.s.name), at.StartLine, len(t.header), t.r.Comma)
	case errors.As(err, &at):
		return fmt.Errorf("%s line %d: %w: repair the quoting", title(t.s.name), at.StartLine, at.Err)
	}
	return t.s.errorf("%w", err)
}

func (t *csvTable) rows(r *Row, each func(*Row) error) error {
	for {
		t.in.most = mostRow
		fields, err := t.r.Read()
		if err == io.EOF {
			return t.s.lacking(r, t.header, t.columns)
		}
		if err != nil {
			return t.trouble(err)
		}
		t.line, _ = t.r.FieldPos(0)
		r.Line, r.Number = int64(t.line), r.Number+1
		if err := t.fill(r, fields); err != nil {
			return err
		}
		if err := each(r); err != nil {
			return err
		}
	}
}

func (t *csvTable) fill(r *Row, fields []string) error {
	clear(r.Values)
	var all record
	for c := range t.columns {
		col := &t.columns[c]
		v, ok := t.cells[c].of(fields[col.at])
		if !ok {
			return fmt.Errorf("%s: column %q: not UTF-8 text: save the file as UTF-8", r.Where(), t.header[col.at])
		}
		if len(t.whole) > 0 {
			all = append(all, member{t.header[col.at], v})
		}
		if err := col.node.take(r, v); err != nil {
			return err
		}
	}
	for _, i := range t.whole {
		r.Values[i], r.found[i] = all.object(t.s.ordered), true
	}
	return nil
}
