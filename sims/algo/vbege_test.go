package algo

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/binomial"
	"vectorborda/sims/instance"
	"vectorborda/sims/oracle"
	"vectorborda/sims/stream"
)

// schedules are those that were made; a schedule never changes.
var schedules sync.Map

func mustSchedule(t testing.TB, K, d int, delta float64, c bounds.Constants) *bounds.Schedule {
	key := [4]any{K, d, delta, c}
	if s, ok := schedules.Load(key); ok {
		return s.(*bounds.Schedule)
	}
	s, err := bounds.NewSchedule(K, d, delta, c)
	require.NoError(t, err)
	schedules.Store(key, s)
	return s
}

func mustSymmetric(t testing.TB, K, d int, gap float64) *instance.Instance {
	in, err := instance.Symmetric(K, d, gap)
	require.NoError(t, err)
	return in
}

// literal is Algorithm 1 as it is printed: Definition 2.2 by exhaustion on the
// wins, n_m and r_m from their formulas in float64.  It shares nothing with VBEGE
// but the votes.
func literal(p Problem, delta float64, c bounds.Constants) (frontier []int, tau int64) {
	K, d := p.Oracle.Size()
	var A, B []int
	for i := range K {
		A = append(A, i)
	}
	lanes := make([]*rand.ChaCha8, K*d)
	for l := range lanes {
		lanes[l] = p.Key.Lane(uint64(l))
	}
	wins := make([][]int64, K)
	before := int64(0)
	for m := 1; ; m++ {
		L := math.Log(c.Log * float64(K) * float64(d) * float64(m*m) / delta)
		n := int64(math.Ceil(c.Samp * L * math.Pow(4, float64(m))))
		for _, i := range A {
			if wins[i] == nil {
				wins[i] = make([]int64, d)
			}
			for r := range d {
				wins[i][r] += p.Oracle.Focal(lanes[i*d+r], i, r, n-before).Wins
			}
		}
		tau += int64(len(A)*d) * (n - before)
		before = n
		radius := math.Sqrt(L / (2 * float64(n)))
		for {
			i, gap, on := literalChoice(wins, A)
			if !(float64(gap)/float64(n) > c.Thr*radius) {
				break
			}
			if on {
				B = append(B, i)
			}
			A = slices.DeleteFunc(A, func(j int) bool { return j == i })
			if len(A) == 1 {
				return slices.Sorted(slices.Values(append(B, A...))), tau
			}
		}
	}
}

// literalChoice is the model that Algorithm 1 looks at: the largest gap, a
// dominated one among equals, then the lowest index.
func literalChoice(x [][]int64, A []int) (best int, gap int64, on bool) {
	best = -1
	for _, i := range A {
		g, dominated := literalGap(x, A, i)
		if best < 0 || g > gap || g == gap && on && dominated {
			best, gap, on = i, g, !dominated
		}
	}
	return best, gap, on
}

func literalGap(x [][]int64, A []int, i int) (gap int64, dominated bool) {
	if star := literalStar(x, A, i); star > 0 {
		return star, true
	}
	gap = math.MaxInt64
	for _, j := range A {
		if j != i {
			gap = min(gap, literalM(x, i, j), max(literalM(x, j, i), 0)+max(literalStar(x, A, j), 0))
		}
	}
	return gap, false
}

func literalStar(x [][]int64, A []int, i int) int64 {
	star := int64(math.MinInt64)
	for _, j := range A {
		if j != i {
			star = max(star, -literalM(x, i, j))
		}
	}
	return star
}

func literalM(x [][]int64, i, j int) int64 {
	most := x[i][0] - x[j][0]
	for r := range x[i] {
		most = max(most, x[i][r]-x[j][r])
	}
	return most
}

// randomBorda has scores from a coarse grid, so that gaps are not tiny.
func randomBorda(src *rand.Rand, K, d int) gaps.Array[float64] {
	b := gaps.NewArray[float64](K, d)
	for c := range b.X {
		b.X[c] = float64(src.IntN(9)) / 8
	}
	return b
}

func TestVBEGEEqualsAlgorithm1AsPrinted(t *testing.T) {
	src := rand.New(rand.NewPCG(1, 1))
	decided := 0
	for trial := range 400 {
		K, d := 2+src.IntN(6), 1+src.IntN(4)
		b := randomBorda(src, K, d)
		if slices.Min(gaps.Gaps(b)) == 0 {
			continue // never decided; see the budget tests
		}
		c := bounds.PaperConstants()
		if trial%2 == 1 {
			c = bounds.Constants{Samp: 0.5, Thr: 1.3, Log: 1}
		}
		p := Problem{Oracle: oracle.FromBorda(b), Key: stream.Key{Seed: 3, Trial: uint64(trial)}}
		got := NewVBEGE(mustSchedule(t, K, d, 0.1, c)).Run(p)
		frontier, tau := literal(p, 0.1, c)
		require.Equal(t, Decided, got.Ended)
		require.Equal(t, frontier, got.Frontier, "trial %d", trial)
		require.Equal(t, tau, got.Comparisons, "trial %d", trial)
		decided++
	}
	require.Greater(t, decided, 100)
}

