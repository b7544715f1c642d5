package main

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas"
)

// fakeCoq puts programs on PATH that look like Coq's and check nothing; coqc does this
// besides for the file $5.
func fakeCoq(t *testing.T, besides string) {
	t.Helper()
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "user-contrib", "Coquelicot"), 0o700))
	for name, body := range map[string]string{
		"coqc": `case $1 in
--print-version) echo "8.16.1 4.14";;
-where) echo ` + dir + `;;
esac
` + besides + `
case "$5" in axioms_*.v)
  for file in $(sed -n 's/.*Redirect "\(.*\)" Print.*/\1.out/p' $5); do echo "Closed under the global context" >$file; done
esac`,
		"coqdep": `for file in *.v; do echo "${file%.v}.vo ${file%.v}.glob: $file"; done`,
		"coqchk": `cat <<'end'
CONTEXT SUMMARY

* Theory: Set is predicative
* Axioms: <none>
* Constants/Inductives relying on type-in-type: <none>
* Constants/Inductives relying on unsafe (co)fixpoints: <none>
* Inductives whose positivity is assumed: <none>
end`,
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\nPATH=/usr/bin:/bin\n"+body+"\n"), 0o700))
	}
	t.Setenv("PATH", dir)
}

// What Coq accepted in this run is the evidence, of the statements that were asked for.
func TestTheKernelIsEvidence(t *testing.T) {
	fakeCoq(t, "")
	for _, mode := range []string{"auto", "require"} {
		text := command(t, "lemmas", "--run", `^(B\.7|RC\.TRR)$`, "--checks", "9", "--kernel", mode)
		require.Contains(t, text, "kernel(all K,d)")
		require.Contains(t, text, "Proofs in Coq")
		require.Regexp(t, `B\.7 +lemma_B_7_sharp +lemma_b_7\.v +none`, text)
		require.NotContains(t, text, "lemma_B_8")
	}
	text := command(t, "lemmas", "--run", `^B\.7$`, "--checks", "9", "--kernel", "off")
	require.NotContains(t, text, "kernel(all")
	require.NotContains(t, text, "Proofs in Coq")
	require.NotContains(t, command(t, "lemmas", "--run", `^B\.7$`, "--checks", "9", "--kernel", "off", "--format", "json"), `"kernel":`)
	require.Contains(t, command(t, "lemmas", "--run", `^B\.7$`, "--checks", "9", "--format", "json"), `"theorem": "lemma_B_7"`)
}

// A proof that Coq refuses is told in one line, and nothing else is.
func TestARefusedProof(t *testing.T) {
	fakeCoq(t, `if [ "$5" = lemma_b_7.v ]; then printf 'File "./lemma_b_7.v", line 3, characters 0-9:\nError: Unable to\n unify.\n'; exit 1; fi`)
	var out, errOut bytes.Buffer
	require.Equal(t, exitRefuted, run(t.Context(), &out, &errOut, []string{"lemmas", "--run", `^B\.7$`, "--checks", "9"}))
	require.Empty(t, out.String())
	require.Equal(t, "vectorborda: a proof is refused: lemma_b_7.v, line 3: Unable to unify.\n", errOut.String())
	require.Contains(t, command(t, "lemmas", "--run", `^B\.8$`, "--checks", "9"), "kernel(all K,d)")
}

// Without Coq nothing of it shows, and what requires it ends at once.
func TestWithoutCoq(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	require.Contains(t, refused(t, "lemmas", "--run", `^B\.2$`, "--kernel", "require"), "--kernel require: no coqc on PATH: apt-get install coq libcoq-coquelicot")
	require.Contains(t, refused(t, "lemmas", "--kernel", "maybe"), "give auto, off or require")
	auto := command(t, "lemmas", "--run", `^B\.2$`, "--checks", "9")
	require.Equal(t, command(t, "lemmas", "--run", `^B\.2$`, "--checks", "9", "--kernel", "off"), auto)
	require.Contains(t, auto, "sampled(9)")
	require.NotContains(t, auto, string(lemmas.KernelProof)+"(all")
}

// A Coq that is there and does not work is not said to be missing.
func TestABrokenCoq(t *testing.T) {
	fakeCoq(t, `[ "$1" = --print-version ] && { echo "no such library"; exit 1; }`)
	const says = "coqc does not tell its version: coqc: 8.16.1 4.14 no such library"
	require.Contains(t, refused(t, "lemmas", "--run", `^B\.2$`, "--kernel", "require"), "--kernel require: "+says)
	require.Contains(t, refused(t, "proofs"), says)
	var out, errOut bytes.Buffer
	require.Zero(t, run(t.Context(), &out, &errOut, []string{"lemmas", "--run", `^B\.2$`, "--checks", "9", "--kernel", "auto"}))
	require.Equal(t, "vectorborda: warning: --kernel auto: "+says+"\n", errOut.String())
	require.NotContains(t, out.String(), "kernel(all")
}
