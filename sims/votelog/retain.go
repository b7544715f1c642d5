package votelog

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// Policy says which models are retained.
type Policy struct {
	MinCell int64    // votes that a pair needs on every objective; 0 means 1
	Keep    []string // models that must be retained
	Whole   bool     // all models or an error
}

// Retained are the models that stay: every two of them have MinCell votes on every
// objective.
type Retained struct {
	MinCell    int64
	Candidates int // models with a vote on every objective
	Models     []string
	Dropped    []Left
	Empty      []Share // by objective
	index      []int
}

// Left is a model that was left out, and why.
type Left struct {
	Model     string `json:"model"`
	Objective string `json:"objective"` // the first on which it lacks a vote
	Against   string `json:"against"`   // the first retained model against which it does
	Pairs     int    `json:"pairs"`     // retained models that it did not meet often enough
}

// Share is how many cells of an objective have too few votes, of all models seen.
type Share struct {
	Objective string `json:"objective"`
	Cells     int    `json:"cells"`
	Empty     int    `json:"empty"` // fewer than the least number of votes
}

// mostSteps bounds the search, some ten seconds.
const mostSteps = 5_000_000_000

// mostModels bounds the search's tables, which are square.
const mostModels = 20_000

// Retain finds the largest set of models that is complete; of equals the one with most
// votes within, then the one that comes first by its sorted names (section 7 of the
// paper).  The search is exact; where it would need more than mostSteps steps it is an
// error.
func (v *Votes) Retain(p Policy) (*Retained, error) {
	r, err := v.retain(p)
	if err == nil && len(p.Keep) == 0 {
		err = v.poor(r.index, p.MinCell)
	}
	if err != nil {
		return nil, err
	}
	return r, nil
}

// retain finds the set, also where it answers another question than was asked.
func (v *Votes) retain(p Policy) (*Retained, error) {
	p.MinCell = max(1, p.MinCell)
	if p.Whole && !v.complete(p.MinCell) {
		return nil, v.missing(p.MinCell)
	}
	g, err := v.graph(p.MinCell)
	if err != nil {
		return nil, err
	}
	r := &Retained{MinCell: p.MinCell, Candidates: g.candidates, Empty: v.shares(p.MinCell)}
	if err := v.objectivesThere(); err != nil {
		return nil, err
	}
	keep, err := v.kept(p.Keep, g)
	if err != nil {
		return nil, err
	}
	if r.index, err = g.largest(keep); err != nil {
		return nil, err
	}
	if len(r.index) < 2 {
		return nil, v.nobody(p.MinCell)
	}
	for _, i := range r.index {
		r.Models = append(r.Models, v.Models[i])
	}
	r.Dropped = v.left(r.index, p.MinCell)
	return r, nil
}

// objectivesThere refuses an objective without any vote: nobody could stay.
func (v *Votes) objectivesThere() error {
	for r, n := range v.ByObjective() {
		if n == 0 {
			return fmt.Errorf("no vote on objective %q that counts: name the objectives that have some, --objectives %s", v.Objectives[r], strings.Join(v.voted(), ","))
		}
	}
	return nil
}

// voted are the objectives with a vote.
func (v *Votes) voted() (names []string) {
	for r, n := range v.ByObjective() {
		if n > 0 {
			names = append(names, v.Objectives[r])
		}
	}
	return names
}

// kept are the indices of the models to keep; two that did not meet are an error.
func (v *Votes) kept(names []string, g *graph) (keep []int, err error) {
	for _, name := range names {
		i, there := slices.BinarySearch(v.Models, name)
		if !there {
			return nil, fmt.Errorf("--keep: no model %q: the names are those of the votes that count", name)
		}
		for _, j := range keep {
			if i != j && !g.edge(i, j) {
				return nil, fmt.Errorf("--keep: %q and %q lack votes against each other on some objective: keep one of them", v.Models[j], name)
			}
		}
		if !slices.Contains(keep, i) {
			keep = append(keep, i)
		}
	}
	return keep, nil
}

