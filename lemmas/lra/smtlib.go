package lra

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
)

// Assertion is one truth that a script asserts, with a comment of one line.
type Assertion struct {
	Comment string
	Holds   Bool
}

// Script asks whether there are values of the variables that satisfy all
// assertions, in SMT-LIB 2 (logic QF_LRA), up to and including (check-sat).
// Every variable of the graph is declared, in order.  Terms with a name and
// unnamed ones that occur more than once are defined before they are used, so a
// script is as long as its graph is large; min, max and ⁺ are written as ite.
// The same graph gives the same bytes.
func Script(title string, list ...Assertion) string {
	p := newPrinter(list)
	fmt.Fprintf(&p.out, "; %s\n(set-option :produce-models true)\n(set-logic QF_LRA)\n", oneLine(title))
	for _, v := range p.g.vars {
		fmt.Fprintf(&p.out, "(declare-const %s %s)\n", symbol(v.Name), map[bool]string{true: "Bool", false: "Real"}[v.Bool])
	}
	done := 0
	for _, a := range list {
		p.define(done, int(a.Holds.id))
		done = max(done, int(a.Holds.id)+1)
		if a.Comment != "" {
			fmt.Fprintf(&p.out, "; %s\n", oneLine(a.Comment))
		}
		fmt.Fprintf(&p.out, "(assert %s)\n", p.use(a.Holds.id))
	}
	p.out.WriteString("(check-sat)\n")
	return p.out.String()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// plain is what SMT-LIB takes for a symbol without quotes.
var plain = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// reserved are the plain words that no variable may be called.
var reserved = map[string]bool{
	"and": true, "or": true, "not": true, "ite": true, "let": true, "par": true, "as": true, "true": true, "false": true,
	"exists": true, "forall": true, "xor": true, "distinct": true, "Real": true, "Bool": true, "Int": true,
}

// symbol checks a name: one that a solver would read as something else is a
// mistake of whoever gave it.
func symbol(name string) string {
	if !plain.MatchString(name) || reserved[name] {
		panic(fmt.Sprintf("lra: %q is no name for a script", name))
	}
	return name
}

// printer writes the nodes that some assertion needs.
type printer struct {
	g      *Graph
	needed []bool
	places []int            // in how many places of the script a node is written
	names  map[int32]string // of defined nodes and variables
	out    strings.Builder
}

func newPrinter(list []Assertion) *printer {
	g := list[0].Holds.g
	p := &printer{g: g, needed: make([]bool, len(g.nodes)), places: make([]int, len(g.nodes)), names: map[int32]string{}}
	for _, a := range list {
		g.same(a.Holds.g)
		p.needed[a.Holds.id] = true
		p.places[a.Holds.id]++
	}
	for id := len(g.nodes) - 1; id >= 0; id-- {
		if !p.needed[id] {
			continue
		}
		n := g.nodes[id]
		for _, a := range n.operands() {
			p.needed[a] = true
			p.places[a]++
			if n.op == opMin || n.op == opMax { // (ite (<= a b) a b)
				p.places[a]++
			}
		}
	}
	p.nameAll()
	return p
}

// nameAll decides which nodes get a name: variables, terms that have one, and
// terms that would be written twice, as t1, t2, … past every name that is taken.
func (p *printer) nameAll() {
	for id := range p.g.nodes {
		id := int32(id)
		if name, has := p.g.names[id]; has {
			p.names[id] = symbol(name)
		}
	}
	next := 1
	for id, needed := range p.needed {
		id := int32(id)
		if !needed || p.names[id] != "" || p.places[id] < 2 || p.short(id) {
			continue
		}
		for p.g.taken("t" + strconv.Itoa(next)) {
			next++
		}
		p.names[id] = "t" + strconv.Itoa(next)
		next++
	}
}

func (g *Graph) taken(name string) bool { _, taken := g.named[name]; return taken }

// short terms read best where they are used: constants, multiples and negations
// of something named, and differences of such.
func (p *printer) short(id int32) bool {
	n := p.g.nodes[id]
	switch n.op {
	case opConst, opTrue:
		return true
	case opTimes, opNot:
		return p.leaf(n.a)
	case opAdd:
		return p.multiple(n.a) && p.multiple(n.b)
	}
	return false
}

func (p *printer) multiple(id int32) bool {
	n := p.g.nodes[id]
	return p.leaf(id) || n.op == opTimes && p.leaf(n.a)
}

func (p *printer) leaf(id int32) bool {
	return p.names[id] != "" || p.g.nodes[id].op == opConst || p.g.nodes[id].op == opTrue
}

// define writes the definitions of the nodes from first to last.
func (p *printer) define(first, last int) {
	for id := first; id <= last; id++ {
		n := p.g.nodes[id]
		name := p.names[int32(id)]
		if !p.needed[id] || name == "" || n.op == opRealVar || n.op == opBoolVar {
			continue
		}
		fmt.Fprintf(&p.out, "(define-fun %s () %s %s)\n", name, n.sort(), p.write(int32(id)))
	}
}

func (n node) sort() string {
	switch n.op {
	case opTrue, opLe, opLt, opEq, opNot, opAnd, opOr, opIff:
		return "Bool"
	}
	return "Real"
}

// use is a node as it is written in another: by name if it has one.
func (p *printer) use(id int32) string {
	if name := p.names[id]; name != "" {
		return name
	}
	return p.write(id)
}

// operators are the ones that SMT-LIB has.
var operators = map[op]string{opLe: "<=", opLt: "<", opEq: "=", opIff: "=", opNot: "not", opAnd: "and", opOr: "or", opIte: "ite", opAdd: "+"}

// write is a node by its parts.
func (p *printer) write(id int32) string {
	n := p.g.nodes[id]
	switch n.op {
	case opRealVar, opBoolVar:
		return p.names[id]
	case opConst:
		return number(n.k)
	case opTrue:
		return "true"
	case opTimes:
		if n.k == -1 {
			return "(- " + p.use(n.a) + ")"
		}
		return "(* " + number(n.k) + " " + p.use(n.a) + ")"
	case opMin:
		a, b := p.use(n.a), p.use(n.b)
		return "(ite (<= " + a + " " + b + ") " + a + " " + b + ")"
	case opMax:
		a, b := p.use(n.a), p.use(n.b)
		return "(ite (<= " + a + " " + b + ") " + b + " " + a + ")"
	case opAdd:
		return p.sum(n)
	}
	text := "(" + operators[n.op]
	for _, a := range p.flat(n) {
		text += " " + p.use(a)
	}
	return text + ")"
}

// sum writes a + (-b) as a difference.
func (p *printer) sum(n node) string {
	for _, order := range [][2]int32{{n.a, n.b}, {n.b, n.a}} {
		if m := p.g.nodes[order[1]]; m.op == opTimes && m.k == -1 && p.names[order[1]] == "" {
			return "(- " + p.use(order[0]) + " " + p.use(m.a) + ")"
		}
	}
	return "(+ " + p.use(n.a) + " " + p.use(n.b) + ")"
}

// flat are the operands of a connective, with those of nested ones of the same
// kind that have no name of their own in their place.
func (p *printer) flat(n node) []int32 {
	if n.op != opAnd && n.op != opOr {
		return n.operands()
	}
	var all []int32
	for _, a := range n.operands() {
		if m := p.g.nodes[a]; m.op == n.op && p.names[a] == "" {
			all = append(all, p.flat(m)...)
			continue
		}
		all = append(all, a)
	}
	return all
}

// number is an integer as a real constant.
func number(k int64) string {
	text := strconv.FormatUint(magnitude(k), 10) + ".0"
	if k < 0 {
		return "(- " + text + ")"
	}
	return text
}
