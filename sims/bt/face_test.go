package bt

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// A top at -S with a model tied to it that wants further down, while it wants up itself:
// the mean of the two is content, so only untying lets the top go.  The others are free
// with mean gradient 0.
func TestATiedModelDoesNotHoldTheTopDown(t *testing.T) {
	f := NewFitter(4)
	f.top = 0
	f.tied[1] = true
	f.side[0] = atLower
	copy(f.grad, []float64{-1, 5, 0.25, -0.25})
	violation, released := f.release(Order{Top: 0, Under: []int{1}})
	require.True(t, released)
	require.Equal(t, 1.0, violation)
	require.Equal(t, []bool{false, false, false, false}, f.tied)
	require.Equal(t, []side{free, atLower, free, free}, f.side)
}

// Where nothing is free and no multiplier suits all, one at S and one at -S go together;
// where one suits, nobody goes.
func TestReleaseWithoutAFreeModel(t *testing.T) {
	f := NewFitter(4)
	f.top = 3
	copy(f.side, []side{atLower, atLower, atUpper, atUpper})
	copy(f.grad, []float64{-3, -1, 1, 2})
	_, released := f.release(Order{})
	require.True(t, released)
	require.Equal(t, []side{free, atLower, atUpper, free}, f.side)

	copy(f.side, []side{atLower, atLower, atUpper, atUpper})
	copy(f.grad, []float64{3, 2, 2, 1})
	_, released = f.release(Order{})
	require.False(t, released)
}
