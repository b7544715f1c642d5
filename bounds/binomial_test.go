package bounds

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat/distuv"
	"pgregory.net/rapid"
)

// exactBinomial holds the probabilities of Binomial(n, p), p = a/2^e exactly, as
// whole numbers: f[k] = C(n,k)·a^k·(2^e-a)^(n-k), in units of 2^-bits, bits = en.
type exactBinomial struct {
	f    []*big.Int
	bits uint
}

func newExactBinomial(n int64, p float64) exactBinomial {
	r := new(big.Rat).SetFloat64(p)
	e := uint(r.Denom().BitLen() - 1)
	a, b := r.Num(), new(big.Int).Sub(r.Denom(), r.Num())
	f := make([]*big.Int, n+1)
	for k := range f {
		x := new(big.Int).Exp(a, big.NewInt(int64(k)), nil)
		y := new(big.Int).Exp(b, big.NewInt(n-int64(k)), nil)
		f[k] = x.Mul(x, y).Mul(x, new(big.Int).Binomial(n, int64(k)))
	}
	return exactBinomial{f, e * uint(n)}
}

// sum is P(lo ≤ X ≤ hi) in units of 2^-bits.
func (b exactBinomial) sum(lo, hi int64) *big.Int {
	s := new(big.Int)
	for k := max(lo, 0); k <= min(hi, int64(len(b.f))-1); k++ {
		s.Add(s, b.f[k])
	}
	return s
}

// atMost tells whether x·2^-bits ≤ y, exactly.
func (b exactBinomial) atMost(x *big.Int, y float64) bool {
	r := new(big.Rat).SetFrac(x, new(big.Int).Lsh(big.NewInt(1), b.bits))
	return r.Cmp(new(big.Rat).SetFloat64(y)) <= 0
}

// logWitness is log x for x = 1-rest, right to 4u·(1+|log x|) for x ≤ 1/2 and to
// 4u·|log x| above.
func logWitness(x, rest *big.Float) float64 {
	if x.Sign() == 0 {
		return math.Inf(-1)
	}
	if x.Cmp(big.NewFloat(0.5)) > 0 {
		d, _ := rest.Float64()
		return math.Log1p(-d)
	}
	m := new(big.Float)
	e := x.MantExp(m)
	f, _ := m.Float64()
	return math.Log(f) + float64(e)*math.Ln2
}

func (b exactBinomial) log(x *big.Int) float64 {
	rest := new(big.Int).Lsh(big.NewInt(1), b.bits)
	return logWitness(b.float(x), b.float(rest.Sub(rest, x)))
}

func (b exactBinomial) float(x *big.Int) *big.Float {
	f := new(big.Float).SetPrec(256).SetInt(x)
	return f.SetMantExp(f, -int(b.bits))
}

// closeLog asserts that got is within err of want, to the accuracy of the witness.
func closeLog(t require.TestingT, want, got, err float64, what ...any) {
	if math.IsInf(want, -1) {
		require.Equal(t, want, got, what...)
		return
	}
	slack := 4 * 0x1p-53 * math.Abs(want)
	if want < -0.5 {
		slack += 4 * 0x1p-53
	}
	require.LessOrEqual(t, math.Abs(want-got), err+slack, what...)
}

// pmfError is the error that LogBinomialPMF states.
func pmfError(log float64) float64 { return 80 * 0x1p-53 * (1 + math.Abs(log)) }

var binomialGridP = []float64{0, 5e-324, 1e-300, 1e-17, 0.01, 0.1, 0.27, 1.0 / 3, 0.5, 0.73, 0.99, 1 - 0x1p-30, 1 - 0x1p-53, 1}

func TestBinomialAgainstWholeNumbers(t *testing.T) {
	for _, n := range []int64{0, 1, 2, 3, 4, 5, 7, 10, 13, 20, 31, 45, 60} {
		for _, p := range binomialGridP {
			if n > 13 && p < 1e-100 && p > 0 {
				continue // whole numbers of 60,000 bits say nothing new
			}
			checkBinomialLaw(t, n, p)
		}
	}
}

func checkBinomialLaw(t *testing.T, n int64, p float64) {
	exact, law := newExactBinomial(n, p), newBinomialLaw(n, p)
	for k := int64(-1); k <= n+1; k++ {
		f, err := LogBinomialPMF(k, n, p)
		require.NoError(t, err)
		want := exact.log(exact.sum(k, k))
		closeLog(t, want, f, pmfError(want), "f(%d; %d, %v)", k, n, p)
		tail, bound := law.logTail(k)
		closeLog(t, exact.log(exact.sum(k, n)), tail, bound, "tail(%d; %d, %v)", k, n, p)
		cdf, bound := law.logCDF(k)
		closeLog(t, exact.log(exact.sum(0, k)), cdf, bound, "cdf(%d; %d, %v)", k, n, p)
		if k <= n && float64(k) <= float64(n+1)*p {
			require.True(t, exact.atMost(exact.sum(0, k-1), 0.75), "complement of tail(%d; %d, %v)", k, n, p)
		}
	}
}

