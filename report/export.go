package report

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"

	"vectorborda/lemmas"
)

// Exported says what [Export] has written.
type Exported struct {
	Folder     string `json:"folder"`
	Statements int    `json:"statements"`
	Scripts    int    `json:"scripts"`
	Proofs     int    `json:"proofs"` // files in Coq
}

// Tables are one line.
func (doc Exported) Tables() []Table {
	return []Table{{
		Title: "Exported", Header: []string{"folder", "statements", "scripts", "files in Coq"},
		Rows:  [][]any{{doc.Folder, doc.Statements, doc.Scripts, doc.Proofs}},
		Notes: []string{"Its README.md tells how to replay every script and proof without this program."},
	}}
}

// Export writes for every statement its scripts, and for all of them the expected answers,
// the proofs in Coq, the claims in LaTeX, what rests on what, and how to replay it, into a
// folder that is empty or not there.  README.md comes last, when all else is in place: a
// folder without it is not whole.
func Export(ctx context.Context, dir string, by Origin, entries []lemmas.Entry) (Exported, error) {
	if err := emptyFolder(dir); err != nil {
		return Exported{}, err
	}
	x := exported{
		entries: entries, files: map[string]string{}, taken: map[string]bool{}, first: map[string]string{},
		count: Exported{Folder: dir, Statements: len(entries)},
	}
	for _, add := range []func() error{x.addScripts, x.addProofs, x.addStatements, x.addGraph} {
		if err := add(); err != nil {
			return Exported{}, err
		}
	}
	part, err := os.MkdirTemp(dir, ".part-")
	if err != nil {
		return Exported{}, err
	}
	defer os.RemoveAll(part)
	for _, name := range slices.Sorted(maps.Keys(x.files)) {
		if ctx.Err() != nil {
			return Exported{}, ctx.Err()
		}
		if err := writeText(filepath.Join(part, name), x.files[name]); err != nil {
			return Exported{}, err
		}
	}
	if err := moveAll(part, dir); err != nil {
		return Exported{}, err
	}
	return x.count, writeFile(filepath.Join(dir, "README.md"), func(w io.Writer) error { return x.writeReadme(w, by) })
}

// emptyFolder makes a folder, and refuses one that holds anything.
func emptyFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	held, err := os.ReadDir(dir)
	if err == nil && len(held) > 0 {
		err = fmt.Errorf("%s is not empty (it holds %s): give a new or an empty folder", dir, held[0].Name())
	}
	return err
}

func writeText(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(text), 0o644)
}

// moveAll moves what a folder holds to another.
func moveAll(from, to string) error {
	held, err := os.ReadDir(from)
	for _, e := range held {
		err = errors.Join(err, os.Rename(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())))
	}
	return err
}
