package repeat

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"vectorborda/sims/instance"
	"vectorborda/sims/samplelogs"
	"vectorborda/sims/votelog"
	"vectorborda/sims/votelog/rows"
)

func semi(t *testing.T, name string, s SemiSettings) *SemiSynthetic {
	in, err := samplelogs.Read(name)
	require.NoError(t, err)
	x, err := NewSemiSynthetic(in.Log, s)
	require.NoError(t, err)
	return x
}

// On every log and every λ: utilities in [0,1], mean utilities as aimed at, the
// order as named, the last pair Δ apart.
func TestSemiSyntheticKeepsItsMeans(t *testing.T) {
	for _, name := range samplelogs.Names() {
		for _, gap := range []float64{0.015, 0.002} {
			x := semi(t, name, SemiSettings{Gap: gap, Beta: 1})
			for _, lambda := range []float64{0, 0.3, 1} {
				p, err := x.Population(lambda)
				require.NoError(t, err)
				require.NoError(t, p.Check())
				for m, mean := range p.Means() {
					require.InDelta(t, x.Targets[m], mean, slack, "%s λ=%v model %d", name, lambda, m)
				}
				d, err := NewDesign(p, len(p.Models)-1, 1)
				require.NoError(t, err)
				require.InDelta(t, gap, d.gap, 2*slack)
			}
			require.LessOrEqual(t, x.MeanOutcome(x.hard), x.MeanOutcome(x.pi)+slack)
			// What check takes off, 9u(Σ|y|+1) with Σ|y| < 1, and sums of eight terms: below 50u.
			require.InDelta(t, x.least, x.MeanOutcome(x.hard), 50*0x1p-53, "%s Δ=%v", name, gap)
			touched := 0.0
			for c := range x.clusters {
				for m := range x.Models {
					touched = max(touched, x.utilities[c][m], 1-x.utilities[c][m])
				}
			}
			require.InDelta(t, 1, touched, 1e-12, "the largest scale reaches the edge")
		}
	}
}

// a_c is what MLE-UNCONST expects of one vote, times β.
func TestOutcomeIsThatOfOneVote(t *testing.T) {
	x := semi(t, "pandalm_top3_apps", SemiSettings{Gap: 0.015, Beta: 2.5})
	for c, a := range x.outcome {
		e, err := NewUnconst(2.5, 1)
		require.NoError(t, err)
		p := Sigma(2.5 * (x.utilities[c][3] - x.utilities[c][4]))
		require.InDelta(t, 2.5*e.Mean(p), a, 1e-14)
	}
}

// With three clusters the weights are fixed by the means; with eight and five
// models they are not.
func TestHardWeights(t *testing.T) {
	football := semi(t, "football_conmebol", SemiSettings{Gap: 0.015, Beta: 1})
	require.Equal(t, football.pi, football.hard)
	mtbench := semi(t, "mtbench_en_gemma4_category", SemiSettings{Gap: 0.015, Beta: 1})
	require.NotEqual(t, mtbench.pi, mtbench.hard)
	for lambda, want := range map[float64][]float64{0: mtbench.pi, 1: mtbench.hard} {
		p, err := mtbench.Population(lambda)
		require.NoError(t, err)
		require.Equal(t, normalised(want), p.Weights, "λ = %v", lambda)
	}
	require.Less(t, mtbench.MeanOutcome(mtbench.hard), mtbench.MeanOutcome(mtbench.pi)-1e-6)
}

// The optimum against every vertex: a basic solution for each choice of clusters.
func TestHardWeightsAgainstAllVertices(t *testing.T) {
	for _, models := range [][]string{nil, {"gemma-2-9b-it", "Llama-3.1-8B-Instruct", "Phi-3.5-mini-Instruct"}} {
		x := semi(t, "mtbench_en_gemma4_category", SemiSettings{Gap: 0.01, Beta: 1, Models: models})
		h := hardness{x.r, x.outcome}
		rows, C := h.rank(), len(x.pi)
		require.Equal(t, len(x.Models), rows, "the last equation follows from the others")
		best := math.Inf(1)
		for set := range 1 << C {
			var columns []int
			for c := range C {
				if set>>c&1 == 1 {
					columns = append(columns, c)
				}
			}
			if len(columns) != rows {
				continue
			}
			B := mat.NewDense(rows, rows, nil)
			for i, c := range columns {
				for r := range rows {
					B.Set(r, i, h.row(r)[c])
				}
			}
			var w mat.VecDense
			b := mat.NewVecDense(rows, nil)
			b.SetVec(0, 1)
			if w.SolveVec(B, b) != nil || mat.Min(&w) < -1e-12 {
				continue
			}
			value := 0.0
			for i, c := range columns {
				value += w.AtVec(i) * x.outcome[c]
			}
			best = min(best, value)
		}
		require.InDelta(t, best, x.MeanOutcome(x.hard), 1e-9)
	}
}

