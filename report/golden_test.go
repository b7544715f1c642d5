package report

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/lemmas"
	"vectorborda/lemmas/coq"
	"vectorborda/sims/algo"
	"vectorborda/sims/audit"
	"vectorborda/sims/grid"
	"vectorborda/sims/instance"
	"vectorborda/sims/setting"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

// update rewrites testdata instead of comparing with it:
//
//	go test ./report -run Golden -update
//
// Read the difference before you commit it: every number of the documents below
// is another one, so that each can be found in its place.
var update = flag.Bool("update", false, "rewrite the documents in testdata")

// maker is an origin as no program has it.
var maker = Origin{Version: "v9.8.7", Command: "vectorborda made --up 'a & b'", Platform: "plan10/abacus, go0.1", Paper: "arXiv:0000.00000"}

// golden compares a document in every format with testdata/NAME.txtar.
func golden(t *testing.T, name string, doc Document) {
	fits(t, doc)
	path := filepath.Join("testdata", name+".txtar")
	got := &txtar.Archive{Comment: []byte("Written by `go test ./report -run Golden -update`.\n")}
	for _, format := range Formats() {
		var out strings.Builder
		require.NoError(t, Style{Format: format, By: maker}.Write(&out, doc))
		got.Files = append(got.Files, txtar.File{Name: format, Data: []byte(out.String())})
	}
	if *update {
		require.NoError(t, os.WriteFile(path, txtar.Format(got), 0o600))
	}
	want, err := txtar.ParseFile(path)
	require.NoError(t, err)
	require.Len(t, want.Files, len(got.Files))
	for n, file := range got.Files {
		require.Equal(t, want.Files[n].Name, file.Name)
		require.Equal(t, string(want.Files[n].Data), string(file.Data), "%s as %s", name, file.Name)
	}
}

// made are bounds as no theorem gives them, starting at n.
func made(n stat.Number, notes ...string) instance.Bounds {
	return instance.Bounds{
		UpperLatent: n + 1.5, UpperBorda: n + 2.5, UpperClass: n + 3.5, LowerMinimax: n + 4.5, LowerSymmetric: n + 5.5, Notes: notes,
	}
}

func TestGoldenInspectionOfLatentScores(t *testing.T) {
	in, err := instance.FromTheta([]string{"ant", "bee", "cat", "dog"}, []string{"code", "maths"},
		[][]float64{{2, 0.5}, {1, 0.25}, {0, 3}, {-1, -2}}, 7.25)
	require.NoError(t, err)
	in.Borda = gaps.Array[float64]{K: 4, D: 2, X: []float64{0.85, 0.52, 0.62, 0.45, 0.37, 0.95, 0.16, 0.08}}
	g := instance.Gaps{Latent: []float64{0.51, 0.52, 0.53, 0.54}, Borda: []float64{0.11, 0.12, 0.13, 0.14}}
	golden(t, "inspect", Inspect(in, g, 0.03, 0.0625, made(100, "a note", "another note")))
}

func TestGoldenInspectionOfALog(t *testing.T) {
	in, err := instance.Read(strings.NewReader("model_a,model_b,winner,objective\n" +
		"ant,bee,ant,code\nant,bee,ant,code\nant,bee,bee,code\nbee,ant,tie,code\nant,bee,tie,code\n"))
	require.NoError(t, err)
	none := stat.Number(math.NaN())
	golden(t, "inspect_log", Inspect(in, instance.Gaps{Borda: []float64{0.21, 0.22}}, 0.04, math.NaN(), instance.Bounds{
		UpperLatent: none, UpperBorda: 201.5, UpperClass: none, LowerMinimax: none, LowerSymmetric: none,
	}))
}

