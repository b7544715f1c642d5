package instance

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"

	"vectorborda/gaps"
	"vectorborda/sims/stream"
)

// Recipe says how the latent scores of a random family are drawn (section 6 of
// the paper).  S frontier models are planted, every other model is a frontier
// model less its margins, m_{i,r} ~ U[Lo,Hi]; two groups plant none.  Models are
// shuffled at the end, so that an index says nothing.
type Recipe struct {
	Name   string // as --family takes it
	K, D   int
	S      int     // planted frontier models; 0 where the frontier is whatever is drawn
	Lo, Hi float64 // margins of dominated models
	Alpha  float64 // frontier models 0.15+0.75·z, z ~ Dirichlet(Alpha·1_d); 0 for the arc of convex-2d
	Only   int     // dominated models that only one frontier model dominates, of each; 0 for any
	High   int     // two groups: models in U[0.55,0.75]^d, the others in U[0.20,0.45]^d
}

// Recipes are the eight benchmarks of the paper, in its order, and arena-4-tiny,
// the K=16, s=4 instance of its experiment on constants.
func Recipes() []Recipe {
	return []Recipe{
		{Name: "convex-2d", K: 60, D: 2, S: 15, Lo: .03, Hi: .18},
		{Name: "convex-3d", K: 60, D: 3, S: 15, Lo: .03, Hi: .18, Alpha: 1},
		{Name: "arena-4-small", K: 32, D: 4, S: 8, Lo: .08, Hi: .25, Alpha: .7},
		{Name: "arena-4-medium", K: 64, D: 4, S: 12, Lo: .08, Hi: .25, Alpha: .7},
		{Name: "arena-10-medium", K: 64, D: 10, S: 16, Lo: .06, Hi: .20, Alpha: .7},
		{Name: "witness-4", K: 40, D: 4, S: 8, Lo: .04, Hi: .16, Alpha: .7, Only: 4},
		{Name: "witness-10", K: 80, D: 10, S: 16, Lo: .035, Hi: .14, Alpha: .7, Only: 4},
		{Name: "two-group-10", K: 64, D: 10, High: 16},
		{Name: "arena-4-tiny", K: 16, D: 4, S: 4, Lo: .08, Hi: .25, Alpha: .7},
	}
}

// ParetoSize is the family of the frontier-size experiment: 64 models, s of them
// on the frontier, margins U[.08,.25] at d = 4 and U[.06,.20] at d = 10.
func ParetoSize(d, s int) (Recipe, error) {
	margins := map[int][2]float64{4: {.08, .25}, 10: {.06, .20}}
	m, known := margins[d]
	if !known || s < 1 || s > 63 {
		return Recipe{}, fmt.Errorf("family pareto-size: d = %d, s = %d: d is 4 or 10, and s, the size of the frontier, from 1 to 63", d, s)
	}
	return Recipe{Name: fmt.Sprintf("pareto-size,d=%d,s=%d", d, s), K: 64, D: d, S: s, Lo: m[0], Hi: m[1], Alpha: .7}, nil
}

// TailIndex is the index a/2 of P(τ > x) ~ x^(-a/2) over the family's instances,
// from τ ~ Δ_min^-2 and P(Δ_min < x) ~ x^a near 0.  Two Dirichlet frontier models
// come within x of each other with probability ~ x^(d-1); two drawn freely have
// a largest difference in (0,x) with probability ~ x.  It is +Inf where gaps are
// bounded below: on the arc, by its step and Lo; with witnesses, by Lo.
func (r Recipe) TailIndex() float64 {
	switch {
	case r.High > 0:
		return 0.5
	case r.Alpha == 0 || r.Only > 0 || r.S == 1:
		return math.Inf(1)
	}
	return float64(r.D-1) / 2
}

// maxRedraws ends a recipe that never gives its planted frontier.
const maxRedraws = 10000

// Draw makes instance number index, a function of (seed, name, index) alone.  An
// array whose planted frontier is not the strict frontier of θ is drawn again, and
// counted.
func (r Recipe) Draw(seed, index uint64) (*Instance, error) {
	key := stream.Key{Seed: seed, Experiment: "family " + r.Name, Trial: index}
	for attempt := range maxRedraws {
		theta, planted, err := r.array(key.Rand(uint64(attempt)))
		if err != nil {
			return nil, fmt.Errorf("family %s, draw %d of seed %d: %w", r.Name, index, seed, err)
		}
		if theta.X == nil || r.S > 0 && !slices.Equal(gaps.Frontier(theta), planted) {
			continue
		}
		rows := make([][]float64, r.K)
		for i := range rows {
			rows[i] = theta.Row(i)
		}
		in, err := FromTheta(enumerate("model_", r.K), enumerate("objective_", r.D), rows, 0)
		if err == nil {
			in.Redraws = attempt
		}
		return in, err
	}
	return nil, fmt.Errorf("family %s, draw %d of seed %d: none of %d arrays has its planted frontier", r.Name, index, seed, maxRedraws)
}

// array draws θ, shuffled, and where its planted models are, ascending.  An
// empty array stands for a frontier that cannot have its dominated models.
func (r Recipe) array(src *rand.Rand) (theta gaps.Array[float64], planted []int, err error) {
	ordered := gaps.NewArray[float64](r.K, r.D)
	switch {
	case r.High > 0:
		r.groups(src, ordered)
	default:
		r.front(src, ordered)
		if ok, err := r.dominated(src, ordered); !ok || err != nil {
			return gaps.Array[float64]{}, nil, err
		}
	}
	theta = gaps.NewArray[float64](r.K, r.D)
	for to, from := range src.Perm(r.K) {
		copy(theta.Row(to), ordered.Row(from))
		if from < r.S {
			planted = append(planted, to)
		}
	}
	return theta, planted, nil
}

// groups draws K-High models in U[0.20,0.45]^d, the others in U[0.55,0.75]^d.
func (r Recipe) groups(src *rand.Rand, x gaps.Array[float64]) {
	for i := range x.K {
		lo, hi := 0.20, 0.45
		if i >= r.K-r.High {
			lo, hi = 0.55, 0.75
		}
		for c := range x.Row(i) {
			x.Row(i)[c] = uniform(src, lo, hi)
		}
	}
}

// front puts the planted frontier into the first S rows.
func (r Recipe) front(src *rand.Rand, x gaps.Array[float64]) {
	for p := range r.S {
		row := x.Row(p)
		if r.Alpha == 0 {
			t := float64(p) / float64(r.S-1)
			row[0], row[1] = 0.20+0.65*t, 0.85-0.65*t
			continue
		}
		dirichlet(src, r.Alpha, row)
		for c, z := range row {
			row[c] = 0.15 + 0.75*z
		}
	}
}

// dominated fills the rows below the frontier.  ok is false where a frontier
// model cannot be the only one to dominate a model.
func (r Recipe) dominated(src *rand.Rand, x gaps.Array[float64]) (ok bool, err error) {
	if r.Only > 0 {
		return r.witnessed(src, x)
	}
	for i := r.S; i < r.K; i++ {
		r.below(src, x, i, src.IntN(r.S))
	}
	return true, nil
}

// below makes θ_i = θ_p - m.
func (r Recipe) below(src *rand.Rand, x gaps.Array[float64], i, p int) {
	for c, top := range x.Row(p) {
		x.Row(i)[c] = top - uniform(src, r.Lo, r.Hi)
	}
}

func uniform(src *rand.Rand, lo, hi float64) float64 { return lo + (hi-lo)*src.Float64() }
