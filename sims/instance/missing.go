package instance

import (
	"fmt"
	"slices"
	"strings"
)

// cell is an unordered pair of models on an objective.
type cell struct{ i, j, r int }

// mostEmpty bounds the empty cells that are looked through one by one.
const mostEmpty = 1_000_000

// missing says how many cells have no decisive vote, nil for none, and what they have in
// common; see cover.  Its time is bounded by the number of rows and mostEmpty.
func (l *Log) missing(voted map[vote]int64) error {
	// In float64, for the product may not fit an int; it is exact where few cells are empty.
	K, d := float64(len(l.Models)), float64(len(l.Objectives))
	cells, filled := K*(K-1)/2*d, 0.0
	for _, n := range voted {
		if n > 0 {
			filled++
		}
	}
	empty := cells - filled
	if empty == 0 {
		return nil
	}
	if filled == 0 {
		return fmt.Errorf("no decisive vote in any of %.0f cells (pairs on an objective): collect votes", cells)
	}
	holes, others := l.empty(voted), ", the only empty one"
	if empty > 1 {
		others = fmt.Sprintf(" and in %.0f more", empty-1)
	}
	return fmt.Errorf("no decisive vote between %q and %q on objective %q%s of %.0f cells (pairs on an objective): %s, or collect votes",
		l.Models[holes[0].i], l.Models[holes[0].j], l.Objectives[holes[0].r], others, cells, l.mend(holes))
}

// mend says what to leave out.
func (l *Log) mend(holes []cell) string {
	parts, left := cover(holes, room{len(l.Models) - 2, len(l.Objectives) - 1})
	names := make([]string, len(parts))
	for n, p := range parts {
		names[n] = fmt.Sprintf("model %q", l.Models[p.n])
		if p.objective {
			names[n] = fmt.Sprintf("objective %q", l.Objectives[p.n])
		}
	}
	if left > 0 {
		return fmt.Sprintf("leave out %s and more, for %d cells have none of these", strings.Join(names, ", "), left)
	}
	return "leave out " + strings.Join(names, ", ")
}

// empty are the first mostEmpty cells without a decisive vote.
func (l *Log) empty(voted map[vote]int64) (all []cell) {
	for i, a := range l.Models {
		for j := i + 1; j < len(l.Models); j++ {
			for r, objective := range l.Objectives {
				if voted[vote{a, l.Models[j], objective}] > 0 {
					continue
				}
				if all = append(all, cell{i, j, r}); len(all) == mostEmpty {
					return all
				}
			}
		}
	}
	return all
}

// part is what can be left out of a log: an objective or a model.
type part struct {
	objective bool
	n         int
}

func (c cell) parts() [3]part { return [3]part{{true, c.r}, {false, c.i}, {false, c.j}} }

// room is how many models and objectives may be left out: two models and an objective
// must stay.
type room struct{ models, objectives int }

// less is the room after a part, false if there is none.
func (o room) less(p part) (room, bool) {
	if p.objective {
		o.objectives--
	} else {
		o.models--
	}
	return o, o.models >= 0 && o.objectives >= 0
}

const (
	coverWork = 20_000_000 // cells looked at for a list that is certainly the shortest
	coverMost = 10         // parts of a list
)

// cover is the shortest list of parts such that every cell has one of them, where
// 3^length·cells is within coverWork; else a list that takes each time the part of most
// cells, at most coverMost, with the number of cells that have none.
func cover(cells []cell, o room) (list []part, left int) {
	for size, work := 1, 3*len(cells); size <= coverMost && work <= coverWork; size, work = size+1, 3*work {
		if list, found := coverOf(cells, size, o); found {
			return list, 0
		}
	}
	for len(cells) > 0 && len(list) < coverMost {
		most, ok := commonest(cells, o)
		if !ok {
			break
		}
		o, _ = o.less(most)
		list, cells = append(list, most), without(cells, most)
	}
	return list, len(cells)
}

// coverOf finds a list of at most size parts: the first cell needs one of its three.
func coverOf(cells []cell, size int, o room) (list []part, found bool) {
	if len(cells) == 0 {
		return nil, true
	}
	if size == 0 {
		return nil, false
	}
	for _, p := range cells[0].parts() {
		if after, ok := o.less(p); ok {
			if rest, found := coverOf(without(cells, p), size-1, after); found {
				return append([]part{p}, rest...), true
			}
		}
	}
	return nil, false
}

// commonest is the part of most cells that there is room to leave out, the first of equals.
func commonest(cells []cell, o room) (best part, ok bool) {
	counts := map[part]int{}
	for _, c := range cells {
		for _, p := range c.parts() {
			counts[p]++
		}
	}
	most := 0
	for _, c := range cells {
		for _, p := range c.parts() {
			if _, fits := o.less(p); fits && counts[p] > most {
				best, most = p, counts[p]
			}
		}
	}
	return best, most > 0
}

func without(cells []cell, p part) (rest []cell) {
	for _, c := range cells {
		if parts := c.parts(); !slices.Contains(parts[:], p) {
			rest = append(rest, c)
		}
	}
	return rest
}
