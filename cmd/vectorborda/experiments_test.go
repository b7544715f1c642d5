package main

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/experiment"
)

// The exit status of the experiments: VB-EGE above δ, interrupted, open, fine.  That
// a sentence fails is a result.
func TestExperimentsVerdict(t *testing.T) {
	finding := func(id string, v experiment.Verdict) *experiment.Report {
		return &experiment.Report{Findings: []experiment.Finding{{ID: id, Sentence: "S.", Verdict: v, Numbers: "n"}}}
	}
	strict, plain := experimentsFlags{strict: true}, experimentsFlags{}
	require.Equal(t, exitError{exitRefuted, "S. This is refuted: n"}, plain.verdict(finding("confidence", experiment.Fails)))
	require.NoError(t, strict.verdict(finding("slope-K", experiment.Fails)))
	require.NoError(t, strict.verdict(finding("confidence", experiment.Stands)))
	require.NoError(t, plain.verdict(finding("confidence", experiment.Undecided)))
	require.Equal(t, exitError{status: exitInconclusive}, strict.verdict(finding("slope-K", experiment.Undecided)))
	partial := finding("slope-K", experiment.Undecided)
	partial.Wanted = 5
	require.Equal(t, interrupted(), strict.verdict(partial))
	partial.Findings[0] = experiment.Finding{ID: "confidence", Sentence: "S.", Verdict: experiment.Fails, Numbers: "n"}
	require.Equal(t, exitRefuted, strict.verdict(partial).(exitError).status, "a refutation comes first")
}
