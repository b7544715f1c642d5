package algo

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/instance"
	"vectorborda/sims/oracle"
	"vectorborda/sims/stream"
)

func TestTheRegister(t *testing.T) {
	var names []string
	for _, m := range Methods() {
		names = append(names, m.Name)
		found, err := Find(m.Name)
		require.NoError(t, err)
		require.Equal(t, m.Title, found.Title)
		for _, bad := range []func() (Runner, error){
			func() (Runner, error) { return m.New(1, 1, 0.05, bounds.PaperConstants()) },
			func() (Runner, error) { return m.New(3, 0, 0.05, bounds.PaperConstants()) },
			func() (Runner, error) { return m.New(3, 1, math.NaN(), bounds.PaperConstants()) },
			func() (Runner, error) { return m.New(3, 1, 0.05, bounds.Constants{}) },
		} {
			r, err := bad()
			require.Error(t, err, m.Name)
			require.Nil(t, r, m.Name)
		}
	}
	for _, m := range Methods()[2:] { // they keep every cell in memory
		for _, size := range [][2]int{{1 << 21, 1}, {1 << 11, 2}, {2, 1<<21 + 1}, {math.MaxInt >> 23, math.MaxInt >> 23}, {math.MaxInt, math.MaxInt}} {
			_, err := m.New(size[0], size[1], 0.05, bounds.PaperConstants())
			require.Error(t, err, "%s %v", m.Name, size)
		}
	}
	cells, err := countCells(2048, 1) // 2,096,128, just below mostCells = 2^21
	require.NoError(t, err)
	require.Equal(t, 2048*2047/2, cells)
	require.Equal(t, strings.Fields("vb-ege focal plug-in bt-mle bt-glr"), names)
	_, err = Find("magic")
	require.EqualError(t, err, `"magic" is unknown: use vb-ege, focal, plug-in, bt-mle, bt-glr`)

	mle, _ := Find("bt-mle")
	glr, _ := Find("bt-glr")
	require.Equal(t, "no fixed-confidence guarantee", mle.Guarantee)
	require.Equal(t, "stopping statistic not certified", glr.Guarantee)
}

// turned answers without chance: a batch is won in its expected share.  Model i here is
// model name[i] of θ, and a pair is rounded the same from both sides.
type turned struct {
	theta, borda gaps.Array[float64]
	name         []int
}

func (o turned) Size() (K, d int) { return o.theta.K, o.theta.D }

func (o turned) Focal(_ *rand.ChaCha8, i, r int, n int64) oracle.Reply {
	return oracle.Reply{Wins: int64(float64(n) * o.borda.At(o.name[i], r))}
}

func (o turned) Pair(_ *rand.ChaCha8, i, j, r int, n int64) oracle.Reply {
	a, b := o.name[i], o.name[j]
	first := int64(float64(n) / (1 + math.Exp(o.theta.At(max(a, b), r)-o.theta.At(min(a, b), r))))
	if a > b {
		first = n - first
	}
	return oracle.Reply{Wins: first}
}

// Reordering the models turns every result with them: all that a method does between two
// draws is the same function of the counts.  Track-and-Stop leaves equal remainders and
// equal alternatives, which the few votes at its start often give, to the first of them,
// so a reordered run is another run; its steps are compared below.
func TestReorderedModelsGiveReorderedResults(t *testing.T) {
	t.Parallel()
	src := rand.New(rand.NewPCG(9, 1))
	several := 0
	for trial := range 60 {
		K, d := 2+src.IntN(9), 1+src.IntN(3)
		theta := randomTheta(src, K, d)
		for c := range theta.X {
			theta.X[c] += src.Float64() / 8
		}
		if slices.Min(gaps.Gaps(theta)) < 0.01 {
			continue
		}
		plain := turned{theta, gaps.Borda(theta, nil), everyone(K)}
		other := plain
		other.name = src.Perm(K)
		for _, m := range Methods() {
			run, err := m.New(K, d, 0.05, bounds.PaperConstants())
			require.NoError(t, err)
			a, b := run.Run(Problem{Oracle: plain}), run.Run(Problem{Oracle: other})
			require.Equal(t, a.Ended, b.Ended)
			require.Equal(t, a.Frontier, renamed(b.Frontier, other.name), "trial %d: %s", trial, m.Name)
			if m.Name == "bt-glr" {
				continue
			}
			require.Equal(t, a.Comparisons, b.Comparisons, "trial %d: %s", trial, m.Name)
			require.Equal(t, a.Phases, b.Phases)
			for i, n := range b.Samples {
				require.Equal(t, a.Samples[other.name[i]], n)
			}
			if m.Name == "bt-mle" {
				require.Equal(t, a.Fits, b.Fits, "to the last bit")
			}
			if len(a.Frontier) > 1 {
				several++
			}
		}
	}
	require.Greater(t, several, 50)
}

