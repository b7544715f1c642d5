package lemmas

import (
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"vectorborda/lemmas/lra"
	"vectorborda/lemmas/smt"
	"vectorborda/sims/trial"
)

// Prover asks solvers about statements.  A nil Prover asks nobody, and every
// proof is "not run".  One Prover serves many statements and goroutines and
// remembers the answers to equal scripts.
type Prover struct {
	Solvers []smt.Solver  // a proof needs two, which must agree
	Sizes   []Size        // instead of each statement's own
	Limit   time.Duration // for one question to one solver; 0 means five minutes

	mu   sync.Mutex
	kept map[string]func() smt.Answer
}

// Proof is one question to one solver.
type Proof struct {
	Size     string  `json:"size"`
	Query    string  `json:"query"`     // what was asked, see [Entry.queries]
	Of       string  `json:"reduction"` // the statement whose [Reduction] was asked about; "" if the statement itself
	Solver   string  `json:"solver"`
	Version  string  `json:"version"`
	Expected string  `json:"expected"` // sat or unsat; "" if either will do and the solvers must agree
	Result   string  `json:"result"`   // sat, unsat, unknown, time-out, crash or "not run"
	OK       bool    `json:"ok"`       // as expected, and what the model says is so
	Why      string  `json:"why"`      // if not OK
	Witness  string  `json:"witness"`  // the model in integers, evaluated again
	Seconds  float64 `json:"seconds"`  // of the solver's processor time

	size      Size
	mutant    string
	confirmed bool // the model refutes what was asked about
}

// Question names what was asked, and of which reduction.
func (p Proof) Question() string {
	if p.Of == "" {
		return p.Query
	}
	return p.Query + " of the reduction of " + p.Of
}

// NotRun is the result of a question that nobody was asked.
const NotRun = "not run"