// audit checks every removal of a run against the true scores: if the
// confidence event held so far, Lemmas B.7 and B.8 and Proposition B.9 allow no
// wrong step.
type audit struct {
	t         *testing.T
	b         gaps.Array[float64]
	witness   []int
	radius    func(m int) float64
	event     bool
	active, B []bool
	removals  int
}

func newAudit(t *testing.T, b gaps.Array[float64], s *bounds.Schedule) *audit {
	a := &audit{t: t, b: b, witness: gaps.Witnesses(b), radius: s.R, event: true, active: make([]bool, b.K), B: make([]bool, b.K)}
	for i := range a.active {
		a.active[i] = true
	}
	return a
}

func (a *audit) Phase(m int, n int64, credit gaps.Array[int64], _ []int) {
	hat := gaps.NewArray[float64](credit.K, credit.D)
	for c, x := range credit.X {
		hat.X[c] = float64(x) / float64(2*n)
	}
	a.event = a.event && gaps.ConfidenceEvent(hat, a.b, a.active, a.radius(m))
}

func (a *audit) Removal(_, i int, accepted bool, active []int) {
	a.removals++
	a.active[i], a.B[i] = false, accepted
	for j := range a.active {
		require.Equal(a.t, slices.Contains(active, j), a.active[j])
	}
	if a.event {
		require.Equal(a.t, a.witness[i] < 0, accepted, "B.7: model %d", i)
		require.True(a.t, gaps.Inductive(a.witness, a.active, a.B), "B.8, B.9 after model %d", i)
	}
}

// With δ = 0.05 the event practically always holds.  With δ = 0.99, C_log = 1 and
// two models it fails often, and C_thr = 2 (enough for Lemma B.7, and for B.8 at
// K = 2, d = 1) lets wrong answers occur: all of them in runs where it failed.
func TestEveryRemovalIsRightWhileTheConfidenceEventHolds(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		delta     float64
		thr, log  float64
		K, d      int // at most
		held, bad int // at least so many runs with the event, and wrong answers without
	}{{0.05, 4, 4, 8, 3, 150, 0}, {0.99, 2, 1, 2, 1, 50, 5}} {
		src := rand.New(rand.NewPCG(2, 2))
		held, bad, removals := 0, 0, 0
		for trial := range 400 {
			K, d := 2+src.IntN(c.K-1), 1+src.IntN(c.d)
			b := randomBorda(src, K, d)
			s := mustSchedule(t, K, d, c.delta, bounds.Constants{Samp: 2, Thr: c.thr, Log: c.log})
			watch := newAudit(t, b, s)
			run := NewVBEGE(s).Run(Problem{
				Oracle: oracle.FromBorda(b), Key: stream.Key{Seed: 4, Trial: uint64(trial)}, Budget: 1e9, Observer: watch,
			})
			removals += watch.removals
			switch {
			case run.Ended != Decided:
			case watch.event:
				held++
				require.Equal(t, gaps.Frontier(b), run.Frontier)
			case !slices.Equal(gaps.Frontier(b), run.Frontier):
				bad++
			}
		}
		require.GreaterOrEqual(t, held, c.held)
		require.GreaterOrEqual(t, bad, c.bad)
		require.Greater(t, removals, 300)
	}
}

// scripted wins a third of its votes and ties a fifth of them.
type scripted struct{ K, d int }

func (o scripted) Size() (K, d int) { return o.K, o.d }

func (o scripted) Focal(_ *rand.ChaCha8, _, _ int, n int64) oracle.Reply {
	return oracle.Reply{Wins: n / 3, Ties: n / 5}
}

// follower keeps what an observer is shown.
type follower struct {
	phases, removals []int
	n, credit        []int64 // of model 0 on objective 0 while it is active
}

func (f *follower) Phase(m int, n int64, credit gaps.Array[int64], active []int) {
	f.phases, f.n = append(f.phases, m), append(f.n, n)
	if slices.Contains(active, 0) {
		f.credit = append(f.credit, credit.At(0, 0))
	}
}

func (f *follower) Removal(m, _ int, _ bool, _ []int) { f.removals = append(f.removals, m) }

