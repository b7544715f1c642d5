package lemmas

import (
	"cmp"
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/lemmas/lra"
	"vectorborda/sims/stream"
)

// wrongAndRight are the formulas of an entry: the statement, its mutants and its
// constants.
func wrongAndRight(e Entry) map[string]func(Size) *Formula {
	all := map[string]func(Size) *Formula{"the statement": e.Formula}
	for _, m := range e.Mutants {
		if m.Formula != nil {
			all["mutant "+m.Name] = m.Formula
		}
	}
	for _, c := range e.Constants {
		if c.Formula != nil {
			all["constant "+c.Name] = c.Formula
		}
	}
	return all
}

// namedFormula is a formula with its names compiled.
type namedFormula struct {
	*Formula
	*formulas
	machine *lra.Machine
	ordered lra.Bool
}

func newNamed(t require.TestingT, build func(Size) *Formula, size Size) namedFormula {
	f := build(size)
	n := namedFormula{Formula: f, formulas: statement(func(Size) *Formula { return f })}
	n.ordered = f.ordered()
	program, err := lra.Compile(append(f.terms(), n.ordered)...)
	require.NoError(t, err)
	n.machine = program.NewMachine()
	return n
}

func (n namedFormula) inOrder(t require.TestingT, in Instance) bool {
	require.NoError(t, n.machine.Eval(in.Values))
	return n.machine.Bool(n.ordered)
}

// scribble draws any values at all: small ones, ties everywhere, marks anywhere.
func scribble(d Draw, f *Formula) Instance {
	in := Instance{Size: f.Size}
	for _, v := range f.Graph.Variables() {
		lo, hi := int64(-2), int64(2)
		if v.Bool {
			lo, hi = 0, 1
		}
		in.Values = append(in.Values, d.Int(lo, hi, v.Name))
	}
	return in
}

// shuffle renames models within their blocks.
func shuffle(d Draw, f *Formula, in Instance) Instance {
	order := f.blocks(in)
	for _, block := range order {
		for i := range block {
			j := d.Int(int64(i), int64(len(block)-1), "place")
			block[i], block[j] = block[j], block[i]
		}
	}
	return f.renamed(in, slices.Concat(order...))
}

// nameTrouble is what is wrong with leaving the names out of an instance: a
// verdict that depends on them, a form that is not in order, a counterexample
// none of whose forms is one.
func nameTrouble(t require.TestingT, n namedFormula, in, renamed Instance) (trouble string, refutes bool) {
	said, err := n.judge(in)
	require.NoError(t, err)
	again, err := n.judge(renamed)
	require.NoError(t, err)
	if fmt.Sprint(said) != fmt.Sprint(again) {
		return fmt.Sprintf("%v, renamed %v", said, again), said.refutes()
	}
	found := false
	for _, form := range n.forms(in) {
		if !n.inOrder(t, form) {
			return "a form is not in order: " + n.show(form), said.refutes()
		}
		j, err := n.judge(form)
		require.NoError(t, err)
		found = found || j.refutes()
	}
	if said.refutes() && !found {
		return "a counterexample of which no form is one", true
	}
	return "", said.refutes()
}

// What a formula says does not depend on names, and a solver that is told their
// order misses nothing: of every counterexample, here random and pinned ones of
// every statement, mutant and constant, some form is a counterexample in order.
func TestNamesDoNotMatter(t *testing.T) {
	for _, e := range Index() {
		if e.Formula == nil {
			continue
		}
		for name, build := range wrongAndRight(e) {
			d := NewDraw(stream.Key{Seed: 3, Experiment: "names of " + e.ID + name})
			for _, size := range []Size{{2, 1}, {3, 1}, {3, 2}, {4, 2}, {5, 1}} {
				n := newNamed(t, build, size)
				for range 150 {
					in := scribble(d, n.Formula)
					trouble, _ := nameTrouble(t, n, in, shuffle(d, n.Formula, in))
					require.Empty(t, trouble, "%s %s, %s: %s", e.Kind, e.ID, name, n.show(in))
				}
			}
		}
		for _, m := range e.Mutants {
			if m.Formula == nil || m.How == ByNothing {
				continue
			}
			n := newNamed(t, m.Formula, pinned(t, m).Size)
			d := NewDraw(stream.Key{Seed: 4, Experiment: "names of " + e.ID + m.Name})
			for range 30 {
				in := shuffle(d, n.Formula, pinned(t, m))
				trouble, refutes := nameTrouble(t, n, in, pinned(t, m))
				require.Empty(t, trouble, "%s %s, mutant %s: %s", e.Kind, e.ID, m.Name, n.show(in))
				require.True(t, refutes, "%s %s, mutant %s: %s", e.Kind, e.ID, m.Name, n.show(in))
			}
		}
	}
}

// The test before is no evidence before it has caught something.
func TestNamesThatMatterAreCaught(t *testing.T) {
	b7 := statement(classification)
	for why, wrong := range map[string]func(Size) *Formula{
		"a conclusion about model 1": b7.edited(func(f *Formula) {
			b := f.array("b")
			f.conclude("named", "b_1 ≤ b_2", b.X[1][0].Le(b.X[2][0]))
		}).build,
		"a hypothesis about model 1": b7.edited(func(f *Formula) {
			f.assume("named", "1 ∈ P", f.frontier(1))
			f.claim("frontier", lra.Not(f.Graph.True()))
		}).build,
		"a conclusion about two active sets at once": b7.edited(func(f *Formula) {
			active := f.choice("active")
			f.claim("frontier", lra.Not(active[1].And(active[2])))
		}).build,
		"models told apart": func(size Size) *Formula {
			f := smallGap(size)
			f.names.fixed = 0
			return f
		},
	} {
		d, caught := NewDraw(stream.Key{Seed: 5, Experiment: why}), false
		n := newNamed(t, wrong, Size{4, 1})
		for range 3000 {
			in := scribble(d, n.Formula)
			trouble, _ := nameTrouble(t, n, in, shuffle(d, n.Formula, in))
			caught = caught || trouble != ""
		}
		require.True(t, caught, why)
	}
}

// At small sizes a solver says the same about all names.  One of them is enough: that
// both agree is held where the statements are proved.
func TestSolversSayTheSameOfAllNames(t *testing.T) {
	p := installed(t)
	for _, e := range Index() {
		if e.Formula == nil {
			continue
		}
		for _, size := range smallSizes[:2] {
			for _, q := range e.queries(size) {
				solver := p.Solvers[len(p.Solvers)-1]
				some := p.ask(t.Context(), solver, q.script, q.formula.variables())
				q.formula.names = nil
				q.script = q.formula.script("all names", q.name != "hypotheses")
				all := p.ask(t.Context(), solver, q.script, q.formula.variables())
				require.Equal(t, some.Status, all.Status, "%s %s at %v: %s by %s", e.Kind, e.ID, size, q.name, solver.Name)
			}
		}
	}
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
