package repeat

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stat"
)

// tables finds both tables of the paper under other settings and counts the cells
// that are not as printed.
func tables(t *testing.T, k *Maker, beta float64, m0 int) (rows []Row, cells, changed int) {
	var plan BudgetsPlan
	for _, h := range PaperH() {
		plan = append(plan, design(t, PaperGap, h, beta, m0))
	}
	for _, gap := range PaperGaps() {
		plan = append(plan, design(t, gap, PaperMixture, beta, m0))
	}
	all, err := plan.find(t.Context(), k, nil)
	require.NoError(t, err)
	for i, budgets := range all {
		rows = append(rows, Row{plan[i].Setting, budgets})
		n, changes := rows[i].Against()
		cells, changed = cells+n, changed+len(changes)
	}
	return rows, cells, changed
}

// The paper's first two tables: 21 rows of five cells, all 27 depths tried where
// the answer is the last.
func TestPaperTables(t *testing.T) {
	rows, cells, changed := tables(t, new(Maker), 1, PaperReference)
	require.Equal(t, 105, cells)
	require.Zero(t, changed)
	last := rows[len(rows)-1].Budgets[0]
	require.EqualValues(t, 24576, last.Depth)
	require.Len(t, last.Attempts, 27)
	for _, row := range rows {
		for _, b := range row.Budgets {
			require.False(t, b.Open, "every table is certified or proved not to exist")
			// The rows of the paper fail before the first success by far more than rounding.
			for _, a := range b.Attempts[:len(b.Attempts)-1] {
				require.True(t, a.Status == None || a.Gap < -1e-9, "%+v", a)
			}
		}
	}
}

func TestOtherSettingsChangeTheTables(t *testing.T) {
	t.Parallel()
	var k Maker
	for _, c := range []struct {
		beta    float64
		m0      int
		changed bool
	}{{2, 3, true}, {1, 0, true}, {1, 1, true}, {1, 2, false}, {1, 4, true}} {
		_, cells, changed := tables(t, &k, c.beta, c.m0)
		require.Equal(t, 105, cells)
		require.Equal(t, c.changed, changed > 0, "β = %v, m_0 = m%d: %d cells", c.beta, c.m0+1, changed)
	}
}

// What docs/repeat.md says of the rows with h = 1: at β = 2 MLE-UNCONST and TRR need at
// least twice the depth, MLE-CAL 8 down to Δ = 0.005 and 16 as before at 0.003 and 0.002;
// with the first model as reference MLE-AVG succeeds at d = 1 down to Δ = 0.005.
func TestWhatTheDocsSayOfOtherSettings(t *testing.T) {
	t.Parallel()
	var k Maker
	at := func(gap, beta float64, m0 int) (depths []float64) {
		all, err := BudgetsPlan{design(t, gap, PaperMixture, beta, m0)}.find(t.Context(), &k, nil)
		require.NoError(t, err)
		for _, b := range all[0] {
			require.False(t, b.Open)
			depths = append(depths, float64(b.Depth))
		}
		return depths
	}
	for _, gap := range PaperGaps() {
		one, two, first := at(gap, 1, PaperReference), at(gap, 2, PaperReference), at(gap, 1, 0)
		require.GreaterOrEqual(t, two[2], 2*one[2], "Δ = %v", gap)
		require.GreaterOrEqual(t, two[3], 2*one[3], "Δ = %v", gap)
		if gap >= 0.005 {
			require.Equal(t, []float64{8, 1}, []float64{two[1], first[0]}, "Δ = %v", gap)
			require.Contains(t, []float64{12, 16}, one[1], "Δ = %v", gap)
			continue
		}
		require.Equal(t, []float64{16, 16}, []float64{two[1], one[1]}, "Δ = %v", gap)
		require.Greater(t, first[0], 1.0, "Δ = %v", gap)
	}
	require.Equal(t, []float64{12, 24}, []float64{at(0.002, 1, PaperReference)[3], at(0.002, 2, PaperReference)[3]})
}

