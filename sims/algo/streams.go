package algo

import (
	"slices"

	"vectorborda/bounds"
	"vectorborda/gaps"
	"vectorborda/sims/stream"
)

// streams are the K·d random-opponent streams of VB-EGE and Focal Borda: in phase m
// those of every member are brought to n_m samples.  Sample (i,r) number s always
// comes from lane i·d+r of the problem's key, whatever happens to the other models.
type streams struct {
	schedule *bounds.Schedule

	// Scratch of one run, reused by the next.
	lanes  stream.Lanes
	credit gaps.Array[int64]
	active gaps.Active[int64]
	members,
	accepted []int
}

// run samples phase by phase until judge, which fills in the accepted models, says so.
func (s *streams) run(p Problem, judge func(m int) (over bool)) Result {
	K, d := p.size(s.schedule.Size())
	s.begin(p.Key, K, d)
	res := Result{Samples: make([]int64, K)}
	p.phases(s.schedule, &res, func() int { return len(s.members) * d }, func(m int, n, more int64) bool {
		s.sample(p, more)
		for _, i := range s.members {
			res.Samples[i] = n * int64(d)
		}
		if p.Observer != nil {
			p.Observer.Phase(m, n, s.credit, s.members)
		}
		return judge(m)
	})
	res.Frontier = slices.Sorted(slices.Values(s.accepted))
	if res.Ended != Decided {
		res.Undecided = slices.Clone(s.members)
	}
	return res
}

func (s *streams) begin(key stream.Key, K, d int) {
	s.lanes.Open(key, K*d)
	if s.credit.X == nil {
		s.credit = gaps.NewArray[int64](K, d)
	}
	clear(s.credit.X)
	s.accepted, s.members = s.accepted[:0], append(s.members[:0], everyone(K)...)
}

// sample draws samples n_{m-1}+1 … n_m of every member's streams.
func (s *streams) sample(p Problem, more int64) {
	for _, i := range s.members {
		row := s.credit.Row(i)
		for r := range row {
			reply := p.Oracle.Focal(s.lanes.At(i*len(row)+r), i, r, more)
			row[r] += 2*reply.Wins + reply.Ties
		}
	}
}
