package lra

// Not is ¬a.
func Not(a Bool) Bool {
	if n := a.g.nodes[a.id]; n.op == opNot {
		return Bool{a.g, n.a}
	}
	return Bool{a.g, a.g.add(node{op: opNot, a: a.id})}
}

// And is a ∧ b.
func (a Bool) And(b Bool) Bool { return a.connect(opAnd, b) }

// Or is a ∨ b.
func (a Bool) Or(b Bool) Bool { return a.connect(opOr, b) }

// Implies is ¬a ∨ b.
func (a Bool) Implies(b Bool) Bool { return Not(a).Or(b) }

// Iff is a ⟺ b.
func (a Bool) Iff(b Bool) Bool {
	a.g.same(b.g)
	return Bool{a.g, a.g.commuting(opIff, a.id, b.id)}
}

func (a Bool) connect(o op, b Bool) Bool {
	a.g.same(b.g)
	if a.id == b.id {
		return a
	}
	return Bool{a.g, a.g.commuting(o, a.id, b.id)}
}

// As names the term and returns it.
func (a Bool) As(name string) Bool {
	a.g.name(a.id, name)
	return a
}
