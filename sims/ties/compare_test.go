package ties

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/instance"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
)

// r: ant 8:1 bee with 1 tie, ant 2:2 cat with 6, bee 5:3 cat with 2; s: as r but with ant last.
func threeBirds() []string {
	return append(lines("r", []tally{{0, 1, 8, 1, 1}, {0, 2, 2, 2, 6}, {1, 2, 5, 3, 2}}),
		lines("s", []tally{{0, 1, 1, 8, 1}, {0, 2, 1, 5, 4}, {1, 2, 4, 4, 2}})...)
}

func compare(t *testing.T, text []string, p Plan) *Comparison {
	c, err := Compare(t.Context(), read(t, text), p, nil)
	require.NoError(t, err)
	return c
}

func TestTreatmentsAreThoseOfSection7(t *testing.T) {
	c := compare(t, threeBirds(), Plan{Delta: 0.1, Trials: 3, Seed: 5})
	require.Len(t, c.Treatments, 3)
	d, h, f := c.Treatments[0], c.Treatments[1], c.Treatments[2]
	for _, b := range []struct {
		of   *Treatment
		i, r int
		want float64
	}{
		{d, 0, 0, (8.0/9 + 2.0/4) / 2}, {d, 1, 0, (1.0/9 + 5.0/8) / 2}, {d, 2, 1, (5.0/6 + 4.0/8) / 2},
		{h, 0, 0, (8.5/10 + 5.0/10) / 2}, {h, 1, 0, (1.5/10 + 6.0/10) / 2}, {h, 2, 1, (7.0/10 + 5.0/10) / 2},
		{f, 0, 0, (c.Davidson.Fits[0].score(0, 1) + c.Davidson.Fits[0].score(0, 2)) / 2},
		{f, 2, 1, (c.Davidson.Fits[1].score(2, 0) + c.Davidson.Fits[1].score(2, 1)) / 2},
	} {
		require.InDelta(t, b.want, b.of.Instance.Borda.At(b.i, b.r), 1e-15, "%s, a sum of two rounded once", b.of.Name)
	}
	for _, x := range c.Treatments {
		require.Equal(t, x.Instance.Gaps().Borda, x.Gaps)
		require.Empty(t, x.Zero)
		require.Len(t, x.Runs, 3)
		require.Equal(t, trial.Count(x.Runs).Undecided, 0)
	}
	require.Equal(t, []string{"D", "H", "F"}, []string{d.Name, h.Name, f.Name})
	require.Equal(t, 1.0, d.Jaccard)
	require.InDeltaSlice(t, []float64{1, 1}, d.Spearman, 1e-15)
}

// Rows in another order, with the two models changed, are the same votes, and the number
// of workers is nobody's concern.
func TestOrderAndSidesOfTheRowsChangeNothing(t *testing.T) {
	p := Plan{Delta: 0.1, Trials: 4, Seed: 5, Jobs: 1}
	want := compare(t, threeBirds(), p)
	text := threeBirds()
	slices.Reverse(text)
	for n, line := range text {
		if n%2 == 0 {
			a, b, winner := line[:3], line[4:7], line[8:len(line)-3]
			swapped := map[string]string{"model_a": "model_b", "model_b": "model_a", "tie": "tie"}[winner]
			text[n] = b + "," + a + "," + swapped + line[len(line)-3:]
		}
	}
	p.Jobs = 3
	got := compare(t, text, p)
	for n := range want.Treatments {
		require.Equal(t, want.Treatments[n].Gaps, got.Treatments[n].Gaps)
		require.Equal(t, want.Treatments[n].Runs, got.Treatments[n].Runs)
	}
	require.Equal(t, want.Davidson, got.Davidson)
}