// A weight moved, or a dual value, and the check refuses.
func TestTheCheckOfHardWeightsCanFail(t *testing.T) {
	x := semi(t, "mtbench_en_gemma4_category", SemiSettings{Gap: 0.015, Beta: 1})
	h := hardness{x.r, x.outcome}
	y, _, err := h.optimum()
	require.NoError(t, err)
	_, err = h.check(x.hard, y)
	require.NoError(t, err)
	_, err = h.check(x.pi, y)
	require.ErrorContains(t, err, "not solved to optimality")
	moved := slices.Clone(x.hard)
	moved[2], moved[3] = moved[2]-1e-6, moved[3]+1e-6
	_, err = h.check(moved, y)
	require.ErrorContains(t, err, "move the mean utility")
	moved = slices.Clone(x.hard)
	moved[2] -= 1e-6
	_, err = h.check(moved, y)
	require.ErrorContains(t, err, "sum to 1")
	// Row 0 says that the weights sum to 1; its value moves b·y and the violation alike,
	// so any value of it proves the same.
	require.Equal(t, slices.Repeat([]float64{1}, len(x.pi)), h.row(0))
	for i := 1; i < len(y); i++ {
		for _, change := range []float64{1e-3, -1e-3} {
			wrong := slices.Clone(y)
			wrong[i] += change
			_, err = h.check(x.hard, wrong)
			require.Error(t, err, "dual value %d %+v", i, change)
		}
	}
}

// Two models: S_1 = -S_2 solves won·σ(-2s) - lost·σ(2s) = s, by bisection.
func TestClusterFitOfTwoModels(t *testing.T) {
	for _, votes := range [][2]int64{{5, 3}, {9, 0}, {1, 1}, {1000, 1}, {0, 0}} {
		S, err := fitCluster(2, func(i, j int) int64 { return votes[i] })
		require.NoError(t, err)
		lo, hi := -20.0, 20.0
		for range 80 {
			mid := lo/2 + hi/2
			if float64(votes[0])*Sigma(-2*mid)-float64(votes[1])*Sigma(2*mid) > mid {
				lo = mid
			} else {
				hi = mid
			}
		}
		require.InDelta(t, lo, S[0], 2e-8)
		require.InDelta(t, -lo, S[1], 2e-8)
	}
}

// The loss itself: no step of 10^-3 in any direction of two models lowers it.
func TestClusterFitIsAMinimum(t *testing.T) {
	in, err := samplelogs.Read("football_conmebol")
	require.NoError(t, err)
	won := func(i, j int) int64 { return in.Log.Won(i, j, 1) }
	S, err := fitCluster(len(in.Models), won)
	require.NoError(t, err)
	loss := func() (f float64) {
		for i, s := range S {
			f += s * s / 2
			for j := range S {
				if i != j {
					f += float64(won(i, j)) * math.Log1p(math.Exp(S[j]-s))
				}
			}
		}
		return f
	}
	least := loss()
	for i := range S {
		for j := range S {
			for _, step := range []float64{1e-3, -1e-3} {
				S[i] += step
				S[j] += step
				require.Greater(t, loss(), least)
				S[i] -= step
				S[j] -= step
			}
		}
	}
}

func TestSemiSyntheticRefuses(t *testing.T) {
	in, err := samplelogs.Read("pandalm_top3_apps")
	require.NoError(t, err)
	for want, s := range map[string]SemiSettings{
		"β = 0":                    {Gap: 0.015},
		"Δ = 0":                    {Beta: 1},
		"Δ = 0.07":                 {Beta: 1, Gap: 0.07},
		"Δ = NaN":                  {Beta: 1, Gap: math.NaN()},
		"scale 2":                  {Beta: 1, Gap: 0.015, Scale: 2},
		"scale -1":                 {Beta: 1, Gap: 0.015, Scale: -1},
		"scale NaN":                {Beta: 1, Gap: 0.015, Scale: math.NaN()},
		`model "gpt" is not`:       {Beta: 1, Gap: 0.015, Models: []string{"gpt", "opt-7b"}},
		"named twice":              {Beta: 1, Gap: 0.015, Models: []string{"opt-7b", "opt-7b"}},
		"one model: name at least": {Beta: 1, Gap: 0.015, Models: []string{"opt-7b"}},
	} {
		_, err := NewSemiSynthetic(in.Log, s)
		require.ErrorContains(t, err, want)
	}
	x := semi(t, "pandalm_top3_apps", SemiSettings{Beta: 1, Gap: 0.015})
	for _, lambda := range []float64{-0.1, 1.1, math.NaN()} {
		_, err := x.Population(lambda)
		require.ErrorContains(t, err, "λ = ")
	}
	one, err := instance.Read(strings.NewReader("model_a,model_b,winner,objective\n" + strings.Repeat("a,b,a,x\na,b,b,x\nb,c,b,x\na,c,a,x\n", 3)))
	require.NoError(t, err)
	_, err = NewSemiSynthetic(one.Log, SemiSettings{Beta: 1, Gap: 0.015})
	require.ErrorContains(t, err, "clusters do not differ")
}

