package votelog

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stream"
	"vectorborda/sims/votelog/rows"
)

// ballotRow is a row of a file: the winner is 'a', 'b', or 't' for a tie.
type ballotRow struct {
	a, b, objective string
	winner          byte
	session, id     int
}

// ballotRows are votes of models that are apart on the first objective.
func ballotRows(rng *rand.Rand) (all []ballotRow) {
	for i := range 5 {
		for j := range i {
			for r := range 2 {
				for range 150 + rng.IntN(200) {
					winner := byte('a')
					switch u := rng.IntN(16); {
					case u < 1:
						winner = 't'
					case u < 8-3*(i-j)*(1-r):
						winner = 'b'
					}
					all = append(all, ballotRow{fmt.Sprint("m", i), fmt.Sprint("m", j), fmt.Sprint("r", r), winner, rng.IntN(1500), len(all)})
				}
			}
		}
	}
	return all
}

// file opens rows as a file under the normalized description, by sessions if clustered.
func file(t *testing.T, all []ballotRow, clustered bool) *Opened {
	text := strings.Builder{}
	text.WriteString("model_a,model_b,winner,objective,session,id\n")
	for _, x := range all {
		fmt.Fprintf(&text, "%s,%s,%s,%s,s%d,%d\n", x.a, x.b, map[byte]string{'a': "model_a", 'b': "model_b", 't': "tie"}[x.winner], x.objective, x.session, x.id)
	}
	d, err := Preset("normalized")
	require.NoError(t, err)
	d.Ties, d.ID = "half", []string{"id"}
	if clustered {
		d.Cluster = "session"
	}
	v, err := Read([]string{"-"}, d, rows.Options{Stdin: strings.NewReader(text.String())})
	require.NoError(t, err)
	r, err := v.retain(Policy{})
	require.NoError(t, err)
	l, err := v.Log(r)
	require.NoError(t, err)
	return &Opened{Description: d, Votes: v, Retained: r, Log: l}
}

func TestClaimsDoNotDependOnOrderSidesAndNames(t *testing.T) {
	rng := stream.Key{Seed: 1, Experiment: t.Name()}.Rand(0)
	original := ballotRows(rng)
	shuffled, swapped, renamed, reversed := slices.Clone(original), slices.Clone(original), slices.Clone(original), slices.Clone(original)
	rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	other := map[byte]byte{'a': 'b', 'b': 'a', 't': 't'}
	for at := range original {
		s, n, r := &swapped[at], &renamed[at], &reversed[at]
		s.a, s.b, s.winner = s.b, s.a, other[s.winner]
		n.a, n.b = "m"+string('9'-n.a[1]+'0'), "m"+string('9'-n.b[1]+'0')
		r.winner = other[r.winner]
	}
	for _, clustered := range []bool{false, true} {
		o := file(t, original, clustered)
		c, K := o.Certainty(0.1), len(o.Log.Models)
		require.Contains(t, c.Verdicts, CertainlyIn)
		require.Contains(t, c.Verdicts, Undecided)
		require.Equal(t, c, file(t, shuffled, clustered).Certainty(0.1), "order")
		require.Equal(t, c, file(t, swapped, clustered).Certainty(0.1), "sides")
		n, m := file(t, renamed, clustered).Certainty(0.1), file(t, reversed, clustered).Certainty(0.1)
		for i := range K {
			require.Equal(t, c.Verdicts[i], n.Verdicts[K-1-i], "names")
			for r := range c.Lo[i] {
				// Sums in another order; a search may then stop elsewhere, a millionth early.
				require.InDelta(t, c.Lo[i][r], n.Lo[K-1-i][r], 1e-6)
				require.InDelta(t, c.Hi[i][r], n.Hi[K-1-i][r], 1e-6)
				require.InDelta(t, c.Lo[i][r], 1-m.Hi[i][r], 1e-6, "winners and losers")
			}
		}
	}
}

