package gaps

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// byDefinition is Definition 2.2 word for word, in O(K²·d) for each model: a
// second implementation that shares only the array with the production one.
func byDefinition[T Score](x Array[T], S []int, i int) T {
	M := func(i, j int) T { // M_x(i,j)
		var all []T
		for r := range x.D {
			all = append(all, x.At(i, r)-x.At(j, r))
		}
		return slices.Max(all)
	}
	over := func(i int, term func(j int) T) (all []T) {
		for _, j := range S {
			if j != i {
				all = append(all, term(j))
			}
		}
		return all
	}
	star := func(i int) T { return slices.Max(over(i, func(j int) T { return 0 - M(i, j) })) }
	if star(i) > 0 {
		return star(i)
	}
	return slices.Min(over(i, func(j int) T { return min(M(i, j), max(M(j, i), 0)+max(star(j), 0)) }))
}

// strictlyBelow is Definition 1.1.
func strictlyBelow[T Score](x Array[T], i, j int) bool {
	for r := range x.D {
		if x.At(i, r) >= x.At(j, r) {
			return false
		}
	}
	return true
}

// drawArray draws scores from few values, so that ties on one objective, equal
// rows and equal margins are common.
func drawArray(t *rapid.T) Array[int64] {
	K, d := rapid.IntRange(2, 9).Draw(t, "K"), rapid.IntRange(1, 4).Draw(t, "d")
	top := rapid.SampledFrom([]int64{1, 2, 5, 1 << 40}).Draw(t, "top")
	x := NewArray[int64](K, d)
	for c := range x.X {
		x.X[c] = rapid.Int64Range(-top, top).Draw(t, "x")
	}
	return x
}

func asFloat(x Array[int64]) Array[float64] {
	f := NewArray[float64](x.K, x.D)
	for c, v := range x.X {
		f.X[c] = float64(v) / (1 << 20)
	}
	return f
}

func requireDefinition[T Score](t *rapid.T, a *Active[T], x Array[T]) {
	S := a.Members()
	for _, i := range S {
		dominated := slices.ContainsFunc(S, func(j int) bool { return strictlyBelow(x, i, j) })
		require.Equal(t, !dominated, a.OnFrontier(i), "frontier, model %d of %v in %v", i, S, x)
		if len(S) == 1 {
			require.Zero(t, a.Gap(i), "a single member has gap 0")
			continue
		}
		require.Equal(t, byDefinition(x, S, i), a.Gap(i), "gap of model %d of %v in %v", i, S, x)
	}
}

// Removals in any order leave what a full pass over the rest would give.
func TestActiveKeepsDefinition22UnderRemoval(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawArray(t)
		f := asFloat(x)
		a, af := NewActive(x), NewActive(f)
		for {
			requireDefinition(t, a, x)
			requireDefinition(t, af, f)
			if len(a.Members()) == 1 {
				return
			}
			q := rapid.SampledFrom(a.Members()).Draw(t, "q")
			a.Remove(q)
			af.Remove(q)
		}
	})
}

func TestActiveResetTakesAnySubsetAndForgetsThePast(t *testing.T) {
	a := new(Active[int64])
	rapid.Check(t, func(t *rapid.T) {
		x := drawArray(t)
		S := rapid.SliceOfNDistinct(rapid.IntRange(0, x.K-1), 1, x.K, rapid.ID[int]).Draw(t, "S")
		slices.Sort(S)
		a.Reset(x, S)
		requireDefinition(t, a, x)
	})
}

