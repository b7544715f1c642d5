package lemmas

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"vectorborda/lemmas/lra"
)

// shrinking backs Draw by rapid, whose failures shrink.
type shrinking struct{ t *rapid.T }

func (s shrinking) Int(lo, hi int64, label string) int64 {
	return rapid.Int64Range(lo, hi).Draw(s.t, label)
}

// literalDefinitions computes section 2 by the text, without formulas or package gaps.
func literalDefinitions(x [][]int64) definitionValues {
	K := len(x)
	v := definitionValues{}
	for i := range K {
		margin, most, below := make([]int64, K), make([]int64, K), make([]bool, K)
		for j := range K {
			if j == i {
				continue
			}
			var diffs []int64
			for r := range x[i] {
				diffs = append(diffs, x[j][r]-x[i][r])
			}
			margin[j], most[j], below[j] = slices.Min(diffs), -slices.Min(diffs), slices.Min(diffs) > 0
		}
		v.margin, v.maxMargin, v.below = append(v.margin, margin), append(v.maxMargin, most), append(v.below, below)
		v.on = append(v.on, !slices.Contains(below, true))
		v.bigStar = append(v.bigStar, slices.Max(slices.Delete(slices.Clone(margin), i, i+1)))
	}
	for i := range K {
		var terms []int64
		for j := range K {
			if j != i {
				terms = append(terms, v.maxMargin[i][j], max(v.maxMargin[j][i], 0)+max(v.bigStar[j], 0))
			}
		}
		v.smallStar = append(v.smallStar, slices.Min(terms))
		v.gap = append(v.gap, v.smallStar[i])
		if !v.on[i] {
			v.gap[i] = v.bigStar[i]
		}
	}
	return v
}

func TestDefinitionsEqualTheText(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawScores(shrinking{t})
		got := evalDefinitions(in.Values, in.Size)
		require.Equal(t, literalDefinitions(intoRows(in.Values, in.D)), got)
	})
}

// By hand: model 0 is dominated by 1 (margin 1) and 2 (margin 1); 1 and 2 are
// on the frontier and 1 ahead of each other on one objective.
func TestDefinitionsByHand(t *testing.T) {
	v := evalDefinitions([]int64{0, 0, 1, 2, 2, 1}, Size{3, 2})
	require.Equal(t, []int{1, 2}, v.frontier())
	require.Equal(t, []int{0}, v.dominated())
	require.Equal(t, []int64{1, -1, -1}, v.bigStar)
	require.Equal(t, []int64{-1, 1, 1}, v.smallStar)
	require.Equal(t, []int64{1, 1, 1}, v.gap)
	require.Equal(t, []int{1, 2}, v.best(0))
	require.Equal(t, 0, v.largest(), "all gaps tie: the dominated model goes first")
}

// A term over a subset is the term over the subset's rows.
func TestSubsetIsItsRows(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		in := drawRestricted(shrinking{t})
		x, A, _ := splitRestricted(in)
		f := newFormula(in.Size)
		array := f.array("x")
		var terms []lra.Term
		for _, i := range A {
			terms = append(terms, array.Gap(i, A), array.OnFrontier(i, A))
		}
		p, err := lra.Compile(terms...)
		require.NoError(t, err)
		m := p.NewMachine()
		require.NoError(t, m.Eval(x))
		v := evalDefinitions(subarray(x, in.D, A), Size{len(A), in.D})
		for pos, i := range A {
			require.Equal(t, v.gap[pos], m.Num(array.Gap(i, A)))
			require.Equal(t, v.on[pos], m.Bool(array.OnFrontier(i, A)))
		}
	})
}

// Definition 2.2 for K = 6, d = 4 as a program.
func BenchmarkDefinition22(b *testing.B) {
	f := newFormula(Size{6, 4})
	x := f.array("x")
	var gaps []lra.Term
	for _, i := range f.all() {
		gaps = append(gaps, x.Gap(i, f.all()))
	}
	p, err := lra.Compile(gaps...)
	require.NoError(b, err)
	m, in := p.NewMachine(), make([]int64, 24)
	for n := range in {
		in[n] = int64(n * n % 17)
	}
	for b.Loop() {
		if err := m.Eval(in); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkBuildDefinition22(b *testing.B) {
	for b.Loop() {
		f := newFormula(Size{6, 4})
		x := f.array("x")
		var gaps []lra.Term
		for _, i := range f.all() {
			gaps = append(gaps, x.Gap(i, f.all()))
		}
		if _, err := lra.Compile(gaps...); err != nil {
			b.Fatal(err)
		}
	}
}
