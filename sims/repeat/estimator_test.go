package repeat

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/stream"
)

// probabilities are those of a few utility differences, and p next to 1/2, where
// naive sums cancel.
func probabilities(beta float64) []float64 {
	ps := []float64{0.5, math.Nextafter(0.5, 1), math.Nextafter(0.5, 0), 0.5 + 0x1p-30, 0.5 - 0x1p-20}
	for _, D := range []float64{-1, -0.9, -0.49, -0.015, 0.002, 0.3, 0.51, 1} {
		ps = append(ps, Sigma(beta*D))
	}
	return ps
}

// The mean of MLE-UNCONST is a sum over W with harmonic numbers; its series is
// another formula that shares no code with it but Logit.
func TestUnconstMeanIsItsSeries(t *testing.T) {
	for _, beta := range []float64{1e-3, 0.5, 1, 2, 4, 16} {
		for _, d := range []int{1, 2, 3, 4, 7, 8, 16, 33, 64, 255, 1024, 4096, 24576} {
			e, err := NewUnconst(beta, d)
			require.NoError(t, err)
			for _, p := range probabilities(beta) {
				want := PowerSeries(p, d) / beta
				room := e.MeanError() + 16*0x1p-53*(1+math.Abs(want*beta))/beta
				require.InDelta(t, want, e.Mean(p), room, "β=%v d=%d p=%v", beta, d, p)
			}
		}
	}
}

func TestMeansAreOdd(t *testing.T) {
	for _, d := range []int{1, 2, 5, 64, 1025} {
		for _, e := range everyEstimator(t, 1, d) {
			require.Zero(t, e.Mean(0.5))
			for _, s := range []float64{0x1p-40, 0.125, 0.375, 0.5 - 0x1p-20} {
				require.InDelta(t, 0, e.Mean(s)+e.Mean(1-s), 2*e.MeanError(), "%s d=%d", e.Name(), d)
				require.Negative(t, e.Mean(s))
			}
		}
	}
}

func everyEstimator(t *testing.T, beta float64, d int) []Estimator {
	avg, err := NewAvg(beta, d)
	require.NoError(t, err)
	unconst, err := NewUnconst(beta, d)
	require.NoError(t, err)
	trr, err := NewTRR(beta, d)
	require.NoError(t, err)
	return []Estimator{avg, unconst, trr}
}

func rat(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }

func sub(x, y *big.Rat) *big.Rat { return new(big.Rat).Sub(x, y) }
func mul(x, y *big.Rat) *big.Rat { return new(big.Rat).Mul(x, y) }
func quo(x, y *big.Rat) *big.Rat { return new(big.Rat).Quo(x, y) }

func power(x *big.Rat, n int) *big.Rat {
	out := big.NewRat(1, 1)
	for range n {
		out.Mul(out, x)
	}
	return out
}

func over(n, k int) *big.Rat {
	return new(big.Rat).SetInt(new(big.Int).Binomial(int64(n), int64(k)))
}

func ratProbability(w, d int, p *big.Rat) *big.Rat {
	return mul(over(d, w), mul(power(p, w), power(sub(big.NewRat(1, 1), p), d-w)))
}

// ratSeries is Σ_{k=1}^d (p^k-(1-p)^k)/k.
func ratSeries(p *big.Rat, d int) *big.Rat {
	sum, q := new(big.Rat), sub(big.NewRat(1, 1), p)
	for k := 1; k <= d; k++ {
		sum.Add(sum, quo(sub(power(p, k), power(q, k)), big.NewRat(int64(k), 1)))
	}
	return sum
}

// roulette is TRR literally: the path X_1 … X_K adds, for each k ≤ K,
// (Π_{i≤k} X_i - Π_{i≤k} (1-X_i)) / (k·P(K ≥ k)).  orders averages it over all
// orders of w wins in k votes.
func orders(k, w int, rho *big.Rat) *big.Rat {
	sum, paths := new(big.Rat), int64(0)
	for path := range 1 << k {
		wins := 0
		for i := range k {
			wins += path >> i & 1
		}
		if wins != w {
			continue
		}
		paths++
		for j, ones, zeros := 1, true, true; j <= k; j++ {
			won := path>>(j-1)&1 == 1
			ones, zeros = ones && won, zeros && !won
			survival := quo(power(rho, j-1), big.NewRat(int64(j), 1))
			weight := quo(big.NewRat(1, int64(j)), survival)
			if ones {
				sum.Add(sum, weight)
			}
			if zeros {
				sum.Sub(sum, weight)
			}
		}
	}
	return quo(sum, big.NewRat(paths, 1))
}

