package experiment

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stream"
)

// small is a plan of all kinds of cells that runs in a fraction of a second.
func small(jobs int) Plan {
	return Plan{Experiments: []string{"constants", "allocation"}, Trials: 5, Jobs: jobs, Seed: 3}
}

func ran(t *testing.T, p Plan, j *Journal) *Report {
	r, err := p.Run(t.Context(), j, nil)
	require.NoError(t, err)
	return r
}

// alike compares two reports but for the functions in them and the workers.
func alike(t *testing.T, want, got *Report) {
	require.Equal(t, want.Finished, got.Finished)
	require.Equal(t, len(want.Rows), len(got.Rows))
	for i := range want.Rows {
		a, b := want.Rows[i], got.Rows[i]
		a.Method.New, b.Method.New = nil, nil
		require.Equal(t, printed(a), printed(b))
	}
	require.Equal(t, printed(want.Allocations), printed(got.Allocations))
	require.Equal(t, printedFindings(want), printedFindings(got))
}

// printedFindings leaves out the functions in them.
func printedFindings(r *Report) (all []string) {
	for _, f := range r.Findings {
		all = append(all, fmt.Sprintf("%s %s %v", f.ID, f.Verdict, f.Interrupted))
	}
	return all
}

// printed shows NaN, which equals nothing.
func printed(x any) string { return fmt.Sprintf("%+v", x) }

func open(t *testing.T, dir string, p Plan) *Journal {
	j, err := OpenJournal(dir, p)
	require.NoError(t, err)
	t.Cleanup(func() { _ = j.Close() })
	return j
}

func TestResultsDoNotDependOnWorkers(t *testing.T) {
	one := ran(t, small(1), nil)
	require.False(t, one.Partial)
	for _, jobs := range []int{2, 7} {
		alike(t, one, ran(t, small(jobs), nil))
	}
}

// Whatever beginning of the journal is left, with or without half a line, the
// report is that of an uninterrupted run.
func TestAJournalContinuesFromAnyBeginning(t *testing.T) {
	whole, dir := ran(t, small(2), nil), t.TempDir()
	alike(t, whole, ran(t, small(2), open(t, dir, small(2))))
	path := filepath.Join(dir, JournalName)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Greater(t, bytes.Count(data, []byte("\n")), 50)
	src := stream.Key{Seed: 1}.Rand(0)
	for range 8 {
		cut := src.IntN(len(data))
		require.NoError(t, os.WriteFile(path, data[:cut], 0o600))
		alike(t, whole, ran(t, small(2), open(t, dir, small(2))))
	}
	// A complete one leaves nothing to run: the steps are counted as done at once.
	steps := 0
	j := open(t, dir, small(1))
	s, err := small(1).begin(j)
	require.NoError(t, err)
	require.Empty(t, s.pending())
	_, err = small(1).Run(t.Context(), open(t, dir, small(1)), func() { steps++ })
	require.NoError(t, err)
	chunks, err := small(1).Chunks()
	require.NoError(t, err)
	require.Equal(t, chunks, steps)
}

// What the journal says is used, and not run again: a τ that is changed with its
// checksum is believed, except in the runs that are made again.
func TestTheJournalIsUsed(t *testing.T) {
	dir := t.TempDir()
	p := Plan{Experiments: []string{"allocation"}, Trials: 50, Jobs: 1, Seed: 3}
	before := ran(t, p, open(t, dir, p))
	rewrite(t, dir, func(body []byte) []byte {
		return bytes.Replace(body, []byte(`"from":10,"tau":[`), []byte(`"from":10,"tau":[9`), 1)
	})
	after := ran(t, p, open(t, dir, p))
	require.Greater(t, after.Rows[0].Mean, before.Rows[0].Mean)
	rewrite(t, dir, func(body []byte) []byte {
		return bytes.Replace(body, []byte(`"from":0,"tau":[`), []byte(`"from":0,"tau":[9`), 1)
	})
	_, err := p.Run(t.Context(), open(t, dir, p), nil)
	require.ErrorContains(t, err, "line 2: run 0 of \"vb-ege arena-4-medium δ=0.05 C=2,4,4\" gives τ")
	require.ErrorContains(t, err, "another version or processor: remove the file")
}

