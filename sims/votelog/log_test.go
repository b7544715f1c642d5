package votelog

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// b_a = (1/2 + 2³⁰/(2³¹-1))/2 and b_b = (1/2 + (2³⁰+1)/(2³¹+1))/2 differ by
// 1/(2·(2⁶²-1)), and float64 near 1/2 cannot tell less than 2⁻⁵³.
func TestBordaScoresThatFloat64CannotTellApartAreAnError(t *testing.T) {
	const big = int64(1) << 30
	log := func(bBeatsC int64) *Log {
		return &Log{Models: []string{"a", "b", "c"}, Objectives: []string{"r"}, wins: []int64{
			0, 1, big,
			1, 0, bBeatsC,
			big - 1, big, 0,
		}}
	}
	_, err := log(big + 1).Borda()
	require.ErrorContains(t, err, `objective "r": two Borda scores near 0.5`)
	require.ErrorContains(t, err, "differ by less than float64 can hold")

	equal := log(big)
	equal.wins[7] = big - 1 // c beats b as often as it beats a
	b, err := equal.Borda()
	require.NoError(t, err, "equal scores are a tie, not an error")
	require.Equal(t, b.At(0, 0), b.At(1, 0))
}
