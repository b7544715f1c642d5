package bounds

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestTheorem31AgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		B := logUniform(-20, 7).Draw(t, "B")
		gap := gapSlice(2*B).Draw(t, "gap")
		d := rapid.IntRange(1, 1000).Draw(t, "d")
		delta := min(logUniform(-1074, 0).Draw(t, "δ"), 1-0x1p-53)
		got, err := Theorem31(gap, d, B, delta)
		require.NoError(t, err)
		requireRelative(t, got, refUpper(scaled(gap, refKappa(B)), d, delta), boundError)
	})
}

// B = log(3)/2, so κ_B = 3/16; K = 2, d = 1, δ = 0.04, gaps 1/2 and 1:
//
//	κΔ = 3/32 and 3/16;  log₂(4/κΔ) = 5.4 and 4.4, M = 7 and 6;
//	L = log(8·49/0.04) = log 9800 and log(8·36/0.04) = log 7200;
//	2 + 128·(256/9)·(4·9.190137664658664 + 1·8.881836305004147) = 2 + 3640.888…·45.642386963638803.
func TestTheorem31ByHand(t *testing.T) {
	got, err := Theorem31([]float64{0.5, 1}, 1, math.Log(3)/2, 0.04)
	require.NoError(t, err)
	require.InEpsilon(t, 2+32768.0/9*45.642386963638803, got, boundError)
}

// B = Δ = 2^-30: κ_B·Δ is just below 2^-32, so log₂(4/(κ_B·Δ)) is just above 34
// and M = 36; the float64 product is 2^-32 and by itself would give 35.
func TestTheorem31PhaseIsNotTooSmall(t *testing.T) {
	B := 0x1p-30
	kappa, err := Kappa(B)
	require.NoError(t, err)
	require.Equal(t, 0x1p-32, kappa*B, "the trap is set")
	require.Equal(t, 35, lastPhase(kappa*B))
	require.EqualValues(t, 36, 1+refCeilLog2(quo(refInt(4, 400), mul(refKappa(B), ref(B, 400)))))

	got, err := Theorem31([]float64{B, B}, 1, B, 0.05)
	require.NoError(t, err)
	requireRelative(t, got, refUpper(scaled([]float64{B, B}, refKappa(B)), 1, 0.05), boundError)
}

// M is never below the truth, and above it only within 2^-47 of a power of two.
// Gaps are put there: the floats around 2^-j/κ_B.
func TestLatentPhase(t *testing.T) {
	raised := 0
	for _, B := range []float64{0x1p-30, 0.001, 0.1, 0.5, 1, 2, math.E, 10, 30, 300} {
		kappa, err := Kappa(B)
		require.NoError(t, err)
		exact := refKappa(B)
		for _, j := range []int{3, 4, 10, 30} {
			for ulps := -64; ulps <= 64; ulps++ {
				gap := math.Ldexp(1/kappa, -j) * (1 + float64(ulps)*0x1p-52)
				got, truth := latentPhase(kappa*gap), mul(exact, ref(gap, 400))
				want := int(1 + refCeilLog2(quo(refInt(4, 400), truth)))
				require.GreaterOrEqual(t, got, want, "too small a phase: B = %v, Δ = %v", B, gap)
				if got == want {
					continue
				}
				raised++
				lowered := mul(truth, ref(1-0x1p-47, 400))
				require.EqualValues(t, got, 1+refCeilLog2(quo(refInt(4, 400), lowered)),
					"raised without need: B = %v, Δ = %v", B, gap)
			}
		}
	}
	require.Positive(t, raised, "no gap came near a power of two")
}

// Theorem 3.1 is Proposition B.4 at the gaps κ_B·Δ_i that Lemma B.3 grants.
func TestTheorem31IsPropositionB4(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		B := logUniform(-3, 4).Draw(t, "B")
		gap := rapid.SliceOfN(rapid.Float64Range(B/100, 2*B), 2, 8).Draw(t, "gap")
		kappa, err := Kappa(B)
		require.NoError(t, err)
		latent, err := Theorem31(gap, 2, B, 0.05)
		require.NoError(t, err)
		for i := range gap {
			gap[i] *= kappa
		}
		borda, err := PropositionB4(gap, 2, 0.05)
		require.NoError(t, err)
		// A phase more, if M was raised, is at most log(4/3)·2 of L ≥ 5.
		require.GreaterOrEqual(t, latent, borda*(1-boundError))
		require.LessOrEqual(t, latent, borda*1.12)
	})
}

func TestTheorem31Refuses(t *testing.T) {
	one := []float64{1, 1}
	for _, tc := range []struct {
		gap      []float64
		d        int
		B, delta float64
		text     string
	}{
		{[]float64{1}, 1, 1, 0.1, "Theorem 3.1 needs K ≥ 2: K = 1"},
		{one, -1, 1, 0.1, "Theorem 3.1 needs d ≥ 1: d = -1"},
		{one, 1, 1, 0, "Theorem 3.1 needs 0 < δ < 1: δ = 0"},
		{one, 1, math.Inf(1), 0.1, "Theorem 3.1 needs 0 ≤ B < ∞: B = +Inf"},
		{one, 1, -1, 0.1, "Theorem 3.1 needs 0 ≤ B < ∞: B = -1"},
		{[]float64{1, 2.5}, 1, 1, 0.1, "Theorem 3.1 needs 0 < Δ_i^θ ≤ 2B for every i: gap[1] = 2.5, limit 2"},
		{[]float64{0, 1}, 1, 1, 0.1, "Theorem 3.1 needs 0 < Δ_i^θ ≤ 2B for every i: gap[0] = 0, limit 2"},
		{one, 1, 0, 0.1, "Theorem 3.1 needs 0 < Δ_i^θ ≤ 2B for every i: gap[0] = 1, limit 0"},
	} {
		_, err := Theorem31(tc.gap, tc.d, tc.B, tc.delta)
		requireRefused(t, err, tc.text)
	}
	_, err := Theorem31(one, 1, 400, 0.1)
	require.ErrorIs(t, err, ErrRange)
	require.ErrorContains(t, err, "Theorem 3.1: κ_B underflows")
	_, err = Theorem31(one, 1, 200, 0.1)
	require.EqualError(t, err, "Theorem 3.1: the bound is outside the range of float64")
}