// Models are those that are complete without ties, under each treatment.
func TestModelsAreThoseThatAreCompleteWithoutTies(t *testing.T) {
	text := append(threeBirds(), "dog,ant,tie,r\n", "dog,bee,model_a,r\n", "dog,cat,model_a,r\n",
		"dog,ant,model_a,s\n", "dog,bee,model_a,s\n", "dog,cat,model_a,s\n")
	v := read(t, text)
	whole, err := v.Retain(votelog.Policy{})
	require.NoError(t, err)
	require.Len(t, whole.Models, 4)
	c := compare(t, text, Plan{Delta: 0.1, Trials: 1, Seed: 5})
	require.Equal(t, birds[:3], c.Retained.Models)
	for _, x := range c.Treatments {
		require.Equal(t, birds[:3], x.Instance.Models, x.Name)
	}
	_, err = Compare(t.Context(), v, Plan{Policy: votelog.Policy{MinCell: 99}, Delta: 0.1, Trials: 1}, nil)
	require.ErrorContains(t, err, "without ties: no two of 4 models have 99 or more votes")
}

// Twins have gaps of zero under D and H, and under F within the error of the fit, although
// rounding parts them there.
func TestTwinsAreNeverRun(t *testing.T) {
	c := compare(t, lines("r", []tally{{0, 1, 30, 30, 17}, {0, 2, 41, 22, 9}, {1, 2, 41, 22, 9}}), Plan{Delta: 0.1, Trials: 2, Seed: 5})
	for _, x := range c.Treatments {
		require.Equal(t, []int{0, 1}, x.Zero, "%s: %v", x.Name, x.Gaps)
		require.Empty(t, x.Runs)
		require.True(t, math.IsInf(x.Complexity(), 1))
	}
	require.Less(t, c.Davidson.slack(), 1e-4, "the error is far below the gap of the third")
}

// A treatment is compared with the first, not with itself.
func TestTreatmentsAreComparedWithTheFirst(t *testing.T) {
	of := func(b [][]float64) *instance.Instance {
		in, err := instance.FromBorda(birds[:3], []string{"r", "s"}, b)
		require.NoError(t, err)
		return in
	}
	x := treat("X", of([][]float64{{0.9, 0.1}, {0.5, 0.5}, {0.1, 0.9}}), of([][]float64{{0.9, 0.9}, {0.5, 0.5}, {0.1, 0.1}}), 0.125)
	require.InDelta(t, 1.0/3, x.Jaccard, 1e-15)
	require.InDeltaSlice(t, []float64{1, -1}, x.Spearman, 1e-15)
	require.Empty(t, x.Zero, "gaps of 0.4")
	require.Len(t, treat("X", x.Instance, x.Instance, 0.5).Zero, 3)
}

func TestComplexityAndRank(t *testing.T) {
	x := &Treatment{Gaps: []float64{0.5, 0.25, 1}, Spearman: []float64{0.5, math.NaN(), -0.5, 1}}
	require.Equal(t, 21.0, x.Complexity())
	require.Equal(t, 0.25, x.Least())
	rho, r := x.Rank()
	require.Equal(t, -0.5, rho)
	require.Equal(t, 2, r)
	rho, r = (&Treatment{Spearman: []float64{math.NaN()}}).Rank()
	require.True(t, math.IsNaN(rho))
	require.Equal(t, -1, r)
}

func TestJaccardAndSpearman(t *testing.T) {
	require.Equal(t, 1.0, jaccard([]int{1, 2}, []int{1, 2}))
	require.Equal(t, 0.25, jaccard([]int{1, 2}, []int{2, 3, 5}))
	require.Equal(t, 0.0, jaccard([]int{1}, []int{2}))
	require.Equal(t, []float64{3, 1.5, 1.5, 4}, ranks([]float64{7, 2, 2, 9}))
	require.InDelta(t, 1, spearman([]float64{1, 2, 3}, []float64{-9, 0, 100}), 1e-15)
	require.InDelta(t, -1, spearman([]float64{1, 2, 3}, []float64{3, 2, -1}), 1e-15)
	// 1 - 6·Σ d²/(n(n²-1)) with d = 1, 1, 0, 0 of n = 4: 0.8.
	require.InDelta(t, 0.8, spearman([]float64{1, 2, 3, 4}, []float64{2, 1, 3, 4}), 1e-15)
	require.True(t, math.IsNaN(spearman([]float64{1, 1}, []float64{1, 2})))
}
