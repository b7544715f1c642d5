package lemmas

import (
	"slices"

	"vectorborda/lemmas/lra"
)

// definitions evaluates section 2 for S = [K] on integers.  It is the reference
// that package gaps is held to.  A subset S of a roster is its rows: the
// definitions see nothing else.
var definitions = statement(func(size Size) *Formula {
	f := newFormula(size)
	x, S := f.array("x"), f.all()
	for i := range f.K {
		for _, j := range lra.Without(S, i) {
			f.also = append(f.also, x.Margin(i, j), x.MaxMargin(i, j), x.Below(i, j))
		}
		f.also = append(f.also, x.OnFrontier(i, S), x.BigStar(i, S), x.SmallStar(i, S), x.Gap(i, S))
	}
	return f
})

// definitionValues are the definitions on one array.
type definitionValues struct {
	margin, maxMargin [][]int64 // m_x(i,j), M_x(i,j); 0 for i = j
	below             [][]bool  // i ≺_x j
	on                []bool    // i ∈ P(x)
	bigStar           []int64   // Δ*_i
	smallStar         []int64   // δ*_i
	gap               []int64   // Δ_i
}

// evalDefinitions evaluates the definitions on an array given by rows.  It panics where
// they overflow: magnitudes are bounded by construction.
func evalDefinitions(x []int64, size Size) definitionValues {
	c, err := definitions.at(size)
	if err != nil {
		panic(err)
	}
	m := c.machines.Get().(*lra.Machine)
	defer c.machines.Put(m)
	if err := m.Eval(x); err != nil {
		panic(err)
	}
	return readDefinitions(m, c.arrays["x"])
}

// readDefinitions copies the values out of an evaluation.
func readDefinitions(m *lra.Machine, x *Array) definitionValues {
	S := lra.Upto(x.K)
	v := definitionValues{}
	for i := range x.K {
		margin, most, below := make([]int64, x.K), make([]int64, x.K), make([]bool, x.K)
		for _, j := range lra.Without(S, i) {
			margin[j], most[j], below[j] = m.Num(x.Margin(i, j)), m.Num(x.MaxMargin(i, j)), m.Bool(x.Below(i, j))
		}
		v.margin, v.maxMargin, v.below = append(v.margin, margin), append(v.maxMargin, most), append(v.below, below)
		v.on = append(v.on, m.Bool(x.OnFrontier(i, S)))
		v.bigStar = append(v.bigStar, m.Num(x.BigStar(i, S)))
		v.smallStar = append(v.smallStar, m.Num(x.SmallStar(i, S)))
		v.gap = append(v.gap, m.Num(x.Gap(i, S)))
	}
	return v
}

// frontier is P(x) in ascending order.
func (v definitionValues) frontier() []int {
	return slices.DeleteFunc(lra.Upto(len(v.on)), func(i int) bool { return !v.on[i] })
}

// dominated is [K]∖P(x) in ascending order.
func (v definitionValues) dominated() []int { return outside(len(v.on), v.frontier()) }

// best are the frontier models p ≠ i with the largest m_x(i,p): argmax_{p∈P(x)}
// in ascending order.
func (v definitionValues) best(i int) []int {
	var set []int
	for _, p := range lra.Without(v.frontier(), i) {
		switch {
		case len(set) == 0 || v.margin[i][p] > v.margin[i][set[0]]:
			set = []int{p}
		case v.margin[i][p] == v.margin[i][set[0]]:
			set = append(set, p)
		}
	}
	return set
}
