package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"vectorborda/report"
)

// lockName is the file in the folder of a report that its process holds a lock on.  The
// lock ends with the process, however that ends; the file stays.
const lockName = ".lock"

// claim makes the folder of --out, holds it against other processes and tries to write
// there.  Where none is named it does nothing.  begin, if any, comes under the lock and
// before anything else is written.
func claim(dir string, begin func() error) (release func(), err error) {
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
	if begin != nil {
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
