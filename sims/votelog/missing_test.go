package votelog

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"vectorborda/sims/votelog/rows"
)

// logWithout is a log of K models and d objectives with a vote in every cell but those.
func logWithout(K, d int, hole func(i, j, r int) bool) string {
	text := "model_a,model_b,winner,objective\n"
	for i := range K {
		for j := range i {
			for r := range d {
				winner := "model_a"
				if hole(j, i, r) {
					winner = "tie"
				}
				text += fmt.Sprintf("m%d,m%d,%s,o%d\n", i, j, winner, r)
			}
		}
	}
	return text
}

// allOf reads a log all of whose models must be there.
func allOf(text string) error {
	_, err := Open([]string{"-"}, Settings{Policy: Policy{Whole: true}, Options: rows.Options{Stdin: strings.NewReader(text)}})
	return err
}

func TestEmptyCellsAreCountedAndExplained(t *testing.T) {
	for _, c := range []struct {
		K, d int
		hole func(i, j, r int) bool
		want string
	}{
		{3, 2, func(i, j, r int) bool { return i == 0 && j == 2 && r == 1 },
			`no decisive vote between "m0" and "m2" on objective "o1", the only empty one of 6 cells (pairs on an objective): leave out objective "o1", take the largest complete set with --retain, or collect votes`},
		{2, 2, func(_, _, r int) bool { return r == 0 },
			`the only empty one of 2 cells (pairs on an objective): leave out objective "o0", take the largest complete set with --retain, or collect votes`},
		{3, 1, func(i, j, _ int) bool { return i == 1 && j == 2 },
			`the only empty one of 3 cells (pairs on an objective): leave out model "m1", take the largest complete set with --retain, or collect votes`},
		{4, 3, func(_, _, r int) bool { return r == 1 },
			`on objective "o1" and in 5 more of 18 cells (pairs on an objective): leave out objective "o1", take the largest complete set with --retain, or collect votes`},
		{5, 2, func(i, j, _ int) bool { return i == 3 || j == 3 },
			`and in 7 more of 20 cells (pairs on an objective): leave out model "m3", take the largest complete set with --retain, or collect votes`},
		{6, 2, func(i, j, r int) bool { return r == 0 || i == 2 && j == 4 || i == 2 && j == 5 },
			`leave out objective "o0", model "m2", take the largest complete set with --retain, or collect votes`},
		{6, 1, func(_, _, _ int) bool { return true }, "no vote in 15 rows (15 tie)"},
	} {
		require.ErrorContains(t, allOf(logWithout(c.K, c.d, c.hole)), c.want)
	}
}

// A list covers every cell, and no shorter one does: all sets of parts are tried.
func TestTheListIsTheShortest(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		const K, d = 5, 2
		var holes []cell
		for range rapid.IntRange(1, 12).Draw(t, "holes") {
			j := rapid.Int32Range(1, K-1).Draw(t, "j")
			holes = append(holes, cell{rapid.Int32Range(0, j-1).Draw(t, "i"), j, rapid.Int32Range(0, d-1).Draw(t, "r")})
		}
		list, left := cover(holes, room{K, d})
		require.Zero(t, left)
		rest := holes
		for _, p := range list {
			rest = without(rest, p)
		}
		require.Empty(t, rest)
		one, _ := cover(holes, room{K, 0})
		require.NotContains(t, one, part{true, 0}, "there is no room for an objective")
		for set := range 1 << (K + d) {
			rest, size := holes, 0
			for n := range K + d {
				if set>>n&1 == 1 {
					rest, size = without(rest, part{n >= K, n % K}), size+1
				}
			}
			require.False(t, len(rest) == 0 && size < len(list), "%v: %b is shorter than %v", holes, set, list)
		}
	})
}

// A sparse log of many models is refused when so many empty cells are found as are looked
// through, however many there are.
func TestASparseLogIsRefusedAtOnce(t *testing.T) {
	const K = 20001
	var text strings.Builder
	text.WriteString("model_a,model_b,winner,objective\n")
	for i := range K - 1 {
		fmt.Fprintf(&text, "m%d,m%d,model_a,r\n", i, i+1)
	}
	require.ErrorContains(t, allOf(text.String()), "more of 200010000 cells")
	require.Len(t, (&Votes{Models: make([]string, K), Objectives: []string{"r"}}).empty(1), mostEmpty)
}

// 2²²·(2²²-1)/2·2²¹ cells are more than an int64 holds.
func TestMoreCellsThanAnIntHolds(t *testing.T) {
	v := &Votes{Models: make([]string, 1<<22), Objectives: make([]string, 1<<21), cells: map[cell]tally{{0, 1, 0}: {wonI: 1}}}
	require.ErrorContains(t, v.missing(1), "in 18446739675663040512 more of 18446739675663040512 cells")
}
