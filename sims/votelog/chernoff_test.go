package votelog

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
)

// cellsOf makes the statistic Σ w·mean of n votes.
func cellsOf(w []float64, n []int) *statistic {
	s := &statistic{}
	for c := range w {
		s.steps = append(s.steps, step{a: w[c] / float64(n[c]), n: float64(n[c])})
	}
	s.gather(len(w))
	return s
}

// kl is that of two coins.
func kl(p, q float64) float64 {
	sum := 0.0
	if p > 0 {
		sum += p * math.Log(p/q)
	}
	if p < 1 {
		sum += (1 - p) * math.Log((1-p)/(1-q))
	}
	return sum
}

// For one cell the limit μ is where n·kl(x, μ) = -level: never above, and a thousandth of
// x-μ below where the rates are extreme.
func TestLowerLimitOfOneCellIsByKL(t *testing.T) {
	for _, n := range []int{1, 2, 7, 50, 3000, 1e6} {
		for _, part := range []float64{0.01, .3, .5, .9, .999, 1} {
			for _, level := range []float64{-1, -3, -11, -30} {
				x := math.Round(part*float64(n)) / float64(n)
				mu := cellsOf([]float64{1}, []int{n}).lower(x, level, 1)
				if x == 0 {
					require.Zero(t, mu)
					continue
				}
				require.Less(t, mu, x)
				require.GreaterOrEqual(t, float64(n)*kl(x, mu), -level, "n=%d x=%v level=%v: %v", n, x, level, mu)
				next := mu + 1e-3*(x-mu)
				require.LessOrEqual(t, float64(n)*kl(x, next), -level, "n=%d x=%v level=%v: %v is not sharp", n, x, level, mu)
			}
		}
	}
}

// chernoff is min_λ max_q [Σ n·log(1+q(e^{λw/n}-1)) - λx] for two cells, by searching q on a
// grid of the line w₁q₁+w₂q₂ = μ and λ by halves.
func chernoff(w []float64, n []int, x, mu float64) float64 {
	worst := func(lambda float64) (value, slope float64) {
		value = math.Inf(-1)
		for g := range 2001 {
			q := float64(g) / 2000
			p := []float64{q, (mu - w[0]*q) / w[1]}
			if p[1] < 0 || p[1] > 1 {
				continue
			}
			sum, tilted := -lambda*x, -x
			for c := range w {
				m := float64(n[c])
				grown := math.Expm1(lambda * w[c] / m)
				sum += m * math.Log1p(p[c]*grown)
				tilted += w[c] * p[c] * (1 + grown) / (1 + p[c]*grown)
			}
			if sum > value {
				value, slope = sum, tilted
			}
		}
		return value, slope
	}
	lo, hi, best := 0.0, 400*float64(min(n[0], n[1])), 0.0
	for range 40 {
		lambda := (lo + hi) / 2
		value, slope := worst(lambda)
		best = min(best, value)
		if slope < 0 {
			lo = lambda
		} else {
			hi = lambda
		}
	}
	return best
}

// The limit is where the bound at the worst rates, found by brute force, reaches the level:
// a thousandth below it holds, a hundredth above it does not.
func TestLowerLimitOfTwoCellsIsAtTheWorstRates(t *testing.T) {
	for _, c := range []struct {
		w []float64
		n []int
	}{{[]float64{.5, .5}, []int{1, 40}}, {[]float64{.5, .5}, []int{3, 3}}, {[]float64{1, .25}, []int{200, 2}}, {[]float64{.3, .7}, []int{9, 30}}} {
		for _, part := range []float64{.4, .8, .97} {
			for _, level := range []float64{-1.5, -5, -12} {
				x := part * (c.w[0] + c.w[1])
				mu := cellsOf(c.w, c.n).lower(x, level, 2)
				if mu > 1e-3 {
					require.LessOrEqual(t, chernoff(c.w, c.n, x, mu-1e-3), level, "%v part %v level %v: %v is not safe", c, part, level, mu)
				}
				require.GreaterOrEqual(t, chernoff(c.w, c.n, x, mu+1e-2), level, "%v part %v level %v: %v is not sharp", c, part, level, mu)
			}
		}
	}
}

