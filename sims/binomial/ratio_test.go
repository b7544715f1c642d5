package binomial

import (
	"math"
	"testing"

	"github.com/cockroachdb/apd/v3"
	"github.com/stretchr/testify/require"
)

// witness evaluates log f(m+t)/f(m) with 90 digits, from log Γ by Stirling's
// series. Even at n = 10^18, where log Γ(n) = 4·10^19, 70 decimals remain.
type witness struct{ apd.ErrDecimal }

func newWitness() *witness {
	c := &apd.Context{Precision: 90, MaxExponent: 9000, MinExponent: -9000, Rounding: apd.RoundHalfEven}
	return &witness{apd.MakeErrDecimal(c)}
}

// bernoulli holds B(2j)/(2j(2j-1)), j = 1 … 10, as numerators and denominators.
var bernoulli = [][2]int64{
	{1, 12}, {-1, 360}, {1, 1260}, {-1, 1680}, {1, 1188},
	{-691, 360360}, {1, 156}, {-3617, 122400}, {43867, 244188}, {-174611, 125400},
}

// stirling is S(z) for z ≥ 60, where the first term left out is below 1e-34.
func (w *witness) stirling(z *apd.Decimal) *apd.Decimal {
	sum, power, square := apd.New(0, 0), new(apd.Decimal).Set(z), new(apd.Decimal)
	w.Mul(square, z, z)
	for _, b := range bernoulli {
		term := new(apd.Decimal)
		w.Quo(term, apd.New(b[0], 0), apd.New(b[1], 0))
		w.Quo(term, term, power)
		w.Add(sum, sum, term)
		w.Mul(power, power, square)
	}
	return sum
}

// logGamma is log Γ(z) - ½·log 2π for whole z ≥ 1, shifted to z ≥ 60 by Γ(z+1) = zΓ(z).
func (w *witness) logGamma(z int64) *apd.Decimal {
	product := apd.New(1, 0)
	for ; z < 60; z++ {
		w.Mul(product, product, apd.New(z, 0))
	}
	x, log, sum := apd.New(z, 0), new(apd.Decimal), new(apd.Decimal)
	w.Ln(log, x)
	w.Sub(sum, x, apd.New(5, -1))
	w.Mul(sum, sum, log)
	w.Sub(sum, sum, x)
	w.Add(sum, sum, w.stirling(x))
	w.Ln(log, product)
	w.Sub(sum, sum, log)
	return sum
}

func (w *witness) float(t require.TestingT, d *apd.Decimal) float64 {
	require.NoError(t, w.Err())
	f, err := d.Float64()
	require.NoError(t, err)
	return f
}

// decimal is p to 90 digits.
func (w *witness) decimal(p float64) *apd.Decimal {
	frac, exp := math.Frexp(p)
	d := apd.New(int64(frac*0x1p53), 0)
	for range 53 - exp {
		w.Mul(d, d, apd.New(5, -1))
	}
	return d
}

// logRatio is log f(m+t)/f(m) for the p of Draw, not for a rounded 1-p.
func (w *witness) logRatio(t require.TestingT, n, m, step int64, p float64) float64 {
	dp, dq, sum := w.decimal(p), new(apd.Decimal), new(apd.Decimal)
	w.Sub(dq, apd.New(1, 0), dp)
	w.Quo(sum, dp, dq)
	w.Ln(sum, sum)
	w.Mul(sum, sum, apd.New(step, 0))
	w.Add(sum, sum, w.logGamma(m+1))
	w.Sub(sum, sum, w.logGamma(m+step+1))
	w.Add(sum, sum, w.logGamma(n-m+1))
	w.Sub(sum, sum, w.logGamma(n-m-step+1))
	return w.float(t, sum)
}

