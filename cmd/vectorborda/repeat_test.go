package main

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/require"

	"vectorborda/sims/repeat"
	"vectorborda/sims/stat"
)

func TestRepeatRecoveryDependsOnTheSeedAndNotOnJobs(t *testing.T) {
	args := []string{"repeat", "recovery", "--contexts", "20000,50000", "--trials", "60", "--depth", "12", "--format", "csv"}
	one := command(t, append(args, "--jobs", "1")...)
	require.Equal(t, one, command(t, append(args, "--jobs", "8")...))
	require.NotEqual(t, one, command(t, append(args, "--seed", "2")...))
}

// Every flag of recovery has another value than its default.
func TestRepeatRecoveryObeysItsFlags(t *testing.T) {
	got := decode[repeat.Recoveries](t, command(t, "repeat", "recovery", "--beta", "1.5", "--reference", "m2", "--gap", "0.02",
		"--heterogeneity", "0.4", "--contexts", "3e4", "--depth", "16", "--trials", "70", "--seed", "5", "--format", "json"))
	p, err := repeat.PaperPopulation(0.02, 0.4)
	require.NoError(t, err)
	x, err := repeat.NewDesign(p, 1, 1.5)
	require.NoError(t, err)
	require.Len(t, got.Rows, 4)
	for i, m := range repeat.Methods() {
		e, _, err := new(repeat.Maker).Make(t.Context(), m, 1.5, 16, 0.01)
		require.NoError(t, err)
		f, err := repeat.Recovery{Design: x, Estimator: e, Contexts: 30_000, Trials: 70, Seed: 5}.Run(t.Context(), nil)
		require.NoError(t, err)
		gap, _ := x.SmallestGap(e)
		require.Equal(t, f, got.Rows[i].Frequency)
		require.Equal(t, []any{m, stat.Number(gap)}, []any{got.Rows[i].Method, got.Rows[i].Score})
		require.Nil(t, got.Rows[i].Printed, "the paper prints no such row")
	}
	require.Equal(t, []any{"m2", stat.Number(0.4), 16, uint64(5)}, []any{got.Reference, got.H, got.Depth, got.Seed})
}

// A changed setting is no longer the paper's, so nothing is refuted by it; another
// β or reference model is set beside what is printed.
func TestOnlyThePapersSettingsAreComparedWithIt(t *testing.T) {
	for _, other := range [][]string{
		{"--contexts", "1e5", "--gap", "0.016"}, {"--contexts", "1e5", "--heterogeneity", "0.9"}, {"--contexts", "1e5", "--depth", "24"}, {"--contexts", "2e5"},
	} {
		args := append([]string{"repeat", "recovery", "--trials", "5", "--format", "json"}, other...)
		for _, row := range decode[repeat.Recoveries](t, command(t, args...)).Rows {
			require.Nil(t, row.Printed, "%v", other)
		}
	}
	for words, other := range map[string][]string{"changed unchanged": {"--beta", "1.5"}, "unchanged changed": {"--reference", "1"}, "as printed": nil} {
		args := append([]string{"repeat", "recovery", "--contexts", "1e5", "--trials", "100", "--format", "json"}, other...)
		for _, row := range decode[repeat.Recoveries](t, command(t, args...)).Rows {
			require.NotNil(t, row.Printed)
			require.Contains(t, words, row.Outcome)
		}
	}
}

func TestRepeatBudgetsJSON(t *testing.T) {
	got := decode[repeat.Budgets](t, command(t, "repeat", "budgets", "--heterogeneity", "1", "--gaps", "0.0075", "--format", "json"))
	require.Equal(t, 10, got.Cells)
	require.Empty(t, got.Changes)
	require.Len(t, got.Rows, 2)
	cal := got.Rows[1].Budgets[1]
	require.EqualValues(t, 16, cal.Depth)
	require.Len(t, cal.Attempts, 6)
	require.Equal(t, []any{repeat.None, repeat.Certified, true}, []any{cal.Attempts[4].Status, cal.Attempts[5].Status, cal.Attempts[5].Success})
	// No table, no gap: at d = 1, 2, 4 and 8 of each row, and nowhere else.
	text := command(t, "repeat", "budgets", "--heterogeneity", "1", "--gaps", "0.0075", "--format", "json")
	require.Equal(t, 4+5, strings.Count(text, `"gap": null,`))
	require.NotContains(t, text, `"gap": 0,`)
	var raw map[string]any
	require.NoError(t, json.Unmarshal([]byte(command(t, "repeat", "semi-synthetic", football, "--format", "json")), &raw))
	for _, field := range []string{"log", "models", "targets", "beta", "gap", "scale", "rows", "clusters", "least_outcome", "calibrations"} {
		require.Contains(t, raw, field)
	}
}

