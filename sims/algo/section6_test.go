package algo

import (
	"fmt"
	"math"
	"math/big"
	"sort"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/stream"
)

// On θ^Δ a run that loses nobody before its last phase M takes exactly K·d·n_M.
// An early loss is a model i whose counts are below those of model 1 by more
// than the cut on every objective in phase M-1 (in the phases before, every
// objective would have to be more than 6.7 standard deviations off; no other
// model can be that far ahead of i, and model 1 leaves only if such an i exists).  Given the counts
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

// missed is the probability that runs of share p are consistent with a smaller share.
func missed(t *testing.T, trials int64, p, share, alpha float64) float64 {
	refuting := sort.Search(int(trials)+1, func(k int) bool {
		return float64(k) > share*float64(trials) && !consistent(t, int64(k), trials, share, alpha)
	})
	log, err := bounds.LogBinomialCDF(int64(refuting)-1, trials, p)
	require.NoError(t, err)
	return math.Exp(log)
}

// The stopping times of section 6 of the paper.  published is the share of runs
// that take exactly tau, as given from 500 runs, where "every run" is 1.
//
// A row fails by chance with probability alpha at most; all thirteen with 1.3e-8.
// The trials of a row are as many as refute the twin, ten points off, except with
// probability alpha, in steps of 50.
func TestStoppingTimesOfTheSymmetricFamily(t *testing.T) {
	t.Parallel()
	const alpha = 1e-9
	for _, c := range []struct {
		K, d       int
		gap, delta float64
		tau        int64
		last       int
		published  float64
		trials     int64
	}{
		{64, 10, 1, 0.2, 4007680, 4, 1, 300},
		{64, 10, 1, 0.1, 4234880, 4, 1, 300},
		{64, 10, 1, 0.05, 4462080, 4, 1, 300},
		{64, 10, 1, 0.02, 4762240, 4, 1, 300},
		{64, 10, 1, 0.01, 4989440, 4, 1, 300},
		{64, 10, 1, 0.005, 5216640, 4, 1, 300},
		{64, 10, 1, 0.001, 5744000, 4, 1, 300},
		{64, 10, 0.75, 0.05, 4462080, 4, 1, 300},
		{16, 4, 1, 0.05, 370752, 4, 0.77, 3250},
		{32, 4, 1, 0.05, 786944, 4, 0.92, 1800},
		{64, 4, 1, 0.05, 1664768, 4, 0.95, 1300},
		{64, 2, 1, 0.05, 786944, 4, 0.47, 3600},
		{64, 10, 0.5, 0.05, 18432000, 5, 0.97, 950},
	} {
		n, err := mustSchedule(t, c.K, c.d, c.delta, bounds.PaperConstants()).N(c.last)
		require.NoError(t, err)
		require.Equal(t, c.tau, int64(c.K*c.d)*n, "K·d·n_M is the published value")
		hits := runsOf(t, c.K, c.d, c.gap, c.delta, c.tau, c.trials)
		exact := exactShare(t, c.K, c.d, c.gap, c.delta, c.last)
		row := fmt.Sprintf("K=%d d=%d gap=%v δ=%v: exact share %.7f, measured %d of %d, published %v",
			c.K, c.d, c.gap, c.delta, exact, hits, c.trials, c.published)
		require.True(t, consistent(t, hits, c.trials, exact, alpha), row)
		if c.published == 1 {
			require.Greater(t, exact, 1-1e-5, row)
		} else {
			t.Log(row)
			published := int64(math.Round(500 * c.published))
			require.True(t, consistent(t, published, 500, exact, 1e-3), "the published share as 500 runs: %s", row)
		}
		require.False(t, consistent(t, hits, c.trials, exact-0.1, alpha), "a share ten points off is refuted: %s", row)
		require.Less(t, missed(t, c.trials, exact, exact-0.1, alpha), alpha, row)
	}
}

// runsOf counts the runs with τ exactly tau; the form is an upper value.
func runsOf(t *testing.T, K, d int, gap, delta float64, tau, trials int64) (hits int64) {
	v := NewVBEGE(mustSchedule(t, K, d, delta, bounds.PaperConstants()))
	votes := mustSymmetric(t, K, d, gap).Oracle()
	for trial := range trials {
		run := v.Run(Problem{Oracle: votes, Key: stream.Key{Seed: 6, Experiment: "section 6", Trial: uint64(trial)}})
		require.Equal(t, []int{0}, run.Frontier)
		require.LessOrEqual(t, run.Comparisons, tau)
		if run.Comparisons == tau {
			hits++
		}
	}
	return hits
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
