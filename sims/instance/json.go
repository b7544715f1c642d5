package instance

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"vectorborda/sims/input"
)

// jsonFields are the fields of an instance file.
var jsonFields = []string{"models", "objectives", "theta", "borda", "range"}

// readJSON reads
//
//	{"models": […], "objectives": […], "theta": [[…],…], "range": B}
//
// or "borda" in place of "theta"; "range" is optional.  encoding/json alone would
// take null for 0 and the last of two equal fields, so fields and numbers are
// taken one by one.
func readJSON(data []byte) (*Instance, error) {
	fields, err := Fields(data, "instance", jsonFields)
	if err != nil {
		return nil, err
	}
	models, err := Names(fields, "models")
	if err != nil {
		return nil, err
	}
	objectives, err := Names(fields, "objectives")
	if err != nil {
		return nil, err
	}
	theta, borda := fields["theta"], fields["borda"]
	switch {
	case theta != nil && borda != nil:
		return nil, errors.New(`both "theta" and "borda": remove one, b follows from θ`)
	case borda != nil && fields["range"] != nil:
		return nil, errors.New(`"range" belongs to latent scores: remove it, or give "theta" in place of "borda"`)
	case theta != nil:
		B, err := rangeField(fields["range"])
		if err != nil {
			return nil, err
		}
		rows, err := scoreRows("theta", theta, models, objectives)
		if err != nil {
			return nil, err
		}
		return FromTheta(models, objectives, rows, B)
	case borda != nil:
		rows, err := scoreRows("borda", borda, models, objectives)
		if err != nil {
			return nil, err
		}
		in, err := FromBorda(models, objectives, rows)
		if err != nil {
			return nil, err
		}
		if err := in.possible(); err != nil {
			return nil, err
		}
		return in, nil
	}
	return nil, errors.New(`neither "theta" nor "borda": give one of them, a row a model`)
}

// Fields splits the one object of a file into its fields and refuses unknown ones,
// double ones and anything after the object.  Errors call the object what it is.
func Fields(data []byte, what string, names []string) (map[string]json.RawMessage, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	fail := func(err error, why string) error { return syntaxError(data, dec, err, what, why) }
	if open, err := dec.Token(); err != nil || open != json.Delim('{') {
		return nil, fail(err, fmt.Sprintf("give one JSON object {%q: …}", names[0]))
	}
	fields := map[string]json.RawMessage{}
	for dec.More() {
		key, err := dec.Token()
		name, isString := key.(string)
		if err != nil || !isString {
			return nil, fail(err, "a field name is missing")
		}
		if !slices.Contains(names, name) {
			return nil, fmt.Errorf("unknown field %q%s: the fields are %s", name, input.Meant(name, names), strings.Join(names, ", "))
		}
		if _, twice := fields[name]; twice {
			return nil, fmt.Errorf("field %q is given twice: remove one", name)
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return nil, fail(err, "the value cannot be read")
		}
		fields[name] = value
	}
	if _, err := dec.Token(); err != nil {
		return nil, fail(err, "the object is not closed")
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fail(nil, "something follows the object: give one a file")
	}
	return fields, nil
}

// syntaxError names the line at which reading stopped.
func syntaxError(data []byte, dec *json.Decoder, err error, what, why string) error {
	at := dec.InputOffset()
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		why, at = syntax.Error(), syntax.Offset
	} else if errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		why, at = "the file ends too early", int64(len(data))
	}
	line := 1 + bytes.Count(data[:min(at, int64(len(data)))], []byte("\n"))
	return fmt.Errorf("line %d: not a JSON %s: %s", line, what, why)
}

// Names is a field that is a list of names.
func Names(fields map[string]json.RawMessage, field string) (names []string, err error) {
	raw, there := fields[field]
	if !there {
		return nil, fmt.Errorf("field %q is missing: give a list of names", field)
	}
	var list []*string
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return nil, fmt.Errorf("field %q: give a list of names in quotes", field)
	}
	for n, name := range list {
		if name == nil {
			return nil, fmt.Errorf("field %q: name %d is null: give it in quotes", field, n+1)
		}
		names = append(names, *name)
	}
	return names, nil
}

func rangeField(raw json.RawMessage) (float64, error) {
	if raw == nil {
		return 0, nil
	}
	B, err := Number(raw)
	if err != nil {
		return 0, fmt.Errorf("range: %w", err)
	}
	if B <= 0 {
		return 0, fmt.Errorf("range: B = %v: give a positive number or leave it out", B)
	}
	return B, nil
}

// scoreRows reads the rows of an array; an error names model and objective.
func scoreRows(field string, raw json.RawMessage, models, objectives []string) ([][]float64, error) {
	var rows [][]json.RawMessage
	if err := json.Unmarshal(raw, &rows); err != nil || rows == nil {
		return nil, fmt.Errorf("field %q: give a list of rows of numbers, a row a model", field)
	}
	scores := make([][]float64, len(rows))
	for i, row := range rows {
		scores[i] = make([]float64, len(row))
		for r, value := range row {
			x, err := Number(value)
			if err != nil {
				return nil, fmt.Errorf("field %q, model %s, objective %s: %w", field, nameOr(models, i), nameOr(objectives, r), err)
			}
			scores[i][r] = x
		}
	}
	return scores, nil
}

func nameOr(names []string, n int) string {
	if n < len(names) {
		return strconv.Quote(names[n])
	}
	return strconv.Itoa(n + 1)
}

// Number takes a JSON number that fits a float64 and nothing else.
func Number(raw json.RawMessage) (float64, error) {
	text := string(bytes.TrimSpace(raw))
	if !decimal.MatchString(text) {
		return 0, fmt.Errorf("%s is not a number: give one", text)
	}
	return parseScore(text)
}