// query is one question about a formula at one size.
type query struct {
	size     Size
	name     string // "conclusion", "hypotheses", "mutant NAME", "constant NAME"
	mutant   string
	of       string // the statement that a reduction belongs to
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
func (e Entry) queries(size Size) []query {
	truth := statement(e.Formula)
	counterexample := func(s *formulas) func(Instance) (bool, error) {
		return func(in Instance) (bool, error) {
			j, err := s.judge(in)
			return j.refutes(), err
		}
	}
	f := e.Formula(size)
	all := []query{
		{name: "conclusion", expected: smt.Unsat, formula: f, says: counterexample(truth), show: truth.show},
		{name: "hypotheses", expected: smt.Sat, formula: f, show: truth.show, says: func(in Instance) (bool, error) {
			j, err := truth.judge(in)
			return len(j.broken) == 0, err
		}},
	}
	for _, m := range e.Mutants {
		if m.Formula != nil {
			all = append(all, query{
				name: "mutant " + m.Name, mutant: m.Name, expected: m.fate(size), formula: m.Formula(size), says: m.Refutes, show: m.Show,
			})
		}
	}
	for _, c := range e.Constants {
		if c.Formula != nil {
			s := statement(c.Formula)
			all = append(all, query{name: "constant " + c.Name, expected: smt.Unsat, formula: c.Formula(size), says: counterexample(s), show: s.show})
		}
	}
	for n := range all {
		q := &all[n]
		q.size = size
		q.script = q.formula.script(e.Kind+" "+e.ID+" at "+size.String()+": "+q.name, q.name != "hypotheses")
	}
	return all
}

// fate is what a solver has to say of a mutant at a size.
func (m Mutant) fate(size Size) smt.Status {
	at := m.Witness.Size
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

// prove asks every question about the statement at every size.
func (e Entry) prove(ctx context.Context, o Options) []Proof {
	if e.Formula == nil {
		return []Proof{}
	}
	sizes := e.Sizes
	if o.Prover != nil && o.Prover.Sizes != nil {
		sizes = o.Prover.Sizes
	}
	var queries []query
	for _, size := range sizes {
		queries = append(queries, e.queries(size)...)
	}
	for _, red := range e.Reductions {
		for _, size := range red.Sizes {
			queries = append(queries, red.queries(size)...)
		}
	}
	if o.Prover == nil || len(o.Prover.Solvers) < 2 {
		return notRun(queries)
	}
	n := len(o.Prover.Solvers)
	rows := trial.Run(ctx, len(queries)*n, o.Jobs, func() func(int) Proof {
		return func(t int) Proof { return o.Prover.put(ctx, queries[t/n], o.Prover.Solvers[t%n]) }
	}, nil)
	for q := 0; q+n <= len(rows); q += n {
		settle(rows[q : q+n])
	}
	return rows
}

// notRun is a row for each size that nobody was asked about.
func notRun(queries []query) []Proof {
	var rows []Proof
	for _, q := range queries {
		if strings.HasSuffix(q.name, "conclusion") {
			rows = append(rows, Proof{
				Size: q.size.String(), size: q.size, Query: q.name, Of: q.of, Expected: string(q.expected), Result: NotRun, Why: NotRun,
			})
		}
	}
	return rows
}

// settle marks the answers to one question if the solvers disagree.
func settle(rows []Proof) {
	for _, r := range rows[1:] {
		if r.Result == rows[0].Result {
			continue
		}
		for n := range rows {
			rows[n].OK = false
			if rows[n].Why == "" {
				rows[n].Why = "the solvers disagree"
			}
		}
		return
	}
}

// put asks one solver one question and evaluates its model again.
func (p *Prover) put(ctx context.Context, q query, s smt.Solver) Proof {
	row := Proof{
		Size: q.size.String(), Query: q.name, Solver: s.Name, Version: s.Version, Expected: string(q.expected),
		Of: q.of, size: q.size, mutant: q.mutant,
	}
	a := p.ask(ctx, s, q.script, q.formula.variables())
	row.Result, row.Seconds, row.Why = string(a.Status), a.Seconds, a.Why
	switch {
	case a.Status == smt.Sat:
		row.confirm(q, a.Model)
		if row.Why == "" && q.expected == smt.Unsat {
			row.Why = "a counterexample"
		}
	case a.Status == smt.Unsat && q.expected == smt.Sat:
		row.Why = "no instance"
	case a.Status != smt.Unsat && row.Why == "":
		row.Why = "no answer"
	}
	row.OK = row.Why == ""
	return row
}

// confirm evaluates a model, scaled to integers.
func (row *Proof) confirm(q query, model smt.Model) {
	values, err := model.Integers()
	if err != nil {
		row.Why = err.Error()
		return
	}
	in := Instance{q.size, values}
	row.Witness = q.show(in)
	row.confirmed, err = q.says(in)
	switch {
	case err != nil:
		row.Why = err.Error()
	case !row.confirmed:
		row.Why = "the evaluation does not confirm the model"
	}
}

// ask asks once for every solver and script; the title is not part of it.
func (p *Prover) ask(ctx context.Context, s smt.Solver, script string, variables []string) smt.Answer {
	_, body, _ := strings.Cut(script, "\n")
	hash := sha256.Sum256([]byte(body))
	key := s.Path + string(hash[:])
	limit := p.Limit
	if limit == 0 {
		limit = 5 * time.Minute
	}
	p.mu.Lock()
	if p.kept == nil {
		p.kept = map[string]func() smt.Answer{}
	}
	once, asked := p.kept[key]
	if !asked {
		once = sync.OnceValue(func() smt.Answer { return s.Ask(ctx, script, variables, limit) })
		p.kept[key] = once
	}
	p.mu.Unlock()
	return once()
}

// proved are the sizes at which every question was answered as it should be.
func (e Entry) proved(rows []Proof) []string {
	var sizes []string
	for _, r := range rows {
		if r.Of == "" && !slices.Contains(sizes, r.Size) && answered(rows, "", r.Size, 2*len(e.questions())) {
			sizes = append(sizes, r.Size)
		}
	}
	return sizes
}

// answered reports at least so many answers about a statement, or about the
// reduction that belongs to one, at a size, all as they should be.
func answered(rows []Proof, of, size string, least int) bool {
	n := 0
	for _, r := range rows {
		if r.Of != of || r.Size != size {
			continue
		}
		if !r.OK {
			return false
		}
		n++
	}
	return n >= least
}

// reduced reports that nothing is missing for all K and d: every reduction of the
// entry, its own and those of the lemmas that it rests on, was proved up to its
// cut-off.
func (e Entry) reduced(rows []Proof) bool {
	for _, red := range e.Reductions {
		if !red.shown(rows).Proved {
			return false
		}
	}
	return len(e.Reductions) > 0
}

// questions are the names of the questions at any size.
func (e Entry) questions() []string {
	names := []string{"conclusion", "hypotheses"}
	for _, m := range e.Mutants {
		if m.Formula != nil {
			names = append(names, "mutant "+m.Name)
		}
	}
	for _, c := range e.Constants {
		if c.Formula != nil {
			names = append(names, "constant "+c.Name)
		}
	}
	return names
}

// Unproved is the first question that was not answered as it should be, or that
// nobody was asked; nil if there is none.
func (r Result) Unproved() *Proof {
	for n := range r.Proof {
		if !r.Proof[n].OK {
			return &r.Proof[n]
		}
	}
	return nil
}

// learn takes over what solvers found against the statement: a confirmed
// counterexample, and a refuted mutant that was marked true.
func (r *Result) learn() {
	for _, p := range r.Proof {
		if !p.confirmed || p.OK {
			continue
		}
		if p.Query == "conclusion" && p.Of == "" && r.Witness == "" {
			r.Witness = fmt.Sprintf("%s %s: %s", p.Solver, p.Version, p.Witness)
		}
		for n := range r.Mutants {
			if m := &r.Mutants[n]; m.Name == p.mutant && m.Superfluous != "" {
				m.Refuted, m.Witness = true, p.Witness
			}
		}
	}
}

// Constant is a constant of a statement and how far it can be improved.
type Constant struct {
	Name   string // what it stands before
	Holds  string // the best value that is proved
	Fails  string // the nearest one that is refuted
	Mutant string // by which mutant
	By     string // the part or grid that checks it; "" if the solvers do
	// Seen computes how close the statement comes to its constant, nil if nobody
	// looked.
	Seen func() string
	// Formula is the statement with Holds in the constant's place; nil if that is
	// the statement itself.
	Formula func(Size) *Formula
	Reduced string // the reduction that proves that, too, for all K and d
}

// Sharp is how far a constant can be improved.
type Sharp struct {
	Constant string   `json:"constant"`
	Holds    string   `json:"holds"`
	Evidence Evidence `json:"evidence"` // of what holds
	Fails    string   `json:"fails"`
	Witness  string   `json:"witness"` // of what fails
}

// sharpen says of each constant what was proved and what was refuted.
func (e Entry) sharpen(r Result) []Sharp {
	list := []Sharp{}
	for _, c := range e.Constants {
		s := Sharp{Constant: c.Name, Holds: c.Holds}
		switch {
		case c.By != "":
			s.Evidence = r.evidenceBy(c.By)
		case r.Evidence.Word == Proved:
			s.Evidence = r.Evidence
			if c.Formula != nil && c.Reduced == "" {
				s.Evidence.Detail = detail(e.about(), strings.Join(e.proved(r.Proof), ", "))
			}
		}
		for _, m := range r.Mutants {
			if m.Name == c.Mutant && m.Refuted {
				s.Fails, s.Witness = c.Fails, m.Witness
			}
		}
		if c.Seen != nil && r.Checks > 0 {
			s.Holds += ": " + c.Seen()
		}
		list = append(list, s)
	}
	return list
}
