package stat

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/stat"
	"gonum.org/v1/gonum/stat/distuv"

	"vectorborda/sims/stream"
)

const rounding = 1e-12 // a few dozen operations on numbers near 1

func singles(values ...float64) (units [][]float64) {
	for _, x := range values {
		units = append(units, []float64{x})
	}
	return units
}

func TestUnitMeanOfSinglesIsTheOrdinaryOne(t *testing.T) {
	mean, se := UnitMean(singles(1, 2, 4, 9))
	require.Equal(t, 4.0, mean)
	require.InDelta(t, stat.StdErr(stat.StdDev([]float64{1, 2, 4, 9}, nil), 4), se, rounding)
	_, se = UnitMean([][]float64{{1, 2, 3}})
	require.True(t, math.IsNaN(se), "one unit tells nothing about others")
}

// Ten equal runs on each instance are worth one: the error is that between
// instances, √10 times what ten times as many independent runs would have.
func TestUnitMeanCountsUnitsAndNotRuns(t *testing.T) {
	var units [][]float64
	for _, x := range []float64{1, 2, 4, 9} {
		units = append(units, []float64{x, x, x, x, x, x, x, x, x, x})
	}
	mean, se := UnitMean(units)
	require.InDelta(t, 4, mean, rounding)
	_, single := UnitMean(singles(1, 2, 4, 9))
	require.InDelta(t, single, se, rounding)
}

// 7/2 with x - R·v = (1-3.5, 6-3.5) = ∓2.5: SE = √(2·2·2.5²)/2 = 2.5, by hand.
func TestRatioOfMeansByHand(t *testing.T) {
	e := RatioOfMeans(singles(1, 6), singles(1, 1), 0.05)
	require.EqualValues(t, 3.5, e.Value)
	require.InDelta(t, 2.5, float64(e.SE), rounding)
	require.InDelta(t, 3.5+12.706204736*2.5, float64(e.Hi), 1e-6) // t_{1,0.975} from a table
	exact := RatioOfMeans(singles(2, 4, 8), singles(1, 2, 4), 0.05)
	require.Equal(t, Estimate{Value: 2, Lo: 2, Hi: 2}, exact, "a constant ratio has no error")
}

// 8,736,768/3,814,272 and the like are no float64; their mean, ratio or logarithm is rounded.
func TestEqualUnitsHaveNoError(t *testing.T) {
	for _, c := range [][2]float64{{8736768, 3814272}, {10120320, 4462080}, {1e18 / 3, 7}, {0.1, 0.3}} {
		for n := 2; n < 40; n++ {
			var x, v [][]float64
			for range n {
				x, v = append(x, []float64{c[0]}), append(v, []float64{c[1]})
			}
			_, mean := UnitMean(x)
			if c[0] == math.Trunc(c[0]) && c[0] < 1e15 { // sums of others are rounded themselves
				require.Zero(t, mean, "%v %d", c, n)
				require.Zero(t, RatioOfMeans(x, v, 0.05).SE, "%v %d", c, n)
			}
			require.Zero(t, PairedRatio(x, v, 0.05).SE, "%v %d", c, n)
			flat := make([]float64, n)
			for i := range flat {
				flat[i] = c[0]
			}
			require.Zero(t, MeanOf(flat, 0.05).SE, "%v %d", c, n)
			s, err := Summarize(flat, 0.05, 0.01)
			require.NoError(t, err)
			require.Zero(t, s.SE, "%v %d", c, n)
		}
	}
	x, v := singles(1e6, 2e6, 3e6+1e-9), singles(1, 2, 3)
	require.Positive(t, RatioOfMeans(x, v, 0.05).SE, "a ratio that is not constant has an error, however small")
	require.Positive(t, MeanOf([]float64{1, 1 + 0x1p-52}, 0.05).SE)
}

func TestDeterminant(t *testing.T) {
	require.Zero(t, determinant(3, 7, 6, 14))
	a := 1 + 0x1p-30
	require.Equal(t, 0x1p-60, determinant(a, 1+0x1p-29, 1, a), "products would cancel to nothing")
}

func TestPairedRatioByHand(t *testing.T) {
	e := PairedRatio(singles(2, 8), singles(1, 1), 0.05)
	require.InDelta(t, 4, float64(e.Value), rounding) // √(2·8)
	require.InDelta(t, 4*math.Log(2), float64(e.SE), rounding)
	require.InDelta(t, 4*math.Exp(12.706204736*math.Log(2)), float64(e.Hi), 1e-3)
	require.True(t, math.IsInf(float64(PairedRatio(singles(2, math.Inf(1)), singles(1, 1), 0.05).Value), 1))
	require.True(t, math.IsNaN(float64(PairedRatio(singles(2), singles(1), 0.05).Lo)))
}

// The limits at 0.1 hold the truth in 90 % of 2,000 samples of 40 pairs; the
// bounds are six standard deviations of a count, and the delta method may be a
// percent off.  Limits that ignore the pairing would miss nowhere.
func TestLimitsOfRatiosCover(t *testing.T) {
	src := stream.Key{Seed: 4}.Rand(0)
	means, paired := 0, 0
	const samples, units = 2000, 40
	for range samples {
		var x, v [][]float64
		for range units {
			common := math.Exp(src.NormFloat64())
			v = append(v, []float64{common})
			x = append(x, []float64{3 * common * math.Exp(0.1*src.NormFloat64()-0.005)})
		}
		if e := RatioOfMeans(x, v, 0.1); e.Lo <= 3 && 3 <= e.Hi {
			means++
		}
		if e, middle := PairedRatio(x, v, 0.1), Number(3*math.Exp(-0.005)); e.Lo <= middle && middle <= e.Hi {
			paired++
		}
	}
	six := 6 * math.Sqrt(samples*0.1*0.9)
	require.InDelta(t, 0.9*samples, paired, six)
	require.InDelta(t, 0.88*samples, means, six) // heavy pairs: a skewed residual
}

func TestStudentAgainstGonum(t *testing.T) {
	for _, nu := range []int{1, 2, 9, 49, 499} {
		for _, alpha := range []float64{0.3, 0.05, 0.01, 1e-5} {
			law := distuv.StudentsT{Sigma: 1, Nu: float64(nu)}
			require.InEpsilon(t, alpha, 2*law.Survival(Student(nu, alpha)), 1e-8)
		}
	}
}

func TestLackOfFit(t *testing.T) {
	require.Zero(t, LackOfFit([]float64{0, 1, 2}, []float64{1, 3, 5}))
	// y = (0,1,0) on x = (-1,0,1): the line is flat and leaves everything.
	require.Equal(t, 1.0, LackOfFit([]float64{-1, 0, 1}, []float64{0, 1, 0}))
	// y = x + e·(1,-2,1): residual 6e², total 2+6e².
	const e = 1e-5
	require.InEpsilon(t, 6*e*e/(2+6*e*e), LackOfFit([]float64{-1, 0, 1}, []float64{-1 + e, -2 * e, 1 + e}), 1e-9)
	require.True(t, math.IsNaN(LackOfFit([]float64{1, 1}, []float64{1, 2})))
}

// Two points: the slope is log(y2/y1)/log(x2/x1), its error by hand.
func TestSlopeNoise(t *testing.T) {
	got := SlopeNoise([]float64{1, math.E}, []float64{10, 20}, []float64{1, 4})
	require.InDelta(t, math.Hypot(0.1, 0.2), got, rounding)
}
