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
	"vectorborda/sims/algo"
	"vectorborda/sims/grid"
	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
)

// update rewrites testdata instead of comparing with it:
//
//	go test ./report -run Golden -update
//
// Read the difference before you commit it: every number of the documents below
// is another one, so that each can be found in its place.
var update = flag.Bool("update", false, "rewrite the documents in testdata")

// golden compares a document in every format with testdata/NAME.txtar.
func golden(t *testing.T, name string, doc Document) {
	path := filepath.Join("testdata", name+".txtar")
	got := &txtar.Archive{Comment: []byte("Written by `go test ./report -run Golden -update`.\n")}
	for _, format := range Formats() {
		got.Files = append(got.Files, txtar.File{Name: format, Data: []byte(render(t, format, doc))})
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
func made(n float64, notes ...string) instance.Bounds {
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
	none := math.NaN()
	golden(t, "inspect_log", Inspect(in, instance.Gaps{Borda: []float64{0.21, 0.22}}, 0.04, none, instance.Bounds{
		UpperLatent: none, UpperBorda: 201.5, UpperClass: none, LowerMinimax: none, LowerSymmetric: none,
	}))
}

// simulation is a partial run of four models, three runs decided and one ended by
// the budget; its tallies are made up.
func simulation() SimulationInput {
	return SimulationInput{
		Algorithm: "vb-ege", Instance: "birds.csv", Fingerprint: "0123456789abcdef",
		Models: []string{"ant", "bee", "cat", "dog"}, Frontier: []int{0, 2},
		Seed: 17, Requested: 9, Delta: 0.06, Constants: bounds.Constants{Samp: 2.25, Thr: 4.25, Log: 4.75}, Budget: 5000,
		Runs: []algo.Result{
			{Ended: algo.Decided, Frontier: []int{0, 2}, Comparisons: 1100, Phases: 3},
			{Ended: algo.Decided, Frontier: []int{0, 2}, Comparisons: 1200, Phases: 4},
			{Ended: algo.Decided, Frontier: []int{1}, Comparisons: 1300, Phases: 5},
			{Ended: algo.BudgetSpent, Frontier: []int{2}, Undecided: []int{0, 3}, Comparisons: 4900, Phases: 8},
		},
		Errors: 2, Undecided: 1, ShowRuns: true,
		Tau: stat.Summary{N: 4, Mean: 1250.5, SE: 21.25, Median: 1225, Q: stat.Quantile{Value: 1310, Lo: 1150, Hi: 1390, Level: 0.9912}},
	}
}

func TestGoldenSimulation(t *testing.T) { golden(t, "simulate", Simulate(simulation())) }

func TestGoldenBounds(t *testing.T) {
	in, err := instance.Symmetric(5, 3, 1)
	require.NoError(t, err)
	golden(t, "bounds", Bounds(23, true, []grid.Row{
		{
			Setting: grid.Setting{Family: "symmetric", Gap: 0.75, Delta: 0.07, Instance: in},
			Trials:  31, Errors: 8, Undecided: 6, Bounds: made(300, "a note"),
			Tau: stat.Summary{N: 31, Mean: 350.5, SE: 9.25, Median: 340, Q: stat.Quantile{Value: 360, Lo: 320, Hi: 390, Level: 0.9934}},
		},
		{
			Setting: grid.Setting{Family: "birds", Gap: 0.0625, Delta: 0.08, Instance: in},
			Trials:  2, Errors: 0, Undecided: 1,
			Bounds: instance.Bounds{UpperLatent: math.NaN(), UpperBorda: 402.5, UpperClass: math.NaN(), LowerMinimax: math.NaN(), LowerSymmetric: math.NaN()},
			Tau: stat.Summary{
				N: 2, Mean: math.Inf(1), SE: math.NaN(), Median: 440,
				Q: stat.Quantile{Value: math.Inf(1), Lo: math.Inf(-1), Hi: math.Inf(1), Level: 1},
			},
		},
	}))
}

// register has a row of every kind: refuted, sampled with a superfluous mutant,
// with a survivor, interrupted, and only stated.
func register() Register {
	row := func(id, kind string, mutants ...lemmas.MutantResult) lemmas.Result {
		return lemmas.Result{
			ID: id, Paper: lemmas.Paper, Kind: kind, Title: "title of " + id, Claim: "claim of " + id,
			Parts: []string{}, Hypotheses: []string{}, Mutants: append([]lemmas.MutantResult{}, mutants...), Proof: []map[string]any{}, Sharp: []map[string]any{},
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
	return Register{refuted, sampled, survived, partial, row("3.1", "Theorem")}
}

func TestGoldenRegister(t *testing.T) { golden(t, "lemmas", register()) }

// Each warning is shown when its reason is there, and only then.
func TestWarningsHaveReasons(t *testing.T) {
	clean := simulation()
	clean.Requested, clean.Undecided, clean.Constants = len(clean.Runs), 0, bounds.PaperConstants()
	require.Empty(t, Simulate(clean).Tables()[0].Notes)
	require.False(t, Simulate(clean).Partial)
	for warning, spoil := range map[string]func(*SimulationInput){
		"PARTIAL: interrupted after 4 of 5 trials.": func(in *SimulationInput) { in.Requested++ },
		"proved for C = (2, 4, 4) only":             func(in *SimulationInput) { in.Constants.Log++ },
		"1 runs ended by the budget":                func(in *SimulationInput) { in.Undecided++ },
	} {
		in := clean
		spoil(&in)
		notes := Simulate(in).Tables()[0].Notes
		require.Len(t, notes, 1)
		require.Contains(t, notes[0], warning)
	}
	clean.ShowRuns = false
	require.Len(t, Simulate(clean).Tables(), 1, "runs are shown when asked for")

	require.NotContains(t, strings.Join(Bounds(1, false, nil).Tables()[0].Notes, "\n"), "PARTIAL")
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
