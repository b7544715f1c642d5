package lemmas

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// σ' ≤ 1/4 is an identity of squares; with another number than 1/4 it is none, and two
// values would not decide it.
func TestSlopeOfLogistic(t *testing.T) {
	require.Equal(t, Holds, slopeGap(big.NewRat(1, 4)).Verdict)
	require.Equal(t, Refuted, slopeGap(big.NewRat(24, 100)).Verdict)
	require.Equal(t, Refuted, slopeGap(big.NewRat(26, 100)).Verdict)
	require.Equal(t, Undecided, enoughValues(2, "s", map[string]bool{"0": true, "1": true}).Verdict)
}

// The exact tier of B.12 decides what float64 leaves open.
func TestSquareNeedsTheExactTier(t *testing.T) {
	undecided := 0
	for _, in := range instances(logisticDomain(64).Generate) {
		x, y := latent{s: in.Values[0]}.real(in.Values[1]), latent{s: in.Values[0]}.real(in.Values[2])
		if x != y && (x-y)*(x-y)/8 <= klOfLogistic(x, y).Hi {
			undecided++
		}
	}
	require.Greater(t, undecided, generated/20, "the second tier is used")
}

// What refutes a mutant of Lemma B.12 leaves the lemma standing.
func TestSquareHoldsOnTheWitnesses(t *testing.T) {
	for _, m := range lemmaB12().Mutants {
		require.Equal(t, Holds, splitLogistic(pinned(t, m)).belowSquare(1, 8).Verdict, m.Name)
	}
}
