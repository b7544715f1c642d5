package bounds

import (
	"cmp"
	"fmt"

	"vectorborda/bounds/enclose"
)

const algorithm1 = "Algorithm 1"

// Schedule is the sampling schedule of Algorithm 1 for phases m = 1, 2, …,
//
//	ε_m = 2^-m,  L_m = log(C_log·K·d·m²/δ),  n_m = ⌈C_samp·L_m/ε_m²⌉,  r_m = √(L_m/(2·n_m)),
//
// with n_0 = 0, as a table made by [NewSchedule] up to the last phase whose n_m
// fits int64. It does not change afterwards: goroutines may share it.
type Schedule struct {
	in  inputs
	row []row
}

type row struct {
	l, r   float64
	n, cut int64
}

// NewSchedule tabulates the schedule. δ and C are taken as the exact values of
// the given floats (0.1 is 0.1000000000000000055…). It needs K ≥ 2, d ≥ 1,
// 0 < δ < 1, finite C_samp, C_thr > 0 and C_log ≥ 1, else the error is a
// [*HypothesisError].
func NewSchedule(K, d int, delta float64, c Constants) (*Schedule, error) {
	if err := cmp.Or(needRoster(algorithm1, K, d), needDelta(algorithm1, delta), c.check()); err != nil {
		return nil, err
	}
	return tabulate(inputs{K, d, delta, c}, startBits, maxBits)
}

// L is L_m = log(C_log·K·d·m²/δ), the nearest float64. Like R and Cut it
// panics for m outside 1…Phases(): N is the one to ask about a phase that may
// not exist.
func (s *Schedule) L(m int) float64 { return s.row[m-1].l }

// R is the radius r_m = √(L_m/(2·n_m)), the nearest float64.
func (s *Schedule) R(m int) float64 { return s.row[m-1].r }

// Cut is the removal threshold C_thr·r_m on counts. A gap of half-credit counts
// c (each count 2·wins + ties over n_m samples, so a gap of means is c/(2·n_m))
// exceeds C_thr·r_m if and only if c > Cut(m), where
//
//	Cut(m) = ⌊2·n_m·C_thr·r_m⌋ = ⌊C_thr·√(2·L_m·n_m)⌋,
//
// exact, and math.MaxInt64 where that is larger, which no int64 exceeds either.
// Counts themselves reach 2·n_m, and sums of two margins 4·n_m: callers need
// n_m below 2^61 to form those in int64.
func (s *Schedule) Cut(m int) int64 { return s.row[m-1].cut }

// N is n_m = ⌈C_samp·L_m·4^m⌉, the samples per model and objective by the end of
// phase m, exact to the unit; n_0 = 0. A negative m, and an n_m above the
// largest int64, is an error.
func (s *Schedule) N(m int) (int64, error) {
	switch {
	case m < 0:
		return 0, fmt.Errorf("n_m of phase m = %d: phases start at 1", m)
	case m == 0:
		return 0, nil
	case m > len(s.row):
		return 0, fmt.Errorf("n_m of phase m = %d does not fit int64 (last that does: m = %d)", m, len(s.row))
	}
	return s.row[m-1].n, nil
}

// Size is the K and d that the schedule was made for.
func (s *Schedule) Size() (K, d int) { return s.in.K, s.in.d }

// Thr is C_thr.
func (s *Schedule) Thr() float64 { return s.in.c.Thr }

// Phases is the last m whose n_m fits int64, 0 if there is none.
func (s *Schedule) Phases() int { return len(s.row) }

type inputs struct {
	K, d  int
	delta float64
	c     Constants
}

// tabulate fills rows until n_m, which grows without limit, leaves int64. An
// undecided row is computed again with twice the bits, up to limit.
func tabulate(in inputs, b, limit enclose.Bits) (*Schedule, error) {
	e := newEvaluator(in, b)
	s := &Schedule{in: in}
	for m := 1; ; m++ {
		r, v := e.row(m)
		for more := 2 * b; v == undecided && more <= limit; more *= 2 {
			r, v = newEvaluator(in, more).row(m)
		}
		switch v {
		case undecided:
			return nil, fmt.Errorf("phase %d: n_m, its cut, L_m or r_m is undecided at %d bits", m, limit)
		case beyond:
			return s, nil
		}
		s.row = append(s.row, r)
	}
}
