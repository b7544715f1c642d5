package main

import (
	"context"
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas"
	"vectorborda/report"
)

func status(err error) int {
	var exit exitError
	switch {
	case err == nil:
		return 0
	case errors.As(err, &exit):
		return exit.status
	}
	return exitUsage
}

func TestVerdict(t *testing.T) {
	sampled := lemmas.Evidence{Word: lemmas.Sampled, Detail: "9"}
	caught, alive := lemmas.MutantResult{Name: "caught", Refuted: true}, lemmas.MutantResult{Name: "alive"}
	good := lemmas.Result{ID: "B.1", Evidence: sampled, Mutants: []lemmas.MutantResult{caught}}
	stated := lemmas.Result{ID: "B.2"}
	refuted := lemmas.Result{ID: "B.3", Kind: "Lemma", Witness: "x=[1]", Evidence: lemmas.Evidence{Word: lemmas.RefutedWitness, Detail: "x=[1]"}}
	survived := lemmas.Result{ID: "B.4", Kind: "Lemma", Mutants: []lemmas.MutantResult{caught, alive}}
	undecided, partial := good, survived
	undecided.Undecided, partial.Partial = 1, true
	holed := good
	holed.Grids = []lemmas.GridResult{{Points: 9, Done: 9, Undecided: 1}}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	for _, c := range []struct {
		why             string
		ctx             context.Context
		rows            []lemmas.Result
		usually, strict int
		says            string
	}{
		{"all sampled", t.Context(), []lemmas.Result{good, good}, 0, 0, ""},
		{"one only stated", t.Context(), []lemmas.Result{stated, good}, 0, exitInconclusive, ""},
		{"one check undecided", t.Context(), []lemmas.Result{undecided, good}, 0, exitInconclusive, ""},
		{"one point of a grid undecided", t.Context(), []lemmas.Result{holed, good}, 0, exitInconclusive, ""},
		{"refuted, last", t.Context(), []lemmas.Result{good, stated, refuted}, exitRefuted, exitRefuted, "Lemma B.3 is refuted"},
		{"a mutant survives", t.Context(), []lemmas.Result{survived, good}, exitRefuted, exitRefuted, "Lemma B.4: mutants not as they should be: [alive]"},
		{"interrupted", ended, []lemmas.Result{good, stated}, exitInterrupted, exitInterrupted, "partial"},
		{"interrupted before the mutant could be refuted", ended, []lemmas.Result{partial}, exitInterrupted, exitInterrupted, "partial"},
		{"refuted before the interrupt", ended, []lemmas.Result{refuted, partial}, exitRefuted, exitRefuted, "Lemma B.3 is refuted"},
	} {
		usually := verdict(c.ctx, c.rows, false, false)
		require.Equal(t, c.usually, status(usually), c.why)
		require.Equal(t, c.strict, status(verdict(c.ctx, c.rows, true, false)), c.why+", strict")
		if c.says != "" {
			require.ErrorContains(t, usually, c.says, c.why)
		}
	}
}

// digit is a statement about a digit v that fails at v = 7.
func digit(check func(lemmas.Instance) (lemmas.Outcome, error)) lemmas.Entry {
	return lemmas.Entry{ID: "T.1", Kind: "Lemma", Parts: []lemmas.Part{{
		Name: "only", Check: check,
		Domain: &lemmas.Domain{
			Generate: func(d lemmas.Draw) lemmas.Instance { return lemmas.Instance{Values: []int64{d.Int(0, 9, "v")}} },
			Show:     func(in lemmas.Instance) string { return fmt.Sprintf("v=%d", in.Values[0]) },
		},
	}}}
}

func notSeven(in lemmas.Instance) (lemmas.Outcome, error) {
	if in.Values[0] == 7 {
		return lemmas.Outcome{Verdict: lemmas.Refuted, Why: "v is 7"}, nil
	}
	return lemmas.Outcome{}, nil
}

// The printed command has the seed and as many checks as it takes, and no fewer.
func TestTheReplayCommandOfARefutationReplaysIt(t *testing.T) {
	entries := []lemmas.Entry{digit(notSeven)}
	rows, err := runAll(t.Context(), entries, lemmas.Options{Seed: 5, Checks: 1000}, nil)
	require.NoError(t, err)
	require.Equal(t, exitRefuted, status(verdict(t.Context(), rows, false, false)))
	note := report.Register(rows).Tables()[0].Notes[0]
	line := regexp.MustCompile(`Replay: vectorborda lemmas --run '(.+)' --seed (\d+) --checks (\d+)$`).FindStringSubmatch(note)
	require.NotNil(t, line, note)

	pattern := regexp.MustCompile(line[1])
	require.True(t, pattern.MatchString("T.1"))
	require.False(t, pattern.MatchString("TX1") || pattern.MatchString("T.10"), "no other statement is run")
	seed, err := strconv.ParseUint(line[2], 10, 64)
	require.NoError(t, err)
	checks, err := strconv.Atoi(line[3])
	require.NoError(t, err)
	again, err := runAll(t.Context(), entries, lemmas.Options{Seed: seed, Checks: checks}, nil)
	require.NoError(t, err)
	require.Equal(t, rows[0].Witness, again[0].Witness)
	before, err := runAll(t.Context(), entries, lemmas.Options{Seed: seed, Checks: checks - 1}, nil)
	require.NoError(t, err)
	require.Empty(t, before[0].Witness)
}

func TestADefectiveCheckEndsLikeARefutation(t *testing.T) {
	broken := func(lemmas.Instance) (lemmas.Outcome, error) { return lemmas.Outcome{}, errors.New("overflow") }
	steps := 0
	_, err := runAll(t.Context(), []lemmas.Entry{{ID: "T.0"}, digit(broken)}, lemmas.Options{Checks: 3}, func() { steps++ })
	require.Equal(t, exitRefuted, status(err))
	require.ErrorContains(t, err, "a check is defective: T.1: only, seed 0, check 0: overflow")
	require.Equal(t, 1, steps, "one statement was finished")
}
