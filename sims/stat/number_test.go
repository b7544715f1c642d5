package stat

import (
	"encoding/json"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestNumbersThatDoNotExistAreNull(t *testing.T) {
	got, err := json.Marshal(Numbers([]float64{1.5, math.NaN(), math.Inf(1), math.Inf(-1), 4462080, 1e21, 1e-7, 935139046086947520, -0x1p60, 1 << 53}))
	require.NoError(t, err)
	require.Equal(t, "[1.5,null,null,null,4462080,1e+21,1e-7,9.351390460869476e+17,-1.152921504606847e+18,9007199254740992]", string(got))
	for why, tc := range map[string]struct {
		in   []float64
		want string
	}{"nil is null": {nil, "null"}, "an empty list stays a list": {[]float64{}, "[]"}} {
		got, err := json.Marshal(Numbers(tc.in))
		require.NoError(t, err)
		require.Equal(t, tc.want, string(got), why)
	}
}
