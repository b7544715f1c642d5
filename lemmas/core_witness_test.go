package lemmas

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// pinned is a mutant's witness, which must be written by its layout.
func pinned(t require.TestingT, m Mutant) Instance {
	in, err := m.Pinned()
	require.NoError(t, err)
	return in
}

// A witness is read as it is written, with marks by position or as sets.
func TestWitnessesAreRead(t *testing.T) {
	want := instanceAt(3, 1, -1, 0, 1, -1, 0, 1, 0, 0, 1, 0, 0, 1, 0)
	for _, c := range []struct{ why, text string }{
		{"as printed", "K=3 d=1 b=[[-1] [0] [1]] est=[[-1] [0] [1]] r=0 active=[0 1 0] gone=[0 1 0]"},
		{"marks as sets", "K=3 d=1 b=[[-1] [0] [1]] est=[[-1] [0] [1]] r=0 active=0..1 gone={1}"},
	} {
		in, err := readInstance(c.text, removedClassified.layoutOf)
		require.NoError(t, err, c.why)
		require.Equal(t, want, in, c.why)
	}
	pairs := func(Instance) layout { return layout{{"gone", 1, 3}, {"witness", 3, 3}} }
	in, err := readInstance("K=3 d=1 gone={} witness={0→2 1→0}", pairs)
	require.NoError(t, err)
	require.Equal(t, instanceAt(3, 1, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 0), in)
	in, err = readInstance("s=2 q·2^s=-1", func(Instance) layout { return namedNumbers("s", "q·2^s") })
	require.NoError(t, err)
	require.Equal(t, numbers(2, -1), in)
}

// No value can shift in silence: every slip of the pen is an error that says what
// should be there.
func TestWitnessesThatAreNotWritten(t *testing.T) {
	for _, c := range []struct{ why, text, says string }{
		{"a wrong label", "K=2 d=1 b=[[0] [0]] hat=[[1] [-1]] r=1 active=0..1 gone={1}", "hat where est should be, 2 rows of 1"},
		{"exchanged labels", "K=2 d=1 est=[[0] [0]] b=[[1] [-1]] r=1 active=0..1 gone={1}", "est where b should be"},
		{"a missing label", "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] active=0..1 gone={1}", "active where r should be, a number"},
		{"the last label missing", "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=1 active=0..1", "gone is missing, a list of 2"},
		{"a doubled label", "K=2 d=1 b=[[0] [0]] b=[[0] [0]] est=[[1] [-1]] r=1 active=0..1 gone={1}", "b where est should be"},
		{"the last label doubled", "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=1 active=0..1 gone={1} gone={1}", "gone is doubled or no label"},
		{"a model too few", "K=2 d=1 b=[[0]] est=[[1] [-1]] r=1 active=0..1 gone={1}", "b is a list of 1, it should be 2 rows of 1"},
		{"an objective too many", "K=2 d=1 b=[[0 0] [0 0]] est=[[1] [-1]] r=1 active=0..1 gone={1}", "b is 2 rows of 2, it should be 2 rows of 1"},
		{"rows of two lengths", "K=2 d=1 b=[[0 0] [0]] est=[[1] [-1]] r=1 active=0..1 gone={1}", "rows of different lengths"},
		{"a list for a number", "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=[1] active=0..1 gone={1}", "r is a list of 1, it should be a number"},
		{"marks of another length", "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=1 active=0..1 gone=[0 1 0]", "gone is a list of 3"},
		{"a model that is not there", "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=1 active=0..1 gone={2}", "2 is no model of 0 to 1"},
		{"an active set too large", "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=1 active=0..2 gone={1}", "2 is no model of 0 to 1"},
		{"a model twice", "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=1 active=0..1 gone={1 1}", "1 is no other member"},
		{"no size", "b=[[0] [0]] est=[[1] [-1]] r=1 active=[0 1] gone=[0 1]", "b is doubled or no label"},
		{"no number", "K=2 d=1 b=[[0] [x]] est=[[1] [-1]] r=1 active=0..1 gone={1}", "invalid syntax"},
		{"a fraction", "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=1.5 active=0..1 gone={1}", "not label=value"},
		{"a stray word", "K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=1 and active=0..1 gone={1}", "not label=value"},
		{"nothing after the size", "K=2 d=1 ", "not label=value"},
	} {
		_, err := Mutant{Witness: c.text, Layout: removedClassified.layoutOf}.Pinned()
		require.ErrorContains(t, err, c.says, c.why)
	}
}

// A layout may depend on a number of the instance, which may be missing.
func TestWitnessesOfVariableLength(t *testing.T) {
	for text, says := range map[string]string{
		"log2(β)=0 d=1 64y=[8 16 32] 8P=[0 0]": "64y is a list of 3, it should be a list of 2",
		"log2(β)=0":                            "too few values to tell its layout",
	} {
		_, err := readInstance(text, mirroredLayout)
		require.ErrorContains(t, err, says)
	}
}

// A generator that gives a label too few values, or not at all, is a defect.
func TestFillWantsEveryLabel(t *testing.T) {
	l := layout{{"b", 2, 1}, {name: "r"}}
	require.Equal(t, instanceAt(2, 1, 5, 6, 7), l.fill(Size{2, 1}, labelled{"r": {7}, "b": {5, 6}}))
	require.PanicsWithValue(t, "lemmas: 1 values for b, 2 rows of 1", func() { l.fill(Size{2, 1}, labelled{"r": {7}, "b": {5}}) })
	require.PanicsWithValue(t, "lemmas: 0 values for r, a number", func() { l.fill(Size{2, 1}, labelled{"b": {5, 6}}) })
	require.PanicsWithValue(t, "lemmas: 3 labels for a layout of 2", func() { l.fill(Size{2, 1}, labelled{"r": {7}, "b": {5, 6}, "x": {1}}) })
}

// A layout stands for every value of what its generator draws, once.
func TestLayoutsCoverEveryValue(t *testing.T) {
	for _, e := range Index() {
		for _, p := range e.Parts {
			if p.Layout == nil {
				continue
			}
			for _, in := range instances(p.Generate)[:100] {
				l := p.Layout(in)
				require.Len(t, in.Values, l.len(), "%s, %s", e.ID, p.Name)
				seen := map[string]bool{}
				for _, b := range l {
					require.False(t, seen[b.name], "%s, %s: label %s twice", e.ID, p.Name, b.name)
					seen[b.name] = true
				}
			}
		}
	}
}

// What a run prints of an instance can be pinned as it is.
func TestWhatIsPrintedCanBePinned(t *testing.T) {
	for _, e := range Index() {
		if e.Formula == nil {
			continue
		}
		domain := e.formal()
		for _, in := range instances(domain.Generate)[:50] {
			again, err := readInstance(domain.Show(in), domain.Layout)
			require.NoError(t, err, e.ID)
			require.Equal(t, in, again, e.ID)
		}
	}
}