func TestClaimsAreFewerWhereLessErrorIsAllowed(t *testing.T) {
	all := ballotRows(stream.Key{Seed: 2, Experiment: t.Name()}.Rand(0))
	for _, clustered := range []bool{false, true} {
		o := file(t, all, clustered)
		last := o.Certainty(0.9)
		for _, delta := range []float64{0.5, 0.1, 0.01, 1e-6, 1e-12} {
			c := o.Certainty(delta)
			for i, v := range c.Verdicts {
				require.Contains(t, []Verdict{last.Verdicts[i], Undecided}, v)
				for r := range c.Lo[i] {
					b := newTests(o.Log, nil, 0).b[i][r]
					require.Less(t, c.Lo[i][r], b)
					require.Greater(t, c.Hi[i][r], b)
					require.Less(t, c.Lo[i][r], last.Lo[i][r])
					require.Greater(t, c.Hi[i][r], last.Hi[i][r])
				}
			}
			last = c
		}
	}
}

// Clusters widen: every limit of votes that are taken together is outside that of votes taken
// for themselves; clusters of one vote change nothing.
func TestClustersWiden(t *testing.T) {
	all := ballotRows(stream.Key{Seed: 3, Experiment: t.Name()}.Rand(0))
	single, sessions := file(t, all, false).Certainty(0.1), file(t, all, true)
	wide := sessions.Certainty(0.1)
	require.True(t, wide.Clustered)
	require.Less(t, wide.Groups, len(all))
	for i := range all {
		all[i].session = i
	}
	own := file(t, all, true).Certainty(0.1)
	for i := range single.Lo {
		for r := range single.Lo[i] {
			require.Less(t, wide.Lo[i][r], single.Lo[i][r])
			require.Greater(t, wide.Hi[i][r], single.Hi[i][r])
			require.InDelta(t, single.Lo[i][r], own.Lo[i][r], 1e-6) // as above
			require.InDelta(t, single.Hi[i][r], own.Hi[i][r], 1e-6)
		}
	}
	require.Equal(t, single.Verdicts, own.Verdicts)
}

// A bootstrap of a log speaks of that log and not of its population.
func TestNothingIsSaidByALogThatRepeatsIds(t *testing.T) {
	rng := stream.Key{Seed: 4, Experiment: t.Name()}.Rand(0)
	all := ballotRows(rng)
	require.NotNil(t, file(t, all, false).Certainty(0.1))
	again := make([]ballotRow, len(all))
	for at := range again {
		again[at] = all[rng.IntN(len(all))]
	}
	require.Nil(t, file(t, again, false).Certainty(0.1))
	require.Nil(t, file(t, append(all, all[7]), true).Certainty(0.1))
}

// With two models and one cell all outcomes can be enumerated: the claims are wrong with
// probability at most δ at every rate; with a quarter of the radius they are wrong more often.
func TestClaimsOfTwoModelsAreWrongAtMostDelta(t *testing.T) {
	const n, delta = 40, 0.3
	most, twin := 0.0, 0.0
	for rate := range 17 {
		a := arena{scores: [][]int{{rate - 8}, {0}}}
		b := a.scoresOf(&Retained{index: []int{0, 1}})
		wrong, byTwin := 0.0, 0.0
		for k := range int64(n + 1) {
			l := &Log{Models: []string{"a", "b"}, Objectives: []string{"r"}, wins: []int64{0, k, n - k, 0}}
			o := &Opened{Votes: &Votes{}, Retained: &Retained{index: []int{0, 1}}, Log: l}
			p := binomialPMF(t, k, n, float64(rate)/16)
			limit, verdict := o.Certainty(delta).wrong(b)
			if limit || verdict {
				wrong += p
			}
			c := &Certainty{}
			c.judge(newTests(l, nil, 0), math.Log(delta/8)/16, math.Log(delta/8)/16)
			if limit, verdict := c.wrong(b); limit || verdict {
				byTwin += p
			}
		}
		most, twin = max(most, wrong), max(twin, byTwin)
	}
	t.Logf("at δ = %v at most %.3f; by a quarter of the radius %.3f", delta, most, twin)
	require.LessOrEqual(t, most, delta)
	require.Greater(t, twin, delta)
}
