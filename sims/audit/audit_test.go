package audit

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
	"vectorborda/sims/oracle"
	"vectorborda/sims/stream"
)

func schedule(t *testing.T, in *instance.Instance, c bounds.Constants) *bounds.Schedule {
	K, d := in.Size()
	s, err := bounds.NewSchedule(K, d, 0.05, c)
	require.NoError(t, err)
	return s
}

func borda(t *testing.T, rows ...[]float64) *instance.Instance {
	names := []string{"a", "b", "c", "d", "e"}
	in, err := instance.FromBorda(names[:len(rows)], []string{"r", "s", "t"}[:len(rows[0])], rows)
	require.NoError(t, err)
	return in
}

func newAudit(t *testing.T, in *instance.Instance, s *bounds.Schedule) *Audit {
	g := in.Gaps()
	return New(in, g, s, float64(in.Bounds(g, 0.05).UpperBorda))
}

func TestLeavesIsTheFirstPhaseBelowAQuarterOfTheGap(t *testing.T) {
	for _, g := range []float64{1, 0.75, 0.5, 0.5000000001, 0.4999999999, 0.25, 0.0203, 1e-9, 3e-300} {
		m := leaves(g)
		require.Less(t, math.Ldexp(1, -m), g/4, "%v", g)
		require.False(t, m > 1 && math.Ldexp(1, 1-m) < g/4, "%v: an earlier phase does", g)
	}
	require.Zero(t, leaves(0))
}

// d·Σ n_{m_i} by hand: gaps 1/2 and 1/4 give ε_m < 1/8, 1/16, so m = 4 and 5.
func TestReachByHand(t *testing.T) {
	in := borda(t, []float64{0.75}, []float64{0.25})
	s := schedule(t, in, bounds.PaperConstants())
	r := NewReach([]float64{0.5, 0.25}, s)
	n4, err := s.N(4)
	require.NoError(t, err)
	n5, err := s.N(5)
	require.NoError(t, err)
	require.Equal(t, []int{4, 5}, r.Phase)
	require.Equal(t, float64(n4+n5), r.Tau)
	require.True(t, math.IsInf(NewReach([]float64{0.5, 0}, s).Tau, 1))
}

// run audits one run of an algorithm with given constants on given votes.
func run(t *testing.T, in *instance.Instance, votes oracle.Focal, c bounds.Constants, trial int) Finding {
	a := newAudit(t, in, schedule(t, in, bounds.PaperConstants()))
	a.Begin()
	res := algo.NewVBEGE(schedule(t, in, c)).Run(algo.Problem{
		Oracle: votes, Key: stream.Key{Seed: 5, Trial: uint64(trial)}, Budget: 1e9, Observer: a,
	})
	return a.End(res)
}

func TestHonestRunsHaveNoViolation(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 3))
	events := 0
	for trial := range 200 {
		rows := make([][]float64, 2+src.IntN(4))
		for i := range rows {
			rows[i] = []float64{float64(src.IntN(17)) / 16, float64(src.IntN(17)) / 16}
		}
		in := borda(t, rows...)
		f := run(t, in, in.Oracle(), bounds.PaperConstants(), trial)
		require.Empty(t, f.Violation, "%v", rows)
		if f.Event {
			events++
		}
	}
	require.Greater(t, events, 190, "P(E) ≥ 0.95 and far above in practice")
}

// exact answers with the expected number of wins, so that the event always holds.
type exact struct{ b gaps.Array[float64] }

func (o exact) Size() (K, d int) { return o.b.K, o.b.D }

func (o exact) Focal(_ *rand.ChaCha8, i, r int, n int64) oracle.Reply {
	return oracle.Reply{Wins: int64(math.Round(float64(n) * o.b.At(i, r)))}
}

