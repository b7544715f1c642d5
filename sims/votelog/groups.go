package votelog

import (
	"cmp"
	"fmt"
	"slices"
)

// poor refuses a retained set that is an answer to another question than was asked: two
// models of many, or one of two groups of like size that never met.  Who is kept by name
// was asked for.
func (v *Votes) poor(index []int, minCell int64) error {
	K := len(v.Models)
	if len(index) == 2 && K > 2 {
		hub := ""
		if at := v.hub(); at >= 0 {
			hub = fmt.Sprintf("; all others met %q alone", v.Models[at])
		}
		return fmt.Errorf("no three of %d models have %d or more votes against each other on each of %d objectives%s: collect votes between others, name fewer objectives, or rank two alone with --keep %q --keep %q",
			K, max(1, minCell), len(v.Objectives), hub, v.Models[index[0]], v.Models[index[1]])
	}
	groups := v.groupsOf()
	own := slices.IndexFunc(groups, func(g []int) bool { return slices.Contains(g, index[0]) })
	for n, g := range groups {
		if n != own && 2*len(g) >= len(groups[own]) {
			return fmt.Errorf("the models fall into groups that never met, such as %s and %s: leave one out with --where, or take that of a model with --keep NAME",
				v.some(groups[own]), v.some(g))
		}
	}
	return nil
}

// hub is the one model that every vote is about, -1 without one.
func (v *Votes) hub() int {
	met := make([]int, len(v.Models))
	pairs := 0
	seen := map[[2]int32]bool{}
	for c, n := range v.cells {
		if pair := [2]int32{c.i, c.j}; n.n() > 0 && !seen[pair] {
			seen[pair] = true
			pairs++
			met[c.i]++
			met[c.j]++
		}
	}
	return slices.Index(met, pairs)
}

// groupsOf are the models that are joined by votes, the largest group first.
func (v *Votes) groupsOf() (groups [][]int) {
	root := make([]int, len(v.Models))
	for i := range root {
		root[i] = i
	}
	find := func(i int) int {
		for root[i] != i {
			root[i] = root[root[i]]
			i = root[i]
		}
		return i
	}
	for c, n := range v.cells {
		if n.n() > 0 {
			root[max(find(int(c.i)), find(int(c.j)))] = min(find(int(c.i)), find(int(c.j)))
		}
	}
	of := map[int]int{}
	for i := range root {
		at, known := of[find(i)]
		if !known {
			at = len(groups)
			of[find(i)] = at
			groups = append(groups, nil)
		}
		groups[at] = append(groups[at], i)
	}
	slices.SortStableFunc(groups, func(a, b []int) int { return cmp.Compare(len(b), len(a)) })
	return groups
}

// some are the first models of a group and their number.
func (v *Votes) some(group []int) string {
	var names []string
	for _, i := range group {
		names = append(names, fmt.Sprintf("%q", v.Models[i]))
	}
	return fmt.Sprintf("%d models (%s)", len(group), listed(names, 3))
}
