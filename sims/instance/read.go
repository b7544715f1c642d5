package instance

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"unicode/utf8"
)

// ReadFile reads an instance file, a CSV of latent scores or a vote log; see
// Read.  Errors name the file.
func ReadFile(path string) (*Instance, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in, err := Read(f)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return in, nil
}

// maxBytes bounds what is read into memory.
const maxBytes = 1 << 30

// Text reads UTF-8 of a bounded size, without its byte order mark.
func Text(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxBytes+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("more than %d bytes: leave out columns that are not read", maxBytes)
	}
	if err := otherKind(data); err != nil {
		return nil, err
	}
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	if !utf8.Valid(data) || bytes.IndexByte(data, 0) >= 0 {
		return nil, errors.New("not UTF-8 text: save the file as UTF-8")
	}
	if bytes.IndexByte(data, '\r') >= 0 && bytes.IndexByte(data, '\n') < 0 {
		return nil, errors.New("the line ends are carriage returns alone: save the file with LF or CRLF line ends")
	}
	return data, nil
}

// Read takes JSON when the first character is a brace, else CSV: a vote log
// when the header has its columns, else latent scores.  A byte order mark and
// CRLF line ends are understood.
func Read(r io.Reader) (*Instance, error) {
	data, err := Text(r)
	if err != nil {
		return nil, err
	}
	text := bytes.TrimSpace(data)
	if len(text) == 0 {
		return nil, errors.New("empty: give an instance in JSON or CSV, or a vote log in CSV")
	}
	if text[0] == '{' || text[0] == '[' {
		return readJSON(data)
	}
	header, err := csv.NewReader(bytes.NewReader(data)).Read()
	if err != nil {
		return nil, cmp.Or(headerHint(data, anyColumn), csvError(err))
	}
	switch found := ofLog(header); {
	case found == len(logColumns):
		l, err := readLog(bytes.NewReader(data), true)
		if err != nil {
			return nil, err
		}
		return fromLog(l)
	case trimmed(header)[0] == "model":
		return readScores(bytes.NewReader(data))
	case found > 0:
		_, err = columns(header, logColumns)
	default:
		err = fmt.Errorf("line 1: the header is %q: latent scores need model,<objective>,… and a vote log needs %s",
			strings.Join(header, ","), strings.Join(logColumns, ","))
	}
	return nil, cmp.Or(headerHint(data, anyColumn), err)
}

// ofLog counts the columns of a vote log in a header.
func ofLog(header []string) (found int) {
	names := trimmed(header)
	for _, name := range logColumns {
		if slices.Contains(names, name) {
			found++
		}
	}
	return found
}

// ReadLog reads a vote log whose pairs need no vote on every objective: it has votes, but
// no Borda scores.
func ReadLog(r io.Reader) (*Log, error) {
	data, err := Text(r)
	if err != nil {
		return nil, err
	}
	found := 0
	if header, err := csv.NewReader(bytes.NewReader(data)).Read(); err == nil {
		found = ofLog(header)
	}
	if found < len(logColumns) {
		if err := headerHint(data, logColumns); err != nil {
			return nil, err
		}
	}
	if found == 0 {
		return nil, fmt.Errorf("no vote log: give a CSV with the columns %s", strings.Join(logColumns, ", "))
	}
	return readLog(bytes.NewReader(data), false)
}
