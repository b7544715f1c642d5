package experiment

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// JournalName is the file in the report's folder that a killed run continues from.
const JournalName = "journal.jsonl"

// journalFormat changes when a line, or a run of the same key, would differ.
const journalFormat = 2

// heading is the first line: whose journal this is.
type heading struct {
	Format      int      `json:"vectorborda_experiments"`
	Seed        uint64   `json:"seed"`
	Trials      int      `json:"trials"`
	Experiments []string `json:"experiments"`
}

// begins reports whether data is a beginning of the heading's line, as a kill leaves
// it.
func (h heading) begins(data []byte) bool {
	body, err := json.Marshal(h)
	return err == nil && bytes.HasPrefix(seal(body), data)
}

// entry is a chunk of finished runs, from run number From of a cell.
type entry struct {
	Cell    string       `json:"cell"`
	Arrays  string       `json:"arrays"` // hash of the fingerprints of the chunk's instances
	From    int          `json:"from"`
	Tau     []int64      `json:"tau"`
	Phases  []int        `json:"phases"`
	Ends    string       `json:"ends"`
	Samples [][]int64    `json:"samples,omitempty"`
	Notes   map[int]Note `json:"notes,omitempty"` // of the chunk's runs, counted from 0
}

func newEntry(c *cell, arrays string, from int, runs []Run) entry {
	e := entry{Cell: c.key(), Arrays: arrays, From: from, Notes: map[int]Note{}}
	for i, run := range runs {
		e.Tau, e.Phases, e.Ends = append(e.Tau, run.Tau), append(e.Phases, run.Phases), e.Ends+string(run.End)
		if c.samples {
			e.Samples = append(e.Samples, run.Samples)
		}
		if run.Note != (Note{}) {
			e.Notes[i] = run.Note
		}
	}
	return e
}

// runs are the entry's runs, or an error where they do not fit the cell.
func (e entry) runs(c *cell) ([]Run, error) {
	n := len(e.Tau)
	beyond := func(i int) bool { return i < 0 || i >= n }
	if n == 0 || len(e.Phases) != n || len(e.Ends) != n || e.From < 0 || e.From > c.Runs()-n ||
		c.samples && len(e.Samples) != n || slices.ContainsFunc(slices.Collect(maps.Keys(e.Notes)), beyond) || strings.Trim(e.Ends, endings) != "" {
		return nil, errors.New("its runs do not fit the experiment")
	}
	runs := make([]Run, n)
	for i := range runs {
		runs[i] = Run{Tau: e.Tau[i], Phases: e.Phases[i], End: e.Ends[i], Note: e.Notes[i]}
		if c.samples {
			if runs[i].Samples = e.Samples[i]; len(runs[i].Samples) != c.K {
				return nil, errors.New("its samples do not fit the models")
			}
		}
	}
	return runs, nil
}

// Journal appends finished runs to a file, a line a chunk: the first 16 hex digits
// of the SHA-256 of the rest of the line, a space, JSON.  A line is written at
// once, so a kill leaves whole lines and at most one that is cut off.  The disk has
// all lines but the last batch, whatever happens to the machine.  Two processes must not
// write to one journal: the command locks its folder.
type Journal struct {
	mu      sync.Mutex
	file    *os.File
	entries []entry   // what was there
	loose   int       // lines that the disk may not have
	synced  time.Time // when it last had all
}

// A batch of lines is given to the disk with the line that makes it so many, or that comes
// when it is so old: no clock runs between lines.
const (
	batchLines = 64
	batchAge   = time.Second
)

// OpenJournal opens the journal of a plan in a folder, or starts it and makes the
// folder.  A last line without its end is cut off; any other fault is an error.
func OpenJournal(dir string, p Plan) (*Journal, error) {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, err
	}
	path := filepath.Join(dir, JournalName)
	data, err := os.ReadFile(path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	whole, first := data[:bytes.LastIndexByte(data, '\n')+1], heading{journalFormat, p.Seed, p.Trials, p.Experiments}
	j := &Journal{}
	switch {
	case len(whole) == 0 && !first.begins(data):
		return nil, fmt.Errorf("%s: not a journal of this plan: remove the file or give another folder", path)
	case len(whole) > 0:
		if err := j.read(whole, p); err != nil {
			return nil, fmt.Errorf("%s: %w", path, err)
		}
	}
	if j.file, err = os.OpenFile(path, os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o644); err != nil {
		return nil, err
	}
	if err := j.file.Truncate(int64(len(whole))); err != nil {
		return nil, errors.Join(err, j.file.Close())
	}
	if len(whole) == 0 {
		err = j.write(first)
	}
	return j, err
}

func (j *Journal) read(data []byte, p Plan) error {
	for n, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		body, err := unseal(line)
		if err != nil {
			return fmt.Errorf("line %d: %w: remove the file to start again, or this line and all after it to keep what is before", n+1, err)
		}
		if n == 0 {
			if err := checkHeading(body, p); err != nil {
				return err
			}
			continue
		}
		var e entry
		if err := json.Unmarshal(body, &e); err != nil {
			return fmt.Errorf("line %d: %w: remove the file to start again", n+1, err)
		}
		j.entries = append(j.entries, e)
	}
	return nil
}

func checkHeading(body []byte, p Plan) error {
	var h heading
	if err := json.Unmarshal(body, &h); err != nil {
		return fmt.Errorf("line 1: %w: not a journal: remove the file", err)
	}
	if h.Format != journalFormat {
		return fmt.Errorf("the journal has format %d and this program writes %d: remove the file or give another folder", h.Format, journalFormat)
	}
	if h.Seed != p.Seed || h.Trials != p.Trials || !slices.Equal(h.Experiments, p.Experiments) {
		return fmt.Errorf("the journal is of seed %d, %d trials, experiments %v, and not of seed %d, %d trials, experiments %v: give those, another folder, or remove the file",
			h.Seed, h.Trials, h.Experiments, p.Seed, p.Trials, p.Experiments)
	}
	return nil
}

func seal(body []byte) []byte {
	sum := sha256.Sum256(body)
	line := append([]byte(hex.EncodeToString(sum[:8])), ' ')
	return append(append(line, body...), '\n')
}

func unseal(line []byte) (body []byte, err error) {
	const digits = 16
	if len(line) <= digits {
		return nil, errors.New("the line is damaged")
	}
	body = line[digits+1:]
	if !bytes.Equal(seal(body), append(slices.Clone(line), '\n')) {
		return nil, errors.New("the line is damaged: its checksum is wrong")
	}
	return body, nil
}

func (j *Journal) write(value any) error {
	body, err := json.Marshal(value)
	if err != nil {
		return err
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	if _, err = j.file.Write(seal(body)); err != nil {
		return err
	}
	if j.loose++; j.loose < batchLines && time.Since(j.synced) < batchAge {
		return nil
	}
	return j.sync()
}

func (j *Journal) sync() error {
	j.loose, j.synced = 0, time.Now()
	return j.file.Sync()
}

// Close gives the last batch to the disk and closes the file.  Workers that an interrupted
// run left to themselves may still write; what comes later is an error to them.
func (j *Journal) Close() error {
	j.mu.Lock()
	defer j.mu.Unlock()
	return errors.Join(j.sync(), j.file.Close())
}
