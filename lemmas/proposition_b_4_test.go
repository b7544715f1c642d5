package lemmas

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
)

// By hand at K = 2, d = 1, δ = 1/20, Δ = 1: M = 3, L = log(8·9·20) = log 1440,
// m_i = 3, n_3 = ⌈128·log 1440⌉ = ⌈930.87⌉, bound = 2 + 256·log 1440 = 1863.7.
func TestChainByHand(t *testing.T) {
	c := splitChain(instanceAt(2, 1, 0, 20, 1, 1))
	require.Equal(t, 3.0, phaseOf(1))
	require.Equal(t, 3, leavesBy(1))
	require.Equal(t, bounds.Point(2*931), c.reach())
	require.InDelta(t, 1863.74, c.bound().Hi, 0.01)
	require.Contains(t, worstChain(), "e-12 of the bound at K = 2")
	for k := int64(1); k <= 64; k++ { // m_i and M_i from their definitions
		m, M := leavesBy(float64(k)/64), int(phaseOf(float64(k)/64))
		require.True(t, k<<m > 4<<6 && k<<(m-1) <= 4<<6 || m == 1)
		require.True(t, k<<(M-1) >= 4<<6 && k<<(M-2) < 4<<6)
	}
}

// Each step, broken alone, is refuted.
func TestChainStepsCatch(t *testing.T) {
	c := splitChain(instanceAt(2, 1, 0, 20, 1, 1))
	s := schedule(2, 1, 0.05, 4)
	require.Equal(t, Holds, c.step(s, 1).Verdict)
	other, err := bounds.NewSchedule(2, 2, 0.05, bounds.PaperConstants())
	require.NoError(t, err)
	require.Equal(t, Refuted, c.step(other, 1).Verdict, "another L_m")
	late := c
	late.form.phase = func(float64) float64 { return 2 }
	require.Equal(t, Refuted, late.step(s, 1).Verdict, "M_i below m_i")
	require.Equal(t, Refuted, c.production(s, bounds.Point(1)).Verdict, "another reach")
	wrong := c
	wrong.form.c = 127
	require.Equal(t, Refuted, wrong.production(s, bounds.Point(1862)).Verdict, "another constant in the code")
	more := bounds.Constants{Samp: 2.01, Thr: 4, Log: 4}
	longer, err := bounds.NewSchedule(2, 1, 0.05, more)
	require.NoError(t, err)
	require.Equal(t, Refuted, c.step(longer, 1).Verdict, "n_m too large")
	m := leavesBy(1)
	n := must(s.N(m))
	require.Equal(t, Holds, c.enoughSamples(m, n).Verdict)
	require.Equal(t, Refuted, c.enoughSamples(m, n-1).Verdict, "one sample less than ⌈2·L_m·4^m⌉")
}

// Most runs have the event, so that something is claimed of them; a run held to
// another frontier or to a smaller bound is refuted.
func TestRunsAreHeldToTheClaim(t *testing.T) {
	events, all := 0, instances(runDomain().Generate)[:300]
	for _, in := range all {
		_, found := splitRun(in).watched().observe()
		if found.Event {
			events++
		}
	}
	require.Greater(t, events, len(all)*3/4, "δ is 1/2 in a sixth of them")
	in := instanceAt(2, 1, 20, 1, 32, 7, 8, 24)
	w := splitRun(in).watched()
	require.Equal(t, Holds, w.run().Verdict)
	for why, edit := range map[string]func(*watched){
		"another frontier": func(w *watched) { w.frontier = []int{0} },
		"a bound below τ":  func(w *watched) { w.upper = 10 },
	} {
		wrong := w
		edit(&wrong)
		require.Equal(t, Refuted, wrong.run().Verdict, why)
	}
}

// The exact probabilities of the mutants: with δ = 1/20, n_1 = 41 and one loss in 41
// keeps both, P = 1-(31/32)^41 = 0.728.
func TestOverrunsByHand(t *testing.T) {
	r := splitRun(instanceAt(2, 1, 20, 1, 32, 0, 0, 31))
	require.Equal(t, Refuted, r.overruns(24).Verdict)
	require.Equal(t, Holds, r.overruns(25).Verdict)
	s := schedule(2, 1, 0.05, 4)
	n, err := s.N(1)
	require.NoError(t, err)
	require.Equal(t, int64(41), n)
	require.Equal(t, int64(81), s.Cut(1), "2·41 leaves, 2·40 stays")
}
