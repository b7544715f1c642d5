package algo

import (
	"math"
	"slices"

	"vectorborda/sims/bt"
)

// An alternative to the frontier P̂ = P(ϑ̂) is one of
//
//	drop(p, j), p ≠ j in P̂:       ϑ_j ≥ ϑ_p on every objective,
//	add(c, g), c ∉ P̂, g: P̂ → [d]:  ϑ_c ≥ ϑ_p on objective g(p), for every p in P̂,
//
// so on each objective it asks that one model be at least as good as some others.
type alternative struct {
	order []bt.Order // by objective
	score float64    // h of the screen
}

// rival is an alternative after its refit.
type rival struct {
	ratio float64
	kl    []float64 // by cell
}

// search is the search of one check.
type search struct {
	*BTGLR
	count     *Fits
	converged bool
	frontier  []int
}

func (s *search) note(fit bt.Fit) {
	s.count.note(fit)
	s.converged = s.converged && fit.Converged
}

// nearest is the alternative with the smallest ratio: of all of them where they are few,
// else Ψ = min(h_scr, G) of the one that the screen puts first.
func (s *search) nearest() rival {
	if maps, few := s.maps(); few {
		return s.enumerate(maps)
	}
	first := s.screen()
	found := s.refit(first.order)
	found.ratio = min(first.score, found.ratio)
	return found
}

// maps is d^|P̂|, and whether all alternatives are tried.
func (s *search) maps() (maps int, few bool) {
	maps = 1
	for range s.frontier {
		if maps *= s.d; maps > fewMaps {
			return 0, false
		}
	}
	return maps, s.K <= fewModels
}

// screen scores all alternatives to second order, with
//
//	h_{ab,r} = ((ϑ̂_b - ϑ̂_a)₊)² / (2·(e_a-e_b)ᵀ I_r⁺ (e_a-e_b)),
//
// the price of lifting a to b: a drop costs Σ_r h_{jp,r}, an addition max_p min_r h_{cp,r}, with
// g(p) the cheapest objective.  The first of the cheapest is taken.
func (s *search) screen() alternative {
	resistance := make([][]float64, s.d)
	for r, d := range s.data {
		resistance[r] = d.Resistance(s.theta[r])
	}
	h := func(a, b, r int) float64 {
		ahead := max(0, s.theta[r][b]-s.theta[r][a])
		return ahead * ahead / (2 * resistance[r][a*s.K+b])
	}
	best := alternative{score: math.Inf(1)}
	for _, p := range s.frontier {
		for _, j := range s.frontier {
			if j == p {
				continue
			}
			score := 0.0
			for r := range s.d {
				score += h(j, p, r)
			}
			if score < best.score {
				best = alternative{s.drop(p, j), score}
			}
		}
	}
	for _, c := range s.dominated() {
		cheapest, score := make([]int, len(s.frontier)), 0.0
		for at, p := range s.frontier {
			for r := range s.d {
				if h(c, p, r) < h(c, p, cheapest[at]) {
					cheapest[at] = r
				}
			}
			score = max(score, h(c, p, cheapest[at]))
		}
		if score < best.score {
			best = alternative{s.add(c, cheapest), score}
		}
	}
	return best
}

func (s *search) dominated() (rest []int) {
	for i := range s.K {
		if !slices.Contains(s.frontier, i) {
			rest = append(rest, i)
		}
	}
	return rest
}

func (s *search) drop(p, j int) []bt.Order {
	return slices.Repeat([]bt.Order{{Top: j, Under: []int{p}}}, s.d)
}

func (s *search) add(c int, g []int) []bt.Order {
	order := make([]bt.Order, s.d)
	for r := range order {
		order[r].Top = c
	}
	for at, p := range s.frontier {
		order[g[at]].Under = append(order[g[at]].Under, p)
	}
	return order
}

// refit maximises the likelihood under an alternative, objective by objective, and sums
//
//	G = Σ_r [f(ϑ̃_r) - gap_r - f(ϑ̂_r) - rounding_r]⁺
//
// in nats, with gap_r the duality gap of the constrained fit and rounding_r the bound on that
// of the difference: what the refit has not reached, or float64 cannot tell, is not counted.
func (s *search) refit(order []bt.Order) rival {
	out := rival{kl: make([]float64, len(s.weight))}
	for r := range order {
		out.ratio += s.price(r, order[r], out.kl)
	}
	return out
}

// price is the term of one objective; it fills in κ of its cells.
func (s *search) price(r int, order bt.Order, kl []float64) float64 {
	theta, pairs := s.theta[r], len(s.data[r].N)
	if !slices.ContainsFunc(order.Under, func(p int) bool { return theta[p] > theta[order.Top] }) {
		return 0 // ϑ̂ satisfies it
	}
	fit := s.fitter.Box(s.data[r], boxSize, order, theta)
	s.note(fit)
	total := 0.0
	for _, n := range s.data[r].N {
		total += float64(n)
	}
	rise, rounding := s.data[r].Rise(theta, fit.Theta, kl[r*pairs:(r+1)*pairs])
	return max(0, rise-rounding-total*fit.Gap)
}

// enumerate refits every alternative.  The refit of an addition on an objective depends
// on the set of models that the candidate must reach there, so each set is fitted once.
func (s *search) enumerate(maps int) rival {
	best := rival{ratio: math.Inf(1)}
	take := func(found rival) {
		if found.ratio < best.ratio {
			best = found
		}
	}
	for _, p := range s.frontier {
		for _, j := range s.frontier {
			if j != p {
				take(s.refit(s.drop(p, j)))
			}
		}
	}
	for _, c := range s.dominated() {
		g := s.cheapest(c, maps)
		take(s.refit(s.add(c, g)))
	}
	return best
}

// cheapest is the map g with the smallest G of add(c, g), the first among equals.
func (s *search) cheapest(c, maps int) []int {
	prices := make([][]float64, s.d) // by objective and set of frontier models
	scratch := make([]float64, len(s.weight))
	for r := range prices {
		for set := range 1 << len(s.frontier) {
			order := bt.Order{Top: c}
			for at, p := range s.frontier {
				if set>>at&1 == 1 {
					order.Under = append(order.Under, p)
				}
			}
			prices[r] = append(prices[r], s.price(r, order, scratch))
		}
	}
	least, best := math.Inf(1), make([]int, len(s.frontier))
	g, sets := make([]int, len(s.frontier)), make([]int, s.d)
	for code := range maps {
		clear(sets)
		for at := range g {
			g[at] = code % s.d
			code /= s.d
			sets[g[at]] |= 1 << at
		}
		sum := 0.0
		for r, set := range sets {
			sum += prices[r][set]
		}
		if sum < least {
			least = sum
			copy(best, g)
		}
	}
	return best
}
