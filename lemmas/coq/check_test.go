package coq

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/stretchr/testify/require"
)

// sources are small files in the place of the proofs.
func sources(texts map[string]string) fs.FS {
	files := fstest.MapFS{}
	for name, text := range texts {
		files[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return files
}

// found is Coq, or the test is not run.
func found(t *testing.T) *Checker {
	t.Helper()
	c, err := Find(t.Context())
	if err != nil {
		t.Skip("not run: " + err.Error())
	}
	return c
}

func check(t *testing.T, texts map[string]string) ([]Theorem, error) {
	t.Helper()
	files := sources(texts)
	theorems, err := Theorems(files)
	require.NoError(t, err)
	return found(t).Check(t.Context(), files, theorems, 2, func() {})
}

// A theorem comes with its axioms; a file is compiled after what it requires.
func TestTheoremsComeWithTheirAxioms(t *testing.T) {
	t.Parallel()
	got, err := check(t, map[string]string{
		"z_base.v":  "Definition two := 2.\n",
		"a_first.v": "From VectorBorda Require Import z_base.\nFrom Coq Require Import Classical.\nTheorem either : two = 3 \\/ two <> 3.\nProof. exact (classic _). Qed.\nTheorem small : two = 2.\nProof. reflexivity. Qed.\n",
	})
	require.NoError(t, err)
	require.Equal(t, []Theorem{
		{Name: "either", File: "a_first.v", Axioms: []string{"Coq.Logic.Classical_Prop.classic"}},
		{Name: "small", File: "a_first.v", Axioms: []string{}},
	}, got)
}

// Whatever is not a proof is refused, with its place.
func TestWhatIsNoProof(t *testing.T) {
	t.Parallel()
	for _, c := range []struct{ why, text, says string }{
		{"a false claim", "From Coq Require Import Lia.\nTheorem wrong : 1 = 2.\nProof. lia. Qed.\n", "a.v, line 3: "},
		{"an admitted claim", "Theorem wrong : 1 = 2.\nAdmitted.\n", "rests on a.wrong, which is no axiom"},
		{"an axiom of one's own", "Axiom mine : 1 = 2.\nTheorem wrong : 1 = 2.\nProof. exact mine. Qed.\n", "rests on a.mine, which is no axiom"},
		{"an axiom by a known name", "Axiom classic : 1 = 2.\nTheorem wrong : 1 = 2.\nProof. exact classic. Qed.\n", "rests on a.classic, which is no axiom"},
		{"a file that is not there", "From VectorBorda Require Import nowhere.\nTheorem t : True.\nProof. exact I. Qed.\n", "a.v, line 1: "},
		{"no guard", "Unset Guard Checking.\nFixpoint f (n : nat) : False := f n.\nTheorem wrong : 1 = 2.\nProof. destruct (f 0). Qed.\n", "which is no axiom"},
		{"a type in itself", "Unset Universe Checking.\nDefinition big : Type := Type.\nTheorem t : True.\nProof. exact I. Qed.\n", "rests on a.t"},
	} {
		_, err := check(t, map[string]string{"a.v": c.text})
		require.ErrorContains(t, err, c.says, c.why)
	}
	_, err := check(t, map[string]string{"Classical_Prop.v": "Axiom classic : 1 = 2.\nTheorem wrong : 1 = 2.\nProof. exact classic. Qed.\n"})
	require.ErrorContains(t, err, "coqchk: Axioms: VectorBorda.Classical_Prop.classic", "an axiom and its module by known names")
}

// An interrupted check ends with the interruption.
func TestCheckIsInterrupted(t *testing.T) {
	t.Parallel()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	c := found(t)
	_, err := c.Check(ctx, sources(map[string]string{"a.v": "Definition two := 2.\n"}), []Theorem{{Name: "t", File: "a.v"}}, 1, func() {})
	require.ErrorIs(t, err, context.Canceled)
}

// Every file of a numbered result states a theorem of that name, and nothing is left out
// of a proof or assumed.  That the proofs hold is for Coq to say.
func TestEveryResultIsStated(t *testing.T) {
	t.Parallel()
	theorems, err := Theorems(Files())
	require.NoError(t, err)
	names, err := fs.Glob(Files(), "*.v")
	require.NoError(t, err)
	escape := regexp.MustCompile(`(?m)(^|\.\s+)\s*(Axioms?|Parameters?|Conjectures?|Admitted|Unset|admit|give_up)\b`)
	for _, way := range []string{"Axioms a : False.", "Proof. intros. admit.", "  Admitted.", "Unset Guard Checking."} {
		require.Regexp(t, escape, way)
	}
	for _, name := range names {
		text, err := fs.ReadFile(Files(), name)
		require.NoError(t, err)
		require.NotRegexp(t, escape, string(text), name)
		if Numbered(name) {
			require.Contains(t, FilesOf(theorems), name)
		}
	}
}

// Files that are listed for an editor are those that are there.
func TestProjectListsEveryFile(t *testing.T) {
	t.Parallel()
	list, err := os.ReadFile("_CoqProject")
	require.NoError(t, err)
	names, err := fs.Glob(Files(), "*.v")
	require.NoError(t, err)
	require.ElementsMatch(t, names, strings.Fields(string(list))[3:])
}

// fake is a folder with programs in the place of Coq's that do as the scripts say, and
// that is all of PATH but for the shell's own.
func fake(t *testing.T, scripts map[string]string) {
	t.Helper()
	dir := t.TempDir()
	library := filepath.Join(dir, "lib", "user-contrib", "Coquelicot")
	require.NoError(t, os.MkdirAll(library, 0o755))
	scripts = maps.Clone(scripts)
	scripts["coqc"] = `case "$*" in --print-version) echo 8.16.1 4.14; exit;; -where) echo ` + filepath.Join(dir, "lib") + "; exit;; esac\n" + scripts["coqc"]
	for name, script := range scripts {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755))
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
}

// Programs that do not do their work are no refusal of a proof, and no proof.
func TestProgramsThatDoNotWork(t *testing.T) {
	const (
		rule    = `echo "a.vo a.glob a.v.beautified a.required_vo: a.v "`
		closed  = `for f; do case $f in axioms_*.v) echo "Closed under the global context" > a.v_t.out;; esac; done`
		summary = `printf 'CONTEXT SUMMARY\n===\n\n* Theory: Set is predicative\n\n* Axioms: <none>\n'`
	)
	for _, c := range []struct {
		why, coqc, coqdep, coqchk, says string
		refused                         bool
	}{
		{"coqdep is silent", "", "", "", "coqdep does not say what a.v requires", false},
		{"coqdep talks nonsense", "", "echo hello", "", "coqdep does not say what a.v requires", false},
		{"coqc does nothing", "", rule, "", "coqc does not say what t rests on", false},
		{"coqc fails without a place", "echo no memory; exit 2", rule, "", "coqc: no memory", false},
		{"coqchk is silent", closed, rule, "", "coqchk: no summary", false},
		{"coqchk says half", closed, rule, summary, "coqchk: its summary does not speak of", false},
		{"coqchk refuses", closed, rule, "echo Fatal error: a.t; exit 1", "Fatal error: a.t", true},
	} {
		fake(t, map[string]string{"coqc": c.coqc, "coqdep": c.coqdep, "coqchk": c.coqchk})
		checker, err := Find(t.Context())
		require.NoError(t, err)
		_, err = checker.Check(t.Context(), sources(map[string]string{"a.v": "Theorem t : True.\n"}), []Theorem{{Name: "t", File: "a.v"}}, 1, func() {})
		require.ErrorContains(t, err, c.says, c.why)
		require.Equal(t, c.refused, errors.As(err, new(Refused)), c.why)
	}
}