// nobody says why no two models can stay, and what would help.
func (v *Votes) nobody(minCell int64) error {
	pairs := make([]int, len(v.Objectives))
	for c, n := range v.cells {
		if n.n() >= minCell {
			pairs[c.r]++
		}
	}
	fewest := 0
	for r := range pairs {
		if pairs[r] < pairs[fewest] {
			fewest = r
		}
	}
	return fmt.Errorf("no two of %d models have %d or more votes on each of %d objectives; the poorest is %q, with %d pairs: name fewer objectives",
		len(v.Models), minCell, len(v.Objectives), v.Objectives[fewest], pairs[fewest])
}

// shares count the empty cells by objective.
func (v *Votes) shares(minCell int64) []Share {
	K := len(v.Models)
	out := make([]Share, len(v.Objectives))
	for r, name := range v.Objectives {
		out[r] = Share{name, K * (K - 1) / 2, K * (K - 1) / 2}
	}
	for c, n := range v.cells {
		if n.n() >= minCell {
			out[c.r].Empty--
		}
	}
	return out
}

// left says for every model that is not retained what it lacks.
func (v *Votes) left(index []int, minCell int64) (out []Left) {
	enough := func(i, j, r int) bool {
		return v.cells[cell{int32(min(i, j)), int32(max(i, j)), int32(r)}].n() >= minCell
	}
	for i, name := range v.Models {
		if slices.Contains(index, i) {
			continue
		}
		l := Left{Model: name}
		for _, j := range index {
			lacks := false
			for r := range v.Objectives {
				if !enough(i, j, r) {
					if l.Objective == "" {
						l.Objective, l.Against = v.Objectives[r], v.Models[j]
					}
					lacks = true
				}
			}
			if lacks {
				l.Pairs++
			}
		}
		out = append(out, l)
	}
	return out
}

// Log are the votes among the retained models.
func (v *Votes) Log(r *Retained) (*Log, error) {
	K, d := len(r.index), len(v.Objectives)
	if int64(K)*int64(K) > int64(mostCounts/d) {
		return nil, fmt.Errorf("%d models on %d objectives are more than %d counts: leave out models or objectives", K, d, mostCounts)
	}
	to := make(map[int32]int, K)
	l := &Log{Objectives: v.Objectives, half: v.half, wins: make([]int64, K*K*d)}
	for n, i := range r.index {
		to[int32(i)] = n
		l.Models = append(l.Models, v.Models[i])
	}
	if v.half {
		l.ties = make([]int64, K*K*d)
	}
	for c, n := range v.cells {
		i, there := to[c.i]
		j, both := to[c.j]
		if !there || !both {
			continue
		}
		at, mirrored := l.at(i, j, int(c.r)), l.at(j, i, int(c.r))
		l.wins[at], l.wins[mirrored] = n.wonI, n.wonJ
		if v.half {
			l.ties[at], l.ties[mirrored] = n.tied, n.tied
		}
		l.Votes += n.n()
		l.HalfCredit += n.tied
	}
	l.Ties, l.Dropped = v.Dropped[IsTie]+v.Dropped[IsBothBad], v.Dropped
	return l, nil
}

// mostCounts bounds the counts of a log in memory, to half a gigabyte.
const mostCounts = 1 << 26

// All is the log of all models, complete or not: it has counts, but Borda scores only
// where it is complete.
func (v *Votes) All() (*Log, error) {
	r := &Retained{}
	for i := range v.Models {
		r.index = append(r.index, i)
	}
	return v.Log(r)
}

// graph joins two models that have enough votes on every objective.
type graph struct {
	K, words   int
	rows       []uint64 // adjacency, K rows of words
	weight     map[[2]int]int64
	dense      []int64 // weight by i·K+j, nil for many models
	candidates int
	steps      int64 // models looked at, and
	limit      int64 // how many may be
}

func (g *graph) row(i int) []uint64 { return g.rows[i*g.words : (i+1)*g.words] }

func (g *graph) edge(i, j int) bool { return g.row(i)[j/64]>>(j%64)&1 == 1 }

