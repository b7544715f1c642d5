package enclose

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// A decision is taken when both ends agree, and only then.
func TestDecisions(t *testing.T) {
	const no = 1 << 40
	for _, c := range []struct {
		why               string
		lo, hi            float64
		sign, floor, ceil int64 // no: undecided
	}{
		{"inside a unit", 2.25, 2.75, 1, 2, 3},
		{"an integer", 3, 3, 1, 3, 3},
		{"up from an integer", 3, 3.5, 1, 3, no},
		{"up to an integer", 2.5, 3, 1, no, 3},
		{"around an integer", 2.5, 3.5, 1, no, no},
		{"below 0", -2.75, -2.25, -1, -3, -2},
		{"a negative integer", -3, -3, -1, -3, -3},
		{"0", 0, 0, 0, 0, 0},
		{"up from 0", 0, 0.5, no, 0, no},
		{"down from 0", -0.5, 0, no, no, 0},
		{"around 0", -0.5, 0.5, no, no, no},
	} {
		x := Interval{big.NewFloat(c.lo), big.NewFloat(c.hi)}
		sign, ok := x.Sign()
		require.Equal(t, c.sign != no, ok, c.why)
		require.Equal(t, c.sign == 1, sign == 1, c.why)
		require.Equal(t, c.sign == -1, sign == -1, c.why)
		floor, ok := x.Floor()
		require.Equal(t, c.floor != no, ok, c.why)
		require.True(t, !ok || floor.Int64() == c.floor, "%s: ⌊x⌋ = %v", c.why, floor)
		ceil, ok := x.Ceil()
		require.Equal(t, c.ceil != no, ok, c.why)
		require.True(t, !ok || ceil.Int64() == c.ceil, "%s: ⌈x⌉ = %v", c.why, ceil)
	}
}

func TestNearestFloat64(t *testing.T) {
	third, ok := Bits(60).Rat(big.NewRat(1, 3)).Float64()
	require.True(t, ok)
	require.Equal(t, 1.0/3, third)
	half := new(big.Rat).Add(big.NewRat(1, 1), new(big.Rat).SetFrac64(1, 1<<53)) // between 1 and the next float64
	aside, ok := Bits(200).Rat(half.Add(half, big.NewRat(1, 1e18))).Float64()
	require.True(t, ok)
	require.Equal(t, 1+0x1p-52, aside)
	_, ok = Bits(60).Rat(half).Float64()
	require.False(t, ok, "60 bits do not tell the side")
}
