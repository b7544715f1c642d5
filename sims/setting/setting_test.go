package setting

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/stat"
)

func TestNamesAndCommands(t *testing.T) {
	s := Symmetric(16, 4, 0.5, 0.05)
	require.Equal(t, "symmetric K=16 d=4 Δ=0.5 δ=0.05", s.Name())
	require.Equal(t, "vectorborda simulate --family symmetric,K=16,d=4,gap=0.5 --algorithm focal --delta 0.05 --constants 2,4,4 --seed 3 --trials 8 --runs",
		s.Replay("focal", bounds.PaperConstants(), 3, 7))
	file := Setting{Family: "symmetric,K=2.csv", Delta: 0.1, Source: "--instance symmetric,K=2.csv", Gap: stat.Number(math.NaN())}
	require.False(t, file.IsSymmetric(), "whatever a file is called")
	require.Equal(t, "symmetric,K=2.csv δ=0.1", file.Name())
}

// Along its axis a sweep changes, and along no other.
func TestSweepsChangeOneParameter(t *testing.T) {
	for _, all := range [][]Sweep{Scaling(), Quick()} {
		require.Len(t, all, len(Axes()))
		for n, sweep := range all {
			require.Equal(t, Axes()[n], sweep.Axis)
			require.GreaterOrEqual(t, len(sweep.Settings), 3)
			for i, s := range sweep.Settings[1:] {
				require.True(t, s.IsSymmetric())
				for _, axis := range Axes() {
					before := sweep.Settings[i].Along(axis)
					require.Equal(t, axis == sweep.Axis, before < s.Along(axis), "%s along %s", s.Name(), axis)
					require.Equal(t, axis != sweep.Axis, before == s.Along(axis), "%s along %s", s.Name(), axis)
				}
			}
		}
	}
	require.True(t, math.IsNaN(Symmetric(2, 1, 1, 0.1).Along("|P|")))
}
