package lemmas

import (
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas/lra"
	"vectorborda/sims/stream"
)

// eachClaim calls f with what solvers are asked about, each with instances of it.
func eachClaim(t *testing.T, f func(t *testing.T, name string, formula func(Size) *Formula, sample []Instance)) {
	for _, e := range Index() {
		if e.Formula == nil {
			continue
		}
		sample := instances(e.formal().Generate)[:400]
		t.Run(e.Kind+" "+e.ID, func(t *testing.T) { f(t, e.ID, e.Formula, sample) })
		for _, c := range e.Constants {
			if c.Formula != nil && e.ID == "B.3" {
				t.Run(e.ID+" "+c.Name, func(t *testing.T) { f(t, e.ID+" (9)", c.Formula, instances(drawSloped)[:400]) })
			}
		}
	}
}

// formal is the domain of the entry's formula.
func (e Entry) formal() *Domain {
	for _, p := range e.Parts {
		if p.Name == "formula" {
			return p.Domain
		}
	}
	panic("lemmas: " + e.ID + " has no part that evaluates its formula")
}

// bluntConclusions are the conclusions that hold on the sample whatever single operation of
// theirs is wrong: they say nothing that could fail.
func bluntConclusions(t require.TestingT, build func(Size) *Formula, sample []Instance) []string {
	sharp := map[string]bool{}
	bySize := map[Size][]Instance{}
	for _, in := range sample {
		bySize[in.Size] = append(bySize[in.Size], in)
	}
	var names []string
	for size, all := range bySize {
		f := build(size)
		names = names[:0]
		for _, c := range f.Conclusions {
			names = append(names, c.Name)
			if sharp[c.Name] {
				continue
			}
			program, err := lra.Compile(f.Graph.True(), c.Holds)
			require.NoError(t, err)
			for _, fault := range program.Faults() {
				m := fault.NewMachine()
				for _, in := range all {
					require.NoError(t, m.Eval(in.Values))
					if !m.Bool(c.Holds) {
						sharp[c.Name] = true
						break
					}
				}
				if sharp[c.Name] {
					break
				}
			}
		}
	}
	var dull []string
	for _, name := range names {
		if !sharp[name] {
			dull = append(dull, name)
		}
	}
	return dull
}

// Every conclusion can fail: with some operation of it exchanged, it is false on
// an instance of its hypotheses.  One replaced by "true" cannot.
func TestEveryConclusionSaysSomething(t *testing.T) {
	eachClaim(t, func(t *testing.T, name string, formula func(Size) *Formula, sample []Instance) {
		require.Empty(t, bluntConclusions(t, formula, sample), "%s: conclusions that cannot fail", name)
		for _, c := range formula(sample[0].Size).Conclusions {
			emptied := statement(formula).edited(func(f *Formula) { f.claim(c.Name, f.Graph.True()) })
			require.Equal(t, []string{c.Name}, bluntConclusions(t, emptied.build, sample), "%s with %q replaced by true", name, c.Name)
		}
	})
}

// meetsEvery reports that an instance satisfies every assertion of a question.
func meetsEvery(t require.TestingT, f *Formula, refute bool, in Instance) bool {
	terms := []lra.Term{f.Graph.True()}
	list := f.assertions(refute)
	for _, a := range list {
		terms = append(terms, a.Holds)
	}
	program, err := lra.Compile(terms...)
	require.NoError(t, err)
	m := program.NewMachine()
	require.NoError(t, m.Eval(in.Values))
	for _, a := range list {
		if !m.Bool(a.Holds) {
			return false
		}
	}
	return true
}

// someForm reports that a form of the instance does.
func someForm(t require.TestingT, f *Formula, refute bool, in Instance) bool {
	for _, form := range f.forms(in) {
		if meetsEvery(t, f, refute, form) {
			return true
		}
	}
	return false
}

// What is asserted is what is meant: a mutant's witness answers the mutant's
// question and not the statement's, and instances of the statement answer the
// question about its hypotheses.
func TestQuestionsAreTheRightOnes(t *testing.T) {
	for _, e := range Index() {
		if e.Formula == nil {
			continue
		}
		for _, m := range e.Mutants {
			if m.Formula == nil || m.How == ByNothing {
				continue
			}
			require.True(t, someForm(t, m.Formula(pinned(t, m).Size), true, pinned(t, m)), "%s, mutant %s", e.ID, m.Name)
			truth := e.Formula(pinned(t, m).Size)
			if len(truth.Graph.Variables()) == len(pinned(t, m).Values) {
				require.False(t, someForm(t, truth, true, pinned(t, m)), "%s on the witness of %s", e.ID, m.Name)
			}
		}
		d, found := NewDraw(stream.Key{Seed: 8, Experiment: "questions " + e.ID}), false
		for n := 0; n < 200 && !found; n++ {
			in := e.formal().Generate(d)
			found = someForm(t, e.Formula(in.Size), false, in)
			require.False(t, someForm(t, e.Formula(in.Size), true, in), "%s: %s", e.ID, e.formal().Show(in))
		}
		require.True(t, found, "%s: no instance answers the question about its hypotheses", e.ID)
	}
}