func binomialPMF(t *testing.T, k, n int64, p float64) float64 {
	log, err := bounds.LogBinomialPMF(k, n, p)
	require.NoError(t, err)
	return math.Exp(log)
}

// mostWrong is the largest P(limit > E[S]) by enumeration of all outcomes, for rates on a grid.
func mostWrong(t *testing.T, w []float64, n []int, limit func(x float64) float64) (most float64) {
	const grid = 16
	outcomes := [][]int{{}}
	for _, m := range n {
		var longer [][]int
		for _, o := range outcomes {
			for k := range m + 1 {
				longer = append(longer, append(append([]int{}, o...), k))
			}
		}
		outcomes = longer
	}
	limits := make([]float64, len(outcomes))
	for at, o := range outcomes {
		x := 0.0
		for c, k := range o {
			x += w[c] * float64(k) / float64(n[c])
		}
		limits[at] = limit(x)
	}
	rates := make([]int, len(n))
	for {
		mean, wrong := 0.0, 0.0
		for c, q := range rates {
			mean += w[c] * float64(q) / grid
		}
		for at, o := range outcomes {
			if limits[at] > mean {
				p := 1.0
				for c, k := range o {
					p *= binomialPMF(t, int64(k), int64(n[c]), float64(rates[c])/grid)
				}
				wrong += p
			}
		}
		most = max(most, wrong)
		c := 0
		for ; c < len(rates) && rates[c] == grid; c++ {
			rates[c] = 0
		}
		if c == len(rates) {
			return most
		}
		rates[c]++
	}
}

// Over all outcomes and a grid of rates the limit is wrong with probability at most e^level.
// With half the exponent, or with steps of half the size, as if the own votes of a pair counted
// once, it is wrong more often.
func TestLowerLimitIsWrongWithItsProbability(t *testing.T) {
	for _, c := range []struct {
		w []float64
		n []int
	}{{[]float64{1}, []int{12}}, {[]float64{1}, []int{1}}, {[]float64{.5, .5}, []int{1, 9}}, {[]float64{.5, .5, 1}, []int{2, 3, 4}}, {[]float64{2}, []int{20}}} {
		s := cellsOf(c.w, c.n)
		for _, level := range []float64{-1, -2, -4} {
			p := mostWrong(t, c.w, c.n, func(x float64) float64 { return s.lower(x, level, 2) })
			require.LessOrEqual(t, p, math.Exp(level), "%v level %v", c, level)
			if level == -4 && c.n[0] > 1 {
				p := mostWrong(t, c.w, c.n, func(x float64) float64 { return s.lower(x, level/2, 2) })
				require.Greater(t, p, math.Exp(level), "%v: half the exponent", c)
				p = mostWrong(t, c.w, c.n, func(x float64) float64 { return x - math.Sqrt(-level*s.spread/4/2) })
				require.Greater(t, p, math.Exp(level), "%v: own votes once", c)
			}
		}
	}
}

func TestLowerLimitIsNeverBelowHoeffdingsAndFallsWithTheLevel(t *testing.T) {
	for _, c := range []struct {
		w []float64
		n []int
	}{{[]float64{.5, .5}, []int{1, 1e6}}, {[]float64{.25, .75}, []int{20, 30}}, {[]float64{1, 1}, []int{1, 2}}} {
		s := cellsOf(c.w, c.n)
		for part := range 41 {
			x, last := s.extent*float64(part)/40, 2.0
			for level := -1.0; level > -60; level *= 1.7 {
				mu := s.lower(x, level, 2)
				require.GreaterOrEqual(t, mu, x-4*s.least-math.Sqrt(-level*s.spread/2))
				// The search stops a millionth of x-μ early.
				require.LessOrEqual(t, mu, last+1e-6*(x-mu))
				last = mu
			}
		}
	}
}
