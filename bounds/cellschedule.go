package bounds

import (
	"cmp"
	"math/bits"
)

const balanced = "the balanced schedule"

// mostModels is the largest K whose K(K-1) surely fits an int: 2³¹, or 2¹⁵ where that has
// 32 bits.
const mostModels = 1 << (bits.UintSize/2 - 1)

// NewCellSchedule tabulates the schedule of the balanced designs, in which every
// one of the N_cell = d·K(K-1)/2 cells (a pair i < j on an objective) is brought
// to n'_m comparisons in phase m:
//
//	L'_m = log(C_log·N_cell·m²/δ),  n'_m = ⌈C_samp·L'_m/ε_m²⌉,  r'_m = √(L'_m/(2·n'_m)).
//
// It has the hypotheses of [NewSchedule] with K ≤ 2³¹ (2¹⁵ where int has 32
// bits) and, so that L'_1 is not next to 0, 2δ ≤ C_log·N_cell. Size gives the number of
// pairs in place of K.
func NewCellSchedule(K, d int, delta float64, c Constants) (*Schedule, error) {
	if err := cmp.Or(needRoster(balanced, K, d), needDelta(balanced, delta), c.check(),
		need(K <= mostModels, balanced, "K ≤ 2³¹ (2¹⁵ on 32 bits)", "K = %d", K)); err != nil {
		return nil, err
	}
	pairs := K * (K - 1) / 2
	if err := need(2*delta <= c.Log*float64(pairs)*float64(d), balanced, "2δ ≤ C_log·N_cell",
		"δ = %v, C_log = %v, N_cell = %d", delta, c.Log, pairs*d); err != nil {
		return nil, err
	}
	return tabulate(inputs{pairs, d, delta, c}, startBits, maxBits)
}

// CutOf is the threshold C_thr·r_m for half-credit counts over x ≥ 1 samples in place
// of n_m: a gap of c/(2x) exceeds it if and only if c > CutOf(m, x), where
//
//	CutOf(m, x) = ⌊2·x·C_thr·r_m⌋,
//
// exact, and math.MaxInt64 where that is larger. CutOf(m, n_m) is Cut(m). It is
// computed at every call, in about 30 microseconds.
func (s *Schedule) CutOf(m int, x int64) int64 {
	for b := startBits; b <= maxBits; b *= 2 {
		e, n := newEvaluator(s.in, b), s.row[m-1].n
		if cut, v := e.cut(e.root(e.logConfidence(m), n), n, x); v == decided {
			return cut
		}
	}
	// As for the rows, not expected: a root of a transcendental is no integer.
	panic("bounds: a cut is undecided")
}