// logRatioError bounds the error of logRatio: 64u of each term but the last
// (256u of the deviance where the logarithm takes over from the series), four
// Stirling series, and 2^-43 in np - m.
func logRatioError(h *hat, t float64) float64 {
	const u = 0x1p-53
	tilt, deviance, root, _ := h.parts(t)
	return u*(64*math.Abs(tilt)+256*deviance+64*math.Abs(root)) + 4*1.3e-14 +
		0x1p-43*math.Abs(t)/(h.q*float64(h.m+1))
}

// ratioCase is one point of the grid with its exact log f(m+t)/f(m).
type ratioCase struct {
	hat
	step int64
	want float64
}

var ratioSizes = []int64{20, 40, 76, 300, 1e4, 1e6, 1e9, 1e12, 1e15, 1<<53 + 1, 1e18, MaxN}

func ratioCases(t *testing.T) (cases []ratioCase) {
	w := newWitness()
	for _, n := range ratioSizes {
		for _, p := range []float64{10.5 / float64(n), 0.01, 0.27, 0.5} {
			if p > 0.5 || p*float64(n) < seam {
				continue
			}
			h := newHat(n, p)
			sd := math.Sqrt(float64(n) * p * (1 - p))
			for _, z := range []float64{-20, -8, -3, -1, -0.3, 0, 0.3, 1, 3, 8} {
				step := max(-h.m, int64(z*sd))
				if h.inside(float64(step)) {
					cases = append(cases, ratioCase{h, step, w.logRatio(t, n, h.m, step, p)})
				}
			}
		}
	}
	return cases
}

// The production form is right; and each of its terms with its sign changed is
// refuted by the same comparison: tilt, deviance and root at every n, the
// Stirling terms up to n = 10^6, beyond which they are smaller than any rounding.
// (At n = 20, p = 1/2 the tilt is exactly 0.)
func TestLogRatioAgainstNinetyDigits(t *testing.T) {
	t.Parallel()
	var refuted [4]map[int64]bool
	for i := range refuted {
		refuted[i] = map[int64]bool{}
	}
	for _, c := range ratioCases(t) {
		x := float64(c.step)
		got, bound := c.logRatio(x), logRatioError(&c.hat, x)
		require.InDelta(t, c.want, got, bound, "n=%d p=%v t=%d", c.n, c.p, c.step)
		tilt, deviance, root, stirling := c.parts(x)
		for i, term := range []float64{tilt, -deviance, root, -stirling} {
			refuted[i][c.n] = refuted[i][c.n] || math.Abs(got-2*term-c.want) > bound
		}
	}
	for _, n := range ratioSizes {
		require.True(t, refuted[0][n] || n == 20, "tilt with the wrong sign passes at n=%d", n)
		require.True(t, refuted[1][n], "deviance with the wrong sign passes at n=%d", n)
		require.True(t, refuted[2][n], "root with the wrong sign passes at n=%d", n)
		require.True(t, refuted[3][n] || n > 1e6, "Stirling terms with the wrong sign pass at n=%d", n)
	}
}

// The probabilities from the mode outwards, each from the one before: no log, no
// gamma function, every t of the smaller laws.
func TestLogRatioAgainstProducts(t *testing.T) {
	for _, n := range []int64{20, 76, 300} {
		for _, p := range []float64{0.14, 0.27, 0.5} {
			if p*float64(n) < seam {
				continue
			}
			h, log := newHat(n, p), 0.0
			for k := h.m; k < n; k++ {
				log += math.Log(float64(n-k) / float64(k+1) * p / (1 - p))
				require.InDelta(t, log, h.logRatio(float64(k+1-h.m)), 1e-12*(1-log), "n=%d p=%v k=%d", n, p, k+1)
			}
			log = 0
			for k := h.m; k > 0; k-- {
				log += math.Log(float64(k) / float64(n-k+1) * (1 - p) / p)
				require.InDelta(t, log, h.logRatio(float64(k-1-h.m)), 1e-12*(1-log), "n=%d p=%v k=%d", n, p, k-1)
			}
		}
	}
}
