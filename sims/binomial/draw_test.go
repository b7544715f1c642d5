package binomial

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"vectorborda/bounds"
)

// stream is a source keyed by a name, so that every test has its own.
func stream(name string) *rand.ChaCha8 {
	var seed [32]byte
	copy(seed[:], name)
	return rand.NewChaCha8(seed)
}

// Every statistical test below refutes at a nominal level of at most 1e-12, and
// there are fewer than 250 in this package: all in all a false alarm at 1e-9 for
// a new seed. The seeds are fixed, so a result does not change by itself.
const level = 1e-12

// chiSquare is the significance of the counts of outcomes lo, lo+1, … of
// Binomial(n, p) among draws, outcomes pooled to at least 100 expected.
func chiSquare(t *testing.T, counts map[int64]int, n int64, p float64, draws int) float64 {
	var expect, seen, statistic float64
	bins := -1
	take := func() {
		statistic += (seen - expect) * (seen - expect) / expect
		bins++
		expect, seen = 0, 0
	}
	rest, left := float64(draws), float64(draws)
	for k := int64(0); k <= n && rest >= 200; k++ {
		log, err := bounds.LogBinomialPMF(k, n, p)
		require.NoError(t, err)
		e, s := float64(draws)*math.Exp(log), float64(counts[k])
		expect, seen, rest, left = expect+e, seen+s, rest-e, left-s
		if expect >= 100 && rest >= 100 {
			take()
		}
	}
	expect, seen = expect+rest, seen+left
	take()
	return distuv.ChiSquared{K: float64(bins)}.Survival(statistic)
}

func countDraws(draws int, draw func() int64) map[int64]int {
	counts := make(map[int64]int)
	for range draws {
		counts[draw()]++
	}
	return counts
}

// Draw against the exact probabilities, from n = 1 to 10^6, on both sides of
// p = 1/2 and of the seam np = 10.
func TestDrawFollowsTheLaw(t *testing.T) {
	t.Parallel()
	const draws = 200_000
	for _, n := range []int64{1, 2, 5, 19, 20, 21, 40, 76, 300, 10_000, 1_000_000} {
		f := float64(n)
		for _, p := range []float64{0.3 / f, 3 / f, 9.9999 / f, 10.0001 / f, 14 / f, 0.01, 0.27, 0.5, 0.73, 1 - 9.9999/f, 1 - 10.0001/f} {
			if p <= 0 || p >= 1 {
				continue
			}
			src := stream("law")
			counts := countDraws(draws, func() int64 { return Draw(src, n, p) })
			require.Greater(t, chiSquare(t, counts, n, p, draws), level, "n=%d p=%v", n, p)
		}
	}
}

// twin is draw with its own log ratio and constants.
func twin(src *rand.ChaCha8, h *hat, logRatio func(h *hat, t float64) float64) int64 {
	for {
		t, w := h.propose(centred(src))
		v := uniform(src)
		if w >= squeeze && v <= h.vr || h.inside(t) && h.bar(v, w) <= logRatio(h, t) {
			return h.m + int64(t)
		}
	}
}