// The gaps of the third table to all printed digits.
func TestPaperGapsOfTheThirdTable(t *testing.T) {
	x := paperDesign(t)
	var k Maker
	for _, m := range Methods() {
		e, _, err := k.Make(t.Context(), m, 1, PaperDepth, PaperGap/2)
		require.NoError(t, err)
		gap, success := x.SmallestGap(e)
		require.Equal(t, Printed(m).Gap, fmt.Sprintf("%.7f", gap), m)
		require.Equal(t, m != Avg, success)
	}
}

func design(t *testing.T, gap, h, beta float64, m0 int) *Design {
	p, err := PaperPopulation(gap, h)
	require.NoError(t, err)
	x, err := NewDesign(p, m0, beta)
	require.NoError(t, err)
	return x
}

func paperDesign(t *testing.T) *Design { return design(t, PaperGap, PaperMixture, 1, PaperReference) }

// Unbiased scores are the differences of utilities.
func TestUnbiasedScoresAreUtilities(t *testing.T) {
	for _, m0 := range []int{0, 3} {
		x := design(t, 0.015, 0.7, 2, m0)
		e, err := NewTRR(2, Unlimited)
		require.NoError(t, err)
		scores, bound := x.Scores(e)
		means := x.Means()
		for m, score := range scores {
			require.InDelta(t, means[m]-means[m0], score, bound+1e-15)
		}
		gap, success := x.SmallestGap(e)
		require.InDelta(t, 0.015, gap, 2*bound+2e-15)
		require.True(t, success)
	}
}

func TestAGapWithinRoundingIsNoSuccess(t *testing.T) {
	// At d = 1 every estimator is a multiple of 2p-1; two contexts make the second
	// and third model equal on average to all digits of the score.
	p := &Population{Models: []string{"a", "b", "r"}, Weights: []float64{0.5, 0.5}, Utilities: [][]float64{{0.75, 0.25, 0.3}, {0.25, 0.75 + 0x1p-48, 0.3}}}
	x, err := NewDesign(p, 2, 1)
	require.NoError(t, err)
	gap, success := x.SmallestGap(mustAvg(t, 1, 1))
	require.False(t, success, "gap %v", gap)
}

// vague says nothing to a precision of its own.
type vague struct {
	Estimator
	err, most float64
}

func (v vague) MeanError() float64 { return v.err }
func (v vague) Range() float64     { return v.most }

// A gap that an estimator does not know, or that moves by as much with the rounding of p,
// is no success: both errors are in the bound.
func TestEveryErrorIsInTheBoundOfScores(t *testing.T) {
	x := design(t, 0.02, 0, 1, PaperReference)
	for why, c := range map[string]struct {
		e       vague
		success bool
	}{
		"neither":           {vague{mustAvg(t, 1, 1), 0, 1}, true},
		"the mean":          {vague{mustAvg(t, 1, 1), 0.01, 1}, false},
		"its change with p": {vague{mustAvg(t, 1, 1), 0, 1e15}, false},
	} {
		_, success := x.SmallestGap(c.e)
		require.Equal(t, c.success, success, why)
	}
}

// How much a mean moves with p, from differences over 2^-20: never more than said, and
// within a factor of 4 for tables that rise or fall by equal steps (there 1) and for TRR,
// whose derivative at p is at least (1-p^d)/(1-p) ≥ min(d, 1/(1-p))/2.
func TestSensitivity(t *testing.T) {
	for _, beta := range []float64{0.5, 1, 4} {
		for _, d := range []int{1, 2, 7, 64} {
			all := everyEstimator(t, beta, d)
			all = append(all, newFixed("rising", beta, d, func(w int) float64 { return float64(2*w - d) }),
				newFixed("falling", beta, d, func(w int) float64 { return float64(d - 2*w) }))
			for i, e := range all {
				most := 0.0
				for n := range 101 {
					const h = 0x1p-20
					p := Sigma(beta * (float64(n)/50 - 1))
					most = max(most, math.Abs(e.Mean(p+h)-e.Mean(p-h))/(2*h))
				}
				// The differences err by h²/6 of the third derivative, at most d³ of the mean's size.
				said := sensitivity(e)
				require.LessOrEqual(t, most, said*(1+1e-6), "%s, β = %v, d = %d", e.Name(), beta, d)
				if i > 1 {
					require.LessOrEqual(t, said, 4*most, "%s, β = %v, d = %d", e.Name(), beta, d)
				}
			}
		}
	}
}

