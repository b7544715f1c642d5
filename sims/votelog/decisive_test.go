package votelog

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/votelog/rows"
)

// What is left without the ties is what reading gives where they are dropped: counts,
// names and cells, also of a cell that holds nothing else, and of two objectives a vote.
func TestDecisiveIsAReadingThatDropsTies(t *testing.T) {
	const log = "model_a,model_b,winner,left,right\n" +
		"ant,bee,model_a,1,0\nbee,ant,tie,1,1\ncat,ant,both_bad,0,1\ncat,ant,tie,0,1\n" +
		"bee,ant,model_a,1,1\ncat,bee,tie,0,0\ncat,bee,model_b,0,1\nant,ant,tie,1,1\n"
	read := func(log, ties, bothBad string) *Votes {
		v, err := Read([]string{"-"}, &Description{ModelA: "model_a", ModelB: "model_b", Winner: "winner", Ties: ties, BothBad: bothBad,
			Objective: Objective{Labels: Named{{"l", "left"}, {"r", "right"}}}}, rows.Options{Stdin: strings.NewReader(log)})
		require.NoError(t, err)
		return v
	}
	for _, bothBad := range []string{"drop", "tie"} {
		half := read(log, "half", bothBad)
		require.NotZero(t, half.Tied)
		require.Equal(t, read(log, "drop", bothBad), half.Decisive(), bothBad)
		require.Equal(t, read(log, "half", bothBad), half, "the votes themselves stay")
		require.Equal(t, half.Decisive(), half.Decisive().Decisive())
	}
	won := "model_a,model_b,winner,left,right\nant,bee,model_a,1,0\n"
	require.Equal(t, read(won, "drop", ""), read(won, "half", "").Decisive(), "no ties")
}
