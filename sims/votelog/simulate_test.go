package votelog

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// arena is a population of votes with scores in sixteenths: i gets 8 + s_i - s_j sixteenths
// of a vote against j, cut to 0 … 16, so that all sums of rates are exact.
type arena struct {
	name    string
	scores  [][]int // by model and objective
	ties    int     // sixteenths of the votes that are ties, for half; even
	votes   func(*rand.Rand) int
	session int     // votes of a session, one model against all others in turn and of one mind; 0 for single votes
	labels  bool    // a vote counts on every objective
	decided float64 // share of the models that is decided at least
}

func (a arena) rate(i, j, r int) int { return min(16, max(0, 8+a.scores[i][r]-a.scores[j][r])) }

// credit is twice what i gets of a vote on which chance is u, 0 … 15.
func (a arena) credit(i, j, r, u int) int8 {
	switch won := a.rate(i, j, r) - a.ties/2; {
	case u < won:
		return 2
	case u < won+a.ties:
		return 1
	}
	return 0
}

func numbered(letter string, n int) (names []string) {
	for i := range n {
		names = append(names, fmt.Sprintf("%s%03d", letter, i))
	}
	return names
}

// draw makes a log of the arena's votes.
func (a arena) draw(t testing.TB, rng *rand.Rand) *Opened {
	K, d := len(a.scores), len(a.scores[0])
	v := &Votes{Models: numbered("m", K), Objectives: numbered("r", d), half: true, cells: map[cell]tally{}}
	count := func(i, j, r int, credit int8, group int) {
		if i > j {
			i, j, credit = j, i, 2-credit
		}
		c := cell{int32(i), int32(j), int32(r)}
		n := v.cells[c]
		*[]*int64{&n.wonJ, &n.tied, &n.wonI}[credit]++
		v.cells[c] = n
		if a.session > 0 {
			v.cluster = append(v.cluster, ballot{int32(group), c, credit})
			v.groups = group + 1
		}
	}
	for i := range K {
		for j := range K {
			for r := range d {
				switch {
				case a.session > 0 && j == 0:
					for range a.votes(rng) {
						u, group := rng.IntN(16), v.groups
						for k := range a.session {
							j := (i + 1 + k%(K-1)) % K
							count(i, j, r, a.credit(i, j, r, u), group)
						}
					}
				case a.session > 0 || i >= j || a.labels && r > 0:
				default:
					for range a.votes(rng) {
						u := rng.IntN(16)
						count(i, j, r, a.credit(i, j, r, u), 0)
						for s := 1; a.labels && s < d; s++ {
							count(i, j, s, a.credit(i, j, s, u), 0)
						}
					}
				}
			}
		}
	}
	r, err := v.retain(Policy{})
	require.NoError(t, err)
	l, err := v.Log(r)
	require.NoError(t, err)
	return &Opened{Votes: v, Retained: r, Log: l}
}

// scoresOf are those of the population for the retained models, times 16(K-1).
func (a arena) scoresOf(r *Retained) (b [][]int) {
	for _, i := range r.index {
		row := make([]int, len(a.scores[0]))
		for _, j := range r.index {
			for r := range row {
				if j != i {
					row[r] += a.rate(i, j, r)
				}
			}
		}
		b = append(b, row)
	}
	return b
}

// below tells whether i is strictly dominated by j.
func below(b [][]int, i, j int) bool {
	for r := range b[i] {
		if b[j][r] <= b[i][r] {
			return false
		}
	}
	return true
}

// wrong tells whether a limit and whether a verdict, with the model that it names, is false of
// the scores, times 16(K-1), of a population.
func (c *Certainty) wrong(b [][]int) (limit, verdict bool) {
	for i := range b {
		dominated := false
		for j := range b {
			dominated = dominated || below(b, i, j)
		}
		for r := range b[i] {
			score := float64(b[i][r]) / float64(16*(len(b)-1))
			limit = limit || c.Lo[i][r] > score || score > c.Hi[i][r]
		}
		verdict = verdict || c.Verdicts[i] == CertainlyIn && dominated || c.Verdicts[i] == CertainlyOut && !below(b, i, c.By[i])
	}
	return limit, verdict
}