// π are shares of the votes between chosen models: of a and b 4 in x and 2 in y, whatever
// c, who is not chosen, did.
func TestSharesOfTheChosen(t *testing.T) {
	in, err := instance.Read(strings.NewReader("model_a,model_b,winner,objective\n" +
		strings.Repeat("a,b,a,x\n", 3) + "b,a,b,x\na,b,b,y\na,b,a,y\n" +
		strings.Repeat("a,c,a,y\nb,c,c,y\n", 50) + "a,c,a,x\nb,c,b,x\n"))
	require.NoError(t, err)
	x, err := NewSemiSynthetic(in.Log, SemiSettings{Beta: 1, Gap: 0.1, Models: []string{"a", "b"}})
	require.NoError(t, err)
	require.Equal(t, []int64{4, 2}, x.votes)
	require.Equal(t, []float64{4. / 6, 2. / 6}, x.pi)
}

// By hand: the means are (1,1,-2)/4 with π = (1/4, 3/4), the differences from them (3,3,-6)/4
// and (-1,-1,2)/4, and the largest of these in size, a negative one, is the unit of R.
func TestSpreadByHand(t *testing.T) {
	x := &SemiSynthetic{pi: []float64{0.25, 0.75}}
	order, err := x.spread([][]float64{{1, 1, -2}, {0, 0, 0}})
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 2}, order)
	require.Equal(t, [][]float64{{0.5, 0.5, -1}, {-1. / 6, -1. / 6, 1. / 3}}, x.r)
	// The other way round, the last model is the best.
	x = &SemiSynthetic{pi: []float64{0.25, 0.75}}
	order, err = x.spread([][]float64{{-1, -1, 2}, {0, 0, 0}})
	require.NoError(t, err)
	require.Equal(t, []int{2, 0, 1}, order)
	require.Equal(t, [][]float64{{1, -0.5, -0.5}, {-1. / 3, 1. / 6, 1. / 6}}, x.r)
}

// The largest scale by hand: a target of 0.6 with R = 1 leaves 0.4, one of 0.3 with R = -1
// leaves 0.3; a half of either R twice that.
func TestLargestScaleByHand(t *testing.T) {
	for _, c := range []struct {
		r    [][]float64
		want float64
	}{
		{[][]float64{{1, 0}, {-0.25, 0}}, 0.4},
		{[][]float64{{0, -1}, {0, 0.25}}, 0.3},
		{[][]float64{{1, -0.5}, {-0.5, 0.25}}, 0.4},
		{[][]float64{{0.5, -1}, {-0.25, 0.5}}, 0.3},
		{[][]float64{{0, 1}, {0, -0.25}}, 0.7},
	} {
		x := &SemiSynthetic{Targets: []float64{0.6, 0.3}, r: c.r}
		require.NoError(t, x.setScale(0))
		require.InDelta(t, c.want, x.Scale, 0x1p-53)
		for k, row := range c.r {
			for m, r := range row {
				require.InDelta(t, x.Targets[m]+c.want*r, x.utilities[k][m], 0x1p-52)
			}
		}
	}
}

// ring is a log in which every model has 2·votes comparisons in a cluster, with its
// neighbours in a ring alone, which the earlier name wins but for the last pair in x.
func ring(t *testing.T, models string, votes map[string]int) *votelog.Log {
	text := "model_a,model_b,winner,objective\n"
	for i, m := range models {
		next := models[(i+1)%len(models)]
		for cluster, n := range votes {
			winner := min(m, rune(next))
			if cluster == "x" {
				winner = m
			}
			text += strings.Repeat(fmt.Sprintf("%c,%c,%c,%s\n", m, next, winner, cluster), n)
		}
	}
	d, err := votelog.Preset("normalized")
	require.NoError(t, err)
	v, err := votelog.Read([]string{"-"}, d, rows.Options{Stdin: strings.NewReader(text)})
	require.NoError(t, err)
	log, err := v.All()
	require.NoError(t, err)
	return log
}

