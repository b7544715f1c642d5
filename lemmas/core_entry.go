package lemmas

import "fmt"

// Entry is one numbered statement.
type Entry struct {
	ID     string // as in the paper: "B.5", "C.3.3" for Corollary 3.3, "R.B.1" for Remark B.1; "RC." before those on repeated comparisons
	Paper  string // where it is from; "" is [Paper]
	Kind   string // Lemma, Proposition, Theorem, Corollary, Remark
	Title  string
	Claim  string // the statement in words and symbols
	Source string // where it is found, and what of it is checked

	Parts   []Part   // the ways in which it is checked on random instances; none: it is only stated
	Grids   []Grid   // and those that leave nothing to chance
	Mutants []Mutant // the wrong versions

	Formula  func(Size) *Formula // the statement as one formula of linear arithmetic, if it is one
	Sizes    []Size              // the sizes that a solver is asked about
	NoSolver string              // or why there are none ("contains exp")

	Kernel Kernel // its proof in Coq, if there is one

	Constants []Constant // and how far they can be improved
	Only      string     // what of the statement is checked, if not all of it
	Proves    string     // what of the statement the formula or the grids say, if not all that is checked
}

// Finished reports whether anything is checked about the statement.
func (e Entry) Finished() bool { return len(e.Parts) > 0 }

// Paper is the source of every statement that does not name another.
const Paper = "arXiv:2610.27447"

// Hypothesis is one assumption of a statement.
type Hypothesis struct {
	Name, Words string
	Holds       func(Instance) (bool, error)
	NoMutant    string // why no mutant breaks it; empty if one does
}

// Domain is a family of instances: their hypotheses, a generator that satisfies
// them by construction, what its values stand for, and how it is written down.
type Domain struct {
	Hypotheses []Hypothesis
	Generate   func(Draw) Instance
	Layout     func(Instance) layout
	Show       func(Instance) string
}

// admits reports that the hypotheses hold on an instance, but for one that a mutant
// breaks ("": all of them).
func (d *Domain) admits(in Instance, broken string) (bool, error) {
	for _, h := range d.Hypotheses {
		if ok, err := h.Holds(in); err != nil || !ok && h.Name != broken {
			return false, err
		}
	}
	return true, nil
}

// Verdict is what one check found.
type Verdict int

const (
	Holds     Verdict = iota
	Vacuous           // nothing is claimed here
	Undecided         // the enclosure was too wide: neither passed nor failed
	Refuted
)

// Outcome is a verdict and, unless it is [Holds], its reason.
type Outcome struct {
	Verdict Verdict
	Why     string
}

func refuted(format string, args ...any) Outcome {
	return Outcome{Refuted, fmt.Sprintf(format, args...)}
}

// Part is one way of checking a statement.
type Part struct {
	Name string
	*Domain
	Check func(Instance) (Outcome, error)
}

// Run draws one instance and checks it.  The text is the instance.  An error
// is a defect of the register itself: a generator that breaks a hypothesis, an
// instance that overflows, a panic.
func (p Part) Run(d Draw) (out Outcome, text string, err error) {
	defer errorOfPanic(&err)
	in := p.Generate(d)
	text = p.Show(in)
	for _, h := range p.Hypotheses {
		ok, err := h.Holds(in)
		if err != nil {
			return Outcome{}, text, err
		}
		if !ok {
			return Outcome{}, text, fmt.Errorf("the generator broke the hypothesis %q: %s", h.Name, h.Words)
		}
	}
	out, err = p.Check(in)
	return out, text, err
}

// How says what refutes a mutant besides its pinned witness.
type How string

const (
	ByGenerator How = "generator" // random instances of the statement's own domain hit it
	ByWitness   How = "witness"   // the pinned witness only: too sharp or outside the domain
	ByNothing   How = "none"      // nothing can: the mutant is true, see Superfluous
)

