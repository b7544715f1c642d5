package algo

import (
	"fmt"

	"vectorborda/bounds"
	"vectorborda/sims/oracle"
	"vectorborda/sims/stream"
)

// cells are the d·K(K-1)/2 unordered cells (i < j, r) of a balanced design: in
// phase m each is brought to n'_m comparisons.  Cell number c = r·K(K-1)/2 + (pair's
// place) always takes its votes from lane c of the problem's key.
type cells struct {
	schedule *bounds.Schedule // of NewCellSchedule
	K, d     int
	roster   []int
	lanes    stream.Lanes
	credit   []int64 // 2·wins + ties of i against j by cell
}

func newCells(K, d int, delta float64, c bounds.Constants) (*cells, error) {
	schedule, err := bounds.NewCellSchedule(K, d, delta, c)
	if err != nil {
		return nil, err
	}
	n, err := countCells(K, d)
	if err != nil {
		return nil, err
	}
	return &cells{schedule: schedule, K: K, d: d, roster: everyone(K), credit: make([]int64, n)}, nil
}

// mostCells bounds N_cell: a cell's stream needs about 300 bytes.
const mostCells = 1 << 21

// countCells is N_cell = d·K(K-1)/2 if that fits memory.
func countCells(K, d int) (int, error) {
	if K > mostCells || d > mostCells || int64(K)*int64(K-1)/2 > int64(mostCells/d) {
		return 0, fmt.Errorf("K = %d, d = %d: more than %d cells of a pair and an objective are too many for memory: give fewer models or objectives", K, d, mostCells)
	}
	return d * K * (K - 1) / 2, nil
}

// run samples phase by phase until stop, which fills in the frontier, says so.
func (b *cells) run(p Problem, stop func(m int, n int64, res *Result) (over bool)) Result {
	p.size(b.K, b.d)
	pairs := p.pairwise()
	b.lanes.Open(p.Key, len(b.credit))
	clear(b.credit)
	res := Result{Samples: make([]int64, b.K)}
	p.phases(b.schedule, &res, func() int { return len(b.credit) }, func(m int, n, more int64) bool {
		b.sample(pairs, more)
		for i := range res.Samples {
			res.Samples[i] = n * int64(b.d) * int64(b.K-1)
		}
		return stop(m, n, &res)
	})
	if res.Ended != Decided {
		res.Undecided = everyone(b.K)
	}
	return res
}

func (b *cells) sample(pairs oracle.Pairwise, more int64) {
	c := 0
	for r := range b.d {
		for i := range b.K {
			for j := i + 1; j < b.K; j++ {
				reply := pairs.Pair(b.lanes.At(c), i, j, r, more)
				b.credit[c] += 2*reply.Wins + reply.Ties
				c++
			}
		}
	}
}

// rows sums half-credits up by model: credit_i = Σ_j (2·W_ij + U_ij) on objective r,
// each cell holding n comparisons.
func (b *cells) rows(r int, n int64, credit []int64) {
	clear(credit)
	c := r * b.K * (b.K - 1) / 2
	for i := range b.K {
		for j := i + 1; j < b.K; j++ {
			credit[i] += b.credit[c]
			credit[j] += 2*n - b.credit[c]
			c++
		}
	}
}
