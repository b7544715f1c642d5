package report

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"vectorborda/lemmas"
	"vectorborda/lemmas/coq"
	"vectorborda/lemmas/smt"
)

// Register shows statements with their evidence; in JSON it is the list of
// their results.
type Register []lemmas.Result

// Tables are the register, the mutants, where there are any the proofs in Coq
// and by solvers, the constants, and the claims in full.
func (doc Register) Tables() []Table { return doc.tables(doc.statements(), doc.mutants()) }

// Brief leaves out the mutants.
func (doc Register) Brief() []Table { return doc.tables(doc.statements()) }

func (doc Register) tables(all ...Table) []Table {
	for _, t := range []Table{doc.kernel(), doc.proofs(), doc.constants(), doc.claims()} {
		if len(t.Rows) > 0 {
			all = append(all, t)
		}
	}
	return all
}

func (doc Register) statements() Table {
	t := Table{
		Title:  "Statements of " + strings.Join(doc.papers(), " and "),
		Header: []string{"ID", "kind", "statement", "evidence", "said", "undecided", "mutants caught"},
		Notes:  doc.notes(),
		Leave:  []string{"kind", "mutants caught"},
	}
	for _, r := range doc {
		t.Rows = append(t.Rows, []any{
			r.ID, r.Kind, r.Title, word(r.Evidence), r.Said, r.Undecided,
			fmt.Sprintf("%d of %d", len(r.Mutants)-len(r.Surviving()), len(r.Mutants)),
		})
	}
	return t
}

// papers are those of the rows, in their order.
func (doc Register) papers() []string {
	var all []string
	for _, r := range doc {
		if !slices.Contains(all, r.Paper) {
			all = append(all, r.Paper)
		}
	}
	return all
}

// word leaves out the witness of a refutation, which a note gives in full.
func word(e lemmas.Evidence) string {
	if e.Word == lemmas.RefutedWitness {
		return string(e.Word)
	}
	return e.String()
}

func (doc Register) notes() []string {
	unfinished, idle := 0, 0
	var notes []string
	for _, r := range doc {
		if r.Evidence.Word == lemmas.Stated {
			unfinished++
		}
		if r.Witness != "" {
			notes = append(notes, fmt.Sprintf("%s REFUTED by %s. Replay: %s", r.ID, r.Witness, replay(r)))
		}
		if alive := r.Surviving(); len(alive) > 0 {
			notes = append(notes, fmt.Sprintf("%s stays at stated: not as they should be: mutants %s.", r.ID, strings.Join(alive, ", ")))
		}
		for _, p := range r.Proof {
			if p.Result == lemmas.NotRun {
				idle++
			} else if !p.OK {
				notes = append(notes, fmt.Sprintf("%s is not proved at %s: %s by %s is %s: %s.", r.ID, p.Size, p.Query, p.Solver, p.Result, p.Why))
			}
		}
		if r.Partial {
			notes = append(notes, fmt.Sprintf("PARTIAL: %s was interrupted after %d checks.", r.ID, r.Checks))
		}
	}
	if idle > 0 {
		notes = append(notes, fmt.Sprintf("%d proofs were not run: no two solvers were asked (%s, --smt require).", idle, smt.Install))
	}
	kernel := ""
	if slices.ContainsFunc(doc, func(r lemmas.Result) bool { return r.Evidence.Word == lemmas.KernelProof }) {
		kernel = "`kernel(…)`: Coq's kernel accepted in this run a proof of it for all of this; "
	}
	return append(notes, fmt.Sprintf(
		"%d of %d statements have evidence; `stated` means that nothing is claimed about the others. "+
			"`sampled(n)`: held on n random instances, which proves nothing, and every wrong version was caught. "+
			"`computed(grid)`: decided, exactly or by enclosures, at every point of this grid, and `enumerated(cases)`: decided exactly in all of these cases, which says nothing about others. "+
			kernel+
			"`proved(sizes)`: two solvers found that it holds for all real numbers at these K×d, which says nothing about other sizes; "+
			"`proved(…)` of anything else: without solvers, by polynomials that agree at enough points to be equal. "+
			"Words before a colon: only this part of the statement.",
		len(doc)-unfinished, len(doc)))
}

