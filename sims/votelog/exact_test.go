package votelog

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"vectorborda/gaps"
)

// Frontier, witnesses and gaps in fractions are those of package gaps on the same scores as
// whole numbers: rates in eighths and K-1 = 4 opponents make 32·b one.
func TestExactIsWhatGapsSays(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const K, d = 5, 2
		wins := make([]int64, K*K*d)
		l := &Log{Models: numbered("m", K), Objectives: numbered("r", d), wins: wins}
		b := gaps.NewArray[int64](K, d)
		for i := range K {
			for j := range i {
				for r := range d {
					won := rapid.Int64Range(0, 8).Draw(t, "won")
					wins[l.at(i, j, r)], wins[l.at(j, i, r)] = won, 8-won
					b.Row(i)[r] += won
					b.Row(j)[r] += 8 - won
				}
			}
		}
		x := l.Exact()
		require.Equal(t, gaps.Frontier(b), x.Frontier)
		for i, gap := range gaps.Gaps(b) {
			got := x.Gap[i]
			require.True(t, got.IsInt() || got.Denom().Int64() > 0)
			scaled, _ := got.Float64()
			require.Equal(t, float64(gap)/32, scaled)
		}
		for i, w := range x.Witness {
			most := int64(0)
			for _, p := range x.Frontier {
				margin := min(b.Row(p)[0]-b.Row(i)[0], b.Row(p)[1]-b.Row(i)[1])
				if p != i && margin > most {
					most = margin
				}
			}
			require.Equal(t, most > 0, w >= 0)
			if w >= 0 {
				require.Equal(t, most, min(b.Row(w)[0]-b.Row(i)[0], b.Row(w)[1]-b.Row(i)[1]), "the witness with the largest margin")
			}
		}
	})
}
