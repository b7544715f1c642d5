package report

import (
	"context"
	"encoding/csv"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas"
	"vectorborda/lemmas/coq"
)

func exportAll(t *testing.T) string {
	dir := filepath.Join(t.TempDir(), "out")
	_, err := Export(t.Context(), dir, Origin{Version: "v"}, lemmas.Index())
	require.NoError(t, err)
	return dir
}

// filesBelow are the names of all files of a folder.
func filesBelow(t *testing.T, dir string) (names []string) {
	require.NoError(t, fs.WalkDir(os.DirFS(dir), ".", func(name string, e fs.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			names = append(names, name)
		}
		return err
	}))
	return names
}

func expectedRows(t *testing.T, dir string) [][]string {
	rows, err := csv.NewReader(strings.NewReader(content(t, dir, "expected.csv"))).ReadAll()
	require.NoError(t, err)
	require.Equal(t, []string{"file", "expected", "statement", "size", "question"}, rows[0])
	return rows[1:]
}

// unanswered are the questions of statements with a formula that no row has.
func unanswered(entries []lemmas.Entry, rows [][]string) (missing []string) {
	has := map[string]bool{}
	for _, row := range rows {
		has[strings.Join(row[2:], " ")] = true
	}
	for _, e := range entries {
		if e.Formula == nil {
			continue
		}
		want := []string{"conclusion", "hypotheses"}
		for _, m := range e.Mutants {
			if m.Formula != nil {
				want = append(want, "mutant "+m.Name)
			}
		}
		for _, c := range e.Constants {
			if c.Formula != nil {
				want = append(want, "constant "+c.Name)
			}
		}
		for _, size := range e.Sizes {
			for _, question := range want {
				if key := e.ID + " " + size.String() + " " + question; !has[key] {
					missing = append(missing, key)
				}
			}
		}
	}
	return missing
}

// Every question of every formula has a row, and every row a script that asks it.
func TestTheExportHasEveryQuestion(t *testing.T) {
	t.Parallel()
	dir := exportAll(t)
	rows := expectedRows(t, dir)
	require.Empty(t, unanswered(lemmas.Index(), rows))
	require.Len(t, unanswered(lemmas.Index(), rows[1:]), 1, "one row less must be noticed")
	want := []string{"README.md", "coq/_CoqProject", "expected.csv", "register.dot", "statements.tex"}
	for _, row := range rows {
		title, _, _ := strings.Cut(content(t, dir, row[0]), "\n")
		require.True(t, strings.HasSuffix(title, " "+row[2]+" at "+row[3]+": "+row[4]), "%s begins %q", row[0], title)
		require.Contains(t, []string{"sat", "unsat", "either"}, row[1], row[0])
		require.Regexp(t, `^smt/[A-Za-z0-9._-]+$`, row[0], "a shell and the loop take it as it is")
		want = append(want, row[0])
	}
	proofs, err := fs.Glob(coq.Files(), "*.v")
	require.NoError(t, err)
	for _, name := range proofs {
		text, err := fs.ReadFile(coq.Files(), name)
		require.NoError(t, err)
		require.Equal(t, string(text), content(t, dir, "coq", name))
		want = append(want, "coq/"+name)
	}
	require.ElementsMatch(t, want, filesBelow(t, dir))
}

// Names differ on disks too that do not tell capitals.
func TestScriptsHaveNamesOfTheirOwn(t *testing.T) {
	x := exported{taken: map[string]bool{}}
	require.Equal(t, "P-lambda-eq-i", slug("P(λ) = {i}"))
	for _, c := range []struct{ stem, want string }{
		{"B.1_m", "smt/B.1_m.smt2"}, {"B.1_M", "smt/B.1_M-2.smt2"}, {"B.1_m", "smt/B.1_m-3.smt2"}, {"B.1_n", "smt/B.1_n.smt2"},
	} {
		require.Equal(t, c.want, x.scriptName(c.stem))
	}
}

