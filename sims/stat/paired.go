package stat

import (
	"math"

	"gonum.org/v1/gonum/mathext"
	"gonum.org/v1/gonum/stat"
)

// Estimate is a value with its standard error and limits.
type Estimate struct {
	Value Number `json:"value"`
	SE    Number `json:"se"`
	Lo    Number `json:"lo"`
	Hi    Number `json:"hi"`
}

// around is a value with limits at half to each side.
func around(value, se, half float64) Estimate {
	return Estimate{Number(value), Number(se), Number(value - half), Number(value + half)}
}

// NoEstimate stands for a value that does not exist.
func NoEstimate() Estimate {
	none := Number(math.NaN())
	return Estimate{none, none, none, none}
}

// UnitMean is the mean of all values and its standard error between units.  The
// values of one unit, such as the runs on one instance, may depend on each other;
// units do not:
//
//	SE² = G/(G-1) · Σ_g (Σ_{j∈g} (x_j - x̄))² / n²,
//
// which is s²/n where every unit is one value.  NaN for fewer than two units.
func UnitMean(units [][]float64) (mean, se float64) {
	count := make([][]float64, len(units))
	for g, unit := range units {
		count[g] = []float64{float64(len(unit))}
	}
	return ratioAndError(units, count)
}

// unitError is sqrt(G/(G-1) Σ u_g²) / scale.
func unitError(G int, scale float64, u func(g int) float64) float64 {
	if G < 2 {
		return math.NaN()
	}
	squares := 0.0
	for g := range G {
		squares += u(g) * u(g)
	}
	return math.Sqrt(float64(G)/float64(G-1)*squares) / scale
}

// RatioOfMeans is R = Σx/Σv over paired units with the delta method: the error of
// R is that of the mean of x - R·v over the mean of v.  Limits have error alpha.
func RatioOfMeans(x, v [][]float64, alpha float64) Estimate {
	ratio, se := ratioAndError(x, v)
	return around(ratio, se, Student(len(x)-1, alpha)*se)
}

// ratioAndError takes x_g - R·v_g as (x_g·V - X·v_g)/V, X and V the totals: 0, and not the
// rounding of R, where all units have the same ratio.
func ratioAndError(x, v [][]float64) (ratio, se float64) {
	var X, V float64
	for g := range x {
		X, V = X+sumOf(x[g]), V+sumOf(v[g])
	}
	return X / V, unitError(len(x), V, func(g int) float64 { return determinant(sumOf(x[g]), X, sumOf(v[g]), V) / V })
}

// determinant is a·d - b·c by Kahan's algorithm, whose relative error is at most 2^-52 where
// nothing underflows, so that it is 0 if and only if a·d = b·c.
//
// Source: C.-P. Jeannerod, N. Louvet, J.-M. Muller, "Further analysis of Kahan's algorithm
// for the accurate computation of 2x2 determinants", Math. Comp. 82 (2013).
func determinant(a, b, c, d float64) float64 {
	product := b * c
	return math.FMA(a, d, -product) + math.FMA(-b, c, product)
}

func sumOf(values []float64) (sum float64) {
	for _, x := range values {
		sum += x
	}
	return sum
}

// PairedRatio is the geometric mean of the units' ratios x̄_g/v̄_g.  The delta
// method puts the limits around the mean of their logarithms; NaN for fewer than two
// units, and where that mean is infinite.
func PairedRatio(x, v [][]float64, alpha float64) Estimate {
	logs := make([]float64, len(x))
	for g := range x {
		logs[g] = math.Log(sumOf(x[g]) / float64(len(x[g])) / (sumOf(v[g]) / float64(len(v[g]))))
	}
	mean, se := meanAndError(logs)
	ratio := math.Exp(mean)
	half := Student(len(logs)-1, alpha) * se
	return Estimate{Number(ratio), Number(ratio * se), Number(math.Exp(mean - half)), Number(math.Exp(mean + half))}
}

// Student is the t with P(|T_ν| > t) = α: I_x(ν/2, 1/2) = α at x = ν/(ν+t²).
func Student(nu int, alpha float64) float64 {
	if nu < 1 {
		return math.NaN()
	}
	x := mathext.InvRegIncBeta(float64(nu)/2, 0.5, alpha)
	return math.Sqrt(float64(nu) * (1 - x) / x)
}

// MeanOf is the mean of independent values with Student's limits; NaN for no value.
func MeanOf(values []float64, alpha float64) Estimate {
	mean, se := meanAndError(values)
	return around(mean, se, Student(len(values)-1, alpha)*se)
}

// GeometricMean is exp of the mean logarithm; NaN for no value.
func GeometricMean(values []float64) float64 { return stat.GeometricMean(values, nil) }
