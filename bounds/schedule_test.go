package bounds

import (
	"fmt"
	"math"
	"math/big"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"vectorborda/bounds/enclose"
)

// scheduleBits: n_m has at most 63 bits, and the reference insists that no
// candidate for rounding is within 2^-200 of an integer.
const scheduleBits = 512

// refL is log(C_log·K·d·m²/δ).
func refL(in inputs, m int) *big.Float {
	arg := mul(ref(in.c.Log, scheduleBits), refInt(int64(in.K), scheduleBits))
	arg = mul(arg, refInt(int64(in.d), scheduleBits))
	arg = mul(arg, refInt(int64(m)*int64(m), scheduleBits))
	return refLog(quo(arg, ref(in.delta, scheduleBits)))
}

// refFloor is ⌊x⌋ for 0 < x < 2^200 that is certainly no integer.
func refFloor(t require.TestingT, x *big.Float) *big.Int {
	n, _ := x.Int(nil)
	if n.Sign() == 0 && x.Sign() > 0 && x.Cmp(ref(0.5, 53)) < 0 {
		return n
	}
	frac := sub(x, new(big.Float).SetPrec(scheduleBits).SetInt(n))
	require.True(t, frac.Sign() > 0, "integer within the reference's precision")
	require.Greater(t, frac.MantExp(nil), -200)
	require.Greater(t, sub(refInt(1, scheduleBits), frac).MantExp(nil), -200)
	return n
}

// requireRow checks all four columns of phase m against the reference.
func requireRow(t require.TestingT, in inputs, s *Schedule, m int) {
	l := refL(in, m)
	requireRelative(t, s.L(m), l, 0, "L", in, m)

	x := new(big.Float).SetMantExp(mul(ref(in.c.Samp, scheduleBits), l), 2*m)
	n, err := s.N(m)
	require.NoError(t, err)
	want := refFloor(t, x)
	require.Equal(t, want.Add(want, big.NewInt(1)).String(), fmt.Sprint(n), "n_%d of %+v", m, in)

	root := new(big.Float).Sqrt(mul(l, mul(refInt(2, scheduleBits), refInt(n, scheduleBits))))
	requireRelative(t, s.R(m), quo(root, mul(refInt(2, scheduleBits), refInt(n, scheduleBits))), 0, "r", in, m)

	cut, limit := mul(ref(in.c.Thr, scheduleBits), root), refInt(math.MaxInt64, 64)
	want = big.NewInt(math.MaxInt64)
	if cut.Cmp(limit) < 0 {
		want = refFloor(t, cut)
	}
	require.Equal(t, want.String(), fmt.Sprint(s.Cut(m)), "cut of phase %d of %+v", m, in)
}

// requireTable checks every row and that the next n_m leaves int64.
func requireTable(t require.TestingT, in inputs, s *Schedule) {
	for m := 1; m <= s.Phases(); m++ {
		requireRow(t, in, s, m)
	}
	m := s.Phases() + 1
	next := new(big.Float).SetMantExp(mul(ref(in.c.Samp, scheduleBits), refL(in, m)), 2*m)
	require.True(t, next.Cmp(refInt(math.MaxInt64, 64)) > 0,
		"n_%d of %+v fits but is missing", m, in)
	_, err := s.N(m)
	require.Error(t, err)
}

func TestScheduleAgainstReference(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := inputs{
			K:     int(logUniform(1, 30).Draw(t, "K")),
			d:     int(logUniform(0, 20).Draw(t, "d")),
			delta: min(logUniform(-1074, 0).Draw(t, "δ"), 1-0x1p-53),
			c: Constants{
				Samp: logUniform(-10, 20).Draw(t, "Samp"),
				Thr:  logUniform(-10, 20).Draw(t, "Thr"),
				Log:  logUniform(0, 20).Draw(t, "Log"),
			},
		}
		s, err := NewSchedule(in.K, in.d, in.delta, in.c)
		require.NoError(t, err)
		requireTable(t, in, s)
	})
}

