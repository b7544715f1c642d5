package experiment

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
)

// The settings and runs of section 6, counted.
func TestTheExperimentsOfThePaper(t *testing.T) {
	for _, c := range []struct {
		experiment     string
		settings, runs int
		methods        int
	}{
		{"scaling", 12, 12 * 500, 4},
		{"benchmarks", 8, 8 * 500, 4},
		{"confidence", 14, 8*500 + 6*300, 4},
		{"constants", 52, 16*(500+300+300) + 4*100, 1},
		{"frontier-size", 8, 8 * 300, 4},
		{"allocation", 3, 3 * 300, 1},
		{"track-and-stop", 28, 12400, 2},
	} {
		runs := 0
		for _, p := range parts(c.experiment) {
			runs += p.Runs()
			require.Len(t, p.Methods, c.methods)
			require.Equal(t, vbege, p.Methods[0])
			require.Greater(t, p.K, 1)
		}
		require.Len(t, parts(c.experiment), c.settings, c.experiment)
		require.Equal(t, c.runs, runs, c.experiment)
	}
	require.Empty(t, parts("nosuch"))
}

// Settings that experiments share are run once.  With four methods scaling takes
// 10 settings of its 12, benchmarks 8, confidence 7 of 500 and 5 of 300, the sizes
// 8 of 300; the constants but (2,4) take 15·1100 and 300 for (8,16,4):
// 4·(5000+4000+3500+1500+2400) + 16500 + 300 = 82,400.
func TestSharedSettingsAreRunOnce(t *testing.T) {
	names, err := Expand([]string{"all"})
	require.NoError(t, err)
	all, byKey, err := Plan{}.cells(Plan{Experiments: names, Trials: 500}.Parts())
	require.NoError(t, err)
	runs := 0
	for _, c := range all {
		require.Same(t, c, byKey[c.key()])
		runs += len(c.runs)
	}
	require.Len(t, byKey, len(all))
	require.Equal(t, 82400, runs)
	shared := byKey[(&cell{Setting: random(named("arena-10-medium"), 0.05, 50, 10), method: all[0].method}).key()]
	require.True(t, shared.samples)
	require.Equal(t, [2]int{50, 10}, [2]int{shared.Instances, shared.Trials})
	require.NotContains(t, byKey, shared.key()+"0", "keys are whole")
}

func TestExpand(t *testing.T) {
	all, err := Expand([]string{"all"})
	require.NoError(t, err)
	require.Equal(t, []string{"scaling", "benchmarks", "confidence", "constants", "frontier-size", "allocation"}, all)
	some, err := Expand([]string{"track-and-stop", "scaling", "scaling"})
	require.NoError(t, err)
	require.Equal(t, []string{"scaling", "track-and-stop"}, some)
	both, err := Expand([]string{"all", "track-and-stop"})
	require.NoError(t, err)
	require.Equal(t, Names(), both)
	_, err = Expand([]string{"scalling"})
	require.ErrorContains(t, err, `no experiment "scalling" (did you mean scaling?): use scaling`)
	_, err = Expand(nil)
	require.ErrorContains(t, err, "no experiment named")
}

// N trials are N/500 of a setting's runs: fewer on an instance, then fewer
// instances.
func TestScaling(t *testing.T) {
	shape := func(s Setting, trials int) [2]int { s = s.scaled(trials); return [2]int{s.Instances, s.Trials} }
	theta, many, few := symmetric(4, 2, 1, 0.1), eight()[0], eight()[4]
	require.Equal(t, [2]int{1, 4}, shape(theta, 4))
	require.Equal(t, [2]int{1, 2000}, shape(theta, 2000))
	require.Equal(t, [2]int{4, 1}, shape(many, 4))
	require.Equal(t, [2]int{2000, 1}, shape(many, 2000))
	require.Equal(t, [2]int{50, 10}, shape(few, 500))
	require.Equal(t, [2]int{50, 2}, shape(few, 100))
	require.Equal(t, [2]int{1, 1}, shape(few, 1))
	thirty := random(named("arena-10-medium"), 0.05, 30, 10)
	for trials := range 2000 {
		// Parts of one family share the runs of their instances.
		a, b := shape(few, trials+1), shape(thirty, trials+1)
		require.LessOrEqual(t, b[0], a[0])
		require.Equal(t, a[1], b[1], "%d trials", trials+1)
	}
}

func TestNames(t *testing.T) {
	require.Equal(t, "symmetric K=16 d=4 Δ=1 δ=0.05", symmetric(16, 4, 1, 0.05).Name())
	s := eight()[0].with(bounds.Constants{Samp: 1, Thr: 3, Log: 4})
	require.Equal(t, "convex-2d δ=0.05 C=(1,3,4)", s.Name())
	require.Equal(t, "vectorborda simulate --family convex-2d,draw=7,seed=3 --algorithm vb-ege --delta 0.05 --constants 1,3,4 --seed 3 --trials 1 --runs",
		s.replay(3, vbege, 7))
	require.True(t, slices.IsSortedFunc(sampGrid(), func(a, b float64) int { return int(2*a - 2*b) }))
}
