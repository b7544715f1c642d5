package report

import (
	"bytes"
	"cmp"
	"context"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"vectorborda/lemmas"
	"vectorborda/lemmas/coq"
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

// exported is what goes to a folder: texts by their names, README.md apart.
type exported struct {
	entries []lemmas.Entry
	files   map[string]string
	first   map[string]string // by ID, the script of a statement's negation at its first size
	count   Exported
}

// Export writes for every statement its scripts, and for all of them the expected answers,
// the proofs in Coq, the claims in LaTeX, what rests on what, and how to replay it, into a
// folder that is empty or not there.  README.md comes last, when all else is in place: a
// folder without it is not whole.
func Export(ctx context.Context, dir string, by Origin, entries []lemmas.Entry) (Exported, error) {
	if err := emptyFolder(dir); err != nil {
		return Exported{}, err
	}
	x := exported{entries: entries, files: map[string]string{}, first: map[string]string{}, count: Exported{Folder: dir, Statements: len(entries)}}
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

// addScripts writes the questions, and expected.csv with the answers.
func (x *exported) addScripts() error {
	var list bytes.Buffer
	w := csv.NewWriter(&list)
	_ = w.Write([]string{"file", "expected", "statement", "size", "question"})
	for _, e := range x.entries {
		for _, q := range e.Questions() {
			name := x.scriptName(e.ID + "_" + q.Size + "_" + slug(q.Name))
			x.files[name] = q.Script
			x.count.Scripts++
			if x.first[e.ID] == "" {
				x.first[e.ID] = name
			}
			_ = w.Write([]string{name, cmp.Or(q.Expected, "either"), e.ID, q.Size, q.Name})
		}
	}
	w.Flush()
	x.files["expected.csv"] = list.String()
	return w.Error()
}

// scriptName is a name that no file has, on disks too that do not tell capitals.
func (x *exported) scriptName(stem string) string {
	name := "smt/" + stem + ".smt2"
	for n := 2; slices.ContainsFunc(slices.Collect(maps.Keys(x.files)), func(other string) bool { return strings.EqualFold(other, name) }); n++ {
		name = fmt.Sprintf("smt/%s-%d.smt2", stem, n)
	}
	return name
}

// slug is a text as a part of a file name: a Greek letter by its name.
func slug(text string) string {
	for sign, command := range mathSigns {
		if strings.HasPrefix(command, `\`) && sign > "~" {
			text = strings.ReplaceAll(text, sign, " "+strings.TrimPrefix(command, `\`)+" ")
		}
	}
	text = strings.NewReplacer("<", " lt ", ">", " gt ", "=", " eq ").Replace(raised.Replace(lowered.Replace(text)))
	return strings.Trim(regexp.MustCompile(`[^A-Za-z0-9.]+`).ReplaceAllString(text, "-"), "-")
}

// addProofs writes the proofs in Coq.
func (x *exported) addProofs() error {
	return fs.WalkDir(coq.Files(), ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := fs.ReadFile(coq.Files(), name)
		x.files["coq/"+name] = string(text)
		if strings.HasSuffix(name, ".v") {
			x.count.Proofs++
		}
		return err
	})
}

// addStatements writes statements.tex.
func (x *exported) addStatements() error {
	var out strings.Builder
	out.WriteString("\\documentclass{article}\n\\usepackage{amssymb}\n\\emergencystretch 5em\n\\begin{document}\n")
	for n, e := range x.entries {
		if n == 0 || x.entries[n-1].Paper != e.Paper {
			fmt.Fprintf(&out, "\n\\section*{Statements of %s}\n", cmp.Or(e.Paper, lemmas.Paper))
		}
		lines := append([]string{e.Title, e.Claim, e.Source}, e.Assumes()...)
		for i, line := range lines {
			var err error
			if lines[i], err = latex(line); err != nil {
				return fmt.Errorf("%s: %w", e.ID, err)
			}
		}
		fmt.Fprintf(&out, "\n\\paragraph{%s %s (%s).}\n%s\n\n\\noindent\\emph{Checked:} %s.\n\n\\noindent\\emph{Hypotheses:}\n\\begin{itemize}\n\\item %s\n\\end{itemize}\n",
			e.Kind, e.ID, lines[0], lines[1], lines[2], strings.Join(lines[3:], "\n\\item "))
	}
	out.WriteString("\\end{document}\n")
	x.files["statements.tex"] = out.String()
	return nil
}

// addGraph writes register.dot: an arrow goes from a statement to one that its proof in
// Coq needs; those that have neither such a proof nor a formula are dashed.
func (x *exported) addGraph() error {
	rests, err := lemmas.RestsOn(x.entries)
	if err != nil {
		return err
	}
	var out strings.Builder
	out.WriteString("digraph register {\n  rankdir=LR;\n  node [shape=box];\n")
	for _, e := range x.entries {
		style := "solid"
		if e.Provers() == nil {
			style = "dashed"
		}
		fmt.Fprintf(&out, "  %q [style=%s, label=%q];\n", e.ID, style, e.ID+"\n"+e.Title+"\n"+proofsOf(e))
		for _, other := range rests[e.ID] {
			fmt.Fprintf(&out, "  %q -> %q;\n", e.ID, other)
		}
	}
	out.WriteString("}\n")
	x.files["register.dot"] = out.String()
	return nil
}

// proofsOf says by what a statement is proved, and where prose remains.
func proofsOf(e lemmas.Entry) string {
	return cmp.Or(strings.Join(e.Provers(), "; "), "prose, and checks")
}
