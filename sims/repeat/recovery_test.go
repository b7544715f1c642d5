package repeat

import (
	"context"
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stat"
	"vectorborda/sims/stream"
)

// level is the error probability of a comparison in these tests; all together
// raise a false alarm with probability below 1e-6.
const level = 1e-8

// The paper's third table: our frequencies against the printed ones.
func TestPaperRecovery(t *testing.T) {
	t.Parallel()
	var k Maker
	for _, m := range Methods() {
		e, _, err := k.Make(t.Context(), m, 1, PaperDepth, PaperGap/2)
		require.NoError(t, err)
		for n, printed := range Printed(m).Successes {
			f, err := Recovery{Design: paperDesign(t), Estimator: e, Contexts: n, Trials: PaperTrials, Seed: 1}.Run(t.Context(), nil)
			require.NoError(t, err)
			p := sameRate(f.Successes, f.Trials, printed, PaperTrials)
			require.Greater(t, p, level, "%s, n = %d: %d against %d of 4000", m, n, f.Successes, printed)
			require.LessOrEqual(t, float64(f.Lo), float64(f.Successes)/PaperTrials)
			require.GreaterOrEqual(t, float64(f.Hi), float64(f.Successes)/PaperTrials)
		}
	}
}

// Wrong twins are refuted by the same test: TRR with ρ < σ(β) (the mean is right), and
// one at a depth where its bias exceeds the gap.
func TestWrongRecoveryIsRefuted(t *testing.T) {
	wild, err := NewTRRWithRho(1, 0.7, PaperDepth)
	require.NoError(t, err)
	shallow, err := NewUnconst(1, 2)
	require.NoError(t, err)
	for _, c := range []struct {
		e Estimator
		m Method
	}{{wild, Roulette}, {shallow, Unconst}} {
		f, err := Recovery{Design: paperDesign(t), Estimator: c.e, Contexts: 100_000, Trials: PaperTrials, Seed: 1}.Run(t.Context(), nil)
		require.NoError(t, err)
		p := sameRate(f.Successes, f.Trials, Printed(c.m).Successes[100_000], PaperTrials)
		require.Less(t, p, level, "%s: %d", c.m, f.Successes)
	}
}

// asked is an estimate from votes one by one: of TRR first K, by inversion.
func asked(src *rand.ChaCha8, e Estimator, p float64) float64 {
	uniform := func() float64 { return float64(src.Uint64()>>11|1) * 0x1p-53 }
	votes := func(k int) (wins int) {
		for range k {
			if uniform() <= p {
				wins++
			}
		}
		return wins
	}
	trr, capped := e.(*TRR)
	if !capped {
		return e.(*Fixed).z[votes(e.Depth())]
	}
	k := 1
	for u := uniform(); trr.Survival(k+1) >= u; {
		k++
	}
	return trr.Score(k, votes(k))
}

// naive asks every context and every comparison.
func naive(t *testing.T, x *Design, e Estimator, n, trials int) (successes int64) {
	for trial := range trials {
		src := stream.Key{Seed: 1, Experiment: "naive " + e.Name(), Trial: uint64(trial)}.Lane(0)
		sums, counts := make([]float64, len(x.Models)), make([]float64, len(x.Models))
		others := []int{}
		for m := range x.Models {
			if m != x.M0 {
				others = append(others, m)
			}
		}
		for range n {
			m := others[int(src.Uint64()%uint64(len(others)))] // bias below 2^-60
			sums[m] += asked(src, e, x.probability(pick(src, x.Weights), m))
			counts[m]++
		}
		for _, m := range others {
			sums[m] /= counts[m]
		}
		if x.ranked(sums) {
			successes++
		}
	}
	return successes
}

// The counts of outcomes have the law of the contexts one by one.
func TestCountsAgainstContexts(t *testing.T) {
	t.Parallel()
	p := &Population{
		Models: []string{"a", "b", "c", "r"}, Weights: []float64{0.3, 0.7},
		Utilities: [][]float64{{0.9, 0.4, 0.1, 0.5}, {0.2, 0.3, 0.35, 0.1}},
	}
	x, err := NewDesign(p, 3, 1.5)
	require.NoError(t, err)
	for _, e := range everyEstimator(t, 1.5, 6) {
		const n, trials = 150, 4000
		f, err := Recovery{Design: x, Estimator: e, Contexts: n, Trials: trials, Seed: 1}.Run(t.Context(), nil)
		require.NoError(t, err)
		slow := naive(t, x, e, n, trials)
		require.Greater(t, slow, int64(trials/10), "%s", e.Name())
		require.Less(t, slow, int64(trials*9/10), "%s", e.Name())
		same := sameRate(f.Successes, trials, slow, trials)
		require.Greater(t, same, level, "%s: %d against %d", e.Name(), f.Successes, slow)
	}
}

