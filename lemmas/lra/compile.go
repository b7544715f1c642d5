package lra

import (
	"fmt"
	"math"
	"math/bits"
)

// Term is a [Num] or a [Bool].
type Term interface{ handle() (*Graph, int32) }

func (a Num) handle() (*Graph, int32)  { return a.g, a.id }
func (a Bool) handle() (*Graph, int32) { return a.g, a.id }

// Program evaluates the terms it was compiled for, and every term they are
// made of.  It is immutable and may be shared between goroutines; each takes
// its own [Machine].
type Program struct {
	graph *Graph
	vars  []Variable
	code  []node  // operands are registers; instruction n writes register n
	reg   []int32 // register of a node of the graph, -1 if not compiled
	limit int64   // largest input magnitude for which nothing overflows
}

// Compile makes a program for the terms, all of one graph.  It is an error if
// a constant alone overflows int64.
func Compile(terms ...Term) (*Program, error) {
	g, _ := terms[0].handle()
	p := &Program{graph: g, vars: g.vars[:len(g.vars):len(g.vars)], reg: make([]int32, len(g.nodes))}
	needed := make([]bool, len(g.nodes))
	for _, t := range terms {
		h, id := t.handle()
		g.same(h)
		needed[id] = true
	}
	for id := len(g.nodes) - 1; id >= 0; id-- {
		if needed[id] {
			for _, a := range g.nodes[id].operands() {
				needed[a] = true
			}
		}
	}
	for id, n := range g.nodes {
		p.reg[id] = -1
		if needed[id] {
			p.reg[id] = int32(len(p.code))
			p.code = append(p.code, p.relocate(n))
		}
	}
	return p, p.bound()
}

// operands are the nodes that n reads.
func (n node) operands() []int32 {
	switch n.op {
	case opRealVar, opBoolVar, opConst, opTrue:
		return nil
	case opTimes, opNot:
		return []int32{n.a}
	case opIte:
		return []int32{n.a, n.b, n.c}
	}
	return []int32{n.a, n.b}
}

// relocate replaces nodes by registers.
func (p *Program) relocate(n node) node {
	m := n
	switch len(n.operands()) {
	case 3:
		m.c = p.reg[n.c]
		fallthrough
	case 2:
		m.b = p.reg[n.b]
		fallthrough
	case 1:
		m.a = p.reg[n.a]
	}
	return m
}

// growth bounds a value by g·V + c, where V is the largest magnitude of a real
// variable; both saturate at 2⁶⁴-1.
type growth struct{ g, c uint64 }

func (a growth) join(b growth) growth { return growth{max(a.g, b.g), max(a.c, b.c)} }
func (a growth) add(b growth) growth  { return growth{satAdd(a.g, b.g), satAdd(a.c, b.c)} }
func (a growth) times(k int64) growth {
	m := magnitude(k)
	return growth{satMul(a.g, m), satMul(a.c, m)}
}

// bound finds the largest V for which every register stays within int64.
func (p *Program) bound() error {
	p.limit = math.MaxInt64
	grow := make([]growth, len(p.code))
	for reg, n := range p.code {
		grow[reg] = n.growth(grow)
		if grow[reg].c > math.MaxInt64 {
			return fmt.Errorf("lra: a constant of the formula overflows int64")
		}
		if g := grow[reg].g; g > 0 {
			p.limit = min(p.limit, int64((math.MaxInt64-grow[reg].c)/g))
		}
	}
	return nil
}

func (n node) growth(grow []growth) growth {
	switch n.op {
	case opRealVar:
		return growth{g: 1}
	case opConst:
		return growth{c: magnitude(n.k)}
	case opAdd:
		return grow[n.a].add(grow[n.b])
	case opTimes:
		return grow[n.a].times(n.k)
	case opMin, opMax:
		return grow[n.a].join(grow[n.b])
	case opIte:
		return grow[n.b].join(grow[n.c])
	}
	return growth{} // truth values
}

// Limit is the largest magnitude of a real variable that [Machine.Eval]
// accepts.
func (p *Program) Limit() int64 { return p.limit }

// magnitude is |k| without overflow.
func magnitude(k int64) uint64 {
	if k < 0 {
		return -uint64(k)
	}
	return uint64(k)
}

func satAdd(a, b uint64) uint64 {
	sum, carry := bits.Add64(a, b, 0)
	if carry != 0 {
		return math.MaxUint64
	}
	return sum
}

func satMul(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	if hi != 0 {
		return math.MaxUint64
	}
	return lo
}
