package report

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/algo"
	"vectorborda/sims/bt"
	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
	"vectorborda/sims/votelog/rows"
)

// votesReplay are a method that is fine, one that errs too often, and one that fits
// Bradley–Terry models and was interrupted; another was not run.
func votesReplay(t *testing.T) ReplayInput {
	d, err := votelog.Preset("normalized")
	require.NoError(t, err)
	o, err := votelog.Open([]string{"-"}, votelog.Settings{Description: d, Options: rows.Options{Stdin: strings.NewReader(
		"model_a,model_b,winner,objective\nant,bee,model_a,code\nant,bee,model_a,code\nant,bee,model_b,code\nant,bee,tie,code\n")}})
	require.NoError(t, err)
	log, err := instance.FromLog(o.Log)
	require.NoError(t, err)
	in := ReplayInput{Files: []string{"birds.csv"}, Opened: o, MinGap: 0.34, Upper: 1250, Misfit: bt.Misfit{Deviance: 91, Pearson: 90, Freedom: 7}, Missing: []string{"bt-mle"}}
	for n, name := range []string{"vb-ege", "plug-in", "bt-glr"} {
		s := simulation()
		s.Instance, s.Label, s.ShowRuns, s.Constants, s.Trials, s.Runs = log, "birds.csv", false, bounds.PaperConstants(), 4, make([]trial.Outcome, 4)
		if s.Method, err = algo.Find(name); err != nil {
			t.Fatal(err)
		}
		base := 1000 * float64(n+1)
		s.Tally = trial.Tally{Errors: 4 * (n % 2), NoEvent: 3, Tau: []float64{base + 100, base + 200, base + 300, base + 400}}
		if name == "bt-glr" {
			s.Runs, s.Warnings = s.Runs[:3], []string{"no such law"}
			s.Tally.Undecided, s.Tally.Capped, s.Tally.Tau = 2, 1, []float64{base + 100, math.Inf(1), math.Inf(1)}
		}
		s.Tau.Median, s.Tau.Quantile.Value = stat.Number(base+250), stat.Number(base+350)
		in.Runs = append(in.Runs, s)
	}
	return in
}

func TestGoldenReplay(t *testing.T) {
	golden(t, "votes_replay", NewVoteReplay(votesReplay(t)))
}

func TestReplaySaysWhatFailed(t *testing.T) {
	in := votesReplay(t)
	doc := NewVoteReplay(in)
	require.Equal(t, []string{"plug-in is wrong in 4 of 4 runs, seed 17: more often than δ = 0.06, at confidence 0.99"}, doc.Red())
	require.Equal(t, []int{2, 4, 3}, []int{doc.Methods[0].Above, doc.Methods[1].Above, doc.Methods[2].Above})
	require.True(t, doc.Partial)
	in.Missing = nil
	require.True(t, NewVoteReplay(in).Partial, "a run of bt-glr is missing")
	in.Runs, in.Missing = in.Runs[:1], []string{"focal"}
	require.True(t, NewVoteReplay(in).Partial, "all of focal are")
	in.Missing = nil
	doc = NewVoteReplay(in)
	require.False(t, doc.Partial)
	require.Empty(t, doc.Red())
	in.Runs[0].Method, in.Runs[0].Tally.Errors = algo.Methods()[3], 4
	require.Empty(t, NewVoteReplay(in).Red(), "nobody proved that bt-mle is right")
}
