package bt

import (
	"fmt"
	"slices"
)

// Data are the comparisons of one objective, by unordered pair: the pair i < j is
// at Place(i, j), row by row.
type Data struct {
	K         int
	N, Credit []int64 // N_ij, and 2·wins of i + ties
}

// NewData are no comparisons of K models.
func NewData(K int) Data {
	pairs := K * (K - 1) / 2
	return Data{K: K, N: make([]int64, pairs), Credit: make([]int64, pairs)}
}

// Votes are comparisons of K models without ties: won(i, j) those that i won against j.
func Votes(K int, won func(i, j int) int64) Data {
	d := NewData(K)
	for i := range K {
		for j := range i {
			w, l := won(i, j), won(j, i)
			d.Add(i, j, w+l, 2*w)
		}
	}
	return d
}

// Total is T, the number of comparisons.
func (d Data) Total() (T int64) {
	for _, n := range d.N {
		T += n
	}
	return T
}

// Place is where the pair i < j stands.
func (d Data) Place(i, j int) int { return i*(2*d.K-i-1)/2 + j - i - 1 }

// Add records n comparisons of i with j in which i had credit = 2·wins + ties.
// Which of the two is named first makes no difference.
func (d Data) Add(i, j int, n, credit int64) {
	if i == j || credit < 0 || credit > 2*n {
		panic(fmt.Sprintf("bt: models %d and %d, %d comparisons, half-credits %d", i, j, n, credit))
	}
	if i > j {
		i, j, credit = j, i, 2*n-credit
	}
	d.N[d.Place(i, j)] += n
	d.Credit[d.Place(i, j)] += credit
}

// totals are T and W_i.  Sums are exact; each is rounded once.
func (d Data) totals(wins []float64) (T float64) {
	if len(wins) != d.K {
		panic(fmt.Sprintf("bt: data of %d models for a fitter of %d", d.K, len(wins)))
	}
	credits, at := make([]int64, d.K), 0
	for i := range d.K {
		for j := i + 1; j < d.K; j++ {
			credits[i] += d.Credit[at]
			credits[j] += 2*d.N[at] - d.Credit[at]
			at++
		}
		wins[i] = float64(credits[i]) / 2
	}
	return float64(d.Total())
}

// balanced reports that every pair has the same number of comparisons, so that
// the wins W_i are sufficient and models can be put in any order.
func (d Data) balanced() bool {
	return !slices.ContainsFunc(d.N, func(n int64) bool { return n != d.N[0] })
}

// Apart are the models that no chain of comparisons joins to model 0, ascending;
// none if the graph of comparisons is connected.
func (d Data) Apart() []int {
	reached := d.reached(func(i, j int) bool { return d.N[d.Place(min(i, j), max(i, j))] > 0 })
	return places(reached, false)
}

// Above is a set of models, ascending, that won every comparison with the others,
// and none if there is no such set.  With one the likelihood rises for ever as the
// set moves up; without one it has exactly one maximum (Ford 1957).  Parts that were
// never compared are no such set: see Apart.
func (d Data) Above() []int {
	if d.Apart() != nil {
		return nil
	}
	// Followed from model 0: those it beat, those they beat, ….  Whoever is left never
	// lost to any of them.
	if above := places(d.reached(d.scored), false); above != nil {
		return above
	}
	// Followed backwards: whoever is left never scored against the others.
	upwards := d.reached(func(i, j int) bool { return d.scored(j, i) })
	if !slices.Contains(upwards, false) {
		return nil
	}
	return places(upwards, true)
}

// scored reports that i won or tied a comparison with j.
func (d Data) scored(i, j int) bool {
	if i < j {
		return d.Credit[d.Place(i, j)] > 0
	}
	place := d.Place(j, i)
	return 2*d.N[place] > d.Credit[place]
}

// reached tells for each model whether a path of edges from model 0 leads to it.
func (d Data) reached(edge func(i, j int) bool) []bool {
	seen, queue := make([]bool, d.K), make([]int, 1, d.K)
	seen[0] = true
	for at := 0; at < len(queue) && len(queue) < d.K; at++ {
		for j := range d.K {
			if !seen[j] && edge(queue[at], j) {
				seen[j] = true
				queue = append(queue, j)
			}
		}
	}
	return seen
}

// places are the models marked so, ascending.
func places(marks []bool, so bool) (all []int) {
	for i, mark := range marks {
		if mark == so {
			all = append(all, i)
		}
	}
	return all
}