// simulation is a partial run of four models, three runs decided and one ended by
// the budget; its tallies are made up.
func simulation() SimulationInput {
	in, _ := instance.FromTheta([]string{"ant", "bee", "cat", "dog"}, []string{"code", "maths"}, [][]float64{{4, 1}, {1, 0}, {2, 2}, {0, 1.5}}, 0)
	return SimulationInput{
		Simulation: trial.Simulation{
			Instance: in, Method: algo.Methods()[0], Seed: 17, Trials: 9, Delta: 0.06, Constants: bounds.Constants{Samp: 2.25, Thr: 4.25, Log: 4.75}, Budget: 5000,
		},
		Label: "birds.csv",
		Runs: []trial.Outcome{
			{Result: algo.Result{Ended: algo.Decided, Frontier: []int{0, 2}, Comparisons: 1100, Phases: 3}},
			{Result: algo.Result{Ended: algo.Decided, Frontier: []int{0, 2}, Comparisons: 1200, Phases: 4}},
			{Result: algo.Result{Ended: algo.Decided, Frontier: []int{1}, Comparisons: 1300, Phases: 5}, Audit: audit.Finding{Violation: "B.9: wrong"}},
			{Result: algo.Result{Ended: algo.BudgetSpent, Frontier: []int{2}, Undecided: []int{0, 3}, Comparisons: 4900, Phases: 8}},
		},
		Tally: trial.Tally{Errors: 2, Undecided: 1, NoEvent: 3, Bugs: []int{2}}, ShowRuns: true,
		Tau: stat.Tau{
			Summary: stat.Summary{N: 4, Mean: 1250.5, SE: 21.25, Median: 1225, Quantile: stat.Quantile{Value: 1310, Lo: 1150, Hi: 1390, Level: 0.9912}},
			Tail:    stat.Tail{Index: 2.75, Lo: 2.125, Hi: 3.25, K: 15},
		},
	}
}

func TestGoldenSimulation(t *testing.T) { golden(t, "simulate", Simulate(simulation())) }

// judged is a claim of the made-up report; every number is another one.
func judged(id string, n stat.Number, outcome, twin stat.Outcome) grid.Check {
	return grid.Check{
		ID: id, Words: "words of " + id, Bound: n + 0.5, Outcome: outcome, Twin: twin,
		Claim: stat.Claim{
			ID: id, N: int64(n) + 1, P0: n / 1e4, Alpha: 5e-9, Alternative: n / 1e3, Critical: int64(n) + 2, Power: 1 - n/1e5,
			Events: int64(n) + 3, Limit: n / 2e3, Outcome: outcome,
		},
	}
}

// boundsReport has a row of each kind: a symmetric one with every outcome, and a
// log with a bug and an infinite quantile.
func boundsReport() *grid.Report {
	of := func(family string, gap stat.Number, delta float64, source string) grid.Setting {
		return grid.Setting{Setting: setting.Setting{Family: family, K: 5, D: 3, Gap: gap, Delta: delta, Source: source}}
	}
	refuted := judged("B.4", 510, stat.Refuted, stat.Refuted)
	refuted.Second = &grid.Stage{N: 541, Critical: 542, Events: 543, Outcome: stat.Refuted}
	unasked := grid.Check{Claim: stat.NoClaim(), ID: "B.14", Words: "words of B.14", Bound: 530.5, Outcome: stat.Inconclusive, Unasked: "too few runs"}
	first := grid.Row{
		Setting: of("symmetric", 0.75, 0.07, "--family symmetric,"),
		Wanted:  31, Trials: 31, Audit: trial.Audit{Runs: 31}, Errors: 8, Undecided: 6, NoEvent: 4, Bounds: made(300, "a note"), Notes: []string{"a note"},
		Tau: stat.Tau{
			Summary: stat.Summary{N: 31, Mean: 350.5, SE: 9.25, Median: 340, Quantile: stat.Quantile{Value: 360, Lo: 320, Hi: 390, Level: 0.9934}},
			Tail:    stat.Tail{Index: 3.5, Lo: 2.5, Hi: 5.5, K: 12},
		},
		Checks: []grid.Check{judged("3.1", 500, stat.Supported, stat.Refuted), refuted, judged("3.2", 520, stat.Inconclusive, stat.Supported), unasked},
		Slack:  grid.Slack{Grid: 1.25, Rest: 170, Phase: 4.25, Worst: 1.75, Kappa: 1.375},
	}
	none, endless := stat.Number(math.NaN()), stat.Number(math.Inf(1))
	second2 := grid.Row{
		Setting: of("birds", 0.0625, 0.08, "--instance birds"),
		Wanted:  3, Trials: 2, Undecided: 1, Checks: []grid.Check{}, Notes: []string{},
		Audit:  trial.Audit{Runs: 2, Violations: 1, Trial: 44, First: "B.7: wrong", Replay: "vectorborda simulate --x"},
		Bounds: instance.Bounds{UpperLatent: none, UpperBorda: 402.5, UpperClass: none, LowerMinimax: none, LowerSymmetric: none},
		Tau: stat.Tau{
			Summary: stat.Summary{N: 2, Mean: endless, SE: none, Median: 440, Quantile: stat.Quantile{Value: endless, Lo: -endless, Hi: endless, Level: 1}},
			Tail:    stat.Tail{Index: none, Lo: 0, Hi: endless},
		},
		Slack: grid.Slack{Grid: none, Rest: none, Phase: none, Worst: none, Kappa: none},
	}
	control := &grid.Control{
		Setting: of("symmetric", 0.03125, 0.09, "--family symmetric,"), Words: "words of control",
		Stage: grid.Stage{N: 701, Events: 703, Critical: 702, Outcome: stat.Refuted},
	}
	return &grid.Report{
		Seed: 23, Partial: true, Rows: []grid.Row{first, second2}, Control: control,
		Slopes: []grid.Slope{{Axis: "K", Fixed: "d=3", Count: 3, Rows: []grid.Row{first, first, first}, Slope: 1.0625, SE: 0.03}},
	}
}

