package report

import (
	"fmt"
	"io"
	"strings"
)

// exportReadme tells how to replay an export; its placeholders are a script, and how many there are of scripts and of files in Coq.
const exportReadme = `# Proofs of the register, to replay without vectorborda

| file | holds |
| --- | --- |
| smt/ | %[2]d scripts in SMT-LIB 2 (QF_LRA): STATEMENT_SIZE_QUESTION.smt2, where 3x2 is 3 models and 2 objectives |
| expected.csv | file, expected answer, statement, size and question of each |
| coq/ | %[3]d files in Coq, which prove statements for all K and d; definitions.v first |
| statements.tex | the claims and hypotheses, for LaTeX |
| register.dot | what rests on what, for Graphviz |

## Scripts

A script asks whether there are real numbers that meet all its assertions.

| question | expected | because |
| --- | --- | --- |
| conclusion | unsat | no real numbers at this size meet the hypotheses and violate the statement: it is proved there |
| hypotheses | sat | the hypotheses can be met: the proof is not of nothing |
| mutant | sat or unsat | a wrong version has a counterexample; it is unsat below the size at which it first fails, and where it turned out true |
| constant | unsat | the statement holds with this better constant |

"either" in expected.csv: no answer is foretold, but two solvers must agree.

One script by z3, and the same by cvc5:

    z3 -smt2 %[1]s
    cvc5 %[1]s

All of them; minutes. For cvc5 put cvc5 in the place of z3 -smt2:

    tail -n +2 expected.csv | { n=0 bad=0; while IFS=, read -r file want _; do got=$(z3 -smt2 "$file" </dev/null); case $want:$got in sat:sat|unsat:unsat|either:sat|either:unsat) ;; *) echo "$file: $got, not $want"; bad=1;; esac; n=$((n+1)); done; [ $bad = 0 ] && [ $n -gt 0 ] && echo "$n as expected"; }

The proof that a solver makes of an unsat, by cvc5 in LFSC and by z3 in its own format:

    cvc5 --dump-proofs --proof-format-mode=lfsc %[1]s
    { echo '(set-option :produce-proofs true)'; cat %[1]s; echo '(get-proof)'; } | z3 -smt2 -in

The numbers of a sat (the mutant's counterexample):

    { cat FILE; echo '(get-model)'; } | z3 -smt2 -in

## Proofs in Coq

With Coq 8.16 and Coquelicot (apt-get install coq libcoq-coquelicot make), some minutes:

    cd coq && coq_makefile -f _CoqProject -o Makefile && make
    cd coq && make validate

The first line compiles, the second has coqchk check the objects and list the axioms, which
are those of Coq's real numbers.

## Statements and graph

    pdflatex statements.tex
    dot -Tsvg register.dot > register.svg

A dashed box has neither a proof in Coq nor scripts: its proof remains prose, and it is
checked on grids and random instances only. Words behind "Coq" and "solvers" say what of the
statement is proved, if not all; an arrow goes to a statement that the proof in Coq needs.

## One proof of each statement

`

// writeReadme tells how to replay the export, with a script and a theorem a statement.
func (x *exported) writeReadme(w io.Writer, by Origin) error {
	example := ""
	t := Table{Title: "Statements", Header: []string{"ID", "statement", "script, unsat", "theorems in Coq", "proved"}}
	for _, e := range x.entries {
		script, theorems := "–", "–"
		if x.first[e.ID] != "" {
			script = x.first[e.ID]
			example = script
		}
		if e.Kernel.File != "" {
			theorems = e.Kernel.File + ": " + strings.Join(e.Kernel.Theorems, ", ")
		}
		t.Rows = append(t.Rows, []any{e.ID, e.Title, script, theorems, proofsOf(e)})
	}
	if _, err := fmt.Fprintf(w, exportReadme, example, x.count.Scripts, x.count.Proofs); err != nil {
		return err
	}
	if err := writeTables(w, []Table{t}, Table.writeMarkdown); err != nil {
		return err
	}
	return by.writeMarkdown(w)
}