// Each check fires on a run that breaks just its statement.
func TestEveryViolationIsSeen(t *testing.T) {
	in := borda(t, []float64{0.75, 0.75}, []float64{0.5, 0.5}, []float64{0.25, 0.875})
	s := schedule(t, in, bounds.PaperConstants())
	// Frontier {0, 2}; model 1 has witness 0.
	credit := func(m int) (int64, gaps.Array[int64]) {
		n, err := s.N(m)
		require.NoError(t, err)
		x := gaps.NewArray[int64](3, 2)
		for c, b := range in.Borda.X {
			x.X[c] = int64(math.Round(2 * float64(n) * b))
		}
		return n, x
	}
	all := []int{0, 1, 2}
	decided := func(tau int64, frontier ...int) algo.Result {
		return algo.Result{Ended: algo.Decided, Frontier: frontier, Comparisons: tau}
	}
	for want, steps := range map[string]func(a *Audit) Finding{
		`B.7: model "c" left in phase 1 as frontier = false`: func(a *Audit) Finding {
			a.Removal(1, 2, false, nil)
			return a.End(decided(1, 0, 2))
		},
		`B.8: the removal of model "a" in phase 2 took a witness`: func(a *Audit) Finding {
			a.Removal(2, 0, true, nil)
			return a.End(decided(1, 0, 2))
		},
		"B.9: the answer is wrong": func(a *Audit) Finding { return a.End(decided(1, 0)) },
		`B.10: model "c" is active in phase 7 but must leave by 6`: func(a *Audit) Finding {
			n, x := credit(7)
			a.Phase(7, n, x, []int{2})
			return a.End(decided(1, 0, 2))
		},
		"B.10: τ = 1000000000 exceeds": func(a *Audit) Finding { return a.End(decided(1e9, 0, 2)) },
	} {
		a := newAudit(t, in, s)
		a.Begin()
		f := steps(a)
		require.Contains(t, f.Violation, want)
		a.Begin()
		require.Equal(t, Finding{Event: true, Near: true}, a.End(decided(1, 0, 2)), "Begin forgets")
	}
	tight := New(in, in.Gaps(), s, 10)
	tight.Begin()
	require.Contains(t, tight.End(decided(1, 0, 2)).Violation, "exceeds the bound 10")

	// The limits themselves are allowed.
	reach := NewReach(in.Gaps().Borda, s).Tau
	edge := New(in, in.Gaps(), s, reach)
	edge.Begin()
	require.Empty(t, edge.End(decided(int64(reach), 0, 2)).Violation)
	edge.Begin()
	require.Contains(t, edge.End(decided(int64(reach)+1, 0, 2)).Violation, "B.10: τ")
	below := New(in, in.Gaps(), s, math.Nextafter(reach, 0))
	below.Begin()
	require.Contains(t, below.End(decided(1, 0, 2)).Violation, "exceeds the bound")

	// Once the event has failed nothing is a violation.
	a := newAudit(t, in, s)
	a.Begin()
	n, x := credit(3)
	a.Phase(3, n, x, all)
	require.True(t, a.finding.Event)
	x.X[0] = 0
	a.Phase(3, n, x, all)
	a.Removal(3, 0, false, nil)
	require.Equal(t, Finding{}, a.End(decided(1e9, 1)))
}

// The event is about r_m and its twin about 0.3·r_m, in every phase.
func TestTheEventHasTheRadiusOfThePhase(t *testing.T) {
	in := borda(t, []float64{0.75}, []float64{0.25})
	s := schedule(t, in, bounds.PaperConstants())
	a := newAudit(t, in, s)
	off := func(m int, radii float64) Finding {
		n, err := s.N(m)
		require.NoError(t, err)
		x := gaps.NewArray[int64](2, 1)
		x.X[0] = int64(math.Round(2 * float64(n) * (0.75 - radii*s.R(m))))
		x.X[1] = int64(math.Round(2 * float64(n) * 0.25))
		a.Phase(m, n, x, []int{0, 1})
		return a.finding
	}
	for _, m := range []int{4, 5, 6} { // a half-credit count is below 1 % of these radii
		for radii, want := range map[float64]Finding{
			0: {Event: true, Near: true}, 0.28: {Event: true, Near: true}, 0.32: {Event: true}, 0.97: {Event: true}, 1.03: {},
			-0.28: {Event: true, Near: true}, -0.32: {Event: true}, -0.97: {Event: true}, -1.03: {},
		} {
			a.Begin()
			got := off(m, radii)
			got.Violation = ""
			require.Equal(t, want, got, "phase %d, %v radii", m, radii)
		}
	}
	a.Begin()
	off(4, 1.03)
	require.False(t, off(5, 0).Event, "a good phase does not repair a bad one")
	a.Begin()
	off(4, 0.32)
	require.False(t, off(5, 0).Near)
}

// A threshold of 0.4·r_m is crossed by noise alone; votes without noise show that
// the instance itself is harmless.
func TestATooSmallThresholdIsSeen(t *testing.T) {
	in := borda(t, []float64{0.52, 0.52}, []float64{0.5, 0.5}, []float64{0.51, 0.55})
	require.Empty(t, run(t, in, exact{in.Borda}, bounds.PaperConstants(), 0).Violation)
	violations := 0
	for trial := range 200 {
		if run(t, in, in.Oracle(), bounds.Constants{Samp: 2, Thr: 0.4, Log: 4}, trial).Violation != "" {
			violations++
		}
	}
	require.Positive(t, violations)
}