func TestGoldenBounds(t *testing.T) { golden(t, "bounds", Bounds(boundsReport())) }

func TestGoldenJUnit(t *testing.T) {
	var got strings.Builder
	require.NoError(t, Bounds(boundsReport()).WriteJUnit(&got, maker))
	path := filepath.Join("testdata", "junit.xml")
	if *update {
		require.NoError(t, os.WriteFile(path, []byte(got.String()), 0o600))
	}
	want, err := os.ReadFile(path)
	require.NoError(t, err)
	require.Equal(t, string(want), got.String())
}

// What is red, line by line; a report without it is not.
func TestRedNamesClaimInstanceSeedAndReplay(t *testing.T) {
	doc := Bounds(boundsReport())
	require.Equal(t, []string{
		"words of B.4 is refuted on symmetric K=5 d=3 Δ=0.75 δ=0.07, seed 23: 513 of 511 runs and 543 of 541 fresh ones, refuted from 512 and 542 on",
		"the wrong twin of claim 3.2 on symmetric K=5 d=3 Δ=0.75 δ=0.07, seed 23, is supported: this test shows nothing",
		"a bug on birds δ=0.08, seed 23, in 1 runs, first in trial 44: B.7: wrong; replay: vectorborda simulate --x",
	}, doc.Red())
	require.Equal(t, 4, doc.Open(), "two claims, a row with open runs, a row without claims")

	r := boundsReport()
	r.Control.Outcome = stat.Inconclusive
	require.Contains(t, strings.Join(Bounds(r).Red(), "\n"), "the control, a broken algorithm, is not refuted")

	r = boundsReport()
	r.Rows, r.Partial = r.Rows[:1], false
	r.Rows[0].Checks = r.Rows[0].Checks[:1]
	clean := Bounds(r)
	require.Empty(t, clean.Red())
	require.Equal(t, 1, clean.Open(), "open runs")
	r.Rows[0].Undecided = 0
	require.Zero(t, Bounds(r).Open())
	require.Len(t, clean.Brief(), 3, "claims that came out as expected are left out on a terminal")
	require.Len(t, clean.Tables(), 4)
	require.NotContains(t, strings.Join(clean.Tables()[0].Notes, "\n"), "PARTIAL")
}

// A control that is not refuted, or was not reached, is shown as such.
func TestJUnitShowsTheControl(t *testing.T) {
	r := boundsReport()
	r.Control.Outcome = stat.Inconclusive
	var got strings.Builder
	require.NoError(t, Bounds(r).WriteJUnit(&got, maker))
	require.Contains(t, got.String(), `<failure message="703 failures in 701 runs: inconclusive">`)
	r.Control = nil
	got.Reset()
	require.NoError(t, Bounds(r).WriteJUnit(&got, maker))
	require.Contains(t, got.String(), `<skipped message="interrupted">`)
}