func (v *Votes) graph(minCell int64) (*graph, error) {
	K, d := len(v.Models), len(v.Objectives)
	if K > mostModels {
		return nil, fmt.Errorf("%d models: at most %d can be searched for the largest complete set: filter the rows", K, mostModels)
	}
	g := &graph{K: K, words: (K + 63) / 64, weight: map[[2]int]int64{}, limit: mostSteps}
	g.rows = make([]uint64, K*g.words)
	full := map[[2]int]int{}
	on := make(map[[2]int]bool, K*d)
	for c, n := range v.cells {
		pair := [2]int{int(c.i), int(c.j)}
		g.weight[pair] += n.n()
		if n.n() > 0 {
			on[[2]int{pair[0], int(c.r)}], on[[2]int{pair[1], int(c.r)}] = true, true
		}
		if n.n() >= minCell {
			full[pair]++
		}
	}
	for pair, k := range full {
		if k == d {
			g.row(pair[0])[pair[1]/64] |= 1 << (pair[1] % 64)
			g.row(pair[1])[pair[0]/64] |= 1 << (pair[0] % 64)
		}
	}
	if K <= mostDense {
		g.dense = make([]int64, K*K)
		for pair, n := range g.weight {
			g.dense[pair[0]*K+pair[1]], g.dense[pair[1]*K+pair[0]] = n, n
		}
	}
	for i := range K {
		all := true
		for r := range d {
			all = all && on[[2]int{i, r}]
		}
		if all {
			g.candidates++
		}
	}
	return g, nil
}

// largest is the retained set that contains keep.
func (g *graph) largest(keep []int) ([]int, error) {
	among := make([]uint64, g.words)
	for i := range g.K {
		among[i/64] |= 1 << (i % 64)
	}
	for _, k := range keep {
		for w := range among {
			among[w] &= g.row(k)[w]
		}
	}
	size, err := g.size(among)
	if err != nil {
		return nil, err
	}
	g.prune(among, size)
	best, err := g.heaviest(among, keep, size)
	if err != nil {
		return nil, err
	}
	best = append(best, keep...)
	slices.Sort(best)
	return best, nil
}

// prune takes out those who have too few neighbours for a set of the size.
func (g *graph) prune(among []uint64, size int) {
	for changed := true; changed; {
		changed = false
		members(among, func(v int) {
			n := 0
			for w, x := range g.row(v) {
				n += bits.OnesCount64(x & among[w])
			}
			if n < size-1 {
				among[v/64] &^= 1 << (v % 64)
				changed = true
			}
		})
	}
}

// step counts models that are looked at.
func (g *graph) step(n int) error {
	if g.steps += int64(n); g.steps > g.limit {
		return fmt.Errorf("the largest complete set of %d models was not found in %.0e steps, since too many are nearly as large: name models with --keep, or change --min-cell", g.K, float64(g.limit))
	}
	return nil
}

// colours splits a set into classes without edges inside, in the order of the models:
// a complete set has at most one of each.
func (g *graph) colours(set []uint64) (order, colour []int) {
	rest, class := slices.Clone(set), make([]uint64, g.words)
	for c := 1; !empty(rest); c++ {
		copy(class, rest)
		for !empty(class) {
			v := first(class)
			class[v/64] &^= 1 << (v % 64)
			rest[v/64] &^= 1 << (v % 64)
			for w, x := range g.row(v) {
				class[w] &^= x
			}
			order, colour = append(order, v), append(colour, c)
		}
	}
	return order, colour
}

// size is the number of models of a largest complete set, by branch and bound with
// colours.
func (g *graph) size(among []uint64) (int, error) {
	best := 0
	var search func(set []uint64, have int) error
	search = func(set []uint64, have int) error {
		best = max(best, have)
		set = slices.Clone(set)
		order, colour := g.colours(set)
		if err := g.step(8 * (1 + len(order)) * g.words); err != nil {
			return err
		}
		for n := len(order) - 1; n >= 0; n-- {
			if have+colour[n] <= best {
				return nil
			}
			v := order[n]
			if err := search(intersect(set, g.row(v)), have+1); err != nil {
				return err
			}
			set[v/64] &^= 1 << (v % 64)
		}
		return nil
	}
	err := search(among, 0)
	return best, err
}