func TestTiesCountByHalves(t *testing.T) {
	s := mustSchedule(t, 3, 2, 0.05, bounds.PaperConstants())
	watch := new(follower)
	NewVBEGE(s).Run(Problem{Oracle: scripted{3, 2}, Budget: 1e6, Observer: watch})
	want, before := int64(0), int64(0)
	require.Greater(t, len(watch.n), 3)
	for m, n := range watch.n {
		batch := n - before
		want, before = want+2*(batch/3)+batch/5, n
		require.Equal(t, want, watch.credit[m])
	}
}

func TestRemovalsAreReportedInTheirPhase(t *testing.T) {
	b := gaps.Array[float64]{K: 3, D: 1, X: []float64{0.9, 0.8, 0.1}}
	watch := new(follower)
	run := NewVBEGE(mustSchedule(t, 3, 1, 0.05, bounds.PaperConstants())).Run(Problem{Oracle: oracle.FromBorda(b), Observer: watch})
	require.Equal(t, []int{0}, run.Frontier)
	require.Len(t, watch.removals, 2)
	require.Less(t, watch.removals[0], watch.removals[1], "the far model leaves phases before the near one")
	require.Equal(t, run.Phases, watch.removals[1])
	require.Equal(t, watch.n[watch.removals[0]-1], run.Samples[2])
	require.Equal(t, watch.n[run.Phases-1], run.Samples[1])
	require.Equal(t, run.Samples[1], run.Samples[0], "the survivor was sampled to the end")
}

// twins are models 0 and 1 on the frontier, and 2 and 3 with equal rows: a zero
// gap.  Model 1 has the larger gap and is accepted first.
func twins() gaps.Array[float64] {
	return gaps.Array[float64]{K: 4, D: 2, X: []float64{0.9, 0.25, 0, 1, 0.5, 0.5, 0.5, 0.5}}
}

func TestAZeroGapEndsAtTheBudgetWithItsModelsNamed(t *testing.T) {
	s := mustSchedule(t, 4, 2, 0.05, bounds.PaperConstants())
	v := NewVBEGE(s)
	run := v.Run(Problem{Oracle: oracle.FromBorda(twins())})
	require.Equal(t, BudgetSpent, run.Ended)
	require.Equal(t, []int{0, 1}, run.Frontier, "accepted before, in ascending order")
	require.Equal(t, []int{2, 3}, run.Undecided)
	require.LessOrEqual(t, run.Comparisons, DefaultBudget)
	require.Greater(t, run.Comparisons, DefaultBudget/5, "a phase costs four times the one before")

	kept := slices.Clone(run.Undecided)
	v.Run(Problem{Oracle: oracle.FromBorda(gaps.Array[float64]{K: 4, D: 2, X: make([]float64, 8)}), Budget: 1e6})
	require.Equal(t, kept, run.Undecided, "a result does not share the runner's memory")
}

// One model of two that tie for ever: the phases cost 2·n_1, 2·(n_2-n_1), ….
func TestTheBudgetIsExact(t *testing.T) {
	s := mustSchedule(t, 2, 1, 0.05, bounds.PaperConstants())
	tied := oracle.FromBorda(gaps.Array[float64]{K: 2, D: 1, X: []float64{1, 1}})
	total := func(m int) int64 { n, _ := s.N(m); return 2 * n }
	for _, c := range []struct {
		budget int64
		phases int
	}{{1, 0}, {total(1) - 1, 0}, {total(1), 1}, {total(2) - 1, 1}, {total(2), 2}, {total(7), 7}} {
		run := NewVBEGE(s).Run(Problem{Oracle: tied, Budget: c.budget})
		require.Equal(t, c.phases, run.Phases, "budget %d", c.budget)
		require.Equal(t, total(c.phases), run.Comparisons)
		require.Equal(t, []int{0, 1}, run.Undecided)
	}
	for budget, given := range map[int64]int64{DefaultBudget: 0, MaxBudget: MaxBudget} {
		last := 0
		for last < s.Phases() && total(last+1) <= budget && total(last+1) > 0 {
			last++
		}
		require.Equal(t, total(last), NewVBEGE(s).Run(Problem{Oracle: tied, Budget: given}).Comparisons)
	}
}

// Costs that do not fit int64, by their sign, by a carry, and no phase at all.
func TestACostBeyondInt64IsABudgetSpent(t *testing.T) {
	first := math.Log(4 * 8 / 0.05) // L_1 for K·d = 8
	for why, samp := range map[string]float64{
		"8·n_1 between 2⁶³ and 2⁶⁴":         0x1.8p60 / (4 * first),
		"8·n_1 just above 2⁶⁴, so it wraps": (0x1p61 + 5e16) / (4 * first),
		"n_1 itself is too large for int64": 1e300,
	} {
		s := mustSchedule(t, 4, 2, 0.05, bounds.Constants{Samp: samp, Thr: 4, Log: 4})
		run := NewVBEGE(s).Run(Problem{Oracle: oracle.FromBorda(twins())})
		require.Equal(t, BudgetSpent, run.Ended, why)
		require.Zero(t, run.Comparisons, why)
	}
}

