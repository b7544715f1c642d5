package algo

import (
	"cmp"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/bt"
	"vectorborda/sims/oracle"
	"vectorborda/sims/stream"
)

// literalGLR is the method as section 5 describes it, without a thought for speed: every
// alternative is written out, losses are subtracted, pseudo-inverses come from
// eigenvalues, targets are summed in rationals.  It shares the votes and the box fits with
// BTGLR, and those have a certificate.
type literalGLR struct {
	K, d  int
	delta float64
	data  []bt.Data
	hat   [][]float64
	w     []float64
	tied  bool // a choice was left to rounding: two alternatives at the same price, two equal remainders
}

func (l *literalGLR) box(r int, order bt.Order) bt.Fit {
	return bt.NewFitter(l.K).Box(l.data[r], 2, order, l.hat[r])
}

// loss is the negative log-likelihood in nats.
func (l *literalGLR) loss(r int, theta []float64) *big.Float {
	sum := new(big.Float).SetPrec(200)
	for i := range l.K {
		for j := i + 1; j < l.K; j++ {
			at := l.data[r].Place(i, j)
			won := float64(l.data[r].Credit[at]) / 2
			lost := float64(l.data[r].N[at]) - won
			x := theta[i] - theta[j]
			sum.Add(sum, big.NewFloat(won*math.Log1p(math.Exp(-x))+lost*math.Log1p(math.Exp(x))))
		}
	}
	return sum
}