func TestScheduleCorners(t *testing.T) {
	paper := PaperConstants()
	for _, tc := range []struct {
		why string
		in  inputs
	}{
		{"smallest problem, δ next to 1: L_1 is near log 8", inputs{2, 1, 1 - 0x1p-53, paper}},
		{"smallest L: C_log = 1", inputs{2, 1, 1 - 0x1p-53, Constants{2, 4, 1}}},
		{"δ = 1e-300", inputs{64, 10, 1e-300, paper}},
		{"smallest positive δ", inputs{64, 10, 5e-324, paper}},
		{"K·d·m² beyond int64", inputs{math.MaxInt >> 23, math.MaxInt >> 23, 0.05, paper}},
		{"largest K and d", inputs{math.MaxInt, math.MaxInt, 0.05, paper}},
		{"fractional constants", inputs{64, 10, 0.05, Constants{0.1, 3.9, 1.7}}},
		{"C_samp below every 4^-m: n_m = 1 for a while, hundreds of phases", inputs{2, 1, 0.5, Constants{1e-60, 4, 4}}},
		{"largest C_log", inputs{2, 1, 5e-324, Constants{2, 4, math.MaxFloat64}}},
		{"C_thr so large that the cut saturates", inputs{2, 1, 0.05, Constants{2, 1e300, 4}}},
		{"C_thr so small that the cut is 0", inputs{2, 1, 0.05, Constants{2, 1e-300, 4}}},
	} {
		t.Run(tc.why, func(t *testing.T) {
			s, err := NewSchedule(tc.in.K, tc.in.d, tc.in.delta, tc.in.c)
			require.NoError(t, err)
			require.Positive(t, s.Phases())
			requireTable(t, tc.in, s)
		})
	}
}

func TestScheduleWithoutAPhase(t *testing.T) {
	s, err := NewSchedule(2, 1, 0.05, Constants{Samp: 1e18, Thr: 4, Log: 4})
	require.NoError(t, err)
	require.Zero(t, s.Phases(), "n_1 = 1e18·log 160·4 does not fit int64")
	n, err := s.N(0)
	require.NoError(t, err)
	require.Zero(t, n)
	_, err = s.N(1)
	require.ErrorContains(t, err, "does not fit int64")
	_, err = s.N(-1)
	require.ErrorContains(t, err, "phases start at 1")
}

func TestSchedulePanicsOutsideTheTable(t *testing.T) {
	s, err := NewSchedule(2, 1, 0.05, PaperConstants())
	require.NoError(t, err)
	for _, m := range []int{-1, 0, s.Phases() + 1} {
		require.Panics(t, func() { s.L(m) })
		require.Panics(t, func() { s.R(m) })
		require.Panics(t, func() { s.Cut(m) })
	}
}

// The values τ = K·d·n_m that the paper's experiments report for runs in which
// all models leave in phase m together.
func TestSchedulePublishedComparisons(t *testing.T) {
	for _, tc := range []struct {
		K, d  int
		delta float64
		m     int
		tau   int64
	}{
		{64, 10, 0.2, 4, 4_007_680},
		{64, 10, 0.1, 4, 4_234_880},
		{64, 10, 0.05, 4, 4_462_080},
		{64, 10, 0.02, 4, 4_762_240},
		{64, 10, 0.01, 4, 4_989_440},
		{64, 10, 0.005, 4, 5_216_640},
		{64, 10, 0.001, 4, 5_744_000},
		{16, 4, 0.05, 4, 370_752},
		{32, 4, 0.05, 4, 786_944},
		{64, 4, 0.05, 4, 1_664_768},
		{64, 2, 0.05, 4, 786_944},
		{64, 10, 0.05, 5, 18_432_000}, // Δ = 0.5
	} {
		s, err := NewSchedule(tc.K, tc.d, tc.delta, PaperConstants())
		require.NoError(t, err)
		n, err := s.N(tc.m)
		require.NoError(t, err)
		require.Equal(t, tc.tau, int64(tc.K*tc.d)*n, "%+v", tc)
	}
}

