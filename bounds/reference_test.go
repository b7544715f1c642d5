package bounds

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// The witnesses of these tests: logarithm and exponential in binary
// multiprecision by their series, sharing nothing with math, enclose or saddle.go.
// Results carry the precision of the argument, less a few bits.

// refBits holds 1 - 5e-324 exactly and leaves more than 300 bits when two
// nearly equal logarithms of such numbers are subtracted.
const refBits = 1600

// ref is x, exact, at the given precision.
func ref(x float64, bits uint) *big.Float { return new(big.Float).SetPrec(bits).SetFloat64(x) }

func refInt(x int64, bits uint) *big.Float { return new(big.Float).SetPrec(bits).SetInt64(x) }

func add(x, y *big.Float) *big.Float { return new(big.Float).Add(x, y) }
func sub(x, y *big.Float) *big.Float { return new(big.Float).Sub(x, y) }
func mul(x, y *big.Float) *big.Float { return new(big.Float).Mul(x, y) }
func quo(x, y *big.Float) *big.Float { return new(big.Float).Quo(x, y) }

// refAtanh2 is 2·atanh(z) = 2(z + z³/3 + z⁵/5 + …) for |z| ≤ 1/3.
func refAtanh2(z *big.Float) *big.Float {
	sum, power, z2 := new(big.Float).Copy(z), new(big.Float).Copy(z), mul(z, z)
	for k := int64(3); z.Sign() != 0; k += 2 {
		power = mul(power, z2)
		term := quo(power, refInt(k, z.Prec()))
		sum = add(sum, term)
		if term.MantExp(nil) < sum.MantExp(nil)-int(z.Prec()) {
			break
		}
	}
	return add(sum, sum)
}

// refLog is log x: x = f·2^e with f in [½, 1), log f = 2·atanh((f-1)/(f+1)).
// Around 1 no power of two is taken out, so that nothing cancels.
func refLog(x *big.Float) *big.Float {
	one := refInt(1, x.Prec())
	f := new(big.Float)
	e := x.MantExp(f)
	if e == 1 {
		f, e = x, 0
	}
	log2 := refAtanh2(quo(one, refInt(3, x.Prec())))
	return add(refAtanh2(quo(sub(f, one), add(f, one))), mul(log2, refInt(int64(e), x.Prec())))
}

// refExp is e^x = (e^(x/2^k))^(2^k), the inner one by Taylor's series.
func refExp(x *big.Float) *big.Float {
	const k = 24
	r := new(big.Float).SetMantExp(x, -k)
	one := refInt(1, x.Prec())
	sum, term := one, one
	for n := int64(1); term.Sign() != 0 && term.MantExp(nil) > -int(x.Prec()); n++ {
		term = quo(mul(term, r), refInt(n, x.Prec()))
		sum = add(sum, term)
	}
	for range k {
		sum = mul(sum, sum)
	}
	return sum
}

func TestReferenceLogExpAreInverse(t *testing.T) {
	for _, x := range []float64{1e-300, 0.3, 0.5, 0.75, 1, 1 + 0x1p-52, 1.5, 2, 10, 1e300} {
		back := refExp(refLog(ref(x, 300)))
		requireRelative(t, x, back, 0)
	}
	// log 10 as printed in any table.
	want, _, err := big.ParseFloat("2.302585092994045684017991454684364207601101488628772976033", 10, 180, big.ToNearestEven)
	require.NoError(t, err)
	diff := sub(refLog(refInt(10, 180)), want)
	require.Less(t, diff.MantExp(nil), -170)
}

// requireRelative asserts |got - want| ≤ rel·|want| + 2^-1074, the exact values
// compared; with rel = 0 that got is the float64 nearest to want.
func requireRelative(t require.TestingT, got float64, want *big.Float, rel float64, context ...any) {
	if h, ok := t.(interface{ Helper() }); ok {
		h.Helper()
	}
	nearest, _ := want.Float64()
	if got == nearest {
		return
	}
	require.False(t, rel == 0 || math.IsNaN(got) || math.IsInf(got, 0), "got %v, want %v %v", got, nearest, context)
	limit := add(mul(new(big.Float).Abs(want), ref(rel, 64)), ref(0x1p-1074, 64))
	diff := sub(want, ref(got, want.Prec()))
	require.LessOrEqual(t, diff.Abs(diff).Cmp(limit), 0, "got %v, want %v, allowed relative error %v %v", got, nearest, rel, context)
}

// logUniform draws a float of [2^lo, 2^hi), its exponent uniform.
func logUniform(lo, hi int) *rapid.Generator[float64] {
	return rapid.Custom(func(t *rapid.T) float64 {
		e := rapid.IntRange(lo, hi-1).Draw(t, "exponent")
		f := rapid.Uint64Range(0, 1<<52-1).Draw(t, "fraction")
		return math.Ldexp(1+float64(f)*0x1p-52, e)
	})
}

func TestLogUniformReachesItsCorners(t *testing.T) {
	seen := map[int]bool{}
	rapid.Check(t, func(t *rapid.T) {
		for range 100 { // within one check, so that few checks suffice
			x := logUniform(-4, 2).Draw(t, "x")
			require.True(t, x >= 1.0/16 && x < 4)
			_, e := math.Frexp(x)
			seen[e] = true
		}
	})
	require.True(t, seen[-3] && seen[2], "exponents seen: %v", seen)
}

// refKL is kl(p,q) from p, 1-p, q and 1-q held exactly.
func refKL(p, q *big.Float) *big.Float {
	one := refInt(1, refBits)
	return add(refTerm(p, q), refTerm(sub(one, p), sub(one, q)))
}

// refTerm is p·log(p/q).
func refTerm(p, q *big.Float) *big.Float {
	if p.Sign() == 0 {
		return refInt(0, refBits)
	}
	return mul(p, refLog(quo(p, q)))
}

// refCeilLog2 is the smallest k with 2^k ≥ x.
func refCeilLog2(x *big.Float) int64 {
	f := new(big.Float)
	e := x.MantExp(f)
	if f.Cmp(ref(0.5, 53)) == 0 {
		e--
	}
	return int64(e)
}

// refKappa is 1/((1+e^2B)(1+e^-2B)).
func refKappa(B float64) *big.Float {
	one, e := refInt(1, 400), refExp(ref(2*B, 400))
	return quo(one, mul(add(one, e), add(one, quo(one, e))))
}

// refUpper is dK + 128 d Σ L_i/x_i² for the scaled gaps x_i, as the paper writes it.
func refUpper(x []*big.Float, d int, delta float64) *big.Float {
	K := int64(len(x))
	sum := refInt(0, 400)
	for _, xi := range x {
		M := 1 + refCeilLog2(quo(refInt(4, 400), xi))
		arg := mul(refInt(4*K*int64(d), 400), refInt(M*M, 400))
		sum = add(sum, quo(refLog(quo(arg, ref(delta, 400))), mul(xi, xi)))
	}
	return add(refInt(int64(d)*K, 400), mul(refInt(128*int64(d), 400), sum))
}

// requireRefused asserts a HypothesisError with exactly this text.
func requireRefused(t *testing.T, err error, text string) {
	t.Helper()
	var h *HypothesisError
	require.ErrorAs(t, err, &h)
	require.Equal(t, text, err.Error())
}
