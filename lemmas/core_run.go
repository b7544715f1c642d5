package lemmas

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"vectorborda/lemmas/coq"
	"vectorborda/sims/stream"
	"vectorborda/sims/trial"
)

// Options say how a statement is sampled and who proves it.
type Options struct {
	Seed   uint64
	Checks int     // random instances for each part; 0 only lists
	Jobs   int     // workers; ≤ 0 means one a processor.  Results do not depend on it
	Prover *Prover // who is asked for proofs; nil is nobody

	Kernel []coq.Theorem // those that Coq checked in this run
}

// Result is one row of the register.  Its JSON fields are relied on by others:
// they are added to, never renamed.
type Result struct {
	ID         string         `json:"id"`
	Paper      string         `json:"paper"`
	Kind       string         `json:"kind"`
	Title      string         `json:"title"`
	Claim      string         `json:"claim"`
	Source     string         `json:"source"` // and what of it is checked
	Evidence   Evidence       `json:"evidence"`
	Checks     int            `json:"checks"`    // instances of each part that were checked
	Undecided  int            `json:"undecided"` // checks of which a part was undecided
	Said       int            `json:"said"`      // checks of the part that said least: neither undecided nor of an instance of which nothing is claimed
	Partial    bool           `json:"partial"`   // interrupted before all checks were done
	Witness    string         `json:"witness"`   // the refuting instance, "" if there is none
	Replay     *Replay        `json:"replay"`    // how to draw it again
	Parts      []string       `json:"parts"`
	Grids      []GridResult   `json:"grids,omitempty"`
	Hypotheses []string       `json:"hypotheses"`
	Mutants    []MutantResult `json:"mutants"`
	NoSolver   string         `json:"no_solver"` // why there is no proof by solvers
	Proof      []Proof        `json:"proof"`
	Sharp      []Sharp        `json:"sharp"`
	Kernel     []coq.Theorem  `json:"kernel,omitempty"` // those of its files that Coq checked in this run
}

// Replay names one check of one part.
type Replay struct {
	Part  string `json:"part"`
	Seed  uint64 `json:"seed"`
	Check int    `json:"check"`
}

// MutantResult is how a wrong version ended.
type MutantResult struct {
	Name        string `json:"name"`
	Refuted     bool   `json:"refuted"`
	Witness     string `json:"witness"`
	Size        string `json:"size"` // of the pinned witness, the smallest at which the mutant dies
	Why         string `json:"why"`
	How         How    `json:"how"`
	Draws       int    `json:"draws"` // random instances tried
	Hits        int    `json:"hits"`  // of them refuting
	Superfluous string `json:"superfluous"`
}

// Run checks one statement and its mutants.  Check n of a part draws from a
// stream of its own, keyed by seed, statement, part and n, so a result depends
// on the options' Seed, Checks, Prover and Kernel only, but for the seconds that a solver
// took and for what its time limit cut off.  A cancelled context ends the run early
// with what has been checked so far, and says so.  An error is a defect of the
// register, not of the statement.
func Run(ctx context.Context, e Entry, o Options) (Result, error) {
	r := e.row()
	if !e.Finished() {
		return r, nil
	}
	if err := e.sample(ctx, o, &r); err != nil {
		return r, fmt.Errorf("%s: %w", e.ID, err)
	}
	for _, m := range e.Mutants {
		mr, err := m.run(ctx, e.ID, o)
		if err != nil {
			return r, fmt.Errorf("%s, mutant %q: %w", e.ID, m.Name, err)
		}
		r.Mutants = append(r.Mutants, mr)
	}
	if o.Checks > 0 {
		if err := e.survey(ctx, o, &r); err != nil {
			return r, fmt.Errorf("%s: %w", e.ID, err)
		}
	}
	r.Proof = e.prove(ctx, o)
	r.Kernel = e.Kernel.own(o.Kernel)
	r.learn()
	r.Partial = r.Partial || ctx.Err() != nil
	r.Evidence = e.weigh(r)
	r.Sharp = e.sharpen(r)
	return r, nil
}

// row is the entry before anything has been run.
func (e Entry) row() Result {
	r := Result{
		ID: e.ID, Paper: cmp.Or(e.Paper, Paper), Kind: e.Kind, Title: e.Title, Claim: e.Claim, Source: e.Source, NoSolver: e.NoSolver,
		Parts: []string{}, Hypotheses: []string{}, Mutants: []MutantResult{},
		Proof: []Proof{}, Sharp: []Sharp{},
	}
	for _, p := range e.Parts {
		r.Parts = append(r.Parts, p.Name)
	}
	for _, h := range e.Hypotheses() {
		r.Hypotheses = append(r.Hypotheses, h.Words)
	}
	return r
}