func renamed(set, name []int) (out []int) {
	for _, i := range set {
		out = append(out, name[i])
	}
	slices.Sort(out)
	return out
}

// A check of Track-and-Stop and its plan on reordered counts without ties: the numbers
// turn with the models, up to the order of sums; whole numbers turn exactly.
func TestReorderedCountsGiveAReorderedCheck(t *testing.T) {
	src := rand.New(rand.NewPCG(9, 2))
	for trial := range 100 {
		K, d := 2+src.IntN(9), 1+src.IntN(3) // enumerated and screened
		g := mustMethod(t, "bt-glr", K, d, 0.05, bounds.PaperConstants()).(*BTGLR)
		h := mustMethod(t, "bt-glr", K, d, 0.05, bounds.PaperConstants()).(*BTGLR)
		g.begin(stream.Key{})
		h.begin(stream.Key{})
		name := src.Perm(K)
		place := func(c int) int { // of the cell of g that cell c of h is
			pairs := K * (K - 1) / 2
			for i := range K {
				for j := i + 1; j < K; j++ {
					if g.data[0].Place(i, j) == c%pairs {
						return c/pairs*pairs + g.data[0].Place(min(name[i], name[j]), max(name[i], name[j]))
					}
				}
			}
			panic("no such cell")
		}
		for r := range d {
			for i := range K {
				for j := i + 1; j < K; j++ {
					n := 200 + src.Int64N(2000)
					credit := n/2 + src.Int64N(n)
					g.data[r].Add(name[i], name[j], n, credit)
					h.data[r].Add(i, j, n, credit)
					g.total, h.total = g.total+n, h.total+n
				}
			}
		}
		a, b := g.check(new(Fits)), h.check(new(Fits))
		require.Equal(t, a.frontier, renamed(b.frontier, name))
		require.InDelta(t, a.ratio, b.ratio, 1e-9*(1+a.ratio))
		require.InDelta(t, g.threshold(), h.threshold(), 1e-9*g.threshold())
		require.True(t, a.converged && b.converged)
		for c, k := range b.kl {
			require.InDelta(t, a.kl[place(c)], k, 1e-9, "trial %d", trial)
		}
		g.learn(a.kl, 3)
		for c := range h.weight {
			h.weight[c] = g.weight[place(c)]
			g.deficit[place(c)] = src.NormFloat64()
			h.deficit[c] = g.deficit[place(c)]
		}
		g.plan(g.total + 12345)
		h.plan(h.total + 12345)
		for c, n := range h.batch {
			require.InDelta(t, g.batch[place(c)], n, 0, "trial %d", trial)
		}
	}
}

// With the leader last the law of τ is the exact one that it has with the leader first.
func TestTheLawDoesNotDependOnTheOrderOfTheModels(t *testing.T) {
	theta := make([][]float64, 16)
	var names, objectives []string
	for i := range theta {
		theta[i] = slices.Repeat([]float64{-1}, 4)
		names = append(names, string(rune('a'+i)))
	}
	theta[15] = slices.Repeat([]float64{0}, 4)
	for r := range 4 {
		objectives = append(objectives, string(rune('A'+r)))
	}
	in, err := instance.FromTheta(names, objectives, theta, 0)
	require.NoError(t, err)
	run, hits := mustMethod(t, "vb-ege", 16, 4, 0.05, bounds.PaperConstants()), int64(0)
	for trial := range 4000 {
		res := run.Run(Problem{Oracle: in.Oracle(), Key: stream.Key{Seed: 12, Trial: uint64(trial)}})
		require.Equal(t, []int{15}, res.Frontier)
		if res.Comparisons == 370752 {
			hits++
		}
	}
	exact := exactShare(t, 16, 4, 1, 0.05, 4)
	require.True(t, consistent(t, hits, 4000, exact, 1e-9), "%d hits, exact share %v", hits, exact)
}

func TestReusedRunnersForgetThePast(t *testing.T) {
	in := mustSymmetric(t, 6, 2, 1)
	for _, m := range Methods() {
		used, err := m.New(6, 2, 0.05, bounds.PaperConstants())
		require.NoError(t, err)
		for trial := range 5 {
			p := Problem{Oracle: in.Oracle(), Key: stream.Key{Seed: 9, Trial: uint64(trial)}}
			fresh, err := m.New(6, 2, 0.05, bounds.PaperConstants())
			require.NoError(t, err)
			require.Equal(t, fresh.Run(p), used.Run(p), m.Name)
		}
	}
}