// The sum over n contexts has mean n·E[Z] and variance n·Var[Z], for TRR also where
// the last K are drawn one by one.  Chebyshev at level 1e-8 would be blind; the mean
// of 2,000 sums of 10,000 is normal far beyond 6 standard errors.
func TestSumsHaveTheirMoments(t *testing.T) {
	t.Parallel()
	m := mixed{[]float64{0.25, 0.75}, []float64{0.7, 0.4}}
	trr, err := NewTRR(1, 12)
	require.NoError(t, err)
	free, err := NewTRR(1, Unlimited)
	require.NoError(t, err)
	short := newRoulette(t.Context(), trr, m)
	short.chains = short.chains[:3]
	for lane, c := range []struct {
		e Estimator
		s summer
	}{{mustAvg(t, 1, 9), newSummer(t.Context(), mustAvg(t, 1, 9), m)}, {trr, newSummer(t.Context(), trr, m)}, {trr, short}, {free, newSummer(t.Context(), free, m)}} {
		mean, square := 0.0, 0.0
		for i, w := range m.weights {
			mean += w * c.e.Mean(m.p[i])
			square += w * meanSquare(c.e, m.p[i])
		}
		const trials, n = 2000, 10_000
		src, sum := stream.Key{Seed: 1, Experiment: "sums"}.Lane(uint64(lane)), 0.0
		for range trials {
			sum += c.s.sum(src, n)
		}
		se := math.Sqrt((square - mean*mean) / (trials * n))
		require.InDelta(t, mean, sum/(trials*n), 6*se, "%d", lane)
	}
}

// meanSquare is E[Z²|p], of TRR up to K = 200: what is left out is of the order of
// (max(p,1-p)/ρ)^200 < 10^-18 at β = 1 and p = 0.7.
func meanSquare(e Estimator, p float64) (sum float64) {
	switch e := e.(type) {
	case *Fixed:
		for w, z := range e.z {
			sum += probability(w, e.Depth(), p) * z * z
		}
	case *TRR:
		for k := 1; k <= 200 && e.Survival(k) > 0; k++ {
			for w := range k + 1 {
				z := e.Score(k, w)
				sum += (e.Survival(k) - e.Survival(k+1)) * probability(w, k, p) * z * z
			}
		}
	}
	return sum
}

func TestRecoveryDoesNotDependOnJobs(t *testing.T) {
	trr, err := NewTRR(1, 8)
	require.NoError(t, err)
	run := func(jobs, trials int, seed uint64) Frequency {
		f, err := Recovery{Design: paperDesign(t), Estimator: trr, Contexts: 50_000, Trials: trials, Jobs: jobs, Seed: seed}.Run(t.Context(), nil)
		require.NoError(t, err)
		return f
	}
	require.Equal(t, run(1, 500, 1), run(8, 500, 1))
	require.NotEqual(t, run(1, 500, 1), run(1, 500, 2))
}

func TestRecoveryEdges(t *testing.T) {
	r := Recovery{Design: paperDesign(t), Estimator: mustAvg(t, 1, 4), Contexts: 1, Trials: 50, Seed: 1}
	f, err := r.Run(t.Context(), nil)
	require.NoError(t, err)
	require.Zero(t, f.Successes, "three of four models have no context")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	f, err = r.Run(ctx, nil)
	require.NoError(t, err)
	require.Equal(t, Frequency{Contexts: 1, Hi: 1}, f)
	for _, n := range []int64{0, -1, MaxContexts + 1} {
		r.Contexts = n
		_, err = r.Run(t.Context(), nil)
		require.ErrorContains(t, err, "contexts: give")
	}
	r.Contexts, r.Estimator = 10, mustAvg(t, 2, 4)
	_, err = r.Run(t.Context(), nil)
	require.ErrorContains(t, err, "β = 2")
}

// Ties go by the order of the models: here the reference comes after the model
// that ties with it, and then before.
func TestTiesGoByTheOrderOfTheModels(t *testing.T) {
	x := paperDesign(t)
	require.True(t, x.ranked([]float64{3, 2, 0, 0, -1}))
	require.False(t, x.ranked([]float64{3, 2, -1, 0, -2}))
	require.False(t, x.ranked([]float64{math.NaN(), 2, 1, 0, -1}))
	flipped := &Population{Models: []string{"low", "high"}, Weights: []float64{1}, Utilities: [][]float64{{0, 1}}}
	y, err := NewDesign(flipped, 0, 1)
	require.NoError(t, err)
	require.False(t, y.ranked([]float64{0, 0}))
	require.True(t, y.ranked([]float64{0, 1e-9}))
}

