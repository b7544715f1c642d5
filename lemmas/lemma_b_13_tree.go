package lemmas

import (
	"math/big"
	"slices"
	"strings"
)

// decisionTree is an adaptive algorithm with a horizon as a decision tree, and an event of
// its histories.  The history at node v becomes node 2v+1 after a comparison that
// is lost and 2v+2 after one that is won; depth T ends it.  Cells stand for the
// pairs and objectives (i,j,r) of the paper: one comparison of cell c is won with
// probability p_c under θ and q_c under λ, in sixteenths.
type decisionTree struct {
	cells, T int
	p, q     []int64
	choice   []int64 // at nodes of depth < T: 0 stops, c ≥ 1 asks cell c-1
	member   []int64 // whether the event holds if the history ends here
}

// sixteen is the common denominator of the probabilities.
const sixteen = 16

// treeLayout has a value a node in "asks" (those of depth < T) and in "G".
func treeLayout(in Instance) layout {
	cells, T := int(in.Values[0]), in.Values[1]
	return layout{{name: "cells"}, {name: "T"}, {"16p", 1, cells}, {"16q", 1, cells}, {"asks", 1, 1<<T - 1}, {"G", 1, 2<<T - 1}}
}

func splitTree(in Instance) decisionTree {
	v := in.Values
	t := decisionTree{cells: int(v[0]), T: int(v[1])}
	v = v[2:]
	take := func(n int) []int64 { head := v[:n]; v = v[n:]; return head }
	t.p, t.q = take(t.cells), take(t.cells)
	t.choice, t.member = take(1<<t.T-1), take(2<<t.T-1)
	return t
}

func (t decisionTree) values() []int64 {
	return slices.Concat([]int64{int64(t.cells), int64(t.T)}, t.p, t.q, t.choice, t.member)
}

// treeLaw is what the enumeration of all outcome paths gives, in units of 16^-(T+1).
type treeLaw struct {
	unit         int64
	asked        [2][]int64 // E_θ[N_c(τ∧T)] and E_λ[N_c(τ∧T)]
	event        [2]int64   // P_θ(G), P_λ(G)
	proportional bool       // P_θ/P_λ is constant on the histories of G, and on the others
}

// law walks every outcome path: at most 2^T of them, with probabilities that are
// integers over 16^T, and over the unit after one comparison more.
func (t decisionTree) law() treeLaw {
	l := treeLaw{unit: sixteen, proportional: true}
	for range t.T {
		l.unit *= sixteen
	}
	l.asked[0], l.asked[1] = make([]int64, t.cells), make([]int64, t.cells)
	var first [2][2]int64 // of the others, of G
	var walk func(v, depth int, P, Q int64)
	walk = func(v, depth int, P, Q int64) {
		if depth < t.T && t.choice[v] > 0 {
			c := t.choice[v] - 1
			l.asked[0][c] += P
			l.asked[1][c] += Q
			walk(2*v+1, depth+1, P/sixteen*(sixteen-t.p[c]), Q/sixteen*(sixteen-t.q[c]))
			walk(2*v+2, depth+1, P/sixteen*t.p[c], Q/sixteen*t.q[c])
			return
		}
		g := t.member[v]
		l.event[0] += g * P
		l.event[1] += g * Q
		if first[g] == [2]int64{} {
			first[g] = [2]int64{P, Q}
		}
		l.proportional = l.proportional && P*first[g][1] == Q*first[g][0]
	}
	walk(0, 0, l.unit, l.unit)
	return l
}

func (l treeLaw) real(n int64) float64 { return float64(n) / float64(l.unit) }

func (l treeLaw) rat(n int64) *big.Rat { return big.NewRat(n, l.unit) }

// shown prints an instance; choices as one letter a node: . stops, a asks the
// first cell; members as + and -.
func (t decisionTree) shown() string {
	var choice, member strings.Builder
	for _, c := range t.choice {
		choice.WriteByte(".abcdefgh"[c])
	}
	for _, m := range t.member {
		member.WriteByte("-+"[m])
	}
	in := Instance{Values: t.values()}
	return treeLayout(in)[:4].show(in) +
		" asks=" + choice.String() + " G=" + member.String()
}

// drawTree draws an algorithm on up to four cells with a horizon of up to six.
// Events are arbitrary, or hold where the history is likelier under θ, which makes
// the inequality tight.
func drawTree(d Draw) Instance {
	t := decisionTree{cells: int(d.Int(1, 4, "cells")), T: int(d.Int(0, 6, "T"))}
	for range t.cells {
		p := d.Int(1, sixteen-1, "p")
		q := []int64{d.Int(1, sixteen-1, "q"), p, min(p+1, sixteen-1)}[d.Int(0, 2, "kind of q")]
		t.p, t.q = append(t.p, p), append(t.q, q)
	}
	for range 1<<t.T - 1 {
		c := d.Int(1, int64(t.cells), "asks")
		if drawCoin(d, 5, "stops") {
			c = 0
		}
		t.choice = append(t.choice, c)
	}
	likely := drawCoin(d, 2, "likelihood event")
	for range 2<<t.T - 1 {
		t.member = append(t.member, d.Int(0, 1, "G"))
	}
	if likely {
		t.likelihoodEvent()
	}
	return Instance{Values: t.values()}
}

// likelihoodEvent makes G the histories that are likelier under θ.
func (t decisionTree) likelihoodEvent() {
	var walk func(v int, P, Q int64)
	walk = func(v int, P, Q int64) { // at most 16^6 each
		t.member[v] = 0
		if P > Q {
			t.member[v] = 1
		}
		if v < len(t.choice) {
			c := max(t.choice[v]-1, 0)
			walk(2*v+1, P*(sixteen-t.p[c]), Q*(sixteen-t.q[c]))
			walk(2*v+2, P*t.p[c], Q*t.q[c])
		}
	}
	walk(0, 1, 1)
}

// everyTree lists all algorithms on two cells with horizon T and all events of
// their histories, with nothing for what is never reached.
func everyTree(T int) []decisionTree {
	var all []decisionTree
	choice, member := make([]int64, 1<<T-1), make([]int64, 2<<T-1)
	// grow decides about the nodes of the list one after the other.
	type node struct{ v, depth int }
	var grow func(open []node)
	grow = func(open []node) {
		if len(open) == 0 {
			all = append(all, decisionTree{cells: 2, T: T, choice: slices.Clone(choice), member: slices.Clone(member)})
			return
		}
		n, rest := open[0], open[1:]
		for g := range int64(2) {
			member[n.v] = g
			grow(rest)
		}
		member[n.v] = 0
		if n.depth == T {
			return
		}
		for c := range int64(2) {
			choice[n.v] = c + 1
			grow(append([]node{{2*n.v + 1, n.depth + 1}, {2*n.v + 2, n.depth + 1}}, rest...))
		}
		choice[n.v] = 0
	}
	grow([]node{{0, 0}})
	return all
}
