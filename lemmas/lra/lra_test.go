package lra

import (
	"fmt"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

// direct is an independent evaluator: it computes with big integers while the
// terms are built and knows nothing of nodes, sharing or registers.
type direct struct {
	t      *rapid.T
	g      Graph
	nums   []Num
	bools  []Bool
	values []int64
	num    []*big.Int // value of nums[i]
	truth  []bool
}

func newDirect(t *rapid.T, largest int64) *direct {
	d := &direct{t: t}
	for i := range 4 {
		v := rapid.Int64Range(-largest, largest).Draw(t, "x")
		d.values = append(d.values, v)
		d.nums, d.num = append(d.nums, d.g.Real(fmt.Sprint("x", i))), append(d.num, big.NewInt(v))
	}
	for i := range 2 {
		v := rapid.Int64Range(0, 1).Draw(t, "b")
		d.values = append(d.values, v)
		d.bools, d.truth = append(d.bools, d.g.Bool(fmt.Sprint("b", i))), append(d.truth, v == 1)
	}
	return d
}

func (d *direct) pushNum(a Num, v *big.Int) { d.nums, d.num = append(d.nums, a), append(d.num, v) }
func (d *direct) pushBool(a Bool, v bool)   { d.bools, d.truth = append(d.bools, a), append(d.truth, v) }

// step builds one more random term out of those there are.
func (d *direct) step() {
	pick := func(n int) int { return rapid.IntRange(0, n-1).Draw(d.t, "of") }
	i, j, p, q := pick(len(d.nums)), pick(len(d.nums)), pick(len(d.bools)), pick(len(d.bools))
	a, b, u, v := d.nums[i], d.nums[j], d.bools[p], d.bools[q]
	x, y, s, t := d.num[i], d.num[j], d.truth[p], d.truth[q]
	least, most := x, y
	if x.Cmp(y) > 0 {
		least, most = y, x
	}
	k := rapid.Int64Range(-3, 3).Draw(d.t, "k")
	switch pick(19) {
	case 0:
		d.pushNum(a.Add(b), new(big.Int).Add(x, y))
	case 1:
		d.pushNum(a.Sub(b), new(big.Int).Sub(x, y))
	case 2:
		d.pushNum(a.Times(k), new(big.Int).Mul(x, big.NewInt(k)))
	case 3:
		d.pushNum(a.Neg(), new(big.Int).Neg(x))
	case 4:
		d.pushNum(Min(a, b), least)
	case 5:
		d.pushNum(Max(a, b), most)
	case 6:
		d.pushNum(d.g.Int(k), big.NewInt(k))
	case 7:
		d.pushNum(a.Abs(), new(big.Int).Abs(x))
	case 8:
		if s {
			d.pushNum(Ite(u, a, b), x)
		} else {
			d.pushNum(Ite(u, a, b), y)
		}
	case 9:
		d.pushNum(a.Pos(), map[bool]*big.Int{true: x, false: new(big.Int)}[x.Sign() > 0])
	case 10:
		d.pushBool(a.Le(b), x.Cmp(y) <= 0)
	case 11:
		d.pushBool(a.Lt(b), x.Cmp(y) < 0)
	case 12:
		d.pushBool(a.Ge(b), x.Cmp(y) >= 0)
	case 13:
		d.pushBool(a.Gt(b), x.Cmp(y) > 0)
	case 14:
		d.pushBool(a.Eq(b), x.Cmp(y) == 0)
	case 15:
		d.pushBool(Not(u), !s)
	case 16:
		d.pushBool(u.And(v), s && t)
	case 17:
		d.pushBool(u.Or(v), s || t)
	case 18:
		d.pushBool(u.Implies(v).Iff(v), (!s || t) == t)
	}
}

func (d *direct) compile() *Program {
	var all []Term
	for _, a := range d.nums {
		all = append(all, a)
	}
	for _, a := range d.bools {
		all = append(all, a)
	}
	p, err := Compile(all...)
	require.NoError(d.t, err)
	return p
}

func (d *direct) requireEqual(p *Program) {
	m := p.NewMachine()
	require.NoError(d.t, m.Eval(d.values))
	for i, a := range d.nums {
		require.Equal(d.t, d.num[i].String(), fmt.Sprint(m.Num(a)))
	}
	for i, a := range d.bools {
		require.Equal(d.t, d.truth[i], m.Bool(a))
	}
}

func TestEvalEqualsDirectEvaluation(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDirect(t, 3) // small: ties in every comparison
		for range rapid.IntRange(1, 40).Draw(t, "terms") {
			d.step()
		}
		d.requireEqual(d.compile())
	})
}