func replay(r lemmas.Result) string {
	if r.Replay == nil {
		return "none"
	}
	return fmt.Sprintf("vectorborda lemmas --run '^%s$' --seed %d --checks %d",
		regexp.QuoteMeta(r.ID), r.Replay.Seed, r.Replay.Check+1)
}

func (doc Register) mutants() Table {
	t := Table{
		Title: "Wrong versions", Header: []string{"ID", "mutant", "refuted", "by", "at", "random hits", "witness or reason"},
		Leave: []string{"random hits", "at", "by"},
	}
	for _, r := range doc {
		for _, m := range r.Mutants {
			refuted, why := "NO", m.Witness
			if m.Refuted {
				refuted = "yes"
			} else if m.Superfluous != "" {
				refuted, why = "superfluous", m.Superfluous
			}
			t.Rows = append(t.Rows, []any{r.ID, m.Name, refuted, string(m.How), m.Size, fmt.Sprintf("%d of %d", m.Hits, m.Draws), why})
		}
	}
	return t
}

// kernel are the theorems that Coq checked.
func (doc Register) kernel() Table {
	t := Table{Title: "Proofs in Coq", Header: []string{"ID", "theorem", "file", "axioms"}}
	var all []coq.Theorem
	for _, r := range doc {
		for _, k := range r.Kernel {
			t.Rows = append(t.Rows, []any{r.ID, k.Name, k.File, axiomNumbers(k.Axioms)})
		}
		all = append(all, r.Kernel...)
	}
	t.Notes = checkedNotes(all)
	return t
}

// proofs counts the questions of each statement, size and solver.
func (doc Register) proofs() Table {
	t := Table{
		Title:  "Proofs by solvers",
		Header: []string{"ID", "K×d", "solver", "version", "claim", "hypotheses", "other questions", "as expected"},
		Leave:  []string{"version", "hypotheses"},
		Notes: []string{
			"The claim's negation is to be unsat, its hypotheses sat; the other questions are one a mutant and constant. Every model is evaluated again.",
		},
	}
	for _, r := range doc {
		for _, p := range r.Proof {
			if p.Query == "conclusion" && p.Result != lemmas.NotRun {
				t.Rows = append(t.Rows, proof(r.ID, r.Proof, p))
			}
		}
	}
	return t
}

// proof is the row of a claim at a size by a solver.
func proof(id string, all []lemmas.Proof, p lemmas.Proof) []any {
	hypotheses, others, good := "?", 0, 0
	for _, q := range all {
		if q.Size != p.Size || q.Solver != p.Solver {
			continue
		}
		switch q.Query {
		case "conclusion":
		case "hypotheses":
			hypotheses = q.Result
		default:
			if others++; q.OK {
				good++
			}
		}
	}
	return []any{id, p.Size, p.Solver, p.Version, p.Result, hypotheses, others, good}
}

func (doc Register) constants() Table {
	t := Table{
		Title: "Sharp constants", Header: []string{"ID", "constant", "holds with", "evidence", "fails with", "witness"},
		Leave: []string{"witness", "evidence"},
	}
	for _, r := range doc {
		for _, s := range r.Sharp {
			t.Rows = append(t.Rows, []any{r.ID, s.Constant, s.Holds, s.Evidence.String(), s.Fails, s.Witness})
		}
	}
	return t
}

// claims are the statements in words and symbols.
func (doc Register) claims() Table {
	t := Table{Title: "Claims", Header: []string{"ID", "claim", "what is checked"}}
	for _, r := range doc {
		t.Rows = append(t.Rows, []any{r.ID, r.Claim, r.Source})
	}
	return t
}
