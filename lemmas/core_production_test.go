package lemmas

import (
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"vectorborda/gaps"
)

// requireHolds names the statement-free comparison that failed.
func requireHolds(t require.TestingT, in string, out Outcome, err error) {
	require.NoError(t, err)
	require.Equal(t, Holds, out.Verdict, "%s: %s", in, out.Why)
}

func TestGapsEqualDefinitionsOnTiedInstances(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawRestricted(shrinking{t})
		x, A, steps := splitRestricted(in)
		text := restricted().Show(in)
		v := defined{in.Size, x, evalDefinitions(x, in.Size)}
		requireHolds(t, text, sameAsDefined(v, asInteger), nil)
		requireHolds(t, text, sameAsDefined(v, asDyadic), nil)
		requireHolds(t, text, removals(x, in.Size, A, steps, asInteger), nil)
		requireHolds(t, text, removals(x, in.Size, A, steps, asDyadic), nil)
	})
}

// Every 3×2 array over {0,1,2}, every subset of two or three models, and every
// order of removals from it: all patterns of ties that three models can show.
func TestGapsEqualDefinitionsOnAllSmallArrays(t *testing.T) {
	size := Size{3, 2}
	orders := [][]int64{{-1, -1, -1}, {0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {1, 1, 0}, {2, 0, 0}, {2, 1, 0}}
	eachVector(6, func(int) (int64, int64) { return 0, 2 }, func(x []int64) bool {
		text := layout{{"x", 3, 2}}.show(Instance{size, x})
		requireHolds(t, text, sameAsDefined(defined{size, x, evalDefinitions(x, size)}, asInteger), nil)
		for _, A := range [][]int{{0, 1}, {0, 2}, {1, 2}, {0, 1, 2}} {
			for _, steps := range orders {
				requireHolds(t, text, removals(x, size, A, steps, asInteger), nil)
			}
		}
		return true
	})
}

// eachVector calls visit with every vector of n entries between the limits of each,
// until it returns false.
func eachVector(n int, limits func(pos int) (lo, hi int64), visit func(x []int64) bool) {
	x := make([]int64, n)
	for pos := range x {
		x[pos], _ = limits(pos)
	}
	for visit(x) {
		pos := 0
		for pos < n {
			lo, hi := limits(pos)
			if x[pos] < hi {
				x[pos]++
				break
			}
			x[pos] = lo
			pos++
		}
		if pos == n {
			return
		}
	}
}

// The comparisons are no evidence before they have caught something.
func TestComparisonsCatchWrongValues(t *testing.T) {
	x, size := []int64{0, 0, 1, 2, 2, 1}, Size{3, 2}
	array := scoreArray(x, size, asInteger)
	wrong := func(edit func(v *definitionValues)) definitionValues {
		v := evalDefinitions(x, size)
		edit(&v)
		return v
	}
	for _, c := range []struct {
		why string
		out Outcome
	}{
		{"a margin", sameMargins(array, wrong(func(v *definitionValues) { v.margin[0][1]++ }), asInteger)},
		{"a maximum margin", sameMargins(array, wrong(func(v *definitionValues) { v.maxMargin[2][1]-- }), asInteger)},
		{"dominance", sameOrder(array, wrong(func(v *definitionValues) { v.below[0][1] = false }))},
		{"the frontier", sameOrder(array, wrong(func(v *definitionValues) { v.on[0] = true }))},
		{"a gap", sameGaps(array, wrong(func(v *definitionValues) { v.gap[2]++ }), asInteger)},
		{"a witness", sameWitnesses(array, wrong(func(v *definitionValues) { v.margin[0][1]-- }))},
	} {
		require.Equal(t, Refuted, c.out.Verdict, c.why)
	}
	a := gaps.NewActive(array)
	out := sameActive(a, []int64{0, 0, 1, 2, 2, 2}, 2, []int{0, 1, 2}, asInteger)
	require.Equal(t, Refuted, out.Verdict, "an active set of another array")
	out = sameActive(a, x, 2, []int{0, 1}, asInteger)
	require.Equal(t, Refuted, out.Verdict, "an active set with another model")
}