// Inputs of the largest admitted magnitude give exact values everywhere; one
// more is refused.
func TestNothingOverflowsUpToTheLimit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDirect(t, 1)
		for range rapid.IntRange(1, 60).Draw(t, "terms") {
			d.step()
		}
		p := d.compile()
		values := slices.Clone(d.values)
		for i := range values {
			if !d.g.vars[i].Bool {
				values[i] *= p.Limit()
			}
		}
		m := p.NewMachine()
		require.NoError(t, m.Eval(values))
		want := reference(&d.g, values)
		for _, a := range d.nums {
			require.Equal(t, want[a.id].String(), fmt.Sprint(m.Num(a)))
		}
		if p.Limit() < math.MaxInt64 {
			values[0] = -p.Limit() - 1
			require.ErrorContains(t, m.Eval(values), "x0 = ")
		}
	})
}

// reference is every node of the graph in big integers.
func reference(g *Graph, values []int64) []*big.Int {
	var all []*big.Int
	for _, n := range g.nodes {
		all = append(all, referenceNode(n, all, values))
	}
	return all
}

func referenceNode(n node, all []*big.Int, values []int64) *big.Int {
	at := func(id int32) *big.Int { return all[id] }
	truth := func(b bool) *big.Int { return big.NewInt(bit(b)) }
	switch n.op {
	case opRealVar, opBoolVar:
		return big.NewInt(values[n.k])
	case opConst:
		return big.NewInt(n.k)
	case opTrue:
		return truth(true)
	case opAdd:
		return new(big.Int).Add(at(n.a), at(n.b))
	case opTimes:
		return new(big.Int).Mul(big.NewInt(n.k), at(n.a))
	case opMin:
		if at(n.a).Cmp(at(n.b)) < 0 {
			return at(n.a)
		}
		return at(n.b)
	case opMax:
		if at(n.a).Cmp(at(n.b)) > 0 {
			return at(n.a)
		}
		return at(n.b)
	case opIte:
		if at(n.a).Sign() != 0 {
			return at(n.b)
		}
		return at(n.c)
	case opNot:
		return truth(at(n.a).Sign() == 0)
	case opAnd:
		return truth(at(n.a).Sign() != 0 && at(n.b).Sign() != 0)
	case opOr:
		return truth(at(n.a).Sign() != 0 || at(n.b).Sign() != 0)
	case opLe:
		return truth(at(n.a).Cmp(at(n.b)) <= 0)
	case opLt:
		return truth(at(n.a).Cmp(at(n.b)) < 0)
	}
	return truth(at(n.a).Cmp(at(n.b)) == 0) // opEq, opIff
}

func TestLimitIsSharp(t *testing.T) {
	for _, c := range []struct {
		why   string
		build func(x, y Num) Num
		limit int64
	}{
		{"a variable alone", func(x, y Num) Num { return x }, math.MaxInt64},
		{"a sum of two", func(x, y Num) Num { return x.Add(y) }, math.MaxInt64 / 2},
		{"min adds nothing", func(x, y Num) Num { return Min(x, y.Neg()) }, math.MaxInt64},
		{"factors count", func(x, y Num) Num { return x.Times(10).Sub(y.Times(39)) }, math.MaxInt64 / 49},
		{"a constant takes its share", func(x, y Num) Num { return x.Add(x.g.Int(math.MaxInt64 - 5)) }, 5},
		{"the largest step decides, though the result is small", func(x, y Num) Num { return x.Times(1<<40).Times(1<<10).Le(y).pick(x, y) }, math.MaxInt64 >> 50},
		{"saturated: no input is safe but zero", func(x, y Num) Num { return x.Times(1 << 62).Times(4) }, 0},
	} {
		var g Graph
		p, err := Compile(c.build(g.Real("x"), g.Real("y")))
		require.NoError(t, err, c.why)
		require.Equal(t, c.limit, p.Limit(), c.why)
	}
	var g Graph
	_, err := Compile(g.Int(math.MaxInt64).Add(g.Int(1)))
	require.ErrorContains(t, err, "overflows")
	_, err = Compile(g.Int(math.MinInt64).Neg())
	require.ErrorContains(t, err, "overflows")
}

