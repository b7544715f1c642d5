package enclose

import (
	"fmt"
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// coarse: with five bits most of what follows is rounded.
const coarse = Bits(5)

// member is an interval and rationals in it.
type member struct {
	Interval
	points []*big.Rat
}

// members are the intervals between any two of ten numbers, few of them exact.
func members() (all []member) {
	ends := []*big.Rat{
		big.NewRat(-40, 3), big.NewRat(-1, 1), big.NewRat(-1, 7), big.NewRat(-1, 300), new(big.Rat),
		big.NewRat(2, 9), big.NewRat(3, 8), big.NewRat(1, 1), big.NewRat(35, 17), big.NewRat(1000, 1),
	}
	for i, p := range ends {
		for _, q := range ends[i:] {
			middle := new(big.Rat).Add(p, q)
			middle.Quo(middle, big.NewRat(2, 1))
			all = append(all, member{Interval{coarse.Rat(p).Lo, coarse.Rat(q).Hi}, []*big.Rat{p, middle, q}})
		}
	}
	return all
}

func contains(x Interval, r *big.Rat) bool {
	lo, _ := x.Lo.Rat(nil)
	hi, _ := x.Hi.Rat(nil)
	return lo.Cmp(r) <= 0 && r.Cmp(hi) <= 0
}

type (
	binary   func(x, y Interval) Interval
	rational func(z, p, q *big.Rat) *big.Rat
)

// lost is the first result that an operation loses, "" if it loses none. A divisor
// is not 0.
func lost(of binary, exact rational, divides bool) string {
	for _, x := range members() {
		for _, y := range members() {
			if sign, _ := y.Sign(); divides && sign == 0 {
				continue
			}
			result := of(x.Interval, y.Interval)
			for _, p := range x.points {
				for _, q := range y.points {
					if z := exact(new(big.Rat), p, q); !contains(result, z) {
						return fmt.Sprintf("%v is not in [%v, %v], p = %v, q = %v", z, result.Lo, result.Hi, p, q)
					}
				}
			}
		}
	}
	return ""
}

// rounded is an operation by its corners with other rounding modes.
func rounded(op func(z, x, y *big.Float) *big.Float, modes map[big.RoundingMode]big.RoundingMode) binary {
	return func(x, y Interval) Interval {
		return corners(x, y, func(z, u, v *big.Float) *big.Float { return op(z.SetMode(modes[z.Mode()]), u, v) })
	}
}

var (
	inward    = map[big.RoundingMode]big.RoundingMode{down: up, up: down}
	toNearest = map[big.RoundingMode]big.RoundingMode{down: big.ToNearestEven, up: big.ToNearestEven}
	upward    = map[big.RoundingMode]big.RoundingMode{down: up, up: up}
)

// Every operation against rational arithmetic; each wrong version loses a result.
func TestOperationsEnclose(t *testing.T) {
	larger := func(z, p, q *big.Rat) *big.Rat {
		if p.Cmp(q) < 0 {
			return z.Set(q)
		}
		return z.Set(p)
	}
	smaller := func(z, p, q *big.Rat) *big.Rat { return z.Add(p, q).Sub(z, larger(new(big.Rat), p, q)) }
	for _, c := range []struct {
		name  string
		of    binary
		exact rational
		wrong map[string]binary
	}{
		{"x+y", Interval.Add, (*big.Rat).Add, map[string]binary{
			"inward":     rounded((*big.Float).Add, inward),
			"to nearest": rounded((*big.Float).Add, toNearest),
		}},
		{"x-y", Interval.Sub, (*big.Rat).Sub, map[string]binary{
			"upward": rounded((*big.Float).Sub, upward),
			"lower minus lower": func(x, y Interval) Interval {
				return Interval{coarse.toward(down).Sub(x.Lo, y.Lo), coarse.toward(up).Sub(x.Hi, y.Hi)}
			},
		}},
		{"x·y", Interval.Mul, (*big.Rat).Mul, map[string]binary{
			"inward": rounded((*big.Float).Mul, inward),
			"the corners of positive factors": func(x, y Interval) Interval {
				return Interval{coarse.toward(down).Mul(x.Lo, y.Lo), coarse.toward(up).Mul(x.Hi, y.Hi)}
			},
		}},
		{"x/y", Interval.Quo, (*big.Rat).Quo, map[string]binary{
			"to nearest": rounded((*big.Float).Quo, toNearest),
			"y/x at 1":   func(x, y Interval) Interval { return y.Quo(coarse.Int(1)) },
		}},
		{"max", Interval.Max, larger, map[string]binary{"min": Interval.Min}},
		{"min", Interval.Min, smaller, map[string]binary{"max": Interval.Max}},
		{
			"|x|", func(x, _ Interval) Interval { return x.Abs() },
			func(z, p, _ *big.Rat) *big.Rat { return z.Abs(p) },
			map[string]binary{"x": func(x, _ Interval) Interval { return x }},
		},
		{
			"-x/8", func(x, _ Interval) Interval { return x.Neg().Scale(-3) },
			func(z, p, _ *big.Rat) *big.Rat { return z.Mul(p, big.NewRat(-1, 8)) },
			map[string]binary{"-x/4": func(x, _ Interval) Interval { return x.Neg().Scale(-2) }},
		},
	} {
		divides := c.name == "x/y"
		require.Empty(t, lost(c.of, c.exact, divides), c.name)
		for why, wrong := range c.wrong {
			require.NotEmpty(t, lost(wrong, c.exact, divides), "%s: %s", c.name, why)
		}
	}
}

// ulps is the width in units 2^(1-b) of the end that is larger in magnitude.
func ulps(x Interval) float64 {
	width := new(big.Float).Sub(x.Hi, x.Lo)
	if width.Sign() == 0 {
		return 0
	}
	v, _ := width.Quo(width, x.Abs().Hi).SetMantExp(width, int(x.Bits())-1).Float64()
	return v
}

// Enclosing everything is easy: between points an operation is rounded once.
func TestOperationsAreTight(t *testing.T) {
	for _, c := range [][2]int64{{1, 3}, {-7, 5}, {22, 7}, {1000, 999}} {
		x, y := Bits(90).Int(c[0]), Bits(90).Int(c[1])
		for name, z := range map[string]Interval{
			"x+y": x.Add(y), "x-y": x.Sub(y), "x·y": x.Mul(y), "x/y": x.Quo(y), "rational": Bits(90).Rat(big.NewRat(c[0], c[1])),
		} {
			require.LessOrEqual(t, ulps(z), 1.0, "%s of %v", name, c)
		}
	}
	require.Zero(t, ulps(Bits(53).Float(0.1)), "a float64 is exact in 53 bits")
	require.Equal(t, 1.0, math.Ceil(ulps(Bits(51).Float(0.1))), "and not in 51")
	require.False(t, contains(Bits(53).Float(0.1), big.NewRat(1, 10)), "0.1 is a dyadic rational above 1/10")
}

// What does not fit is rounded outward.
func TestFewBitsEnclose(t *testing.T) {
	const b = Bits(9)
	for why, x := range map[string]Interval{
		"Int": b.Int(12345), "Float": b.Float(12345), "Rat": b.Rat(big.NewRat(12345, 1)), "Dyadic": b.Dyadic(big.NewInt(12345<<7), 7),
		"Between": b.Between(big.NewFloat(12345), big.NewFloat(12345)),
	} {
		require.True(t, contains(x, big.NewRat(12345, 1)), why)
		require.Equal(t, 1.0, math.Ceil(ulps(x)), why)
	}
}

func TestPrecisionIsTheLarger(t *testing.T) {
	x, y := Bits(20).Int(1), Interval{Bits(50).Int(3).Lo, Bits(70).Int(3).Hi}
	for name, z := range map[string]Interval{"x+y": x.Add(y), "x-y": x.Sub(y), "x·y": x.Mul(y), "x/y": x.Quo(y), "-y": y.Neg(), "√y": y.Sqrt()} {
		require.Equal(t, Bits(70), z.Bits(), name)
	}
}

// What has no value is a fault of the caller.
func TestMisusePanics(t *testing.T) {
	b := Bits(20)
	around := Interval{b.Int(-1).Lo, b.Int(1).Hi}
	for why, f := range map[string]func(){
		"a divisor around 0":        func() { b.Int(1).Quo(around) },
		"a divisor 0":               func() { b.Int(1).Quo(b.Int(0)) },
		"the root around 0":         func() { around.Scale(-300).Sqrt() },
		"the logarithm around 0":    func() { around.Log() },
		"the logarithm of 0":        func() { b.Log(new(big.Int), big.NewInt(1)) },
		"an exponential of 2³⁰":     func() { b.Int(1 << 30).Exp() },
		"an exponential of -2³⁰":    func() { b.Int(-1 << 30).Exp() },
		"a relative entropy at q=0": func() { b.KL(big.NewRat(1, 2), new(big.Rat)) },
	} {
		require.Panics(t, f, why)
	}
}
