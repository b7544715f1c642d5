package lemmas

import "vectorborda/lemmas/lra"

// modelNaming says how the models of a formula may be renamed, and which of the
// counterexamples that differ only by names a solver is asked about.
//
// No statement depends on what a model is called, so if there is a counterexample
// there is one with
//
//	x_{i,0} ≤ x_{i+1,0} for neighbours i, i+1 of one block,
//
// where x is the array "by" and a block is a set of models whose names may change
// places: models below "fixed" keep theirs, and nobody crosses the end of an
// active set {0, …, n-1} that is marked.
//
// Where a statement is claimed of every marked active set and every marked member
// of it ("pick"), one set and one member are enough for a counterexample: taking
// another mark away takes a hypothesis away.  The member can be called 0.
//
// All of this is tested on random instances, mutants included: verdicts do not
// depend on names, and of every counterexample some form is one
// (core_formula_names_test.go).
type modelNaming struct {
	by    string
	fixed int
	pick  string // "" if no choice speaks of members of active sets
}

// nameless lets the models from "fixed" on change names, ordered by the array.
func (f *Formula) nameless(by *Array, fixed int) { f.names = &modelNaming{by: by.Name, fixed: fixed} }

// pick is the choice of a member of an active set: see [modelNaming].
func (f *Formula) pick(name string) []lra.Bool {
	f.names.pick, f.names.fixed = name, 1
	return f.choice(name)
}

// ordered is what a solver is told of the names.
func (f *Formula) ordered() lra.Bool {
	x := f.array(f.names.by)
	sorted := lra.All(lra.Upto(f.K-1), func(i int) lra.Bool { return f.blockEnds(i).Or(x.X[i][0].Le(x.X[i+1][0])) })
	if f.names.pick == "" {
		return sorted
	}
	pick, active := f.marks[f.names.pick], f.marks["active"]
	return sorted.And(lra.All(lra.Upto(f.K)[1:], func(i int) lra.Bool {
		return lra.Not(pick[i]).And(lra.All(lra.Upto(i), func(j int) lra.Bool { return lra.Not(active[i].And(active[j])) }))
	}))
}

// words say it.
func (n modelNaming) words() string {
	text := "up to renaming of models: " + n.by + "_{i,0} ≤ " + n.by + "_{i+1,0} where i and i+1 may change names"
	if n.pick != "" {
		text += "; one active set, and of the marks " + n.pick + " only model 0's"
	}
	return text
}

// blockEnds is: a block ends with model i, which is fixed or the last of a marked
// active set.  The blocks of the tests are the same on an instance.
func (f *Formula) blockEnds(i int) lra.Bool {
	active := f.marks["active"]
	switch {
	case i < f.names.fixed:
		return f.Graph.True()
	case active == nil:
		return lra.Not(f.Graph.True())
	}
	return active[i]
}
