package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"
	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/experiment"
)

// lockName is the file in the folder of a report that its process holds a lock on.  The
// lock ends with the process, however that ends; the file stays.
const lockName = ".lock"

// claim makes the folder of --out, holds it against other processes, refuses one in which
// the report would replace what is not an earlier report of the command, and tries to
// write there.  Where none is named it does nothing.  begin, if any, opens the journal, under
// the lock and before anything else is written.
func claim(cmd *cobra.Command, dir string, others map[string]report.Writer, begin func() error) (release func(), err error) {
	if dir == "" {
		return func() {}, nil
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return nil, fmt.Errorf("--out: %w", err)
	}
	lock := flock.New(filepath.Join(dir, lockName))
	switch held, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("--out: %s cannot be locked: %w: give a folder on another file system", dir, err)
	case !held:
		return nil, fmt.Errorf("--out: another process is writing to %s: wait for it, or give another folder", dir)
	}
	err = ours(cmd, dir, others, begin != nil)
	if err == nil && begin != nil {
		err = begin()
	}
	if err == nil {
		err = report.PrepareFolder(dir)
	}
	if err != nil {
		return nil, fmt.Errorf("--out: %w", errors.Join(err, lock.Unlock()))
	}
	return func() { _ = lock.Unlock() }, nil
}

// ours refuses a folder that holds a file of the report's names without a report.json
// that the same command made, or a journal where the command keeps none.
func ours(cmd *cobra.Command, dir string, others map[string]report.Writer, journal bool) error {
	found, line, err := report.FindReport(dir, others)
	if err != nil {
		return err
	}
	if found == "" && !journal {
		found = filepath.Join(dir, experiment.JournalName)
		if _, err := os.Lstat(found); errors.Is(err, fs.ErrNotExist) {
			return nil
		}
	}
	if found == "" {
		return nil
	}
	if words := shellWords(line); len(words) > 1 {
		if maker, _, err := cmd.Root().Find(words[1:]); err == nil && maker == cmd {
			return nil
		}
	}
	return fmt.Errorf("%s was not made by %s: move it away or give another folder", found, cmd.CommandPath())
}
