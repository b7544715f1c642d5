package votelog

import "slices"

// share are the votes of a model against another in one cluster.
type share struct {
	group, opponent int32
	votes           float64
}

// ballotsOf are the votes of every retained model by objective, sorted by cluster and
// opponent; nil where the votes have no clusters.
func (v *Votes) ballotsOf(r *Retained) [][][]share {
	if v.cluster == nil {
		return nil
	}
	to := map[int32]int32{}
	out := make([][][]share, len(r.index))
	for n, i := range r.index {
		to[int32(i)], out[n] = int32(n), make([][]share, len(v.Objectives))
	}
	for _, b := range v.cluster {
		i, there := to[b.cell.i]
		j, both := to[b.cell.j]
		if there && both {
			out[i][b.cell.r] = append(out[i][b.cell.r], share{b.group, j, 1})
			out[j][b.cell.r] = append(out[j][b.cell.r], share{b.group, i, 1})
		}
	}
	for _, model := range out {
		for r := range model {
			model[r] = joined(model[r])
		}
	}
	return out
}

// joined sorts shares and adds up those of the same cluster and opponent.
func joined(all []share) []share {
	slices.SortFunc(all, func(a, b share) int {
		if a.group != b.group {
			return int(a.group) - int(b.group)
		}
		return int(a.opponent) - int(b.opponent)
	})
	kept := all[:0]
	for _, s := range all {
		if last := len(kept) - 1; last >= 0 && kept[last].group == s.group && kept[last].opponent == s.opponent {
			kept[last].votes += s.votes
		} else {
			kept = append(kept, s)
		}
	}
	return kept
}

// clusters is for votes of which only those of different clusters are independent: the votes of one are taken
// together, whatever their dependence.  They move the statistic within an interval as long
// as their steps together, so they are one value of that step.  Clusters of one vote
// each give what votes without clusters give.
func (t *tests) clusters(i, j, r int) {
	t.s.steps = t.s.steps[:0]
	var touched []int32
	add := func(i, j int, own float64) {
		for _, s := range t.shares[i][r] {
			w := t.w * s.votes / t.n[r][i][s.opponent]
			if int(s.opponent) == j {
				w *= own
			}
			if w == 0 {
				continue
			}
			if t.moves[s.group] == 0 {
				touched = append(touched, s.group)
			}
			t.moves[s.group] += w
		}
	}
	add(i, j, 2)
	if j >= 0 {
		add(j, i, 0)
	}
	for _, g := range touched {
		t.s.steps = append(t.s.steps, step{a: t.moves[g], n: 1})
		t.moves[g] = 0
	}
}
