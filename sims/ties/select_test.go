package ties

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/votelog"
	"vectorborda/sims/votelog/rows"
)

var birds = []string{"ant", "bee", "cat", "dog", "eel", "fox", "gnu"}

// lines are the votes of an objective as rows of a file.
func lines(objective string, cells []tally) (text []string) {
	for _, c := range cells {
		for which, n := range c.counts() {
			for range int(*n) {
				text = append(text, fmt.Sprintf("%s,%s,%s,%s\n", birds[c.i], birds[c.j], []string{"model_a", "model_b", "tie"}[which], objective))
			}
		}
	}
	return text
}

func read(t *testing.T, text []string) *votelog.Votes {
	d, err := votelog.Preset("normalized")
	require.NoError(t, err)
	d.Ties = "half"
	v, err := votelog.Read([]string{"-"}, d, rows.Options{Stdin: strings.NewReader("model_a,model_b,winner,objective\n" + strings.Join(text, ""))})
	require.NoError(t, err)
	return v
}

func logOf(t *testing.T, text []string) *votelog.Log {
	v := read(t, text)
	r, err := v.Retain(votelog.Policy{})
	require.NoError(t, err)
	l, err := v.Log(r)
	require.NoError(t, err)
	return l
}

func TestSplitLeavesATenthAside(t *testing.T) {
	cells := []tally{{0, 1, 1, 0, 0}, {0, 2, 30, 20, 10}, {1, 2, 0, 3, 6}}
	sum := [3]float64{}
	const rounds = 20000
	for n := range rounds {
		train, held := split(rand.New(rand.NewPCG(uint64(n), 7)), cells)
		require.Equal(t, 1.0, train[0].n(), "the only vote of a pair comes back")
		aside := 0.0
		for at, c := range cells {
			require.Equal(t, [2]int{c.i, c.j}, [2]int{train[at].i, train[at].j})
			require.Equal(t, [2]int{c.i, c.j}, [2]int{held[at].i, held[at].j})
			for which, n := range c.counts() {
				require.Equal(t, *n, *train[at].counts()[which]+*held[at].counts()[which])
				require.GreaterOrEqual(t, *held[at].counts()[which], 0.0)
			}
			aside += held[at].n()
		}
		require.Contains(t, []float64{7, 6}, aside, "of 70 votes, less the one that came back")
		for which, n := range held[1].counts() {
			sum[which] += *n
		}
	}
	// Votes are left aside one by one with chance 1/10, and fewer are moved together than
	// independent ones would be, so that binomial limits hold; false alarm 1e-9.
	for which, n := range cells[1].counts() {
		lo, hi, err := bounds.ClopperPearson(int64(sum[which]), rounds*int64(*n), 1e-9)
		require.NoError(t, err)
		require.True(t, lo <= 0.1 && 0.1 <= hi, "%v: [%v, %v]", which, lo, hi)
	}
}

// A pair of which all votes were left aside gets one back, each with the same chance.
func TestTheVoteThatComesBackIsAnyOfThem(t *testing.T) {
	cells := []tally{{0, 1, 1, 0, 1}, {0, 2, 18, 0, 0}}
	won, whole := int64(0), int64(0)
	for n := range 100000 {
		if train, held := split(rand.New(rand.NewPCG(uint64(n), 8)), cells); held[1].n() == 0 && held[0].n() == 1 {
			won, whole = won+int64(train[0].won), whole+1
		}
	}
	require.Greater(t, whole, int64(300), "1 in 190 leaves the first pair empty, and takes no vote of the other")
	lo, hi, err := bounds.ClopperPearson(won, whole, 1e-9)
	require.NoError(t, err)
	require.True(t, lo <= 0.5 && 0.5 <= hi, "%v of %d", won, whole)
}

// The number of factors is the one of the smallest mean over the votes left aside, whatever
// the number of workers, and factors in the votes are found.
func TestFactorsAreThoseThatPredict(t *testing.T) {
	theta := []float64{1, 0.5, 0, 0, -0.5, -1, -1.5}
	phi := newDavidson(7, 1, nil, 0).phi
	v := []float64{4, -4, 3, -3, 2, -4, 1}
	one := func(i, j int) float64 { return v[i]*phi[j][0] + phi[i][0]*v[j] }
	for n, eta := range []func(i, j int) float64{constant(-0.5), one} {
		l := logOf(t, append(lines("r", drawn(generator(11), theta, eta, 3000)), lines("s", drawn(generator(12), theta, eta, 3000))...))
		d, err := FitDavidson(t.Context(), l, 1, 1, nil)
		require.NoError(t, err)
		require.GreaterOrEqual(t, d.Factors, n, "%+v", d.HeldOut)
		require.Len(t, d.HeldOut, 4, "below half of seven")
		for k, h := range d.HeldOut {
			require.Equal(t, k, h.Factors)
			require.Equal(t, int64(2*6300), h.Votes)
			require.LessOrEqual(t, d.HeldOut[d.Factors].NLL, h.NLL)
		}
		again, err := FitDavidson(t.Context(), l, 1, 3, nil)
		require.NoError(t, err)
		require.Equal(t, d, again)
		other, err := FitDavidson(t.Context(), l, 2, 3, nil)
		require.NoError(t, err)
		require.NotEqual(t, d.HeldOut, other.HeldOut, "another seed, another split")
		for r, f := range d.Fits {
			require.True(t, f.Converged(), "%+v", f)
			require.InDelta(t, drawnScore(theta, eta), f.score(0, 1), 0.05, "sd 0.006 at most by the pair's votes alone: %d", r)
		}
	}
}

// drawnScore is π^W + π^U/2 of the first against the second.
func drawnScore(theta []float64, eta func(i, j int) float64) float64 {
	won, lost, tied := math.Exp((theta[0]-theta[1])/2), math.Exp((theta[1]-theta[0])/2), math.Exp(eta(0, 1))
	return (won + tied/2) / (won + lost + tied)
}

// The mean is that of the votes left aside under the fit to the others.
func TestHeldOutIsTheMeanOfTheVotesLeftAside(t *testing.T) {
	cells := []tally{{0, 1, 40, 30, 20}}
	l := logOf(t, lines("r", cells))
	d, err := FitDavidson(t.Context(), l, 3, 1, nil)
	require.NoError(t, err)
	require.Len(t, d.HeldOut, 1, "two models have one pair, which γ fits")
	require.Equal(t, int64(9), d.HeldOut[0].Votes)
	found := false // the shares of some split
	for n := range 100 {
		won, lost := float64(n/10), float64(n%10)
		if tied := 9 - won - lost; tied >= 0 {
			nll := -(won*math.Log((40-won)/81) + lost*math.Log((30-lost)/81) + tied*math.Log((20-tied)/81)) / 9
			found = found || math.Abs(nll-d.HeldOut[0].NLL) < 1e-6
		}
	}
	require.True(t, found)
	few, err := FitDavidson(t.Context(), logOf(t, lines("r", []tally{{0, 1, 4, 3, 2}})), 3, 1, nil)
	require.NoError(t, err)
	require.Zero(t, few.HeldOut[0].Votes)
	require.True(t, math.IsNaN(few.HeldOut[0].NLL))
	require.Zero(t, few.Factors)
}

func TestAnInterruptedFitIsNone(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := FitDavidson(ctx, logOf(t, lines("r", []tally{{0, 1, 4, 3, 2}})), 3, 1, nil)
	require.ErrorIs(t, err, context.Canceled)
}