// bigLaw is f(0), …, f(top) of Binomial(n, p) with 1200 bits of p and 1-p and
// 256 bits elsewhere, by f(k) = f(k-1)·(n-k+1)/k·p/(1-p).
func bigLaw(n, top int64, p float64) []*big.Float {
	num := func(x float64) *big.Float { return new(big.Float).SetPrec(1200).SetFloat64(x) }
	q := num(1).Sub(num(1), num(p))
	odds := new(big.Float).SetPrec(256).Quo(num(p), q)
	f := []*big.Float{bigPower(q, n)}
	for k := int64(1); k <= top; k++ {
		g := new(big.Float).SetPrec(256).Mul(f[k-1], odds)
		g.Mul(g, new(big.Float).SetInt64(n-k+1))
		f = append(f, g.Quo(g, new(big.Float).SetInt64(k)))
	}
	return f
}

func bigPower(x *big.Float, n int64) *big.Float {
	y, square := new(big.Float).SetPrec(256).SetInt64(1), new(big.Float).SetPrec(320).Set(x)
	for ; n > 0; n >>= 1 {
		if n&1 == 1 {
			y.Mul(y, square)
		}
		square.Mul(square, square)
	}
	return y
}

// checkBinomialRange compares every step-th k up to last, f beyond top being
// nothing beside f(last).
func checkBinomialRange(t *testing.T, n, last, top, step int64, p float64) {
	f, law := bigLaw(n, top, p), newBinomialLaw(n, p)
	below, above := make([]*big.Float, top+2), make([]*big.Float, top+2)
	below[0], above[top+1] = new(big.Float).SetPrec(256), new(big.Float).SetPrec(256)
	for k := range top + 1 {
		below[k+1] = new(big.Float).SetPrec(256).Add(below[k], f[k])
		above[top-k] = new(big.Float).SetPrec(256).Add(above[top-k+1], f[top-k])
	}
	for k := int64(0); k <= last; k += step {
		want := logWitness(f[k], new(big.Float).Add(below[k], above[k+1]))
		closeLog(t, want, law.logPMF(float64(k)), pmfError(want), "f(%d; %d, %v)", k, n, p)
		tail, bound := law.logTail(k)
		closeLog(t, logWitness(above[k], below[k]), tail, bound, "tail(%d; %d, %v)", k, n, p)
		cdf, bound := law.logCDF(k)
		closeLog(t, logWitness(below[k+1], above[k+1]), cdf, bound, "cdf(%d; %d, %v)", k, n, p)
	}
}

func TestBinomialAgainst256Bits(t *testing.T) {
	for _, p := range []float64{1e-300, 1e-5, 0.01, 0.27, 0.5, 0.73, 0.999, 1 - 0x1p-53} {
		checkBinomialRange(t, 100, 99, 100, 1, p)
		if p < 1e-100 {
			continue // aligning 1 with 1e-300^1000 takes a million bits
		}
		checkBinomialRange(t, 1000, 1000, 1000, 3, p)
		checkBinomialRange(t, 5000, 5000, 5000, 17, p)
	}
	// Ratios below 9/350: what lies beyond 400 is 1e-75 of the tail from 350.
	checkBinomialRange(t, 1<<53, 350, 400, 3, 1e-15)
	checkBinomialRange(t, 1e12+1, 350, 400, 3, 9e-12)
}

// Known closed forms at sizes that no sum reaches in the tests' time.
func TestBinomialKnownValues(t *testing.T) {
	// C(2^53, 2^52)/2^(2^53) = sqrt(2/(πn))·(1 - 1/(4n) + …), Stirling.
	n := int64(1) << 53
	f, err := LogBinomialPMF(n/2, n, 0.5)
	require.NoError(t, err)
	want := 0.5 * math.Log(2/(math.Pi*float64(n)))
	closeLog(t, want, f, pmfError(want))
	// By symmetry P(X ≥ n/2) = ½ + ½·f(n/2) for even n and p = ½.
	n = 500_000_000
	f, err = LogBinomialPMF(n/2, n, 0.5)
	require.NoError(t, err)
	tail, bound := newBinomialLaw(n, 0.5).logTail(n / 2)
	closeLog(t, math.Log(0.5+0.5*math.Exp(f)), tail, bound)
	require.Less(t, bound, 1e-9)
	// 2^53 trials at p = 1-2^-53: X = n - Y with Y nearly Poisson(1), P(Y = 0) = e^-1·(1 - 2^-54 …).
	n = 1 << 53
	f, err = LogBinomialPMF(n, n, 1-0x1p-53)
	require.NoError(t, err)
	require.Equal(t, -1.0, f)
	// 56/1024: the sign test with 8 of 10, Siegel, "Nonparametric Statistics" (1956), table D: 0.055.
	tail, err = LogBinomialTail(8, 10, 0.5)
	require.NoError(t, err)
	within(t, math.Log(56.0/1024), tail, 200)
}

