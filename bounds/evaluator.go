package bounds

import (
	"math"
	"math/big"

	"vectorborda/bounds/enclose"
)

const (
	// startBits leave more than 40 bits behind the point of a 63-bit n_m, so a second
	// round is rare.
	startBits = enclose.Bits(128)
	// maxBits is where the rounding is given up. It is not expected to be reached:
	// L_m is the logarithm of a rational other than 1, so transcendental, and neither
	// C_samp·L_m·4^m nor C_thr·√(2·L_m·n_m) is an integer, L_m or r_m between two
	// float64s.
	maxBits = enclose.Bits(2048)
)

// verdict says how far the bits carried.
type verdict int

const (
	decided   verdict = iota
	beyond            // certainly above the largest int64
	undecided         // the enclosure is too wide for its rounding
)

// An evaluator encloses rows with ends of so many bits.
type evaluator struct {
	bits            enclose.Bits
	base, samp, thr enclose.Interval // log(C_log·K·d/δ), C_samp, C_thr
}

func newEvaluator(in inputs, b enclose.Bits) *evaluator {
	arg := new(big.Rat).SetFloat64(in.c.Log)
	arg.Mul(arg, big.NewRat(int64(in.K), 1)).Mul(arg, big.NewRat(int64(in.d), 1))
	arg.Quo(arg, new(big.Rat).SetFloat64(in.delta))
	return &evaluator{b, b.Log(arg.Num(), arg.Denom()), b.Float(in.c.Samp), b.Float(in.c.Thr)}
}

// row is phase m, or a verdict other than decided.
func (e *evaluator) row(m int) (row, verdict) {
	l := e.logConfidence(m)
	n, v := integer(e.samp.Mul(l).Scale(2*m), enclose.Interval.Ceil)
	if v != decided {
		return row{}, v
	}
	root := e.root(l, n)
	cut, v := e.cut(root, n, n)
	lm, okL := l.Float64()
	rm, okR := root.Quo(e.bits.Int(n)).Scale(-1).Float64()
	if !okL || !okR {
		v = undecided
	}
	return row{l: lm, r: rm, n: n, cut: cut}, v
}

// logConfidence is L_m = log(C_log·K·d/δ) + 2·log m.
func (e *evaluator) logConfidence(m int) enclose.Interval {
	return e.base.Add(e.bits.Log(big.NewInt(int64(m)), big.NewInt(1)).Scale(1))
}

// root is √(2·L_m·n_m) = 2·n_m·r_m.
func (e *evaluator) root(l enclose.Interval, n int64) enclose.Interval {
	return l.Mul(e.bits.Int(n)).Scale(1).Sqrt()
}

// cut is ⌊2·x·C_thr·r_m⌋, and the largest int64 where it is larger.
func (e *evaluator) cut(root enclose.Interval, n, x int64) (int64, verdict) {
	c, v := integer(e.thr.Mul(root).Mul(e.bits.Int(x)).Quo(e.bits.Int(n)), enclose.Interval.Floor)
	if v == beyond {
		return math.MaxInt64, decided
	}
	return c, v
}

// integer is x > 0, rounded as told.
func integer(x enclose.Interval, round func(enclose.Interval) (*big.Int, bool)) (int64, verdict) {
	if x.Lo.Cmp(big.NewFloat(1<<63)) >= 0 {
		return 0, beyond
	}
	switch n, ok := round(x); {
	case !ok:
		return 0, undecided
	case !n.IsInt64():
		return 0, beyond
	default:
		return n.Int64(), decided
	}
}