// The twin with the right parts is the sampler itself, draw for draw; each wrong
// one is refuted by the test that the sampler passes.
func TestWrongTwinsAreRefuted(t *testing.T) {
	t.Parallel()
	const n, p, draws = 76, 0.14, 3_000_000
	right := newHat(n, p)
	flipped := func(a, b, c, d float64) func(h *hat, t float64) float64 {
		return func(h *hat, t float64) float64 {
			tilt, deviance, root, stirling := h.parts(t)
			return a*tilt - b*deviance + c*root - d*stirling
		}
	}
	src := stream("twin")
	one, other := stream("same"), stream("same")
	for range 10_000 {
		require.Equal(t, Draw(one, n, p), twin(other, &right, (*hat).logRatio))
	}
	for _, row := range []struct {
		reason   string
		change   func(h *hat)
		logRatio func(h *hat, t float64) float64
		wrong    bool
	}{
		{"nothing changed", func(*hat) {}, (*hat).logRatio, false},
		{"tilt with the wrong sign", func(*hat) {}, flipped(-1, 1, 1, 1), true},
		{"root with the wrong sign", func(*hat) {}, flipped(1, 1, -1, 1), true},
		{"Stirling terms with the wrong sign", func(*hat) {}, flipped(1, 1, 1, -1), true},
		{"squeeze accepts too much", func(h *hat) { h.vr += 0.2 }, (*hat).logRatio, true},
		{"hat too low", func(h *hat) { h.alf *= 0.85 }, (*hat).logRatio, true},
		{"centre off by 1/10", func(h *hat) { h.excess += 0.1 }, (*hat).logRatio, true},
	} {
		h := right
		row.change(&h)
		counts := countDraws(draws, func() int64 { return twin(src, &h, row.logRatio) })
		if row.wrong {
			require.Less(t, chiSquare(t, counts, n, p, draws), level, row.reason)
		} else {
			require.Greater(t, chiSquare(t, counts, n, p, draws), level, row.reason)
		}
	}
}

// p off by 0.001 at n = 300 moves the mean by 4% of a standard deviation.
func TestProbabilityOffIsRefuted(t *testing.T) {
	const draws = 200_000
	src := stream("off")
	counts := countDraws(draws, func() int64 { return Draw(src, 300, 0.271) })
	require.Less(t, chiSquare(t, counts, 300, 0.27, draws), level)
}

// momentDeviations are the deviations of mean, variance and third moment of draws
// from Binomial(n, p), each in its standard error. From the cumulants
// κ₃ = σ²(1-2p), κ₄ = σ²(1-6pq), κ₆ = σ²(1-30pq+120p²q²) and z = (X-np)/σ:
//
//	Var z = 1,   Var z² = 2 + (1-6pq)/σ²,
//	Var z³ = 15 + (15(1-6pq) + 9(1-4pq))/σ² + (1-30pq+120p²q²)/σ⁴.
func momentDeviations(draws int, n int64, p float64, draw func() int64) [3]float64 {
	mean := new(big.Rat).Mul(new(big.Rat).SetInt64(n), new(big.Rat).SetFloat64(p))
	whole := new(big.Int).Quo(mean.Num(), mean.Denom())
	frac, _ := mean.Sub(mean, new(big.Rat).SetInt(whole)).Float64()
	pq := p * (1 - p)
	v := float64(n) * pq
	var s [3]float64
	for range draws {
		z := (float64(draw()-whole.Int64()) - frac) / math.Sqrt(v)
		s[0], s[1], s[2] = s[0]+z, s[1]+z*z-1, s[2]+z*z*z-(1-2*p)/math.Sqrt(v)
	}
	v2 := 2 + (1-6*pq)/v
	v3 := 15 + (15*(1-6*pq)+9*(1-4*pq))/v + (1-30*pq+120*pq*pq)/(v*v)
	root := math.Sqrt(float64(draws))
	return [3]float64{s[0] / root, s[1] / (root * math.Sqrt(v2)), s[2] / (root * math.Sqrt(v3))}
}

// 7.2 standard errors are a level of 6e-13.
const manyErrors = 7.2

func TestMomentsAtEverySize(t *testing.T) {
	for _, n := range []int64{76, 1e4, 1e9, 1e12, 1<<53 + 1, 1e18, MaxN} {
		for _, p := range []float64{12 / float64(n), 0.27, 0.5, 0.73, 1 - 0x1p-20} {
			src := stream("moments")
			d := momentDeviations(200_000, n, p, func() int64 { return Draw(src, n, p) })
			for i := range d {
				require.Less(t, math.Abs(d[i]), manyErrors, "moment %d, n=%d p=%v", i+1, n, p)
			}
		}
	}
	src := stream("moments off")
	d := momentDeviations(200_000, 1e18, 0.27, func() int64 { return Draw(src, 1e18, 0.27+2e-11) })
	require.Greater(t, d[0], manyErrors, "p off by 2e-11 at n = 10^18")
}

