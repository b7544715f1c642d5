package algo

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/stream"
)

// On θ^Δ a run that loses nobody before its last phase M takes exactly K·d·n_M.
// An early loss is a model i whose counts are below those of model 1 by more
// than the cut on every objective in phase M-1 (in the phases before, the cut is
// further than seven standard deviations away; no other model can be that far
// ahead of i, and model 1 leaves only if such an i exists).  Given the counts
// X_r of model 1 the others are independent, so with G(x) = P(Y ≤ x - cut - 1)
//
//	P(no early loss) = E[(1 - Π_r G(X_r))^{K-1}] = Σ_j C(K-1,j) (-1)^j (E[G(X)^j])^d,
//
// X, Y binomial with n = n_{M-1} and the two Borda scores: an exact law that
// needs no simulation.  Half-credit counts are twice the wins.
func exactShare(t *testing.T, K, d int, gap, delta float64, last int) float64 {
	b := mustSymmetric(t, K, d, gap).Borda
	s := mustSchedule(t, K, d, delta, bounds.PaperConstants())
	n, err := s.N(last - 1)
	require.NoError(t, err)
	need := s.Cut(last-1)/2 + 1 // wins ahead that exceed the cut
	f, g := make([]float64, n+1), make([]float64, n+1)
	for x := range f {
		logF, err := bounds.LogBinomialPMF(int64(x), n, b.At(0, 0))
		require.NoError(t, err)
		logG, err := bounds.LogBinomialCDF(int64(x)-need, n, b.At(1, 0))
		require.NoError(t, err)
		f[x], g[x] = math.Exp(logF), math.Exp(logG)
	}
	share, choose := new(big.Float).SetPrec(300), new(big.Int)
	for j := range K {
		moment := 0.0 // E[G(X)^j]; f holds f·G^j
		for x := range f {
			moment += f[x]
			f[x] *= g[x]
		}
		term := new(big.Float).SetPrec(300).SetInt(choose.Binomial(int64(K-1), int64(j)))
		term.Mul(term, big.NewFloat(math.Pow(moment, float64(d))))
		if j%2 == 1 {
			term.Neg(term)
		}
		share.Add(share, term)
	}
	out, _ := share.Float64()
	return out
}

// consistent is the exact two-sided binomial test: it fails with probability at
// most alpha when k is Binomial(n, p).
func consistent(t *testing.T, k, n int64, p, alpha float64) bool {
	lo, hi, err := bounds.ClopperPearson(k, n, alpha)
	require.NoError(t, err)
	return lo <= p && p <= hi
}

// The stopping times of section 6 of the specification.  share is the published
// one, an estimate from 500 runs; exact is the law above, 0 where every run is
// said to take the value.
func TestStoppingTimesOfTheSymmetricFamily(t *testing.T) {
	const alpha = 1e-9 // a row; twelve rows
	for _, c := range []struct {
		K, d       int
		gap, delta float64
		tau        int64
		last       int
		share      float64
	}{
		{64, 10, 1, 0.2, 4007680, 4, 1},
		{64, 10, 1, 0.1, 4234880, 4, 1},
		{64, 10, 1, 0.05, 4462080, 4, 1},
		{64, 10, 1, 0.02, 4762240, 4, 1},
		{64, 10, 1, 0.01, 4989440, 4, 1},
		{64, 10, 1, 0.005, 5216640, 4, 1},
		{64, 10, 1, 0.001, 5744000, 4, 1},
		{64, 10, 0.75, 0.05, 4462080, 4, 1},
		{16, 4, 1, 0.05, 370752, 4, 0.77},
		{32, 4, 1, 0.05, 786944, 4, 0.92},
		{64, 4, 1, 0.05, 1664768, 4, 0.95},
		{64, 2, 1, 0.05, 786944, 4, 0.47},
		{64, 10, 0.5, 0.05, 18432000, 5, 0.97},
	} {
		trials := int64(2000)
		if c.share == 1 {
			trials = 400
		}
		s := mustSchedule(t, c.K, c.d, c.delta, bounds.PaperConstants())
		n, err := s.N(c.last)
		require.NoError(t, err)
		require.Equal(t, c.tau, int64(c.K*c.d)*n, "K·d·n_M is the published value")
		hits := int64(0)
		v, votes := NewVBEGE(s), mustSymmetric(t, c.K, c.d, c.gap).Oracle()
		for trial := range trials {
			run := v.Run(Problem{Oracle: votes, Key: stream.Key{Seed: 6, Experiment: "section 6", Trial: uint64(trial)}})
			require.Equal(t, []int{0}, run.Frontier)
			require.LessOrEqual(t, run.Comparisons, c.tau, "the form is an upper value")
			if run.Comparisons == c.tau {
				hits++
			}
		}
		exact := exactShare(t, c.K, c.d, c.gap, c.delta, c.last)
		require.True(t, consistent(t, hits, trials, exact, alpha),
			"K=%d d=%d gap=%v δ=%v: %d of %d, exact share %v", c.K, c.d, c.gap, c.delta, hits, trials, exact)
		if c.share == 1 {
			require.Equal(t, trials, hits, "every run; the exact share is %v", exact)
			continue
		}
		published := int64(math.Round(500 * c.share))
		require.True(t, consistent(t, published, 500, exact, 1e-3), "published %v of 500 runs, exact %v", c.share, exact)
		t.Logf("K=%d d=%d gap=%v: exact share %.4f, measured %.4f, published %.2f",
			c.K, c.d, c.gap, exact, float64(hits)/float64(trials), c.share)
		require.False(t, consistent(t, hits, trials, exact-0.1, alpha), "wrong twin: a share ten points off is refuted")
	}
}

// With C_thr = 0.3 the run stops long before it knows: the claim P(wrong) ≤ δ,
// which stands for C = (2,4,4), is refuted here by the same test.
func TestTheGuaranteeIsRefutedWithATooSmallThreshold(t *testing.T) {
	const trials, delta, alpha = 400, 0.05, 1e-9
	votes := mustSymmetric(t, 8, 2, 0.1).Oracle()
	wrong := func(c bounds.Constants) (k int64) {
		v := NewVBEGE(mustSchedule(t, 8, 2, delta, c))
		for trial := range trials {
			run := v.Run(Problem{Oracle: votes, Key: stream.Key{Seed: 8, Trial: uint64(trial)}, Budget: 1e9})
			if run.Ended != Decided || len(run.Frontier) != 1 || run.Frontier[0] != 0 {
				k++
			}
		}
		return k
	}
	refuted := func(k int64) bool {
		log, err := bounds.LogBinomialTail(k, trials, delta)
		require.NoError(t, err)
		return log < math.Log(alpha)
	}
	require.False(t, refuted(wrong(bounds.PaperConstants())))
	k := wrong(bounds.Constants{Samp: 2, Thr: 0.3, Log: 4})
	require.True(t, refuted(k), "%d of %d wrong", k, trials)
}
