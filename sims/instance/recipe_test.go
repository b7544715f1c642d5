package instance

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"

	"vectorborda/gaps"
	"vectorborda/sims/stat"
	"vectorborda/sims/stream"
)

func recipe(t testing.TB, name string) Recipe {
	at := slices.IndexFunc(Recipes(), func(r Recipe) bool { return r.Name == name })
	require.GreaterOrEqual(t, at, 0, name)
	return Recipes()[at]
}

func everyRecipe(t *testing.T) []Recipe {
	all := Recipes()
	for _, d := range []int{4, 10} {
		for _, s := range []int{4, 8, 16, 32} {
			r, err := ParetoSize(d, s)
			require.NoError(t, err)
			all = append(all, r)
		}
	}
	return all
}

// What section 6 says of each family, checked on the finished arrays by other
// means than those that made them.
func TestDrawnInstancesAreOfTheirFamily(t *testing.T) {
	sizes := map[string][3]int{
		"convex-2d": {60, 2, 15}, "convex-3d": {60, 3, 15}, "arena-4-small": {32, 4, 8}, "arena-4-medium": {64, 4, 12},
		"arena-10-medium": {64, 10, 16}, "witness-4": {40, 4, 8}, "witness-10": {80, 10, 16}, "two-group-10": {64, 10, 0},
		"arena-4-tiny": {16, 4, 4}, "pareto-size,d=10,s=32": {64, 10, 32},
	}
	for _, r := range everyRecipe(t) {
		for index := range uint64(20) {
			in, err := r.Draw(5, index)
			require.NoError(t, err)
			K, d := in.Size()
			if want, listed := sizes[r.Name]; listed {
				require.Equal(t, want, [3]int{K, d, r.S}, r.Name)
			}
			if r.High > 0 {
				checkGroups(t, in.Theta)
				continue
			}
			front := frontierByDefinition(*in.Theta)
			require.Len(t, front, r.S, r.Name)
			require.Equal(t, front, in.Frontier())
			checkFront(t, r, *in.Theta, front)
			checkMargins(t, r, *in.Theta, front)
		}
	}
}

// frontierByDefinition is Definition 1.1 word for word.
func frontierByDefinition(x gaps.Array[float64]) (front []int) {
	for i := range x.K {
		if !slices.ContainsFunc(all(x.K), func(j int) bool { return below(x.Row(i), x.Row(j)) }) {
			front = append(front, i)
		}
	}
	return front
}

