package grid

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"vectorborda/sims/input"
	"vectorborda/sims/instance"
	"vectorborda/sims/votelog"
)

// maxRows is more rows than the ledger has room for, unless they have no claims.
const maxRows = 1000

// ReadFile reads a grid of one's own instances and logs:
//
//	{"rows": [
//	  {"family": "symmetric,K=64,d=10,gap=1", "delta": 0.05},
//	  {"instance": "votes.csv", "delta": 0.01, "trials": 5000}
//	]}
//
// The instance is a file as `inspect` reads it, beside the grid file unless its
// path is absolute; logs are read by the settings, which the flags stand for in
// the commands that repeat a row.
func ReadFile(path string, logs votelog.Settings, flags string) ([]Setting, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := instance.Text(f)
	if err == nil {
		var all []Setting
		if all, err = (reader{filepath.Dir(path), logs, flags}).parse(data); err == nil {
			return all, nil
		}
	}
	return nil, fmt.Errorf("%s: %w", path, err)
}

// reader reads the rows of a grid file.
type reader struct {
	dir   string
	logs  votelog.Settings
	flags string
}

func (x reader) parse(data []byte) (all []Setting, err error) {
	fields, err := instance.Fields(data, "grid", []string{"rows"})
	if err != nil {
		return nil, err
	}
	var rows []json.RawMessage
	if err := json.Unmarshal(fields["rows"], &rows); err != nil || len(rows) == 0 || len(rows) > maxRows {
		return nil, fmt.Errorf("%d rows: give from 1 to %d, {\"rows\": [{\"family\": …, \"delta\": …}, …]}", len(rows), maxRows)
	}
	seen := map[string]bool{}
	for n, row := range rows {
		s, err := x.row(row)
		if err != nil {
			return nil, fmt.Errorf("row %d: %w", n+1, err)
		}
		if seen[s.Name()] {
			return nil, fmt.Errorf("row %d: %s is there already: remove one", n+1, s.Name())
		}
		seen[s.Name()], all = true, append(all, s)
	}
	return all, nil
}

func (x reader) row(row json.RawMessage) (s Setting, err error) {
	fields, err := instance.Fields(row, "row", []string{"family", "instance", "delta", "trials"})
	if err != nil {
		return s, err
	}
	delta, err := instance.Number(fields["delta"])
	if err != nil || !(delta > 0 && delta < 1) {
		return s, errors.New("delta: give a number between 0 and 1, both excluded")
	}
	trials, raw := 0, fields["trials"]
	if raw != nil {
		if trials, err = strconv.Atoi(input.Whole(string(raw))); err != nil || trials < 1 || trials > MaxRuns {
			return s, fmt.Errorf("trials: %s: give a whole number from 1 to %d, or leave it out", raw, MaxRuns)
		}
	}
	names := map[string]string{}
	for _, field := range []string{"family", "instance"} {
		if raw, there := fields[field]; there {
			var name string
			if json.Unmarshal(raw, &name) != nil || name == "" {
				return s, fmt.Errorf("%s: %s: give a name in quotes", field, raw)
			}
			names[field] = name
		}
	}
	switch file := names["instance"]; {
	case len(names) != 1:
		return s, errors.New(`give one of "family" and "instance"`)
	case file == "":
		s, err = family(names["family"], delta)
	default:
		s, err = x.file(file, delta)
	}
	s.Trials = trials
	return s, err
}

func (x reader) file(name string, delta float64) (Setting, error) {
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(x.dir, path)
	}
	in, _, err := instance.Open([]string{path}, x.logs)
	if err != nil {
		return Setting{}, err
	}
	return on(in, name, in.Gaps().Borda, delta, "--instance "+quoted(path)+x.flags), nil
}

// plainPath needs no quotes in a shell.
var plainPath = regexp.MustCompile(`^[\w./,=+-]+$`)

func quoted(path string) string {
	if plainPath.MatchString(path) {
		return path
	}
	return "'" + strings.ReplaceAll(path, "'", `'\''`) + "'"
}