// In exact rationals: the score is the mean of the literal estimator over all
// orders, the mean over K and W is the series (the same for MLE-UNCONST), and
// float64 gives the mean of both to their bounds.
func TestAgainstExactRationals(t *testing.T) {
	const beta = 1.0
	for _, d := range []int{1, 2, 3, 4, 6, 9} {
		trr, err := NewTRRWithRho(beta, 0.875, d)
		require.NoError(t, err)
		unconst, err := NewUnconst(beta, d)
		require.NoError(t, err)
		rho := rat(0.875)
		for _, p := range []float64{0.5, 0.625, 0.28125, 0.71875} {
			x := rat(p)
			mean := new(big.Rat)
			for k := 1; k <= d; k++ {
				share := quo(power(rho, k-1), big.NewRat(int64(k), 1))
				if k < d {
					share = sub(share, quo(power(rho, k), big.NewRat(int64(k+1), 1)))
				}
				for w := range k + 1 {
					z := orders(k, w, rho)
					exact, _ := z.Float64()
					require.InDelta(t, exact, trr.Score(k, w), 64*0x1p-53*trr.Range(), "d=%d k=%d w=%d", d, k, w)
					mean.Add(mean, mul(share, mul(ratProbability(w, k, x), z)))
				}
			}
			require.Zero(t, mean.Cmp(ratSeries(x, d)), "d=%d p=%v", d, p)
			want, _ := mean.Float64()
			require.InDelta(t, want, trr.Mean(p), trr.MeanError(), "d=%d p=%v", d, p)

			mean = new(big.Rat)
			for w := range d + 1 {
				z := sub(harmonic(w), harmonic(d-w))
				mean.Add(mean, mul(ratProbability(w, d, x), z))
			}
			require.Zero(t, mean.Cmp(ratSeries(x, d)), "d=%d p=%v", d, p)
			require.InDelta(t, want, unconst.Mean(p), unconst.MeanError(), "d=%d p=%v", d, p)
		}
	}
}

func harmonic(n int) *big.Rat {
	sum := new(big.Rat)
	for k := 1; k <= n; k++ {
		sum.Add(sum, big.NewRat(1, int64(k)))
	}
	return sum
}

// MLE-AVG at small depths, by hand: σ(1) = 0.7311, σ(2) = 0.8808.
func TestAvgByHand(t *testing.T) {
	e, err := NewAvg(1, 4)
	require.NoError(t, err)
	require.Equal(t, []float64{-1, -1, 0, 1, 1}, e.Values(), "3/4 > σ(1)")
	e, err = NewAvg(2, 4)
	require.NoError(t, err)
	half := math.Log(3) / 2
	require.Equal(t, []float64{-1, -half, 0, half, 1}, e.Values(), "3/4 < σ(2)")
	require.InDelta(t, (Sigma(1)-Sigma(-1))*1, mustAvg(t, 1, 1).Mean(Sigma(1)), 1e-15, "d = 1: E[Z] = 2p-1")
}

// Next to d/2 the logit is small: log(1+x) = x - x²/2 + x³/3 up to x⁴ < u·x.
func TestAvgNearTheMiddle(t *testing.T) {
	const d = 1 << 20
	x := 2 / float64(d/2-1)
	require.InEpsilon(t, (x-x*x/2+x*x*x/3)/0.001, mustAvg(t, 0.001, d).Values()[d/2+1], 8*0x1p-53)
}

func mustAvg(t *testing.T, beta float64, d int) *Fixed {
	e, err := NewAvg(beta, d)
	require.NoError(t, err)
	return e
}

// Exact sums at depth 200, where the window of Fixed.each leaves counts out.
func TestFixedMeanAtDepth(t *testing.T) {
	const d = 200
	for _, p := range []float64{0.50390625, 0.73046875, 0.375} {
		e := mustAvg(t, 1, d)
		mean, x := new(big.Rat), rat(p)
		for w, z := range e.Values() {
			mean.Add(mean, mul(ratProbability(w, d, x), rat(z)))
		}
		m, _ := mean.Float64()
		require.InDelta(t, m, e.Mean(p), e.MeanError())
	}
}

func TestUntruncatedIsTheLimitOfTruncated(t *testing.T) {
	free, err := NewTRR(1, Unlimited)
	require.NoError(t, err)
	capped, err := NewTRR(1, 400)
	require.NoError(t, err)
	for _, D := range []float64{-1, -0.2, 0.015, 1} {
		p := Sigma(D)
		require.InDelta(t, D, free.Mean(p), 4e-16)
		require.InDelta(t, D, capped.Mean(p), 1e-15)
	}
	require.InDelta(t, free.Comparisons(), capped.Comparisons(), 1e-12)
	require.True(t, math.IsInf(free.Range(), 1))
}

