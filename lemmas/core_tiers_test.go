package lemmas

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
	"vectorborda/bounds/enclose"
)

// The exact tier is asked when float64 does not decide, and only then.
func TestTiersAreAskedInTheirOrder(t *testing.T) {
	for _, c := range []struct {
		why          string
		float, exact bool
		by           tier
		value, asked int
	}{
		{"float64 decides", true, true, byFloat, 1, 0},
		{"it alone could", true, false, byFloat, 1, 0},
		{"the exact tier decides", false, true, byExact, 2, 1},
		{"neither does", false, false, byNobody, 2, 1},
	} {
		asked := 0
		value, by := decide(func() (int, bool) { return 1, c.float }, func() (int, bool) { asked++; return 2, c.exact })
		require.Equal(t, []any{c.by, c.value, c.asked}, []any{by, value, asked}, c.why)
	}
}

// x ≥ y by intervals that are apart, touch or overlap; the exact tier is asked for those
// that overlap.
func TestNotBelowNamesItsTier(t *testing.T) {
	x := bounds.Interval{Lo: 2, Hi: 3}
	for _, c := range []struct {
		why     string
		y       bounds.Interval
		sign    int // of the exact tier
		ok      bool
		verdict Verdict
		by      tier // of a refutation
	}{
		{"apart", bounds.Interval{Lo: 0, Hi: 1}, -1, true, Holds, ""},
		{"they touch: x ≥ y all the same", bounds.Interval{Lo: 1, Hi: 2}, -1, true, Holds, ""},
		{"apart the other way", bounds.Interval{Lo: 4, Hi: 5}, 1, true, Refuted, byFloat},
		{"they touch the other way: equal or below", bounds.Interval{Lo: 3, Hi: 4}, -1, true, Refuted, byExact},
		{"overlapping, above", bounds.Interval{Lo: 1, Hi: 2.5}, 1, true, Holds, ""},
		{"overlapping, equal", bounds.Interval{Lo: 1, Hi: 2.5}, 0, true, Holds, ""},
		{"overlapping, below", bounds.Interval{Lo: 1, Hi: 2.5}, -1, true, Refuted, byExact},
		{"overlapping, nobody", bounds.Interval{Lo: 1, Hi: 2.5}, 0, false, Undecided, ""},
	} {
		out := notBelow(x, c.y, func() (int, bool) { return c.sign, c.ok }, "x", "y")
		require.Equal(t, c.verdict, out.Verdict, c.why)
		require.Contains(t, out.Why, string(c.by), c.why)
	}
}

func TestAnUndecidedOutcomeIsNone(t *testing.T) {
	for verdict, want := range map[Verdict]bool{Holds: true, Refuted: true, Undecided: false} {
		out, ok := Outcome{Verdict: verdict}.decided()
		require.Equal(t, want, ok)
		require.Equal(t, verdict, out.Verdict)
	}
}

// Two enclosures of one number overlap; a shared end is enough.
func TestOverlap(t *testing.T) {
	v := bounds.Interval{Lo: 1, Hi: 2}
	for _, c := range []struct {
		why    string
		lo, hi int64
		want   bool
	}{
		{"below", -1, 0, false}, {"up to the end", 0, 1, true}, {"inside out", 0, 3, true}, {"from the end", 2, 3, true}, {"above", 3, 4, false},
	} {
		x := enclose.Interval{Lo: enclose.Bits(9).Int(c.lo).Lo, Hi: enclose.Bits(9).Int(c.hi).Hi}
		require.Equal(t, c.want, overlap(v, x), c.why)
	}
}
