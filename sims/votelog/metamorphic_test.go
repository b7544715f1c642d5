package votelog

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"vectorborda/sims/stream"
	"vectorborda/sims/votelog/rows"
)

// opened reads invented rows as JSON Lines by the first true flag.
func opened(t require.TestingT, all []invented, p Policy) *Opened {
	var text bytes.Buffer
	for _, r := range all {
		line, err := json.Marshal(r.object())
		require.NoError(t, err)
		text.Write(append(line, '\n'))
	}
	d := &Description{ModelA: "model_a", ModelB: "model_b", Winner: "winner", Objective: policies["first true flag"].objective}
	o, err := Open([]string{"-"}, Settings{Description: d, Policy: p, Options: rows.Options{Stdin: &text}})
	require.NoError(t, err)
	return o
}

// changed is a copy of the rows with each changed.
func changed(all []invented, change func(*invented)) []invented {
	all = slices.Clone(all)
	for n := range all {
		change(&all[n])
	}
	return all
}

// Swapping the two sides of rows with their outcome, and the order of the rows, change
// nothing at all.
func TestSidesAndOrderChangeNothing(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := stream.Key{Seed: rapid.Uint64().Draw(t, "seed")}.Rand(0)
		all := invent(src, 1500)
		once := opened(t, all, Policy{})
		swapped := opened(t, changed(all, func(r *invented) {
			if src.IntN(2) == 0 {
				return
			}
			r.a, r.b = r.b, r.a
			if flip, decided := map[string]string{"model_a": "model_b", "model_b": "model_a"}[r.winner]; decided {
				r.winner = flip
			}
		}), Policy{})
		swapped.Votes.Words = once.Votes.Words // which say how often the first won
		require.Equal(t, once.Votes, swapped.Votes)
		require.Equal(t, once.Log, swapped.Log)
		moved := slices.Clone(all)
		src.Shuffle(len(moved), func(i, j int) { moved[i], moved[j] = moved[j], moved[i] })
		shuffled := opened(t, moved, Policy{})
		require.Equal(t, once.Votes, shuffled.Votes)
		require.Equal(t, once.Retained, shuffled.Retained)
	})
}

// Doubling the votes of one retained pair keeps scores, frontier and gaps, and moves its
// counts and the limits of the population.
func TestDoublingAPairKeepsTheScores(t *testing.T) {
	src := stream.Key{Seed: 141}.Rand(0)
	all := invent(src, 2000)
	once := opened(t, all, Policy{})
	a, b := once.Log.Models[0], once.Log.Models[1]
	doubled := slices.Clone(all)
	for _, r := range all {
		if r.a == a && r.b == b || r.a == b && r.b == a {
			doubled = append(doubled, r)
		}
	}
	twice := opened(t, doubled, Policy{})
	require.Equal(t, once.Retained.Models, twice.Retained.Models)
	require.Equal(t, once.Log.Exact(), twice.Log.Exact())
	for r := range once.Log.Objectives {
		require.Equal(t, 2*once.Log.N(0, 1, r), twice.Log.N(0, 1, r))
		require.Equal(t, once.Log.N(0, 2, r), twice.Log.N(0, 2, r))
	}
	wide, narrow := once.Certainty(0.05), twice.Certainty(0.05)
	require.Less(t, narrow.Hi[0][0]-narrow.Lo[0][0], wide.Hi[0][0]-wide.Lo[0][0])
}

// Other names that sort in the same order change names alone; names that sort otherwise
// keep the size and the votes of the retained set, and its models where no other set is as
// large with as many votes.
func TestNamesOnlyBreakTies(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		src := stream.Key{Seed: rapid.Uint64().Draw(t, "seed")}.Rand(0)
		all := invent(src, 1500)
		once := opened(t, all, Policy{})
		named := func(to map[string]string) *Opened {
			return opened(t, changed(all, func(r *invented) { r.a, r.b = to[r.a], to[r.b] }), Policy{})
		}
		same, turned := map[string]string{}, map[string]string{}
		for n, m := range once.Votes.Models {
			same[m], turned[m] = string(rune('A'+n)), string(rune('Z'-n))
		}
		for _, r := range all { // models without a vote that counts
			for _, m := range []string{r.a, r.b} {
				if same[m] == "" {
					same[m], turned[m] = m, m
				}
			}
		}
		o := named(same)
		require.Equal(t, once.Log.wins, o.Log.wins)
		require.Equal(t, len(once.Retained.Models), len(o.Retained.Models))
		for n, m := range once.Retained.Models {
			require.Equal(t, same[m], o.Retained.Models[n])
		}
		o = named(turned)
		require.Equal(t, len(once.Retained.Models), len(o.Retained.Models))
		require.Equal(t, once.Log.Votes, o.Log.Votes)
		if once.Log.Votes != second(all, once) {
			var models []string
			for _, m := range once.Retained.Models {
				models = append(models, turned[m])
			}
			slices.Sort(models)
			require.Equal(t, models, o.Retained.Models)
		}
	})
}

// second is the number of votes of the best other set of the size of the retained one.
func second(all []invented, o *Opened) (most int64) {
	for _, m := range o.Retained.Models {
		without := slices.DeleteFunc(slices.Clone(all), func(r invented) bool { return r.a == m || r.b == m })
		w := expect(without, firstTrue, 1)
		if len(w.models) == len(o.Retained.Models) {
			most = max(most, w.kept)
		}
	}
	return most
}
