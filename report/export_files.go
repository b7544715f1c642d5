package report

import (
	"bytes"
	"cmp"
	_ "embed"
	"encoding/csv"
	"fmt"
	"io"
	"io/fs"
	"regexp"
	"strings"

	"vectorborda/lemmas"
	"vectorborda/lemmas/coq"
)

// exported is what goes to a folder: texts by their names, README.md apart.
type exported struct {
	entries []lemmas.Entry
	files   map[string]string
	taken   map[string]bool   // names of scripts in small letters
	first   map[string]string // by ID, the script of a statement's negation at its first size
	count   Exported
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
	for n := 2; x.taken[strings.ToLower(name)]; n++ {
		name = fmt.Sprintf("smt/%s-%d.smt2", stem, n)
	}
	x.taken[strings.ToLower(name)] = true
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
	held, err := fs.ReadDir(coq.Files(), ".")
	if err != nil {
		return err
	}
	for _, e := range held {
		text, err := fs.ReadFile(coq.Files(), e.Name())
		if err != nil {
			return err
		}
		x.files["coq/"+e.Name()] = string(text)
		if strings.HasSuffix(e.Name(), ".v") {
			x.count.Proofs++
		}
	}
	return nil
}

// addStatements writes statements.tex.
func (x *exported) addStatements() error {
	var out strings.Builder
	out.WriteString("\\documentclass{article}\n\\usepackage{amssymb}\n\\emergencystretch 5em\n\\begin{document}\n")
	for n, e := range x.entries {
		if n == 0 || x.entries[n-1].Paper != e.Paper {
			fmt.Fprintf(&out, "\n\\section*{Statements of %s}\n", cmp.Or(e.Paper, lemmas.Paper))
		}
		lines := append([]string{e.Title, e.Claim, e.Source}, assumptions(e)...)
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

// exportReadme tells how to replay an export; its placeholders are a script, and how many
// there are of scripts and of files in Coq.
//
//go:embed export_readme.md
var exportReadme string

// writeReadme tells how to replay the export, with a script and a theorem a statement.
func (x *exported) writeReadme(w io.Writer, by Origin) error {
	example := ""
	t := Table{Title: "Statements", Header: []string{"ID", "statement", "script, unsat", "theorems in Coq", "proved"}}
	for _, e := range x.entries {
		script, theorems := "–", "–"
		if x.first[e.ID] != "" {
			script = x.first[e.ID]
			example = script
		}
		if e.Kernel.File != "" {
			theorems = e.Kernel.File + ": " + strings.Join(e.Kernel.Theorems, ", ")
		}
		t.Rows = append(t.Rows, []any{e.ID, e.Title, script, theorems, proofsOf(e)})
	}
	if _, err := fmt.Fprintf(w, exportReadme, example, x.count.Scripts, x.count.Proofs); err != nil {
		return err
	}
	if err := writeTables(w, []Table{t}, Table.writeMarkdown); err != nil {
		return err
	}
	return by.writeMarkdown(w)
}

// assumptions are the hypotheses of a statement in words.
func assumptions(e lemmas.Entry) (words []string) {
	for _, h := range e.Hypotheses() {
		words = append(words, h.Words)
	}
	return words
}
