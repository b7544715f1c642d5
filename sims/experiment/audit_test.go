package experiment

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/algo"
)

// mutant is a wrong VB-EGE under its name, so that it is audited: spoil changes the
// problem before a run and its answer after it.
func mutant(spoil func(p *algo.Problem) (after func(*algo.Result))) algo.Method {
	own := algo.Methods()[0]
	return algo.Method{Name: own.Name, Title: own.Title, New: func(K, d int, delta float64, c bounds.Constants) (algo.Runner, error) {
		runner, err := own.New(K, d, delta, c)
		return spoiled{runner, spoil}, err
	}}
}

type spoiled struct {
	algo.Runner
	spoil func(*algo.Problem) func(*algo.Result)
}

func (s spoiled) Run(p algo.Problem) algo.Result {
	after := s.spoil(&p)
	res := s.Runner.Run(p)
	after(&res)
	return res
}

// swapped accepts what should be rejected.
func swapped() algo.Method {
	return mutant(func(p *algo.Problem) func(*algo.Result) {
		K, _ := p.Oracle.Size()
		return func(res *algo.Result) {
			var rest []int
			for i := range K {
				if !slices.Contains(res.Frontier, i) {
					rest = append(rest, i)
				}
			}
			res.Frontier = rest
		}
	})
}

// misled tells its observer of estimates that are all 0.
func misled() algo.Method {
	return mutant(func(p *algo.Problem) func(*algo.Result) {
		if p.Observer != nil {
			p.Observer = zeroing{p.Observer}
		}
		return func(*algo.Result) {}
	})
}

type zeroing struct{ algo.Observer }

func (z zeroing) Phase(m int, n int64, credit gaps.Array[int64], active []int) {
	z.Observer.Phase(m, n, gaps.NewArray[int64](credit.K, credit.D), active)
}

// Every run of VB-EGE with C = (2,4,4) is audited, and no other.
func TestRunsOfVBEGEAreAudited(t *testing.T) {
	p := Plan{Experiments: []string{"scaling", "constants"}, Trials: 1, Jobs: 2, Seed: 3}
	audited := 0
	for _, row := range ran(t, p, nil).Rows {
		want := 0
		if row.Method.Name == vbege && isPaper(row) {
			want = row.Runs
		}
		require.Equal(t, want, row.Audit.Runs, "%s %s", row.Method.Name, row.Name())
		require.Zero(t, row.Audit.Violations)
		audited += row.Audit.Runs
	}
	require.Equal(t, 12+5, audited)
}

// A broken VB-EGE is reported in its own rows, with a command; so is a confidence
// event that fails, which is no violation.
func TestABrokenRunIsReported(t *testing.T) {
	p := Plan{Experiments: []string{"constants"}, Trials: 20, Jobs: 2, Seed: 3, Method: swapped()}
	for _, row := range ran(t, p, nil).Rows {
		if row.Audit.Runs == 0 {
			require.Zero(t, row.Audit.Violations, "%s %s", row.Method.Name, row.Name())
			continue
		}
		require.Equal(t, row.Runs-row.NoEvent, row.Audit.Violations)
		require.Equal(t, "B.9: the answer is wrong", row.Audit.First)
		require.Equal(t, row.replay(3, vbege, 0), row.Audit.Replay)
	}
	p.Method = misled()
	for _, row := range ran(t, p, nil).Rows {
		require.Equal(t, row.Audit.Runs, row.NoEvent)
		require.Zero(t, row.Audit.Violations)
	}
}

// What the audit found is in the journal: continued from any beginning the report is
// that of an uninterrupted run.
func TestResumedRunsKeepTheirAudit(t *testing.T) {
	for _, broken := range []algo.Method{swapped(), misled()} {
		p := Plan{Experiments: []string{"allocation"}, Trials: 20, Jobs: 2, Seed: 3, Method: broken}
		whole, dir := ran(t, p, nil), t.TempDir()
		require.Positive(t, whole.Rows[0].NoEvent+whole.Rows[0].Audit.Violations)
		alike(t, whole, ran(t, p, open(t, dir, p)))
		path := filepath.Join(dir, JournalName)
		data, err := os.ReadFile(path)
		require.NoError(t, err)
		chunks := bytes.Count(data, []byte("\n"))
		for keep := range chunks {
			lines := bytes.SplitAfterN(data, []byte("\n"), keep+2)
			require.NoError(t, os.WriteFile(path, bytes.Join(lines[:keep+1], nil), 0o600))
			alike(t, whole, ran(t, p, open(t, dir, p)))
		}
	}
}
