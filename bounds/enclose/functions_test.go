package enclose

import (
	"math"
	"math/big"
	"math/bits"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// witness is decimal arithmetic of 80 digits, which shares nothing with this
// package; the enclosures compared with it are wider than 10⁻⁷⁰.
type witness struct{ apd.ErrDecimal }

func newWitness() *witness {
	return &witness{apd.MakeErrDecimal(apd.BaseContext.WithPrecision(80))}
}

func (w *witness) ratio(r *big.Rat) *apd.Decimal {
	whole := func(n *big.Int) *apd.Decimal { return apd.NewWithBigInt(new(apd.BigInt).SetMathBigInt(n), 0) }
	return w.Quo(new(apd.Decimal), whole(r.Num()), whole(r.Denom()))
}

// require: the value is in x.
func (w *witness) require(t require.TestingT, x Interval, value *apd.Decimal, context ...any) {
	require.NoError(t, w.Err())
	require.True(t, w.in(t, x, value), "%v is not in [%v, %v] %v", value, x.Lo, x.Hi, context)
}

func (w *witness) in(t require.TestingT, x Interval, value *apd.Decimal) bool {
	v, _, err := big.ParseFloat(value.Text('e'), 10, 300, big.ToNearestEven)
	require.NoError(t, err)
	return x.Lo.Cmp(v) <= 0 && v.Cmp(x.Hi) <= 0
}

func (w *witness) log(r *big.Rat) *apd.Decimal { return w.Ln(new(apd.Decimal), w.ratio(r)) }

func (w *witness) exp(r *big.Rat) *apd.Decimal { return w.Exp(new(apd.Decimal), w.ratio(r)) }

func (w *witness) logistic(r *big.Rat) *apd.Decimal {
	sum := w.Add(new(apd.Decimal), apd.New(1, 0), w.exp(new(big.Rat).Neg(r)))
	return w.Quo(sum, apd.New(1, 0), sum)
}

func (w *witness) sqrt(r *big.Rat) *apd.Decimal { return w.Sqrt(new(apd.Decimal), w.ratio(r)) }

// drawDyadic is k/2^s of at most 64 in magnitude, at all scales.
func drawDyadic(t *rapid.T) *big.Rat {
	s := rapid.IntRange(0, 60).Draw(t, "s")
	k := rapid.Int64Range(-64, 64).Draw(t, "whole")<<s>>rapid.IntRange(0, s).Draw(t, "smaller") + rapid.Int64Range(-3, 3).Draw(t, "more")
	return new(big.Rat).SetFrac(big.NewInt(k), new(big.Int).Lsh(big.NewInt(1), uint(s)))
}

// Every function of one number holds what decimal arithmetic finds, and what it finds
// itself with three times the bits; it is as narrow as its comment says, and of an
// interval it holds the values at both ends.
func TestFunctionsEnclose(t *testing.T) {
	const b = Bits(200)
	w := newWitness()
	for _, c := range []struct {
		name     string
		of       func(Interval) Interval
		positive bool
		value    func(*big.Rat) *apd.Decimal
		ulps     float64 // of a point; 0: TestLogOfRatios has the width
	}{
		{"exp", Interval.Exp, false, w.exp, 4},
		{"logistic: the exponential, a sum and a quotient", Interval.Logistic, false, w.logistic, 4 + 2 + 2},
		{"log", Interval.Log, true, w.log, 0},
		{"sqrt", Interval.Sqrt, true, w.sqrt, 4},
	} {
		t.Run(c.name, rapid.MakeCheck(func(t *rapid.T) {
			p, q := drawDyadic(t), drawDyadic(t)
			if c.positive && (p.Sign() <= 0 || q.Sign() <= 0) {
				p, q = p.Add(p.Abs(p), big.NewRat(1, 1<<40)), q.Add(q.Abs(q), big.NewRat(1, 7))
			}
			x, y := c.of(b.Rat(p)), c.of(b.Rat(q))
			w.require(t, x, c.value(p), p)
			finer := c.of((3 * b).Rat(p))
			require.True(t, x.Lo.Cmp(finer.Lo) <= 0 && finer.Hi.Cmp(x.Hi) <= 0, "%v", p)
			require.True(t, c.ulps == 0 || ulps(x) <= c.ulps, "%v", p)
			if p.Cmp(q) > 0 {
				x, y, p, q = y, x, q, p
			}
			both := c.of(Interval{b.Rat(p).Lo, b.Rat(q).Hi})
			require.True(t, both.Lo.Cmp(x.Lo) <= 0 && y.Hi.Cmp(both.Hi) <= 0, "[%v, %v]", p, q)
		}))
	}
}

// Each wrong version loses a value at some of these points.
func TestWrongFunctionsAreCaught(t *testing.T) {
	const b = Bits(30)
	w := newWitness()
	for why, c := range map[string]struct {
		value        func(*big.Rat) *apd.Decimal
		right, wrong func(Interval) Interval
	}{
		"exp, sides exchanged": {w.exp, Interval.Exp, func(x Interval) Interval {
			return Interval{b.exp(x.Lo, up), b.exp(x.Hi, down)}
		}},
		"exp, the reciprocal of the same side": {w.exp, Interval.Exp, func(x Interval) Interval {
			inverse := x.Neg().Exp()
			return Interval{b.toward(down).Quo(big.NewFloat(1), inverse.Lo), b.toward(up).Quo(big.NewFloat(1), inverse.Hi)}
		}},
		"logistic of -x": {w.logistic, Interval.Logistic, func(x Interval) Interval { return x.Neg().Logistic() }},
		"log without the slack": {w.log, Interval.Log, func(x Interval) Interval {
			return Interval{x.Log().Lo, x.Log().Lo}
		}},
		"sqrt, the floor on both sides": {w.sqrt, Interval.Sqrt, func(x Interval) Interval {
			n, s := b.root(x.Lo)
			return b.Dyadic(n, s)
		}},
	} {
		misses := 0
		for k := int64(1); k < 400; k++ {
			r := big.NewRat(k, 16)
			x, value := b.Rat(r), c.value(r)
			w.require(t, c.right(x), value, r)
			if !w.in(t, c.wrong(x), value) {
				misses++
			}
		}
		require.Positive(t, misses, why)
	}
}

// units is the width in units 2^-b.
func units(x Interval) float64 {
	width := new(big.Float).Sub(x.Hi, x.Lo)
	v, _ := width.SetMantExp(width, int(x.Bits())).Float64()
	return v
}

// The logarithm of any ratio, and its width: 2(b+5) units for each factor 2 and for the
// rest, and one of its last place, 2 units times its size, for each end.
func TestLogOfRatios(t *testing.T) {
	const b = Bits(200)
	w := newWitness()
	rapid.Check(t, func(t *rapid.T) {
		n, d := rapid.Int64Range(1, 1<<40).Draw(t, "n"), rapid.Int64Range(1, 1<<40).Draw(t, "d")
		if rapid.Bool().Draw(t, "near 1") {
			d = n + rapid.Int64Range(0, 3).Draw(t, "more")
		}
		x := b.Log(big.NewInt(n), big.NewInt(d))
		w.require(t, x, w.log(big.NewRat(n, d)), n, d)
		twos := math.Abs(float64(bits.Len64(uint64(n)) - bits.Len64(uint64(d))))
		require.LessOrEqual(t, units(x), (twos+1)*2*(float64(b)+5)+4*28, "log(%d/%d), below 28", n, d)
	})
}

// With few bits the rounding of the ends is as large as the slack.
func TestLogWithFewBits(t *testing.T) {
	w := newWitness()
	for b := Bits(1); b < 8; b++ {
		for n := int64(2); n < 1<<40; n = 3*n + 1 {
			w.require(t, b.Log(big.NewInt(n), big.NewInt(1)), w.log(big.NewRat(n, 1)), n, b)
		}
	}
}

func TestFixedPointIsRoundedOutward(t *testing.T) {
	x := fixed{big.NewInt(12345), 6}.interval(5)
	require.True(t, contains(x, big.NewRat(12345, 32)) && contains(x, big.NewRat(12351, 32)), "[%v, %v]", x.Lo, x.Hi)
}

// The series without the bits that exp has to spare.
func TestTaylorIsOnItsSide(t *testing.T) {
	w := newWitness()
	for b := Bits(2); b < 60; b += 3 {
		for k := int64(1); k < 1<<10; k += 13 {
			r := big.NewRat(k, 1<<18)
			x := Interval{b.taylor((2 * b).Rat(r).Lo, down), b.taylor((2 * b).Rat(r).Hi, up)}
			w.require(t, x, w.exp(r), r, b)
			require.LessOrEqual(t, ulps(x), 2*(float64(b)/8+4), "%v %d", r, b)
		}
	}
	require.Zero(t, ulps(Bits(40).Int(0).Exp()), "e⁰ = 1")
}

// e^(2²⁹) = 2^774541002.33…: nearly the largest that is given.
func TestLargeExponential(t *testing.T) {
	x := Bits(20).Int(1 << 29).Exp()
	require.Equal(t, 774541003, x.Lo.MantExp(nil))
	require.Equal(t, 774541003, x.Hi.MantExp(nil))
}

// The series is too small, by less than its slack.
func TestArtanhIsWithinItsSlack(t *testing.T) {
	w := newWitness()
	for d := int64(3); d < 60; d++ {
		for n := int64(1); 3*n <= d; n++ {
			value := w.Quo(new(apd.Decimal), w.log(big.NewRat(d+n, d-n)), apd.New(2, 0))
			for _, b := range []Bits{1, 4, 64, 180} {
				x := artanh(big.NewInt(n), big.NewInt(d), b)
				unit := Interval{(2 * b).Dyadic(x.n, uint(b)).Lo, (2 * b).Dyadic(new(big.Int).Add(x.n, big.NewInt(x.slack)), uint(b)).Hi}
				w.require(t, unit, value, n, d, b)
				require.False(t, w.in(t, Interval{unit.Lo, unit.Lo}, value), "slack 0: %d/%d", n, d)
			}
		}
	}
}

// kl(p,q) of rationals; kl(1/4, 3/4) = log(3)/2; kl(1,q) = -log q.
func TestKL(t *testing.T) {
	const b = Bits(200)
	w := newWitness()
	term := func(p, q *big.Rat) *apd.Decimal {
		if p.Sign() == 0 {
			return new(apd.Decimal)
		}
		log := w.log(new(big.Rat).Quo(p, q))
		return w.Mul(log, log, w.ratio(p))
	}
	one := big.NewRat(1, 1)
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Int64Range(2, 1<<40).Draw(t, "n")
		p, q := big.NewRat(rapid.Int64Range(0, n).Draw(t, "p·n"), n), big.NewRat(rapid.Int64Range(1, n-1).Draw(t, "q·n"), n)
		x := b.KL(p, q)
		w.require(t, x, w.Add(new(apd.Decimal), term(p, q), term(new(big.Rat).Sub(one, p), new(big.Rat).Sub(one, q))), p, q)
		require.LessOrEqual(t, units(x), 41*2*(float64(b)+5)+8*28, "logarithms of ratios up to 2^40, weighted with p and 1-p")
	})
	half := new(apd.Decimal)
	w.Mul(half, w.log(big.NewRat(3, 1)), apd.New(5, -1))
	w.require(t, b.KL(big.NewRat(1, 4), big.NewRat(3, 4)), half)
	require.False(t, w.in(t, b.KL(big.NewRat(1, 4), big.NewRat(1, 2)), half))
	w.require(t, b.KL(one, big.NewRat(1, 3)), w.log(big.NewRat(3, 1)))
	require.True(t, contains(b.KL(new(big.Rat), big.NewRat(1, 3)).Sub(b.Log(big.NewInt(3), big.NewInt(2))), new(big.Rat)))
}

// σ(1) and σ(-5) by bc -l at scale 80, 1/(1+e(-1)) and 1/(1+e(5)), to more digits than
// 130 bits hold.
func TestLogisticAgainstKnownDigits(t *testing.T) {
	for k, digits := range map[int64]string{
		1: "0.7310585786300048792511592418218362743651446", -5: "0.0066928509242848555593619803813251803937440",
	} {
		want, ok := new(big.Rat).SetString(digits)
		require.True(t, ok)
		require.True(t, contains(Bits(130).Int(k).Logistic(), want), "σ(%d)", k)
	}
}