// Means that differ by no more than 2^-50 could be equal.
func TestMeansWithinRoundingAreNoOrder(t *testing.T) {
	for gap, order := range map[float64]bool{0x1p-52: false, 0x1p-50: false, 0x1p-49: true} {
		p := &Population{Models: []string{"a", "b"}, Weights: []float64{1}, Utilities: [][]float64{{0.5 + gap, 0.5}}}
		_, _, err := p.Order()
		require.Equal(t, order, err == nil, "gap %v", gap)
	}
}

// A depth that was left open stays so although the next ones are decided: at β = 2 the
// table for ε = 7.8e-5 at depth 16 is open and one at a larger depth certified.
func TestAnOpenDepthStaysOpen(t *testing.T) {
	b, err := new(Maker).budget(t.Context(), design(t, 2*7.8e-5, 0, 2, PaperReference), Cal, func() {})
	require.NoError(t, err)
	last := b.Attempts[len(b.Attempts)-1]
	require.Equal(t, Certified, last.Status)
	require.True(t, slices.ContainsFunc(b.Attempts, func(a Attempt) bool { return a.Status.Open() }))
	require.True(t, b.Open)
}

func TestPaperPopulation(t *testing.T) {
	for _, h := range PaperH() {
		for _, gap := range PaperGaps() {
			p, err := PaperPopulation(gap, h)
			require.NoError(t, err)
			require.NoError(t, p.Check())
			order, smallest, err := p.Order()
			require.NoError(t, err)
			require.Equal(t, []int{0, 1, 2, 3, 4}, order)
			require.InDelta(t, gap, smallest, 1e-15)
		}
	}
	for _, bad := range []float64{0, -1, 0.1, 0.29, math.NaN()} {
		_, err := PaperPopulation(bad, 1)
		require.ErrorContains(t, err, "Δ = ")
	}
	p, err := PaperPopulation(0.0999, 1)
	require.NoError(t, err)
	_, smallest, err := p.Order()
	require.NoError(t, err)
	require.InDelta(t, 0.0999, smallest, 1e-15, "Δ is the smallest gap wherever it is taken")
	for _, bad := range []float64{-0.1, 1.1, math.NaN()} {
		_, err := PaperPopulation(0.015, bad)
		require.ErrorContains(t, err, "h = ")
	}
}

func TestWeightsAreNormalised(t *testing.T) {
	for _, c := range []struct {
		weights string
		any     bool
		sum     float64 // what they are divided by; 0 for nothing
		err     string
	}{
		{"0.25,0.75", false, 0, ""},
		{"0.25,0.75", true, 0, ""},
		{"0.33333333334,0.66666666667", false, 1.00000000001, ""},
		{"0.5,0.5000000009", false, 1.0000000009, ""},
		{"0.5,0.500000002", false, 0, "must sum to 1 within 1e-09, or give --normalize"},
		{"0.5,0.500000002", true, 1.0000000020000002, ""},
		{"3,1", false, 0, "their sum is 4"},
		{"3,1", true, 4, ""},
		{"5e-324,5e-324", true, 1e-323, ""},
		{"0,0", true, 0, "their sum is 0: give weights with a positive one"},
		{"1e308,1e308", true, 0, "that fits a float64"},
		{"2,-1", true, 0, "context 2 is -1"},
	} {
		p, err := decodePopulation(strings.NewReader(`{"models": ["a","b"], "weights": [`+c.weights+`], "utilities": [[1,0],[0,0]]}`), c.any)
		if c.err != "" {
			require.ErrorContains(t, err, c.err, c.weights)
			continue
		}
		require.NoError(t, err, c.weights)
		require.Equal(t, c.sum, p.Sum, c.weights)
		for n, given := range strings.Split(c.weights, ",") {
			w, err := strconv.ParseFloat(given, 64)
			require.NoError(t, err)
			require.Equal(t, w/cmp.Or(c.sum, 1), p.Weights[n], c.weights)
		}
	}
}

