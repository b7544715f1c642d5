package main

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/lemmas"
	"vectorborda/report"
	"vectorborda/sims/algo"
	"vectorborda/sims/grid"
	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

const football = "../../sims/samplelogs/football_conmebol.csv"

// refused runs a command line that must end with status 2, one line on stderr and
// nothing on stdout.
func refused(t *testing.T, args ...string) (message string) {
	var out, errOut bytes.Buffer
	require.Equal(t, exitUsage, run(t.Context(), &out, &errOut, args), "%q", args)
	require.Empty(t, out.String())
	require.Equal(t, 1, strings.Count(errOut.String(), "\n"), "%q", errOut.String())
	return errOut.String()
}

// Every flag has another value than its default, and some runs end by the budget.
func TestSimulateObeysItsFlags(t *testing.T) {
	got := decode[report.Simulation](t, command(t, "simulate", "--instance", football, "--runs", "--format", "json",
		"--trials", "60", "--seed", "3", "--delta", "0.2", "--constants", "3,4,5", "--budget", "330000"))
	in, err := instance.ReadFile(football)
	require.NoError(t, err)
	runs, err := trial.Simulation{
		Instance: in, Delta: 0.2, Constants: bounds.Constants{Samp: 3, Thr: 4, Log: 5}, Trials: 60, Seed: 3, Budget: 330000,
	}.Run(t.Context(), nil)
	require.NoError(t, err)
	require.Len(t, got.Runs, len(runs))
	for n, want := range runs {
		require.Equal(t, want.Comparisons, got.Runs[n].Tau, "trial %d", n)
		require.Equal(t, string(want.Ended), got.Runs[n].Ended, "trial %d", n)
	}
	tally := trial.Count(runs)
	require.Positive(t, tally.Undecided)
	require.Equal(t, tally.Undecided, got.Undecided)
	tau, err := stat.Describe(tally.Tau, 0.2)
	require.NoError(t, err)
	require.True(t, tau.Quantile.Lo < tau.Quantile.Value, "the sample has a limit")
	require.Equal(t, tau.Quantile.Value, got.Tau.Quantile.Value)
	require.Equal(t, tau.Quantile.Lo, got.Tau.Quantile.Lo)
	require.Equal(t, tau.Quantile.Level, got.Tau.Quantile.Level)

	require.Equal(t, "football_conmebol.csv", got.Instance, "the file without its folder")
	require.Equal(t, bounds.Constants{Samp: 3, Thr: 4, Log: 5}, got.Constants)
	require.Equal(t, []any{uint64(3), 60, stat.Number(0.2), int64(330000)}, []any{got.Seed, got.Trials, got.Delta, got.Budget})
}

func TestABudgetOfOneBuysNothing(t *testing.T) {
	got := decode[report.Simulation](t, command(t, "simulate", "--family", "symmetric,K=4,d=2,gap=1",
		"--trials", "3", "--budget", "1", "--runs", "--format", "json"))
	require.Equal(t, 3, got.Undecided)
	for _, run := range got.Runs {
		require.Zero(t, run.Tau)
		require.Len(t, run.Undecided, 4)
	}
}

func TestBudgetsEndWhereCountsDo(t *testing.T) {
	args := []string{"simulate", "--family", "symmetric,K=4,d=2,gap=1", "--trials", "1", "--budget"}
	command(t, append(args, strconv.FormatInt(algo.MaxBudget, 10))...)
	for _, budget := range []int64{0, -1, algo.MaxBudget + 1} {
		require.Contains(t, refused(t, append(args, strconv.FormatInt(budget, 10))...), "from 1 to 1152921504606846976")
	}
}

