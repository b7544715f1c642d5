package instance

import (
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// columns finds the wanted columns in a header.
func columns(header, wanted []string) (map[string]int, error) {
	at := make(map[string]int, len(header))
	for c, name := range header {
		name = strings.TrimSpace(name)
		if _, twice := at[name]; twice && slices.Contains(wanted, name) {
			return nil, fmt.Errorf("line 1: two columns are named %q: rename one", name)
		}
		at[name] = c
	}
	for _, name := range wanted {
		if _, there := at[name]; !there {
			return nil, fmt.Errorf("line 1: no column %q: the header needs %s", name, strings.Join(wanted, ","))
		}
	}
	return at, nil
}

// readScores reads latent scores: a header `model,<objective>,…`, then a row a
// model.
func readScores(r io.Reader) (*Instance, error) {
	rows := csv.NewReader(r)
	header, err := rows.Read()
	if err != nil {
		return nil, csvError(err)
	}
	objectives := trimmed(header[1:])
	var models []string
	var theta [][]float64
	for {
		row, err := rows.Read()
		if errors.Is(err, io.EOF) {
			return FromTheta(models, objectives, theta, 0)
		}
		if err != nil {
			return nil, csvError(err)
		}
		scores := make([]float64, len(objectives))
		for c, field := range row[1:] {
			if scores[c], err = parseScore(field); err != nil {
				line, _ := rows.FieldPos(c + 1)
				return nil, fmt.Errorf("line %d, objective %q: %w", line, objectives[c], err)
			}
		}
		models, theta = append(models, strings.TrimSpace(row[0])), append(theta, scores)
	}
}

func parseScore(field string) (float64, error) {
	x, err := strconv.ParseFloat(strings.TrimSpace(field), 64)
	if errors.Is(err, strconv.ErrRange) {
		return 0, fmt.Errorf("%q does not fit a float64: give a smaller number", field)
	}
	if err != nil {
		return 0, fmt.Errorf("%q is not a number: give one", field)
	}
	return x, nil
}

func trimmed(fields []string) []string {
	names := make([]string, len(fields))
	for c, field := range fields {
		names[c] = strings.TrimSpace(field)
	}
	return names
}

// csvError makes one line of a reading error, with its line number.
func csvError(err error) error {
	var at *csv.ParseError
	switch {
	case errors.Is(err, io.EOF):
		return errors.New("empty: nothing to read")
	case errors.As(err, &at) && errors.Is(err, csv.ErrFieldCount):
		return fmt.Errorf("line %d: not as many fields as the header has: complete the row", at.Line)
	case errors.As(err, &at):
		return fmt.Errorf("line %d: %v: repair the quoting", at.Line, at.Err)
	}
	return err
}
