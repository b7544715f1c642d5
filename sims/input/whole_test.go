package input

import (
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWhole(t *testing.T) {
	for _, c := range []struct{ text, want, why string }{
		{"1e6", "1000000", "the usual short form"},
		{"1E+3", "1000", "a capital and a sign"},
		{"1.5e3", "1500", "a fraction that the exponent makes whole"},
		{"1.e0", "1", "a bare point"},
		{"1e19", "10000000000000000000", "more than int64, for strconv to refuse"},
		{"1.5e0", "1.5e0", "no whole number"},
		{"1e-3", "1e-3", "no whole number"},
		{"-1e3", "-1e3", "no count is negative"},
		{"1e100", "1e100", "no count is that long"},
		{"1000", "1000", "as it is"},
		{"", "", "as it is"},
		{"many", "many", "as it is"},
	} {
		require.Equal(t, c.want, Whole(c.text), c.why)
	}
}