// What gonum v0.17 gives instead: CDF leaves [0, 1] near the mean for large n,
// Survival has no tail below 1e-16, Prob(0) at p = 0 is NaN.
func TestBinomialGonumTraps(t *testing.T) {
	n := int64(500_000_000)
	near := distuv.Binomial{N: float64(n), P: 0.5}.CDF(float64(n / 2))
	require.False(t, math.Abs(near-0.5) < 1e-3, "gonum's CDF near the mean is repaired: %v", near)
	cdf, err := LogBinomialCDF(n/2, n, 0.5)
	require.NoError(t, err)
	require.InDelta(t, 0.5, math.Exp(cdf), 1e-4)

	far := distuv.Binomial{N: 1000, P: 0.5}.Survival(949)
	require.False(t, far > 0 && far < 1e-200, "gonum's Survival has a far tail: %v", far)
	tail, err := LogBinomialTail(950, 1000, 0.5)
	require.NoError(t, err)
	exact := newExactBinomial(1000, 0.5)
	closeLog(t, exact.log(exact.sum(950, 1000)), tail, 1e-11)
	require.Less(t, tail, math.Log(1e-200))
	require.True(t, math.IsNaN(distuv.Binomial{N: 5, P: 0}.Prob(0)))
	f, err := LogBinomialPMF(0, 5, 0)
	require.NoError(t, err)
	require.Zero(t, f)
}

func drawBinomial(t *rapid.T) (k, n int64, p float64) {
	n = int64(1) << rapid.IntRange(0, 20).Draw(t, "log n")
	n += rapid.Int64Range(0, n-1).Draw(t, "n")
	p = float64(rapid.Int64Range(0, 1<<30).Draw(t, "p·2^30")) * 0x1p-30
	sd := math.Sqrt(float64(n) * p * (1 - p))
	centre := float64(n)*p + sd*rapid.Float64Range(-12, 12).Draw(t, "deviations")
	k = int64(math.Round(centre)) + rapid.Int64Range(-2, 2).Draw(t, "off")
	return k, n, p
}

// tail(k) + cdf(k-1) = 1; tail(k; p) = cdf(n-k; 1-p); both monotone in k and p;
// tail(k) = f(k) + tail(k+1). 1-p is exact for these p.
func TestBinomialLaws(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		k, n, p := drawBinomial(t)
		law, mirror := newBinomialLaw(n, p), newBinomialLaw(n, 1-p)
		tail, e1 := law.logTail(k)
		cdf, e2 := law.logCDF(k - 1)
		require.InDelta(t, 1, math.Exp(tail)+math.Exp(cdf), e1*math.Exp(tail)+e2*math.Exp(cdf)+4*0x1p-53)
		mirrored, e3 := mirror.logCDF(n - k)
		closeLog(t, tail, mirrored, e1+e3)
		next, e4 := law.logTail(k + 1)
		require.LessOrEqual(t, next, tail+e1+e4)
		if k >= 0 && k <= n {
			f := law.logPMF(float64(k))
			sum := math.Max(f, next) + math.Log1p(math.Exp(-math.Abs(f-next)))
			if !math.IsInf(tail, -1) {
				require.InDelta(t, tail, sum, e1+e4+pmfError(f)+8*0x1p-53*(1+math.Abs(tail)))
			}
		}
		more, e5 := newBinomialLaw(n, math.Min(1, p+0x1p-30)).logTail(k)
		require.LessOrEqual(t, tail, more+e1+e5)
	})
}

// The number of terms is what the doc comment says.
func TestBinomialTailCost(t *testing.T) {
	for _, n := range []int64{1, 50, 1000, 1_000_000, 100_000_000} {
		for _, p := range []float64{1e-9, 1e-6, 1e-3, 0.1, 0.5, 0.9, 1 - 1e-6} {
			k := math.Floor(float64(n+1)*p) + 1
			_, terms := outwardSum(k, float64(n), p/(1-p))
			require.LessOrEqual(t, terms, 9*math.Sqrt(float64(n)*p*(1-p))+60, "n=%d p=%v", n, p)
		}
	}
}

func TestBinomialRefusals(t *testing.T) {
	for _, row := range []struct {
		n       int64
		p       float64
		mention string
	}{
		{10, math.NaN(), "p = NaN"},
		{10, -0x1p-1074, "p = -5e-324"},
		{10, math.Nextafter(1, 2), "p = 1.0000000000000002"},
		{10, math.Inf(1), "p = +Inf"},
		{-1, 0.5, "n = -1"},
		{1<<53 + 1, 0.5, "n = 9007199254740993"},
	} {
		for name, f := range map[string]func(k, n int64, p float64) (float64, error){
			"PMF": LogBinomialPMF, "tail": LogBinomialTail, "CDF": LogBinomialCDF,
		} {
			v, err := f(3, row.n, row.p)
			require.ErrorContains(t, err, row.mention, name)
			require.True(t, math.IsNaN(v), name)
		}
	}
}

func BenchmarkLogBinomialTail(b *testing.B) {
	for _, n := range []int64{300, 1e4, 1e6, 1e10} {
		b.Run(big.NewInt(n).String(), func(b *testing.B) {
			for b.Loop() {
				_, _ = LogBinomialTail(n/2+1, n, 0.5)
			}
		})
	}
}
