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
// the command prints it.  An unfinished statement is skipped, in plain sight.
func TestLemma(t *testing.T) {
	for _, e := range lemmas.Index() {
		t.Run(e.ID, func(t *testing.T) {
			if !e.Finished() {
				t.Skipf("%s %s is stated, nothing is checked: %s", e.Kind, e.ID, e.Claim)
			}
			for _, p := range e.Parts {
				t.Run(p.Name, func(t *testing.T) { checkPart(t, e, p) })
			}
			for _, m := range e.Mutants {
				t.Run("mutant/"+m.Name, func(t *testing.T) { checkMutant(t, e, m) })
			}
			t.Run("evidence", func(t *testing.T) { checkEvidence(t, e) })
		})
	}
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

// TestLemmaIndex lists what is not checked yet where everybody sees it.
func TestLemmaIndex(t *testing.T) {
	var finished, unfinished []string
	for _, e := range lemmas.Index() {
		if e.Finished() {
			finished = append(finished, e.ID)
		} else {
			unfinished = append(unfinished, e.ID)
		}
	}
	require.NotEmpty(t, finished)
	fmt.Fprintf(os.Stdout, "checked: %s\nstated only: %s\n", strings.Join(finished, ", "), strings.Join(unfinished, ", "))
}