// Without names those with the highest scores over all clusters are taken: z, who wins
// everything in one of three clusters, is not among the five.
func TestTheBestOfAllClustersAreChosen(t *testing.T) {
	log := ring(t, "abcdefz", map[string]int{"x": 3, "y": 3, "w": 3})
	fits := [][]float64{{3, 2, 1, 0, -1, -6, 9}, {5, 4, 3, 2, 1, 0, -9}, {5, 4, 3, 2, 1, 0, -9}}
	models, err := choose(log, nil, fits)
	require.NoError(t, err)
	require.Equal(t, []int{0, 1, 2, 3, 4}, models)
}

// Five comparisons in every cluster are asked of the chosen, not of pairs and not of
// others: a ring of six models, in which each met two, is enough with three rounds of
// votes and not with two.  Models that never met have no weights.
func TestFiveComparisonsOfAChosenModel(t *testing.T) {
	log := ring(t, "abcdef", map[string]int{"x": 3, "y": 4})
	for _, c := range []struct {
		names  []string
		models int
	}{{nil, 5}, {[]string{"a", "b"}, 2}, {[]string{"a", "b", "d"}, 3}} {
		x, err := NewSemiSynthetic(log, SemiSettings{Beta: 1, Gap: 0.01, Models: c.names})
		require.NoError(t, err, "%v", c.names)
		require.Len(t, x.Models, c.models)
	}
	log = ring(t, "abcdef", map[string]int{"x": 2, "y": 4})
	_, err := NewSemiSynthetic(log, SemiSettings{Beta: 1, Gap: 0.01})
	require.ErrorContains(t, err, "0 models with at least 5 decisive comparisons in every cluster")
	_, err = NewSemiSynthetic(log, SemiSettings{Beta: 1, Gap: 0.01, Models: []string{"a", "b"}})
	require.ErrorContains(t, err, `model "a" has 4 decisive comparisons in cluster "x"`)
	log = ring(t, "abcdef", map[string]int{"x": 3, "y": 4})
	_, err = NewSemiSynthetic(log, SemiSettings{Beta: 1, Gap: 0.01, Models: []string{"a", "c", "e"}})
	require.ErrorContains(t, err, "no decisive comparison between the models")
}

// What the docs say at the default: the votes between two models mislead from λ = 0.75 on,
// and with the five best models of the larger logs Σ w·a stays above 0.007.
func TestTheLogThatReacts(t *testing.T) {
	for _, name := range append(samplelogs.Names(), samplelogs.TwoModels) {
		x := semi(t, name, SemiSettings{Gap: PaperGap, Beta: 1})
		found, err := x.Run(t.Context(), []float64{0.5, 0.75, 1}, nil)
		require.NoError(t, err)
		for _, row := range found.Rows {
			depths := []string{row.Budgets[0].String(), row.Budgets[2].String(), row.Budgets[3].String()}
			switch {
			case name != samplelogs.TwoModels:
				require.Greater(t, row.Outcome, 0.007, name)
				fallthrough
			case row.Lambda == 0.5:
				require.Equal(t, []string{"d = 1", "d = 1", "d = 1"}, depths, name)
			default:
				require.Negative(t, row.Outcome)
				require.GreaterOrEqual(t, float64(row.Budgets[0].Depth), 384.0)
				require.Equal(t, []string{"d = 4", "d = 4"}, depths[1:])
			}
		}
	}
}

// Models stand in the order of their scores over all votes.
func TestSemiSyntheticOrder(t *testing.T) {
	for _, name := range samplelogs.Names() {
		in, err := samplelogs.Read(name)
		require.NoError(t, err)
		x := semi(t, name, SemiSettings{Gap: 0.015, Beta: 1})
		last := math.Inf(1)
		for _, model := range x.Models {
			score, m := 0.0, slices.Index(in.Models, model)
			for c := range x.clusters {
				S, err := fitCluster(len(in.Models), func(i, j int) int64 { return in.Log.Won(i, j, c) })
				require.NoError(t, err)
				for _, other := range x.Models {
					score += x.pi[c] * (S[m] - S[slices.Index(in.Models, other)])
				}
			}
			require.Less(t, score, last, "%s: %s", name, model)
			last = score
		}
	}
}
