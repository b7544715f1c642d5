package votelog

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stat"
	"vectorborda/sims/stream"
)

func between(lo, hi int) func(*rand.Rand) int {
	return func(rng *rand.Rand) int { return lo + rng.IntN(hi-lo+1) }
}

// uneven are cells of 1 to 256 votes.
func uneven(rng *rand.Rand) int { return 1 << rng.IntN(9) }

// arenas are hard in one way each.
var arenas = []arena{
	{name: "all equal, so on the border", scores: [][]int{{0, 0}, {0, 0}, {0, 0}, {0, 0}}, votes: between(1, 12)},
	{name: "two equal on one objective, and ahead on the other", scores: [][]int{{3, 2}, {0, 2}, {-2, -3}, {1, -1}}, votes: between(20, 60)},
	{name: "near ties", scores: [][]int{{1, 1}, {0, 0}, {1, 0}, {0, 1}}, votes: between(30, 90)},
	{name: "cells of one to three votes", scores: [][]int{{4, 0}, {1, -3}, {0, 3}, {-4, 1}, {-3, -4}}, votes: between(1, 3)},
	{name: "one to 256 votes", scores: [][]int{{0, 1}, {0, 0}, {-1, 0}, {0, 1}}, votes: uneven},
	{name: "rates of zero and one", scores: [][]int{{8, 8}, {0, 8}, {-8, 0}, {8, 0}}, votes: uneven},
	{name: "ties for half", scores: [][]int{{1, 1}, {0, 1}, {-1, 0}}, ties: 6, votes: between(5, 30)},
	{name: "sessions of one mind", scores: [][]int{{0, 1}, {0, 0}, {0, 0}}, votes: between(2, 6), session: 8},
	{name: "one vote on all objectives", scores: [][]int{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}, votes: between(1, 12), labels: true},
	{name: "cells without a vote", scores: [][]int{{2}, {1}, {0}, {0}, {0}, {-2}}, votes: between(0, 4)},
	{name: "well apart", scores: [][]int{{6, 0}, {0, 6}, {-2, -2}, {-4, -4}}, votes: between(30, 60), decided: 0.75},
}

// twins are wrong ways to decide, each with the arena in which it is refuted.
var twins = []struct {
	name, arena string
	judge       func(c *Certainty, o *Opened, out, each float64)
}{
	{"a quarter of the radius", arenas[1].name, func(c *Certainty, o *Opened, out, each float64) {
		c.judge(newTests(o.Log, nil, 0), out/16, each/16)
	}},
	{"no union bound", arenas[2].name, func(c *Certainty, o *Opened, _, _ float64) {
		c.judge(newTests(o.Log, nil, 0), math.Log(c.Delta), math.Log(c.Delta))
	}},
	{"clusters ignored", "sessions of one mind", func(c *Certainty, o *Opened, out, each float64) {
		c.judge(newTests(o.Log, nil, 0), out, each)
	}},
	{"ties counted whole", "ties for half", func(c *Certainty, o *Opened, out, each float64) {
		l := *o.Log
		l.wins, l.ties = slices.Clone(l.wins), nil
		for at, n := range o.Log.ties {
			if i, j := at/len(l.Objectives)/len(l.Models), at/len(l.Objectives)%len(l.Models); i < j {
				l.wins[at] += n
			}
		}
		c.judge(newTests(&l, nil, 0), out, each)
	}},
}

// All claims together hold with probability 1-δ, and the verdicts without the limits with
// 1-δ/2: more is refuted with probability at most 1e-8 for each assertion, if it is false.
// Where δ or δ/2 is exceeded by a tenth, that is found with the power that is required.
func TestClaimsAreWrongAtMostDelta(t *testing.T) {
	const seeds, alpha = 2000, 1e-8
	ledger := stat.Ledger{}
	for at, a := range arenas {
		delta := []float64{0.5, 0.2}[at%2]
		declare := func(p0 float64) stat.Claim {
			s, err := ledger.Declare(a.name, seeds, p0, alpha, p0+.1)
			require.NoError(t, err)
			require.Greater(t, float64(s.First.Power), .999)
			return s.First
		}
		all, verdicts := declare(delta), declare(delta/2)
		var wrong, wrongVerdicts, decided, models int64
		byTwin, verdictsByTwin := make([]int64, len(twins)), make([]int64, len(twins))
		for seed := range uint64(seeds) {
			o := a.draw(t, stream.Key{Seed: seed, Experiment: a.name}.Rand(0))
			b := a.scoresOf(o.Retained)
			count := func(c *Certainty, wrong, verdicts *int64) {
				limit, verdict := c.wrong(b)
				if limit || verdict {
					*wrong++
				}
				if verdict {
					*verdicts++
				}
			}
			c := o.Certainty(delta)
			count(c, &wrong, &wrongVerdicts)
			for _, v := range c.Verdicts {
				models++
				if v != Undecided {
					decided++
				}
			}
			for n, twin := range twins {
				if twin.arena == a.name {
					c, K, d := &Certainty{Delta: delta}, float64(len(b)), float64(len(b[0]))
					twin.judge(c, o, math.Log(delta/4/K/(K-1)), math.Log(delta/4/K/d))
					count(c, &byTwin[n], &verdictsByTwin[n])
				}
			}
		}
		t.Logf("%s: at δ = %v %d of %d wrong, %d by a verdict; %d of %d models decided", a.name, delta, wrong, seeds, wrongVerdicts, decided, models)
		require.Equal(t, stat.Supported, all.Judge(wrong).Outcome, a.name)
		require.Equal(t, stat.Supported, verdicts.Judge(wrongVerdicts).Outcome, a.name)
		if a.decided > 0 {
			require.GreaterOrEqual(t, float64(decided), a.decided*float64(models), "%s: claims of nothing", a.name)
		}
		for n, twin := range twins {
			if twin.arena == a.name {
				t.Logf("%s: %d wrong, %d by a verdict", twin.name, byTwin[n], verdictsByTwin[n])
				require.Equal(t, stat.Refuted, all.Judge(byTwin[n]).Outcome, twin.name)
			}
			if n == 0 && twin.arena == a.name {
				require.Equal(t, stat.Refuted, verdicts.Judge(verdictsByTwin[n]).Outcome, twin.name)
			}
		}
	}
	require.Equal(t, 2*len(arenas), ledger.Assertions())
}
