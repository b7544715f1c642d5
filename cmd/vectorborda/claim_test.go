package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"github.com/gofrs/flock"
	"github.com/stretchr/testify/require"

	"vectorborda/report"
	"vectorborda/sims/experiment"
	"vectorborda/sims/grid"
)

// A folder that another process holds is refused by every command with --out, before
// anything is written there.
func TestAFolderInUseIsRefused(t *testing.T) {
	dir := t.TempDir()
	lock := flock.New(filepath.Join(dir, lockName))
	require.NoError(t, lock.Lock())
	for _, args := range [][]string{
		{"bounds", "--grid", "quick", "--trials", "1"},
		{"experiments", "scaling", "--trials", "1"},
		{"repeat", "budgets"},
	} {
		var out, errOut bytes.Buffer
		require.Equal(t, exitUsage, run(t.Context(), &out, &errOut, append(args, "--out", dir)), "%v", args)
		require.Equal(t, "vectorborda: --out: another process is writing to "+dir+": wait for it, or give another folder\n", errOut.String())
	}
	there, err := os.ReadDir(dir)
	require.NoError(t, err)
	require.Len(t, there, 1)
	require.NoError(t, lock.Unlock())
	release, err := claim(newRoot(), dir, nil, nil)
	require.NoError(t, err)
	release()
}

// Whatever fails while files are written, the report is printed, and then the error.
func TestAReportThatCannotBeWrittenIsPrinted(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "report.csv"), 0o755))
	cmd, doc := newRoot(), report.Bounds(new(grid.Report))
	var out bytes.Buffer
	cmd.SetOut(&out)
	c := common{format: "json"}
	require.ErrorContains(t, c.write(cmd, func() {}, doc, dir, nil, nil), "--out: ")
	written, err := os.ReadFile(filepath.Join(dir, "report.json"))
	require.NoError(t, err)
	require.Equal(t, string(written), out.String())
}

// A second process is refused and leaves the journal alone; a killed one lets go.
func TestTwoProcessesDoNotShareAJournal(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	path := filepath.Join(dir, experiment.JournalName)
	var out bytes.Buffer
	first := process(t, dir, &out)
	for lines(dir) < 2 {
		time.Sleep(time.Millisecond)
	}
	require.NoError(t, first.Process.Signal(syscall.SIGSTOP), "so that it is not done before the second comes")
	second := exec.Command("vectorborda", first.Args[1:]...)
	second.Dir = first.Dir
	text, err := second.CombinedOutput()
	require.Error(t, err)
	require.Equal(t, exitUsage, second.ProcessState.ExitCode(), string(text))
	require.Contains(t, string(text), "another process is writing to")
	require.NoError(t, first.Process.Kill())
	require.Error(t, first.Wait())
	before, err := os.ReadFile(path)
	require.NoError(t, err)
	release, err := claim(newRoot(), dir, nil, func() error { return nil })
	require.NoError(t, err, "the lock ended with its process")
	release()
	require.NoError(t, process(t, dir, &out).Wait())
	after, err := os.ReadFile(path)
	require.NoError(t, err)
	whole := before[:bytes.LastIndexByte(before, '\n')+1]
	require.True(t, bytes.HasPrefix(after, whole), "the journal was continued")
}
