package report

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/report/figure"
	"vectorborda/sims/grid"
)

// listing are the files of a folder and of its figures.
func listing(t *testing.T, dir string) (names []string) {
	for _, d := range []string{dir, filepath.Join(dir, figureFolder)} {
		entries, err := os.ReadDir(d)
		require.NoError(t, err)
		for _, e := range entries {
			if !e.IsDir() {
				names = append(names, e.Name())
			}
		}
	}
	return names
}

func content(t *testing.T, path ...string) string {
	data, err := os.ReadFile(filepath.Join(path...))
	require.NoError(t, err)
	return string(data)
}

func TestTheFolderHoldsEveryFormat(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new", "folder")
	settings, err := grid.Quick()
	require.NoError(t, err)
	r, err := grid.Plan{Seed: 1, Trials: 20}.Run(t.Context(), settings, nil)
	require.NoError(t, err)
	doc, figures := Bounds(r), Figures(r)
	require.Len(t, figures, 5)
	require.NoError(t, WriteFolder(dir, Origin{}, doc, figures, doc.Files(Origin{})))
	require.Len(t, listing(t, dir), 2*len(figures)+6)
	require.Equal(t, render(t, "csv", doc), content(t, dir, "report.csv"))
	require.Equal(t, render(t, "json", doc), content(t, dir, "report.json"))
	page := content(t, dir, "report.md")
	require.Contains(t, page, render(t, "md", doc))
	for _, f := range figures {
		require.Contains(t, page, "\n!["+f.Caption()+"](figures/"+f.Name+".svg)\n")
		require.NotEmpty(t, content(t, dir, "figures", f.Name+".png"))
	}
	require.Contains(t, content(t, dir, "junit.xml"), "<testsuites>")
}

// A report takes the place of an earlier one with its figures, and of nothing else.
func TestOnlyFiguresOfOurOwnAreRemoved(t *testing.T) {
	dir, doc := t.TempDir(), sample()
	one := figure.Figure{Name: "one", Title: "One", Note: "A note.", Height: 3}
	two := one
	two.Name = "two"
	require.NoError(t, PrepareFolder(dir))
	for _, name := range []string{"journal.jsonl", "mine.svg", "figures/mine.svg", "figures/two.txt"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("mine"), 0o600))
	}
	require.NoError(t, WriteFolder(dir, Origin{}, doc, []figure.Figure{one, two}, nil))
	require.NoError(t, PrepareFolder(dir), "before the next run the report stays whole")
	require.Equal(t, []string{
		"journal.jsonl", "mine.svg", "report.csv", "report.json", "report.md", "mine.svg", "one.png", "one.svg", "two.png", "two.svg", "two.txt",
	}, listing(t, dir))
	require.NoError(t, os.Remove(filepath.Join(dir, "figures", "two.png")), "what is already gone is no error")
	require.NoError(t, WriteFolder(dir, Origin{}, doc, []figure.Figure{one}, nil))
	require.Equal(t, []string{
		"journal.jsonl", "mine.svg", "report.csv", "report.json", "report.md", "mine.svg", "one.png", "one.svg", "two.txt",
	}, listing(t, dir))
	require.Equal(t, "mine", content(t, dir, "journal.jsonl"))
}

// A file that cannot be written in full leaves the old one.
func TestAnOldFileStaysUntilTheNewOneIsWhole(t *testing.T) {
	dir, doc := t.TempDir(), sample()
	text := func(words string, err error) map[string]Writer {
		return map[string]Writer{"extra.txt": func(w io.Writer) error {
			_, _ = io.WriteString(w, words)
			return err
		}}
	}
	require.NoError(t, WriteFolder(dir, Origin{}, doc, nil, text("old", nil)))
	require.ErrorContains(t, WriteFolder(dir, Origin{}, doc, nil, text("ne", errors.New("no space left"))), "extra.txt: no space left")
	require.Equal(t, "old", content(t, dir, "extra.txt"))
	require.Len(t, listing(t, dir), 4, "nothing is left over")
	require.Error(t, WriteFolder("/dev/null/x", Origin{}, doc, nil, nil))
	require.Error(t, PrepareFolder("/dev/null/x"))
}
