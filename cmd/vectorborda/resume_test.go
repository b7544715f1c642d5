package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/experiment"
	"vectorborda/sims/stream"
)

// process starts the real program on an output folder.
func process(t *testing.T, dir string, stdout *bytes.Buffer) *exec.Cmd {
	cmd := exec.Command("vectorborda", "experiments", "constants", "allocation", "--trials", "30", "--jobs", "2", "--format", "json", "--out", dir)
	cmd.Stdout, cmd.Stderr = stdout, os.Stderr
	require.NoError(t, cmd.Start())
	return cmd
}

// lines is how many lines the journal has.
func lines(dir string) int {
	data, err := os.ReadFile(filepath.Join(dir, experiment.JournalName))
	if err != nil {
		return 0
	}
	return bytes.Count(data, []byte("\n"))
}

// contents are the files of a report; the journal keeps the order of the workers.
func contents(t *testing.T, dir string) map[string]string {
	files, err := os.ReadDir(dir)
	require.NoError(t, err)
	all := map[string]string{}
	for _, f := range files {
		data, err := os.ReadFile(filepath.Join(dir, f.Name()))
		require.NoError(t, err)
		if f.Name() != experiment.JournalName {
			all[f.Name()] = string(data)
		}
	}
	return all
}

// Killed ten times at random points, the program goes on and ends with the bytes of
// a run that nobody disturbed.
func TestAKilledRunContinues(t *testing.T) {
	calm, dir := filepath.Join(t.TempDir(), "calm"), filepath.Join(t.TempDir(), "killed")
	var want, got bytes.Buffer
	require.NoError(t, process(t, calm, &want).Wait())
	src := stream.Key{Seed: 1}.Rand(0)
	for kill := range 10 {
		cmd := process(t, dir, &got)
		grown := lines(dir) + 1 + src.IntN(lines(calm)/24)
		for begun := time.Now(); lines(dir) < grown; time.Sleep(time.Millisecond) {
			require.Less(t, time.Since(begun), time.Minute, "kill %d: no progress", kill)
		}
		time.Sleep(time.Duration(src.IntN(5000)) * time.Microsecond)
		require.NoError(t, cmd.Process.Kill())
		require.ErrorContains(t, cmd.Wait(), "killed", "kill %d: it was still running", kill)
		require.Empty(t, got.String(), "nothing is printed before the end")
	}
	require.Less(t, lines(dir), lines(calm), "there is something left to do")
	require.NoError(t, process(t, dir, &got).Wait())
	require.Equal(t, want.String(), got.String())
	expected, actual := contents(t, calm), contents(t, dir)
	require.Greater(t, len(expected), 10)
	for name, data := range expected {
		require.True(t, data == actual[name], "%s differs", name)
	}
	require.Len(t, actual, len(expected))
	require.Equal(t, lines(calm), lines(dir), "no run was done twice")
}