// What is there stays, and what was interrupted does not look whole.
func TestTheExportRefusesAndIsInterrupted(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "mine"), []byte("mine"), 0o600))
	_, err := Export(t.Context(), dir, Origin{}, lemmas.Index()[:1])
	require.ErrorContains(t, err, "is not empty (it holds mine): give a new or an empty folder")
	require.Equal(t, []string{"mine"}, filesBelow(t, dir))
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	empty := t.TempDir()
	_, err = Export(ended, empty, Origin{}, lemmas.Index()[:1])
	require.ErrorIs(t, err, context.Canceled)
	require.Empty(t, filesBelow(t, empty))
	_, err = Export(t.Context(), empty, Origin{}, lemmas.Index()[:1])
	require.NoError(t, err, "an empty folder is taken, after an interruption too")
	_, err = Export(t.Context(), filepath.Join(dir, "mine", "x"), Origin{}, nil)
	require.Error(t, err)
}

// A box a statement, dashed where there is no proof; and an arrow for each that the page
// on the proofs draws.
func TestTheGraphOfTheRegister(t *testing.T) {
	t.Parallel()
	graph := content(t, exportAll(t), "register.dot")
	for _, e := range lemmas.Index() {
		proved := regexp.MustCompile(`(?m)^  "` + regexp.QuoteMeta(e.ID) + `" \[style=(\w+), `).FindStringSubmatch(graph)
		require.NotNil(t, proved, e.ID)
		require.Equal(t, len(e.Kernel.Theorems) > 0 || len(e.Questions()) > 0, proved[1] == "solid", e.ID)
	}
	require.Contains(t, graph, "style=dashed")
	page, err := os.ReadFile("../docs/proofs.md")
	require.NoError(t, err)
	var want, got []string
	statement := func(label string) string { head, _, _ := strings.Cut(label, ","); return head }
	for _, m := range regexp.MustCompile(`\["([^"]+)"\] --> \w+\["([^"]+)"\]`).FindAllStringSubmatch(string(page), -1) {
		if from, to := statement(m[1]), statement(m[2]); from != to {
			want = append(want, from+" "+to)
		}
	}
	for _, m := range regexp.MustCompile(`"(\S+)" -> "(\S+)";`).FindAllStringSubmatch(graph, -1) {
		got = append(got, m[1]+" "+m[2])
	}
	require.Greater(t, len(got), 20)
	require.ElementsMatch(t, want, got)

	// B.5 without its proof in Coq has its scripts, and without these nothing.
	e := lemmas.Index()[slices.IndexFunc(lemmas.Index(), func(e lemmas.Entry) bool { return e.ID == "B.5" })]
	box := func() string {
		x := exported{entries: []lemmas.Entry{e}, files: map[string]string{}}
		require.NoError(t, x.addGraph())
		return x.files["register.dot"]
	}
	e.Kernel = lemmas.Kernel{}
	require.Contains(t, box(), `"B.5" [style=solid, label="B.5\nthe gap is a maximum\nsolvers"]`)
	e.Formula = nil
	require.Contains(t, box(), `"B.5" [style=dashed, label="B.5\nthe gap is a maximum\nprose, and checks"]`)
}

// The README has a proof of every statement that has one: a script to be unsat, theorems.
func TestTheReadmeHasAProofOfEachStatement(t *testing.T) {
	t.Parallel()
	dir := exportAll(t)
	expected := map[string]string{}
	for _, row := range expectedRows(t, dir) {
		expected[row[0]] = row[4] + " " + row[1]
	}
	for _, e := range lemmas.Index() {
		row := regexp.MustCompile(`(?m)^\| ` + regexp.QuoteMeta(e.ID) + ` .*$`).FindString(content(t, dir, "README.md"))
		require.NotEmpty(t, row, e.ID)
		script := regexp.MustCompile(`smt/\S+`).FindString(row)
		require.Equal(t, e.Formula != nil, script != "", row)
		if script != "" {
			require.Equal(t, "conclusion unsat", expected[script], row)
		}
		for _, theorem := range e.Kernel.Theorems {
			require.Contains(t, row, theorem)
		}
	}
}

