package bounds

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The formula as the corollary writes it, with ⌈log₂(8/(κ_B·Δ))⌉.
func refCorollary33(K, d int, gap, B, delta float64) *big.Float {
	x := mul(refKappa(B), ref(gap, 400))
	c := refCeilLog2(quo(refInt(8, 400), x))
	dK := mul(refInt(int64(K), 400), refInt(int64(d), 400))
	arg := mul(mul(refInt(4, 400), dK), refInt(c*c, 400))
	l := refLog(quo(arg, ref(delta, 400)))
	return add(dK, quo(mul(mul(refInt(128, 400), dK), l), mul(x, x)))
}

func TestCorollary33AgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		K := int(logUniform(1, 60).Draw(t, "K"))
		d := int(logUniform(0, 60).Draw(t, "d"))
		B := logUniform(-20, 7).Draw(t, "B")
		gap := min(B*logUniform(-40, 1).Draw(t, "Δ/B"), 2*B)
		delta := min(logUniform(-1074, 0).Draw(t, "δ"), 1-0x1p-53)
		got, err := Corollary33(K, d, gap, B, delta)
		require.NoError(t, err)
		requireRelative(t, got, refCorollary33(K, d, gap, B, delta), boundError)
	})
}

// B = log(3)/2, so κ_B = 3/16; K = 3, d = 2, Δ = 1, δ = 0.04:
//
//	⌈log₂(128/3)⌉ = ⌈5.4⌉ = 6;  log(24·36/0.04) = log 21600 = 9.980448593672256;
//	6 + 128·6·(256/9)·9.980448593672256 = 6 + 21845.333…·9.980448593672256.
func TestCorollary33ByHand(t *testing.T) {
	got, err := Corollary33(3, 2, 1, math.Log(3)/2, 0.04)
	require.NoError(t, err)
	require.InEpsilon(t, 6+65536.0/3*9.980448593672256, got, boundError)
}

func TestCorollary33IsTheorem31AtEqualGaps(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		K := rapid.IntRange(2, 40).Draw(t, "K")
		d := rapid.IntRange(1, 12).Draw(t, "d")
		B := logUniform(-5, 5).Draw(t, "B")
		gap := min(B*logUniform(-20, 1).Draw(t, "Δ/B"), 2*B)
		all := make([]float64, K)
		for i := range all {
			all[i] = gap
		}
		class, err := Corollary33(K, d, gap, B, 0.3)
		require.NoError(t, err)
		instance, err := Theorem31(all, d, B, 0.3)
		require.NoError(t, err)
		require.InEpsilon(t, class, instance, boundError)
	})
}

func TestCorollary33Refuses(t *testing.T) {
	for _, tc := range []struct {
		K, d          int
		gap, B, delta float64
		text          string
	}{
		{1, 1, 1, 1, 0.1, "Corollary 3.3 needs K ≥ 2: K = 1"},
		{2, 0, 1, 1, 0.1, "Corollary 3.3 needs d ≥ 1: d = 0"},
		{2, 1, 1, 1, 1.5, "Corollary 3.3 needs 0 < δ < 1: δ = 1.5"},
		{2, 1, 1, math.NaN(), 0.1, "Corollary 3.3 needs 0 ≤ B < ∞: B = NaN"},
		{2, 1, 2.1, 1, 0.1, "Corollary 3.3 needs 0 < Δ ≤ 2B: Δ = 2.1, B = 1"},
		{2, 1, 0, 1, 0.1, "Corollary 3.3 needs 0 < Δ ≤ 2B: Δ = 0, B = 1"},
	} {
		_, err := Corollary33(tc.K, tc.d, tc.gap, tc.B, tc.delta)
		requireRefused(t, err, tc.text)
	}
	_, err := Corollary33(2, 1, 1e-200, 1, 0.1)
	require.ErrorIs(t, err, ErrRange)
	_, err = Corollary33(2, 1, 1, 500, 0.1)
	require.ErrorContains(t, err, "Corollary 3.3: κ_B underflows")
	_, err = Corollary33(2, 1, 2, 1, 0.9) // upper half: neither Δ ≤ 1 nor δ < 1/3
	require.NoError(t, err)
}
