package lemmas

import (
	"fmt"
	"slices"
	"strings"
)

// domain is the family of instances of a formula, with what its sizes assume.
func (s *formulas) domain(generate func(Draw) Instance) *Domain {
	d := &Domain{Generate: generate, Layout: s.layoutOf, Show: s.show}
	for _, h := range s.build(Size{2, 1}).Hypotheses {
		d.Hypotheses = append(d.Hypotheses, Hypothesis{Name: h.Name, Words: h.Words, Holds: s.predicate(h.Name)})
	}
	return d
}

// predicate is one hypothesis of the formula as a function of the instance.
func (s *formulas) predicate(name string) func(Instance) (bool, error) {
	return func(in Instance) (bool, error) {
		j, err := s.judge(in)
		return err == nil && !slices.Contains(j.broken, name), err
	}
}

// layoutOf is the order in which the formula declared its variables; none if there
// is no formula of that size.
func (s *formulas) layoutOf(in Instance) layout {
	c, err := s.at(in.Size)
	if err != nil {
		return nil
	}
	return c.layout
}

// fill is the instance with these values.
func (s *formulas) fill(size Size, values labelled) Instance {
	return s.layoutOf(Instance{Size: size}).fill(size, values)
}

func (s *formulas) show(in Instance) string {
	if _, err := s.at(in.Size); err != nil {
		return err.Error()
	}
	return s.layoutOf(in).show(in)
}

// parts are the formula itself and package gaps under the same instances.
func (s *formulas) parts(domain *Domain, production func(Instance) (Outcome, error)) []Part {
	return []Part{
		{Name: "formula", Domain: domain, Check: s.check},
		{Name: "production", Domain: domain, Check: s.speaking(production)},
	}
}

// check is the part that evaluates the formula itself.
func (s *formulas) check(in Instance) (Outcome, error) {
	j, err := s.judge(in)
	if err != nil {
		return Outcome{}, err
	}
	if len(j.broken) > 0 {
		return Outcome{}, fmt.Errorf("not an instance: hypothesis %s fails", strings.Join(j.broken, ", "))
	}
	if len(j.failed) > 0 {
		return refuted("conclusion %s is false", strings.Join(j.failed, ", ")), nil
	}
	return j.outcome(), nil
}

// outcome of an instance that refutes nothing.
func (j judgement) outcome() Outcome {
	if j.vacuous {
		return Outcome{Vacuous, "nothing is marked"}
	}
	return Outcome{}
}

// speaking makes a check of what the formula claims something of; of other instances it
// says that it is vacuous unless the check refutes them.
func (s *formulas) speaking(check func(Instance) (Outcome, error)) func(Instance) (Outcome, error) {
	return func(in Instance) (Outcome, error) {
		out, err := check(in)
		if err != nil || out.Verdict != Holds {
			return out, err
		}
		j, err := s.judge(in)
		return j.outcome(), err
	}
}

// mutants are the statement with an edit each, or without the hypothesis that they
// break if there is none.  Random instances are those of generate where a mutant names
// no others, but not where the pinned witness alone refutes it.
func (s *formulas) mutants(generate func(Draw) Instance, table []Mutant) []Mutant {
	for n := range table {
		m := &table[n]
		if m.Edit == nil {
			m.Edit = func(f *Formula) { f.drop(m.Breaks) }
		}
		if m.Generate == nil && m.How != ByWitness {
			m.Generate = generate
		}
		wrong := s.edited(m.Edit)
		m.Layout, m.Show, m.Formula = wrong.layoutOf, s.show, wrong.build
		m.Refutes = func(in Instance) (bool, error) {
			if refutes, err := wrong.refutes(in); err != nil || !refutes {
				return false, err
			}
			truth, err := s.judge(in)
			if err == nil && truth.refutes() {
				err = fmt.Errorf("the statement itself fails: conclusion %s", strings.Join(truth.failed, ", "))
			}
			return err == nil, err
		}
	}
	return table
}
