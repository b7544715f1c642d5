package lemmas

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"
)

// naiveLaw sums over all strings of T outcomes instead of walking the tree: the
// outcomes after the end are fair coins.
func (t decisionTree) naiveLaw() (asked, event [2]*big.Rat) {
	for side, p := range [][]int64{t.p, t.q} {
		asked[side], event[side] = new(big.Rat), new(big.Rat)
		for outcomes := range 1 << t.T {
			weight, v, n := big.NewRat(1, 1), 0, int64(0)
			stopped := false
			for depth := range t.T {
				won := outcomes >> depth & 1
				stopped = stopped || t.choice[v] == 0
				if stopped {
					weight.Mul(weight, big.NewRat(1, 2))
					continue
				}
				chance := p[t.choice[v]-1]
				if won == 0 {
					chance = sixteen - chance
				}
				weight.Mul(weight, big.NewRat(chance, sixteen))
				v = 2*v + 1 + won
				n++
			}
			asked[side].Add(asked[side], new(big.Rat).Mul(weight, big.NewRat(n, 1)))
			event[side].Add(event[side], new(big.Rat).Mul(weight, big.NewRat(t.member[v], 1)))
		}
	}
	return asked, event
}

func TestLawOfATree(t *testing.T) {
	equal, unequal := 0, 0
	for _, in := range instances(drawTree)[:400] {
		tree := splitTree(in)
		require.Equal(t, in.Values, tree.values())
		l := tree.law()
		asked, event := tree.naiveLaw()
		for side := range 2 {
			total := int64(0)
			for _, n := range l.asked[side] {
				total += n
			}
			require.Zero(t, asked[side].Cmp(l.rat(total)), tree.shown())
			require.Zero(t, event[side].Cmp(l.rat(l.event[side])), tree.shown())
		}
		// Proportional laws make an equality, all others a strict inequality.
		sign, strict := tree.left(l).exact(l).Sub(l.right(1).exact(l)).Sign()
		require.Equal(t, !l.proportional, strict && sign > 0, tree.shown())
		if l.proportional {
			equal++
		} else {
			unequal++
		}
	}
	require.Greater(t, equal, 40)
	require.Greater(t, unequal, 40)
}

// After the first comparison, which G is about, only four wins at 1/16 lead to another one
// that tells θ from λ: the two sides differ by 2⁻¹⁷·kl(1/2, 9/16) = 6·10⁻⁸.
func TestNearlyAnEquality(t *testing.T) {
	tree := decisionTree{cells: 3, T: 6, p: []int64{8, 1, 8}, q: []int64{4, 1, 9}, choice: make([]int64, 63), member: make([]int64, 127)}
	tree.choice[0], tree.choice[62] = 1, 3
	for _, v := range []int{2, 6, 14, 30} {
		tree.choice[v] = 2
	}
	for v := range tree.member {
		first := v
		for first > 2 {
			first = (first - 1) / 2
		}
		if first == 2 {
			tree.member[v] = 1
		}
	}
	l := tree.law()
	require.False(t, l.proportional)
	sign, ok := tree.left(l).exact(l).Sub(l.right(1).exact(l)).Sign()
	require.Equal(t, []any{1, true}, []any{sign, ok})
	require.Equal(t, Holds, tree.transports().Verdict)
}

// An equality that is only claimed is not believed: the weights differ by 2⁻⁵⁶, which
// float64 does not see and the exact tier does.
func TestAClaimedEqualityIsChecked(t *testing.T) {
	l := treeLaw{unit: 1 << 56}
	x, y := sumOfKL{{1 << 56, 1 << 55, 1 << 54}}, sumOfKL{{1<<56 - 1, 1 << 55, 1 << 54}}
	require.Equal(t, Undecided, l.compare(x, y, true).Verdict)
	require.Equal(t, Holds, l.compare(x, y, false).Verdict)
	require.Equal(t, Refuted, l.compare(y, x, false).Verdict)
	require.Equal(t, Holds, l.compare(x, x, true).Verdict)
}

// f(T) = 2 + 2·f(T-1)², f(0) = 2 events counts trees with events; all are
// different, and each has its 81 probabilities.
func TestEveryTree(t *testing.T) {
	for T, want := range []int{2, 10, 202} {
		seen := map[string]bool{}
		for _, tree := range everyTree(T) {
			tree.p, tree.q = []int64{4, 4}, []int64{4, 4}
			seen[tree.shown()] = true
		}
		require.Len(t, seen, want)
	}
	seen := map[[4]int64]bool{}
	for n := range 81 {
		tree := nthTree(n)
		seen[[4]int64{tree.p[0], tree.p[1], tree.q[0], tree.q[1]}] = true
	}
	require.Len(t, seen, 81)
}

// Each wrong inequality of the mutants dies on the grid as well, so the grid can
// see it.
func TestTreeMutantsDieOnTheGrid(t *testing.T) {
	for _, m := range treeMutants(treeDomain()) {
		dead := false
		for n := 0; n < 81*len(smallTrees()) && !dead; n++ {
			var err error
			dead, err = m.Refutes(Instance{Values: nthTree(n).values()})
			require.NoError(t, err)
		}
		require.True(t, dead, m.Name)
	}
}
