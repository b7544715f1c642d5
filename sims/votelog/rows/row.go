// Package rows reads the rows of table files as they come: CSV and TSV, JSON Lines, JSON
// lists and Parquet, each plain or packed with gzip or zstd.  What a file is, is seen from its
// content, never from its name.
//
// It streams: one row is in memory, of Parquet one page of each wanted column, and of that only
// what is asked for.  A table without a wanted column is refused, and so is a file whose objects lack
// a wanted key, though of a null object nothing is known; rows that are not whole, text that
// is not UTF-8, and files of another kind are refused too, the last by their names.  What a row of
// text, a header or a value may take is bounded (see mostRow, mostHeader, mostValue), and so is
// Parquet that is packed or comes through a pipe (mostHeld), as its end is read first.
//
// Nothing is guessed of the cells of a CSV: they are strings, or nil where empty.  A path leads on
// into text that is an object in JSON, or a Python literal, and a column may also be called as the
// keys of a path joined by dots.  The values of Parquet's types are as valueOf says.
//
// A damaged Parquet file without checksums can be read as if it were whole.
//
// Errors are one line: the file, the line or row, what is wrong and what mends it.
package rows

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
)

// Row is one row of a table.  It is reused from call to call, the slice of its values too;
// the values themselves stay valid.
type Row struct {
	File   string // as it was named; "-" is standard input
	Line   int64  // where the row begins in a text file, from 1; 0 where there are no lines
	Number int64  // of the row in its file, from 1

	// Values are what was asked for, in that order: nil, bool, int64, float64, string, []any
	// or map[string]any.
	Values []any

	found []bool // whether a row of the file had the wanted key
}

// Where says which row it is: "votes.csv line 12", "votes.parquet row 12".
func (r *Row) Where() string {
	if r.Line > 0 {
		return fmt.Sprintf("%s line %d", title(r.File), r.Line)
	}
	return fmt.Sprintf("%s row %d", title(r.File), r.Number)
}

func title(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// Options may be left zero.
type Options struct {
	Progress func(bytes int64) // told how much of the files, as they lie on the disk, is read
	Stdin    io.Reader         // the file "-"; nil is the program's own
	ordered  bool              // the whole row is a record
}

// table is an opened file whose columns were found.
type table interface {
	// rows hands out the rows; what each answers ends it and comes back as it is.
	rows(r *Row, each func(*Row) error) error
}

// Read hands the wanted values of every row of the files to each, file after file in the order
// of their names.  The columns of all files are looked for before a row is handed out, for JSON at
// a file's end.  An error of each ends the reading and is returned as it is.
func Read(files []string, want []Path, o Options, each func(*Row) error) error {
	files = slices.Compact(slices.Sorted(slices.Values(files)))
	var kept map[string]*source // those that cannot be opened twice
	defer func() {
		for _, s := range kept {
			s.close()
		}
	}()
	kept = make(map[string]*source)
	for _, name := range files {
		s, err := open(name, want, o)
		if err != nil {
			return err
		}
		if info, err := os.Stat(name); len(files) == 1 || name == "-" || err != nil || !info.Mode().IsRegular() {
			kept[name] = s
		} else {
			s.close()
		}
	}
	var before int64
	for _, name := range files {
		s, err := kept[name], error(nil)
		if delete(kept, name); s == nil {
			if s, err = open(name, want, o); err != nil {
				return err
			}
		}
		before, err = s.rows(before, each)
		if err != nil {
			return err
		}
	}
	return nil
}

// rows reads the table and closes the file.
func (s *source) rows(before int64, each func(*Row) error) (after int64, err error) {
	defer s.close()
	row := &Row{File: s.name, Values: make([]any, len(s.want)), found: make([]bool, len(s.want))}
	s.before = before
	var stopped error
	err = s.table.rows(row, func(r *Row) error {
		for i, p := range s.want {
			if p.isFile() {
				r.Values[i] = filepath.Base(title(r.File))
			}
		}
		stopped = each(r)
		return stopped
	})
	switch {
	case stopped != nil:
	case s.failed != nil:
		err = s.errorf("%w", s.failed)
	case err == nil && row.Number == 0:
		err = s.errorf("no rows: give a file with at least one")
	}
	if stopped == nil {
		err = oneLine(err)
	}
	return before + s.bytes, err
}

// oneLine shows line ends and the like, as in the name of a column, as blanks.
func oneLine(err error) error {
	if err == nil || !strings.ContainsFunc(err.Error(), unicode.IsControl) {
		return err
	}
	return errors.New(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return ' '
		}
		return r
	}, err.Error()))
}

func (p Path) isFile() bool { return len(p) == 1 && p[0] == "@file" }