func (l *literalGLR) sigma(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// resistances are (e_a-e_b)ᵀ I⁺ (e_a-e_b) for all a and b.
func (l *literalGLR) resistances(r int) *mat.SymDense {
	info := mat.NewSymDense(l.K, nil)
	for i := range l.K {
		for j := i + 1; j < l.K; j++ {
			p := l.sigma(l.hat[r][i] - l.hat[r][j])
			w := float64(l.data[r].N[l.data[r].Place(i, j)]) * p * (1 - p)
			info.SetSym(i, i, info.At(i, i)+w)
			info.SetSym(j, j, info.At(j, j)+w)
			info.SetSym(i, j, -w)
		}
	}
	var eigen mat.EigenSym
	eigen.Factorize(info, true)
	var vectors mat.Dense
	eigen.VectorsTo(&vectors)
	all := mat.NewSymDense(l.K, nil)
	for a := range l.K {
		for b := range a {
			sum := 0.0
			for n, value := range eigen.Values(nil) {
				if n > 0 { // the smallest is that of the constant vector
					diff := vectors.At(a, n) - vectors.At(b, n)
					sum += diff * diff / value
				}
			}
			all.SetSym(a, b, sum)
		}
	}
	return all
}

// h is h(a, b, r) on the counts as they are.
func (l *literalGLR) h() func(a, b, r int) float64 {
	var resistances []*mat.SymDense
	for r := range l.d {
		resistances = append(resistances, l.resistances(r))
	}
	return func(a, b, r int) float64 {
		return math.Pow(max(0, l.hat[r][b]-l.hat[r][a]), 2) / (2 * resistances[r].At(a, b))
	}
}

// literalRival has one inequality ϑ_top ≥ ϑ_p for each element.
type literalRival struct {
	drop  [2]int // p, j
	c     int
	g     []int // nil for a drop
	score float64
}

func (l *literalGLR) rivals(P []int) (all []literalRival) {
	h := l.h()
	for _, p := range P {
		for _, j := range P {
			if p != j {
				v := literalRival{drop: [2]int{p, j}}
				for r := range l.d {
					v.score += h(j, p, r)
				}
				all = append(all, v)
			}
		}
	}
	for c := range l.K {
		if slices.Contains(P, c) {
			continue
		}
		maps := [][]int{{}}
		for range P {
			var longer [][]int
			for _, g := range maps {
				for r := range l.d {
					longer = append(longer, append(slices.Clone(g), r))
				}
			}
			maps = longer
		}
		for _, g := range maps {
			v := literalRival{c: c, g: g}
			for at, p := range P {
				v.score = max(v.score, h(c, p, g[at]))
			}
			all = append(all, v)
		}
	}
	return all
}

func (l *literalGLR) refit(P []int, v literalRival) (G float64, tilde [][]float64) {
	for r := range l.d {
		order := bt.Order{Top: v.c}
		if v.g == nil {
			order = bt.Order{Top: v.drop[1], Under: []int{v.drop[0]}}
		}
		for at, p := range P {
			if v.g != nil && v.g[at] == r {
				order.Under = append(order.Under, p)
			}
		}
		satisfied := true
		for _, p := range order.Under {
			satisfied = satisfied && l.hat[r][order.Top] >= l.hat[r][p]
		}
		theta, gap := l.hat[r], 0.0
		if !satisfied {
			fit := l.box(r, order)
			total := 0.0
			for _, n := range l.data[r].N {
				total += float64(n)
			}
			theta, gap = fit.Theta, fit.Gap*total
		}
		tilde = append(tilde, theta)
		diff := new(big.Float).Sub(l.loss(r, theta), l.loss(r, l.hat[r]))
		nats, _ := diff.Float64()
		G += max(0, nats-gap)
	}
	return G, tilde
}

func (l *literalGLR) beta() float64 {
	beta := math.Log(1 / l.delta)
	for r := range l.d {
		omega := mat.NewSymDense(l.K, nil)
		for i := range l.K {
			beta += 0.05 * l.hat[r][i] * l.hat[r][i]
			omega.SetSym(i, i, 1)
		}
		for i := range l.K {
			for j := i + 1; j < l.K; j++ {
				w := 2.5 * float64(l.data[r].N[l.data[r].Place(i, j)])
				omega.SetSym(i, i, omega.At(i, i)+w)
				omega.SetSym(j, j, omega.At(j, j)+w)
				omega.SetSym(i, j, -w)
			}
		}
		logDet, _ := mat.LogDet(omega)
		beta += logDet / 2
	}
	return beta
}

func (l *literalGLR) run(p Problem) (frontier []int, tau int64, checks int) {
	pairs := p.Oracle.(oracle.Pairwise)
	perObjective := l.K * (l.K - 1) / 2
	cells := perObjective * l.d
	target := make([]float64, cells)
	asked := make([]int64, cells)
	lanes := make([]*rand.ChaCha8, cells)
	for c := range cells {
		lanes[c] = p.Key.Lane(uint64(c))
		target[c] = 2
		l.w = append(l.w, 1/float64(cells))
	}
	for range l.d {
		l.data, l.hat = append(l.data, bt.NewData(l.K)), append(l.hat, nil)
	}
	batch := slices.Repeat([]int64{2}, cells)
	for m := 1; ; m++ {
		c := 0
		for r := range l.d {
			for i := range l.K {
				for j := i + 1; j < l.K; j++ {
					if batch[c] > 0 {
						l.data[r].Add(i, j, batch[c], 2*pairs.Pair(lanes[c], i, j, r, batch[c]).Wins)
						asked[c] += batch[c]
						tau += batch[c]
					}
					c++
				}
			}
		}
		x := gaps.NewArray[float64](l.K, l.d)
		for r := range l.d {
			l.hat[r] = l.box(r, bt.Order{}).Theta
			for i := range l.K {
				x.Row(i)[r] = l.hat[r][i]
			}
		}
		P := gaps.Frontier(x)
		var psi float64
		var tilde [][]float64
		if l.K <= 8 && math.Pow(float64(l.d), float64(len(P))) <= 4096 {
			var prices []float64
			var models [][][]float64
			for _, v := range l.rivals(P) {
				G, theta := l.refit(P, v)
				prices, models = append(prices, G), append(models, theta)
			}
			at := slices.Index(prices, slices.Min(prices))
			psi, tilde = prices[at], models[at]
			for n, G := range prices {
				l.tied = l.tied || G < psi+1e-9 && far(tilde, models[n])
			}
		} else {
			first := slices.MinFunc(l.rivals(P), func(a, b literalRival) int { return cmp.Compare(a.score, b.score) })
			psi, tilde = l.refit(P, first)
			psi = min(psi, first.score)
		}
		if psi >= l.beta() {
			return P, tau, m
		}
		l.move(tilde, m)
		next := max(tau+int64(cells), int64(math.Ceil(1.8*float64(tau))))
		batch = l.batch(target, asked, next, tau)
	}
}

// far reports two models that are not the same up to rounding.
func far(a, b [][]float64) bool {
	for r := range a {
		for i := range a[r] {
			if math.Abs(a[r][i]-b[r][i]) > 1e-6 {
				return true
			}
		}
	}
	return false
}

func (l *literalGLR) move(tilde [][]float64, m int) {
	var kl []float64
	for r := range l.d {
		for i := range l.K {
			for j := i + 1; j < l.K; j++ {
				p, q := l.sigma(l.hat[r][i]-l.hat[r][j]), l.sigma(tilde[r][i]-tilde[r][j])
				kl = append(kl, max(0, p*math.Log(p/q)+(1-p)*math.Log((1-p)/(1-q))))
			}
		}
	}
	most := slices.Max(kl)
	if most <= 1e-15 {
		return
	}
	sum := 0.0
	for c := range l.w {
		l.w[c] *= math.Exp(0.8 * kl[c] / (math.Sqrt(float64(m)) * most))
		sum += l.w[c]
	}
	for c := range l.w {
		l.w[c] /= sum
	}
}

func (l *literalGLR) batch(target []float64, asked []int64, next, t int64) []int64 {
	rho := math.Pow(float64(next), -1./3)
	behind := 0.0
	for c := range target {
		target[c] += float64(next-t) * ((1-rho)*l.w[c] + rho/float64(len(target)))
		behind += max(0, target[c]-float64(asked[c]))
	}
	batch, rest := make([]int64, len(target)), make([]float64, len(target))
	left := next - t
	for c := range target {
		quota := float64(next-t) * max(0, target[c]-float64(asked[c])) / behind
		batch[c] = int64(math.Floor(quota))
		rest[c] = quota - math.Floor(quota)
		left -= batch[c]
	}
	for ; left > 0; left-- {
		best := 0
		for c := range rest {
			if rest[c] > rest[best] {
				best = c
			}
		}
		last := rest[best]
		batch[best]++
		rest[best] = -1
		if left == 1 {
			next := slices.Max(rest)
			l.tied = l.tied || last > next && last < next+1e-9
		}
	}
	return batch
}

func TestBTGLREqualsTheMethodAsDescribed(t *testing.T) {
	t.Parallel()
	src := rand.New(rand.NewPCG(8, 1))
	enumerated, screened, several, ties := 0, 0, 0, 0
	for trial := range 400 {
		K, d := 2+src.IntN(5), 1+src.IntN(3)
		if trial%3 == 0 {
			K, d = 9, 2
		}
		theta := gaps.NewArray[float64](K, d)
		for c := range theta.X {
			theta.X[c] = float64(src.IntN(60)) / 20
		}
		if slices.Min(gaps.Gaps(theta)) < 0.2 {
			continue
		}
		p := Problem{Oracle: oracle.FromTheta(theta, nil), Key: stream.Key{Seed: 4, Trial: uint64(trial)}}
		l := &literalGLR{K: K, d: d, delta: 0.1}
		frontier, tau, checks := l.run(p)
		if l.tied {
			ties++
			continue
		}
		got := mustMethod(t, "bt-glr", K, d, 0.1, bounds.PaperConstants()).Run(p)
		require.Equal(t, Decided, got.Ended)
		require.Equal(t, frontier, got.Frontier, "trial %d", trial)
		require.Equal(t, tau, got.Comparisons, "trial %d", trial)
		require.Equal(t, checks, got.Phases)
		if K == 9 {
			screened++
		} else {
			enumerated++
		}
		if len(frontier) > 1 {
			several++
		}
	}
	t.Logf("%d enumerated, %d screened, %d with a frontier of several; %d left to rounding", enumerated, screened, several, ties)
	require.Greater(t, min(enumerated, screened, several), 15)
}

// A zero gap never gives a ratio: the run is capped at 10¹⁸ comparisons, or ends at a
// smaller budget, to the unit.
func TestBTGLREndsWithoutAnAnswer(t *testing.T) {
	theta := gaps.Array[float64]{K: 3, D: 2, X: []float64{1, 1, 1, 1, 0, 0}}
	run := mustMethod(t, "bt-glr", 3, 2, 0.05, bounds.PaperConstants())
	for budget, c := range map[int64]struct {
		tau int64
		end Ending
	}{
		0: {1e18, Capped}, MaxBudget: {1e18, Capped}, 1e18: {1e18, Capped},
		1e18 - 1: {1e18 - 1, BudgetSpent}, 1000: {1000, BudgetSpent}, 12: {12, BudgetSpent}, 11: {0, BudgetSpent}, 1: {0, BudgetSpent},
	} {
		res := run.Run(Problem{Oracle: oracle.FromTheta(theta, nil), Budget: budget})
		require.Equal(t, c.end, res.Ended, "budget %d", budget)
		require.Equal(t, c.tau, res.Comparisons, "budget %d", budget)
		require.Equal(t, []int{0, 1, 2}, res.Undecided)
		require.Empty(t, res.Frontier)
		sum := int64(0)
		for _, n := range res.Samples {
			sum += n
		}
		require.Equal(t, 2*c.tau, sum, "each comparison counts for both")
	}
}

// With 10¹⁷ comparisons a pair the duality gap, near 1e-16 each, is worth nats: they are
// taken off, and without converged fits nothing stops.
func TestTheDualityGapIsTakenOff(t *testing.T) {
	g := mustMethod(t, "bt-glr", 4, 1, 0.05, bounds.PaperConstants()).(*BTGLR)
	d, total := bt.NewData(4), 0.0
	for i := range 4 {
		for j := i + 1; j < 4; j++ {
			d.Add(i, j, 1e17, 1e17+int64(j-i)*3e15+int64(i)*7919)
			total += 1e17
		}
	}
	g.data[0] = d
	g.theta[0] = g.fitter.Box(d, boxSize, bt.Order{}, nil).Theta
	order := bt.Order{Top: 1, Under: []int{0}}
	fit := g.fitter.Box(d, boxSize, order, g.theta[0])
	require.Greater(t, fit.Gap*total, 0.5, "there is something to take off")
	kl := make([]float64, 6)
	rise, rounding := d.Rise(g.theta[0], fit.Theta, kl)
	require.Positive(t, rounding)
	s := search{BTGLR: g, count: new(Fits), converged: true}
	require.Equal(t, rise-rounding-fit.Gap*total, s.price(0, order, make([]float64, 6)))
	require.Equal(t, 1, s.count.Count)

	require.True(t, finding{ratio: 5, converged: true}.stops(5))
	require.False(t, finding{ratio: math.Nextafter(5, 0), converged: true}.stops(5))
	s.note(bt.Fit{})
	require.False(t, finding{ratio: 9, converged: s.converged}.stops(5))
	s.note(bt.Fit{Converged: true})
	require.False(t, s.converged, "one failure is remembered")
}

// Gaps of 0 or 1e-8 cannot be told with 10¹⁸ comparisons; nor does the threshold vanish where
// counts pass 2⁵³: every run is capped.
func TestNothingStopsOnRounding(t *testing.T) {
	for _, theta := range [][]float64{{1e-8, 0}, {0, 0}, {0, 0, 0}, {1e-8, 0, 0}, {0, 0, 0, 0}} {
		for _, d := range []int{1, 2} {
			scores := gaps.NewArray[float64](len(theta), d)
			for i, v := range theta {
				scores.Row(i)[0] = v
			}
			run := mustMethod(t, "bt-glr", len(theta), d, 0.05, bounds.PaperConstants())
			for trial := range uint64(10) {
				res := run.Run(Problem{Oracle: oracle.FromTheta(scores, nil), Key: stream.Key{Seed: 9, Trial: trial}})
				require.Equal(t, Capped, res.Ended, "θ = %v, d = %d, trial %d, τ = %d", theta, d, trial, res.Comparisons)
			}
		}
	}
}

// Whole numbers that sum to the total, each within one of its quota while quotas are
// small, at 10¹⁸ still an exact sum.
func TestApportionIsExact(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 2))
	for range 2000 {
		n := 1 + random.IntN(40)
		total := int64(math.Exp(random.Float64() * 41.4))
		quota, share, sum := make([]float64, n), make([]int64, n), 0.0
		for c := range quota {
			quota[c] = math.Exp(8 * random.NormFloat64())
			sum += quota[c]
		}
		for c := range quota {
			quota[c] *= float64(total) / sum
		}
		apportion(total, quota, share)
		got := int64(0)
		for c, s := range share {
			require.GreaterOrEqual(t, s, int64(0))
			got += s
			if total < 1e12 {
				require.Less(t, math.Abs(float64(s)-quota[c]), 1.0)
			}
		}
		require.Equal(t, total, got)
	}
	share := make([]int64, 4)
	apportion(5, []float64{1.25, 1.5, 0.75, 1.5}, share)
	require.Equal(t, []int64{1, 2, 1, 1}, share, "the largest remainder, then the first among equals")
}

