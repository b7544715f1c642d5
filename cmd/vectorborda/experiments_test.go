package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/report"
	"vectorborda/sims/experiment"
	"vectorborda/sims/trial"
)

// The exit status of the experiments: VB-EGE above δ, interrupted, open, fine.  That
// a sentence fails is a result.
func TestExperimentsVerdict(t *testing.T) {
	finding := func(id string, v experiment.Verdict) *experiment.Report {
		return &experiment.Report{Findings: []experiment.Finding{{ID: id, Verdict: v, Numbers: experiment.Confidence{Settings: 3}}}}
	}
	status := func(r *experiment.Report, strict bool) error {
		doc := report.Experiments(r)
		return exitOf(doc.Red(), doc.Partial, strict && doc.Open())
	}
	const refuted = "VB-EGE errs with probability at most δ in every setting. This is refuted: 3 settings, limits together at 99 %"
	require.Equal(t, exitError{exitRefuted, refuted}, status(finding("confidence", experiment.Fails), false))
	require.NoError(t, status(finding("no-errors", experiment.Fails), true))
	require.NoError(t, status(finding("confidence", experiment.Stands), true))
	require.NoError(t, status(finding("confidence", experiment.Undecided), false))
	require.Equal(t, exitError{status: exitInconclusive}, status(finding("no-errors", experiment.Undecided), true))
	partial := finding("no-errors", experiment.Undecided)
	partial.Partial = true
	require.Equal(t, interrupted(), status(partial, true))
	partial.Findings = finding("confidence", experiment.Fails).Findings
	require.Equal(t, exitRefuted, status(partial, true).(exitError).status, "a refutation comes first")
	violated := finding("confidence", experiment.Stands)
	violated.Rows = []experiment.Row{{Audit: trial.Audit{Runs: 9, Violations: 2, Trial: 4, First: "B.7: wrong", Replay: "a command"}}}
	require.Equal(t, exitRefuted, status(violated, false).(exitError).status)
	require.Contains(t, status(violated, false).Error(), "in 2 runs, first in trial 4: B.7: wrong; replay: a command")
}
