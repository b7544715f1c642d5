package lemmas

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas/lra"
	"vectorborda/lemmas/smt"
)

// rewrite puts the scripts of today in the place of the golden ones:
//
//	go test ./lemmas -run Scripts -rewrite
var rewrite = flag.Bool("rewrite", false, "rewrite the scripts in testdata")

// remembering asks for all tests, which run one after the other: equal scripts are
// asked once.
var remembering = Prover{Limit: 10 * time.Minute}

// installed are the real solvers, or the test is not run.
func installed(t *testing.T) *Prover {
	found, missing, broken := smt.Find(t.Context())
	require.Empty(t, broken)
	if len(missing) > 0 {
		t.Skipf("not run: no %s on PATH: %s", strings.Join(missing, " and "), smt.Install)
	}
	remembering.Solvers, remembering.Sizes = found, nil
	return &remembering
}

// entryByID is the entry with an ID.
func entryByID(t *testing.T, id string) Entry {
	for _, e := range Index() {
		if e.ID == id {
			return e
		}
	}
	t.Fatal(id)
	return Entry{}
}

// holdToGolden holds a script to its file.
func holdToGolden(t *testing.T, id string, size Size, q solverQuery) {
	name := filepath.Join("testdata", strings.ReplaceAll(id, ".", "_")+"_"+size.String()+"_"+q.name+".smt2")
	if *rewrite {
		require.NoError(t, os.WriteFile(name, []byte(q.script), 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	require.Equal(t, string(want), q.script, "%s: go test ./lemmas -run Scripts -rewrite", name)
}

// The larger scripts by their sums, one line a statement, size and question.
func TestScriptsHaveTheGoldenSums(t *testing.T) {
	var lines strings.Builder
	for _, e := range Index() {
		if e.Formula == nil {
			continue
		}
		for _, size := range []Size{{3, 2}, {4, 3}} {
			for _, q := range e.queries(size) {
				fmt.Fprintf(&lines, "%x %s %v %s\n", sha256.Sum256([]byte(q.script)), e.ID, size, q.name)
			}
		}
	}
	name := filepath.Join("testdata", "scripts.sha256")
	if *rewrite {
		require.NoError(t, os.WriteFile(name, []byte(lines.String()), 0o644))
	}
	want, err := os.ReadFile(name)
	require.NoError(t, err)
	got := strings.Split(lines.String(), "\n")
	for n, line := range strings.Split(string(want), "\n") {
		if n >= len(got) || line != got[n] {
			require.Equal(t, line, strings.Join(got[min(n, len(got)):min(n+1, len(got))], ""), "%s line %d: go test ./lemmas -run Scripts -rewrite", name, n+1)
		}
	}
	require.Equal(t, string(want), lines.String())
}

// The scripts of a few small sizes, byte for byte: what a reader can give to
// another solver.
func TestScriptsAreTheGoldenOnes(t *testing.T) {
	for _, e := range Index() {
		if e.Formula == nil {
			continue
		}
		size := e.Sizes[0]
		for _, q := range e.queries(size)[:2] {
			holdToGolden(t, e.ID, size, q)
		}
	}
	for n, q := range entryByID(t, "B.5").queries(Size{3, 2}) {
		require.Equal(t, q.script, entryByID(t, "B.5").queries(Size{3, 2})[n].script, "built again")
	}
}

var smallSizes = []Size{{2, 1}, {3, 1}, {2, 2}}

// Every statement, hypothesis and mutant at the small sizes, by both solvers;
// the larger ones are for the report.
func TestSmallSizesAreProved(t *testing.T) {
	p := installed(t)
	p.Sizes = smallSizes
	for _, e := range Index() {
		if e.Formula == nil {
			continue
		}
		r := mustRun(t, e, Options{Seed: 1, Checks: 50, Jobs: 2, Prover: p})
		if wrong := r.Unproved(); wrong != nil {
			t.Errorf("%s %s at %s: %s by %s: %s: %s %s", e.Kind, e.ID, wrong.Size, wrong.Query, wrong.Solver, wrong.Result, wrong.Why, wrong.Witness)
		}
		require.Equal(t, Proved, r.Evidence.Word, e.ID)
		require.Equal(t, []string{"2x1", "3x1", "2x2"}, e.proved(r.Proof), e.ID)
	}
}

// Wrong statements are not proved: each conclusion mutant of B.5 is refuted by
// both solvers, and the row is refuted with a witness that was evaluated.
func TestAWrongStatementIsRefutedBySolvers(t *testing.T) {
	p := installed(t)
	e := entryByID(t, "B.5")
	for _, m := range e.Mutants {
		if m.How == ByNothing {
			continue
		}
		wrong := e
		wrong.Formula, wrong.Parts, wrong.Mutants = m.Formula, nil, nil
		p.Sizes = []Size{pinned(t, m).Size}
		rows := wrong.prove(t.Context(), Options{Prover: p})
		require.Len(t, rows, 4)
		for _, row := range rows[:2] {
			require.Equal(t, []any{"sat", false, true, "a counterexample"}, []any{row.Result, row.OK, row.confirmed, row.Why}, m.Name)
		}
		r := Result{Proof: rows}
		r.learn()
		require.Contains(t, r.Witness, "z3 ", m.Name)
		require.Equal(t, RefutedWitness, wrong.weigh(r).Word)
	}
}

// A statement from contradictory hypotheses, and one whose case never occurs,
// are not proved although no counterexample exists.
func TestAVacuousStatementIsNotProved(t *testing.T) {
	p := installed(t)
	p.Sizes = []Size{{2, 1}}
	for why, edit := range map[string]func(*Formula){
		"contradiction": func(f *Formula) { f.assume("no", "0 < 0", lra.Not(f.Graph.True())) },
		"no case":       func(f *Formula) { f.occur("0 < 0", lra.Not(f.Graph.True())) },
	} {
		e := entryByID(t, "B.5")
		e.Formula, e.Mutants = statement(e.Formula).edited(edit).build, nil
		rows := e.prove(t.Context(), Options{Prover: p})
		require.True(t, rows[0].OK && rows[1].OK, why)
		require.Equal(t, "no instance", rows[2].Why, why)
		require.Empty(t, e.proved(rows), why)
	}
}

func TestProofsDoNotDependOnJobs(t *testing.T) {
	p := installed(t)
	p.Sizes = []Size{{2, 1}, {3, 1}}
	var first string
	for _, jobs := range []int{1, 8} {
		fresh := &Prover{Solvers: p.Solvers, Sizes: p.Sizes}
		rows := entryByID(t, "B.2").prove(t.Context(), Options{Jobs: jobs, Prover: fresh})
		for n := range rows {
			rows[n].Seconds = 0
		}
		text, err := json.Marshal(rows)
		require.NoError(t, err)
		if first == "" {
			first = string(text)
		}
		require.Equal(t, first, string(text))
	}
}

// shellSolver is a solver that is a shell script.
func shellSolver(t *testing.T, name, body string) smt.Solver {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte("#!/bin/sh\n"+body+"\n"), 0o755))
	return smt.Solver{Name: name, Path: path, Version: "1"}
}

// modelScript answers sat with one value for every real and Boolean of a 2x1 array x.
func modelScript(a, b string) string {
	return "while read -r line; do case \"$line\" in '(check-sat)') echo sat;; '(get-value'*) echo '((x_0_0 " + a + ") (x_1_0 " + b + "))'; exit;; esac; done"
}

// Both solvers must say the same, to every question, and a model must show what
// it is said to show.
func TestWhatIsNoProof(t *testing.T) {
	e := entryByID(t, "B.5")
	e.Mutants, e.Sizes = nil, []Size{{2, 1}}
	honest := "while read -r line; do case \"$line\" in '; not:'*) want=unsat;; '(check-sat)') if [ \"$want\" ]; then echo unsat; exit; fi; echo sat;; '(get-value'*) echo '((x_0_0 0.0) (x_1_0 1.0))'; exit;; esac; done"
	for _, c := range []struct {
		why, a, b string
		sizes     []string
		says      string
	}{
		{"both say what is so", honest, honest, []string{"2x1"}, ""},
		{"one finds a counterexample that is none", honest, modelScript("0.0", "1.0"), nil, "does not confirm"},
		{"both say unsat to everything", "echo unsat", "echo unsat", nil, "no instance"},
		{"one gives up", honest, "echo unknown", nil, "disagree"},
		{"both give up", "echo unknown", "echo unknown", nil, "no answer"},
		{"one crashes", "exit 1", honest, nil, "ended without an answer"},
		{"a model too large for integers", honest, modelScript("100000000000000000000.0", "(/ 1 3)"), nil, "too large"},
		{"a model too large to evaluate", honest, modelScript("9000000000000000000.0", "0.0"), nil, "could overflow"},
	} {
		p := &Prover{Solvers: []smt.Solver{shellSolver(t, "a", c.a), shellSolver(t, "b", c.b)}}
		rows := e.prove(t.Context(), Options{Prover: p})
		require.Len(t, rows, 4, c.why)
		require.Equal(t, c.sizes, e.proved(rows), c.why)
		if wrong := (Result{Proof: rows}).Unproved(); wrong != nil {
			text, err := json.Marshal(rows)
			require.NoError(t, err)
			require.Contains(t, string(text), c.says, c.why)
		}
	}
	alone := &Prover{Solvers: []smt.Solver{shellSolver(t, "a", honest)}}
	rows := e.prove(t.Context(), Options{Prover: alone})
	require.Equal(t, NotRun, rows[0].Result, "one solver is not enough")
	require.Empty(t, e.proved(rows))
}

// A question that was cut off, and a row that is missing, leave the size out.
func TestAnInterruptedProofIsNone(t *testing.T) {
	e := entryByID(t, "B.5")
	e.Mutants, e.Sizes = nil, []Size{{2, 1}}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	require.Empty(t, e.proved(e.prove(ctx, Options{Prover: &Prover{Solvers: []smt.Solver{{Name: "a"}, {Name: "b"}}}})))
	good := []Proof{
		{Size: "2x1", Query: "conclusion", OK: true}, {Size: "2x1", Query: "conclusion", OK: true},
		{Size: "2x1", Query: "hypotheses", OK: true}, {Size: "2x1", Query: "hypotheses", OK: true},
	}
	require.Equal(t, []string{"2x1"}, e.proved(good))
	require.Empty(t, e.proved(good[:3]), "a question is missing")
	good[3].OK = false
	require.Empty(t, e.proved(good), "a question went wrong")
}

// Equal scripts are asked once.
func TestAnswersAreKept(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	p := &Prover{Solvers: []smt.Solver{shellSolver(t, "a", "echo x >>"+log+"; echo unsat"), shellSolver(t, "b", "echo unsat")}}
	e := entryByID(t, "B.5")
	e.Mutants, e.Sizes = nil, []Size{{2, 1}}
	first := e.prove(t.Context(), Options{Prover: p})
	e.ID = "another title"
	require.Equal(t, first, e.prove(t.Context(), Options{Prover: p}))
	text, err := os.ReadFile(log)
	require.NoError(t, err)
	require.Equal(t, "x\nx\n", string(text))
}

// Evidence: a mutant that lives, or no check at all, outweighs any proof.
func TestEvidenceOfProofs(t *testing.T) {
	e := Entry{Formula: gapIsMaximum, Proves: "from (9) on"}
	caught := MutantResult{Name: "caught", Refuted: true}
	row := func(n int, size string) []Proof {
		return []Proof{
			{Size: size, OK: n > 0}, {Size: size, OK: n > 1}, {Size: size, OK: n > 2}, {Size: size, OK: n > 3},
		}
	}
	r := Result{Checks: 5, Said: 5, Mutants: []MutantResult{caught}, Proof: append(append(row(4, "2x1"), row(3, "3x1")...), row(4, "3x2")...)}
	require.Equal(t, "proved(from (9) on: 2x1, 3x2)", e.weigh(r).String())
	e.Proves = ""
	require.Equal(t, "proved(2x1, 3x2)", e.weigh(r).String())
	e.Only = "its facts"
	require.Equal(t, "proved(its facts: 2x1, 3x2)", e.weigh(r).String())
	r.Proof = nil
	require.Equal(t, "sampled(its facts: 5)", e.weigh(r).String())
	r.Mutants = append(r.Mutants, MutantResult{Name: "alive"})
	require.Equal(t, "stated", e.weigh(r).String())
	r.Proof = row(4, "2x1")
	require.Equal(t, "stated", e.weigh(r).String())
}

// A superfluous mutant that a solver refutes drags the row down.
func TestASolverCanRefuteASuperfluousMutant(t *testing.T) {
	r := Result{
		Checks: 5, Said: 5, Mutants: []MutantResult{{Name: "true", Superfluous: "so it seems"}},
		Proof: []Proof{{Size: "2x1", Query: "mutant true", mutant: "true", Result: "sat", Witness: "x=1", confirmed: true, Why: "a counterexample"}},
	}
	require.Empty(t, r.Surviving())
	r.learn()
	require.Equal(t, []string{"true"}, r.Surviving())
	require.Equal(t, "stated", (Entry{}).weigh(r).String())
}
