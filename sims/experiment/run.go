package experiment

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"reflect"
	"slices"
	"sync"

	"vectorborda/sims/trial"
)

// chunkRuns is how many runs are done, and written to the journal, at a time.
const chunkRuns = 10

// pool draws each instance once, when it is first asked for.
type pool struct {
	seed uint64
	made sync.Map // of func() (*trial.Subject, error), by family and number
}

func (p *pool) at(s Setting, index int) (*trial.Subject, error) {
	made, _ := p.made.LoadOrStore(fmt.Sprintf("%s %d", s.Family, index), sync.OnceValues(func() (*trial.Subject, error) {
		in, err := s.draw(p.seed, index)
		if err != nil {
			return nil, err
		}
		return trial.NewSubject(in), nil
	}))
	return made.(func() (*trial.Subject, error))()
}

// arrays is the hash of the fingerprints of instances first … last-1.
func (p *pool) arrays(s Setting, first, last int) (string, error) {
	hash := sha256.New()
	for index := first; index < last; index++ {
		in, err := p.at(s, index)
		if err != nil {
			return "", err
		}
		hash.Write([]byte(in.Label))
	}
	return hex.EncodeToString(hash.Sum(nil)[:8]), nil
}

// chunk is runs from … to-1 of a cell.
type chunk struct {
	c        *cell
	from, to int
}

// session is a plan under way.
type session struct {
	Plan
	parts   []Part
	cells   []*cell
	byKey   map[string]*cell
	pool    *pool
	journal *Journal // nil for none

	mu    sync.Mutex
	fault error // the first of any chunk
}

// begin lays the plan out and takes over what the journal holds.
func (p Plan) begin(j *Journal) (*session, error) {
	s := &session{Plan: p, parts: p.Parts(), pool: &pool{seed: p.Seed}, journal: j}
	var err error
	if s.cells, s.byKey, err = p.cells(s.parts); err != nil {
		return nil, err
	}
	if j != nil {
		for n, e := range j.entries {
			if err := s.take(e); err != nil {
				return nil, fmt.Errorf("%s: line %d: %w", j.file.Name(), n+2, err)
			}
		}
		j.entries = nil
	}
	return s, nil
}

// take puts an entry of the journal into its cell.  The first run of each chunk
// that starts a cell, and the arrays of every chunk, are made again and must be
// the same.
func (s *session) take(e entry) error {
	c := s.byKey[e.Cell]
	if c == nil {
		return fmt.Errorf("runs of %q, which is not in these experiments: remove the file", e.Cell)
	}
	runs, err := e.runs(c)
	if err != nil {
		return fmt.Errorf("%w: remove the file", err)
	}
	ch := chunk{c, e.From, e.From + len(runs)}
	arrays, err := s.arrays(ch)
	if err != nil {
		return err
	}
	if arrays != e.Arrays {
		return fmt.Errorf("its instances are not those that this program draws: it comes from another version or processor: remove the file")
	}
	if e.From == 0 {
		again, err := new(worker).run(s, chunk{c, 0, 1})
		if err != nil {
			return err
		}
		if !reflect.DeepEqual(again[0], runs[0]) {
			return fmt.Errorf("run 0 of %q gives τ = %d here and %d in the journal: it comes from another version or processor: remove the file",
				c.key(), again[0].Tau, runs[0].Tau)
		}
	}
	copy(c.runs[e.From:], runs)
	return nil
}

func (s *session) arrays(ch chunk) (string, error) {
	first, _ := ch.c.place(ch.from)
	last, _ := ch.c.place(ch.to - 1)
	return s.pool.arrays(ch.c.Setting, first, last+1)
}

// pending are the chunks that are still to be run, cell by cell.
func (s *session) pending() (all []chunk) {
	for _, c := range s.cells {
		for from := 0; from < len(c.runs); from += chunkRuns {
			to := min(from+chunkRuns, len(c.runs))
			if slices.ContainsFunc(c.runs[from:to], Run.missing) {
				all = append(all, chunk{c, from, to})
			}
		}
	}
	return all
}

// worker keeps the runner of its last cell.
type worker struct {
	of     *cell
	runner *trial.Runner
}

func (w *worker) run(s *session, ch chunk) ([]Run, error) {
	c := ch.c
	if w.of != c {
		runner, err := trial.NewRunner(c.method, c.K, c.D, c.Delta, c.C)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", c.key(), err)
		}
		w.of, w.runner = c, runner
	}
	var runs []Run
	for u := ch.from; u < ch.to; u++ {
		index, t := c.place(u)
		in, err := s.pool.at(c.Setting, index)
		if err != nil {
			return nil, err
		}
		runs = append(runs, c.kept(w.runner.Run(in, s.Seed, t, 0)))
	}
	return runs, nil
}

// work runs what is pending.  A cancelled context leaves the longest gapless
// beginning of it; the journal may have more.
func (s *session) work(ctx context.Context, todo []chunk, step func()) error {
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	finished := trial.Run(ctx, len(todo), s.Jobs, func() func(int) []Run {
		var w worker
		return func(n int) []Run {
			runs, err := s.chunk(&w, todo[n])
			if err != nil {
				s.fail(err)
				stop()
			}
			return runs
		}
	}, step)
	for n, runs := range finished {
		copy(todo[n].c.runs[todo[n].from:], runs)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.fault
}

func (s *session) fail(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.fault == nil {
		s.fault = err
	}
}

// chunk runs one chunk and writes it down.
func (s *session) chunk(w *worker, ch chunk) ([]Run, error) {
	runs, err := w.run(s, ch)
	if err != nil || s.journal == nil {
		return runs, err
	}
	arrays, err := s.arrays(ch)
	if err != nil {
		return nil, err
	}
	return runs, s.journal.write(newEntry(ch.c, arrays, ch.from, runs))
}
