package bounds

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// boundError is the relative error that the tests of the bounds allow: 1e-13 is
// above (K+80)·2^-53 for K ≤ 800.
const boundError = 1e-13

// gapSlice draws K gaps in (0, limit], powers of two on purpose among them.
func gapSlice(limit float64) *rapid.Generator[[]float64] {
	one := rapid.Custom(func(t *rapid.T) float64 {
		g := logUniform(-40, 0).Draw(t, "gap")
		if rapid.IntRange(0, 3).Draw(t, "kind") == 0 {
			_, e := math.Frexp(g)
			g = math.Ldexp(1, e)
		}
		return g * limit
	})
	return rapid.SliceOfN(one, 2, 12)
}

func scaled(gap []float64, factor *big.Float) []*big.Float {
	x := make([]*big.Float, len(gap))
	for i, g := range gap {
		x[i] = mul(factor, ref(g, 400))
	}
	return x
}

func TestPropositionB4AgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gap := gapSlice(1).Draw(t, "gap")
		d := rapid.IntRange(1, 1000).Draw(t, "d")
		delta := min(logUniform(-1074, 0).Draw(t, "δ"), 1-0x1p-53)
		got, err := PropositionB4(gap, d, delta)
		require.NoError(t, err)
		requireRelative(t, got, refUpper(scaled(gap, refInt(1, 400)), d, delta), boundError)
	})
}

// K = 2, d = 1, δ = 1/2, gaps 1/2 and 1/4:
//
//	M = 1 + log₂ 8 = 4 and 1 + log₂ 16 = 5;  L = log(8·16·2) = log 256 and log(8·25·2) = log 400;
//	2 + 128·(4·5.545177444479562 + 16·5.991464547107982)
//	= 2 + 128·(22.180709777918248 + 95.86343275372771) = 15111.650244050683.
func TestPropositionB4ByHand(t *testing.T) {
	got, err := PropositionB4([]float64{0.5, 0.25}, 1, 0.5)
	require.NoError(t, err)
	require.InEpsilon(t, 15111.650244050683, got, boundError)
}

func TestLastPhase(t *testing.T) {
	for _, tc := range []struct {
		x    float64
		want int
	}{
		{1, 3},     // log₂ 4 = 2
		{1.5, 3},   // log₂ 2.67 = 1.4
		{2, 2},     // log₂ 2 = 1
		{0.5, 4},   // log₂ 8 = 3
		{0.75, 4},  // log₂ 5.33 = 2.4
		{0.501, 4}, // log₂ 7.98
		{0.499, 5}, // log₂ 8.02
		{math.Nextafter(0.5, 0), 5},
		{math.Nextafter(0.5, 1), 4},
		{5e-324, 1077}, // 2^-1074
	} {
		require.Equal(t, tc.want, lastPhase(tc.x), "x = %v", tc.x)
	}
	rapid.Check(t, func(t *rapid.T) {
		x := logUniform(-1022, 3).Draw(t, "x")
		require.EqualValues(t, 1+refCeilLog2(quo(refInt(4, 2200), ref(x, 2200))), lastPhase(x))
	})
}

func TestPropositionB4Monotone(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		gap := gapSlice(1).Draw(t, "gap")
		delta := logUniform(-1000, -1).Draw(t, "δ")
		base, err := PropositionB4(gap, 3, delta)
		require.NoError(t, err)

		less, err := PropositionB4(gap, 3, delta*1.01)
		require.NoError(t, err)
		require.Less(t, less, base, "a larger δ costs less")

		more, err := PropositionB4(gap, 4, delta)
		require.NoError(t, err)
		require.Greater(t, more, base, "an objective more costs more")

		gap[len(gap)-1] /= 2
		more, err = PropositionB4(gap, 3, delta)
		require.NoError(t, err)
		require.GreaterOrEqual(t, more, base, "a smaller gap costs more")
	})
}

func TestPropositionB4Refuses(t *testing.T) {
	nan := math.NaN()
	for _, tc := range []struct {
		gap   []float64
		d     int
		delta float64
		text  string
	}{
		{[]float64{1}, 1, 0.1, "Proposition B.4 needs K ≥ 2: K = 1"},
		{nil, 1, 0.1, "Proposition B.4 needs K ≥ 2: K = 0"},
		{[]float64{1, 1}, 0, 0.1, "Proposition B.4 needs d ≥ 1: d = 0"},
		{[]float64{1, 1}, 1, 1, "Proposition B.4 needs 0 < δ < 1: δ = 1"},
		{[]float64{1, 0}, 1, 0.1, "Proposition B.4 needs 0 < Δ_i^B ≤ 1 for every i: gap[1] = 0, limit 1"},
		{[]float64{1.2, 1}, 1, 0.1, "Proposition B.4 needs 0 < Δ_i^B ≤ 1 for every i: gap[0] = 1.2, limit 1"},
		{[]float64{1, nan}, 1, 0.1, "Proposition B.4 needs 0 < Δ_i^B ≤ 1 for every i: gap[1] = NaN, limit 1"},
	} {
		_, err := PropositionB4(tc.gap, tc.d, tc.delta)
		requireRefused(t, err, tc.text)
	}
	_, err := PropositionB4([]float64{1, 1e-160}, 1, 0.1)
	require.ErrorIs(t, err, ErrRange)
	require.EqualError(t, err, "Proposition B.4: the bound is outside the range of float64")
}
