package bounds

import (
	"math"
	"math/big"
	"sync"

	"github.com/cockroachdb/apd/v3"
)

const (
	// startDigits leaves 17 digits behind the point of a 19-digit n_m after the
	// four that are given up to rounding, so a second round is rare.
	startDigits = 40
	// maxDigits is where the rounding is given up. It is not expected to be
	// reached: L_m is the logarithm of a rational other than 1, so
	// transcendental, and neither C_samp·L_m·4^m nor C_thr·√(2·L_m·n_m) is an
	// integer. (apd's logarithm gives up by itself near 2,560 digits.)
	maxDigits = 640
)

// verdict says how far the digits carried.
type verdict int

const (
	decided   verdict = iota
	beyond            // certainly above the largest int64
	undecided         // the error bound straddles an integer
)

// An evaluator computes rows in decimal arithmetic of p digits. Each operation
// errs by at most half a unit of the last digit, 5·10^-p relative, and Ln by
// twice that. The logarithm's argument collects five errors, which are absolute
// in L_m ≥ log 2 and so count 1.5-fold; two logarithms, a doubling, a sum and
// at most six operations more, some under a root, keep every result within
// 200·10^-p relative. The evaluator assumes slack = 10^4·10^-p.
type evaluator struct {
	digits          uint32
	ed              apd.ErrDecimal
	base, samp, thr apd.Decimal // log(C_log·K·d/δ), C_samp, C_thr
	below, above    apd.Decimal // 1 ∓ slack
}

func newEvaluator(in inputs, digits uint32) *evaluator {
	e := &evaluator{digits: digits, ed: apd.MakeErrDecimal(apd.BaseContext.WithPrecision(digits))}
	slack := apd.New(1, 4-int32(digits))
	e.ed.Sub(&e.below, apd.New(1, 0), slack)
	e.ed.Add(&e.above, apd.New(1, 0), slack)
	e.samp, e.thr = *e.float(in.c.Samp), *e.float(in.c.Thr)

	arg := e.float(in.c.Log)
	e.ed.Mul(arg, arg, apd.New(int64(in.K), 0))
	e.ed.Mul(arg, arg, apd.New(int64(in.d), 0))
	e.ed.Quo(arg, arg, e.float(in.delta))
	e.ed.Ln(&e.base, arg)
	e.mustBeFine()
	return e
}

// row is phase m, or a verdict other than decided.
func (e *evaluator) row(m int) (row, verdict) {
	l := e.logConfidence(m)
	n, v := e.integer(e.samples(l, m), true)
	if v != decided {
		return row{}, v
	}
	root := e.root(l, n)
	var cut, r apd.Decimal
	e.ed.Mul(&cut, &e.thr, root)
	e.ed.Quo(&r, root, apd.New(n, 0))
	e.ed.Quo(&r, &r, apd.New(2, 0))
	e.mustBeFine()

	c, v := e.integer(&cut, false)
	if v == beyond {
		c, v = math.MaxInt64, decided
	}
	return row{l: nearest(l), r: nearest(&r), n: n, cut: c}, v
}

// logConfidence is L_m = log(C_log·K·d/δ) + 2·log m.
func (e *evaluator) logConfidence(m int) *apd.Decimal {
	var l apd.Decimal
	e.ed.Mul(&l, apd.New(2, 0), logInt(m, e.digits))
	e.ed.Add(&l, &l, &e.base)
	return &l
}

// samples is C_samp·L_m·4^m.
func (e *evaluator) samples(l *apd.Decimal, m int) *apd.Decimal {
	power := apd.NewWithBigInt(new(apd.BigInt).Lsh(apd.NewBigInt(1), 2*uint(m)), 0)
	var x apd.Decimal
	e.ed.Mul(&x, &e.samp, power)
	e.ed.Mul(&x, &x, l)
	return &x
}

// root is √(2·L_m·n_m) = 2·n_m·r_m.
func (e *evaluator) root(l *apd.Decimal, n int64) *apd.Decimal {
	var x apd.Decimal
	e.ed.Mul(&x, l, apd.New(n, 0))
	e.ed.Mul(&x, &x, apd.New(2, 0))
	e.ed.Sqrt(&x, &x)
	return &x
}

// integer is ⌈x⌉ (up) or ⌊x⌋ for x > 0, decided when every number within the
// slack rounds to the same.
func (e *evaluator) integer(x *apd.Decimal, up bool) (int64, verdict) {
	var lo, hi apd.Decimal
	e.ed.Mul(&lo, x, &e.below)
	e.ed.Mul(&hi, x, &e.above)
	e.mustBeFine()
	if lo.Cmp(twoTo63) >= 0 {
		return 0, beyond
	}
	a, b := whole(&lo, up), whole(&hi, up)
	if a.Cmp(b) != 0 {
		return 0, undecided
	}
	n, err := a.Int64()
	if err != nil {
		return 0, beyond
	}
	return n, decided
}

// float is x as a decimal, rounded once. (apd's own SetFloat64 takes the
// shortest decimal that reads back as x, which is another number.)
func (e *evaluator) float(x float64) *apd.Decimal {
	d, _, err := apd.NewFromString(new(big.Float).SetFloat64(x).Text('e', int(e.digits)-1))
	if err != nil {
		panic(err)
	}
	return d
}

// mustBeFine panics on a failed operation: inputs are positive, finite and far
// from the exponent limits ±100,000 of the decimal context, so there is none.
func (e *evaluator) mustBeFine() {
	if err := e.ed.Err(); err != nil {
		panic(err)
	}
}

var twoTo63 = apd.NewWithBigInt(new(apd.BigInt).Lsh(apd.NewBigInt(1), 63), 0)

// whole is the integer part of x > 0, plus 1 if up and x is not an integer.
func whole(x *apd.Decimal, up bool) *apd.Decimal {
	var integ, frac apd.Decimal
	x.Modf(&integ, &frac)
	if up && frac.Sign() > 0 {
		integ.Coeff.Add(&integ.Coeff, apd.NewBigInt(1))
	}
	return &integ
}

// nearest is the float64 nearest to x, which all of its digits decide.
func nearest(x *apd.Decimal) float64 {
	f, err := x.Float64()
	if err != nil {
		panic(err)
	}
	return f
}

// logInt is log m. The phases of any schedule with C_samp ≥ 1 stay in the table.
func logInt(m int, digits uint32) *apd.Decimal {
	if table := logTable(); digits == startDigits && m < len(table) {
		return &table[m]
	}
	return lnInt(m, digits)
}

// logTable is log 1, …, log 32 at startDigits (index 0 is unused), computed at
// the first use: logarithms are nine tenths of the cost of a schedule.
var logTable = sync.OnceValue(func() []apd.Decimal {
	table := make([]apd.Decimal, 33)
	for m := 1; m < len(table); m++ {
		table[m] = *lnInt(m, startDigits)
	}
	return table
})

func lnInt(m int, digits uint32) *apd.Decimal {
	var l apd.Decimal
	if _, err := apd.BaseContext.WithPrecision(digits).Ln(&l, apd.New(int64(m), 0)); err != nil {
		panic(err)
	}
	return &l
}
