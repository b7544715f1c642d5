package lemmas

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// gridWithSeventh is a grid of ten points of which one is as given.
func gridWithSeventh(name string, word Word, seventh Outcome) Grid {
	return gridOf(name, word, 10, func(n int) int64 { return int64(n) }, func(n int64) []coordinate { return []coordinate{whole(name, n)} },
		func(n int64) Outcome {
			if n == 7 {
				return seventh
			}
			return Outcome{}
		})
}

func TestGridsGiveTheirWord(t *testing.T) {
	good, alive := stubMutant("good", true, ByGenerator, ""), stubMutant("alive", false, ByWitness, "")
	undecided := Outcome{Undecided, "too wide"}
	for _, c := range []struct {
		why      string
		grids    []Grid
		mutant   Mutant
		evidence string
	}{
		{"one grid", []Grid{gridWithSeventh("g", Enumerated, Outcome{})}, good, "enumerated(10 points: g = 0 … 9)"},
		{"the weakest of two", []Grid{gridWithSeventh("g", Proved, Outcome{}), gridWithSeventh("h", Computed, Outcome{})}, good, "computed(10 points: g = 0 … 9; 10 points: h = 0 … 9)"},
		{"a point that fails", []Grid{gridWithSeventh("g", Proved, refuted("at %d", 7))}, good, "refuted(g: at 7)"},
		{"a point that is undecided", []Grid{gridWithSeventh("g", Proved, undecided)}, good, "sampled(5)"},
		{"a surviving mutant", []Grid{gridWithSeventh("g", Proved, Outcome{})}, alive, "stated"},
	} {
		e := stubEntry(0, c.mutant)
		e.Grids = c.grids
		r := mustRun(t, e, Options{Checks: 5, Jobs: 2})
		require.Equal(t, c.evidence, r.Evidence.String(), c.why)
		require.Equal(t, 10, r.Grids[0].Done, c.why)
	}
}

func TestGridsAreNotRunForAList(t *testing.T) {
	e := stubEntry(0, stubMutant("good", true, ByGenerator, ""))
	e.Grids = []Grid{gridWithSeventh("g", Proved, Outcome{})}
	r := mustRun(t, e, Options{})
	require.Empty(t, r.Grids)
	require.Equal(t, "stated", r.Evidence.String())
}

func TestGridPanicIsAnError(t *testing.T) {
	e := stubEntry(0, stubMutant("good", true, ByGenerator, ""))
	e.Grids = []Grid{{Name: "g", Word: Computed, Points: 3, Visit: func(n int) visit { panic("lost") }}}
	_, err := Run(context.Background(), e, Options{Checks: 1})
	require.ErrorContains(t, err, "T.1: g, point 0: panic: lost")
}

func TestCancelledGridSaysPartial(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	e := stubEntry(0, stubMutant("good", true, ByGenerator, ""))
	e.Grids = []Grid{{Name: "g", Word: Computed, Points: 9, Visit: func(n int) visit {
		if n == 3 {
			cancel()
		}
		return visit{at: []coordinate{whole("n", int64(n))}}
	}}}
	r, err := Run(ctx, e, Options{Checks: 5, Jobs: 1})
	require.NoError(t, err)
	require.True(t, r.Partial)
	require.Equal(t, 4, r.Grids[0].Done)
	require.Equal(t, "4 points: n = 0 … 3", r.Grids[0].Over, "what was visited")
	require.Equal(t, "sampled(5)", r.Evidence.String())
}

// A constant has the evidence of the part or grid that checks it.
func TestConstantsByGrid(t *testing.T) {
	e := stubEntry(0, stubMutant("good", true, ByGenerator, ""))
	e.Grids = []Grid{gridWithSeventh("g", Enumerated, Outcome{})}
	e.Constants = []Constant{
		{Name: "a", Holds: "1", Fails: "2", Mutant: "good", By: "g"},
		{Name: "b", Holds: "1", By: "only"},
		{Name: "c", Holds: "1", By: "nothing"},
	}
	r := mustRun(t, e, Options{Checks: 5})
	require.Equal(t, []Sharp{
		{Constant: "a", Holds: "1", Evidence: Evidence{Enumerated, "10 points: g = 0 … 9"}, Fails: "2", Witness: "v=0"},
		{Constant: "b", Holds: "1", Evidence: Evidence{Sampled, "5"}},
		{Constant: "c", Holds: "1"},
	}, r.Sharp)
}
