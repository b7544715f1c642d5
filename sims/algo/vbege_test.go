package algo

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/binomial"
	"vectorborda/sims/instance"
	"vectorborda/sims/oracle"
	"vectorborda/sims/stream"
)

func mustSchedule(t testing.TB, K, d int, delta float64, c bounds.Constants) *bounds.Schedule {
	s, err := bounds.NewSchedule(K, d, delta, c)
	require.NoError(t, err)
	return s
}

func mustSymmetric(t testing.TB, K, d int, gap float64) *instance.Instance {
	in, err := instance.Symmetric(K, d, gap)
	require.NoError(t, err)
	return in
}

// literal is Algorithm 1 as it is printed: b̂ in float64, Definition 2.2 by
// exhaustion, r_m from its formula.  It shares nothing with VBEGE but the votes.
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
	wins := gaps.NewArray[int64](K, d)
	before := int64(0)
	for m := 1; ; m++ {
		L := math.Log(c.Log * float64(K) * float64(d) * float64(m*m) / delta)
		n := int64(math.Ceil(c.Samp * L * math.Pow(4, float64(m))))
		hat := gaps.NewArray[float64](K, d)
		for _, i := range A {
			for r := range d {
				wins.Row(i)[r] += p.Oracle.Focal(lanes[i*d+r], i, r, n-before).Wins
				hat.Row(i)[r] = float64(wins.At(i, r)) / float64(n)
			}
		}
		tau += int64(len(A)*d) * (n - before)
		before = n
		radius := math.Sqrt(L / (2 * float64(n)))
		for {
			i, gap, on := literalChoice(hat, A)
			if !(gap > c.Thr*radius) {
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
// dominated one among equals, then the lowest index.  Two rounded gaps are never
// equal by accident here: equal exact gaps come from equal counts.
func literalChoice(x gaps.Array[float64], A []int) (best int, gap float64, on bool) {
	best = -1
	for _, i := range A {
		g, dominated := literalGap(x, A, i)
		if best < 0 || g > gap || g == gap && on && dominated {
			best, gap, on = i, g, !dominated
		}
	}
	return best, gap, on
}

func literalGap(x gaps.Array[float64], A []int, i int) (gap float64, dominated bool) {
	star := literalStar(x, A, i)
	if star > 0 {
		return star, true
	}
	gap = math.Inf(1)
	for _, j := range A {
		if j != i {
			back := math.Max(gaps.MaxMargin(x, j, i), 0) + math.Max(literalStar(x, A, j), 0)
			gap = math.Min(gap, math.Min(gaps.MaxMargin(x, i, j), back))
		}
	}
	return gap, false
}

func literalStar(x gaps.Array[float64], A []int, i int) float64 {
	star := math.Inf(-1)
	for _, j := range A {
		if j != i {
			star = math.Max(star, gaps.Margin(x, i, j))
		}
	}
	return star
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

func TestEveryRemovalIsRightWhileTheConfidenceEventHolds(t *testing.T) {
	src := rand.New(rand.NewPCG(2, 2))
	held, removals := 0, 0
	for trial := range 300 {
		K, d := 3+src.IntN(6), 1+src.IntN(3)
		b := randomBorda(src, K, d)
		s := mustSchedule(t, K, d, 0.1, bounds.PaperConstants())
		watch := newAudit(t, b, s)
		run := NewVBEGE(s).Run(Problem{
			Oracle: oracle.FromBorda(b), Key: stream.Key{Seed: 4, Trial: uint64(trial)}, Budget: 1e9, Observer: watch,
		})
		removals += watch.removals
		if watch.event && run.Ended == Decided {
			held++
			require.Equal(t, gaps.Frontier(b), run.Frontier)
		}
	}
	require.Greater(t, held, 100)
	require.Greater(t, removals, 300)
}

// halfCredit answers with ties: a unit of n pairs two votes of the same mean.
type halfCredit struct{ oracle.Borda }

// Focal turns wins of a doubled batch into half credits with the same mean.
func (o halfCredit) Focal(src *rand.ChaCha8, i, r int, n int64) oracle.Reply {
	first, second := o.Borda.Focal(src, i, r, n).Wins, o.Borda.Focal(src, i, r, n).Wins
	both := min(first, second)
	return oracle.Reply{Wins: both, Ties: first + second - 2*both}
}

func TestHalfCreditVotesAreCountedByHalves(t *testing.T) {
	b := gaps.Array[float64]{K: 4, D: 2, X: []float64{.75, .75, .5, .25, .25, .5, .125, .125}}
	s := mustSchedule(t, 4, 2, 0.05, bounds.PaperConstants())
	for trial := range 20 {
		run := NewVBEGE(s).Run(Problem{Oracle: halfCredit{oracle.FromBorda(b)}, Key: stream.Key{Trial: uint64(trial)}})
		require.Equal(t, Decided, run.Ended)
		require.Equal(t, []int{0}, run.Frontier)
	}
}

func TestAZeroGapEndsAtTheBudgetWithItsModelsNamed(t *testing.T) {
	b := gaps.Array[float64]{K: 4, D: 2, X: []float64{.75, .5, .75, .5, .25, .25, .125, .375}}
	s := mustSchedule(t, 4, 2, 0.05, bounds.PaperConstants())
	for _, budget := range []int64{0, 1e12, MaxBudget} {
		run := NewVBEGE(s).Run(Problem{Oracle: oracle.FromBorda(b), Budget: budget})
		require.Equal(t, BudgetSpent, run.Ended)
		require.Equal(t, []int{0, 1}, run.Undecided)
		require.Empty(t, run.Frontier)
		limit := budget
		if limit == 0 {
			limit = DefaultBudget
		}
		require.LessOrEqual(t, run.Comparisons, limit)
		require.Greater(t, run.Comparisons, limit/8, "a phase costs four times the one before")
	}
	small := NewVBEGE(s).Run(Problem{Oracle: oracle.FromBorda(b), Budget: 1})
	require.Zero(t, small.Comparisons)
	require.Equal(t, []int{0, 1, 2, 3}, small.Undecided)
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
		watch := &recorder{}
		NewVBEGE(mustSchedule(t, 3, 1, 0.05, bounds.PaperConstants())).Run(Problem{Oracle: oracle.FromBorda(b), Observer: watch})
		return watch.credit
	}
	hard, easy := first(0.05), first(0.2)
	require.Greater(t, len(hard), 1)
	for m := range min(len(hard), len(easy)) {
		require.Equal(t, hard[m], easy[m])
	}
}

type recorder struct{ credit []int64 }

func (w *recorder) Phase(_ int, _ int64, credit gaps.Array[int64], active []int) {
	if slices.Contains(active, 0) {
		w.credit = append(w.credit, credit.At(0, 0))
	}
}

func (w *recorder) Removal(int, int, bool, []int) {}

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
