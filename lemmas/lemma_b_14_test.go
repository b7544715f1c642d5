package lemmas

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/bounds"
)

// The confidence of a majority algorithm against an enumeration of every outcome of
// its duels: with T = 1 and σ(Δ) = 3/4 (Δ = log 3) it names the right frontier of θ^Δ
// with probability (3/4)^{d(K-1)}, and of every λ^{i,r,Δ} with at least that: another
// objective of the same model would name the same frontier.
func TestMajorityIsAsCorrectAsItSays(t *testing.T) {
	for _, size := range []Size{{2, 1}, {2, 2}, {3, 1}, {3, 2}, {4, 1}} {
		cells := size.D * (size.K - 1)
		// raised is the cell in which model i is ahead of model 1; -1 for θ^Δ.
		for raised := -1; raised < cells; raised++ {
			right := 0.0
			for won := range 1 << cells { // bit c: model i = 1+c/d beat model 1 on r = c%d
				chance := 1.0
				for c := range cells {
					likely := (won>>c&1 == 1) == (c == raised)
					chance *= map[bool]float64{true: 0.75, false: 0.25}[likely]
				}
				if named, want := namedSet(size, won), namedSet(size, cellBit(raised)); named == want {
					right += chance
				}
			}
			require.GreaterOrEqual(t, right, math.Pow(0.75, float64(cells))-1e-12, "%v, cell %d", size, raised)
			if raised < 0 {
				require.InDelta(t, math.Pow(0.75, float64(cells)), right, 1e-12, "%v", size)
			}
		}
	}
	u := majorityDuels{Size: Size{3, 2}, s: 3, gap: 9, T: 1} // Δ = 9/8
	e := 1 / (1 + math.Exp(9.0/8))
	require.InDelta(t, 1-math.Pow(1-e, 4), u.confidence().Lo, 1e-12)
	u.T = 3
	e = e * e * (3 - 2*e)
	require.InDelta(t, 1-math.Pow(1-e, 4), u.confidence().Hi, 1e-12)
}

func cellBit(cell int) int {
	if cell < 0 {
		return 0
	}
	return 1 << cell
}

// namedSet is the frontier for a set of cells in which a model beats model 1: at most
// one is raised in the class, so any other set is answered anyhow; as bits.
func namedSet(size Size, won int) int {
	set := 1
	for c := range size.D * (size.K - 1) {
		if won>>c&1 == 1 {
			set |= 2 << (c / size.D)
			if size.D == 1 {
				set &^= 1
			}
		}
	}
	if won&(won-1) != 0 {
		return -1 // not the frontier of any instance of the class
	}
	return set
}

// Every point of the grid claims something, and some would not bear 12 for 4.
func TestDuelGridClaims(t *testing.T) {
	tight := 0
	for n := range lemmaB14().Grids[0].Points {
		u := nthDuels(n)
		require.True(t, u.admissible(), "%+v", u)
		if u.obeys(12).Verdict == Refuted {
			tight++
		}
	}
	require.Positive(t, tight)
}

// The best constant at K = 2, d = 1 is 8: the ratio of Q = 1 to kl(1-δ,δ)/(2Δ)² is
// 4Δ/tanh(Δ/2), above 8 for every Δ and near it for small ones.
func TestOneDuelIsWorthEight(t *testing.T) {
	for gap := int64(1); gap <= 64; gap *= 2 {
		u := majorityDuels{Size: Size{2, 1}, s: 5, gap: gap, T: 1, a: 32}
		require.Equal(t, Holds, u.obeys(8).Verdict, "%d", gap)
		want := 4 * float64(gap) / 32 / math.Tanh(float64(gap)/64)
		require.Equal(t, Refuted, u.obeys(want*1.001).Verdict, "%d", gap)
	}
}

// The interval form of kl contains bounds.KL, and the steps are refuted when broken.
func TestStepsOfB14Catch(t *testing.T) {
	for _, p := range []float64{0.1, 0.5, 0.9} {
		for _, q := range []float64{0.2, 0.5, 0.99} {
			require.False(t, disjoint(klBetween(bounds.Point(p), bounds.Point(q)), bounds.EncloseKL(p, q)))
		}
	}
	p := splitSteps(instanceAt(3, 2, 1, 3, 2, 4, 6, 5, 7, 9))
	require.Equal(t, Holds, p.hold().Verdict)
	require.Equal(t, Refuted, p.changedCells(1000).Verdict)
	require.Equal(t, Refuted, p.counted(1).Verdict)
	p.a = 0 // α = 1
	require.Equal(t, Refuted, p.production().Verdict)
}

// The bound that is computed is held to the formula: a part of 1e-9 is seen.
func TestBoundOfB14Catches(t *testing.T) {
	p := splitSteps(instanceAt(3, 2, 1, 1, 1, 4, 4, 0, 0, 1))
	alpha := math.Ldexp(1, -4)
	got, err := bounds.LemmaB14(3, 2, 0.5, 0.5, alpha, alpha)
	require.NoError(t, err)
	for factor, want := range map[float64]Verdict{1: Holds, 1 + 1e-9: Refuted, 1 - 1e-9: Refuted, 2: Refuted} {
		require.Equal(t, want, p.isBound(factor*got, bounds.Point(alpha), bounds.Point(alpha)).Verdict, "%v", factor)
	}
}
