package gaps

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// probit is the standard normal distribution function, Thurstone's link.
func probit(x float64) float64 { return math.Erfc(-x/math.Sqrt2) / 2 }

// drawTheta draws latent scores from cells of very different magnitude, with
// equal entries and neighbouring floats.
func drawTheta(t *rapid.T) Array[float64] {
	K, d := rapid.IntRange(2, 9).Draw(t, "K"), rapid.IntRange(1, 3).Draw(t, "d")
	theta := NewArray[float64](K, d)
	scale := rapid.SampledFrom([]float64{1e-300, 1e-17, 1, 40, 700}).Draw(t, "scale")
	for c := range theta.X {
		switch rapid.IntRange(0, 3).Draw(t, "kind") {
		case 0:
			theta.X[c] = theta.X[rapid.IntRange(0, c).Draw(t, "copy")]
		case 1:
			theta.X[c] = math.Nextafter(theta.X[rapid.IntRange(0, c).Draw(t, "near")], 1000)
		default:
			theta.X[c] = rapid.Float64Range(-scale, scale).Draw(t, "theta")
		}
	}
	return theta
}

func TestBordaKeepsTheOrderOfThetaInFloat64(t *testing.T) {
	for _, link := range []Link{nil, probit} {
		rapid.Check(t, func(t *rapid.T) {
			theta := drawTheta(t)
			b := Borda(theta, link)
			for r := range theta.D {
				for i := range theta.K {
					require.GreaterOrEqual(t, b.At(i, r), 0.0)
					require.LessOrEqual(t, b.At(i, r), 1.0)
					for j := range theta.K {
						if theta.At(i, r) == theta.At(j, r) {
							require.Equal(t, b.At(i, r), b.At(j, r))
						} else if theta.At(i, r) > theta.At(j, r) {
							require.GreaterOrEqual(t, b.At(i, r), b.At(j, r))
						}
					}
				}
			}
		})
	}
}

// θ in units of 2⁻⁵⁵, where a score differs from its neighbour by less than a
// rounding: without the running maximum the second sum falls below the first.
func TestBordaKeepsTheOrderOfNeighbours(t *testing.T) {
	for _, units := range [][]float64{{2, 6, 9, 9, 9}, {0, 2, 5, 5, 5, 6, 8}, {3, 6, 9, 9, 9, 10, 11}, {0, 4, 7, 7, 7}} {
		theta := NewArray[float64](len(units), 1)
		for i, u := range units {
			theta.X[i] = u * 0x1p-55
		}
		require.True(t, slices.IsSorted(Borda(theta, nil).X), "%v", units)
	}
}

// F(-x) is asked for, not 1-F(x), which is 0 in the far tail.
func TestBordaKeepsTheTailOfALink(t *testing.T) {
	theta := Array[float64]{K: 2, D: 1, X: []float64{0, -20}}
	// Φ(-20) = 2.7536e-89, Abramowitz and Stegun, Handbook of Mathematical
	// Functions (1964), table 26.2 gives -log₁₀ Φ(-20) = 88.56010.
	require.InDelta(t, 88.56010, -math.Log10(Borda(theta, probit).X[1]), 5e-6)
}

// A mixture of links is a link; of these weights the sum in float64 is 1 + 2⁻⁵², so that a
// sure win counts as more than one.
func TestBordaStaysBelowOne(t *testing.T) {
	mixture := func(x float64) float64 {
		return 0.2*Logistic(x) + 0.4*Logistic(2*x) + 0.3*Logistic(3*x) + 0.1*Logistic(4*x)
	}
	require.Equal(t, 1+0x1p-52, mixture(800))
	for K := 2; K < 9; K++ {
		theta := NewArray[float64](K, 1)
		theta.X[0] = 800
		require.Equal(t, 1.0, Borda(theta, mixture).X[0], "K = %d", K)
	}
}

func TestBordaOfKnownInstances(t *testing.T) {
	// σ(ln 3) = 3/4 and σ(ln 9) = 9/10: b = ((3/4+9/10)/2, 1/2, (1/4+1/10)/2).
	theta := Array[float64]{K: 3, D: 1, X: []float64{2 * math.Log(3), math.Log(3), 0}}
	b := Borda(theta, nil).X
	for i, want := range []float64{0.825, 0.5, 0.175} {
		require.InDelta(t, want, b[i], 4*0x1p-53, "each σ and each sum rounds once or twice below 1")
	}
	apart := Borda(Array[float64]{K: 2, D: 1, X: []float64{0, -700}}, nil).X
	require.Equal(t, 1.0, apart[0])
	require.InEpsilon(t, math.Exp(-700), apart[1], 1e-15, "a tiny probability keeps its relative accuracy")
}

// Σ_i b_{i,r} = K/2, whatever θ and the link are.
func TestBordaScoresSumToHalfTheRoster(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		theta := drawTheta(t)
		b := Borda(theta, nil)
		for r := range theta.D {
			var sum float64
			for i := range theta.K {
				sum += b.At(i, r)
			}
			// Each of the K sums has K-1 terms of relative error 2⁻⁵¹ and as many
			// additions; the running maximum moves a sum by no more than that again.
			K := float64(theta.K)
			require.InDelta(t, K/2, sum, 8*K*K*0x1p-53)
		}
	})
}

func TestLogisticPairIsComplementary(t *testing.T) {
	for _, x := range []float64{0, 1e-300, 1e-17, 0.3, 1, 20, 36.7, 40, 700, 745, 1400} {
		require.InDelta(t, 1, Logistic(x)+Logistic(-x), 0x1p-52)
		require.InEpsilon(t, 1+math.Exp(-x), 1/Logistic(x), 1e-15)
	}
	require.Equal(t, 0.5, Logistic(0))
	require.InEpsilon(t, math.Exp(-40), Logistic(-40), 1e-14)
}
