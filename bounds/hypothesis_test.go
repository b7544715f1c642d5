package bounds

import (
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestHypothesisErrorIsFound(t *testing.T) {
	_, err := Theorem32(2, 1, 1.2, 1, 0.1)
	var h *HypothesisError
	require.True(t, errors.As(fmt.Errorf("row 3: %w", err), &h))
	require.Equal(t, HypothesisError{"Theorem 3.2", "Δ ≤ 1", "Δ = 1.2"}, *h)
	require.False(t, errors.Is(err, ErrRange))
}

// The first hypothesis that fails is reported, and a nil pointer never hides in
// the interface.
func TestNeedIsNilWhenMet(t *testing.T) {
	require.True(t, need(true, "s", "h", "") == nil)
	require.True(t, needGaps("s", "h", []float64{1, 2}, 2) == nil)
	_, err := Theorem32(1, 0, -1, 1, 2)
	require.EqualError(t, err, "Theorem 3.2 needs K ≥ 2: K = 1")
}