func (a Bool) pick(x, y Num) Num { return Ite(a, x, y) }

func TestEqualTermsAreOneNode(t *testing.T) {
	var g Graph
	x, y, p, q := g.Real("x"), g.Real("y"), g.Bool("p"), g.Bool("q")
	for _, c := range []struct {
		why  string
		a, b Term
	}{
		{"a sum commutes", x.Add(y), y.Add(x)},
		{"min commutes", Min(x, y), Min(y, x)},
		{"max of one", Max(x, x), x},
		{"equality commutes", x.Eq(y), y.Eq(x)},
		{"≥ is ≤ turned round", x.Ge(y), y.Le(x)},
		{"two negations", x.Neg().Neg(), x},
		{"factors multiply", x.Times(2).Times(-3), x.Times(-6)},
		{"and commutes", p.And(q), q.And(p)},
		{"and with itself", p.And(p), p},
		{"not not", Not(Not(p)), p},
		{"implication by its definition", p.Implies(q), Not(p).Or(q)},
	} {
		require.Equal(t, c.b, c.a, c.why)
	}
	require.NotEqual(t, x.Sub(y), y.Sub(x))
	require.NotEqual(t, x.Le(y), x.Lt(y))
	size := g.Size()
	_ = MinOver(Upto(9), func(int) Num { return x.Add(y).Pos() })
	once := g.Size()
	_ = MaxOver(Upto(9), func(int) Num { return y.Add(x).Pos() })
	require.Equal(t, once, g.Size())
	require.LessOrEqual(t, once-size, 2)
}

// Factors that would overflow when multiplied out stay apart.
func TestTimesNeverWrapsWhileBuilding(t *testing.T) {
	var g Graph
	p, err := Compile(g.Real("x").Times(math.MinInt64).Times(math.MinInt64))
	require.NoError(t, err)
	require.Zero(t, p.Limit())
}

func TestNames(t *testing.T) {
	var g Graph
	x := g.Real("x")
	twice := x.Add(x).As("twice")
	require.Equal(t, "twice", g.names[twice.id])
	x.Add(x).As("double") // the same term: its first name stays
	require.Equal(t, "twice", g.names[twice.id])
	require.Panics(t, func() { x.Neg().As("twice") }, "one name for two terms")
	require.Panics(t, func() { g.Real("x") }, "a variable declared twice")
	require.Equal(t, []Variable{{Name: "x"}}, g.Variables()[:1])
}

func TestMisuse(t *testing.T) {
	var g, h Graph
	x, y, p := g.Real("x"), h.Real("y"), g.Bool("p")
	require.Panics(t, func() { x.Add(y) }, "two graphs")
	require.Panics(t, func() { MinOver(nil, func(int) Num { return x }) }, "no minimum")
	require.Equal(t, g.True(), g.All(nil, nil))
	require.Equal(t, Not(g.True()), g.Any(nil, nil))
	prog, err := Compile(x.Le(x.Pos()).And(p))
	require.NoError(t, err)
	m := prog.NewMachine()
	require.ErrorContains(t, m.Eval([]int64{1}), "1 values for 2 variables")
	require.ErrorContains(t, m.Eval([]int64{1, 2}), "p = 2: a Boolean is 0 or 1")
	require.Panics(t, func() { m.Num(x.Times(7)) }, "not compiled")
}

func TestSets(t *testing.T) {
	set := Upto(4)
	require.Equal(t, []int{0, 1, 3}, Without(set, 2))
	require.Equal(t, []int{0, 1, 2, 3}, set, "Without leaves its argument alone")
}

func Example() {
	var g Graph
	x := []Num{g.Real("x_0"), g.Real("x_1"), g.Real("x_2")}
	spread := MaxOver(Upto(3), func(i int) Num { return x[i] }).Sub(MinOver(Upto(3), func(i int) Num { return x[i] }))
	p, err := Compile(spread.Le(g.Int(4)))
	if err != nil {
		panic(err)
	}
	m := p.NewMachine()
	fmt.Println(m.Eval([]int64{1, 5, 3}), m.Num(spread), m.Bool(spread.Le(g.Int(4))))
	// Output: <nil> 4 true
}
