package instance

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestWitnessesAreTheFurthestAheadInBordaScores(t *testing.T) {
	for _, c := range []struct {
		why         string
		theta       bool
		scores      [][]float64
		wantWitness []int
	}{
		{"the largest margin, neither the first nor the last dominator", true, [][]float64{{1, 3}, {2, 2}, {3, 1}, {0, 0}}, []int{-1, -1, -1, 1}},
		{"the lowest index among equal margins", false, [][]float64{{0.25, 0.75}, {0.75, 0.25}, {0, 0}}, []int{-1, -1, 0}},
		{"a larger margin after two equal ones", false, [][]float64{{0.25, 0.75}, {0.75, 0.25}, {0.5, 0.5}, {0, 0}}, []int{-1, -1, -1, 2}},
		{
			// Model 0 ties with model 1 on the first objective and does not dominate it;
			// both Borda margins over model 1 are 0 in float64.
			"only a dominator of θ, also where Borda scores cannot tell", true,
			[][]float64{{0, 5}, {0, 0}, {1e-17, 1e-17}}, []int{-1, 2, -1},
		},
	} {
		models, objectives := enumerate("m", len(c.scores)), enumerate("r", 2)
		in, err := FromBorda(models, objectives, c.scores)
		if c.theta {
			in, err = FromTheta(models, objectives, c.scores, 0)
		}
		require.NoError(t, err, c.why)
		require.Equal(t, c.wantWitness, in.Witnesses(), c.why)
	}
}

func TestARangeErrorNamesTheObjectiveWithTheWidestSpread(t *testing.T) {
	_, err := FromTheta([]string{"a", "b"}, []string{"narrow", "wide", "middle"}, [][]float64{{0, 0, 0}, {1, 5, 3}}, 1)
	require.EqualError(t, err, `range: B = 1, but the scores on objective "wide" differ by 5: B must be at least half of that`)
}

func TestFromThetaRefusesAnImpossibleRange(t *testing.T) {
	for _, B := range []float64{-0.5, math.NaN(), math.Inf(1)} {
		_, err := FromTheta([]string{"a", "b"}, []string{"r"}, [][]float64{{1}, {1}}, B)
		require.ErrorContains(t, err, "give a positive number", "%v", B)
	}
}

func TestFingerprintDependsOnTheSize(t *testing.T) {
	wide, err := FromTheta(enumerate("m", 2), enumerate("r", 3), [][]float64{{1, 2, 3}, {4, 5, 6}}, 0)
	require.NoError(t, err)
	tall, err := FromTheta(enumerate("m", 3), enumerate("r", 2), [][]float64{{1, 2}, {3, 4}, {5, 6}}, 0)
	require.NoError(t, err)
	require.NotEqual(t, wide.Fingerprint(), tall.Fingerprint(), "the same six numbers")
}

// A log is sorted by name, so a name matters through its place in the order.
func TestFingerprintOfALogSeesTheOrderOfNamesOnly(t *testing.T) {
	log := func(a, b, c, r string) string {
		text := "model_a,model_b,winner,objective\n"
		for _, row := range [][3]string{{a, b, a}, {a, b, a}, {a, b, b}, {a, c, c}, {b, c, b}} {
			text += row[0] + "," + row[1] + "," + row[2] + "," + r + "\n"
		}
		return read(t, text).Fingerprint()
	}
	require.Equal(t, log("a", "b", "c", "r"), log("ant", "bee", "cat", "speed"), "the order stays")
	require.NotEqual(t, log("a", "b", "c", "r"), log("z", "b", "c", "r"), "the first is now the last")
}