func TestFrontierAndGapsOnPinnedInstances(t *testing.T) {
	for _, c := range []struct {
		why      string
		rows     [][]float64
		frontier []int
		gaps     []float64
	}{
		{"one above the other", [][]float64{{1, 1}, {0, 0}}, []int{0}, []float64{1, 1}},
		{"a tie on one objective keeps a model", [][]float64{{1, 1}, {0, 1}}, []int{0, 1}, []float64{0, 0}},
		{"equal rows", [][]float64{{1}, {1}}, []int{0, 1}, []float64{0, 0}},
		{"incomparable", [][]float64{{3, 0}, {0, 2}}, []int{0, 1}, []float64{2, 2}},
		// δ*_0: against 1 it is 2∧[0+2] = 2, against 2 it is 5∧[0+5].
		{"chain", [][]float64{{5}, {3}, {0}}, []int{0}, []float64{2, 2, 5}},
		// Model 2 is below 0 only; Δ*_2 = 1.  δ*_0 = min{3, 1∧[0+1]}.  δ*_1 = min{3, 4∧[1+1]}.
		{"a dominated rival lends its margin", [][]float64{{3, 1}, {0, 4}, {1, 0}}, []int{0, 1}, []float64{1, 2, 1}},
		{"differences below the spacing of floats around 1", [][]float64{{0}, {1e-17}, {-1}}, []int{1}, []float64{1e-17, 1e-17, 1}},
		{"huge", [][]float64{{700, -700}, {-700, 700}}, []int{0, 1}, []float64{1400, 1400}},
	} {
		x := Array[float64]{K: len(c.rows), D: len(c.rows[0]), X: slices.Concat(c.rows...)}
		require.Equal(t, c.frontier, Frontier(x), c.why)
		require.Equal(t, c.gaps, Gaps(x), c.why)
	}
}

func TestLargestPrefersDominatedThenLowestIndex(t *testing.T) {
	for _, c := range []struct {
		why  string
		x    []int64
		want int
	}{
		{"K=2, d=1: the gaps always tie, the dominated model goes", []int64{6, 4}, 1},
		{"same, the other way round", []int64{4, 6}, 0},
		{"lowest index among dominated", []int64{9, 4, 4}, 1},
		{"lowest index among frontier models", []int64{5, 5, 5}, 0},
		{"the larger gap beats both rules", []int64{9, 0, 8}, 1},
	} {
		x := Array[int64]{K: len(c.x), D: 1, X: c.x}
		i, gap := NewActive(x).Largest()
		require.Equal(t, c.want, i, c.why)
		require.Equal(t, Gaps(x)[i], gap, c.why)
	}
}

func TestWitnessesAttainTheLargestMargin(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := drawArray(t)
		frontier := Frontier(x)
		for i, w := range Witnesses(x) {
			if slices.Contains(frontier, i) {
				require.Equal(t, -1, w)
				continue
			}
			require.Contains(t, frontier, w)
			for p := range x.K {
				require.LessOrEqual(t, Margin(x, i, p), Margin(x, i, w))
				if p < w && slices.Contains(frontier, p) {
					require.Less(t, Margin(x, i, p), Margin(x, i, w), "the lowest index is taken")
				}
			}
		}
	})
}

// A large instance stays linear in memory: the benchmark reports bytes.
func BenchmarkGaps(b *testing.B) {
	for _, size := range []struct {
		name string
		K, d int
	}{{"K=64,d=10", 64, 10}, {"K=2000,d=5", 2000, 5}, {"K=10000,d=3", 10000, 3}} {
		b.Run(size.name, func(b *testing.B) {
			x := uniformArray(size.K, size.d)
			b.ReportAllocs()
			for b.Loop() {
				Gaps(x)
			}
		})
	}
}

// BenchmarkRemoval empties the set in the order of Algorithm 1.
func BenchmarkRemoval(b *testing.B) {
	x := uniformArray(2000, 5)
	a := NewActive(x)
	for b.Loop() {
		a.Reset(x, roster(x.K))
		for len(a.Members()) > 1 {
			i, _ := a.Largest()
			a.Remove(i)
		}
	}
}

func BenchmarkBorda(b *testing.B) {
	x := uniformArray(2000, 3)
	for b.Loop() {
		Borda(x, nil)
	}
}

func uniformArray(K, d int) Array[float64] {
	src := rand.New(rand.NewPCG(1, 2))
	x := NewArray[float64](K, d)
	for c := range x.X {
		x.X[c] = src.Float64()
	}
	return x
}
