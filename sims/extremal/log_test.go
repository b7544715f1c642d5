package extremal

import (
	"math/big"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// decimal is log(a/b) by apd with 80 digits.
func decimal(t require.TestingT, a, b int64) *big.Float {
	ctx, x := apd.BaseContext.WithPrecision(80), new(apd.Decimal)
	_, err := ctx.Quo(x, apd.New(a, 0), apd.New(b, 0))
	require.NoError(t, err)
	_, err = ctx.Ln(x, x)
	require.NoError(t, err)
	v, _, err := big.ParseFloat(x.Text('e'), 10, 300, big.ToNearestEven)
	require.NoError(t, err)
	return v
}

// The enclosure contains what another library finds, and is as narrow as derived:
// with at most bits/3+1 terms each, log 2 and the rest are within 2(bits+5) units,
// and log 2 counts up to 20 times.
func TestLogarithmContainsAnotherOne(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		b := rapid.Int64Range(1, 1<<20).Draw(t, "b")
		a := b + rapid.Int64Range(0, 1<<20).Draw(t, "more")
		const bits = 200
		x := newLogarithm(bits).ratio(big.NewInt(a), big.NewInt(b))
		want := decimal(t, a, b)
		require.LessOrEqual(t, x.lo.Cmp(want), 0, "log(%d/%d)", a, b)
		require.GreaterOrEqual(t, x.hi.Cmp(want), 0, "log(%d/%d)", a, b)
		width := new(big.Float).Sub(x.hi, x.lo)
		require.Less(t, value(width.SetMantExp(width, bits)), 21*2*(bits+5.), "log(%d/%d)", a, b)
	})
}

// Directed rounding: 1/3 is strictly inside, and the product of an interval around 0
// takes the right corners.
func TestEnclosuresRoundOutward(t *testing.T) {
	b := precision(10)
	third := b.ratio(big.NewInt(1), big.NewInt(3))
	exact := big.NewRat(1, 3)
	lo, _ := third.lo.Rat(nil)
	hi, _ := third.hi.Rat(nil)
	require.Negative(t, lo.Cmp(exact))
	require.Positive(t, hi.Cmp(exact))
	wide := enclosure{big.NewFloat(-2), big.NewFloat(3)}
	square := b.mul(wide, wide)
	require.Equal(t, -6.0, value(square.lo))
	require.Equal(t, 9.0, value(square.hi))
	require.Zero(t, wide.sign())
	require.Equal(t, 3.0, value(wide.abs()))
	require.Equal(t, 0, b.sub(third, third).sign(), "a difference of equal unknowns is undecided")
}

func TestTaylor(t *testing.T) {
	b := precision(60)
	var c []enclosure
	for _, v := range []int64{5, -3, 0, 2} {
		c = append(c, b.whole(v))
	}
	// 2s³-3s+5 at s = 2+w: 15 + 21w + 12w² + 2w³.
	for j, x := range b.taylor(c, b.whole(2)) {
		require.Equal(t, []float64{15, 21, 12, 2}[j], value(x.lo))
	}
}
