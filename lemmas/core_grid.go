package lemmas

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Grid is a check at every point of a grid, in every case of a kind, or at enough points
// to decide an identity.  It takes nothing from chance: what it finds is the same for
// every seed.  What it covers is told by the points themselves.
type Grid struct {
	Name   string
	Word   Word // what it is if every point holds: Computed, Enumerated, or Proved of an identity
	Points int
	Visit  func(n int) visit // point n, 0 ≤ n < Points
}

// visit is a point as it was checked, and what was found there.
type visit struct {
	at []coordinate
	Outcome
}

// gridOf checks every point of a grid, which is told by what is checked there.
func gridOf[X any](name string, word Word, points int, nth func(n int) X, tell func(x X) []coordinate, check func(x X) Outcome) Grid {
	return Grid{name, word, points, func(n int) visit {
		x := nth(n)
		return visit{tell(x), check(x)}
	}}
}

// gridOver is the same with the points as a list.
func gridOver[X any](name string, word Word, points []X, tell func(x X) []coordinate, check func(x X) Outcome) Grid {
	return gridOf(name, word, len(points), func(n int) X { return points[n] }, tell, check)
}

// enoughValues: polynomials that agree at more values than their degree are equal.
func enoughValues(degree int, name string, agree map[string]bool) Outcome {
	if len(agree) <= degree {
		return Outcome{Undecided, fmt.Sprintf("polynomials of degree %d in %s were compared at %d values", degree, name, len(agree))}
	}
	return Outcome{}
}

// GridResult is how a grid ended.
type GridResult struct {
	Name      string `json:"name"`
	Word      Word   `json:"word"`
	Over      string `json:"over"` // the points that were visited, in words
	Points    int    `json:"points"`
	Done      int    `json:"done"`
	Undecided int    `json:"undecided"`
	Witness   string `json:"witness"` // the first point that fails, "" if none does
}

// complete: every point was looked at and holds.
func (g GridResult) complete() bool {
	return g.Done == g.Points && g.Undecided == 0 && g.Witness == ""
}

// run checks the points on the workers; a cancelled context leaves a gapless
// beginning of them.
func (g Grid) run(ctx context.Context, jobs int) (GridResult, error) {
	type found struct {
		visit
		err error
	}
	one := func(n int) (f found) {
		defer errorOfPanic(&f.err)
		f.visit = g.Visit(n)
		return f
	}
	r := GridResult{Name: g.Name, Word: g.Word, Points: g.Points}
	var visited [][]coordinate
	for n, f := range inOrder(ctx, g.Points, jobs, one) {
		if f.err != nil {
			return r, fmt.Errorf("%s, point %d: %w", g.Name, n, f.err)
		}
		r.Done++
		switch {
		case f.Verdict == Undecided:
			r.Undecided++
		case f.Verdict == Refuted && r.Witness == "":
			r.Witness = g.Name + ": " + f.Why
		}
		visited = append(visited, f.at)
	}
	r.Over = coverage(visited)
	return r, nil
}

// Surveyed reports that every grid was looked at as a whole and holds.
func (r Result) Surveyed() bool {
	return !slices.ContainsFunc(r.Grids, func(g GridResult) bool { return !g.complete() })
}

// survey runs all grids and lets a point that fails refute the statement.
func (e Entry) survey(ctx context.Context, o Options, r *Result) error {
	for _, g := range e.Grids {
		found, err := g.run(ctx, o.Jobs)
		if err != nil {
			return err
		}
		r.Grids = append(r.Grids, found)
		r.Partial = r.Partial || found.Done < found.Points
		if r.Witness == "" {
			r.Witness = found.Witness
		}
	}
	return nil
}

// strength orders the words of grids.
var strength = []Word{Computed, Enumerated, Proved}

// evidenceBy is the evidence of one grid or part of a row that has any.
func (e Entry) evidenceBy(r Result, name string) Evidence {
	if r.Evidence.Word == Stated || r.Evidence.Word == RefutedWitness {
		return Evidence{}
	}
	for _, g := range r.Grids {
		if g.Name == name && g.complete() {
			return Evidence{g.Word, detailAbout(e.about(), g.Over)}
		}
	}
	if slices.Contains(r.Parts, name) {
		return Evidence{Sampled, detailAbout(e.Only, fmt.Sprint(r.Said))}
	}
	return Evidence{}
}

// surveyed is the evidence of the grids together, no better than the weakest; Sampled
// if one is not complete or there are none.
func (r Result) surveyed() Evidence {
	if len(r.Grids) == 0 || !r.Surveyed() {
		return Evidence{Word: Sampled}
	}
	least := slices.MinFunc(r.Grids, func(a, b GridResult) int {
		return slices.Index(strength, a.Word) - slices.Index(strength, b.Word)
	})
	var over []string
	for _, g := range r.Grids {
		over = append(over, g.Over)
	}
	return Evidence{least.Word, strings.Join(over, "; ")}
}
