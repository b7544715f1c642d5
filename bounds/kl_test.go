package bounds

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// klError is the relative error that KL promises, 64u.
const klError = 64 * 0x1p-53

// probability draws from (0,1): both ends logarithmically, and the middle.
func probability() *rapid.Generator[float64] {
	return rapid.OneOf(
		logUniform(-1074, 0),
		rapid.Map(logUniform(-53, 0), func(x float64) float64 { return 1 - x }),
		rapid.Map(rapid.Uint64Range(1, 1<<53-1), func(k uint64) float64 { return float64(k) * 0x1p-53 }),
	).Filter(func(x float64) bool { return x > 0 && x < 1 })
}

// probabilityPair draws p and q apart, and near each other down to neighbours.
func probabilityPair(t *rapid.T) (p, q float64) {
	p, q = probability().Draw(t, "p"), probability().Draw(t, "q")
	if near := logUniform(-54, 1).Draw(t, "relative distance"); near < 0.5 {
		q = p * (1 + near)
	}
	if step := rapid.IntRange(-3, 3).Draw(t, "direction"); step == 1 {
		q = math.Nextafter(p, 1)
	}
	return p, min(q, 1-0x1p-53)
}

func TestProbabilityPairReachesTheDiagonal(t *testing.T) {
	near, equal, apart := 0, 0, 0
	rapid.Check(t, func(t *rapid.T) {
		for range 100 { // within one check, so that few checks suffice
			p, q := probabilityPair(t)
			require.True(t, p > 0 && p < 1 && q > 0 && q < 1)
			switch {
			case p == q:
				equal++
			case math.Abs(p-q) < 1e-6*p:
				near++
			default:
				apart++
			}
		}
	})
	require.True(t, near > 0 && apart > 0, "near %d, equal %d, apart %d", near, equal, apart)
}

func TestKLAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := probabilityPair(t)
		got, err := KL(p, q)
		require.NoError(t, err)
		requireRelative(t, got, refKL(ref(p, refBits), ref(q, refBits)), klError, p, q)
	})
}

func TestKLCorners(t *testing.T) {
	tiny := 5e-324
	for _, tc := range []struct {
		why  string
		p, q float64
	}{
		{"q = 1e-300", 0.3, 1e-300},
		{"p = 1e-300", 1e-300, 0.3},
		{"both tiny and close", 1e-300, 1.0000000000000002e-300},
		{"both tiny and apart: each half of the sum is almost the other's negative", 1e-20, 2e-20},
		{"p next to 1, q the smallest float: p/q overflows", 1 - 0x1p-53, tiny},
		{"p the smallest float", tiny, 0.5},
		{"neighbours at 1/2", 0.5, 0.5000000000000001},
		{"neighbours next to 1", 1 - 0x1p-53, 1 - 0x1p-52},
		{"across a power of two", 0.49999999999999994, 0.5},
		{"a factor 5/3, where the series for D ends", 0.3, 0.5},
		{"the same seen from above", 0.5, 0.3},
	} {
		got, err := KL(tc.p, tc.q)
		require.NoError(t, err)
		requireRelative(t, got, refKL(ref(tc.p, refBits), ref(tc.q, refBits)), klError, tc.why)
	}
}

func TestKLConventions(t *testing.T) {
	inf := math.Inf(1)
	for _, tc := range []struct {
		why        string
		p, q, want float64
	}{
		{"equal", 0.3, 0.3, 0},
		{"0·log(0/0) + 1·log 1", 0, 0, 0},
		{"0·log(1/0) the other way round", 1, 1, 0},
		{"x·log(x/0) = ∞", 0.3, 0, inf},
		{"x·log(x/0) = ∞ in the complement", 0.3, 1, inf},
		{"kl(0,1)", 0, 1, inf},
		{"kl(1,0)", 1, 0, inf},
		{"kl(0,q) = -log(1-q)", 0, 0.5, math.Ln2},
		{"kl(1,q) = -log q", 1, 0.25, 2 * math.Ln2},
		{"kl(0,1e-300) = 1e-300", 0, 1e-300, 1e-300},
	} {
		got, err := KL(tc.p, tc.q)
		require.NoError(t, err)
		if tc.want == 0 || math.IsInf(tc.want, 1) {
			require.Equal(t, tc.want, got, tc.why)
			continue
		}
		require.InEpsilon(t, tc.want, got, klError, tc.why)
	}
}

