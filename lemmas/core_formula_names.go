package lemmas

import (
	"cmp"
	"slices"

	"vectorborda/lemmas/lra"
)

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
// ([Formula.forms]).
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
// active set.  [Formula.blocks] is the same on an instance.
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

// forms are the instances that stand for one: names in order, and, where marks
// pick members of active sets, at most one set and one member of it.
func (f *Formula) forms(in Instance) []Instance {
	if f.names.pick == "" {
		return []Instance{f.sorted(in)}
	}
	forms := []Instance{f.single(in, -1, -1)}
	for n, active := range f.block(in, "active") {
		if active == 0 {
			continue
		}
		forms = append(forms, f.single(in, n, -1))
		for g, mark := range f.block(in, f.names.pick)[:n+1] {
			if mark == 1 {
				forms = append(forms, f.single(in, n, g))
			}
		}
	}
	return forms
}

// single keeps the marks of the active set {0, …, n} and of its member g, who is
// renamed 0; -1 is none.
func (f *Formula) single(in Instance, n, g int) Instance {
	in.Values = slices.Clone(in.Values)
	keep := func(choice string, i int) {
		marks := f.block(in, choice)
		clear(marks)
		if i >= 0 {
			marks[i] = 1
		}
	}
	keep("active", n)
	keep(f.names.pick, g)
	order := f.all()
	if g > 0 {
		order[0], order[g] = g, 0
	}
	return f.sorted(f.renamed(in, order))
}

// sorted renames the models so that the names are in order.
func (f *Formula) sorted(in Instance) Instance {
	x := f.block(in, f.names.by)
	order := f.blocks(in)
	for _, block := range order {
		slices.SortStableFunc(block, func(i, j int) int { return cmp.Compare(x[i*in.D], x[j*in.D]) })
	}
	return f.renamed(in, slices.Concat(order...))
}

// blocks are the sets of models that may change names in an instance.
func (f *Formula) blocks(in Instance) [][]int {
	active := f.block(in, "active")
	var blocks [][]int
	start := 0
	for i := range in.K {
		ends := i < f.names.fixed || active != nil && active[i] == 1
		if ends || i == in.K-1 {
			blocks = append(blocks, f.all()[start:i+1])
			start = i + 1
		}
	}
	return blocks
}

// renamed calls model order[n] n: rows of arrays and the marks of models and of
// pairs move; numbers stay, and so do the marks of active sets, which are sizes.
func (f *Formula) renamed(in Instance, order []int) Instance {
	out := Instance{Size: in.Size}
	for _, field := range f.layout {
		block := f.block(in, field.name)
		switch {
		case f.arrays[field.name] != nil:
			block = subarray(block, field.cols, order)
		case f.pairMarks[field.name] != nil || f.tables[field.name] != nil:
			var moved []int64
			for _, row := range intoRows(subarray(block, in.K, order), in.K) {
				moved = append(moved, subarray(row, 1, order)...)
			}
			block = moved
		case f.marks[field.name] != nil && field.name != "active":
			block = subarray(block, 1, order)
		}
		out.Values = append(out.Values, block...)
	}
	return out
}

// block is the values of one variable, array or choice in an instance; nil if the
// formula has none of that name.
func (f *Formula) block(in Instance, name string) []int64 { return f.layout.block(in, name) }