// Mutant is a wrong version of a statement, or one that turned out true.
type Mutant struct {
	Name        string
	Why         string // what it gets wrong
	Breaks      string // the hypothesis that it leaves out or weakens, if it is about one
	How         How
	Superfluous string                // the reason why it is true: what it removes is not needed
	Witness     string                // as instances are printed, label by label: see [readInstance]
	Layout      func(Instance) layout // of the witness
	Generate    func(Draw) Instance   // random instances that satisfy its hypotheses, if there are
	Show        func(Instance) string
	// Refutes reports that the mutant's hypotheses hold on the instance and its
	// conclusion does not.  It is an error if the true statement fails there too.
	Refutes func(Instance) (bool, error)
	Edit    func(*Formula)      // what makes a formula of the statement wrong, if it is one
	Formula func(Size) *Formula // and the wrong formula
	Dies    func(Size) bool     // the sizes at which it is wrong, if not all from the witness's on
}

// wrongClaim is a mutant that says something else of the cases of a statement.
type wrongClaim[X any] struct {
	Mutant
	claim func(x X) Outcome
}

// cases are the instances of a domain, each read as an X.
type cases[X any] struct {
	*Domain
	read func(Instance) X
}

// supposed is a [Hypothesis] about an X.
type supposed[X any] struct {
	name, words, noMutant string
	holds                 func(x X) bool
}

// casesOf gives a domain its hypotheses; its instances are shown by their layout if it
// does not say how.
func casesOf[X any](read func(Instance) X, domain Domain, hypotheses []supposed[X]) cases[X] {
	for _, h := range hypotheses {
		domain.Hypotheses = append(domain.Hypotheses, Hypothesis{
			Name: h.name, Words: h.words, NoMutant: h.noMutant,
			Holds: func(in Instance) (bool, error) { return h.holds(read(in)), nil },
		})
	}
	if domain.Show == nil {
		domain.Show = func(in Instance) string { return domain.Layout(in).show(in) }
	}
	return cases[X]{&domain, read}
}

// part checks every case.
func (c cases[X]) part(name string, check func(x X) Outcome) Part {
	return Part{name, c.Domain, func(in Instance) (Outcome, error) { return check(c.read(in)), nil }}
}

// mutants are those of a table: each keeps every hypothesis but the one that it breaks,
// and random instances come from the domain where the generator is to hit it.
func (c cases[X]) mutants(table []wrongClaim[X]) []Mutant {
	var all []Mutant
	for _, row := range table {
		m := row.Mutant
		m.Layout, m.Show = c.Layout, c.Show
		if m.Generate == nil && m.How == ByGenerator {
			m.Generate = c.Generate
		}
		m.Refutes = func(in Instance) (bool, error) {
			ok, err := c.admits(in, m.Breaks)
			return ok && row.claim(c.read(in)).Verdict == Refuted, err
		}
		all = append(all, m)
	}
	return all
}

// standing makes it an error that a mutant is refuted by an instance of the domain on
// which the statement itself fails.
func (d *Domain) standing(check func(Instance) (Outcome, error), mutants []Mutant) []Mutant {
	for n := range mutants {
		wrong := mutants[n].Refutes
		mutants[n].Refutes = func(in Instance) (bool, error) {
			refutes, err := wrong(in)
			if err != nil || !refutes {
				return false, err
			}
			ok, err := d.admits(in, "")
			if err != nil || !ok {
				return err == nil, err
			}
			out, err := check(in)
			if err == nil && out.Verdict == Refuted {
				err = fmt.Errorf("the statement itself fails: %s", out.Why)
			}
			return err == nil, err
		}
	}
	return mutants
}

// Replay evaluates the pinned witness again.  A superfluous mutant has none.
func (m Mutant) Replay() (refuted bool, witness string, err error) {
	if m.How == ByNothing {
		return false, "", nil
	}
	defer errorOfPanic(&err)
	in, err := m.Pinned()
	if err != nil {
		return false, "", err
	}
	refuted, err = m.Refutes(in)
	return refuted, m.Show(in), err
}

// Pinned is the witness as an instance; an error if it is not written by the
// statement's layout.  A superfluous mutant has none.
func (m Mutant) Pinned() (Instance, error) {
	if m.How == ByNothing {
		return Instance{}, nil
	}
	return readInstance(m.Witness, m.Layout)
}
