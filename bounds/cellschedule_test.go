package bounds

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// The balanced schedule is that of Algorithm 1 with N_cell in place of K·d; the
// smallest one, a single cell, has no such K and is compared with the reference.
func TestTheBalancedScheduleCountsCells(t *testing.T) {
	for _, c := range []struct{ K, d, pairs int }{{2, 1, 1}, {2, 3, 1}, {3, 1, 3}, {64, 10, 2016}} {
		s, err := NewCellSchedule(c.K, c.d, 0.05, PaperConstants())
		require.NoError(t, err)
		requireTable(t, inputs{c.pairs, c.d, 0.05, PaperConstants()}, s)
	}
	s, err := NewCellSchedule(64, 10, 0.05, PaperConstants())
	require.NoError(t, err)
	n, err := s.N(4)
	require.NoError(t, err)
	require.Equal(t, int64(176_158_080), 20160*n, "the published cost of the plug-in rule on K=64, d=10, Δ=1")
}

func TestCutOfIsTheFloorOfTheExactThreshold(t *testing.T) {
	in := inputs{2016, 10, 0.05, PaperConstants()}
	s, err := NewCellSchedule(64, 10, 0.05, PaperConstants())
	require.NoError(t, err)
	for m := 1; m <= 20; m++ {
		n, err := s.N(m)
		require.NoError(t, err)
		require.Equal(t, s.Cut(m), s.CutOf(m, n))
		for _, x := range []int64{1, n + 1, (n + 1) * 63, 7*n - 3} {
			root := new(big.Float).Sqrt(mul(refL(in, m), mul(refInt(2, scheduleBits), refInt(n, scheduleBits))))
			want := mul(mul(ref(in.c.Thr, scheduleBits), root), quo(refInt(x, scheduleBits), refInt(n, scheduleBits)))
			require.Equal(t, refFloor(t, want).Int64(), s.CutOf(m, x), "m = %d, x = %d", m, x)
		}
	}
	wide, err := NewCellSchedule(2, 1, 0.05, Constants{2, 1e300, 4})
	require.NoError(t, err)
	require.Equal(t, int64(math.MaxInt64), wide.CutOf(1, 1))
}

func TestTheBalancedScheduleRefusesWhatItCannotHold(t *testing.T) {
	for _, c := range []struct {
		K, d  int
		delta float64
		c     Constants
		needs string
	}{
		{1, 1, 0.05, PaperConstants(), "K ≥ 2"},
		{2, 0, 0.05, PaperConstants(), "d ≥ 1"},
		{2, 1, 1, PaperConstants(), "0 < δ < 1"},
		{2, 1, 0.05, Constants{2, 4, 0}, "1 ≤ C_log"},
		{mostModels + 1, 1, 0.05, PaperConstants(), "K ≤ 2³¹"},
		{2, 1, 0.9, Constants{2, 4, 1}, "2δ ≤ C_log·N_cell"},
	} {
		_, err := NewCellSchedule(c.K, c.d, c.delta, c.c)
		require.ErrorContains(t, err, c.needs)
	}
}
