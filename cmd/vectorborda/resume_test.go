package main

import (
	"bytes"
	"io/fs"
	"math/rand/v2"
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
	cmd := exec.Command("vectorborda", "experiments", "constants", "allocation", "--trials", "30", "--jobs", "2", "--format", "json", "--out", filepath.Base(dir))
	cmd.Dir = filepath.Dir(dir)
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

// contents are the files of a report and of its folders; the journal keeps the order of the workers.
func contents(t *testing.T, dir string) map[string]string {
	all := map[string]string{}
	require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, f fs.DirEntry, err error) error {
		if err != nil || f.IsDir() || name == experiment.JournalName {
			return err
		}
		data, err := fs.ReadFile(os.DirFS(dir), name)
		all[name] = string(data)
		return err
	}))
	return all
}

// killed starts the program, kills it at a random point after the journal has grown,
// and tells whether it was still running: on a slow machine it may have ended by then.
func killed(t *testing.T, dir string, grown int, src *rand.Rand, stdout *bytes.Buffer) bool {
	cmd := process(t, dir, stdout)
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	for lines(dir) < grown {
		select {
		case err := <-ended:
			require.NoError(t, err)
			return false
		case <-time.After(time.Millisecond):
		}
	}
	time.Sleep(time.Duration(src.IntN(5000)) * time.Microsecond)
	_ = cmd.Process.Kill()
	return <-ended != nil
}

// Killed ten times at random points, the program goes on and ends with the bytes of
// a run that nobody disturbed.
func TestAKilledRunContinues(t *testing.T) {
	t.Parallel()
	calm, dir := filepath.Join(t.TempDir(), "out"), filepath.Join(t.TempDir(), "out")
	var want, got bytes.Buffer
	require.NoError(t, process(t, calm, &want).Wait())
	src := stream.Key{Seed: 1}.Rand(0)
	for kills := 0; kills < 10; {
		if killed(t, dir, lines(dir)+1+src.IntN(lines(calm)/24), src, &got) {
			require.Empty(t, got.String(), "nothing is printed before the end")
			kills++
			continue
		}
		require.NoError(t, os.RemoveAll(dir))
		got.Reset()
		kills = 0
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