// Lists of numbers: what is none, no constant of the algorithm, or too much.
func TestListsAreRefusedWithTheMend(t *testing.T) {
	simulate := []string{"simulate", "--family", "symmetric,K=4,d=2,gap=1", "--constants"}
	for list, says := range map[string]string{
		"2,x,4":   `--constants "2,x,4": "x" is not a number: give a list such as 0.1,0.2`,
		"":        `--constants "": "" is not a number`,
		"2,4":     "--constants 2,4: give three numbers C_samp,C_thr,C_log such as 2,4,4",
		"2,NaN,4": "C_thr = NaN", "Inf,4,4": "C_samp = +Inf", "2,4,-1": "C_log = -1",
	} {
		require.Contains(t, refused(t, append(simulate, list)...), says)
	}
	require.Contains(t, refused(t, "repeat", "semi-synthetic", football, "--lambdas", "0.5,0,0.50"), "--lambdas: 0.5 twice: give each number once")
	require.Contains(t, refused(t, "repeat", "budgets", "--gaps", "0.01,1e-2"), "--gaps: 0.01 twice")
	require.Contains(t, refused(t, "repeat", "budgets", "--heterogeneity", "1,0.5", "--heterogeneity", "1"), "--heterogeneity: 1 twice")
	require.Contains(t, refused(t, "repeat", "recovery", "--contexts", "1e5,100000"), "--contexts: 100000 twice")
	require.Contains(t, refused(t, "repeat", "lower-bound", "--epsilon", "0.1,0.1"), "--epsilon: 0.1 twice")
	long := strings.Repeat("0.1,", mostListed) + "0.1"
	for _, args := range [][]string{
		{"budgets", "--gaps"}, {"budgets", "--heterogeneity"}, {"recovery", "--contexts"},
		{"lower-bound", "--epsilon"}, {"semi-synthetic", football, "--lambdas"},
	} {
		require.Contains(t, refused(t, slices.Concat([]string{"repeat"}, args, []string{long})...), "1001 numbers: give at most 1000")
	}
}

func TestBoundsObeysItsFlags(t *testing.T) {
	for name, settings := range map[string]func() ([]grid.Setting, error){"quick": grid.Quick, "default": grid.Default} {
		all, err := settings()
		require.NoError(t, err)
		r, err := grid.Plan{Trials: 6, Seed: 3}.Run(t.Context(), all, nil)
		require.NoError(t, err)
		var want bytes.Buffer
		require.NoError(t, report.Style{Format: "json"}.Write(&want, report.Bounds(r)))
		require.Equal(t, want.String(), results(command(t, "bounds", "--grid", name, "--trials", "6", "--seed", "3", "--format", "json")))
	}
}

func TestBoundsReadsAGridFileAndWritesAFolder(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "grid.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"rows": [{"family": "symmetric,K=4,d=2,gap=1", "delta": 0.1}]}`), 0o600))
	out := filepath.Join(dir, "out")
	text := command(t, "bounds", "--grid", path, "--out", out, "--format", "json")
	data, err := os.ReadFile(filepath.Join(out, "report.json"))
	require.NoError(t, err)
	require.Equal(t, text, string(data))
	doc := decode[report.BoundsReport](t, text)
	require.Len(t, doc.Rows, 1)
	require.Contains(t, text, `"assertions": 5`)
	require.Contains(t, refused(t, "bounds", "--grid", filepath.Join(dir, "none.json")), "none.json")
}

// The exit status of a simulation: a bug, interrupted, open, fine.
func TestSimulateVerdict(t *testing.T) {
	runs := make([]trial.Outcome, 3)
	runs[1].Audit.Violation = "B.7: wrong"
	f := simulateFlags{Simulation: trial.Simulation{Trials: 3}, strict: true}
	require.Equal(t, exitError{exitRefuted, "a bug in 1 runs, first in trial 1: B.7: wrong"}, f.verdict(runs, trial.Tally{Bugs: []int{1}, Undecided: 1}))
	require.Equal(t, interrupted(), f.verdict(runs[:2], trial.Tally{Undecided: 1}))
	require.Equal(t, exitError{status: exitInconclusive}, f.verdict(runs, trial.Tally{Undecided: 1}))
	require.NoError(t, f.verdict(runs, trial.Tally{}))
	f.strict = false
	require.NoError(t, f.verdict(runs, trial.Tally{Undecided: 1}))
}

