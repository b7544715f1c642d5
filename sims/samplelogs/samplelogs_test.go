package samplelogs

import (
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// The facts published with the logs: votes, size, frontier, and the smallest gap
// of Definition 2.2 in exact rationals.
func TestTheLogsAreWhatTheyAreSaidToBe(t *testing.T) {
	for _, c := range []struct {
		name     string
		K, d     int
		votes    int64
		frontier []string
		gap      *big.Rat
		inverse  float64 // Σ gap⁻², to the digits given
		digits   float64
	}{
		{"mtbench_en_gemma4_category", 6, 8, 916,
			[]string{"EXAONE-3.5-7.8B-Instruct", "Llama-3.1-8B-Instruct", "gemma-2-9b-it"}, big.NewRat(32, 1575), 5.1e3, 50},
		{"football_conmebol", 10, 3, 1679, []string{"Argentina", "Brazil"}, big.NewRat(895, 14256), 688, 0.5},
		{"pandalm_top3_apps", 5, 3, 137, []string{"llama-7b", "opt-7b", "pythia-6.9b"}, big.NewRat(1, 48), 5.1e3, 50},
	} {
		in, err := Read(c.name)
		require.NoError(t, err)
		K, d := in.Size()
		require.Equal(t, []int{c.K, c.d}, []int{K, d})
		require.Equal(t, c.votes, in.Log.Votes)
		require.Zero(t, in.Log.Ties)
		var frontier []string
		for _, i := range in.Frontier() {
			frontier = append(frontier, in.Models[i])
		}
		require.Equal(t, c.frontier, frontier)
		borda := in.Gaps().Borda
		want, _ := c.gap.Float64()
		// Each b is rounded once to 2⁻⁵³ and a gap adds up four of them.
		require.InDelta(t, want, slices.Min(borda), 1e-15)
		sum := 0.0
		for _, gap := range borda {
			sum += 1 / (gap * gap)
		}
		require.InDelta(t, c.inverse, sum, c.digits)
	}
}

func TestNamesAreAllReadable(t *testing.T) {
	entries, err := files.ReadDir(".")
	require.NoError(t, err)
	require.Len(t, entries, len(Names())+1)
	for _, name := range append(Names(), TwoModels) {
		_, err := Read(name)
		require.NoError(t, err, name)
	}
	_, err = Read("nope")
	require.ErrorContains(t, err, `no log "nope"`)
}

// The fourth file is the rows of two models, all of them, as they are in the first.
func TestTheVotesOfTwoModels(t *testing.T) {
	all, err := files.ReadFile("mtbench_en_gemma4_category.csv")
	require.NoError(t, err)
	part, err := files.ReadFile(TwoModels + ".csv")
	require.NoError(t, err)
	want := ""
	for line := range strings.Lines(string(all)) {
		row := strings.Split(line, ",")
		models := []string{row[0], row[1]}
		slices.Sort(models)
		if row[0] == "model_a" || slices.Equal(models, []string{"Phi-3.5-mini-Instruct", "gemma-2-9b-it"}) {
			want += line
		}
	}
	require.Equal(t, want, string(part))
}