// register has a row of every kind: refuted, sampled with a superfluous mutant,
// with a survivor, interrupted, and only stated.
func register() Register {
	row := func(id, kind string, mutants ...lemmas.MutantResult) lemmas.Result {
		return lemmas.Result{
			ID: id, Paper: lemmas.Paper, Kind: kind, Title: "title of " + id, Claim: "claim of " + id,
			Parts: []string{}, Hypotheses: []string{}, Mutants: append([]lemmas.MutantResult{}, mutants...), Proof: []lemmas.Proof{}, Sharp: []lemmas.Sharp{},
			Source: "where " + id + " is found",
		}
	}
	caught := lemmas.MutantResult{
		Name: "sharper", Refuted: true, Witness: "K=2 x=[1 0]", Size: "2x1", Why: "off by one", How: lemmas.ByGenerator, Draws: 90, Hits: 13,
	}
	alive := lemmas.MutantResult{Name: "reversed", Size: "3x2", Witness: "K=3 x=[2 1 0]", Why: "the other way", How: lemmas.ByWitness, Draws: 80, Hits: 4}
	idle := lemmas.MutantResult{Name: "wider", Why: "K = 1", How: lemmas.ByNothing, Superfluous: "nothing is needed", Draws: 70}

	refuted := row("B.5", "Lemma", caught)
	refuted.Checks, refuted.Undecided, refuted.Witness = 41, 3, "real: K=2 x=[5 6]: 5 > 4"
	refuted.Replay = &lemmas.Replay{Part: "real", Seed: 19, Check: 27}
	refuted.Evidence = lemmas.Evidence{Word: lemmas.RefutedWitness, Detail: refuted.Witness}
	sampled := row("2.1", "Lemma", caught, idle)
	sampled.Checks, sampled.Evidence = 42, lemmas.Evidence{Word: lemmas.Sampled, Detail: "42"}
	survived := row("C.3.3", "Corollary", alive, caught, idle)
	survived.Checks, survived.NoSolver = 43, "contains exp"
	partial := row("B.1", "Lemma", caught)
	partial.Checks, partial.Partial, partial.Evidence = 11, true, lemmas.Evidence{Word: lemmas.Sampled, Detail: "11"}
	ask := func(size, query, solver, result string, ok bool) lemmas.Proof {
		return lemmas.Proof{Size: size, Query: query, Solver: solver, Version: "4.5." + solver[:1], Result: result, OK: ok, Seconds: 1.5}
	}
	proved := row("B.2", "Lemma", caught)
	proved.Checks, proved.Evidence = 44, lemmas.Evidence{Word: lemmas.Proved, Detail: "2x1"}
	proved.Proof = []lemmas.Proof{
		ask("2x1", "conclusion", "z3", "unsat", true), ask("2x1", "conclusion", "cvc5", "unsat", true),
		ask("2x1", "hypotheses", "z3", "sat", true), ask("2x1", "hypotheses", "cvc5", "sat", true),
		ask("2x1", "mutant sharper", "z3", "sat", true), ask("2x1", "mutant sharper", "cvc5", "sat", true),
		ask("3x2", "conclusion", "z3", "unsat", true), ask("3x2", "conclusion", "cvc5", "time-out", false),
	}
	proved.Proof[7].Why = "no answer"
	proved.Sharp = []lemmas.Sharp{{Constant: "in 2r", Holds: "2", Evidence: proved.Evidence, Fails: "1.9", Witness: caught.Witness}}
	idler := row("B.7", "Lemma", caught)
	idler.Checks, idler.Evidence = 45, lemmas.Evidence{Word: lemmas.Sampled, Detail: "45"}
	idler.Proof = []lemmas.Proof{{Size: "2x1", Query: "conclusion", Expected: "unsat", Result: lemmas.NotRun, Why: lemmas.NotRun}}
	kernel := row("B.8", "Lemma", caught)
	kernel.Checks, kernel.Evidence = 46, lemmas.Evidence{Word: lemmas.KernelProof, Detail: "all K,d"}
	kernel.Kernel = []coq.Theorem{
		{Name: "lemma_B_8", File: "lemma_b_8.v", Axioms: []string{coq.Axioms[0], coq.Axioms[3]}},
		{Name: "lemma_B_8_sharp", File: "lemma_b_8.v", Axioms: []string{}},
	}
	return Register{refuted, sampled, survived, partial, proved, idler, kernel, row("3.1", "Theorem")}
}