// Why the table is exact: the float64 formula is one off, for the paper's own
// constants and with counts far below 2^53.
func TestFloatCeilingIsWrong(t *testing.T) {
	plain := func(in inputs, m int) int64 {
		l := math.Log(in.c.Log * float64(in.K) * float64(in.d) * float64(m*m) / in.delta)
		return int64(math.Ceil(in.c.Samp * l * math.Pow(4, float64(m))))
	}
	wrong := 0
	for _, tc := range []struct {
		in   inputs
		m    int
		want int64
	}{
		{inputs{376, 4, 0.05, PaperConstants()}, 19, 9_668_439_004_227},
		{inputs{459, 10, 0.05, PaperConstants()}, 19, 10_281_830_042_333},
		{inputs{262, 10, 0.05, PaperConstants()}, 20, 40_119_905_576_080},
		{inputs{64, 10, 0.05, Constants{1.9795064369388604, 4, 4}}, 4, 6901},
		{inputs{64, 10, 0.05, Constants{1.985817906737796, 4, 4}}, 4, 6923},
	} {
		s, err := NewSchedule(tc.in.K, tc.in.d, tc.in.delta, tc.in.c)
		require.NoError(t, err)
		n, err := s.N(tc.m)
		require.NoError(t, err)
		require.Equal(t, tc.want, n)
		requireRow(t, tc.in, s, tc.m)
		if plain(tc.in, tc.m) != n {
			wrong++
		}
	}
	// All five on amd64; which ones fail depends on the platform's log.
	require.Positive(t, wrong)
}

// Few bits to begin with leave rows undecided; doubling them must end in the same
// table.
func TestScheduleRaisesPrecision(t *testing.T) {
	in := inputs{64, 10, 0.05, PaperConstants()}
	want, err := tabulate(in, startBits, maxBits)
	require.NoError(t, err)
	const few = enclose.Bits(72)
	undecidedRows := 0
	for m := 1; m <= want.Phases(); m++ {
		if _, v := newEvaluator(in, few).row(m); v == undecided {
			undecidedRows++
		}
	}
	require.Positive(t, undecidedRows, "72 bits were enough: this tests nothing")
	got, err := tabulate(in, few, maxBits)
	require.NoError(t, err)
	require.Equal(t, want, got)
	_, err = tabulate(in, few, few)
	require.ErrorContains(t, err, "undecided at 72 bits")
}

// What leaves int64 is beyond it, however little is known of it.
func TestIntegersLeaveInt64(t *testing.T) {
	const b = enclose.Bits(70)
	edge := b.Int(1).Scale(63) // 2⁶³
	below := edge.Sub(b.Int(1).Scale(-1))
	for _, c := range []struct {
		why           string
		x             enclose.Interval
		floor, ceil   int64
		vFloor, vCeil verdict
	}{
		{"just below 2⁶³", below, math.MaxInt64, 0, decided, beyond},
		{"2⁶³", edge, 0, 0, beyond, beyond},
		{"somewhere above 2⁶³", enclose.Interval{Lo: edge.Lo, Hi: edge.Scale(9).Hi}, 0, 0, beyond, beyond},
		{"around 2⁶³", enclose.Interval{Lo: below.Lo, Hi: edge.Hi}, 0, 0, undecided, beyond},
		{"a third", b.Rat(big.NewRat(1, 3)), 0, 1, decided, decided},
	} {
		n, v := integer(c.x, enclose.Interval.Floor)
		require.Equal(t, c.vFloor, v, c.why)
		require.Equal(t, c.floor, n, c.why)
		n, v = integer(c.x, enclose.Interval.Ceil)
		require.Equal(t, c.vCeil, v, c.why)
		require.Equal(t, c.ceil, n, c.why)
	}
}