// heaviest is the complete set of the given size with most votes within, together with
// keep.  Sets come in the order of their names, so the first of equals stays.
func (g *graph) heaviest(among []uint64, keep []int, size int) (best []int, err error) {
	most := int64(-1)
	gain := make([]int64, g.K) // votes of a model with those chosen
	for i := range g.K {
		for _, k := range keep {
			gain[i] += g.votes(i, k)
		}
	}
	var chosen []int
	var search func(set []uint64, weight int64) error
	search = func(set []uint64, weight int64) error {
		left := size - len(chosen)
		if left == 0 {
			if weight > most {
				most, best = weight, slices.Clone(chosen)
			}
			return nil
		}
		set = slices.Clone(set)
		for !empty(set) {
			hope, steps := g.promising(set, gain, left, weight, most)
			if err := g.step(steps); err != nil || !hope {
				return err
			}
			v := first(set)
			set[v/64] &^= 1 << (v % 64)
			next := intersect(set, g.row(v))
			chosen = append(chosen, v)
			members(next, func(u int) { gain[u] += g.votes(u, v) })
			err := search(next, weight+gain[v])
			members(next, func(u int) { gain[u] -= g.votes(u, v) })
			chosen = chosen[:len(chosen)-1]
			if err != nil {
				return err
			}
		}
		return nil
	}
	err = search(among, 0)
	return best, err
}

// promising tells whether a set may hold left more models of more votes than most, and how
// many models it looked at.  A model brings its gain and half its votes with the others that
// are chosen, at most the left-1 largest; a complete set has one model of a colour.
func (g *graph) promising(set []uint64, gain []int64, left int, weight, most int64) (hope bool, steps int) {
	order, colour := g.colours(set)
	steps = 1 + g.words + len(order)*g.words
	if len(order) == 0 || colour[len(colour)-1] < left {
		return false, steps
	}
	if most < 0 {
		return true, steps
	}
	bound := make([]int64, colour[len(colour)-1]) // twice what the best of a colour brings
	byColour := make([]int64, len(bound))
	for n, v := range order {
		clear(byColour)
		row := g.row(v)
		for m, u := range order {
			if row[u/64]>>(u%64)&1 == 1 {
				byColour[colour[m]-1] = max(byColour[colour[m]-1], g.votes(u, v))
			}
		}
		bound[colour[n]-1] = max(bound[colour[n]-1], 2*gain[v]+largestSum(byColour, left-1))
	}
	return 2*weight+largestSum(bound, left) > 2*most, steps + len(order)*(3*len(order)+8*len(bound))
}

// largestSum is the sum of the n largest; the slice is reordered.
func largestSum(x []int64, n int) (sum int64) {
	slices.SortFunc(x, func(a, b int64) int { return int(min(1, max(-1, b-a))) })
	for _, y := range x[:min(n, len(x))] {
		sum += y
	}
	return sum
}

func (g *graph) votes(i, j int) int64 {
	if g.dense != nil {
		return g.dense[i*g.K+j]
	}
	return g.weight[[2]int{min(i, j), max(i, j)}]
}

// mostDense bounds the models whose weights are kept in a square, of 32 MB.
const mostDense = 2000

func intersect(a, b []uint64) []uint64 {
	out := make([]uint64, len(a))
	for w := range a {
		out[w] = a[w] & b[w]
	}
	return out
}

func empty(set []uint64) bool {
	for _, w := range set {
		if w != 0 {
			return false
		}
	}
	return true
}

func first(set []uint64) int {
	for n, w := range set {
		if w != 0 {
			return n*64 + bits.TrailingZeros64(w)
		}
	}
	return -1
}

func members(set []uint64, f func(int)) {
	for n, w := range set {
		for ; w != 0; w &= w - 1 {
			f(n*64 + bits.TrailingZeros64(w))
		}
	}
}
