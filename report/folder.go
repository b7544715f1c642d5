package report

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"

	"vectorborda/report/figure"
)

// figureFolder is where the figures of a report lie in its folder.
const figureFolder = "figures"

// PrepareFolder makes the folder of a report and tries to write there, so that
// nothing is found out after the work.
func PrepareFolder(dir string) error {
	for _, d := range []string{dir, filepath.Join(dir, figureFolder)} {
		if err := os.MkdirAll(d, 0o755); err != nil {
			return err
		}
		probe := filepath.Join(d, ".probe")
		if err := writeFile(probe, func(io.Writer) error { return nil }); err != nil {
			return err
		}
		if err := os.Remove(probe); err != nil {
			return err
		}
	}
	return nil
}

// Writer writes one file of a report.
type Writer = func(io.Writer) error

// FindReport looks into a folder for files that a report with those others would take the
// place of: the first there is, "" for none, and the command line that its report.json
// names, "" for none.  What is no regular file cannot be replaced and is an error.
func FindReport(dir string, others map[string]Writer) (found, command string, err error) {
	for _, name := range append([]string{"report.json", "report.csv", "report.md"}, slices.Sorted(maps.Keys(others))...) {
		path := filepath.Join(dir, name)
		switch info, err := os.Stat(path); {
		case errors.Is(err, fs.ErrNotExist):
		case err != nil:
			return "", "", err
		case !info.Mode().IsRegular():
			return "", "", irregular(path)
		default:
			found = cmp.Or(found, path)
		}
	}
	figures, err := os.ReadDir(filepath.Join(dir, figureFolder))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", "", err
	}
	for _, f := range figures {
		if ext := filepath.Ext(f.Name()); f.IsDir() && (ext == ".svg" || ext == ".png") {
			return "", "", irregular(filepath.Join(dir, figureFolder, f.Name()))
		}
	}
	if filepath.Base(found) != "report.json" {
		return found, "", nil
	}
	data, err := os.ReadFile(found)
	if err != nil {
		return "", "", err
	}
	var doc struct {
		By Origin `json:"made_by"`
	}
	if json.Unmarshal(data, &doc) != nil {
		return found, "", nil // no report, whatever it is
	}
	return found, doc.By.Command, nil
}

func irregular(path string) error {
	return fmt.Errorf("%s is no file that a report could replace: move it away or give another folder", path)
}

// WriteFolder writes a report as report.json, report.csv (its records) and
// report.md into a folder, which is made if it is not there, with other files by
// their names and with its figures as figures/NAME.svg and .png, which report.md
// shows.  Figures that an earlier report.md showed are removed; no other file is
// touched.  report.json comes first: it tells whose the others are.
func WriteFolder(dir string, by Origin, doc Document, figures []figure.Figure, others map[string]Writer) error {
	if err := PrepareFolder(dir); err != nil {
		return err
	}
	page := filepath.Join(dir, "report.md")
	old, err := shownIn(page)
	if err != nil {
		return err
	}
	files := maps.Clone(others)
	if files == nil {
		files = map[string]Writer{}
	}
	for _, f := range figures {
		files[filepath.Join(figureFolder, f.Name+".svg")], files[filepath.Join(figureFolder, f.Name+".png")] = f.SVG, f.PNG
	}
	json := func(w io.Writer) error { return Style{Format: "json", By: by}.Write(w, doc) }
	if err := writeFile(filepath.Join(dir, "report.json"), json); err != nil {
		return err
	}
	files["report.csv"] = func(w io.Writer) error { return Style{Format: "csv"}.Write(w, doc) }
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if err := writeFile(filepath.Join(dir, name), files[name]); err != nil {
			return err
		}
	}
	if err := writeFile(page, func(w io.Writer) error { return writePage(w, by, doc, figures) }); err != nil {
		return err
	}
	for _, name := range old {
		if files[name] == nil {
			if err := os.Remove(filepath.Join(dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return err
			}
		}
	}
	return nil
}

var shown = regexp.MustCompile(`\]\(` + figureFolder + `/([^/)\\]+)\.svg\)`)

// shownIn are the files of the figures in a report.md, none if it is not there.
func shownIn(page string) (files []string, err error) {
	text, err := os.ReadFile(page)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	for _, match := range shown.FindAllSubmatch(text, -1) {
		for _, suffix := range []string{".svg", ".png"} {
			files = append(files, filepath.Join(figureFolder, string(match[1])+suffix))
		}
	}
	return files, nil
}

// writePage is the report in Markdown with its figures.  A document with a method
// Page has those tables there.
func writePage(w io.Writer, by Origin, doc Document, figures []figure.Figure) error {
	tables := doc.Tables()
	if paged, ok := doc.(interface{ Page() []Table }); ok {
		tables = paged.Page()
	}
	if err := writeTables(w, tables, Table.writeMarkdown); err != nil {
		return err
	}
	for _, f := range figures {
		if _, err := fmt.Fprintf(w, "\n![%s](%s/%s.svg)\n", f.Caption(), figureFolder, f.Name); err != nil {
			return err
		}
	}
	return by.writeMarkdown(w)
}

// writeFile writes beside the file and renames, so that an interrupt leaves the
// old file or the new one.
func writeFile(path string, write Writer) error {
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
