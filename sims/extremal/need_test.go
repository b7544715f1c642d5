package extremal

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/repeat"
)

// bent has E[Z|D] = D but for dents at some differences, the same on both sides of 0.
type bent struct {
	repeat.Estimator
	dents map[float64]float64
	err   float64
}

func (b bent) Beta() float64      { return 1 }
func (b bent) Depth() int         { return 1 }
func (b bent) Range() float64     { return 2 }
func (b bent) MeanError() float64 { return b.err }
func (b bent) Mean(p float64) float64 {
	D := repeat.Logit(p)
	for at, dent := range b.dents {
		if math.Abs(math.Abs(D)-at) < 1e-9 {
			return D - math.Copysign(dent, D)
		}
	}
	return D
}

// By hand; ε is aimed at with 2^-48 to spare, which moves a score by less than 2^-46.
func TestWorstScoreByHand(t *testing.T) {
	half, end := bent{dents: map[float64]float64{0.5: 1}}, bent{dents: map[float64]float64{1: 1}}
	for _, c := range []struct {
		why    string
		e      bent
		models int
		want   float64
	}{
		{"no dent: the score is ε", bent{}, 2, 0.25},
		{"no dent: the score is ε", bent{}, 3, 0.25},
		{"x = 1/2, which loses 1, with weight 5/6, and x = -1", half, 2, 0.25 - 5./6},
		{"(x,y) = (1/2,-1/2), which loses 2, and (1/2,1), which loses 1, each with weight 1/2", half, 3, 0.25 - 3./2},
		{"x = 1, where it is 0, and x = -255/256, next to the end where it is 0 too", end, 2, -255. / 256 * 192 / 511},
	} {
		require.InDelta(t, c.want, ranking{c.models, 0.25, 1}.worst(c.e).score(), 0x1p-46, "%s, %d models", c.why, c.models)
	}
	// E[x] = 1 leaves one context.
	require.InDelta(t, 1, ranking{2, 1, 1}.worst(bent{}).score(), 0x1p-46)
}

// Nobody needs less than the lower bound; the best of them little more.
func TestNobodyNeedsLessThanTheLowerBound(t *testing.T) {
	for _, epsilon := range []float64{0.3, 0.06, 0.0075} {
		lower, err := MinDepth(epsilon, 1)
		require.NoError(t, err)
		all, err := Needs(context.Background(), epsilon, 1)
		require.NoError(t, err)
		require.Len(t, all, 4)
		for _, need := range all {
			require.GreaterOrEqual(t, need.Two.Depth, lower.D, "%s, ε = %v", need.Method, epsilon)
			require.GreaterOrEqual(t, need.Any.Depth, need.Two.Depth, "%s, ε = %v", need.Method, epsilon)
		}
		require.Less(t, all[2].Two.Depth, 4*lower.D, "MLE-UNCONST, ε = %v", epsilon)
		require.Equal(t, all[2].Two.Depth, all[3].Two.Depth, "one mean")
		require.Equal(t, all[2].Any.Depth, all[3].Any.Depth, "one mean")
		if epsilon < 0.0196 { // E_1
			require.Greater(t, all[0].Two.Depth, 10*all[2].Two.Depth, "MLE-AVG, ε = %v", epsilon)
		}
	}
}

// Every answer is proved on both sides: before the depth a population refutes, here read
// again by the code of the budgets, and at the depth no random population of three to
// five models, drawn to the same gap, does.
func TestWhatIsEnoughAndWhatIsNot(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, c := range []struct{ epsilon, beta float64 }{{0.03, 1}, {0.015, 1}, {0.1, 2}, {0.03, 2}, {0.0075, 0.5}} {
		all, err := Needs(t.Context(), c.epsilon, c.beta)
		require.NoError(t, err)
		for _, need := range all {
			for models, found := range map[int]Enough{2: need.Two, 3: need.Any} {
				require.False(t, found.Open, "%s, %+v, %d models", need.Method, c, models)
				if need.Method == repeat.Cal {
					continue
				}
				r := ranking{models, c.epsilon, c.beta}
				for _, d := range repeat.DepthGrid() {
					e, _, err := new(repeat.Maker).Make(t.Context(), need.Method, c.beta, d, c.epsilon)
					require.NoError(t, err)
					if d == found.Depth {
						for range 200 {
							x := apart(t, rng, models+rng.IntN(models-1), c.epsilon, c.beta)
							_, success := x.SmallestGap(e)
							require.True(t, success, "%s, d = %d, %+v", need.Method, d, x.Population)
						}
						break
					}
					x, err := repeat.NewDesign(r.population(r.worst(e)), models-1, c.beta)
					require.NoError(t, err)
					require.Len(t, x.Models, models)
					require.InDelta(t, c.epsilon, float64(x.Gap), 0x1p-47, "%s, d = %d, %+v", need.Method, d, c)
					require.GreaterOrEqual(t, float64(x.Gap), c.epsilon)
					gap, _ := x.SmallestGap(e)
					require.Negative(t, gap, "%s, d = %d, %+v", need.Method, d, c)
				}
			}
		}
	}
}

