package extremal

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds/enclose"
)

func TestTaylor(t *testing.T) {
	b := enclose.Bits(60)
	var c []enclose.Interval
	for _, v := range []int64{5, -3, 0, 2} {
		c = append(c, b.Int(v))
	}
	// 2s³-3s+5 at s = 2+w: 15 + 21w + 12w² + 2w³.
	for j, x := range taylor(c, b.Int(2)) {
		require.Equal(t, []float64{15, 21, 12, 2}[j], value(x.Lo))
	}
}
