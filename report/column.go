package report

import (
	"fmt"

	"vectorborda/sims/stat"
)

// column is a column of a table over rows of type T: what stands above it and how
// its cell is found in a row, so that a cell cannot stand under another heading.
type column[T any] struct {
	heading string
	value   func(T) any // a string, an int, an int64, a float64, a stat.Number or a marked number; nil is a missing number
	digits  int         // of a number; 0 means the usual six
}

// marked is a number with what is said of it: a mark, its limits.
type marked string

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

// isText tells words from numbers, which stand at the right.
func (c cell) isText() bool {
	_, text := c.value.(string)
	return text
}
