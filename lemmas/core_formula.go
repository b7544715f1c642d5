package lemmas

import (
	"fmt"
	"slices"
	"strconv"
	"sync"

	"vectorborda/lemmas/lra"
)

// Named is one hypothesis or conclusion of a formula.
type Named struct {
	Name, Words string
	Holds       lra.Bool
}

// Formula is a statement at one size: for all values of the variables, the
// hypotheses together imply every conclusion.
type Formula struct {
	Size
	Graph       *lra.Graph
	Hypotheses  []Named
	Conclusions []Named

	also   []lra.Term   // evaluated besides
	occurs []Named      // what makes an instance one of the case in question
	names  *modelNaming // how its models may be renamed; nil if they may not
	layout layout
	arrays map[string]*Array
	reals  map[string]lra.Num
	marks  map[string][]lra.Bool

	pairMarks map[string][][]lra.Bool
	tables    map[string][][]lra.Num // of reals for pairs of models
}

func newFormula(size Size) *Formula {
	return &Formula{
		Size: size, Graph: new(lra.Graph),
		arrays: map[string]*Array{}, reals: map[string]lra.Num{}, marks: map[string][]lra.Bool{},
		pairMarks: map[string][][]lra.Bool{}, tables: map[string][][]lra.Num{},
	}
}

// array is the array of that name, declared on first use.
func (f *Formula) array(name string) *Array {
	if f.arrays[name] == nil {
		f.arrays[name] = newArray(f.Graph, name, f.Size)
		f.layout = append(f.layout, valueBlock{name, f.K, f.D})
	}
	return f.arrays[name]
}

// real is the real variable of that name, declared on first use.
func (f *Formula) real(name string) lra.Num {
	v, declared := f.reals[name]
	if !declared {
		v = f.Graph.Real(name)
		f.reals[name] = v
		f.layout = append(f.layout, valueBlock{name: name})
	}
	return v
}

// choice is a free choice among the models: one Boolean variable a model,
// declared on first use.
func (f *Formula) choice(name string) []lra.Bool {
	if f.marks[name] == nil {
		for i := range f.K {
			f.marks[name] = append(f.marks[name], f.Graph.Bool(name+"_"+strconv.Itoa(i)))
		}
		f.layout = append(f.layout, valueBlock{name, 1, f.K})
	}
	return f.marks[name]
}

// relation is a free choice among the pairs of models.
func (f *Formula) relation(name string) [][]lra.Bool {
	if f.pairMarks[name] == nil {
		for i := range f.K {
			row := make([]lra.Bool, f.K)
			for p := range row {
				row[p] = f.Graph.Bool(name + "_" + strconv.Itoa(i) + "_" + strconv.Itoa(p))
			}
			f.pairMarks[name] = append(f.pairMarks[name], row)
		}
		f.layout = append(f.layout, valueBlock{name, f.K, f.K})
	}
	return f.pairMarks[name]
}

// all is the set of all models.
func (f *Formula) all() []int { return lra.Upto(f.K) }

// every is p(i) for every model i.
func (f *Formula) every(p func(i int) lra.Bool) lra.Bool { return lra.All(f.all(), p) }

// pairs is p(i,j) for all models i, j with i ≠ j.
func (f *Formula) pairs(p func(i, j int) lra.Bool) lra.Bool {
	return f.every(func(i int) lra.Bool {
		return lra.All(lra.Without(f.all(), i), func(j int) lra.Bool { return p(i, j) })
	})
}

// entries is p(i,r) for every model and objective.
func (f *Formula) entries(p func(i, r int) lra.Bool) lra.Bool {
	return f.every(func(i int) lra.Bool {
		return lra.All(lra.Upto(f.D), func(r int) lra.Bool { return p(i, r) })
	})
}

// near is |x_{i,r} - y_{i,r}| ≤ ρ for every model and objective.
func (f *Formula) near(x, y *Array, rho lra.Num) lra.Bool {
	return f.entries(func(i, r int) lra.Bool { return x.X[i][r].Sub(y.X[i][r]).Abs().Le(rho) })
}

func (f *Formula) assume(name, words string, b lra.Bool) {
	f.Hypotheses = append(f.Hypotheses, Named{name, words, b})
}

