package lemmas

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

func eachMutant(t *testing.T, f func(t *testing.T, e Entry, m Mutant)) {
	for _, e := range Index() {
		for _, m := range e.Mutants {
			t.Run(e.ID+"/"+m.Name, func(t *testing.T) { f(t, e, m) })
		}
	}
}

// The pinned witness refutes the mutant and leaves the statement standing; a
// mutant refuted by the generator is hit by it; one that is true never is.
func TestMutantsEndAsTheySay(t *testing.T) {
	eachMutant(t, func(t *testing.T, e Entry, m Mutant) {
		r, err := m.run(context.Background(), e.ID, Options{Seed: 5, Checks: 300, Jobs: 2})
		require.NoError(t, err)
		require.True(t, r.caught(), "%+v", r)
		switch m.How {
		case ByGenerator:
			require.Positive(t, r.Hits, "the generator does not reach it")
		case ByNothing:
			require.Equal(t, 300, r.Draws)
			require.Zero(t, r.Hits)
		}
	})
}

// Witnesses are small integers.
func TestWitnessesAreSmall(t *testing.T) {
	eachMutant(t, func(t *testing.T, e Entry, m Mutant) {
		for _, v := range pinned(t, m).Values {
			require.LessOrEqual(t, max(v, -v), int64(32))
		}
	})
}

// smaller are the sizes below a size in K or d.
func smaller(s Size) []Size {
	var all []Size
	for K := 2; K <= s.K; K++ {
		for D := 1; D <= s.D; D++ {
			if (Size{K, D}) != s {
				all = append(all, Size{K, D})
			}
		}
	}
	return all
}

// The witness of a mutant of a formula has the smallest size: at every smaller
// one, no values in {-1, 0, 1, 2} refute it.  Where these are too many the size is
// left to the solvers, see TestSmallSizesAreProved.
func TestWitnessesHaveTheSmallestSize(t *testing.T) {
	eachMutant(t, func(t *testing.T, e Entry, m Mutant) {
		if m.Formula == nil || m.How == ByNothing {
			return
		}
		for _, size := range smaller(pinned(t, m).Size) {
			vars := m.Formula(size).Graph.Variables()
			bits := 0
			for _, v := range vars {
				if bits++; !v.Bool {
					bits++
				}
			}
			if bits > 17 {
				require.Contains(t, smallSizes, size, "neither values nor solvers")
				continue
			}
			limits := func(pos int) (lo, hi int64) {
				if vars[pos].Bool {
					return 0, 1
				}
				return -1, 2
			}
			eachVector(len(vars), limits, func(values []int64) bool {
				dead, err := m.Refutes(Instance{size, values})
				require.NoError(t, err)
				require.False(t, dead, "dies at %v already: %s", size, m.Show(Instance{size, values}))
				return true
			})
		}
	})
}

// A link that is not monotone cannot be told at K = 2, where only the two
// models' own duel counts.
func TestHumpLinkSurvivesTwoModels(t *testing.T) {
	for x := range int64(200) {
		out := link{exact: humpLink}.keepsOrder(latent{Size{2, 1}, 3, []int64{0, x}}, 1, dominatesStrictly, dominatesStrictly)
		require.Equal(t, Holds, out.Verdict, out.Why)
	}
}

// κ of half the range at B = 1 (range 2): with five models no placement on the
// grid of sixteenths refutes it, whatever the other three do on a coarser grid.
// (The slope of σ falls with distance, so the others hurt most at the far end.)
func TestHalfRangeSurvivesFiveModels(t *testing.T) {
	kappa := slopeLine{16, slopeAt(1)}
	limits := func(pos int) (lo, hi int64) {
		if pos == 0 {
			return 0, 31
		}
		return 0, 4
	}
	eachVector(4, limits, func(v []int64) bool {
		for _, near := range []int64{v[0] + 1, 32} {
			theta := latent{Size{5, 1}, 4, []int64{near, v[0], 8 * v[1], 8 * v[2], 8 * v[3]}}
			require.NotEqual(t, Refuted, theta.above(kappa).Verdict, "%v", theta.k)
		}
		return true
	})
	six := latent{Size{6, 1}, 4, []int64{32, 31, 0, 0, 0, 0}}
	require.Equal(t, Refuted, six.above(kappa).Verdict, "K = 6")
}

// On the same witness the lemma itself, on computed scores, rejects κ of half
// the range and keeps κ_B.
func TestHalfRangeFailsOnComputedGaps(t *testing.T) {
	domain := spreadDomain()
	in := instanceAt(6, 1, 4, 32, 32, 31, 0, 0, 0, 0)
	out, err := checkLatentGaps(in)
	requireHolds(t, domain.Show(in), out, err)
	theta, _ := splitSpread(in)
	gapB, gapTheta := theta.computedGaps()
	require.Equal(t, Refuted, theta.gapsAbove(gapB, gapTheta, slopeLine{16, slopeAt(1)}).Verdict)
}
