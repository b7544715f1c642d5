package report

import (
	"encoding/json"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestDecimalsRoundOutward(t *testing.T) {
	parse := func(s string) *big.Float {
		x, _, err := big.ParseFloat(s, 10, 200, big.ToNearestEven)
		require.NoError(t, err)
		return x
	}
	for _, c := range []struct {
		x            string
		below, above decimal
		why          string
	}{
		{"0.5", "5.000e-1", "5.000e-1", "exact: both sides are the number"},
		{"0.12344", "1.234e-1", "1.235e-1", "the nearest is below"},
		{"0.12346", "1.234e-1", "1.235e-1", "the nearest is above"},
		{"9.9999", "9.99e0", "1.000e1", "the nearest has carried into a new digit: one fewer below"},
		{"1.00001e-426", "1.000e-426", "1.001e-426", "below the range of float64"},
	} {
		require.Equal(t, c.below, below(parse(c.x), 4), c.why)
		require.Equal(t, c.above, above(parse(c.x), 4), c.why)
	}
	text, err := json.Marshal([]decimal{"1.5e-3", ""})
	require.NoError(t, err)
	require.Equal(t, "[1.5e-3,null]", string(text))
}
