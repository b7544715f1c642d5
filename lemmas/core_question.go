package lemmas

import (
	"strings"

	"vectorborda/lemmas/lra"
	"vectorborda/lemmas/smt"
)

// solverQuery is one question about a formula at one size.
type solverQuery struct {
	size     Size
	name     string // "conclusion", "hypotheses", "mutant NAME", "constant NAME"
	mutant   string
	expected smt.Status
	formula  *Formula
	script   string
	// says evaluates the model: whether it shows what sat claims.
	says func(Instance) (bool, error)
	show func(Instance) string
}

// queries are the questions about a statement at one size:
//
//	conclusion    hypotheses ∧ ¬conclusion, to be unsat
//	hypotheses    hypotheses and the case that they speak of, to be sat: a proof from
//	              contradictory hypotheses would be no proof
//	mutant NAME   the mutant's hypotheses ∧ ¬conclusion: sat from the size of its
//	              witness on, unsat below and where it is marked superfluous
//	constant NAME the statement with the constant that is said to be enough, unsat
func (e Entry) queries(size Size) []solverQuery {
	all := statement(e.Formula).queries(size)
	for _, m := range e.Mutants {
		if m.Formula != nil {
			all = append(all, solverQuery{
				name: "mutant " + m.Name, mutant: m.Name, expected: m.fate(size), formula: m.Formula(size), says: m.Refutes, show: m.Show,
			})
		}
	}
	for _, c := range e.Constants {
		if c.Formula != nil {
			q := statement(c.Formula).queries(size)[0]
			q.name = "constant " + c.Name
			all = append(all, q)
		}
	}
	for n := range all {
		q := &all[n]
		q.size = q.formula.Size
		q.script = q.formula.script(e.Kind+" "+e.ID+" at "+q.size.String()+": "+q.name, q.name != "hypotheses")
	}
	return all
}

// queries are the first two.
func (s *formulas) queries(size Size) []solverQuery {
	f := s.build(size)
	return []solverQuery{
		{name: "conclusion", expected: smt.Unsat, formula: f, says: s.refutes, show: s.show},
		{name: "hypotheses", expected: smt.Sat, formula: f, says: s.admits, show: s.show},
	}
}

// fate is what a solver has to say of a mutant at a size.
func (m Mutant) fate(size Size) smt.Status {
	witness, _ := m.Pinned() // a witness that cannot be read has ended the run before
	at := witness.Size
	switch {
	case m.How == ByNothing:
		return smt.Unsat
	case m.Dies != nil && m.Dies(size):
		return smt.Sat
	case m.Dies != nil:
		return smt.Unsat
	case size.K >= at.K && size.D >= at.D:
		return smt.Sat
	case size.K <= at.K && size.D <= at.D:
		return smt.Unsat
	}
	return ""
}

// questions is how many there are at any size.
func (e Entry) questions() int {
	n := 2
	for _, m := range e.Mutants {
		if m.Formula != nil {
			n++
		}
	}
	for _, c := range e.Constants {
		if c.Formula != nil {
			n++
		}
	}
	return n
}

// script writes the question down.
func (f *Formula) script(title string, refute bool) string {
	return lra.Script(title, f.assertions(refute)...)
}

// assertions are the order of the names, the hypotheses and, to refute, that a
// conclusion is false; otherwise that the case occurs which the hypotheses speak
// of.
func (f *Formula) assertions(refute bool) []lra.Assertion {
	var list []lra.Assertion
	if f.names != nil {
		list = append(list, lra.Assertion{Comment: f.names.words(), Holds: f.ordered()})
	}
	for _, h := range f.Hypotheses {
		list = append(list, lra.Assertion{Comment: h.Name + ": " + h.Words, Holds: h.Holds})
	}
	if refute {
		return append(list, f.negation())
	}
	for _, o := range f.occurs {
		list = append(list, lra.Assertion{Comment: "occurs: " + o.Words, Holds: o.Holds})
	}
	if len(list) == 0 {
		list = append(list, lra.Assertion{Comment: "there is no hypothesis", Holds: f.Graph.True()})
	}
	return list
}

// negation is that some conclusion is false.
func (f *Formula) negation() lra.Assertion {
	var words []string
	for _, c := range f.Conclusions {
		words = append(words, c.Words)
	}
	goal := lra.All(lra.Upto(len(f.Conclusions)), func(n int) lra.Bool { return f.Conclusions[n].Holds })
	return lra.Assertion{Comment: "not: " + strings.Join(words, "; "), Holds: lra.Not(goal)}
}

func (f *Formula) variables() []string {
	var names []string
	for _, v := range f.Graph.Variables() {
		names = append(names, v.Name)
	}
	return names
}
