package repeat

import (
	"context"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// repeated has the contexts of a population so many times, in random order.
func repeated(t *testing.T, p *Population, times int) *Population {
	out := &Population{Models: p.Models}
	for range times {
		for c, w := range p.Weights {
			out.Weights, out.Utilities = append(out.Weights, w/float64(times)), append(out.Utilities, p.Utilities[c])
		}
	}
	rand.New(rand.NewPCG(1, 2)).Shuffle(len(out.Weights), func(i, j int) {
		out.Weights[i], out.Weights[j] = out.Weights[j], out.Weights[i]
		out.Utilities[i], out.Utilities[j] = out.Utilities[j], out.Utilities[i]
	})
	require.NoError(t, out.Check())
	return out
}

func two() *Population {
	return &Population{Models: []string{"a", "b", "r"}, Weights: []float64{0.75, 0.25}, Utilities: [][]float64{{0.875, 0.5, 0.25}, {0.25, 0.375, 0.125}}}
}

// 2^17 contexts of which two are distinct are two: the same laws, bit for bit since their
// weights are powers of 2, so the same scores and rankings, in no more time.
func TestEqualContextsAreOne(t *testing.T) {
	few, err := NewDesign(two(), 2, 1)
	require.NoError(t, err)
	many, err := NewDesign(repeated(t, two(), 1<<16), 2, 1)
	require.NoError(t, err)
	for m, law := range few.laws {
		order := []int{0, 1}
		if many.laws[m].p[0] != law.p[0] {
			order = []int{1, 0}
		}
		require.Len(t, many.laws[m].p, len(law.p))
		for i := range law.p {
			require.Equal(t, law.p[i], many.laws[m].p[order[i]])
			require.Equal(t, law.weights[i], many.laws[m].weights[order[i]])
		}
	}
	for _, e := range everyEstimator(t, 1, 512) {
		want, _ := few.SmallestGap(e)
		got, success := many.SmallestGap(e)
		require.InDelta(t, want, got, 0x1p-50, "two terms in another order")
		require.True(t, success)
	}
	// The reference ties with itself everywhere: one context of p = 1/2.
	require.Equal(t, mixed{[]float64{1}, []float64{0.5}}, few.laws[2])
}

// The law of the counts is that of all terms, to what lies outside the window and rounding.
func TestChainHasTheLawOfAllCounts(t *testing.T) {
	m := mixed{[]float64{0.25, 0.75}, []float64{0.0625, 0.75}}
	for _, d := range []int{1, 7, 30, 600} {
		law := map[float64]float64{}
		for w := range d + 1 {
			for c, p := range m.p {
				law[float64(w)] += m.weights[c] * probability(w, d, p)
			}
		}
		c, left := newChain(t.Context(), d, m, func(w int) float64 { return float64(w) }), 1.0
		for i, w := range c.z {
			require.InDelta(t, law[w], left*c.hazard[i], 4e-14, "d = %d, W = %v", d, w) // 1 - hazard loses as many u as there are steps
			left *= 1 - c.hazard[i]
		}
	}
}

// Also in the last rows of all an interrupt is one, and what was simulated is there.
func TestInterruptedInTheLastRow(t *testing.T) {
	const trials = 20
	x := paperDesign(t)
	ctx, cancel := context.WithCancel(t.Context())
	plan, steps := RecoveryPlan{Design: x, Depth: 12, Contexts: []int64{1000}, Trials: trials, Jobs: 1, Seed: 1}, 0
	s, err := plan.Run(ctx, func() {
		if steps++; steps == 3*trials+5 {
			cancel()
		}
	})
	require.NoError(t, err)
	require.True(t, s.Partial)
	require.Len(t, s.Rows, 4)
	require.EqualValues(t, trials, s.Rows[2].Trials)
	require.EqualValues(t, 5, s.Rows[3].Trials)
	cal, _, err := new(Maker).Make(t.Context(), Cal, 1, 12, PaperGap/2)
	require.NoError(t, err)
	gap, _ := x.SmallestGap(cal)
	require.EqualValues(t, gap, s.Rows[1].Score, "the table is for ε = Δ/2")

	whole, err := plan.Run(t.Context(), func() {})
	require.NoError(t, err)
	require.False(t, whole.Partial)
}

// An error of its own is not taken for the interrupt that comes at the same time.
func TestAnErrorIsNoInterrupt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	x := paperDesign(t)
	_, err := RecoveryPlan{Design: x, Depth: -1, Contexts: []int64{10}, Trials: 1, Jobs: 1}.Run(ctx, nil)
	require.ErrorContains(t, err, "-1")
	x.Beta = -1
	_, err = BudgetsPlan{x}.Run(ctx, nil)
	require.ErrorContains(t, err, "-1")
}

// jittered is the paper's population with every context a little different, so that none
// merge and the depths of MLE-AVG take seconds.
func jittered(t *testing.T) *Design {
	paper, err := PaperPopulation(PaperGap, PaperMixture)
	require.NoError(t, err)
	p, rng := repeated(t, paper, 1<<13), rand.New(rand.NewPCG(3, 4))
	for c, row := range p.Utilities {
		p.Utilities[c] = nil
		for _, u := range row {
			p.Utilities[c] = append(p.Utilities[c], u+(0.5-u)*rng.Float64()/1000)
		}
	}
	x, err := NewDesign(p, PaperReference, 1)
	require.NoError(t, err)
	require.Len(t, x.laws[0].p, 1<<14)
	return x
}

// Whatever a depth or the laws of a simulation take, a context that ends is answered within
// a second, and what was finished before is there.  Workers have 0.8 of that second, so a
// busy machine gets another to wake up those that wait; all of the work takes six and more.
func TestAContextEndsWhateverIsUnderWay(t *testing.T) {
	x := jittered(t)
	for why, run := range map[string]func(ctx context.Context) (done int, partial bool){
		"depths": func(ctx context.Context) (int, bool) {
			s, err := BudgetsPlan{x}.Run(ctx, nil)
			require.NoError(t, err)
			return len(s.Rows[0].Budgets[0].Attempts), s.Partial
		},
		"laws": func(ctx context.Context) (int, bool) {
			s, err := RecoveryPlan{Design: x, Depth: 64, Contexts: []int64{1000, 2000}, Trials: 5, Seed: 1}.Run(ctx, nil)
			require.NoError(t, err)
			return len(s.Rows), s.Partial
		},
	} {
		for after := 300 * time.Millisecond; ; after *= 2 { // until something is finished
			ctx, cancel := context.WithTimeout(t.Context(), after)
			begun := time.Now()
			done, partial := run(ctx)
			cancel()
			require.True(t, partial, why)
			require.Less(t, time.Since(begun), after+2*time.Second, why)
			if done > 0 {
				break
			}
		}
	}
}
