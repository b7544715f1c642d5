package bt

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stream"
)

func TestMisfitByHand(t *testing.T) {
	// A perfect cycle of n votes a pair: ϑ̂ = 0, p = 1/2, q = 3/4.
	d := NewData(3)
	d.Add(0, 1, 40, 60)
	d.Add(1, 2, 40, 60)
	d.Add(2, 0, 40, 60)
	m := NewFitter(3).Misfit(d)
	require.Equal(t, 1, m.Freedom)
	require.InDelta(t, 3*40*0.25*0.25/0.25, m.Pearson, 1e-6)
	require.InDelta(t, 2*3*40*(0.75*math.Log(1.5)+0.25*math.Log(0.5)), m.Deviance, 1e-6)
	require.InDelta(t, math.Erfc(math.Sqrt(min(m.Deviance, m.Pearson)/2)), m.P(), 1e-12, "χ² of one degree")
	double := m.Add(m)
	require.Equal(t, Misfit{2 * m.Deviance, 2 * m.Pearson, 2}, double)
	require.InDelta(t, math.Exp(-min(m.Deviance, m.Pearson)), double.P(), 1e-12, "χ² of two degrees")
	require.Equal(t, 1.0, NewFitter(2).Misfit(NewData(2)).P(), "two models always fit")
}

// After one step the statistics would call any votes a misfit.
func TestAFitThatDidNotConvergeIsNotTested(t *testing.T) {
	d := NewData(3)
	d.Add(0, 1, 900, 1780)
	d.Add(1, 2, 900, 1780)
	d.Add(0, 2, 900, 1798)
	f := NewFitter(3)
	require.NotZero(t, f.Misfit(d))
	f.limit = 1
	require.False(t, f.Ridge(d, nil).Converged)
	require.Zero(t, f.Misfit(d))
}

// Votes of a Bradley–Terry law are rarely called a misfit, however few and however
// unequal the models: 1000 laws each, at level 1/100; of 20 and more the chance is below
// 1 in 200 if the level holds.  Either statistic alone breaks it somewhere.
func TestTheLevelOfTheMisfitHolds(t *testing.T) {
	const runs, level, most = 1000, 0.01, 20
	brokeDeviance, brokePearson := false, false
	for n, c := range []struct {
		votes int64
		width float64
	}{{1, 0.5}, {2, 1}, {4, 1.5}, {4, 4}, {20, 1}, {200, 2}} {
		src, fitter := stream.Key{Seed: 5}.Rand(uint64(n)), NewFitter(8)
		both, deviance, pearson := 0, 0, 0
		for range runs {
			theta := make([]float64, 8)
			for i := range theta {
				theta[i] = c.width * src.NormFloat64()
			}
			d := NewData(8)
			for i := range 8 {
				for j := range i {
					for range c.votes {
						won := int64(0)
						if src.Float64() < 1/(1+math.Exp(theta[j]-theta[i])) {
							won = 2
						}
						d.Add(i, j, 1, won)
					}
				}
			}
			m := fitter.Misfit(d)
			count := func(m Misfit) int {
				if m.P() < level {
					return 1
				}
				return 0
			}
			both += count(m)
			deviance += count(Misfit{m.Deviance, math.Inf(1), m.Freedom})
			pearson += count(Misfit{math.Inf(1), m.Pearson, m.Freedom})
		}
		t.Logf("%d votes, width %v: %d of %d, deviance alone %d, Pearson alone %d", c.votes, c.width, both, runs, deviance, pearson)
		require.Less(t, both, most, "%v", c)
		brokeDeviance, brokePearson = brokeDeviance || deviance >= most, brokePearson || pearson >= most
	}
	require.True(t, brokeDeviance, "the deviance alone would do")
	require.True(t, brokePearson, "Pearson's statistic alone would do")
}
