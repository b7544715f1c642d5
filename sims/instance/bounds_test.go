package instance

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/stat"
	"vectorborda/sims/votelog"
)

func at(in *Instance, delta float64) Bounds { return in.Bounds(in.Gaps(), delta) }

func TestBoundsOfTheSymmetricInstance(t *testing.T) {
	in, err := Symmetric(64, 10, 1)
	require.NoError(t, err)
	latent := in.Gaps().Latent
	got := at(in, 0.05)
	require.Len(t, got.Notes, 1)
	require.Contains(t, got.Notes[0], "lower_minimax is taken at B = 1")
	// kl(0.9, 0.05) = 0.9·ln 18 + 0.1·ln(0.1/0.95) = 2.376… ; times 10·63/1².
	require.InEpsilon(t, 630*(0.9*math.Log(18)+0.1*math.Log(0.1/0.95)), float64(got.LowerMinimax), 1e-14)
	require.InEpsilon(t, 4*float64(got.LowerMinimax), float64(got.LowerSymmetric), 1e-14)
	// The upper bounds take the smallest B, Δ/2.
	want, err := bounds.Theorem31(latent, 10, 0.5, 0.05)
	require.NoError(t, err)
	require.EqualValues(t, want, got.UpperLatent)
	require.InEpsilon(t, float64(got.UpperLatent), float64(got.UpperClass), 1e-13, "equal gaps: the class bound is the same")
	require.Less(t, got.UpperBorda, got.UpperLatent, "κ_B is pessimistic")
}

func TestBoundsSayWhyTheyDoNotApply(t *testing.T) {
	nan := func(x stat.Number) bool { return math.IsNaN(float64(x)) }
	note := func(b Bounds, what string) {
		require.Contains(t, strings.Join(b.Notes, "\n"), what)
	}

	in, err := Symmetric(4, 2, 1.5)
	require.NoError(t, err)
	b := at(in, 0.05)
	require.True(t, nan(b.LowerMinimax))
	require.False(t, nan(b.LowerSymmetric))
	note(b, "lower_minimax does not apply: Theorem 3.2 needs")

	in, err = FromTheta([]string{"a", "b", "c"}, []string{"r"}, [][]float64{{2}, {1}, {0.5}}, 0)
	require.NoError(t, err)
	b = at(in, 0.05)
	require.True(t, nan(b.LowerSymmetric))
	note(b, "Lemma B.14 needs θ^Δ")

	in, err = FromTheta([]string{"a", "b"}, []string{"r"}, [][]float64{{1}, {1}}, 0)
	require.NoError(t, err)
	b = at(in, 0.05)
	for _, x := range []stat.Number{b.UpperLatent, b.UpperBorda, b.UpperClass, b.LowerMinimax, b.LowerSymmetric} {
		require.True(t, nan(x), "equal rows: no bound")
	}
	note(b, `the latent gap of model "a" is 0`)

	in, err = FromTheta([]string{"a", "b"}, []string{"r"}, [][]float64{{700}, {-700}}, 0)
	require.NoError(t, err)
	b = at(in, 0.05)
	require.True(t, nan(b.UpperLatent), "κ_B underflows")
	require.False(t, nan(b.UpperBorda))
	note(b, "upper_latent does not apply")

	in, err = FromBorda([]string{"a", "b"}, []string{"r"}, [][]float64{{0.75}, {0.25}})
	require.NoError(t, err)
	b = at(in, 0.4)
	require.False(t, nan(b.UpperBorda))
	require.True(t, nan(b.UpperLatent) && nan(b.UpperClass) && nan(b.LowerMinimax) && nan(b.LowerSymmetric))
	note(b, "latent scores are not known")

	in, err = Symmetric(4, 2, 1)
	require.NoError(t, err)
	b = at(in, 0.4)
	require.True(t, nan(b.LowerMinimax), "Theorem 3.2 needs δ < 1/3")
}

