package bounds

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestLemmaB14AgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		K := int(logUniform(1, 30).Draw(t, "K"))
		d := int(logUniform(0, 30).Draw(t, "d"))
		gap := logUniform(-100, 100).Draw(t, "Δ")
		etaBar := gap * logUniform(-10, 10).Draw(t, "η̄/Δ")
		delta := logUniform(-1074, -1).Draw(t, "δ")
		alpha := (1 - 2*delta) * probability().Draw(t, "α/(1-2δ)")
		if !(alpha > 0 && oneMinus(2*delta, alpha) > 0) {
			t.Skip("α rounded onto the edge")
		}
		got, err := LemmaB14(K, d, gap, etaBar, alpha, delta)
		require.NoError(t, err)
		width := add(ref(gap, refBits), ref(etaBar, refBits))
		requireRelative(t, got, refLower(4, K, d, width, alpha, delta), 80*0x1p-53)
	})
}

// K = 5, d = 3, Δ = η̄ = 1, δ = 0.1, α = 0.3:
//
//	kl(0.6, 0.1) = 0.6·log 6 + 0.4·log(4/9) = 1.075055681536833 - 0.3243720864865315 = 0.7506835950503015;
//	4·3·4/2² = 12;  12·0.7506835950503015 = 9.008203140603618.
func TestLemmaB14ByHand(t *testing.T) {
	got, err := LemmaB14(5, 3, 1, 1, 0.3, 0.1)
	require.NoError(t, err)
	require.InEpsilon(t, 9.008203140603618, got, boundError)
}

// At α = δ the lemma is Theorem 3.2 with η̄ = Δ, and four times it with η̄ = 0: to
// the bit, since only powers of two differ.
func TestLemmaB14AndTheorem32(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		K := rapid.IntRange(2, 64).Draw(t, "K")
		d := rapid.IntRange(1, 10).Draw(t, "d")
		gap := logUniform(-40, 0).Draw(t, "Δ")
		delta := deltaBelowThird().Draw(t, "δ")
		theorem, err := Theorem32(K, d, gap, 1, delta)
		require.NoError(t, err)
		same, err := LemmaB14(K, d, gap, gap, delta, delta)
		require.NoError(t, err)
		require.Equal(t, theorem, same)
		four, err := LemmaB14(K, d, gap, 0, delta, delta)
		require.NoError(t, err)
		require.Equal(t, 4*theorem, four)
	})
}

func TestLemmaB14Refuses(t *testing.T) {
	inf, nan := math.Inf(1), math.NaN()
	for _, tc := range []struct {
		K, d                      int
		gap, etaBar, alpha, delta float64
		text                      string
	}{
		{1, 1, 1, 0, 0.1, 0.1, "Lemma B.14 needs K ≥ 2: K = 1"},
		{2, 0, 1, 0, 0.1, 0.1, "Lemma B.14 needs d ≥ 1: d = 0"},
		{2, 1, 0, 0, 0.1, 0.1, "Lemma B.14 needs 0 < Δ < ∞: Δ = 0"},
		{2, 1, inf, 0, 0.1, 0.1, "Lemma B.14 needs 0 < Δ < ∞: Δ = +Inf"},
		{2, 1, 1, -1, 0.1, 0.1, "Lemma B.14 needs 0 ≤ η̄ < ∞: η̄ = -1"},
		{2, 1, 1, nan, 0.1, 0.1, "Lemma B.14 needs 0 ≤ η̄ < ∞: η̄ = NaN"},
		{2, 1, 1, 0, 0.1, 0.5, "Lemma B.14 needs 0 < δ < 1/2: δ = 0.5"},
		{2, 1, 1, 0, 0.1, 0, "Lemma B.14 needs 0 < δ < 1/2: δ = 0"},
		{2, 1, 1, 0, 0, 0.1, "Lemma B.14 needs 0 < α < 1-2δ: α = 0, δ = 0.1"},
		{2, 1, 1, 0, 0.5, 0.25, "Lemma B.14 needs 0 < α < 1-2δ: α = 0.5, δ = 0.25"},
		{2, 1, 1, 0, nan, 0.25, "Lemma B.14 needs 0 < α < 1-2δ: α = NaN, δ = 0.25"},
	} {
		_, err := LemmaB14(tc.K, tc.d, tc.gap, tc.etaBar, tc.alpha, tc.delta)
		requireRefused(t, err, tc.text)
	}
	_, err := LemmaB14(2, 1, 1, 0, math.Nextafter(0.5, 0), 0.25)
	require.NoError(t, err, "α just inside")
	_, err = LemmaB14(2, 1, 1e-160, 0, 0.1, 0.1)
	require.EqualError(t, err, "Lemma B.14: the bound is outside the range of float64")
	tiny, err := LemmaB14(2, 1, 1e200, 0, 0.1, 0.1)
	require.NoError(t, err)
	require.Zero(t, tiny, "a lower bound may round to 0")
}
