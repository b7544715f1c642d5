package bounds

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestKappaAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		B := logUniform(-1074, 8).Draw(t, "B")
		got, err := Kappa(B)
		require.NoError(t, err)
		requireRelative(t, got, refKappa(B), 0x1p-49, "B", B)
	})
}

func TestKappaValues(t *testing.T) {
	for _, tc := range []struct {
		why     string
		B, want float64
	}{
		{"σ(0)² = 1/4", 0, 0.25},
		{"1 - 2B is already 1 in float64", 0x1p-60, 0.25},
		{"e^2B = 3: 3/16", math.Log(3) / 2, 0.1875},
	} {
		got, err := Kappa(tc.B)
		require.NoError(t, err)
		require.InEpsilon(t, tc.want, got, 0x1p-49, tc.why)
	}
	// σ(2B)(1-σ(2B)) is 0 here; this form is e^-40 to all digits.
	got, err := Kappa(20)
	require.NoError(t, err)
	require.InEpsilon(t, 4.248354255291589e-18, got, 1e-15)
}

func TestKappaRefuses(t *testing.T) {
	for _, B := range []float64{373, 1e308, math.MaxFloat64} {
		_, err := Kappa(B)
		require.ErrorIs(t, err, ErrRange)
		require.ErrorContains(t, err, "underflows")
	}
	_, err := Kappa(372) // e^-744 is subnormal, and there
	require.NoError(t, err)
	_, err = Kappa(-1)
	requireRefused(t, err, "κ_B needs 0 ≤ B < ∞: B = -1")
	_, err = Kappa(math.NaN())
	requireRefused(t, err, "κ_B needs 0 ≤ B < ∞: B = NaN")
	_, err = Kappa(math.Inf(1))
	requireRefused(t, err, "κ_B needs 0 ≤ B < ∞: B = +Inf")
}
