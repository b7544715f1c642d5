package extremal

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Both sides of the answer are certified, it never falls when ε does, and between
// E_{d} and E_{d-2} it is d.
func TestMinDepth(t *testing.T) {
	for _, beta := range []float64{0.5, 1, 4} {
		last := 0
		for _, epsilon := range []float64{1, 0.3, 0.1, 0.06, 0.015, 0.002, 1e-5} {
			d, err := MinDepth(epsilon, beta)
			require.NoError(t, err)
			require.GreaterOrEqual(t, value(d.Before), epsilon)
			require.Less(t, value(d.At), epsilon)
			require.GreaterOrEqual(t, d.D, last)
			require.Equal(t, 1, d.D%2)
			last = d.D
		}
	}
	lower := value(solved(t, 5, 1).Lower)
	for _, c := range []struct {
		epsilon float64
		d       int
		why     string
	}{
		{lower * (1 + 1e-9), 5, "E_5 is below"},
		{lower * (1 - 1e-9), 7, "E_5 = E_6 is not"},
	} {
		d, err := MinDepth(c.epsilon, 1)
		require.NoError(t, err)
		require.Equal(t, c.d, d.D, c.why)
	}
}

// What is beyond the largest depth is still a lower bound.
func TestMinDepthBeyondTheLast(t *testing.T) {
	t.Parallel()
	d, err := MinDepth(1e-300, 1)
	require.NoError(t, err)
	require.Equal(t, MaxDepth+1, d.D)
	require.Nil(t, d.At)
	require.InEpsilon(t, 4.7512802767e-81, value(d.Before), 1e-9, "E_128")
}

func TestMinDepthRefuses(t *testing.T) {
	for _, c := range []struct {
		epsilon, beta float64
		says          string
	}{
		{0, 1, "gap ε = 0"},
		{-1, 1, "gap ε = -1"},
		{1.5, 1, "at most 1"},
		{0.1, 0, "β = 0"},
	} {
		_, err := MinDepth(c.epsilon, c.beta)
		require.ErrorContains(t, err, c.says)
	}
}