func all(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

func below(a, b []float64) bool {
	for r := range a {
		if a[r] >= b[r] {
			return false
		}
	}
	return true
}

func checkGroups(t *testing.T, x *gaps.Array[float64]) {
	high := 0
	for i := range x.K {
		row := x.Row(i)
		lo, hi := slices.Min(row), slices.Max(row)
		if lo >= 0.55 && hi <= 0.75 {
			high++
			continue
		}
		require.True(t, lo >= 0.20 && hi <= 0.45, "%v", row)
	}
	require.Equal(t, 16, high)
}

// checkFront: a Dirichlet row has non-negative parts that sum to 1; the arc has
// the constant sum 1.05 and equal steps.
func checkFront(t *testing.T, r Recipe, x gaps.Array[float64], front []int) {
	const rounding = 1e-14
	var first []float64
	for _, p := range front {
		sum := 0.0
		for _, v := range x.Row(p) {
			require.GreaterOrEqual(t, v, 0.15)
			sum += v
		}
		want := 0.15*float64(r.D) + 0.75
		if r.Alpha == 0 {
			want = 1.05
		}
		require.InDelta(t, want, sum, rounding)
		first = append(first, x.At(p, 0))
	}
	if r.Alpha == 0 {
		slices.Sort(first)
		for i, v := range first {
			require.InDelta(t, 0.20+0.65*float64(i)/14, v, rounding)
		}
	}
}

// checkMargins: every other model lies below some frontier model by margins in
// [Lo,Hi]; with witnesses each frontier model is alone above exactly q models.
func checkMargins(t *testing.T, r Recipe, x gaps.Array[float64], front []int) {
	const rounding = 1e-15
	alone := map[int]int{}
	for i := range x.K {
		if slices.Contains(front, i) {
			continue
		}
		fits := slices.ContainsFunc(front, func(p int) bool {
			for c, top := range x.Row(p) {
				if m := top - x.At(i, c); m < r.Lo-rounding || m > r.Hi+rounding {
					return false
				}
			}
			return true
		})
		require.True(t, fits, "%s: model %d", r.Name, i)
		var above []int
		for _, p := range front {
			if below(x.Row(i), x.Row(p)) {
				above = append(above, p)
			}
		}
		require.NotEmpty(t, above)
		if r.Only > 0 {
			require.Len(t, above, 1)
			alone[above[0]]++
		}
	}
	if r.Only > 0 {
		require.Len(t, alone, r.S)
		for _, n := range alone {
			require.Equal(t, r.Only, n)
		}
	}
}

// An instance is a function of seed, name and index, and of nothing else.
func TestDrawsAreKeyed(t *testing.T) {
	r := recipe(t, "arena-4-small")
	draw := func(r Recipe, seed, index uint64) string {
		in, err := r.Draw(seed, index)
		require.NoError(t, err)
		return in.Fingerprint()
	}
	one := draw(r, 1, 7)
	require.Equal(t, one, draw(r, 1, 7))
	other := r
	other.Name += "x"
	for _, changed := range []string{draw(r, 2, 7), draw(r, 1, 8), draw(other, 1, 7)} {
		require.NotEqual(t, one, changed)
	}
	in, err := Family("arena-4-small,draw=7,seed=1")
	require.NoError(t, err)
	require.Equal(t, one, in.Fingerprint())
	usual, err := Family("arena-4-small")
	require.NoError(t, err)
	require.Equal(t, draw(r, 1, 0), usual.Fingerprint())
	// The numbers of this generator; other ones are other instances.
	require.Equal(t, "ba5df6319d3469d9", one)
}

// Shuffled: the place of a frontier model is uniform.  Its index below K/2 is an
// event of probability 1/2; the bound is six standard deviations of a mean of
// places, at 400 draws of 8 of 32.
func TestModelsAreShuffled(t *testing.T) {
	r, sum, n := recipe(t, "arena-4-small"), 0.0, 400
	for index := range uint64(n) {
		in, err := r.Draw(3, index)
		require.NoError(t, err)
		for _, p := range in.Frontier() {
			sum += float64(p)
		}
	}
	deviation := math.Sqrt((32.0*32 - 1) / 12 / float64(8*n)) // places without replacement vary less
	require.InDelta(t, 15.5, sum/float64(8*n), 6*deviation)
	require.Greater(t, 15.5-3.5, 6*deviation, "unshuffled models would be seen")
}

// A margin below zero puts models beside the frontier: such arrays are drawn
// again and counted, and a recipe that cannot succeed ends with an error.
func TestRedraws(t *testing.T) {
	r := recipe(t, "arena-4-tiny")
	r.K, r.Lo = 6, -0.05
	redrawn := 0
	for index := range uint64(100) {
		in, err := r.Draw(1, index)
		require.NoError(t, err)
		require.Len(t, frontierByDefinition(*in.Theta), r.S)
		redrawn += in.Redraws
	}
	require.Positive(t, redrawn)
	r.Lo, r.Hi = -0.2, -0.1
	_, err := r.Draw(1, 0)
	require.ErrorContains(t, err, "family arena-4-tiny, draw 0 of seed 1: none of 10000 arrays has its planted frontier")
	for _, name := range []string{"convex-2d", "convex-3d", "arena-4-small", "arena-10-medium", "two-group-10"} {
		for index := range uint64(50) {
			in, err := recipe(t, name).Draw(1, index)
			require.NoError(t, err)
			require.Zero(t, in.Redraws, "their margins are positive: the planted frontier is the strict one")
		}
	}
}

// chance is a lower bound of the share of tries that succeed, and zero where
// none can.
func TestTheChanceOfAWitness(t *testing.T) {
	r, src := recipe(t, "witness-4"), stream.Key{Seed: 1}.Rand(0)
	seen, impossible := 0, 0
	for range 60 {
		x := gaps.NewArray[float64](r.S+1, r.D)
		r.front(src, x)
		p, hits := 0, int64(0)
		const tries = 2000
		for range tries {
			if r.below(src, x, r.S, p); r.onlyBelow(x, r.S, p) {
				hits++
			}
		}
		c := r.chance(x, p)
		if c == 0 {
			impossible++
			require.Zero(t, hits)
			continue
		}
		seen++
		// 60 exact tests at 1e-9 each.
		upper := distuv.Binomial{N: tries, P: c}
		require.Greater(t, upper.CDF(float64(hits)), 1e-9, "chance %v, %d of %d", c, hits, tries)
	}
	require.Positive(t, seen)
	t.Logf("%d frontiers with a chance, %d without", seen, impossible)
	twins := gaps.NewArray[float64](3, 2)
	two := Recipe{S: 2, D: 2, Lo: .1, Hi: .2, Only: 1, K: 3}
	require.Zero(t, two.chance(twins, 0), "two equal frontier models are never alone")
	ok, err := two.witnessed(src, twins)
	require.False(t, ok)
	require.NoError(t, err)
	// m_1 ≤ 0.15 or m_2 ≤ -1: one half, exactly.
	copy(twins.X, []float64{0.15, 0, 0, 1})
	require.InDelta(t, 0.5, two.chance(twins, 0), 1e-15)
}

// The draws below are 200,000; the distance of an empirical distribution function
// exceeds 0.0074 with probability 2·exp(-2·2e5·0.0074²) = 6e-10 (DKW).
const (
	lawDraws = 200_000
	lawBound = 0.0074
)

func distance(sample []float64, cdf func(float64) float64) (sup float64) {
	slices.Sort(sample)
	for i, x := range sample {
		n := float64(len(sample))
		sup = max(sup, math.Abs(cdf(x)-float64(i)/n), math.Abs(cdf(x)-float64(i+1)/n))
	}
	return sup
}

// A part of Dirichlet(α·1_d) is Beta(α,(d-1)α); for α = 1/2, d = 2 that is the
// arcsine law, for α = 1 it is 1-(1-x)^(d-1).
func TestTheLawOfDirichlet(t *testing.T) {
	t.Parallel()
	src := stream.Key{Seed: 9}.Rand(0)
	beta := func(a, b float64) func(float64) float64 { return distuv.Beta{Alpha: a, Beta: b}.CDF }
	for _, c := range []struct {
		alpha float64
		d     int
		cdf   func(float64) float64
		wrong func(float64) float64
	}{
		{0.5, 2, func(x float64) float64 { return 2 / math.Pi * math.Asin(math.Sqrt(x)) }, beta(.55, .55)},
		{1, 3, func(x float64) float64 { return 1 - (1-x)*(1-x) }, beta(1.05, 2.1)},
		{0.7, 4, beta(.7, 2.1), beta(.75, 2.25)},
		{0.7, 10, beta(.7, 6.3), beta(.75, 6.75)},
	} {
		sample, z := make([]float64, lawDraws), make([]float64, c.d)
		for i := range sample {
			dirichlet(src, c.alpha, z)
			sample[i] = z[i%c.d]
		}
		require.Less(t, distance(sample, c.cdf), lawBound, "α=%v d=%d", c.alpha, c.d)
		require.Greater(t, distance(sample, c.wrong), lawBound, "the wrong α is seen: α=%v d=%d", c.alpha, c.d)
	}
}

// Gamma(1/2) is N²/2, whose distribution function is erf √x.
func TestTheLawOfGammaBelowOne(t *testing.T) {
	src := stream.Key{Seed: 10}.Rand(0)
	sample, gamma := make([]float64, lawDraws), distuv.Gamma{Alpha: 0.5, Beta: 1, Src: src}
	for i := range sample {
		sample[i] = gamma.Rand()
	}
	require.Less(t, distance(sample, func(x float64) float64 { return math.Erf(math.Sqrt(x)) }), lawBound)
	require.Greater(t, distance(sample, func(x float64) float64 { return math.Erf(math.Sqrt(1.05 * x)) }), lawBound)
}

// P(Δ_min < x) ~ x^a: the index of Δ_min^-2 is TailIndex = a/2, within Hill's
// limits at 1e-4 on 4,000 draws; twice of it (a for a/2) and a third are not.
func TestTheTailIndexOfAFamily(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"two-group-10", "convex-3d", "arena-4-small"} {
		r, inverse := recipe(t, name), make([]float64, 4000)
		for index := range inverse {
			in, err := r.Draw(11, uint64(index))
			require.NoError(t, err)
			inverse[index] = math.Pow(slices.Min(in.Gaps().Borda), -2)
		}
		tail, law := stat.HillIndex(inverse, 1e-4), stat.Number(r.TailIndex())
		t.Logf("%s: index %.3f in [%.3f, %.3f], by its law %v", name, tail.Index, tail.Lo, tail.Hi, law)
		require.True(t, tail.Lo <= law && law <= tail.Hi, "%s: %+v", name, tail)
		require.False(t, tail.Lo <= 2*law && 2*law <= tail.Hi, name)
		require.False(t, tail.Lo <= law/3 && law/3 <= tail.Hi, name)
	}
}

// Where the index is infinite the gaps are bounded below: with witnesses by Lo.
func TestGapsAreBoundedBelow(t *testing.T) {
	for _, name := range []string{"witness-4", "witness-10", "convex-2d"} {
		r := recipe(t, name)
		require.True(t, math.IsInf(r.TailIndex(), 1))
		for index := range uint64(100) {
			in, err := r.Draw(12, index)
			require.NoError(t, err)
			require.GreaterOrEqual(t, slices.Min(in.Gaps().Latent), r.Lo-1e-15, "%s draw %d", name, index)
		}
	}
}
