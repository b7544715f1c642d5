package report

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"vectorborda/sims/grid"
)

// PrepareFolder makes the folder of a report, tries to write there and removes the
// figures of an earlier report, so that nothing is found out after the work.
func PrepareFolder(dir string) error {
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	for _, pattern := range []string{
		"tau-against-*.svg", "tau-against-*.png", "slack.svg", "slack.png",
		"median-*.svg", "median-*.png", "ratio-*.svg", "ratio-*.png", "constants-*.svg", "constants-*.png", "allocation-*.svg", "allocation-*.png",
	} {
		old, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil {
			return err
		}
		for _, path := range old {
			if err := os.Remove(path); err != nil {
				return err
			}
		}
	}
	probe := filepath.Join(dir, ".probe")
	if err := writeFile(probe, func(io.Writer) error { return nil }); err != nil {
		return err
	}
	return os.Remove(probe)
}

// WriteFolder writes a bounds report as report.json, report.csv, report.md (with
// its figures), junit.xml and the figures as SVG and PNG into a folder, which is
// made if it is not there.
func WriteFolder(dir string, r *grid.Report) error {
	doc := Bounds(r)
	figures, err := Figures(r)
	if err != nil {
		return err
	}
	if err := PrepareFolder(dir); err != nil {
		return err
	}
	for _, f := range figures {
		if err := f.WriteFiles(dir); err != nil {
			return err
		}
	}
	files := map[string]func(io.Writer) error{
		"report.json": func(w io.Writer) error { return Write(w, "json", doc) },
		"report.csv":  func(w io.Writer) error { return Write(w, "csv", doc) },
		"junit.xml":   doc.WriteJUnit,
		"report.md": func(w io.Writer) error {
			if err := Write(w, "md", doc); err != nil {
				return err
			}
			return embed(w, figures)
		},
	}
	for name, write := range files {
		if err := writeFile(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	return nil
}

// embed puts the figures below a Markdown report.
func embed(w io.Writer, figures []Figure) error {
	for _, f := range figures {
		if _, err := fmt.Fprintf(w, "\n![%s](%s.svg)\n", f.Caption, f.Name); err != nil {
			return err
		}
	}
	return nil
}

// writeFile writes beside the file and renames, so that an interrupt leaves the
// old file or the new one.
func writeFile(path string, write func(io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".part-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := write(f); err != nil {
		f.Close()
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := f.Chmod(0o644); err != nil {
		f.Close()
		return err
	}
	if err := f.Close(); err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	return os.Rename(f.Name(), path)
}
