package coq

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func page(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile("../../docs/proofs.md")
	require.NoError(t, err)
	return string(text)
}

// pageHas: the page says this, line by line.
func pageHas(t *testing.T, want string) {
	t.Helper()
	require.True(t, strings.Contains(page(t), want), "docs/proofs.md is to say:\n%s", want)
}

// statement is the paper's number of a file's result, or "".
func statement(file string) string {
	match := numberedFile.FindStringSubmatch(file)
	if match == nil {
		return ""
	}
	parts := strings.SplitN(match[2], "_", 3)
	number := strings.ToUpper(parts[0]) + "." + parts[1]
	switch match[1] {
	case "corollary":
		number = "C." + number
	case "remark":
		number = "R." + number
	}
	if len(parts) == 3 {
		number += ", " + parts[2]
	}
	return number
}

var digits = regexp.MustCompile(`\d+`)

// numbered are the files of numbered results, in the order of the numbers.
func numbered(files []string) []string {
	padded := func(file string) string {
		return digits.ReplaceAllStringFunc(statement(file), func(n string) string { return fmt.Sprintf("%2s", n) })
	}
	files = slices.DeleteFunc(slices.Clone(files), func(file string) bool { return statement(file) == "" })
	slices.SortFunc(files, func(a, b string) int { return strings.Compare(padded(a), padded(b)) })
	return files
}

// mainTheorems are those that bear the number of the file and no more, or else one more word.
func mainTheorems(file string, theorems []Theorem) (named []Theorem) {
	number := numberedFile.FindStringSubmatch(file)[2]
	for _, more := range []string{"", `_[a-z]+`} {
		name := regexp.MustCompile(`(?i)^[a-z]+_` + number + more + `$`)
		for _, theorem := range theorems {
			if theorem.File == file && name.MatchString(theorem.Name) {
				named = append(named, theorem)
			}
		}
		if named != nil {
			return named
		}
	}
	return nil
}

// The page's table has a row for every numbered result, with the axioms that are
// expected of it.
func TestPageListsEveryResult(t *testing.T) {
	t.Parallel()
	list := expected(t)
	var rows strings.Builder
	for _, file := range numbered(FilesOf(list)) {
		main := mainTheorems(file, list)
		require.NotEmpty(t, main, file)
		var names, axioms []string
		for _, theorem := range main {
			names = append(names, "`"+theorem.Name+"`")
			for _, axiom := range theorem.Axioms {
				number := fmt.Sprint(1 + slices.Index(Axioms, axiom))
				if !slices.Contains(axioms, number) {
					axioms = append(axioms, number)
				}
			}
		}
		fmt.Fprintf(&rows, "| %s | [%s](../lemmas/coq/%s) | %s | %s |\n",
			statement(file), file, file, strings.Join(names, ", "), strings.Join(axioms, ", "))
	}
	pageHas(t, "| --- | --- | --- | --- |\n"+rows.String()+"\n")
	for n, axiom := range Axioms {
		pageHas(t, fmt.Sprintf("%d. `%s`", n+1, axiom))
	}
}

// The page's graph has an arrow from every result to those that it needs, but for what
// follows from others.
func TestPageDrawsWhatRestsOnWhat(t *testing.T) {
	t.Parallel()
	direct, err := RestsOn(Files())
	require.NoError(t, err)
	node := func(file string) string {
		return fmt.Sprintf("%s[%q]", strings.TrimSuffix(file, ".v"), statement(file))
	}
	var graph strings.Builder
	for _, file := range numbered(slices.Collect(maps.Keys(direct))) {
		for _, other := range direct[file] {
			fmt.Fprintf(&graph, "  %s --> %s\n", node(file), node(other))
		}
	}
	pageHas(t, "```mermaid\nflowchart LR\n"+graph.String()+"```\n")
}

var quoted = regexp.MustCompile("(?s)```coq\n(.*?)```")

// What the page quotes is what the files say.
func TestPageQuotesTheFiles(t *testing.T) {
	t.Parallel()
	quotes := quoted.FindAllStringSubmatch(page(t), -1)
	require.Len(t, quotes, 2)
	for n, file := range []string{"definitions.v", "lemma_b_8.v"} {
		text, err := fs.ReadFile(Files(), file)
		require.NoError(t, err)
		for piece := range strings.SplitSeq(quotes[n][1], "...\n") {
			require.Contains(t, string(text), piece, file)
		}
	}
}
