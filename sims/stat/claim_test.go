package stat

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/sims/binomial"
)

// The least numbers of runs at which "P(τ < lower bound) < 1-δ" can be refuted
// at level 1e-8: ln α/ln(1-δ) rounded up.
func TestAClaimThatCouldNotFailIsRefused(t *testing.T) {
	for delta, need := range map[float64]int64{0.05: 360, 0.01: 1833, 0.001: 18412} {
		_, err := Declare("lower", need-1, 1-delta, 1e-8, 1-delta/2)
		require.ErrorContains(t, err, fmt.Sprintf("give at least %d", need))
		c, err := Declare("lower", need, 1-delta, 1e-8, 1-delta/2)
		require.NoError(t, err)
		require.Equal(t, need, c.Critical, "only if every run is an event")
	}
}

func TestDeclareRefusesNonsense(t *testing.T) {
	for _, c := range []struct {
		n              int64
		p0, alpha, alt float64
	}{{0, .1, .1, .2}, {9, 0, .1, .2}, {9, 1, .1, 1}, {9, .1, 0, .2}, {9, .1, .1, .1}, {9, .1, .1, 1.1}, {9, math.NaN(), .1, .2}, {9, .1, math.NaN(), .2}} {
		_, err := Declare("x", c.n, c.p0, c.alpha, c.alt)
		require.ErrorContains(t, err, "claim x", "%v", c)
	}
}

// Critical is the first count whose tail is at most α; the count before is not.
func TestCriticalIsExact(t *testing.T) {
	for _, n := range []int64{100, 1000, 40000} {
		for _, p0 := range []float64{0.001, 0.05, 0.5, 0.95} {
			c, err := Declare("x", n, p0, 1e-5, 1-(1-p0)/2)
			if err != nil {
				continue
			}
			at, err := bounds.LogBinomialTail(c.Critical, n, p0)
			require.NoError(t, err)
			before, err := bounds.LogBinomialTail(c.Critical-1, n, p0)
			require.NoError(t, err)
			require.LessOrEqual(t, at, math.Log(1e-5))
			require.Greater(t, before, math.Log(1e-5))
		}
	}
}

// Calibration: over thousands of seeds the rate of refutation at the boundary is
// the exact tail, and at the alternative the stated power; so is the rate of
// (wrong) support just beyond the boundary.  Eight comparisons, each failing by
// chance with probability 1e-9.
func TestClaimsAreCalibrated(t *testing.T) {
	const seeds, alpha = 20000, 0.01
	for _, c := range []struct {
		n           int64
		p0, against float64
	}{{400, 0.05, 0.09}, {400, 0.95, 0.98}} {
		claim, err := Declare("x", c.n, c.p0, alpha, c.against)
		require.NoError(t, err)
		rate := func(p float64, want Outcome) (hits int64) {
			src := rand.NewChaCha8([32]byte{byte(c.n), byte(p * 100)})
			for range seeds {
				if claim.Judge(binomial.Draw(src, c.n, p)).Outcome == want {
					hits++
				}
			}
			return hits
		}
		within := func(hits int64, p float64, what string) {
			lo, hi, err := bounds.ClopperPearson(hits, seeds, 1e-9)
			require.NoError(t, err)
			require.True(t, lo <= p && p <= hi, "%s: exact %v, measured %v", what, p, float64(hits)/seeds)
		}
		size, err := bounds.LogBinomialTail(claim.Critical, c.n, c.p0)
		require.NoError(t, err)
		require.LessOrEqual(t, math.Exp(size), alpha)
		within(rate(c.p0, Refuted), math.Exp(size), "false alarms")
		within(rate(c.against, Refuted), float64(claim.Power), "power")
		support := 0.0 // P_{P0}(supported), summed outcome by outcome
		for k := int64(0); k <= c.n; k++ {
			if claim.Judge(k).Outcome == Supported {
				f, err := bounds.LogBinomialPMF(k, c.n, c.p0)
				require.NoError(t, err)
				support += math.Exp(f)
			}
		}
		require.LessOrEqual(t, support, alpha, "a claim that just fails is hardly ever supported")
		within(rate(c.p0, Supported), support, "support at the boundary")
	}
}

func TestJudgeAtItsEdges(t *testing.T) {
	c, err := Declare("x", 1000, 0.05, 1e-8, 0.2)
	require.NoError(t, err)
	require.Equal(t, Refuted, c.Judge(c.Critical).Outcome)
	require.Equal(t, Inconclusive, c.Judge(c.Critical-1).Outcome)
	require.Equal(t, Inconclusive, c.Judge(50).Outcome)
	require.Equal(t, Supported, c.Judge(0).Outcome)
	require.InEpsilon(t, 1-math.Pow(1e-8, 1e-3), float64(c.Judge(0).Limit), 1e-12)
}

func TestRunsForReachesThePower(t *testing.T) {
	for _, delta := range []float64{0.2, 0.05, 0.001} {
		n := RunsFor(100, 1e7, 1-delta, 1e-8, 1-delta/10, 0.99)
		c, err := Declare("x", n, 1-delta, 1e-8, 1-delta/10)
		require.NoError(t, err)
		require.GreaterOrEqual(t, float64(c.Power), 0.99)
	}
	require.Equal(t, int64(5000), RunsFor(5000, 1e7, 0.05, 1e-8, 0.5, 0.99))
	require.Greater(t, RunsFor(100, 1e6, 1, 1e-8, 1, 0.99), int64(1e6), "no number of runs is enough")
}

func TestLedgerAddsUpAndHasALimit(t *testing.T) {
	var l Ledger
	for i := range 200 {
		s, err := l.Declare("x", 1000, 0.05, 5e-9, 0.2)
		require.NoError(t, err, i)
		second, err := Declare("x", 4000, 0.05, 5e-9, 0.2)
		require.NoError(t, err)
		require.Equal(t, second, s.Second)
	}
	require.Equal(t, 200, l.Assertions())
	require.Equal(t, 1e-6, l.Total())
	_, err := l.Declare("one more", 1000, 0.05, 5e-9, 0.2)
	require.ErrorContains(t, err, "leave out rows")
	var short Ledger
	_, err = short.Declare("y", 10, 0.95, 1e-8, 0.99)
	require.ErrorContains(t, err, "cannot refute")
	require.Zero(t, short.Assertions())
}

func ExampleDeclare() {
	c, _ := Declare("P(wrong) ≤ 0.05", 1000, 0.05, 1e-8, 0.2)
	j := c.Judge(3)
	fmt.Printf("refuted from %d events on; 3 events: %s, P(wrong) ≤ %.3f\n", c.Critical, j.Outcome, j.Limit)
	// Output: refuted from 94 events on; 3 events: supported, P(wrong) ≤ 0.026
}
