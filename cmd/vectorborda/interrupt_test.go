package main

import (
	"bytes"
	"context"
	"encoding/json"
	"strconv"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vectorborda/report"
)

// stopped ends a command's context after a while, and later each time until it
// has something to show; no command line here would end by itself.
func stopped(t *testing.T, args ...string) (stdout string) {
	for after := 10 * time.Millisecond; ; after *= 2 {
		ctx, cancel := context.WithTimeout(t.Context(), after)
		var out, errOut bytes.Buffer
		status := run(ctx, &out, &errOut, args)
		cancel()
		require.Equal(t, exitInterrupted, status, errOut.String())
		if out.Len() > 0 {
			require.Equal(t, "vectorborda: interrupted: the report above is partial\n", errOut.String())
			return out.String()
		}
		require.Contains(t, errOut.String(), "interrupted before the first trial was finished")
	}
}

func decode[T any](t *testing.T, text string) (doc T) {
	require.NoError(t, json.Unmarshal([]byte(text), &doc))
	return doc
}

// What an interrupt leaves is the report of the trials before it.
func TestAnInterruptedSimulationIsTheBeginningOfTheWhole(t *testing.T) {
	t.Parallel()
	args := []string{"simulate", "--instance", "../../sims/samplelogs/football_conmebol.csv", "--runs", "--format", "json", "--trials"}
	got := decode[report.Simulation](t, stopped(t, append(args, "1000000")...))
	require.True(t, got.Partial)
	require.Positive(t, got.Trials)
	require.Less(t, got.Trials, 1000000)
	whole := decode[report.Simulation](t, command(t, append(args, strconv.Itoa(got.Trials))...))
	require.False(t, whole.Partial)
	whole.Partial = true
	require.Equal(t, whole, got)
}

func TestAnInterruptedReportSaysSo(t *testing.T) {
	t.Parallel()
	require.Regexp(t, `PARTIAL: interrupted after \d+ of 1000000 trials`,
		stopped(t, "simulate", "--family", "symmetric,K=64,d=10,gap=1", "--trials", "1000000"))
	require.Contains(t, stopped(t, "bounds", "--trials", "1000000"), "PARTIAL: interrupted")
	require.True(t, decode[report.BoundsReport](t, stopped(t, "bounds", "--trials", "1000000", "--format", "json")).Partial)
	require.Contains(t, stopped(t, "lemmas", "--run", `^2\.1$`, "--checks", "1000000", "--kernel", "off"), "PARTIAL: 2.1 was interrupted")
}

func TestAnInterruptBeforeTheFirstTrialLeavesNothing(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	var out, errOut bytes.Buffer
	status := run(ctx, &out, &errOut, []string{"simulate", "--family", "symmetric,K=4,d=2,gap=1"})
	require.Equal(t, exitInterrupted, status)
	require.Contains(t, errOut.String(), "interrupted before the first trial")
	require.Empty(t, out.String())
}
