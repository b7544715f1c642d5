package coq_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas"
	"vectorborda/lemmas/coq"
)

const none = "-" // no theorem

// refutations are the theorems that refute the register's wrong versions, or prove one
// that holds, by ID and name: a line is "ID | name | theorem".
func refutations(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("testdata/wrong_versions.txt")
	require.NoError(t, err)
	list := map[string]string{}
	for line := range strings.Lines(string(text)) {
		cut := strings.LastIndex(line, " | ")
		require.Positive(t, cut, line)
		require.NotContains(t, list, line[:cut])
		list[line[:cut]] = strings.TrimSpace(line[cut+3:])
	}
	return list
}

// Every wrong version of a result that is proved here is listed with its theorem, and the
// page names those that no theorem refutes.
func TestWrongVersionsAreTheorems(t *testing.T) {
	t.Parallel()
	theorems, err := coq.Theorems(coq.Files())
	require.NoError(t, err)
	stated := map[string]bool{none: true}
	for _, theorem := range theorems {
		stated[theorem.Name] = true
	}
	list := refutations(t)
	missing := ""
	for _, e := range lemmas.Index() {
		if e.Kernel.File == "" {
			continue
		}
		var without []string
		for _, m := range e.Mutants {
			name := e.ID + " | " + m.Name
			theorem, listed := list[name]
			require.True(t, listed, "testdata/wrong_versions.txt has no %q", name)
			require.True(t, stated[theorem], "%s: no theorem %s", name, theorem)
			delete(list, name)
			if theorem == none && m.How != lemmas.ByNothing {
				without = append(without, m.Name)
			}
		}
		if without != nil {
			missing += fmt.Sprintf("| %s | %s |\n", e.ID, strings.Join(without, "; "))
		}
	}
	require.Empty(t, list, "no such wrong versions")
	page, err := os.ReadFile("../../docs/proofs.md")
	require.NoError(t, err)
	require.True(t, strings.Contains(string(page), "| --- | --- |\n"+missing+"\n"), "docs/proofs.md is to say:\n%s", missing)
}