// A phase is run only if it fits the budget, and models that tie for ever stay undecided.
func TestBudgetsAreExactForEveryMethod(t *testing.T) {
	theta := gaps.Array[float64]{K: 3, D: 1, X: []float64{1, 1, 0}}
	for _, name := range []string{"focal", "plug-in", "bt-mle"} {
		run := mustMethod(t, name, 3, 1, 0.05, bounds.PaperConstants())
		s, err := bounds.NewSchedule(3, 1, 0.05, bounds.PaperConstants()) // three models, three cells
		require.NoError(t, err)
		total := func(m int) int64 { n, _ := s.N(m); return 3 * n }
		for _, c := range []struct {
			budget int64
			phases int
		}{{1, 0}, {total(1) - 1, 0}, {total(1), 1}, {total(2) - 1, 1}, {total(2), 2}, {total(5), 5}} {
			res := run.Run(Problem{Oracle: turned{theta, gaps.Borda(theta, nil), everyone(3)}, Budget: c.budget})
			require.Equal(t, BudgetSpent, res.Ended, name)
			require.Equal(t, c.phases, res.Phases, "%s, budget %d", name, c.budget)
			require.Equal(t, total(c.phases), res.Comparisons, name)
			each := total(c.phases) / 3 // three streams, each of one model …
			if name != "focal" {
				each *= 2 // … or three cells, each of two
			}
			require.Equal(t, []int64{each, each, each}, res.Samples)
			require.Equal(t, []int{0, 1, 2}, res.Undecided)
			require.Empty(t, res.Frontier)
		}
		whole := run.Run(Problem{Oracle: oracle.FromTheta(theta, nil), Budget: MaxBudget})
		require.Equal(t, BudgetSpent, whole.Ended)
		require.Greater(t, whole.Comparisons, MaxBudget/5)
	}
}

func TestMisuseOfEveryMethodPanics(t *testing.T) {
	for _, m := range Methods() {
		run, err := m.New(4, 2, 0.05, bounds.PaperConstants())
		require.NoError(t, err)
		require.Panics(t, func() { run.Run(Problem{Oracle: scripted{3, 2}}) })
		require.Panics(t, func() { run.Run(Problem{Oracle: mustSymmetric(t, 4, 2, 1).Oracle(), Budget: -1}) })
		if m.Pairwise {
			require.PanicsWithValue(t, "algo: an oracle that knows no single pairs for a pairwise method", func() {
				run.Run(Problem{Oracle: scripted{4, 2}})
			})
		}
	}
}

// tying turns as many wins and losses into ties as it can: a win and a loss into two.
type tying struct{ oracle.Pairwise }

func (o tying) Focal(src *rand.ChaCha8, i, r int, n int64) oracle.Reply {
	return tie(o.Pairwise.Focal(src, i, r, n), n)
}

func (o tying) Pair(src *rand.ChaCha8, i, j, r int, n int64) oracle.Reply {
	return tie(o.Pairwise.Pair(src, i, j, r, n), n)
}

func tie(reply oracle.Reply, n int64) oracle.Reply {
	k := min(reply.Wins, n-reply.Wins)
	return oracle.Reply{Wins: reply.Wins - k, Ties: 2 * k}
}

// Two ties count as a win and a loss: only the half-credits matter, for every method.
func TestTiesCountByHalvesInEveryMethod(t *testing.T) {
	in := mustSymmetric(t, 5, 2, 1)
	for _, m := range Methods() {
		run, err := m.New(5, 2, 0.05, bounds.PaperConstants())
		require.NoError(t, err)
		for trial := range 5 {
			p := Problem{Oracle: in.Oracle(), Key: stream.Key{Seed: 9, Trial: uint64(trial)}}
			want := run.Run(p)
			p.Oracle = tying{in.Oracle().(oracle.Pairwise)}
			require.Equal(t, want, run.Run(p), m.Name)
		}
	}
}

// Cell c takes its votes from lane c of the key, in every pairwise method.
func TestEveryCellHasItsOwnLane(t *testing.T) {
	const K, d = 4, 3
	in := mustSymmetric(t, K, d, 1)
	votes := in.Oracle().(oracle.Pairwise)
	s, err := bounds.NewCellSchedule(K, d, 0.05, bounds.PaperConstants())
	require.NoError(t, err)
	n1, err := s.N(1)
	require.NoError(t, err)
	for name, n := range map[string]int64{"plug-in": n1, "bt-mle": n1, "bt-glr": 2} {
		seen := record(votes)
		key := stream.Key{Seed: 31, Trial: 7}
		mustMethod(t, name, K, d, 0.05, bounds.PaperConstants()).Run(Problem{Oracle: seen, Key: key, Budget: n * 18})
		require.Len(t, seen.won, 18)
		c := uint64(0)
		for r := range d {
			for i := range K {
				for j := i + 1; j < K; j++ {
					require.Equal(t, n, seen.n[[3]int{i, j, r}])
					require.Equal(t, votes.Pair(key.Lane(c), i, j, r, n).Wins, seen.won[[3]int{i, j, r}], "%s, cell %d", name, c)
					c++
				}
			}
		}
	}
}
