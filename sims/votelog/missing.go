package votelog

import (
	"fmt"
	"slices"
	"strings"
)

// mostEmpty bounds the empty cells that are looked through one by one.
const mostEmpty = 1_000_000

// missing says how many cells have too few votes and what they have in common; see cover.
// Its time is bounded by the number of rows and mostEmpty.
func (v *Votes) missing(minCell int64) error {
	cells, filled := v.filled(minCell)
	vote := "decisive vote"
	switch {
	case v.half:
		vote = "vote"
	case minCell > 1:
		vote = fmt.Sprintf("%d decisive votes", minCell)
	}
	empty := cells - filled
	if filled == 0 {
		return fmt.Errorf("no %s in any of %.0f cells (pairs on an objective): collect votes", vote, cells)
	}
	holes, others := v.empty(minCell), ", the only empty one"
	if empty > 1 {
		others = fmt.Sprintf(" and in %.0f more", empty-1)
	}
	first := holes[0]
	return fmt.Errorf("no %s between %q and %q on objective %q%s of %.0f cells (pairs on an objective): %s, take the largest complete set with --retain, or collect votes",
		vote, v.Models[first.i], v.Models[first.j], v.Objectives[first.r], others, cells, v.mend(holes))
}

// filled are all cells and those with enough votes, in float64, for the product may not fit
// an int; the difference is exact where few cells are empty.
func (v *Votes) filled(minCell int64) (cells, filled float64) {
	K, d := float64(len(v.Models)), float64(len(v.Objectives))
	for _, n := range v.cells {
		if n.n() >= minCell {
			filled++
		}
	}
	return K * (K - 1) / 2 * d, filled
}

// complete tells whether every cell has enough votes.
func (v *Votes) complete(minCell int64) bool {
	cells, filled := v.filled(minCell)
	return filled == cells && len(v.Models) > 1
}

// mend says what to leave out.
func (v *Votes) mend(holes []cell) string {
	parts, left := cover(holes, room{len(v.Models) - 2, len(v.Objectives) - 1})
	names := make([]string, len(parts))
	for n, p := range parts {
		if p.objective {
			names[n] = fmt.Sprintf("objective %q", v.Objectives[p.n])
			continue
		}
		names[n] = fmt.Sprintf("model %q", v.Models[p.n])
	}
	if left > 0 {
		return fmt.Sprintf("leave out %s and more, for %d cells have none of these", strings.Join(names, ", "), left)
	}
	return "leave out " + strings.Join(names, ", ")
}

// empty are the first mostEmpty cells with too few votes.
func (v *Votes) empty(minCell int64) (all []cell) {
	for i := range v.Models {
		for j := i + 1; j < len(v.Models); j++ {
			for r := range v.Objectives {
				c := cell{int32(i), int32(j), int32(r)}
				if v.cells[c].n() >= minCell {
					continue
				}
				if all = append(all, c); len(all) == mostEmpty {
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

func (c cell) parts() [3]part { return [3]part{{true, int(c.r)}, {false, int(c.i)}, {false, int(c.j)}} }

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