// A row is decided when n_m, its cut and the nearest L_m and r_m are; with few bits each
// of the last two is missing at times, alone and together.
func TestARowIsDecidedAltogether(t *testing.T) {
	missing := map[[2]bool]int{}
	for b := enclose.Bits(45); b < 75; b++ {
		e := newEvaluator(inputs{64, 10, 0.05, PaperConstants()}, b)
		for m := 1; m < 6; m++ {
			l := e.logConfidence(m)
			n, v := integer(e.samp.Mul(l).Scale(2*m), enclose.Interval.Ceil)
			require.Equal(t, decided, v)
			_, v = e.cut(e.root(l, n), n, n)
			require.Equal(t, decided, v)
			_, okL := l.Float64()
			_, okR := e.root(l, n).Quo(e.bits.Int(2 * n)).Float64()
			_, v = e.row(m)
			require.Equal(t, okL && okR, v == decided, "%d bits, phase %d", b, m)
			missing[[2]bool{okL, okR}]++
		}
	}
	require.Len(t, missing, 4, "%v", missing)
}

func TestScheduleHypotheses(t *testing.T) {
	paper, inf, nan := PaperConstants(), math.Inf(1), math.NaN()
	for _, tc := range []struct {
		in   inputs
		text string
	}{
		{inputs{1, 1, 0.05, paper}, "Algorithm 1 needs K ≥ 2: K = 1"},
		{inputs{2, 0, 0.05, paper}, "Algorithm 1 needs d ≥ 1: d = 0"},
		{inputs{2, 1, 0, paper}, "Algorithm 1 needs 0 < δ < 1: δ = 0"},
		{inputs{2, 1, 1, paper}, "Algorithm 1 needs 0 < δ < 1: δ = 1"},
		{inputs{2, 1, nan, paper}, "Algorithm 1 needs 0 < δ < 1: δ = NaN"},
		{inputs{2, 1, 0.05, Constants{0, 4, 4}}, "Algorithm 1 needs 0 < C_samp < ∞: C_samp = 0"},
		{inputs{2, 1, 0.05, Constants{inf, 4, 4}}, "Algorithm 1 needs 0 < C_samp < ∞: C_samp = +Inf"},
		{inputs{2, 1, 0.05, Constants{2, -4, 4}}, "Algorithm 1 needs 0 < C_thr < ∞: C_thr = -4"},
		{inputs{2, 1, 0.05, Constants{2, nan, 4}}, "Algorithm 1 needs 0 < C_thr < ∞: C_thr = NaN"},
		{inputs{2, 1, 0.05, Constants{2, 4, 0.99}}, "Algorithm 1 needs 1 ≤ C_log < ∞: C_log = 0.99"},
		{inputs{2, 1, 0.05, Constants{2, 4, inf}}, "Algorithm 1 needs 1 ≤ C_log < ∞: C_log = +Inf"},
	} {
		_, err := NewSchedule(tc.in.K, tc.in.d, tc.in.delta, tc.in.c)
		requireRefused(t, err, tc.text)
	}
}

// Under the race detector: the shared logarithms and one shared table.
func TestScheduleIsSharable(t *testing.T) {
	shared, err := NewSchedule(64, 10, 0.05, PaperConstants())
	require.NoError(t, err)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			own, err := NewSchedule(64, 10, 0.05, PaperConstants())
			if err != nil || own.Cut(5) != shared.Cut(5) || own.L(7) != shared.L(7) {
				t.Error("tables differ")
			}
		})
	}
	wg.Wait()
}

func BenchmarkNewSchedule(b *testing.B) {
	for b.Loop() {
		if _, err := NewSchedule(64, 10, 0.05, PaperConstants()); err != nil {
			b.Fatal(err)
		}
	}
}
