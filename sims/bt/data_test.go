package bt

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestPlaceCountsThePairsRowByRow(t *testing.T) {
	d, at := NewData(6), 0
	for i := range 6 {
		for j := i + 1; j < 6; j++ {
			require.Equal(t, at, d.Place(i, j))
			at++
		}
	}
	require.Len(t, d.N, at)
}

func TestTotalsCountEveryComparisonForBoth(t *testing.T) {
	d := NewData(4)
	d.Add(2, 0, 5, 7) // 3 wins and a tie of model 2
	d.Add(1, 3, 2, 0)
	wins := make([]float64, 4)
	require.Equal(t, 7.0, d.totals(wins))
	require.Equal(t, []float64{1.5, 0, 3.5, 2}, wins)
}

// Swapping the sides of any comparisons changes no count.
func TestTheSideOfAModelMeansNothing(t *testing.T) {
	random := rand.New(source(21))
	plain, swapped := NewData(5), NewData(5)
	for range 200 {
		i, j := random.IntN(5), random.IntN(5)
		if i == j {
			continue
		}
		n := random.Int64N(4)
		credit := random.Int64N(2*n + 1)
		plain.Add(i, j, n, credit)
		if random.IntN(2) == 0 {
			i, j, credit = j, i, 2*n-credit
		}
		swapped.Add(i, j, n, credit)
	}
	require.Equal(t, plain, swapped)
	require.Equal(t, NewFitter(5).Ridge(plain, nil), NewFitter(5).Ridge(swapped, nil))
}

func TestAddRefusesWhatIsNoComparison(t *testing.T) {
	for _, c := range [][4]int64{{1, 1, 1, 1}, {0, 1, 1, 3}, {0, 1, 1, -1}} {
		require.Panics(t, func() { NewData(3).Add(int(c[0]), int(c[1]), c[2], c[3]) })
	}
	require.PanicsWithValue(t, "bt: a fitter of 1 models: at least 2 needed", func() { NewFitter(1) })
	require.PanicsWithValue(t, "bt: data of 3 models for a fitter of 4", func() { NewFitter(4).Ridge(NewData(3), nil) })
}

// clean reports that a set won every comparison with the others and had one.
func clean(d Data, set []int) bool {
	compared := false
	for _, i := range set {
		for j := range d.K {
			if slices.Contains(set, j) {
				continue
			}
			n, c := d.N[d.Place(min(i, j), max(i, j))], d.Credit[d.Place(min(i, j), max(i, j))]
			if j < i {
				c = 2*n - c
			}
			if c != 2*n {
				return false
			}
			compared = compared || n > 0
		}
	}
	return compared
}

// Against all subsets: Above is such a set, and nil only if there is none.
func TestAboveFindsASetThatWonEverything(t *testing.T) {
	random := rand.New(source(22))
	found, none, apart := 0, 0, 0
	for range 3000 {
		K := 2 + random.IntN(5)
		d := NewData(K)
		for at := range d.N {
			d.N[at] = random.Int64N(3)
			d.Credit[at] = min(2, random.Int64N(4)) * d.N[at]
		}
		if left := d.Apart(); left != nil {
			apart++
			require.Nil(t, d.Above())
			require.NotContains(t, left, 0)
			for _, i := range left {
				for j := range K {
					if i != j && !slices.Contains(left, j) {
						require.Zero(t, d.N[d.Place(min(i, j), max(i, j))])
					}
				}
			}
			continue
		}
		exists := false
		for mask := 1; mask < 1<<K-1; mask++ {
			var set []int
			for i := range K {
				if mask>>i&1 == 1 {
					set = append(set, i)
				}
			}
			exists = exists || clean(d, set)
		}
		above := d.Above()
		require.Equal(t, exists, above != nil)
		if exists {
			found++
			require.True(t, clean(d, above), "%+v: %v", d, above)
			require.True(t, slices.IsSorted(above))
		} else {
			none++
		}
	}
	require.Greater(t, min(found, none, apart), 100)
}

// Votes count for the one who won them, whoever is asked first.
func TestVotesAreWins(t *testing.T) {
	won := [][]int64{{0, 3, 0}, {1, 0, 5}, {0, 2, 0}}
	d := Votes(3, func(i, j int) int64 { return won[i][j] })
	want := NewData(3)
	want.Add(0, 1, 4, 6)
	want.Add(1, 2, 7, 10)
	require.Equal(t, want, d)
	require.EqualValues(t, 11, d.Total())
}
