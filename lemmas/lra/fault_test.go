package lra

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Each fault is one exchange, and the program itself stays as it was.
func TestFaultsAreSingleExchanges(t *testing.T) {
	g := new(Graph)
	a, b := g.Real("a"), g.Real("b")
	top, less := Max(a, b), a.Lt(b)
	p, err := Compile(top, less.And(g.True()))
	require.NoError(t, err)
	read := func(p *Program, x, y int64) (int64, bool) {
		m := p.NewMachine()
		require.NoError(t, m.Eval([]int64{x, y}))
		return m.Num(top), m.Bool(less)
	}
	faults := p.Faults()
	require.Len(t, faults, 3, "max, < and the conjunction")
	var tops []int64
	var lesses []bool
	for _, f := range faults {
		high, _ := read(f, 1, 2)
		_, tied := read(f, 1, 1)
		tops, lesses = append(tops, high), append(lesses, tied)
	}
	require.ElementsMatch(t, []int64{1, 2, 2}, tops)
	require.ElementsMatch(t, []bool{true, false, false}, lesses)
	high, tied := read(p, 1, 2)
	require.Equal(t, []any{int64(2), true}, []any{high, tied})
}
