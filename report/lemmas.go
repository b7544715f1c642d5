package report

import (
	"fmt"
	"regexp"
	"strings"

	"vectorborda/lemmas"
)

// Register shows statements with their evidence; in JSON it is the list of
// their results.
type Register []lemmas.Result

// Tables are the register, then the mutants.
func (doc Register) Tables() []Table {
	return []Table{doc.statements(), doc.mutants()}
}

func (doc Register) statements() Table {
	t := Table{
		Title:  "Statements of " + lemmas.Paper,
		Header: []string{"ID", "kind", "statement", "evidence", "undecided", "mutants caught"},
		Notes:  doc.notes(),
	}
	for _, r := range doc {
		t.Rows = append(t.Rows, []any{
			r.ID, r.Kind, r.Title, word(r.Evidence), r.Undecided,
			fmt.Sprintf("%d of %d", len(r.Mutants)-len(r.Surviving()), len(r.Mutants)),
		})
	}
	return t
}

// word leaves out the witness of a refutation, which a note gives in full.
func word(e lemmas.Evidence) string {
	if e.Word == lemmas.RefutedWitness {
		return string(e.Word)
	}
	return e.String()
}

func (doc Register) notes() []string {
	unfinished := 0
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
		if r.Partial {
			notes = append(notes, fmt.Sprintf("PARTIAL: %s was interrupted after %d checks.", r.ID, r.Checks))
		}
	}
	return append(notes, fmt.Sprintf(
		"%d of %d statements have evidence; `stated` means that nothing is claimed about the others. "+
			"`sampled(n)`: held on n random instances, which proves nothing, and every wrong version was caught.",
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
	t := Table{Title: "Wrong versions", Header: []string{"ID", "mutant", "refuted", "by", "at", "random hits", "witness or reason"}}
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
