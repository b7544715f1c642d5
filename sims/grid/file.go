package grid

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"vectorborda/sims/instance"
)

// fileRow is one row of a grid file:
//
//	{"rows": [
//	  {"family": "symmetric,K=64,d=10,gap=1", "delta": 0.05},
//	  {"instance": "votes.csv", "delta": 0.01, "trials": 5000}
//	]}
//
// The instance is a file as `inspect` reads it, beside the grid file unless its
// path is absolute.
type fileRow struct {
	Family   string   `json:"family"`
	Instance string   `json:"instance"`
	Delta    *float64 `json:"delta"`
	Trials   int      `json:"trials"`
}

// ReadFile reads a grid of one's own instances and logs.
func ReadFile(path string) ([]Setting, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rows, err := parse(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	var all []Setting
	seen := map[string]bool{}
	for n, row := range rows {
		s, err := row.setting(filepath.Dir(path))
		if err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", path, n+1, err)
		}
		if seen[s.Name()] {
			return nil, fmt.Errorf("%s: row %d: %s is there already: remove one", path, n+1, s.Name())
		}
		seen[s.Name()] = true
		all = append(all, s)
	}
	return all, nil
}

// maxRows is more rows than the ledger has room for, unless they have no claims.
const maxRows = 1000

// parse reads the rows of a grid file.
func parse(data []byte) ([]fileRow, error) {
	var file struct {
		Rows []fileRow `json:"rows"`
	}
	if name := repeatedField(json.NewDecoder(bytes.NewReader(data))); name != "" {
		return nil, fmt.Errorf("field %q is given twice in one object: remove one", name)
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		var kind *json.UnmarshalTypeError
		if errors.As(err, &kind) {
			err = fmt.Errorf("line %d: %s does not belong at %q", 1+bytes.Count(data[:kind.Offset], []byte("\n")), kind.Value, kind.Field)
		}
		return nil, fmt.Errorf("not a grid: %w: give {\"rows\": [{\"family\": …, \"delta\": …}, …]}", err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, errors.New("something follows the grid: one object a file")
	}
	if n := len(file.Rows); n == 0 || n > maxRows {
		return nil, fmt.Errorf("%d rows: give from 1 to %d", n, maxRows)
	}
	return file.Rows, nil
}

// repeatedField names a field that an object of the next value has twice, of which
// encoding/json would silently take the last; "" if there is none.  Errors of
// syntax are left to the decoder proper.
func repeatedField(dec *json.Decoder) string {
	open, err := dec.Token()
	delim, nested := open.(json.Delim)
	if err != nil || !nested {
		return ""
	}
	seen := map[string]bool{}
	for dec.More() {
		if delim == '{' {
			key, err := dec.Token()
			if err != nil {
				return ""
			}
			name := strings.ToLower(fmt.Sprint(key)) // the decoder matches so
			if seen[name] {
				return fmt.Sprint(key)
			}
			seen[name] = true
		}
		if name := repeatedField(dec); name != "" {
			return name
		}
	}
	_, _ = dec.Token()
	return ""
}

func (r fileRow) setting(dir string) (Setting, error) {
	if r.Delta == nil || !(*r.Delta > 0 && *r.Delta < 1) {
		return Setting{}, errors.New("delta: give a number between 0 and 1, both excluded")
	}
	if r.Trials < 0 || r.Trials > MaxRuns {
		return Setting{}, fmt.Errorf("trials: %d: give a whole number from 1 to %d, or leave it out", r.Trials, MaxRuns)
	}
	switch {
	case (r.Family != "") == (r.Instance != ""):
		return Setting{}, errors.New(`give one of "family" and "instance"`)
	case r.Family != "":
		s, err := family(r.Family, *r.Delta)
		s.Trials = r.Trials
		return s, err
	}
	path := r.Instance
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	in, err := instance.ReadFile(path)
	if err != nil {
		return Setting{}, err
	}
	s := on(in, r.Instance, in.Gaps().Borda, *r.Delta, "--instance "+quoted(path))
	s.Trials = r.Trials
	return s, nil
}

// plainPath needs no quotes in a shell.
var plainPath = regexp.MustCompile(`^[\w./,=+-]+$`)

func quoted(path string) string {
	if plainPath.MatchString(path) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
