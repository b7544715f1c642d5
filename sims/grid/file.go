package grid

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
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
	var file struct {
		Rows []fileRow `json:"rows"`
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&file); err != nil {
		return nil, fmt.Errorf("%s: not a grid: %w: give {\"rows\": [{\"family\": …, \"delta\": …}, …]}", path, err)
	}
	if _, err := dec.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: something follows the grid: one object a file", path)
	}
	if len(file.Rows) == 0 {
		return nil, fmt.Errorf("%s: no rows: give at least one", path)
	}
	var all []Setting
	for n, row := range file.Rows {
		s, err := row.setting(filepath.Dir(path))
		if err != nil {
			return nil, fmt.Errorf("%s: row %d: %w", path, n+1, err)
		}
		if slices.ContainsFunc(all, func(o Setting) bool { return o.Name() == s.Name() }) {
			return nil, fmt.Errorf("%s: row %d: %s is there already: remove one", path, n+1, s.Name())
		}
		all = append(all, s)
	}
	return all, nil
}

func (r fileRow) setting(dir string) (Setting, error) {
	if r.Delta == nil || !(*r.Delta > 0 && *r.Delta < 1) {
		return Setting{}, errors.New("delta: give a number between 0 and 1, both excluded")
	}
	if r.Trials < 0 {
		return Setting{}, fmt.Errorf("trials: %d: give a whole number, or leave it out", r.Trials)
	}
	switch {
	case (r.Family != "") == (r.Instance != ""):
		return Setting{}, errors.New(`give one of "family" and "instance"`)
	case r.Family != "":
		in, err := instance.Family(r.Family)
		if err != nil {
			return Setting{}, err
		}
		return Setting{
			Family: symmetric, Replay: "--family " + r.Family, Gap: slices.Min(in.Gaps().Latent),
			Delta: *r.Delta, Trials: r.Trials, Instance: in,
		}, nil
	}
	path := r.Instance
	if !filepath.IsAbs(path) {
		path = filepath.Join(dir, path)
	}
	in, err := instance.ReadFile(path)
	if err != nil {
		return Setting{}, err
	}
	name := strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
	return Setting{
		Family: name, Replay: "--instance " + path, Gap: slices.Min(in.Gaps().Borda),
		Delta: *r.Delta, Trials: r.Trials, Instance: in,
	}, nil
}