// E[K] of the paper's tables.
func TestExpectedComparisons(t *testing.T) {
	for d, want := range map[int]string{1: "1.0000", 4: "1.8446", 8: "2.1433", 12: "2.2441"} {
		e, err := NewTRR(1, d)
		require.NoError(t, err)
		require.Equal(t, want, fmt.Sprintf("%.4f", e.Comparisons()))
	}
}

// The frequencies of every outcome in a context against the exact law, two-sided at
// 1e-9 an outcome: a false alarm of the whole test below 1e-6.
func TestOneContextHasItsLaw(t *testing.T) {
	const n = 20_000
	p := Sigma(0.6)
	for lane, e := range everyEstimator(t, 1, 5) {
		law := map[float64]float64{}
		switch e := e.(type) {
		case *Fixed:
			for w, z := range e.Values() {
				law[z] += probability(w, 5, p)
			}
		case *TRR:
			for k := 1; k <= 5; k++ {
				for w := range k + 1 {
					law[e.Score(k, w)] += (e.Survival(k) - e.Survival(k+1)) * probability(w, k, p)
				}
			}
		}
		src, seen := stream.Key{Seed: 1, Experiment: "draw"}.Lane(uint64(lane)), map[float64]int64{}
		one := newSummer(t.Context(), e, mixed{[]float64{1}, []float64{p}})
		for range n {
			seen[one.sum(src, 1)]++
		}
		total := int64(0)
		for z, prob := range law {
			lo, hi, err := bounds.ClopperPearson(seen[z], n, 1e-9)
			require.NoError(t, err)
			require.True(t, lo <= prob && prob <= hi, "%s: Z = %v came %d times, p = %v", e.Name(), z, seen[z], prob)
			total += seen[z]
		}
		require.EqualValues(t, n, total, "no other outcome")
	}
}

func TestBadParameters(t *testing.T) {
	for _, beta := range []float64{0, -1, math.NaN(), math.Inf(1), 1e-9, 17} {
		_, err := NewAvg(beta, 4)
		require.ErrorContains(t, err, "β = ")
	}
	for _, d := range []int{0, -1, MaxDepth + 1} {
		_, err := NewUnconst(1, d)
		require.ErrorContains(t, err, "depth d = ")
	}
	_, err := NewTRR(1, -1)
	require.ErrorContains(t, err, "depth d = -1")
	for _, rho := range []float64{0, 1, math.NaN()} {
		_, err := NewTRRWithRho(1, rho, 4)
		require.ErrorContains(t, err, "ρ = ")
	}
	require.Panics(t, func() { mustAvg(t, 1, 4).Mean(math.NaN()) })
	require.Panics(t, func() { mustAvg(t, 1, 4).Mean(1.5) })
}

// What a large term swallows comes back, whichever of sum and term is the larger.
func TestTheAccumulatorCompensates(t *testing.T) {
	for _, terms := range [][]float64{{1, 0x1p100, 1, -0x1p100}, {0x1p100, 1, 1, -0x1p100}, {1, 1, 0x1p100, -0x1p100}} {
		var a accumulator
		for _, x := range terms {
			a.add(x)
		}
		require.Equal(t, 2.0, a.value(), "%v", terms)
	}
}

// The bound on rounding is 16u·(1+m)/β with m ≥ β·|E[Z|p]| for every p, the largest being
// at p = 1; without a cap at |D| = 1.
func TestMeanErrorOfTRRCoversEveryMean(t *testing.T) {
	for _, beta := range []float64{0.01, 1, 8} {
		for _, d := range []int{1, 2, 7, 100, 5000} {
			e, err := NewTRR(beta, d)
			require.NoError(t, err)
			require.GreaterOrEqual(t, e.MeanError(), 16*0x1p-53*(1/beta+e.Mean(1)), "β = %v, d = %d", beta, d)
		}
		e, err := NewTRR(beta, Unlimited)
		require.NoError(t, err)
		require.GreaterOrEqual(t, e.MeanError(), 16*0x1p-53*(1/beta+1), "β = %v", beta)
	}
}

func TestGreatDepthsStayFinite(t *testing.T) {
	for _, e := range everyEstimator(t, 1, 24576) {
		require.InDelta(t, 1, e.Mean(Sigma(1)), 0.01, e.Name())
	}
}