// Scores of θ = (0, x) differ by x/2 up to rounding: where rounding matters the
// bound is taken on the safe side, and where it is all there is, there is none.
func TestBordaGapsNearRoundingAreNotTrusted(t *testing.T) {
	for _, c := range []struct {
		x    float64
		safe bool
	}{{1e-12, true}, {1e-13, true}, {3e-16, false}, {1e-17, false}} {
		in, err := FromTheta([]string{"a", "b"}, []string{"r"}, [][]float64{{0}, {c.x}}, 0)
		require.NoError(t, err)
		b := at(in, 0.05)
		if !c.safe {
			require.True(t, math.IsNaN(float64(b.UpperBorda)), "%v", c.x)
			require.NotEmpty(t, b.Notes)
			continue
		}
		want, err := bounds.PropositionB4([]float64{c.x / 2, c.x / 2}, 1, 0.05)
		require.NoError(t, err)
		require.GreaterOrEqual(t, float64(b.UpperBorda), want, "%v: never too small", c.x)
		require.Contains(t, strings.Join(b.Notes, "\n"), "upper_borda is taken at gaps less that error")
	}
}

// Class bounds are taken at the smallest latent gap.  On one objective the leader
// and its runner-up have the gap 1 and the third is 3 behind: half the spread is
// B = 3/2, which Theorem 3.2 allows, and which is wider than Δ = 1.
func TestClassBoundsTakeTheSmallestGap(t *testing.T) {
	in, err := FromTheta([]string{"a", "b", "c"}, []string{"r"}, [][]float64{{3}, {2}, {0}}, 0)
	require.NoError(t, err)
	require.Equal(t, []float64{1, 1, 3}, in.Gaps().Latent)
	class, err := bounds.Corollary33(3, 1, 1, 1.5, 0.05)
	require.NoError(t, err)
	minimax, err := bounds.Theorem32(3, 1, 1, 1.5, 0.05)
	require.NoError(t, err)
	got := at(in, 0.05)
	require.EqualValues(t, class, got.UpperClass)
	require.EqualValues(t, minimax, got.LowerMinimax)
}

// The smallest gap decides whether gaps can be trusted, not the largest.
func TestOneUntrustedBordaGapIsEnough(t *testing.T) {
	in, err := FromTheta([]string{"a", "b", "c"}, []string{"r"}, [][]float64{{0}, {1e-13}, {-5}}, 0)
	require.NoError(t, err)
	require.Contains(t, strings.Join(at(in, 0.05).Notes, "\n"), "upper_borda is taken at gaps less that error")
	in, err = FromTheta([]string{"a", "b", "c"}, []string{"r"}, [][]float64{{0}, {3e-16}, {-5}}, 0)
	require.NoError(t, err)
	require.True(t, math.IsNaN(float64(at(in, 0.05).UpperBorda)))
}

// A declared range is used as it is; B.14 with η̄ = 0 then needs Δ < 2B.
func TestADeclaredRangeIsUsed(t *testing.T) {
	theta := [][]float64{{0}, {-1}, {-1}}
	names, one := []string{"a", "b", "c"}, []string{"r"}
	wide, err := FromTheta(names, one, theta, 2)
	require.NoError(t, err)
	tight, err := FromTheta(names, one, theta, 0.5)
	require.NoError(t, err)
	free, err := FromTheta(names, one, theta, 0)
	require.NoError(t, err)
	require.Greater(t, at(wide, 0.05).UpperLatent, at(free, 0.05).UpperLatent)
	require.Equal(t, at(free, 0.05).LowerMinimax, at(wide, 0.05).LowerMinimax)
	require.True(t, math.IsNaN(float64(at(tight, 0.05).LowerMinimax)), "Δ = 1 > B = 1/2")
	require.True(t, math.IsNaN(float64(at(tight, 0.05).LowerSymmetric)), "Δ = 2B")
}

// θ^Δ is recognised in any order of models and with any shift of an objective.
func TestTheSymmetricInstanceIsRecognised(t *testing.T) {
	shuffled, err := FromTheta([]string{"a", "b", "c"}, []string{"r", "s"}, [][]float64{{1, -4}, {2, -3}, {1, -4}}, 0)
	require.NoError(t, err)
	gap, ok := shuffled.symmetricGap()
	require.True(t, ok)
	require.Equal(t, 1.0, gap)
	for _, theta := range [][][]float64{
		{{2, 2}, {1, 0}, {1, 0}},   // another gap on another objective
		{{2, 2}, {1, 1}, {1, 0}},   // another gap of another model
		{{2, 2}, {1, 1}, {1, 1.5}}, // and of the same largest difference
		{{2, 0}, {0, 2}, {-1, 0}},  // two on the frontier
		{{1, 1}, {1, 1}, {1, 1}},   // all on the frontier, equal differences of 0
	} {
		in, err := FromTheta([]string{"a", "b", "c"}, []string{"r", "s"}, theta, 0)
		require.NoError(t, err)
		_, ok := in.symmetricGap()
		require.False(t, ok, "%v", theta)
	}
}

