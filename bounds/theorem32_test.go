package bounds

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// refLower is factor·d(K-1)/width²·kl(1-δ-α, δ).
func refLower(factor int64, K, d int, width *big.Float, alpha, delta float64) *big.Float {
	a, dl, one := ref(alpha, refBits), ref(delta, refBits), refInt(1, refBits)
	kl := refKL(sub(sub(one, dl), a), dl)
	n := mul(refInt(factor*int64(d), refBits), refInt(int64(K-1), refBits))
	return quo(mul(n, kl), mul(width, width))
}

// deltaBelowThird draws δ from both ends of (0, 1/3), the float 1/3 included.
func deltaBelowThird() *rapid.Generator[float64] {
	return rapid.OneOf(
		rapid.Map(logUniform(-1074, 0), func(x float64) float64 { return x / 3 }).Filter(belowThird),
		rapid.Map(logUniform(-60, 0), func(x float64) float64 { return (1 - x) / 3 }).Filter(belowThird),
	)
}

func TestTheorem32AgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		K := int(logUniform(1, 30).Draw(t, "K"))
		d := int(logUniform(0, 30).Draw(t, "d"))
		B := logUniform(-10, 10).Draw(t, "B")
		gap := min(1, B) * min(logUniform(-40, 1).Draw(t, "Δ/min{1,B}"), 1)
		delta := deltaBelowThird().Draw(t, "δ")
		got, err := Theorem32(K, d, gap, B, delta)
		require.NoError(t, err)
		requireRelative(t, got, refLower(1, K, d, ref(gap, refBits), delta, delta), 80*0x1p-53, K, d, gap, delta)
	})
}

// K = 5, d = 3, Δ = 1/2, B = 1, δ = 0.1:
//
//	kl(0.8, 0.1) = 0.8·log 8 + 0.2·log(2/9) = 1.6635532333438686 - 0.3008154793552548 = 1.3627377539886138;
//	3·4/0.25 = 48;  48·1.3627377539886138 = 65.41141219145346.
func TestTheorem32ByHand(t *testing.T) {
	got, err := Theorem32(5, 3, 0.5, 1, 0.1)
	require.NoError(t, err)
	require.InEpsilon(t, 65.41141219145346, got, boundError)
}

// A lower bound for every algorithm is below the upper bound for one of them, on
// θ^Δ, where all gaps are Δ.
func TestTheorem32BelowTheorem31(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		K := rapid.IntRange(2, 64).Draw(t, "K")
		d := rapid.IntRange(1, 10).Draw(t, "d")
		B := logUniform(-10, 6).Draw(t, "B")
		gap := min(1, B) * min(logUniform(-20, 1).Draw(t, "Δ/min{1,B}"), 1)
		delta := deltaBelowThird().Draw(t, "δ")
		lower, err := Theorem32(K, d, gap, B, delta)
		require.NoError(t, err)
		upper, err := Corollary33(K, d, gap, B, delta)
		require.NoError(t, err)
		require.Less(t, lower, upper)
	})
}

func TestTheorem32FallsWithDelta(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		delta := logUniform(-1000, -2).Draw(t, "δ")
		more, err := Theorem32(3, 2, 0.5, 1, delta)
		require.NoError(t, err)
		less, err := Theorem32(3, 2, 0.5, 1, min(delta*1.01, 1.0/3))
		require.NoError(t, err)
		require.Less(t, less, more)
	})
}

func TestTheorem32Refuses(t *testing.T) {
	third := 1.0 / 3 // the float is below 1/3
	for _, tc := range []struct {
		K, d          int
		gap, B, delta float64
		text          string
	}{
		{1, 1, 1, 1, 0.1, "Theorem 3.2 needs K ≥ 2: K = 1"},
		{2, 0, 1, 1, 0.1, "Theorem 3.2 needs d ≥ 1: d = 0"},
		{2, 1, 1, math.Inf(1), 0.1, "Theorem 3.2 needs 0 ≤ B < ∞: B = +Inf"},
		{2, 1, 1.2, 1, 0.1, "Theorem 3.2 needs Δ ≤ 1: Δ = 1.2"},
		{2, 1, 1.2, 3, 0.1, "Theorem 3.2 needs Δ ≤ 1: Δ = 1.2"},
		{2, 1, 0.6, 0.5, 0.1, "Theorem 3.2 needs Δ ≤ B: Δ = 0.6, B = 0.5"},
		{2, 1, 0, 1, 0.1, "Theorem 3.2 needs Δ > 0: Δ = 0"},
		{2, 1, math.NaN(), 1, 0.1, "Theorem 3.2 needs Δ > 0: Δ = NaN"},
		{2, 1, 1, 1, 0, "Theorem 3.2 needs 0 < δ < 1/3: δ = 0"},
		{2, 1, 1, 1, math.NaN(), "Theorem 3.2 needs 0 < δ < 1/3: δ = NaN"},
		{2, 1, 1, 1, math.Nextafter(third, 1), "Theorem 3.2 needs 0 < δ < 1/3: δ = 0.33333333333333337"},
	} {
		_, err := Theorem32(tc.K, tc.d, tc.gap, tc.B, tc.delta)
		requireRefused(t, err, tc.text)
	}
	got, err := Theorem32(2, 1, 1, 1, third)
	require.NoError(t, err)
	require.Positive(t, got)
	_, err = Theorem32(2, 1, 1e-160, 1, 0.1)
	require.EqualError(t, err, "Theorem 3.2: the bound is outside the range of float64")
}
