package report

import (
	"fmt"

	"vectorborda/sims/stat"
)

// column is a column of a table over rows of type T: what stands above it and how
// its cell is found in a row, so that a cell cannot stand under another heading.
type column[T any] struct {
	heading string
	value   func(T) any // a string, an int, an int64, a float64, a stat.Number or a marked value; nil is a missing number
	digits  int         // of a number, for a reader; 0 means the usual six
}

// marked is a value that a reader sees otherwise: with a mark, with its limits, or
// as the reason why it is missing.  CSV has the value alone.
type marked struct {
	text  string
	value any // as in a column; nil where there is none
}

// table lays rows out.
func table[T any](title string, rows []T, columns []column[T], notes ...string) Table {
	t := Table{Title: title, Notes: notes}
	for _, c := range columns {
		t.Header = append(t.Header, c.heading)
	}
	for _, row := range rows {
		cells := make([]any, len(columns))
		for i, c := range columns {
			cells[i] = cell{c.value(row), c.digits}
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// cell is a value with its digits.
type cell struct {
	value  any
	digits int
}

func asCell(x any) cell {
	if c, ok := x.(cell); ok {
		return c
	}
	return cell{x, 0}
}

// number is the value as a float64 if it is one.
func number(value any) (float64, bool) {
	switch x := value.(type) {
	case float64:
		return x, true
	case stat.Number:
		return float64(x), true
	}
	return 0, false
}

// readable is the cell for a reader.
func (c cell) readable() string {
	if m, ok := c.value.(marked); ok {
		return m.text
	}
	if c.value == nil {
		return "–"
	}
	if x, ok := number(c.value); ok {
		n := c.digits
		if n == 0 {
			n = usual
		}
		return digits(x, n)
	}
	return fmt.Sprint(c.value)
}

// plain is the cell for a program.
func (c cell) plain() string {
	value := c.value
	if m, ok := value.(marked); ok {
		value = m.value
	}
	if value == nil {
		return ""
	}
	if x, ok := number(value); ok {
		return exact(x)
	}
	return fmt.Sprint(value)
}

// isText tells words from numbers, which stand at the right.
func (c cell) isText() bool {
	value := c.value
	if m, ok := value.(marked); ok {
		value = m.value
	}
	_, text := value.(string)
	return text
}
