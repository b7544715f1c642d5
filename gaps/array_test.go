package gaps

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestFromRowsRefusesWhatIsNoScoreArray(t *testing.T) {
	two, one := []string{"a", "b"}, []string{"r"}
	for _, c := range []struct {
		models, objectives []string
		rows               [][]float64
		want               string
	}{
		{[]string{"a"}, one, [][]float64{{1}}, "1 models: at least 2 needed"},
		{two, nil, [][]float64{{}, {}}, "0 objectives: at least 1 needed"},
		{two, one, [][]float64{{1}}, "2 models but 1 rows"},
		{two, one, [][]float64{{1}, {2}, {3}}, "2 models but 3 rows"},
		{two, one, [][]float64{{1}, {1, 2}}, `model "b" has 2 scores`},
		{two, one, [][]float64{{1}, {math.NaN()}}, `model "b", objective "r": the score is NaN`},
		{two, one, [][]float64{{math.Inf(-1)}, {1}}, `model "a", objective "r": the score is -Inf`},
		{[]string{"a", "a"}, one, [][]float64{{1}, {2}}, `models 1 and 2 are both named "a"`},
		{[]string{"a", ""}, one, [][]float64{{1}, {2}}, "model 2 has an empty name"},
		{two, []string{"r", "r"}, [][]float64{{1, 2}, {2, 1}}, `objectives 1 and 2 are both named "r"`},
	} {
		_, err := FromRows(c.models, c.objectives, c.rows)
		require.ErrorContains(t, err, c.want)
	}
}

// Two models and one objective are the least: below, Borda would divide by K-1 = 0.
func TestNewArrayRefusesWhatDividesByZero(t *testing.T) {
	for _, size := range [][2]int{{1, 1}, {0, 1}, {-1, 1}, {2, 0}, {2, -1}} {
		require.PanicsWithValue(t,
			fmt.Sprintf("gaps: an array of %d models and %d objectives: at least 2 and 1 needed", size[0], size[1]),
			func() { NewArray[int64](size[0], size[1]) })
	}
	require.Panics(t, func() { Borda(Array[float64]{K: 1, D: 1, X: []float64{0}}, nil) })
	require.Len(t, NewArray[float64](2, 1).X, 2)
}

func ExampleFromRows() {
	x, err := FromRows([]string{"ant", "bee"}, []string{"code", "math"}, [][]float64{{1, 2}, {0, 3}})
	fmt.Println(x.At(1, 1), Frontier(x), Gaps(x), err)
	// Output: 3 [0 1] [1 1] <nil>
}

func ExampleMargin() {
	x := Array[int64]{K: 2, D: 2, X: []int64{1, 2, 4, 3}}
	fmt.Println(Margin(x, 0, 1), MaxMargin(x, 0, 1), Dominated(x, 0, 1))
	// Output: 1 -1 true
}

func ExampleWitnesses() {
	x := Array[int64]{K: 3, D: 1, X: []int64{1, 5, 3}}
	fmt.Println(Witnesses(x))
	// Output: [1 -1 1]
}

func ExampleBorda() {
	theta := Array[float64]{K: 2, D: 1, X: []float64{math.Log(3), 0}}
	fmt.Printf("%.2f\n", Borda(theta, nil).X)
	// Output: [0.75 0.25]
}
