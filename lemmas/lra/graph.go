package lra

import "fmt"

// op is what a node computes.
type op uint8

const (
	opRealVar op = iota // k is the position among all variables
	opBoolVar
	opConst // the integer k
	opTrue
	opAdd
	opTimes // k·a
	opMin
	opMax
	opLe // a ≤ b
	opLt
	opEq
	opNot
	opAnd
	opOr
	opIff
	opIte // if a then b else c, a real
)

// node is a term by its parts: an operation, up to three earlier nodes, an
// integer.  It has no padding-dependent parts and is its own hash key.
type node struct {
	k       int64
	a, b, c int32
	op      op
}

// Variable is one declared variable; its position in [Graph.Variables] is its
// position in the values given to [Machine.Eval].
type Variable struct {
	Name string
	Bool bool
}

// Graph owns terms.  The zero value is ready.  It is not safe for concurrent
// building; what is compiled from it is.
type Graph struct {
	nodes []node
	index map[node]int32
	vars  []Variable
	names map[int32]string // of nodes that have one
	named map[string]int32
}

// Num is a real-valued term of one graph.
type Num struct {
	g  *Graph
	id int32
}

// Bool is a truth value of one graph.
type Bool struct {
	g  *Graph
	id int32
}

// Real declares a real variable.  Names are unique in a graph.
func (g *Graph) Real(name string) Num { return Num{g, g.declare(opRealVar, name)} }

// Bool declares a Boolean variable: a free choice.
func (g *Graph) Bool(name string) Bool { return Bool{g, g.declare(opBoolVar, name)} }

// Int is an integer constant.
func (g *Graph) Int(k int64) Num { return Num{g, g.add(node{op: opConst, k: k})} }

// True is the constant truth.
func (g *Graph) True() Bool { return Bool{g, g.add(node{op: opTrue})} }

// Variables lists the variables in the order of their declaration.
func (g *Graph) Variables() []Variable { return g.vars }

// Size is the number of distinct nodes.
func (g *Graph) Size() int { return len(g.nodes) }

func (g *Graph) declare(o op, name string) int32 {
	id := g.add(node{op: o, k: int64(len(g.vars))})
	g.vars = append(g.vars, Variable{Name: name, Bool: o == opBoolVar})
	g.name(id, name)
	return id
}

// add returns the node with these parts, a new one only if there is none yet.
func (g *Graph) add(n node) int32 {
	if id, ok := g.index[n]; ok {
		return id
	}
	if g.index == nil {
		g.index = make(map[node]int32)
	}
	id := int32(len(g.nodes))
	g.nodes = append(g.nodes, n)
	g.index[n] = id
	return id
}

// commuting orders the operands of a commutative operation, so that a+b and
// b+a are one node.
func (g *Graph) commuting(o op, a, b int32) int32 {
	return g.add(node{op: o, a: min(a, b), b: max(a, b)})
}

// name gives a node its name.  The first name of a node stays, since two
// definitions can be the same term; one name for two terms is a mistake.
func (g *Graph) name(id int32, name string) {
	if old, taken := g.named[name]; taken && old != id {
		panic(fmt.Sprintf("lra: two terms named %q", name))
	}
	if _, has := g.names[id]; has {
		return
	}
	if g.names == nil {
		g.names, g.named = make(map[int32]string), make(map[string]int32)
	}
	g.names[id], g.named[name] = name, id
}

func (g *Graph) same(h *Graph) {
	if g != h {
		panic("lra: terms of two graphs in one term")
	}
}
