package lemmas

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

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

	kept sync.Map // by script, func() smt.Answer
}

// Proof is one question to one solver.
type Proof struct {
	Size     string  `json:"size"`
	Query    string  `json:"query"` // what was asked, see [Entry.queries]
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

// NotRun is the result of a question that nobody was asked.
const NotRun = "not run"

// prove asks every question about the statement at every size.
func (e Entry) prove(ctx context.Context, o Options) []Proof {
	if e.Formula == nil {
		return []Proof{}
	}
	sizes := e.Sizes
	if o.Prover != nil && o.Prover.Sizes != nil {
		sizes = o.Prover.Sizes
	}
	var queries []solverQuery
	for _, size := range sizes {
		queries = append(queries, e.queries(size)...)
	}
	if o.Prover == nil || len(o.Prover.Solvers) < 2 {
		return rowsNotRun(queries)
	}
	n := len(o.Prover.Solvers)
	rows := trial.Run(ctx, len(queries)*n, o.Jobs, func() func(int) Proof {
		return func(t int) Proof { return o.Prover.put(ctx, queries[t/n], o.Prover.Solvers[t%n]) }
	}, nil)
	for q := 0; q+n <= len(rows); q += n {
		markDisagreement(rows[q : q+n])
	}
	return rows
}

// row is a question without an answer.
func (q solverQuery) row() Proof {
	return Proof{Size: q.size.String(), Query: q.name, Expected: string(q.expected), size: q.size, mutant: q.mutant}
}

// rowsNotRun is a row for each size that nobody was asked about.
func rowsNotRun(queries []solverQuery) []Proof {
	var rows []Proof
	for _, q := range queries {
		if strings.HasSuffix(q.name, "conclusion") {
			row := q.row()
			row.Result, row.Why = NotRun, NotRun
			rows = append(rows, row)
		}
	}
	return rows
}

// markDisagreement marks the answers to one question if the solvers disagree.
func markDisagreement(rows []Proof) {
	if !slices.ContainsFunc(rows, func(r Proof) bool { return r.Result != rows[0].Result }) {
		return
	}
	for n := range rows {
		rows[n].OK, rows[n].Why = false, cmp.Or(rows[n].Why, "the solvers disagree")
	}
}

// put asks one solver one question and evaluates its model again.
func (p *Prover) put(ctx context.Context, q solverQuery, s smt.Solver) Proof {
	row := q.row()
	row.Solver, row.Version = s.Name, s.Version
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
func (row *Proof) confirm(q solverQuery, model smt.Model) {
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
	once, _ := p.kept.LoadOrStore(s.Path+string(hash[:]), sync.OnceValue(func() smt.Answer {
		return s.Ask(ctx, script, variables, cmp.Or(p.Limit, 5*time.Minute))
	}))
	return once.(func() smt.Answer)()
}

// proved are the sizes at which every question was answered as it should be.
func (e Entry) proved(rows []Proof) []string {
	var sizes []string
	for _, r := range rows {
		if !slices.Contains(sizes, r.Size) && answered(rows, r.Size, 2*e.questions()) {
			sizes = append(sizes, r.Size)
		}
	}
	return sizes
}

// answered reports at least so many answers at a size, all as they should be.
func answered(rows []Proof, size string, least int) bool {
	n := 0
	for _, r := range rows {
		if r.Size != size {
			continue
		}
		if !r.OK {
			return false
		}
		n++
	}
	return n >= least
}

// Unproved is the first question that was not answered as it should be, or that
// nobody was asked; nil if there is none.
func (r Result) Unproved() *Proof {
	if n := slices.IndexFunc(r.Proof, func(p Proof) bool { return !p.OK }); n >= 0 {
		return &r.Proof[n]
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
		if p.Query == "conclusion" && r.Witness == "" {
			r.Witness = fmt.Sprintf("%s %s: %s", p.Solver, p.Version, p.Witness)
		}
		for n := range r.Mutants {
			if m := &r.Mutants[n]; m.Name == p.mutant && m.Superfluous != "" {
				m.Refuted, m.Witness = true, p.Witness
			}
		}
	}
}
