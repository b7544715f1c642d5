package vectorborda_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"vectorborda/lemmas"
)

// shrinking backs a generator by rapid, whose failures shrink.
type shrinking struct{ t *rapid.T }

func (s shrinking) Int(lo, hi int64, label string) int64 {
	return rapid.Int64Range(lo, hi).Draw(s.t, label)
}

// TestLemma checks every finished statement of the register: each part as a
// property that shrinks, each mutant by its pinned witness, and the evidence as
// the command prints it.  An unfinished statement is skipped, in plain sight.  The last
// line of all says what was run of that.
func TestLemma(t *testing.T) {
	for _, e := range lemmas.Index() {
		f := fate{id: e.ID, finished: e.Finished(), tests: len(e.Parts) + len(e.Mutants) + 1}
		f.passed = t.Run(e.ID, func(t *testing.T) {
			f.chosen = true
			if !e.Finished() {
				t.Skipf("%s %s is stated, nothing is checked: %s", e.Kind, e.ID, e.Claim)
			}
			run := func(name string, check func(*testing.T)) {
				t.Run(name, func(t *testing.T) { f.ran++; check(t) })
			}
			for _, p := range e.Parts {
				run(p.Name, func(t *testing.T) { checkPart(t, e, p) })
			}
			for _, m := range e.Mutants {
				run("mutant/"+m.Name, func(t *testing.T) { checkMutant(t, e, m) })
			}
			run("evidence", func(t *testing.T) { checkEvidence(t, e) })
		})
		fates = append(fates, f)
	}
}

// TestMain ends with what TestLemma ran, below the failures.
func TestMain(m *testing.M) {
	code := m.Run()
	if fates != nil {
		fmt.Println(summary(fates))
	}
	os.Exit(code)
}

var fates []fate

// fate is what became of a statement in a run, which may choose some statements and some
// of their tests.
type fate struct {
	id                       string
	finished, chosen, passed bool
	tests, ran               int
}

// summary says in one line which statements were checked, and of which only some tests.
func summary(all []fate) string {
	lists := map[string][]string{}
	for _, f := range all {
		name, list := f.id, "checked"
		if f.finished && f.ran < f.tests {
			name += fmt.Sprintf(" (%d of %d tests)", f.ran, f.tests)
		}
		switch {
		case !f.chosen:
			name, list = f.id, "not chosen"
		case !f.passed:
			list = "FAILED"
		case !f.finished:
			list = "stated only"
		case f.ran == 0:
			name, list = f.id, "not chosen"
		}
		lists[list] = append(lists[list], name)
	}
	var parts []string
	for _, list := range []string{"checked", "FAILED", "stated only"} {
		if names := lists[list]; len(names) > 0 {
			parts = append(parts, fmt.Sprintf("%s, %d of %d: %s", list, len(names), len(all), strings.Join(names, ", ")))
		}
	}
	if n := len(lists["not chosen"]); n > 0 {
		parts = append(parts, fmt.Sprintf("not chosen: %d", n))
	}
	return strings.Join(parts, "; ")
}

func TestTheSummaryIsOfWhatRan(t *testing.T) {
	require.Equal(t, "checked, 2 of 6: B.1, B.2 (1 of 4 tests); FAILED, 1 of 6: B.3 (3 of 4 tests); stated only, 1 of 6: B.4; not chosen: 2",
		summary([]fate{
			{"B.1", true, true, true, 4, 4}, {"B.2", true, true, true, 4, 1}, {"B.3", true, true, false, 4, 3},
			{"B.4", false, true, true, 1, 0}, {"B.5", true, false, true, 4, 0}, {"B.6", true, true, true, 4, 0},
		}))
}

// checkPart runs one part as a property and requires that all checks ran: rapid
// passes with fewer when its deadline is near.
func checkPart(t *testing.T, e lemmas.Entry, p lemmas.Part) {
	ran, undecided := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		out, text, err := p.Run(shrinking{t})
		if err != nil {
			t.Fatalf("%s %s, %s: %v: %s", e.Kind, e.ID, p.Name, err, text)
		}
		switch out.Verdict {
		case lemmas.Refuted:
			t.Fatalf("%s %s, %s: refuted by %s: %s", e.Kind, e.ID, p.Name, text, out.Why)
		case lemmas.Undecided:
			undecided++
		}
		ran++
	})
	require.GreaterOrEqual(t, ran, wanted(t), "%s %s, %s: checks that ran", e.Kind, e.ID, p.Name)
	require.Zero(t, undecided, "%s %s, %s: undecided", e.Kind, e.ID, p.Name)
	t.Logf("%s %s, %s: %d checks, all decided", e.Kind, e.ID, p.Name, ran)
}

// wanted is the number of checks that rapid was asked for.
func wanted(t *testing.T) int {
	checks, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	require.NoError(t, err)
	if testing.Short() {
		checks /= 5
	}
	return checks
}

// checkMutant replays the pinned witness.
func checkMutant(t *testing.T, e lemmas.Entry, m lemmas.Mutant) {
	refuted, witness, err := m.Replay()
	require.NoError(t, err, "%s %s, mutant %q on %s", e.Kind, e.ID, m.Name, witness)
	if m.Superfluous != "" {
		t.Logf("true, not a mutant: %s: %s", m.Why, m.Superfluous)
		return
	}
	require.True(t, refuted, "%s %s: the mutant %q survives its witness %s", e.Kind, e.ID, m.Name, witness)
	t.Logf("refuted by %s", witness)
}

// checkEvidence runs the statement as the command does.
func checkEvidence(t *testing.T, e lemmas.Entry) {
	const seed, checks = 1, 500
	r, err := lemmas.Run(context.Background(), e, lemmas.Options{Seed: seed, Checks: checks, Jobs: 2})
	require.NoError(t, err)
	replay := fmt.Sprintf("vectorborda lemmas --run '^%s$' --seed %d --checks %d", strings.ReplaceAll(e.ID, ".", `\.`), seed, checks)
	words := []lemmas.Word{}
	for _, g := range r.Grids {
		words = append(words, g.Word)
		require.Equal(t, g.Points, g.Done, "%s %s, %s: points; %s", e.Kind, e.ID, g.Name, replay)
		require.Zero(t, g.Undecided, "%s %s, %s: undecided; %s", e.Kind, e.ID, g.Name, replay)
	}
	if len(words) == 0 {
		words = append(words, lemmas.Sampled)
	}
	require.Contains(t, words, r.Evidence.Word, "%s %s is %s, surviving mutants %q; %s", e.Kind, e.ID, r.Evidence, r.Surviving(), replay)
	t.Logf("%s %s: %s", e.Kind, e.ID, r.Evidence)
}