// The command that a bug comes with repeats the run: trial t is the last of it.
func TestTheReplayOfABugRepeatsItsRun(t *testing.T) {
	t.Chdir("../..")
	for _, make := range []func() (grid.Setting, error){
		func() (grid.Setting, error) { return grid.Symmetric(8, 2, 1, 0.1) },
		func() (grid.Setting, error) { return grid.Log("football_conmebol", 0.1) },
	} {
		s, err := make()
		require.NoError(t, err)
		r, err := grid.Plan{Seed: 5, Trials: 40, Method: emptied()}.Run(t.Context(), []grid.Setting{s}, nil)
		require.NoError(t, err)
		bug := r.Rows[0].Audit
		require.Zero(t, bug.Trial, "every answer is wrong")
		words := strings.Fields(bug.Replay)
		require.Equal(t, "vectorborda", words[0])
		doc := decode[report.Simulation](t, command(t, append(words[1:], "--format", "json")...))
		require.Len(t, doc.Runs, bug.Trial+1)
		want, err := trial.Simulation{
			Instance: s.Instance, Delta: 0.1, Constants: bounds.PaperConstants(), First: bug.Trial, Trials: 1, Seed: 5,
		}.Run(t.Context(), nil)
		require.NoError(t, err)
		require.Equal(t, want[0].Comparisons, doc.Runs[bug.Trial].Tau)
	}
}

// emptied is VB-EGE without an answer, under its name, so that it is audited.
func emptied() algo.Method {
	vbege := algo.Methods()[0]
	return algo.Method{Name: vbege.Name, New: func(K, d int, delta float64, c bounds.Constants) (algo.Runner, error) {
		r, err := vbege.New(K, d, delta, c)
		return empty{r}, err
	}}
}

type empty struct{ algo.Runner }

func (e empty) Run(p algo.Problem) algo.Result {
	res := e.Runner.Run(p)
	res.Frontier = nil
	return res
}

// The exit status of a report: red, partial, open, green.
func TestBoundsVerdict(t *testing.T) {
	status := func(r *grid.Report, strict bool) error {
		doc := report.Bounds(r)
		return exitOf(doc.Red(), doc.Partial, strict && doc.Open() > 0)
	}
	settings, err := grid.Quick()
	require.NoError(t, err)
	green, err := grid.Plan{Seed: 1}.Run(t.Context(), settings[:1], nil)
	require.NoError(t, err)
	require.NoError(t, status(green, true))

	open, err := grid.Plan{Seed: 1, Trials: 50}.Run(t.Context(), settings[:1], nil)
	require.NoError(t, err)
	require.NoError(t, status(open, false))
	require.Equal(t, exitError{status: exitInconclusive}, status(open, true))

	partial := *green
	partial.Partial = true
	require.Equal(t, interrupted(), status(&partial, true))

	red := *green
	red.Rows = slices.Clone(green.Rows)
	red.Rows[0].Audit = trial.Audit{Violations: 1, Trial: 3, First: "B.7: wrong", Replay: "vectorborda simulate"}
	red.Partial = true
	var exit exitError
	require.ErrorAs(t, status(&red, false), &exit)
	require.Equal(t, exitRefuted, exit.status)
	require.Contains(t, exit.message, "first in trial 3: B.7: wrong")
}

func TestLemmasObeysItsFlags(t *testing.T) {
	entries, err := lemmas.Select(`^B\.[12]$`)
	require.NoError(t, err)
	require.Len(t, entries, 2)
	rows, err := runAll(t.Context(), entries, lemmas.Options{Seed: 3, Checks: 7, Prover: &lemmas.Prover{Sizes: []lemmas.Size{{K: 3, D: 1}}}}, nil)
	require.NoError(t, err)
	var want bytes.Buffer
	require.NoError(t, report.Style{Format: "json"}.Write(&want, report.Register(rows)))
	require.Equal(t, want.String(), results(command(t, "lemmas", "--run", `^B\.[12]$`, "--checks", "7", "--seed", "3", "--format", "json", "--smt", "off", "--kernel", "off", "--sizes", "3x1")))
}

func TestSizesAreRead(t *testing.T) {
	sizes, err := parseSizes("3x2, 4x3")
	require.NoError(t, err)
	require.Equal(t, []lemmas.Size{{K: 3, D: 2}, {K: 4, D: 3}}, sizes)
	for _, bad := range []string{"3", "3x", "x2", "1x2", "3x0", "9x1", "3x9", "3x2,3x2", "3x2,", "12x2", "3×2", "-3x2"} {
		_, err := parseSizes(bad)
		require.Error(t, err, bad)
	}
}