func TestBadPopulations(t *testing.T) {
	for text, want := range map[string]string{
		`{"models": ["a","b"], "weights": [0.5,0.6], "utilities": [[1,0],[0,1]]}`:  "must sum to 1",
		`{"models": ["a","b"], "weights": [1.5,-0.5], "utilities": [[1,0],[0,1]]}`: "context 2 is -0.5: give 0 or more",
		`{"models": ["a","b"], "weights": [1], "utilities": [[1.01,0]]}`:           "1.01 is not in [0,1]",
		`{"models": ["a","b"], "weights": [1], "utilities": [[-1e-9,0]]}`:          "not in [0,1]",
		`{"models": ["a","b"], "weights": [1], "utilities": [[null,0]]}`:           "context 1: number 1: null is not a number",
		`{"models": ["a","b"], "weights": [1], "utilities": [[1]]}`:                "1 of them for 2 models",
		`{"models": ["a","b"], "weights": [], "utilities": []}`:                    "at least one",
		`{"models": ["a","a"], "weights": [1], "utilities": [[1,0]]}`:              "own name",
		`{"models": ["a"], "weights": [1], "utilities": [[1]]}`:                    "at least 2",
		`{"models": ["a","b"], "weights": [1], "utilities": [[1,0]], "beta": 1}`:   "unknown field",
		`{"models": ["a","b"], "weights": [1], "utilities": [[1,0]]} {}`:           "line 1: not a JSON population: something follows",
		`{"models": ["a","b"], "weights": [NaN], "utilities": [[1,0]]}`:            "invalid character",
		`{"models": ["a","b"], "weights": [null], "utilities": [[1,0]]}`:           `"weights": number 1: null`,
		`{"models": ["a","b"], "weights": ["1"], "utilities": [[1,0]]}`:            `"1" is not a number`,
		`{"models": ["a","b"], "weights": 1, "utilities": [[1,0]]}`:                "give a list of numbers",
		`{"models": ["a","b"], "weights": [1]}`:                                    "a row a context",
		`{"models": ["a","b"], "weights": [1], "utilities": [null]}`:               "context 1: give a list",
		`{"models": ["a",null], "weights": [1], "utilities": [[1,0]]}`:             "name 2 is null",
		`{"models": ["a","b"], "weights": [1], "utilities": [[1e999,0]]}`:          "does not fit a float64",
		`{"models": ["a","b"], "weights": [1], "weights": [1], "utilities": []}`:   "given twice",
		`{"Models": ["a","b"], "weights": [1], "utilities": [[1,0]]}`:              `unknown field "Models"`,
		"{\"models\": [\"a\",\"\xff\"], \"weights\": [1], \"utilities\": [[1,0]]}": "not UTF-8",
		`[]`: `give one JSON object {"models": …}`,
		``:   "the file ends too early",
	} {
		_, err := decodePopulation(strings.NewReader(text), false)
		require.ErrorContains(t, err, want, text)
	}
	tied := &Population{Models: []string{"a", "b"}, Weights: []float64{0.5, 0.5}, Utilities: [][]float64{{1, 0}, {0, 1}}}
	_, err := NewDesign(tied, 0, 1)
	require.ErrorContains(t, err, "same average utility")
	p, err := decodePopulation(strings.NewReader("\xef\xbb\xbf"+`{"models": ["a","b"], "weights": [0.1,0.2,0.7], "utilities": [[1,0],[0,1],[1,0.5]]}`), false)
	require.NoError(t, err, "0.1 + 0.2 + 0.7 rounds to less than 1")
	require.Zero(t, p.Sum)
	for _, bad := range []string{"0", "3", "c", "", "1x", " 1", "+1"} {
		_, err = p.Reference(bad)
		require.ErrorContains(t, err, "reference model")
	}
	for text, want := range map[string]int{"a": 0, "b": 1, "1": 0, "2": 1} {
		got, err := p.Reference(text)
		require.NoError(t, err)
		require.Equal(t, want, got)
	}
	_, err = NewDesign(p, 0, math.NaN())
	require.ErrorContains(t, err, "β = NaN")
}