func TestKLRefuses(t *testing.T) {
	_, err := KL(-0.1, 0.5)
	requireRefused(t, err, "kl(p,q) needs 0 ≤ p ≤ 1: p = -0.1")
	_, err = KL(0.5, 1.1)
	requireRefused(t, err, "kl(p,q) needs 0 ≤ q ≤ 1: q = 1.1")
	_, err = KL(math.NaN(), 0.5)
	requireRefused(t, err, "kl(p,q) needs 0 ≤ p ≤ 1: p = NaN")
	_, err = KL(0.5, math.NaN())
	requireRefused(t, err, "kl(p,q) needs 0 ≤ q ≤ 1: q = NaN")
}

// Pinsker's inequality kl(p,q) ≥ 2(p-q)², an equality to third order at p+q = 1;
// the left side may be 64u low, the right side 3u high.
func TestKLPinsker(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		p, q := probabilityPair(t)
		got, err := KL(p, q)
		require.NoError(t, err)
		require.GreaterOrEqual(t, got*(1+68*0x1p-53), 2*(p-q)*(p-q))
	})
}

// Lemma B.12, kl(σ(x),σ(y)) ≤ (x-y)²/8, on intervals kept a unit apart: rounding
// of σ moves kl by far less than the slack at |x-y| ≥ 1.
func TestKLOfLogistic(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		x := rapid.Float64Range(-30, 30).Draw(t, "x")
		y := x + rapid.Float64Range(1, 5).Draw(t, "y-x")
		got, err := KL(logistic(x), logistic(y))
		require.NoError(t, err)
		require.LessOrEqual(t, got, (x-y)*(x-y)/8)
	})
}

// kl(1-δ-α, δ) where the arguments meet, where one of them vanishes, and at
// random; the reference subtracts exactly.
func TestConfidenceKL(t *testing.T) {
	check := func(t require.TestingT, delta, alpha float64) {
		d, a, one := ref(delta, refBits), ref(alpha, refBits), refInt(1, refBits)
		want := refKL(sub(sub(one, d), a), d)
		requireRelative(t, confidenceKL(delta, alpha), want, 76*0x1p-53, delta, alpha)
	}
	third := 1.0 / 3
	for _, tc := range []struct {
		why          string
		delta, alpha float64
	}{
		{"next to 1/3, where kl is 1e-33", third, third},
		{"one float further", math.Nextafter(third, 0), math.Nextafter(third, 0)},
		{"δ = 1e-300", 1e-300, 1e-300},
		{"smallest δ", 5e-324, 5e-324},
		{"1-δ-α near 0", 1e-17, 1 - 0x1p-53},
		{"1-δ-α near 0 and near δ", 0x1p-54, 1 - 0x1p-53},
		{"1-2δ-α is all rounding error of 1-2δ", 0.25 - 0x1p-55, 0.5 - 0x1p-54},
		{"1-δ-α likewise", 0.5 - 0x1p-54, 0x1p-55},
		{"δ next to 1/2", 0.5 - 0x1p-54, 0x1p-54},
		{"δ next to 1/2, α tiny", 0.5 - 0x1p-54, 1e-300},
	} {
		t.Run(tc.why, func(t *testing.T) { check(t, tc.delta, tc.alpha) })
	}
	rapid.Check(t, func(t *rapid.T) {
		delta := logUniform(-1074, -1).Draw(t, "δ")
		alpha := probability().Draw(t, "α")
		if rapid.Bool().Draw(t, "α near 1-2δ") {
			alpha = (1 - 2*delta) * (1 - logUniform(-53, 0).Draw(t, "rest"))
		}
		if alpha > 0 && oneMinus(2*delta, alpha) > 0 {
			check(t, delta, alpha)
		}
	})
}