// Semi-synthetic with its flags: targets, scale and λ arrive.
func TestSemiSyntheticObeysItsFlags(t *testing.T) {
	got := decode[repeat.SemiBudgets](t, command(t, "repeat", "semi-synthetic", football, "--models", "Brazil, Chile,Peru",
		"--gap", "0.004", "--scale", "0.125", "--beta", "3", "--lambdas", "0.5", "--format", "json"))
	require.ElementsMatch(t, []string{"Brazil", "Chile", "Peru"}, got.Models)
	require.Equal(t, []any{0.125, 3.0, 0.004}, []any{got.Scale, got.Beta, got.Gap})
	require.Len(t, got.Rows, 1)
	require.Equal(t, 0.5, got.Rows[0].Lambda)
	require.InDelta(t, 0.502, got.Targets[1], 1e-15)
	most := 0.0
	for _, c := range got.Clusters {
		for m, u := range c.Utilities {
			most = max(most, math.Abs(u-got.Targets[m]))
		}
	}
	require.InDelta(t, 0.125, most, 1e-15)
}

// The examples of the commands below repeat.
func TestTheExamplesOfRepeatRun(t *testing.T) {
	t.Chdir("../..")
	ran := 0
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for line := range strings.Lines(cmd.Example) {
			if rest, ok := strings.CutPrefix(strings.TrimSpace(line), "vectorborda repeat "); ok {
				require.NotEmpty(t, command(t, append([]string{"repeat"}, strings.Fields(rest)...)...), line)
				ran++
			}
		}
		for _, sub := range cmd.Commands() {
			walk(sub)
		}
	}
	walk(newRoot())
	require.Greater(t, ran, 8)
}

// 2^17 contexts of which two are distinct are two: no more work, and the same answers, to
// the bit since weights and utilities are short binary fractions.
func TestManyEqualContexts(t *testing.T) {
	const n = 1 << 17
	write := func(name string, weights []float64) string {
		doc := map[string]any{"models": []string{"a", "b", "r"}, "weights": weights}
		var rows [][]float64
		for c := range weights {
			rows = append(rows, [][]float64{{0.875, 0.375, 0.25}, {0.25, 0.5, 0.125}}[c%2])
		}
		doc["utilities"] = rows
		data, err := json.Marshal(doc)
		require.NoError(t, err)
		path := filepath.Join(t.TempDir(), name)
		require.NoError(t, os.WriteFile(path, data, 0o600))
		return path
	}
	many := write("many.json", slices.Repeat([]float64{1. / n}, n))
	few := write("few.json", []float64{0.5, 0.5})
	for _, args := range [][]string{{"recovery", "--trials", "20", "--contexts", "100,1e5"}, {"budgets"}} {
		run := func(path string) string {
			out := command(t, append([]string{"repeat", args[0], "--population", path, "--reference", "r", "--format", "csv"}, args[1:]...)...)
			return strings.ReplaceAll(out, filepath.Base(path), "")
		}
		require.Equal(t, run(few), run(many), "%v", args)
	}
}

// Contexts that are all different: Ctrl-C leaves the depths that were tried.
func TestInterruptedBudgetsKeepTheirDepths(t *testing.T) {
	doc := map[string]any{"models": []string{"a", "b", "r"}}
	var weights []float64
	var rows [][]float64
	for c := range 1 << 14 { // D is near 1 in a third of them and near -1/2 in the others
		shift := float64(c) * 0x1p-24
		row := []float64{0.25 + shift, 0.02, 0.743}
		if c%3 == 0 {
			row = []float64{1 - shift, 0.02, 0}
		}
		weights, rows = append(weights, 0x1p-14), append(rows, row)
	}
	doc["weights"], doc["utilities"] = weights, rows
	data, err := json.Marshal(doc)
	require.NoError(t, err)
	path := filepath.Join(t.TempDir(), "distinct.json")
	require.NoError(t, os.WriteFile(path, data, 0o600))
	got := decode[repeat.Budgets](t, stopped(t, "repeat", "budgets", "--population", path, "--reference", "r", "--format", "json"))
	require.True(t, got.Partial)
	require.Len(t, got.Rows, 1)
	avg := got.Rows[0].Budgets[0]
	require.NotEmpty(t, avg.Attempts)
	require.False(t, avg.Attempts[0].Success, "one vote misleads")
}

func TestAFolderThatCannotBeMade(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	require.NoError(t, os.WriteFile(path, nil, 0o600))
	require.Contains(t, refused(t, "repeat", "budgets", "--heterogeneity", "0", "--gaps", "0.02", "--out", path), "--out")
}
