package instance

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// readScores reads latent scores: a header `model,<objective>,…`, then a row a
// model.
func readScores(data []byte) (*Instance, error) {
	rows := csv.NewReader(bytes.NewReader(data))
	header, err := rows.Read()
	if err != nil {
		return nil, cmp.Or(headerHint(data), csvError(err))
	}
	if strings.TrimSpace(header[0]) != "model" {
		return nil, headerHint(data)
	}
	objectives := trimmed(header[1:])
	if c := slices.Index(objectives, ""); c >= 0 {
		return nil, fmt.Errorf("line 1: column %d has no name: name the objective, or remove a trailing comma", c+2)
	}
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

// decimal is what a person calls a number; Go would also take 1_0 and 0x1p-2.
var decimal = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// parseScore takes a decimal number that float64 can hold, and gives 0 for -0.
func parseScore(field string) (float64, error) {
	text := strings.TrimSpace(field)
	if !decimal.MatchString(text) {
		return 0, fmt.Errorf("%q is not a number: give a finite one", field)
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%q does not fit a float64: give a smaller number", field)
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(text), "e")
	if x == 0 && strings.ContainsAny(mantissa, "123456789") {
		return 0, fmt.Errorf("%q is too small for a float64: give 0 or a larger number", field)
	}
	return x + 0, nil
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