// rewrite changes the bodies of the lines and seals them again.
func rewrite(t *testing.T, dir string, change func([]byte) []byte) {
	path := filepath.Join(dir, JournalName)
	data, err := os.ReadFile(path)
	require.NoError(t, err)
	var out []byte
	for _, line := range bytes.Split(bytes.TrimSuffix(data, []byte("\n")), []byte("\n")) {
		body, err := unseal(line)
		require.NoError(t, err)
		out = append(out, seal(change(bytes.Clone(body)))...)
	}
	require.NoError(t, os.WriteFile(path, out, 0o600))
}

func TestForeignAndDamagedJournalsAreRefused(t *testing.T) {
	p := Plan{Experiments: []string{"allocation"}, Trials: 10, Jobs: 1, Seed: 3}
	for _, c := range []struct {
		why    string
		plan   func(Plan) Plan
		change func([]byte) []byte
		want   string
	}{
		{"another seed", func(p Plan) Plan { p.Seed = 4; return p }, nil, "the journal is of seed 3, 10 trials, experiments [allocation], and not of seed 4"},
		{"other trials", func(p Plan) Plan { p.Trials = 11; return p }, nil, "and not of seed 3, 11 trials"},
		{"other experiments", func(p Plan) Plan { p.Experiments = []string{"scaling"}; return p }, nil, "experiments [scaling]: give those, another folder, or remove the file"},
		{"a changed digit", nil, func(d []byte) []byte { return bytes.Replace(d, []byte(`"from":0`), []byte(`"from":1`), 1) }, "line 2: the line is damaged: its checksum is wrong"},
		{"a line that is gone in the middle", nil, func(d []byte) []byte { return bytes.Replace(d, []byte("}\n"), []byte("}"), 2) }, "line 1: the line is damaged"},
		{"not a journal", nil, func([]byte) []byte { return []byte("hello\n") }, "line 1: the line is damaged"},
		{"somebody's text of less than a line", nil, func([]byte) []byte { return []byte("hello") }, "not a journal of this plan"},
		{"sealed, but no heading", nil, func([]byte) []byte { return seal([]byte(`{"seed":3}`)) }, "format 0 and this program writes 2"},
		{"sealed, but no JSON", nil, func(d []byte) []byte { return append(bytes.Clone(d), seal([]byte(`[1`))...) }, "unexpected end"},
		{"an unknown cell", nil, func(d []byte) []byte { return append(bytes.Clone(d), seal([]byte(`{"cell":"x","tau":[1]}`))...) }, `runs of "x", which is not in these experiments`},
		{
			"runs beyond the setting", nil,
			func(d []byte) []byte {
				return append(bytes.Clone(d), seal([]byte(`{"cell":"vb-ege arena-4-medium δ=0.05 C=2,4,4","from":6,"tau":[1],"phases":[1],"ends":"r","samples":[[]]}`))...)
			}, "do not fit the experiment",
		},
		{
			"runs beyond all numbers, with the hash of no array", nil,
			func(d []byte) []byte {
				return append(bytes.Clone(d), seal([]byte(`{"cell":"vb-ege witness-10 δ=0.05 C=2,4,4","arrays":"e3b0c44298fc1c14","from":9223372036854775807,"tau":[1],"phases":[1],"ends":"r","samples":[[]]}`))...)
			}, "do not fit the experiment",
		},
		{
			"an unknown ending", nil,
			func(d []byte) []byte {
				return append(bytes.Clone(d), seal([]byte(`{"cell":"vb-ege arena-4-medium δ=0.05 C=2,4,4","from":5,"tau":[1],"phases":[1],"ends":"x","samples":[[]]}`))...)
			}, "do not fit the experiment",
		},
		{
			"a note on no run", nil,
			func(d []byte) []byte {
				return append(bytes.Clone(d), seal([]byte(`{"cell":"vb-ege arena-4-medium δ=0.05 C=2,4,4","from":5,"tau":[1],"phases":[1],"ends":"r","samples":[[]],"notes":{"1":{"loose":true}}}`))...)
			}, "do not fit the experiment",
		},
		{
			"a journal from before the audit", nil,
			func(d []byte) []byte {
				return seal([]byte(`{"vectorborda_experiments":1,"seed":3,"trials":10,"experiments":["allocation"]}`))
			}, "the journal has format 1 and this program writes 2: remove the file or give another folder",
		},
		{
			"samples of other models", nil,
			func(d []byte) []byte {
				return append(bytes.Clone(d), seal([]byte(`{"cell":"vb-ege arena-4-medium δ=0.05 C=2,4,4","from":5,"tau":[1],"phases":[1],"ends":"r","samples":[[1]]}`))...)
			}, "samples do not fit the models",
		},
		{
			"other arrays", nil,
			func(d []byte) []byte {
				return append(bytes.Clone(d), seal([]byte(`{"cell":"vb-ege witness-10 δ=0.05 C=2,4,4","arrays":"0","from":5,"tau":[1],"phases":[1],"ends":"r","samples":[[0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0]]}`))...)
			}, "not those that this program draws",
		},
	} {
		dir := t.TempDir()
		ran(t, p, open(t, dir, p))
		path, plan := filepath.Join(dir, JournalName), p
		if c.change != nil {
			data, err := os.ReadFile(path)
			require.NoError(t, err)
			require.NoError(t, os.WriteFile(path, c.change(data), 0o600))
		}
		if c.plan != nil {
			plan = c.plan(p)
		}
		j, err := OpenJournal(dir, plan)
		if err == nil {
			_, err = plan.Run(t.Context(), j, nil)
			require.NoError(t, j.Close())
		}
		require.ErrorContains(t, err, c.want, c.why)
		require.ErrorContains(t, err, JournalName, c.why)
	}
}