// program skips a test of a program that is not there.
func program(t *testing.T, name string) {
	if _, err := exec.LookPath(name); err != nil {
		t.Skipf("not run: no %s on PATH", name)
	}
}

// commands are the lines of the export's README that begin so.
func commands(t *testing.T, dir, start string) (lines []string) {
	for line := range strings.Lines(content(t, dir, "README.md")) {
		if rest, ok := strings.CutPrefix(line, "    "+start); ok {
			lines = append(lines, start+strings.TrimSuffix(rest, "\n"))
		}
	}
	require.NotEmpty(t, lines, "no line of README.md begins with %s", start)
	return lines
}

func shell(dir, line string) (string, error) {
	cmd := exec.Command("sh", "-c", line)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// The loop of the README replays one proof of each statement with its hypotheses and wrong
// versions, and notices a wrong answer, a missing script and one that is none.
func TestAStrangerReplaysTheScripts(t *testing.T) {
	t.Parallel()
	program(t, "z3")
	dir := exportAll(t)
	list := filepath.Join(dir, "expected.csv")
	small := regexp.MustCompile(`_2x1_`)
	var rows []string
	for _, row := range expectedRows(t, dir) {
		if small.MatchString(row[0]) || row[1] == "either" {
			rows = append(rows, row[0]+","+row[1]+","+row[2])
		}
	}
	require.Greater(t, len(rows), 50)
	replay := func(rows []string) (string, error) {
		require.NoError(t, os.WriteFile(list, []byte("file,expected\n"+strings.Join(rows, "\n")+"\n"), 0o600))
		return shell(dir, commands(t, dir, "tail")[0])
	}
	out, err := replay(rows)
	require.NoError(t, err, out)
	require.Equal(t, fmt.Sprintln(len(rows), "as expected"), out)
	broken := filepath.Join(dir, "broken.smt2")
	require.NoError(t, os.WriteFile(broken, []byte("(assert\n"), 0o600))
	swapped := strings.NewReplacer(",unsat,", ",sat,", ",sat,", ",unsat,").Replace(rows[0])
	for _, wrong := range []string{swapped, "nosuch.smt2,unsat,", "broken.smt2,unsat,", "broken.smt2,either,"} {
		out, err := replay(append(slices.Clone(rows[:2]), wrong))
		require.Error(t, err, wrong)
		require.NotContains(t, out, "as expected", wrong)
		require.Contains(t, out, strings.Split(wrong, ",")[0]+": ")
	}
	require.NoError(t, os.WriteFile(list, nil, 0o600))
	out, err = shell(dir, commands(t, dir, "tail")[0])
	require.Error(t, err, "an empty list is no replay: %s", out)
}

// The single lines of the README give the answer, and the proof object behind it.
func TestSolversGiveTheirProofs(t *testing.T) {
	t.Parallel()
	dir := exportAll(t)
	for _, c := range []struct{ program, start, begins string }{
		{"z3", "z3 -smt2", "^unsat\n$"},
		{"z3", "{ echo", "^unsat\n\\((?s:.*)\\(proof\n"},
		{"cvc5", "cvc5 smt/", "^unsat\n$"},
		{"cvc5", "cvc5 --dump", "^unsat\n(?s:.*)\\(check"},
	} {
		t.Run(c.start, func(t *testing.T) {
			program(t, c.program)
			out, err := shell(dir, commands(t, dir, c.start)[0])
			require.NoError(t, err, out)
			require.Regexp(t, c.begins, out)
		})
	}
}

// The statements are what LaTeX compiles.
func TestTheStatementsCompile(t *testing.T) {
	t.Parallel()
	program(t, "pdflatex")
	dir := exportAll(t)
	out, err := shell(dir, commands(t, dir, "pdflatex")[0]+" </dev/null")
	require.NoError(t, err, out)
	require.NotContains(t, content(t, dir, "statements.log"), "Missing character")
}
