package lra

// Add is a + b.
func (a Num) Add(b Num) Num {
	a.g.same(b.g)
	return Num{a.g, a.g.commuting(opAdd, a.id, b.id)}
}

// Sub is a - b.
func (a Num) Sub(b Num) Num { return a.Add(b.Neg()) }

// Neg is -a.
func (a Num) Neg() Num { return a.Times(-1) }

// Times is k·a for an integer k.  Nested factors multiply out where they fit.
func (a Num) Times(k int64) Num {
	if n := a.g.nodes[a.id]; n.op == opTimes {
		if p := k * n.k; magnitude(k) < 1<<31 && magnitude(n.k) < 1<<31 {
			return Num{a.g, n.a}.Times(p)
		}
	}
	if k == 1 {
		return a
	}
	return Num{a.g, a.g.add(node{op: opTimes, a: a.id, k: k})}
}

// Min is a ∧ b.
func Min(a, b Num) Num { return a.extreme(opMin, b) }

// Max is a ∨ b.
func Max(a, b Num) Num { return a.extreme(opMax, b) }

func (a Num) extreme(o op, b Num) Num {
	a.g.same(b.g)
	if a.id == b.id {
		return a
	}
	return Num{a.g, a.g.commuting(o, a.id, b.id)}
}

// Pos is the positive part a⁺ = a ∨ 0.
func (a Num) Pos() Num { return Max(a, a.g.Int(0)) }

// Abs is |a| = a ∨ -a.
func (a Num) Abs() Num { return Max(a, a.Neg()) }

// Ite is a where the condition holds and b elsewhere.
func Ite(cond Bool, a, b Num) Num {
	cond.g.same(a.g)
	a.g.same(b.g)
	return Num{a.g, a.g.add(node{op: opIte, a: cond.id, b: a.id, c: b.id})}
}

// Le is a ≤ b.
func (a Num) Le(b Num) Bool { return a.compare(opLe, b) }

// Lt is a < b.
func (a Num) Lt(b Num) Bool { return a.compare(opLt, b) }

// Ge is a ≥ b.
func (a Num) Ge(b Num) Bool { return b.compare(opLe, a) }

// Gt is a > b.
func (a Num) Gt(b Num) Bool { return b.compare(opLt, a) }

// Eq is a = b.
func (a Num) Eq(b Num) Bool {
	a.g.same(b.g)
	return Bool{a.g, a.g.commuting(opEq, a.id, b.id)}
}

func (a Num) compare(o op, b Num) Bool {
	a.g.same(b.g)
	return Bool{a.g, a.g.add(node{op: o, a: a.id, b: b.id})}
}

// As names the term and returns it.
func (a Num) As(name string) Num {
	a.g.name(a.id, name)
	return a
}