// Hypotheses are those of all parts, each once.
func (e Entry) Hypotheses() []Hypothesis {
	var all []Hypothesis
	seen := map[string]bool{}
	for _, p := range e.Parts {
		for _, h := range p.Hypotheses {
			if !seen[h.Name] {
				seen[h.Name] = true
				all = append(all, h)
			}
		}
	}
	return all
}

// checkResult is what one check of all parts found.
type checkResult struct {
	said    []bool // by parts
	verdict Verdict
	witness string
	replay  *Replay
	err     error
}

// sample runs check 0 … Checks-1 and adds up, in order, as many as were done
// without a hole.
func (e Entry) sample(ctx context.Context, o Options, r *Result) error {
	said := make([]int, len(e.Parts))
	for _, t := range inOrder(ctx, o.Checks, o.Jobs, func(n int) checkResult { return e.try(o.Seed, n) }) {
		if t.err != nil {
			return t.err
		}
		r.Checks++
		for part, yes := range t.said {
			if yes {
				said[part]++
			}
		}
		switch {
		case t.verdict == Undecided:
			r.Undecided++
		case t.verdict == Refuted && r.Witness == "":
			r.Witness, r.Replay = t.witness, t.replay
		}
	}
	r.Said = slices.Min(said)
	r.Partial = r.Checks < o.Checks
	return nil
}

// try is check n: every part draws its instance.
func (e Entry) try(seed uint64, n int) (t checkResult) {
	for _, p := range e.Parts {
		out, text, err := p.Run(e.draw(p.Name, seed, n))
		if err != nil {
			t.err = fmt.Errorf("%s, seed %d, check %d: %w: %s", p.Name, seed, n, err, text)
			return t
		}
		t.said = append(t.said, out.Verdict != Vacuous && out.Verdict != Undecided)
		if out.Verdict > t.verdict {
			t.verdict = out.Verdict
			t.witness = p.Name + ": " + text + ": " + out.Why
			t.replay = &Replay{Part: p.Name, Seed: seed, Check: n}
		}
	}
	return t
}

// draw is the randomness of one check of one part.
func (e Entry) draw(part string, seed uint64, n int) Draw {
	return NewDraw(stream.Key{Seed: seed, Experiment: "lemmas/" + e.ID + "/" + part, Trial: uint64(n)})
}

// mutantDraws is how many random instances a mutant is tried on at most: enough
// to show that the generator reaches it.
const mutantDraws = 1000

// run replays the pinned witness and tries random instances.
func (m Mutant) run(ctx context.Context, id string, o Options) (MutantResult, error) {
	refuted, witness, err := m.Replay()
	if err != nil {
		return MutantResult{}, err
	}
	r := MutantResult{
		Name: m.Name, Refuted: refuted, Witness: witness, Why: m.Why, How: m.How, Superfluous: m.Superfluous,
	}
	if m.How != ByNothing {
		pinned, _ := m.Pinned() // which was read above
		r.Size = pinned.Size.String()
	}
	if m.Generate == nil {
		return r, nil
	}
	hits, draws, text, err := m.try(ctx, id, o)
	r.Hits, r.Draws = hits, draws
	if hits > 0 && m.How == ByNothing {
		r.Refuted, r.Witness = true, text
	}
	return r, err
}

// try counts the random instances that refute the mutant; text is the first.
func (m Mutant) try(ctx context.Context, id string, o Options) (hits, draws int, text string, err error) {
	o.Checks = min(o.Checks, mutantDraws)
	type found struct {
		hit  bool
		text string
		err  error
	}
	one := func(n int) (f found) {
		defer errorOfPanic(&f.err)
		in := m.Generate(NewDraw(stream.Key{Seed: o.Seed, Experiment: "lemmas/" + id + "/mutant/" + m.Name, Trial: uint64(n)}))
		if f.hit, f.err = m.Refutes(in); f.hit {
			f.text = m.Show(in)
		}
		return f
	}
	for n, f := range inOrder(ctx, o.Checks, o.Jobs, one) {
		if f.err != nil {
			return hits, draws, text, fmt.Errorf("seed %d, check %d: %w", o.Seed, n, f.err)
		}
		draws++
		if f.hit && hits == 0 {
			text = f.text
		}
		if f.hit {
			hits++
		}
	}
	return hits, draws, text, nil
}

// inOrder does 0 … n-1 on the workers; a cancelled context leaves a gapless beginning
// of them.
func inOrder[T any](ctx context.Context, n, jobs int, one func(n int) T) []T {
	return trial.Run(ctx, n, jobs, func() func(int) T { return one }, nil)
}

// errorOfPanic, deferred, makes an error of a panic: a defect of the register.
func errorOfPanic(err *error) {
	if p := recover(); p != nil {
		*err = fmt.Errorf("panic: %v", p)
	}
}

// must is the value of what fails only if the register has a defect.
func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}
