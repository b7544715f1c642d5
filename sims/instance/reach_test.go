package instance

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stream"
)

func reach(in *Instance, delta float64) *Reach { return in.Reach(in.Gaps(), delta) }

func TestReachByHand(t *testing.T) {
	require.Nil(t, reach(read(t, "model,r\na,1\nb,0\n"), 0.05))
	header := "model_a,model_b,winner,objective\n"
	// K = 2, d = 1, n = 400, b = (3/4, 1/4), both gaps 1/2: ρ = √(log(4/δ)/800).
	in := read(t, header+strings.Repeat("a,b,a,r\n", 300)+strings.Repeat("a,b,b,r\n", 100))
	got := reach(in, 0.05)
	rho := math.Sqrt(math.Log(80) / 800)
	require.InDelta(t, rho, float64(got.Radius), 1e-15)
	require.Equal(t, 0.25, float64(got.HalfGap))
	require.True(t, got.Settled)
	require.False(t, reach(in, 1e-30).Settled)
	// Three models, one vote for each of two pairs and four for the third: the model of
	// the two thin cells is the one that decides.
	in = read(t, header+"a,b,a,r\na,c,a,r\n"+strings.Repeat("b,c,b,r\n", 4))
	got = reach(in, 0.1)
	require.InDelta(t, math.Sqrt(math.Log(60)/2*2)/2, float64(got.Radius), 1e-14)
	require.False(t, got.Settled)
	require.InDelta(t, math.Pow(float64(got.Radius/got.HalfGap), 2), float64(got.Times), 1e-9)
	tied := reach(read(t, header+"a,b,a,r\na,b,b,r\n"), 0.05)
	require.True(t, math.IsNaN(float64(tied.Times)), "no number of votes breaks a tie")
	require.False(t, math.IsInf(float64(reach(read(t, header+"a,b,a,r\n"), 5e-324).Radius), 0))
}

// Drawn from a law with three models of close scores, a settled frontier is the law's in
// all runs but a share δ, and one taken as settled at ρ/16 is not.
func TestASettledFrontierIsThatOfTheLaw(t *testing.T) {
	const runs, delta = 400, 0.2
	rates := []float64{0.62, 0.62, 0.52} // a beats b, a beats c, b beats c
	src := stream.Key{Seed: 7}.Rand(0)
	settled, wrong, rash := 0, 0, 0
	for range runs {
		votes := strings.Builder{}
		votes.WriteString("model_a,model_b,winner,objective\n")
		for p, pair := range []string{"a,b", "a,c", "b,c"} {
			for range 40 + 360*(src.IntN(2)) {
				winner := "model_a"
				if src.Float64() >= rates[p] {
					winner = "model_b"
				}
				fmt.Fprintf(&votes, "%s,%s,r\n", pair, winner)
			}
		}
		in, err := Read(strings.NewReader(votes.String()))
		if err != nil {
			continue
		}
		right := len(in.Frontier()) == 1 && in.Frontier()[0] == 0
		r := reach(in, delta)
		if r.Settled {
			settled++
			if !right {
				wrong++
			}
		}
		if !right && r.Radius/16 < r.HalfGap {
			rash++
		}
	}
	require.Greater(t, settled, runs/10, "the claim is not empty")
	require.LessOrEqual(t, wrong, int(delta*runs))
	require.Positive(t, rash, "a sixteenth of the radius is too small")
}