// An interrupted plan keeps units from the beginning of each cell, and says so; its
// journal continues to the whole.
func TestAnInterruptedPlan(t *testing.T) {
	whole, dir := ran(t, small(2), nil), t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	steps := 0
	r, err := small(1).Run(ctx, open(t, dir, small(1)), func() {
		if steps++; steps == 25 {
			cancel()
		}
	})
	require.NoError(t, err)
	require.True(t, r.Partial)
	require.Less(t, r.Finished, r.Wanted)
	require.Positive(t, r.Finished)
	require.NotEmpty(t, r.Rows)
	for i, row := range r.Rows[:10] {
		require.Equal(t, whole.Rows[i].Mean, row.Mean, "what is whole is as in the whole")
	}
	alike(t, whole, ran(t, small(2), open(t, dir, small(2))))
}

// Of lines written one after the other the disk lacks a batch at most, and after Close
// none.
func TestTheDiskLacksABatchAtMost(t *testing.T) {
	j, err := OpenJournal(t.TempDir(), small(1))
	require.NoError(t, err)
	loosest := 0
	for range 3 * batchLines {
		require.NoError(t, j.write(entry{}))
		loosest = max(loosest, j.loose)
		require.Less(t, j.loose, batchLines)
	}
	require.Positive(t, loosest, "not every line by itself")
	j.loose, j.synced = 0, time.Now().Add(-2*batchAge)
	require.NoError(t, j.write(entry{}))
	require.Zero(t, j.loose, "an old batch is not kept back")
	require.NoError(t, j.write(entry{}))
	require.NoError(t, j.Close())
	require.Zero(t, j.loose)
}

// A journal is not closed within a line that somebody writes.
func TestCloseWaitsForALine(t *testing.T) {
	j, err := OpenJournal(t.TempDir(), small(1))
	require.NoError(t, err)
	j.mu.Lock() // as write does
	closed := make(chan error, 1)
	go func() { closed <- j.Close() }()
	select {
	case <-closed:
		require.Fail(t, "closed within a line")
	case <-time.After(100 * time.Millisecond):
	}
	j.mu.Unlock()
	require.NoError(t, <-closed)
	require.ErrorIs(t, j.write(entry{}), os.ErrClosed)
}

// A journal that cannot be written ends the run with that error.
func TestAFaultOfTheJournalIsReported(t *testing.T) {
	dir := t.TempDir()
	j := open(t, dir, small(1))
	require.NoError(t, j.file.Close())
	_, err := small(2).Run(t.Context(), j, nil)
	require.True(t, errors.Is(err, os.ErrClosed), "%v", err)
	_, err = OpenJournal(filepath.Join(dir, JournalName, "below a file"), small(1))
	require.Error(t, err)
}

// A chunk of which only the first run is there is run again.
func TestAHalfFinishedChunkIsPending(t *testing.T) {
	s, err := small(1).begin(nil)
	require.NoError(t, err)
	all := len(s.pending())
	c := s.cells[0]
	require.Greater(t, c.Runs(), 1)
	c.runs[0].End = right
	require.Len(t, s.pending(), all)
	for u := range c.runs {
		c.runs[u].End = right
	}
	require.Less(t, len(s.pending()), all)
}
