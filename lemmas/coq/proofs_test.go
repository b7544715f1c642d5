package coq

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"
)

// proofs are the compiled files, in a folder of their own.
type proofs struct {
	*Checker
	dir   string
	rests map[string][]string // the files that each file requires
}

// TestProofs compiles every file once; its parts read the objects.  coqchk is left to
// `make proofs`.
func TestProofs(t *testing.T) {
	c := found(t)
	theorems, err := Theorems(Files())
	require.NoError(t, err)
	p := proofs{Checker: c, dir: t.TempDir()}
	require.NoError(t, os.CopyFS(p.dir, Files()))
	p.rests, err = c.dependencies(t.Context(), p.dir)
	require.NoError(t, err)
	said, err := requires(Files())
	require.NoError(t, err)
	for file, needs := range said {
		require.ElementsMatch(t, p.rests[file], needs, file)
	}
	_, err = c.compile(t.Context(), p.dir, p.rests, append(FilesOf(theorems), "extraction.v"), 0, func() {})
	require.NoError(t, err)
	t.Run("axioms", func(t *testing.T) { axiomsAsExpected(t, p, theorems) })
	t.Run("definitions", func(t *testing.T) { definitionsAsInGo(t, p) })
	t.Run("edits", func(t *testing.T) { editsAreRefused(t, p) })
}