// Fisher's test against exact rationals, and R's fisher.test on its tea-tasting
// example: 3 of 4 against 1 of 4, p = 0.4857.
func TestSameRate(t *testing.T) {
	p := sameRate(3, 4, 1, 4)
	require.InDelta(t, 0.4857142857142857, p, 1e-12)
	for _, c := range [][4]int64{{0, 5, 0, 7}, {5, 5, 7, 7}, {2, 9, 7, 8}, {10, 30, 1, 25}, {0, 12, 12, 12}} {
		a, m, b, n := c[0], c[1], c[2], c[3]
		weight := func(k int64) *big.Int {
			return new(big.Int).Mul(new(big.Int).Binomial(m, k), new(big.Int).Binomial(n, a+b-k))
		}
		sum := new(big.Int)
		for k := max(0, a+b-n); k <= min(m, a+b); k++ {
			if weight(k).Cmp(weight(a)) <= 0 {
				sum.Add(sum, weight(k))
			}
		}
		want, _ := new(big.Rat).SetFrac(sum, new(big.Int).Binomial(m+n, a+b)).Float64()
		got := sameRate(a, m, b, n)
		require.InEpsilon(t, want, got, 1e-10, "%v", c)
	}
}

// The interval of counts that pass is exactly where the p-value exceeds α.
func TestCompare(t *testing.T) {
	for _, c := range [][3]int64{{40, 38, 40}, {60, 0, 40}, {60, 40, 40}, {33, 20, 40}, {1, 1, 2}} {
		trials, b, n := c[0], c[1], c[2]
		for a := range trials + 1 {
			got := Frequency{Trials: trials, Successes: a}.compare(b, n)
			p := sameRate(a, trials, b, n)
			require.Equal(t, stat.Number(p), got.P)
			require.Equal(t, p > CompareAlpha, *got.From <= a && a <= *got.To, "%v: %d outside %d to %d", c, a, *got.From, *got.To)
		}
	}
}

// A row is as printed if its frequency and all digits of its gap are; under another β
// or reference model that is no claim, and most rows are not in the paper.
func TestRowsAgainstThePapers(t *testing.T) {
	outcome := func(x *Design, depth int, contexts, successes int64, gap float64) Outcome {
		return RecoveryPlan{Design: x, Depth: depth}.against(Cal, gap, Frequency{Contexts: contexts, Trials: 4000, Successes: successes}).Outcome
	}
	for _, c := range []struct {
		successes int64
		gap       float64
		want      Outcome
		why       string
	}{
		{3924, 0.0143426, AsPrinted, "the printed row"},
		{3844, 0.0143426, AsPrinted, "the first that is not told apart"},
		{3843, 0.0143426, NotPrinted, "one fewer"},
		{3977, 0.0143426, NotPrinted, "too many"},
		{3924, 0.0143427, NotPrinted, "the gap's last digit"},
	} {
		require.Equal(t, c.want, outcome(paperDesign(t), PaperDepth, 100_000, c.successes, c.gap), c.why)
	}
	other := design(t, PaperGap, PaperMixture, 2, PaperReference)
	require.Equal(t, Unchanged, outcome(other, PaperDepth, 100_000, 3924, 0.0143426))
	require.Equal(t, Changed, outcome(other, PaperDepth, 100_000, 3924, 0.02))
	require.Empty(t, outcome(paperDesign(t), PaperDepth, 99_999, 3924, 0.0143426))
	require.Empty(t, outcome(paperDesign(t), PaperDepth+1, 100_000, 3924, 0.0143426))
	require.Empty(t, outcome(design(t, PaperGap, 0.9, 1, PaperReference), PaperDepth, 100_000, 3924, 0.0143426))
	require.Equal(t, 1, (&Recoveries{Rows: []RecoveryRow{{Comparison: Comparison{Outcome: Changed}}, {}}}).Count(Changed))
}

// Every model but m_0 gets its share, within 6 standard deviations of 250,000.
func TestContextsAreSplitEvenly(t *testing.T) {
	x, counts := paperDesign(t), make([]int64, 5)
	for trial := range uint64(50) {
		x.split(stream.Key{Seed: 1, Experiment: "split", Trial: trial}.Lane(0), 1_000_000, counts)
		total := int64(0)
		for m, n := range counts {
			if total += n; m == x.M0 {
				require.Zero(t, n)
				continue
			}
			require.InDelta(t, 250_000, n, 6*math.Sqrt(1e6*0.25*0.75))
		}
		require.EqualValues(t, 1_000_000, total)
	}
}
