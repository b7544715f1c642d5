package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/report"
	"vectorborda/sims/trial"
)

// Every method of a replay does the runs that simulate does on the log.
func TestAReplayIsASimulationOfEveryMethod(t *testing.T) {
	t.Parallel()
	flags := []string{"--trials", "7", "--seed", "5", "--delta", "0.1", "--budget", "3000000", "--format", "json"}
	got := decode[report.VoteReplay](t, command(t, append([]string{"votes", "replay", football, "--algorithms", "bt-glr,plug-in,vb-ege"}, flags...)...))
	require.Len(t, got.Methods, 3)
	undecided := 0
	for n, name := range []string{"bt-glr", "plug-in", "vb-ege"} {
		want := decode[report.Simulation](t, command(t, append([]string{"simulate", "--instance", football, "--algorithm", name}, flags...)...))
		require.Equal(t, want, *got.Methods[n].Simulation)
		undecided += want.Undecided
	}
	require.Positive(t, undecided, "the budget is obeyed")
	inspected := decode[report.Inspection](t, command(t, "inspect", football, "--delta", "0.1", "--format", "json"))
	require.Equal(t, inspected.Bounds.UpperBorda, got.Upper)
	require.Equal(t, inspected.Frontier, got.Frontier)
}

// The exit status of a replay: a bug, a method that errs too often, interrupted, fine.
func TestReplayVerdict(t *testing.T) {
	run := report.SimulationInput{Runs: make([]trial.Outcome, 3), Tally: trial.Tally{Bugs: []int{1}}}
	run.Runs[1].Audit.Violation = "B.7: wrong"
	in := report.ReplayInput{Runs: []report.SimulationInput{run}}
	often := report.ReplayMethod{Simulation: &report.Simulation{Algorithm: "focal", Trials: 3, Delta: 0.1, Tally: trial.Tally{Errors: 3}, Seed: 5}, ErrorLo: 0.2}
	doc := &report.VoteReplay{Methods: []report.ReplayMethod{often}, Partial: true}
	require.Equal(t, exitError{exitRefuted, "a bug in 1 runs, first in trial 1: B.7: wrong (and 1 more in the report)"}, replayVerdict(in, doc))
	in.Runs = nil
	require.Equal(t, exitError{exitRefuted, doc.Red()[0]}, replayVerdict(in, doc))
	doc.Methods[0].ErrorLo = 0.1
	require.Equal(t, interrupted(), replayVerdict(in, doc))
	doc.Partial = false
	require.NoError(t, replayVerdict(in, doc))
}