// The limit on K holds for whatever makes an instance, before anything is compared.
func TestTooManyModels(t *testing.T) {
	const K = 1<<15 + 1
	rows, scores := make([][]float64, K), strings.Builder{}
	scores.WriteString("model,r\n")
	for i := range rows {
		rows[i] = []float64{0.5}
		fmt.Fprintf(&scores, "m%d,0.5\n", i)
	}
	const want = "K = 32769, d = 1: the gaps compare every two models"
	_, err := FromTheta(enumerate("m", K), []string{"r"}, rows, 0)
	require.ErrorContains(t, err, want)
	_, err = FromBorda(enumerate("m", K), []string{"r"}, rows)
	require.ErrorContains(t, err, want)
	_, err = Read(strings.NewReader(scores.String()))
	require.ErrorContains(t, err, want)
	_, err = FromLog(&votelog.Log{Models: enumerate("m", K), Objectives: []string{"r"}})
	require.ErrorContains(t, err, want)
	require.NoError(t, checkSize(K-1, 1))
}

func TestFamilies(t *testing.T) {
	in, err := Family("symmetric,K=3,d=2,gap=0.5")
	require.NoError(t, err)
	require.Equal(t, []float64{0, 0, -0.5, -0.5, -0.5, -0.5}, in.Theta.X)
	require.Equal(t, []string{"model_1", "model_2", "model_3"}, in.Models)
	for short, long := range map[string]string{
		"symmetric,K=3e0,d=1e1,gap=1e-1":     "symmetric,K=3,d=10,gap=0.1",
		"arena-4-tiny,draw=1e1,seed=2e2":     "arena-4-tiny,draw=10,seed=200",
		"pareto-size,d=4e0,s=8e0,draw=1.2e1": "pareto-size,d=4,s=8,draw=12",
	} {
		a, err := Family(short)
		require.NoError(t, err)
		b, err := Family(long)
		require.NoError(t, err)
		require.Equal(t, b, a, "a whole number may be shortened")
	}
	for text, want := range map[string]string{
		"":                               "unknown",
		"symmetric,K=1.5e0,d=2,gap=1":    "whole number",
		"symmetric,K=1e30,d=2,gap=1":     "whole number",
		"asymmetric,K=3":                 "unknown",
		"symmetric":                      "each once",
		"symmetric,K=3,d=2":              "K and d need a whole number and gap a number",
		"symmetric,K=3,d=2,gap=1,K=4":    "each once",
		"symmetric,K=3,d=2,gap=1,e=1":    "each once",
		"symmetric,K=three,d=2,gap=1":    "whole number",
		"symmetric,K=1,d=2,gap=1":        "at least 2 models",
		"symmetric,K=3,d=0,gap=1":        "at least 1 objective",
		"symmetric,K=3,d=2,gap=0":        "positive number",
		"symmetric,K=3,d=2,gap=-1":       "positive number",
		"symmetric,K=3,d=2,gap=NaN":      "positive number",
		"symmetric,K=3,d=2,gap=Inf":      "positive number",
		"symmetric,K=999999,d=999,gap=1": "too large for memory",
		"symmetric,K=2097152,d=1,gap=1":  "K²·d above 1073741824 takes minutes",
		"symmetric,K=32769,d=1,gap=1":    "K²·d above 1073741824 takes minutes",
		"arena-4-small,":                 "each once",
		"arena-4-small,draw=1,draw=2":    "each once",
		"arena-4-small,K=4":              "each once",
		"arena-4-small,draw=-1":          "draw and seed need a whole number from 0",
		"arena-4-small,seed=x":           "draw and seed need a whole number from 0",
		"arena-4-large":                  "unknown: try symmetric,K=64,d=10,gap=1 or convex-2d",
		"pareto-size":                    "d and s need a whole number",
		"pareto-size,d=5,s=8":            "d is 4 or 10",
		"pareto-size,d=4,s=64":           "from 1 to 63",
		"pareto-size,d=4,s=0":            "from 1 to 63",
	} {
		_, err := Family(text)
		require.ErrorContains(t, err, want, text)
	}
}