// lowBits is the significance of the last six bits of draws being uniform.
func lowBits(draw func() int64) float64 {
	const draws = 200_000
	var counts [64]float64
	for range draws {
		counts[draw()&63]++
	}
	statistic := 0.0
	for _, c := range counts {
		statistic += (c - draws/64.0) * (c - draws/64.0) * 64 / draws
	}
	return distuv.ChiSquared{K: 63}.Survival(statistic)
}

// With σ ≥ 10^3 the residues modulo 64 are uniform to 2·exp(-2(πσ/64)²) < 1e-300.
func TestLowBitsAreUniform(t *testing.T) {
	for _, n := range []int64{1e8, 1<<53 + 1, 1e16, 1e18, MaxN} {
		for _, p := range []float64{0.1, 0.27, 0.5, 0.73} {
			src := stream("bits")
			require.Greater(t, lowBits(func() int64 { return Draw(src, n, p) }), level, "n=%d p=%v", n, p)
		}
	}
	gonum := distuv.Binomial{N: 1e18, P: 0.27, Src: stream("bits")}
	require.Less(t, lowBits(func() int64 { return int64(gonum.Rand()) }), level, "a float64 has no low bits at 10^18")
}

func TestDrawEdges(t *testing.T) {
	src := stream("edges")
	for _, row := range []struct {
		n      int64
		p      float64
		want   int64
		reason string
	}{
		{0, 0, 0, "no trial"},
		{0, 0.5, 0, "no trial"},
		{0, 1, 0, "no trial"},
		{1, 0, 0, "never"},
		{1, 1, 1, "always"},
		{MaxN, 0, 0, "never, often"},
		{MaxN, 1, MaxN, "always, often"},
		{MaxN, 1e-300, 0, "P(X > 0) = 5e-282"},
		{1, 1 - 0x1p-53, 1, "P(X < 1) = 1e-16, 10^4 draws"},
		{1000, 5e-324, 0, "the smallest p"},
	} {
		for range 10_000 {
			require.Equal(t, row.want, Draw(src, row.n, row.p), row.reason)
		}
	}
	d := momentDeviations(100_000, MaxN, 1-0x1p-53, func() int64 { return Draw(src, MaxN, 1-0x1p-53) })
	require.Less(t, math.Abs(d[0]), manyErrors, "2^62 trials that fail with 2^-53: 512 failures")
}

func TestDrawStaysInside(t *testing.T) {
	src := stream("inside")
	for _, n := range []int64{1, 3, 20, 21, 50, 1000, MaxN} {
		for _, p := range []float64{0x1p-60, 0.01, 0.49, 0.5, 0.51, 0.99, 1 - 0x1p-53} {
			for range 2000 {
				k := Draw(src, n, p)
				require.True(t, 0 <= k && k <= n, "n=%d p=%v: %d", n, p, k)
			}
		}
	}
}

func TestMisuse(t *testing.T) {
	src := stream("misuse")
	for _, row := range []struct {
		n       int64
		p       float64
		mention string
	}{
		{10, math.NaN(), "binomial: p = NaN is no probability: give a number in [0, 1]"},
		{10, -5e-324, "binomial: p = -5e-324 is no probability: give a number in [0, 1]"},
		{10, math.Nextafter(1, 2), "binomial: p = 1.0000000000000002 is no probability: give a number in [0, 1]"},
		{10, math.Inf(1), "binomial: p = +Inf is no probability: give a number in [0, 1]"},
		{-1, 0.5, "binomial: n = -1 trials: give a number from 0 to 2^62"},
		{MaxN + 1, 0.5, "binomial: n = 4611686018427387905 trials: give a number from 0 to 2^62"},
	} {
		require.EqualError(t, Check(row.n, row.p), row.mention)
		require.PanicsWithError(t, row.mention, func() { Draw(src, row.n, row.p) })
	}
	require.PanicsWithError(t, "binomial: nil source: give a seeded ChaCha8", func() { Draw(nil, 10, 0.5) })
	require.NoError(t, Check(MaxN, 1))
}