// The number of steps is known beforehand; a context that ends leaves what was tried, also
// of the row that it ended.
func TestBudgetsInSteps(t *testing.T) {
	x := paperDesign(t)
	plan, steps := BudgetsPlan{x, x, x}, 0
	ctx, cancel := context.WithCancel(t.Context())
	s, err := plan.Run(ctx, func() { steps++ })
	require.NoError(t, err)
	require.Equal(t, Steps(3), steps)
	require.False(t, s.Partial)
	steps = 0
	s, err = plan.Run(ctx, func() {
		if steps++; steps == Steps(1)+2 {
			cancel()
		}
	})
	require.NoError(t, err)
	require.True(t, s.Partial)
	require.Len(t, s.Rows, 2)
	whole, begun := s.Rows[0].Budgets, s.Rows[1].Budgets
	require.Equal(t, []bool{false, false, false, false}, []bool{whole[0].Partial, whole[1].Partial, whole[2].Partial, whole[3].Partial})
	require.Len(t, begun[0].Attempts, 1, "the second step found its context ended")
	require.Equal(t, []string{"d > 1", "d = –", "d = –", "d = –"}, []string{begun[0].String(), begun[1].String(), begun[2].String(), begun[3].String()})
	require.Equal(t, whole[0].Attempts[:1], begun[0].Attempts)
	require.Equal(t, 5, s.Cells, "of the first row alone")
	require.Empty(t, s.Changes, "what was interrupted is not refuted")
	s, err = plan.Run(ctx, nil)
	require.NoError(t, err)
	require.Empty(t, s.Rows)
}

// What is not on the grid, and what is open, is no number; a printed cell that is
// another is refuted under the paper's settings only.
func TestWhatIsKnownOfADepth(t *testing.T) {
	none := stat.Number(math.NaN())
	tried := []Attempt{{Depth: 1}, {Depth: 24576}}
	for want, b := range map[string]Budget{
		"d = 12": {Depth: 12, Attempts: tried}, "d ≤ 12": {Depth: 12, Open: true, Attempts: tried},
		"d > 24576": {Depth: none, Attempts: tried}, "d = ?": {Depth: none, Open: true, Attempts: tried},
	} {
		require.Equal(t, want, b.String())
	}
	row := Row{Setting: Setting{Gap: 0.01, H: 1}}
	for i, m := range Methods() {
		row.Budgets = append(row.Budgets, Budget{Method: m, Depth: stat.Number([]int{1024, 12, 8, 12}[i]), Comparisons: none, Open: m == Cal})
	}
	cells, changes := row.Against()
	require.Equal(t, 5, cells)
	require.Equal(t, []ChangedCell{
		{0.01, 1, Cal, "d = 12", "d ≤ 12"}, {0.01, 1, Roulette, "d = 8", "d = 12"}, {0.01, 1, Roulette, "E[K] = 2.1433", "E[K] unknown"},
	}, changes)
	require.Equal(t, 3, (&Budgets{Claimed: true, Changes: changes}).Refuted())
	require.Zero(t, (&Budgets{Changes: changes}).Refuted())
	require.True(t, (&Budgets{Rows: []Row{row}}).Open())
	require.True(t, (&SemiBudgets{Rows: []LambdaRow{{Budgets: row.Budgets}}}).Open())
	require.False(t, (&Budgets{Rows: []Row{{}}}).Open())
}

func TestUnknownMethod(t *testing.T) {
	_, _, err := new(Maker).Make(t.Context(), "MLE", 1, 4, 0.1)
	require.ErrorContains(t, err, `method "MLE" is unknown`)
	require.True(t, slices.IsSorted(DepthGrid()))
	require.Len(t, DepthGrid(), 27)
}