func TestNextCheck(t *testing.T) {
	require.Equal(t, int64(21), nextCheck(11, 10, 1e18), "t + N_cell")
	require.Equal(t, int64(180), nextCheck(100, 10, 1e18))
	require.Equal(t, int64(182), nextCheck(101, 10, 1e18), "⌈181.8⌉")
	require.Equal(t, int64(1e18), nextCheck(9e17, 10, 1e18))
}

// The screen on random counts: its score is the smallest of all alternatives, each scored
// by itself, and its alternative is one with that score.
func TestTheScreenFindsTheCheapestAlternative(t *testing.T) {
	src := rand.New(rand.NewPCG(8, 3))
	drops, adds := 0, 0
	for trial := range 150 {
		K, d := 3+src.IntN(5), 2+src.IntN(2)
		g := mustMethod(t, "bt-glr", K, d, 0.05, bounds.PaperConstants()).(*BTGLR)
		g.begin(stream.Key{})
		hat := make([][]float64, d)
		x := gaps.NewArray[float64](K, d)
		for r := range d {
			for at := range g.data[r].N {
				g.data[r].N[at] = 100 + src.Int64N(5000)
				g.data[r].Credit[at] = g.data[r].N[at] * (1 + src.Int64N(3)) / 2
			}
			fit := g.fitter.Box(g.data[r], boxSize, bt.Order{}, nil)
			g.theta[r], hat[r] = fit.Theta, fit.Theta
			for i, v := range fit.Theta {
				x.Row(i)[r] = v
			}
		}
		s := search{BTGLR: g, count: new(Fits), converged: true, frontier: gaps.Frontier(x)}
		got := s.screen()
		l := &literalGLR{K: K, d: d, data: g.data, hat: hat}
		all := l.rivals(s.frontier)
		least := slices.MinFunc(all, func(a, b literalRival) int { return cmp.Compare(a.score, b.score) })
		require.InDelta(t, least.score, got.score, 1e-8*(1+least.score), "trial %d", trial)
		h, price := l.h(), 0.0 // of the alternative that was returned
		if got.order[0].Top == got.order[1].Top && slices.Contains(s.frontier, got.order[0].Top) {
			drops++
			for r, o := range got.order {
				require.Len(t, o.Under, 1)
				price += h(o.Top, o.Under[0], r)
			}
		} else {
			adds++
			var met []int
			for r, o := range got.order {
				for _, p := range o.Under {
					price = max(price, h(o.Top, p, r))
					met = append(met, p)
				}
			}
			slices.Sort(met)
			require.Equal(t, s.frontier, met, "every frontier model is reached on one objective")
		}
		require.InDelta(t, least.score, price, 1e-8*(1+least.score), "trial %d", trial)
	}
	require.Greater(t, min(drops, adds), 15)
}

// Of maps that cost the same to the last bit the first is taken: here that of objective
// 0, the votes on both objectives being the same.
func TestTheFirstOfEqualMapsIsTaken(t *testing.T) {
	g := mustMethod(t, "bt-glr", 2, 2, 0.05, bounds.PaperConstants()).(*BTGLR)
	g.begin(stream.Key{})
	for r := range g.data {
		g.data[r].Add(0, 1, 100, 140)
		g.theta[r] = g.fitter.Box(g.data[r], boxSize, bt.Order{}, nil).Theta
	}
	s := search{BTGLR: g, count: &Fits{}, converged: true, frontier: []int{0}}
	require.Equal(t, []int{0}, s.cheapest(1, 2))
}
