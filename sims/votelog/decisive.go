package votelog

import "maps"

// Decisive are the votes less the ties that count half: what reading gives where ties are
// dropped, but for clusters, which are left out.
func (v *Votes) Decisive() *Votes {
	d := *v
	d.half, d.cluster, d.groups = false, nil, 0
	d.Dropped = maps.Clone(v.Dropped)
	if v.Tied > 0 {
		d.Dropped[IsTie] += v.Tied
	}
	d.Used, d.Tied = v.Used-v.Tied, 0
	d.cells = make(map[cell]tally, len(v.cells))
	for c, n := range v.cells {
		d.Records -= n.tied
		if n.tied = 0; n.n() > 0 {
			d.cells[c] = n
		}
	}
	return &d
}