// Without the solvers a proof that is required is refused at once, with what
// installs them, and one that is not is left out in plain sight.
func TestWithoutSolvers(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	require.Contains(t, refused(t, "lemmas", "--run", `^B\.2$`, "--smt", "require"), "no z3 on PATH and no cvc5 on PATH: apt-get install z3 cvc5")
	require.Contains(t, refused(t, "lemmas", "--smt", "maybe"), "give auto, off or require")
	require.Contains(t, refused(t, "lemmas", "--smt-limit", "0s"), "--smt-limit")
	text := command(t, "lemmas", "--run", `^B\.2$`, "--checks", "9")
	require.Contains(t, text, "sampled(9)")
	require.Contains(t, text, "4 proofs were not run")
	require.NotContains(t, text, "proved(2x1")
}

// A solver that is there and does not work is not said to be missing.
func TestBrokenSolvers(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "z3"), []byte("#!/bin/sh\necho gibberish; echo 'no lib' >&2; exit 7\n"), 0o700))
	const broken = `z3 --version printed "gibberish\nno lib": exit status 7: reinstall it`
	text := refused(t, "lemmas", "--run", `^B\.2$`, "--smt", "require")
	require.Contains(t, text, broken)
	require.Contains(t, text, "no cvc5 on PATH: apt-get")
	require.NotContains(t, text, "no z3")
	var out, errOut bytes.Buffer
	require.Zero(t, run(t.Context(), &out, &errOut, []string{"lemmas", "--run", `^B\.2$`, "--checks", "9"}))
	require.Contains(t, errOut.String(), "warning: --smt auto: z3 is there but does not work: ")
	require.Contains(t, errOut.String(), broken)
	require.Contains(t, out.String(), "4 proofs were not run")
}

// Programs that only look like solvers prove nothing.
func TestRequiredProofsThatAreMissing(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	for _, name := range []string{"z3", "cvc5"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("#!/bin/sh\necho version 1.2\n"), 0o700))
	}
	var out, errOut bytes.Buffer
	require.Equal(t, exitInconclusive, run(t.Context(), &out, &errOut, []string{"lemmas", "--run", `^B\.2$`, "--checks", "9", "--smt", "require", "--sizes", "2x1"}))
	require.Contains(t, errOut.String(), "Lemma B.2 is not proved at 2x1: conclusion by z3 is crash: version")
	require.Contains(t, out.String(), "sampled(9)")
}

// A declared range is wider than half the spread, and κ_B belongs to it.
func TestInspectObeysDeltaAndTheDeclaredRange(t *testing.T) {
	path := filepath.Join(t.TempDir(), "scores.json")
	require.NoError(t, os.WriteFile(path, []byte(`{"models":["a","b"],"objectives":["r"],"theta":[[1],[0]],"range":2.5}`), 0o600))
	got := decode[report.Inspection](t, command(t, "inspect", path, "--delta", "0.2", "--format", "json"))
	in, err := instance.ReadFile(path)
	require.NoError(t, err)
	kappa, err := bounds.Kappa(2.5)
	require.NoError(t, err)
	b := in.Bounds(in.Gaps(), 0.2)
	require.Equal(t, []stat.Number{0.2, 2.5, stat.Number(kappa)}, []stat.Number{got.Delta, got.Range, got.Kappa})
	require.Equal(t, b.UpperBorda, got.Bounds.UpperBorda)
	require.Equal(t, b.UpperLatent, got.Bounds.UpperLatent)
}

// A wrong --format is refused before anything else is looked at, so that nobody
// waits for it.
func TestAnUnknownFormatIsRefusedBeforeTheWork(t *testing.T) {
	for _, args := range [][]string{
		{"inspect", "missing.csv"}, {"simulate", "--instance", "missing.csv"}, {"lemmas", "--run", "NOPE"}, {"bounds", "--grid", "missing.json"},
	} {
		require.Contains(t, refused(t, append(args, "--format", "xml")...), `--format "xml" is unknown`)
	}
}

func TestCountsAreBounded(t *testing.T) {
	for n, ok := range map[int]bool{-1: false, 0: false, 1: true, maxCount: true, maxCount + 1: false} {
		err := checkCount("trials", n)
		require.Equal(t, ok, err == nil, "%d: %v", n, err)
	}
}

func TestAMessageIsOneLineWhateverItQuotes(t *testing.T) {
	require.Contains(t, refused(t, "inspect", "no\nsuch\x1b[31m file"), "no such\ufffd[31m file")
}