func (f *Formula) conclude(name, words string, b lra.Bool) {
	f.Conclusions = append(f.Conclusions, Named{name, words, b})
}

// occur says what must hold for the hypotheses not to be met by default, as
// where a choice may mark nothing.
func (f *Formula) occur(words string, b lra.Bool) {
	f.occurs = append(f.occurs, Named{"occurs", words, b})
}

// drop leaves a hypothesis out.
func (f *Formula) drop(name string) {
	f.Hypotheses = slices.Delete(f.Hypotheses, position(f.Hypotheses, name), position(f.Hypotheses, name)+1)
}

// weaken puts something else in the place of a hypothesis.
func (f *Formula) weaken(name string, b lra.Bool) {
	f.Hypotheses[position(f.Hypotheses, name)].Holds = b
}

// claim puts something else in the place of a conclusion.
func (f *Formula) claim(name string, b lra.Bool) {
	f.Conclusions[position(f.Conclusions, name)].Holds = b
}

func position(list []Named, name string) int {
	pos := slices.IndexFunc(list, func(n Named) bool { return n.Name == name })
	if pos < 0 {
		panic(fmt.Sprintf("lemmas: the formula has no part %q", name))
	}
	return pos
}

// terms are what an evaluation of the formula needs.
func (f *Formula) terms() []lra.Term {
	all := append([]lra.Term{f.Graph.True()}, f.also...)
	for _, part := range slices.Concat(f.Hypotheses, f.Conclusions, f.occurs) {
		all = append(all, part.Holds)
	}
	return all
}

// judgement is what a formula says about one instance: the hypotheses and the
// conclusions that are false, and whether nothing is claimed.
type judgement struct {
	broken, failed []string
	vacuous        bool
}

// refutes reports a counterexample: hypotheses true, some conclusion false.
func (j judgement) refutes() bool { return len(j.broken) == 0 && len(j.failed) > 0 }

// formulas builds, compiles and keeps a statement size by size.
type formulas struct {
	build func(Size) *Formula
	mu    sync.Mutex
	kept  map[Size]*compiled
}

type compiled struct {
	*Formula
	program  *lra.Program
	machines sync.Pool
}

func statement(build func(Size) *Formula) *formulas {
	return &formulas{build: build, kept: map[Size]*compiled{}}
}

// edited is the statement with an edit applied at every size: a mutant.
func (s *formulas) edited(edit func(*Formula)) *formulas {
	return statement(func(size Size) *Formula {
		f := s.build(size)
		edit(f)
		return f
	})
}

func (s *formulas) at(size Size) (*compiled, error) {
	if size.K < 1 || size.D < 1 {
		return nil, fmt.Errorf("no formula of K = %d and d = %d", size.K, size.D)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if c := s.kept[size]; c != nil {
		return c, nil
	}
	f := s.build(size)
	program, err := lra.Compile(f.terms()...)
	if err != nil {
		return nil, err
	}
	c := &compiled{Formula: f, program: program}
	c.machines.New = func() any { return program.NewMachine() }
	s.kept[size] = c
	return c, nil
}

// judge evaluates hypotheses and conclusions on one instance.
func (s *formulas) judge(in Instance) (judgement, error) {
	c, err := s.at(in.Size)
	if err != nil {
		return judgement{}, err
	}
	m := c.machines.Get().(*lra.Machine)
	defer c.machines.Put(m)
	if err := m.Eval(in.Values); err != nil {
		return judgement{}, err
	}
	return judgement{falseOnes(m, c.Hypotheses), falseOnes(m, c.Conclusions), len(falseOnes(m, c.occurs)) > 0}, nil
}

// refutes reports a counterexample.
func (s *formulas) refutes(in Instance) (bool, error) {
	j, err := s.judge(in)
	return j.refutes(), err
}

// admits reports that the hypotheses hold.
func (s *formulas) admits(in Instance) (bool, error) {
	j, err := s.judge(in)
	return len(j.broken) == 0, err
}

func falseOnes(m *lra.Machine, list []Named) []string {
	var names []string
	for _, part := range list {
		if !m.Bool(part.Holds) {
			names = append(names, part.Name)
		}
	}
	return names
}