func TestMisuseOfRunPanics(t *testing.T) {
	v := NewVBEGE(mustSchedule(t, 4, 2, 0.05, bounds.PaperConstants()))
	require.PanicsWithValue(t, "algo: an oracle of 3 models and 2 objectives for a schedule of 4 and 2", func() {
		v.Run(Problem{Oracle: scripted{3, 2}})
	})
	for _, budget := range []int64{-1, MaxBudget + 1} {
		require.Panics(t, func() { v.Run(Problem{Oracle: scripted{4, 2}, Budget: budget}) })
	}
}

func TestCountsAddUp(t *testing.T) {
	in := mustSymmetric(t, 16, 4, 1)
	s := mustSchedule(t, 16, 4, 0.05, bounds.PaperConstants())
	for trial := range 50 {
		run := NewVBEGE(s).Run(Problem{Oracle: in.Oracle(), Key: stream.Key{Trial: uint64(trial)}})
		var sum int64
		for _, n := range run.Samples {
			sum += n
		}
		require.Equal(t, run.Comparisons, sum)
	}
}

// Sample s of stream (i,r) does not depend on what the other streams did: with
// the other models made harder or easier the votes of model 0 stay the same.
func TestVotesOfAStreamDoNotDependOnOtherModels(t *testing.T) {
	first := func(away float64) []int64 {
		b := gaps.Array[float64]{K: 3, D: 1, X: []float64{0.5, 0.5 + away, 0.5 - away}}
		watch := new(follower)
		NewVBEGE(mustSchedule(t, 3, 1, 0.05, bounds.PaperConstants())).Run(Problem{Oracle: oracle.FromBorda(b), Observer: watch})
		return watch.credit
	}
	hard, easy := first(0.05), first(0.2)
	require.Greater(t, len(hard), 1)
	for m := range min(len(hard), len(easy)) {
		require.Equal(t, hard[m], easy[m])
	}
}

func TestAReusedRunnerForgetsThePast(t *testing.T) {
	in := mustSymmetric(t, 16, 4, 1)
	s := mustSchedule(t, 16, 4, 0.05, bounds.PaperConstants())
	used := NewVBEGE(s)
	for trial := range 10 {
		p := Problem{Oracle: in.Oracle(), Key: stream.Key{Seed: 9, Trial: uint64(trial)}}
		require.Equal(t, NewVBEGE(s).Run(p), used.Run(p))
	}
}

func ExampleVBEGE_Run() {
	in, _ := instance.Symmetric(4, 2, 1)
	schedule, _ := bounds.NewSchedule(4, 2, 0.05, bounds.PaperConstants())
	run := NewVBEGE(schedule).Run(Problem{Oracle: in.Oracle(), Key: stream.Key{Seed: 1}})
	fmt.Println(run.Ended, run.Frontier, run.Phases)
	// Output: decided [0] 3
}

// BenchmarkVBEGE stands beside its floor: opening the same lanes and drawing the
// same binomials, and nothing else.
func BenchmarkVBEGE(b *testing.B) {
	for _, size := range []struct {
		K, d int
		gap  float64
	}{{64, 10, 1}, {2000, 5, 1}} {
		in := mustSymmetric(b, size.K, size.d, size.gap)
		s := mustSchedule(b, size.K, size.d, 0.05, bounds.PaperConstants())
		name := fmt.Sprintf("K=%d,d=%d,gap=%v", size.K, size.d, size.gap)
		votes := in.Oracle()
		b.Run(name, func(b *testing.B) {
			v, trial := NewVBEGE(s), uint64(0)
			b.ReportAllocs()
			for b.Loop() {
				v.Run(Problem{Oracle: votes, Key: stream.Key{Trial: trial}})
				trial++
			}
		})
		phases := NewVBEGE(s).Run(Problem{Oracle: votes}).Phases
		b.Run(name+"/floor", func(b *testing.B) {
			var lanes stream.Lanes
			trial := uint64(0)
			for b.Loop() {
				floor(&lanes, in.Borda, s, stream.Key{Trial: trial}, phases)
				trial++
			}
		})
	}
}

func floor(lanes *stream.Lanes, b gaps.Array[float64], s *bounds.Schedule, key stream.Key, phases int) {
	lanes.Open(key, len(b.X))
	for m := 1; m <= phases; m++ {
		n, _ := s.N(m)
		before, _ := s.N(m - 1)
		for lane, p := range b.X {
			binomial.Draw(lanes.At(lane), n-before, p)
		}
	}
}