// apart is a random population with average utilities at least ε apart: models swap ends
// between contexts, and then the weights move until the smallest gap is ε.
func apart(t *testing.T, rng *rand.Rand, models int, epsilon, beta float64) *repeat.Design {
	for {
		p := &repeat.Population{Weights: []float64{0.5, 0.25, 0.25}}
		for m := range models {
			p.Models = append(p.Models, string(rune('a'+m)))
		}
		for range p.Weights {
			row := make([]float64, models)
			for m := range row {
				row[m] = []float64{0, 0.5, 1, rng.Float64()}[rng.IntN(4)]
			}
			p.Utilities = append(p.Utilities, row)
		}
		gap := func(w float64) float64 {
			p.Weights[0], p.Weights[1] = w, 0.75-w
			_, gap, err := p.Order()
			if err != nil {
				return 0
			}
			return gap
		}
		if lo, hi := 0.75*rng.Float64(), 0.75*rng.Float64(); gap(lo) < epsilon && gap(hi) >= epsilon {
			for range 60 {
				if mid := (lo + hi) / 2; gap(mid) < epsilon {
					lo = mid
				} else {
					hi = mid
				}
			}
			require.GreaterOrEqual(t, gap(hi), epsilon)
			x, err := repeat.NewDesign(p, rng.IntN(models), beta)
			require.NoError(t, err)
			return x
		}
	}
}

// The grid only suggests: a dent that it does not see, and an estimator whose bias nothing
// bounds, is not proved to be enough; nor is it refuted.
func TestAGridIsNoProof(t *testing.T) {
	for _, models := range []int{2, 3} {
		r, e := ranking{models, 0.1, 1}, bent{dents: map[float64]float64{257. / 512: 1}}
		require.InDelta(t, 0.1, r.worst(e).score(), 0x1p-46)
		enough, known := r.judge(repeat.Avg, e, "")
		require.Equal(t, []bool{false, false}, []bool{enough, known})
	}
}

// A mixture refutes if the score is below 0 beyond its error and all gaps are at least ε.
// Here a is 1/4 above b, (x,y) being (1/2,-1/2) in 5/8 and (-1/2,1/2) in 3/8 of the
// contexts, and with a dent of 1 at 1/2 scores 1/4 less; from m_0 both are 1/8 away.
func TestWhatRefutes(t *testing.T) {
	m := mix(rivals{x: -0.5, y: 0.5}, rivals{x: 0.5, y: -0.5}, 0.25)
	dents := map[float64]float64{0.5: 1}
	for _, c := range []struct {
		why     string
		e       bent
		epsilon float64
		refutes bool
	}{
		{"all gaps are above 1/8", bent{dents: dents}, 0.125 - 0x1p-40, true},
		{"two gaps are below 1/4", bent{dents: dents}, 0.25, false},
		{"a scores more", bent{}, 0.125 - 0x1p-40, false},
		{"a scores less by no more than both errors", bent{dents: dents, err: 0.13}, 0.125 - 0x1p-40, false},
		{"a scores less by more than both errors", bent{dents: dents, err: 0.12}, 0.125 - 0x1p-40, true},
	} {
		require.Equal(t, c.refutes, ranking{3, c.epsilon, 1}.misleads(m, c.e), c.why)
	}
}

// More models never need less; the table of MLE-CAL is one, and the bias of two estimates
// by it ε/4 and twice the tolerance.
func TestTwoBiasesOfATable(t *testing.T) {
	for _, c := range []struct {
		models  int
		epsilon float64
		enough  bool
	}{{2, 1e-7, true}, {3, 1e-7, true}, {2, 2.4e-8, true}, {3, 2.4e-8, false}, {2, 2.2e-8, false}} {
		got, known := ranking{c.models, c.epsilon, 1}.judge(repeat.Cal, nil, repeat.Certified)
		require.Equal(t, []bool{c.enough, c.enough}, []bool{got, known}, "%d models, ε = %v", c.models, c.epsilon)
	}
	got, known := ranking{3, 0.1, 1}.judge(repeat.Cal, nil, repeat.None)
	require.Equal(t, []bool{false, true}, []bool{got, known})
	_, known = ranking{3, 0.1, 1}.judge(repeat.Cal, nil, repeat.Untried)
	require.False(t, known)
}

// A table of MLE-CAL is certified to 2e-8, which says nothing about a smaller gap.
func TestNoTableBelowTheTolerance(t *testing.T) {
	t.Parallel()
	all, err := Needs(context.Background(), 1e-8, 0.001)
	require.NoError(t, err)
	require.Equal(t, repeat.Cal, all[1].Method)
	require.Equal(t, Enough{Open: true}, all[1].Two)
	require.Positive(t, all[2].Two.Depth)
}

func TestNeedsStopWhenAsked(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err := Needs(ctx, 0.1, 1)
	require.ErrorIs(t, err, context.Canceled)
}

// At β = 2 a table for ε = 7.8e-5 at depth 16 has entries of 1e5 at least: rounding
// hides its bias, and that there is none is not proved.  At β = 1, ε = 0.0075 no depth
// is open.
func TestAnOpenTableIsNotPassedOverInSilence(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		epsilon, beta float64
		open          bool
	}{{7.8e-5, 2, true}, {0.0075, 1, false}} {
		var maker repeat.Maker
		all, err := needs(t.Context(), &maker, c.epsilon, c.beta)
		require.NoError(t, err)
		seen := slices.ContainsFunc(maker.Calibrations(), func(x *repeat.Calibration) bool {
			return x.D < all[1].Two.Depth && x.Status == repeat.Undecided
		})
		require.Equal(t, repeat.Cal, all[1].Method)
		require.Equal(t, []bool{c.open, c.open}, []bool{seen, all[1].Two.Open}, "β = %v", c.beta)
	}
}