func TestGoldenRegister(t *testing.T) { golden(t, "lemmas", register()) }

func TestGoldenAuditedSimulation(t *testing.T) {
	in := simulation()
	in.Constants, in.ShowRuns = bounds.PaperConstants(), false
	golden(t, "simulate_audited", Simulate(in))
}

// A method without guarantee says so in the table and in the document, with its
// fits and the runs that its own limit ended.
func TestGoldenSimulationWithoutGuarantee(t *testing.T) {
	in := simulation()
	in.Method = algo.Method{Name: "guess", Title: "Educated Guess", Guarantee: "no guarantee at all"}
	in.Tally.Undecided, in.Tally.Capped, in.Tally.Bugs, in.ShowRuns = 3, 2, nil, false
	in.Tally.Fits = algo.Fits{
		Count: 61, Gradient: 6.25e-11, Gap: 6.5e-13, Fallbacks: 62, Unconverged: 63, Separated: 64, Disconnected: 65,
	}
	golden(t, "simulate_fits", Simulate(in))
}

// Each warning is shown when its reason is there, and only then.
func TestWarningsHaveReasons(t *testing.T) {
	clean := simulation()
	clean.Trials, clean.Tally.Undecided, clean.Tally.Bugs, clean.Constants = len(clean.Runs), 0, nil, bounds.PaperConstants()
	base := Simulate(clean).Tables()[0].Notes
	require.Len(t, base, 1)
	require.Contains(t, base[0], "the confidence event failed in 3; where it held, 0 runs broke a statement")
	require.False(t, Simulate(clean).Partial)
	for warning, spoil := range map[string]func(*SimulationInput){
		"PARTIAL: interrupted after 4 of 5 trials.": func(in *SimulationInput) { in.Trials++ },
		"1 runs ended by the budget":                func(in *SimulationInput) { in.Tally.Undecided++ },
		"BUG, first in trial 2: B.9: wrong.":        func(in *SimulationInput) { in.Tally.Bugs = []int{2} },
		"∞?: τ has no mean":                         func(in *SimulationInput) { in.Tau.Tail = stat.Tail{Index: 0.5, Lo: 0.25, Hi: 0.75, K: 15} },
		"?: τ may have no mean":                     func(in *SimulationInput) { in.Tau.Tail = stat.Tail{Index: 1.5, Lo: 0.75, Hi: 2.25, K: 15} },
		"?: too few runs to tell whether τ has a mean": func(in *SimulationInput) {
			in.Tau.Tail = stat.Tail{Index: stat.Number(math.NaN()), Hi: stat.Number(math.Inf(1))}
		},
	} {
		in := clean
		spoil(&in)
		notes := Simulate(in).Tables()[0].Notes
		require.Len(t, notes, 2, warning)
		require.Contains(t, strings.Join(notes, "\n"), warning)
	}
	other := clean
	other.Constants.Log++
	require.Nil(t, Simulate(other).Audit)
	require.Contains(t, Simulate(other).Tables()[0].Notes[0], "proved for C = (2, 4, 4) only")
	clean.ShowRuns = false
	require.Len(t, Simulate(clean).Tables(), 1, "runs are shown when asked for")

	for _, note := range (register()[1:2]).Tables()[0].Notes {
		require.NotRegexp(t, "PARTIAL|REFUTED|not as they should be", note)
	}
}

func TestAListOfManyNamesIsCounted(t *testing.T) {
	names := strings.Split("a b c d e f g h i j k l m", " ")
	require.Equal(t, "a, b, c, d, e, f, g, h, i, j, k, l", list(names[:12]), "twelve are listed")
	require.Equal(t, "a, b, c, d, e, f, g, h, i, j, k, l, … (13)", list(names))
}

// A map of eight has its own order, drawn anew each time; that it is the one of
// the alphabet a hundred times in a row has a probability below 8⁻¹⁰⁰.
func TestCountedNamesAreInTheirOrder(t *testing.T) {
	for range 100 {
		counts := map[string]int{"a": 1, "b": 2, "c": 3, "d": 4, "e": 5, "f": 6, "g": 7, "h": 8}
		require.Equal(t, "a (1), b (2), c (3), d (4), e (5), f (6), g (7), h (8)", counted(counts))
	}
}
