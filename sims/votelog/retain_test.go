package votelog

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stream"
)

// votesOf are votes of K models on d objectives: votes(i, j, r) in the cell of i < j.
func votesOf(K, d int, votes func(i, j, r int) int64) *Votes {
	v := &Votes{Models: numbered("m", K), Objectives: numbered("r", d), cells: map[cell]tally{}}
	for i := range K {
		for j := range K {
			for r := range d {
				if i < j && votes(i, j, r) > 0 {
					v.cells[cell{int32(i), int32(j), int32(r)}] = tally{wonI: votes(i, j, r)}
				}
			}
		}
	}
	return v
}

// bestSet is the retained set by trying all subsets: largest, then most votes within, then the
// names that come first.
func bestSet(v *Votes, minCell int64, keep []int) (set []int) {
	K, d, most := len(v.Models), len(v.Objectives), int64(0)
	for mask := range 1 << K {
		var members []int
		for i := range K {
			if mask>>i&1 == 1 {
				members = append(members, i)
			}
		}
		weight, complete := int64(0), true
		for _, k := range keep {
			complete = complete && slices.Contains(members, k)
		}
		for x, i := range members {
			for _, j := range members[x+1:] {
				for r := range d {
					n := v.cells[cell{int32(i), int32(j), int32(r)}].n()
					weight += n
					complete = complete && n >= minCell
				}
			}
		}
		switch {
		case !complete || len(members) < len(set):
		case len(members) > len(set), weight > most, weight == most && slices.Compare(members, set) < 0:
			set, most = members, weight
		}
	}
	return set
}

// triangles are all pairs of 60 models but those of 20 disjoint triangles: 3²⁰ sets of 20.
func triangles(votes func(i, j int) int64) *Votes {
	return votesOf(60, 1, func(i, j, _ int) int64 {
		if i/3 == j/3 {
			return 0
		}
		return votes(i, j)
	})
}

// The search finds what trying all sets finds, on graphs of every density, with many and few
// ties, with models to keep and more votes asked for.
func TestTheLargestCompleteSet(t *testing.T) {
	rng := stream.Key{Seed: 1, Experiment: t.Name()}.Rand(0)
	for trial := range 300 {
		K, d := 3+rng.IntN(8), 1+rng.IntN(2)
		density, most := 0.4+0.6*rng.Float64(), int64(1+rng.IntN(3))
		v := votesOf(K, d, func(_, _, _ int) int64 {
			if rng.Float64() > density {
				return 0
			}
			return 1 + rng.Int64N(most)
		})
		minCell := 1 + rng.Int64N(2)
		g, err := v.graph(minCell)
		require.NoError(t, err)
		var keep []int
		if trial%3 == 0 {
			keep = []int{rng.IntN(K)}
		}
		got, err := g.largest(keep)
		require.NoError(t, err)
		require.Equal(t, bestSet(v, minCell, keep), got, "trial %d", trial)
	}
}

// Many largest sets do not make it hang: 3²⁰ of 20 models, 2³⁰ of 30, and no edge at all; of
// equal ones the first is taken, else the one with most votes.
func TestManyLargestSets(t *testing.T) {
	each := func(step, from, n int) (set []int) {
		for k := range n {
			set = append(set, from+step*k)
		}
		return set
	}
	rng := stream.Key{Seed: 1, Experiment: t.Name()}.Rand(0)
	noise := func() int64 { return rng.Int64N(3) }
	for _, c := range []struct {
		v    *Votes
		want []int
	}{
		{triangles(func(_, _ int) int64 { return 1 }), each(3, 0, 20)},
		{triangles(func(i, j int) int64 { return int64(1 + i%3 + j%3) }), each(3, 2, 20)},
		{triangles(func(i, j int) int64 { return 1 + noise() + 40*int64(i%3%2+j%3%2) }), each(3, 1, 20)},
		{votesOf(60, 1, func(i, j, _ int) int64 { return int64(min(1, i/2^j/2)) }), each(2, 0, 30)},
		{votesOf(60, 1, func(i, j, _ int) int64 { return 0 }), []int{0}},
		{votesOf(200, 1, func(i, _, _ int) int64 { return int64(1 - min(1, i)) }), []int{0, 1}},
		{votesOf(300, 1, func(_, _, _ int) int64 { return 2 }), each(1, 0, 300)},
	} {
		g, err := c.v.graph(1)
		require.NoError(t, err)
		got, err := g.largest(nil)
		require.NoError(t, err)
		require.Equal(t, c.want, got)
	}
}

// A search that would be too long is an error that says what helps.
func TestASearchThatIsTooLong(t *testing.T) {
	g, err := triangles(func(i, j int) int64 { return int64(1 + i*j%7) }).graph(1)
	require.NoError(t, err)
	g.limit = 100_000
	_, err = g.largest(nil)
	require.ErrorContains(t, err, "the largest complete set of 60 models was not found in 1e+05 steps, since too many are nearly as large: name models with --keep")
}

// Two models to keep that never met, and one that is unknown, are said.
func TestModelsToKeep(t *testing.T) {
	v := votesOf(4, 1, func(i, j, _ int) int64 { return int64(1 - min(1, i)) })
	_, err := v.Retain(Policy{Keep: []string{v.Models[1], v.Models[2]}})
	require.ErrorContains(t, err, "lack votes against each other on some objective: keep one of them")
	_, err = v.Retain(Policy{Keep: []string{"nobody"}})
	require.ErrorContains(t, err, `no model "nobody"`)
	r, err := v.Retain(Policy{Keep: []string{v.Models[2]}})
	require.NoError(t, err)
	require.Equal(t, []int{0, 2}, r.index)
	require.Equal(t, []Left{{v.Models[1], "r000", v.Models[2], 1}, {v.Models[3], "r000", v.Models[2], 1}}, r.Dropped)
	require.Equal(t, []Share{{"r000", 6, 3}}, r.Empty)
}
