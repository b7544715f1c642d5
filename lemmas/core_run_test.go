package lemmas

import (
	"context"
	"encoding/json"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// stubEntry is a statement for tests: "v is at least least", v drawn from [0, 9].
func stubEntry(least int64, mutants ...Mutant) Entry {
	domain := &Domain{
		Hypotheses: []Hypothesis{{Name: "digit", Words: "0 ≤ v ≤ 9", Holds: func(in Instance) (bool, error) {
			return in.Values[0] <= 9, nil
		}}},
		Generate: func(d Draw) Instance { return instanceAt(2, 1, d.Int(0, 9, "v")) },
		Show:     func(in Instance) string { return fmt.Sprint("v=", in.Values[0]) },
	}
	return Entry{ID: "T.1", Kind: "Lemma", Title: "test", Parts: []Part{{Name: "only", Domain: domain, Check: func(in Instance) (Outcome, error) {
		if in.Values[0] < least {
			return refuted("v < %d", least), nil
		}
		return Outcome{}, nil
	}}}, Mutants: mutants}
}

// stubMutant is refuted by its witness 0, undying by nothing.
func stubMutant(name string, refutes bool, how How, reason string) Mutant {
	return Mutant{
		Name: name, How: how, Superfluous: reason, Witness: "K=2 d=1 v=0", Layout: func(Instance) layout { return namedNumbers("v") },
		Show:     func(in Instance) string { return fmt.Sprint("v=", in.Values[0]) },
		Generate: func(d Draw) Instance { return instanceAt(2, 1, d.Int(0, 9, "v")) },
		Refutes:  func(Instance) (bool, error) { return refutes, nil },
	}
}

func mustRun(t *testing.T, e Entry, o Options) Result {
	r, err := Run(context.Background(), e, o)
	require.NoError(t, err)
	return r
}

func TestEvidenceFollowsTheMutants(t *testing.T) {
	good := stubMutant("good", true, ByGenerator, "")
	for _, c := range []struct {
		why      string
		entry    Entry
		checks   int
		evidence string
	}{
		{"all mutants refuted", stubEntry(0, good), 50, "sampled(50)"},
		{"a surviving mutant drags the row down", stubEntry(0, good, stubMutant("unkillable", false, ByWitness, "")), 50, "stated"},
		{"a true mutant with a reason does not", stubEntry(0, good, stubMutant("true", false, ByNothing, "not needed")), 50, "sampled(50)"},
		{"a mutant marked true that is refuted does", stubEntry(0, good, stubMutant("marked", true, ByNothing, "not needed")), 50, "stated"},
		{"no mutants are no evidence", stubEntry(0), 50, "stated"},
		{"no checks are no evidence", stubEntry(0, good), 0, "stated"},
		{"nothing was built", Entry{ID: "T.2"}, 50, "stated"},
	} {
		require.Equal(t, c.evidence, mustRun(t, c.entry, Options{Seed: 1, Checks: c.checks}).Evidence.String(), c.why)
	}
	r := mustRun(t, stubEntry(0, good, stubMutant("unkillable", false, ByWitness, "")), Options{Checks: 5})
	require.Equal(t, []string{"unkillable"}, r.Surviving())
}

func TestRefutationCarriesInstanceAndReplay(t *testing.T) {
	e := stubEntry(3, stubMutant("good", true, ByGenerator, ""))
	r := mustRun(t, e, Options{Seed: 9, Checks: 200, Jobs: 4})
	require.Equal(t, RefutedWitness, r.Evidence.Word)
	require.Contains(t, r.Witness, "v < 3")
	require.Equal(t, uint64(9), r.Replay.Seed)
	out, text, err := e.Parts[0].Run(e.draw(r.Replay.Part, r.Replay.Seed, r.Replay.Check))
	require.NoError(t, err)
	require.Equal(t, "only: "+text+": "+out.Why, r.Witness, "the replay draws the same instance")
	for n := range r.Replay.Check {
		out, _, _ := e.Parts[0].Run(e.draw("only", 9, n))
		require.Equal(t, Holds, out.Verdict, "the first refutation is reported")
	}
}

func TestUndecidedChecksAreNotEvidence(t *testing.T) {
	e := stubEntry(0, stubMutant("good", true, ByGenerator, ""))
	e.Parts[0].Check = func(in Instance) (Outcome, error) {
		if in.Values[0] < 5 {
			return Outcome{Undecided, "too close"}, nil
		}
		return Outcome{}, nil
	}
	r := mustRun(t, e, Options{Seed: 1, Checks: 100})
	require.Positive(t, r.Undecided)
	require.Equal(t, fmt.Sprintf("sampled(%d)", 100-r.Undecided), r.Evidence.String())
	e.Parts[0].Check = func(Instance) (Outcome, error) { return Outcome{Undecided, "never"}, nil }
	require.Equal(t, "stated", mustRun(t, e, Options{Seed: 1, Checks: 100}).Evidence.String())
}

func TestGeneratorBugIsAnError(t *testing.T) {
	e := stubEntry(0, stubMutant("good", true, ByGenerator, ""))
	e.Parts[0].Generate = func(Draw) Instance { return instanceAt(2, 1, 12) }
	_, err := Run(context.Background(), e, Options{Checks: 1})
	require.ErrorContains(t, err, `T.1: only, seed 0, check 0: the generator broke the hypothesis "digit": 0 ≤ v ≤ 9: v=12`)
	e.Parts[0].Generate = func(Draw) Instance { panic("lost") }
	_, err = Run(context.Background(), e, Options{Checks: 1})
	require.ErrorContains(t, err, "T.1: only, seed 0, check 0: panic: lost")
	e = stubEntry(0, stubMutant("good", true, ByGenerator, ""))
	e.Mutants[0].Generate = func(Draw) Instance { panic("lost") }
	_, err = Run(context.Background(), e, Options{Checks: 1})
	require.ErrorContains(t, err, `T.1, mutant "good": seed 0, check 0: panic: lost`)
}

func TestResultsDoNotDependOnJobs(t *testing.T) {
	for _, e := range Index() {
		var first string
		for _, jobs := range []int{1, 8} {
			text, err := json.Marshal(mustRun(t, e, Options{Seed: 7, Checks: 60, Jobs: jobs}))
			require.NoError(t, err)
			if first == "" {
				first = string(text)
			}
			require.Equal(t, first, string(text), "%s with %d jobs", e.ID, jobs)
		}
	}
}

func TestSeedAndChecksMatter(t *testing.T) {
	e := stubEntry(1, stubMutant("good", true, ByGenerator, ""))
	a := mustRun(t, e, Options{Seed: 1, Checks: 100})
	b := mustRun(t, e, Options{Seed: 2, Checks: 100})
	require.NotEqual(t, a.Replay, b.Replay)
}

func TestCancelledRunSaysPartial(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	e := stubEntry(0, stubMutant("good", true, ByGenerator, ""))
	check := e.Parts[0].Check
	n := 0
	e.Parts[0].Check = func(in Instance) (Outcome, error) {
		if n++; n == 10 {
			cancel()
		}
		return check(in)
	}
	r, err := Run(ctx, e, Options{Checks: 1000, Jobs: 1})
	require.NoError(t, err)
	require.True(t, r.Partial)
	require.Equal(t, 10, r.Checks)
	require.Equal(t, "sampled(10)", r.Evidence.String())
}

// The JSON fields that others read.
func TestResultJSON(t *testing.T) {
	text, err := json.Marshal(mustRun(t, stubEntry(0, stubMutant("good", true, ByGenerator, "")), Options{Checks: 3}))
	require.NoError(t, err)
	var got map[string]any
	require.NoError(t, json.Unmarshal(text, &got))
	for _, field := range []string{"id", "paper", "title", "evidence", "checks", "witness", "mutants", "proof", "sharp"} {
		require.Contains(t, got, field)
	}
	require.Equal(t, "sampled(3)", got["evidence"])
	require.Equal(t, []any{}, got["proof"])
	mutant := got["mutants"].([]any)[0].(map[string]any)
	require.Equal(t, "good", mutant["name"])
	require.Equal(t, true, mutant["refuted"])
	require.Equal(t, "v=0", mutant["witness"])
}

func TestEvidenceWords(t *testing.T) {
	for _, c := range []struct {
		e    Evidence
		want string
	}{
		{Evidence{}, "stated"},
		{Evidence{Sampled, "10"}, "sampled(10)"},
		{Evidence{Computed, "grid"}, "computed(grid)"},
		{Evidence{Enumerated, "grid"}, "enumerated(grid)"},
		{Evidence{Proved, "3x2"}, "proved(3x2)"},
		{Evidence{RefutedWitness, "x"}, "refuted(x)"},
	} {
		require.Equal(t, c.want, c.e.String())
	}
}

// ExampleRun lists one statement with what is said of it.
func ExampleRun() {
	some, err := Select(`^B\.5$`)
	if err != nil {
		panic(err)
	}
	r, err := Run(context.Background(), some[0], Options{Seed: 1, Checks: 100, Jobs: 2})
	fmt.Println(r.ID, r.Evidence, len(r.Surviving()), err)
	fmt.Println(r.Mutants[1].Name, r.Mutants[1].Refuted, r.Mutants[1].Witness)
	// Output:
	// B.5 sampled(100) 0 <nil>
	// < for ≤ true K=2 d=1 x=[[0] [0]]
}
