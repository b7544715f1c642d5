package gaps

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestInvariantsOnPinnedSets(t *testing.T) {
	witness := []int{-1, 0, -1, 2} // frontier {0,2}; 0 watches over 1, 2 over 3
	for _, c := range []struct {
		why       string
		A, B      []bool
		w, induct bool
	}{
		{"start", []bool{true, true, true, true}, make([]bool, 4), true, true},
		{"witness gone before its charge", []bool{false, true, true, true}, []bool{true, false, false, false}, false, false},
		{"accepted after its charge left", []bool{false, false, true, true}, []bool{true, false, false, false}, true, true},
		{"frontier model lost", []bool{false, false, true, true}, make([]bool, 4), true, false},
		{"dominated model accepted", []bool{true, false, true, true}, []bool{false, true, false, false}, true, false},
		{"end", make([]bool, 4), []bool{true, false, true, false}, true, true},
	} {
		require.Equal(t, c.w, WitnessInvariant(witness, c.A), c.why)
		require.Equal(t, c.induct, Inductive(witness, c.A, c.B), c.why)
	}
}

func TestConfidenceEventLooksAtActiveModelsOnly(t *testing.T) {
	b := Array[float64]{K: 2, D: 1, X: []float64{0.5, 0.25}}
	hat := Array[float64]{K: 2, D: 1, X: []float64{0.625, 0.75}}
	require.True(t, ConfidenceEvent(hat, b, []bool{true, false}, 0.125), "the limit itself is inside")
	require.False(t, ConfidenceEvent(hat, b, []bool{true, true}, 0.125))
	require.False(t, ConfidenceEvent(hat, b, []bool{true, false}, 0.124))
	require.False(t, ConfidenceEvent(b, hat, []bool{true, false}, 0.124), "an estimate can be too low as well")
	require.False(t, ConfidenceEvent(hat, b, []bool{true, false}, math.NaN()))
}
