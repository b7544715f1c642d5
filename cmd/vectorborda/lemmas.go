package main

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"vectorborda/lemmas"
	"vectorborda/report"
)

func newLemmas(c *common) *cobra.Command {
	var pattern string
	var checks int
	var strict, mutants bool
	var ask solving
	var kernel kernelFlag
	cmd := &cobra.Command{
		Use:   "lemmas",
		Short: "List the numbered statements with their evidence",
		Long: `lemmas lists every numbered statement of the papers (those of arXiv:2610.10795
as RC.…), checks the finished ones on random instances and on grids, and replays
every wrong version (mutant), which must be refuted.
Statements of linear arithmetic are also put to the SMT solvers z3 and cvc5, if
both are on PATH: that no real numbers violate them at K models and d objectives,
that their hypotheses can be met, and that each mutant has a counterexample,
which is then evaluated again. The table of mutants is shown with --mutants or --run.
Statements with a proof in Coq are first put to Coq, if coqc, coqdep, coqchk and the
library Coquelicot are there: vectorborda help proofs.

Evidence: stated (nothing is claimed), sampled(n) (held on n random instances),
computed(grid) (decided, exactly or by enclosures, at every point of a stated grid),
enumerated(cases) (decided exactly in every one of the stated cases),
kernel(all K,d) (Coq accepted a proof of it in this run),
proved(sizes) (both solvers say that it holds for all real numbers at these K×d),
proved(…) of anything else (without solvers: polynomials that agree, exactly, at
enough points to be equal),
refuted (a counterexample was found). What stands before a colon says which part of
the statement that is. A statement stays at stated while one of
its mutants survives, and is not proved at a size where a solver gave no answer.

--smt auto asks the solvers if both are there, off never, require fails without
them (exit 2) and, where a proof is missing, with 3. --kernel auto, off and require
say the same of Coq; a proof that it refuses is exit 1. All statements take the
solvers and Coq two to three minutes each on two cores; with --smt off --kernel
off it is seconds. The seconds in --format json are measured; all else depends on the
seed, the checks, the solvers and Coq only.`,
		Example: `  vectorborda lemmas
  vectorborda lemmas --run '^B\.' --checks 10000
  vectorborda lemmas --run '^2\.1$' --format json
  vectorborda lemmas --run '^B\.8$' --sizes 3x2,4x3`,
		Args:        flagsOnly,
		Annotations: map[string]string{paper: lemmas.Paper + ", " + lemmas.RepeatedPaper},
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkCount("checks", checks); err != nil {
				return err
			}
			c.all = mutants || pattern != ""
			entries, err := lemmas.Select(pattern)
			if err != nil {
				return fmt.Errorf("--run: %w", err)
			}
			ctx := interruptible(cmd)
			prover, err := ask.prover(ctx, cmd)
			if err != nil {
				return err
			}
			checker, err := kernel.checker(ctx, cmd)
			if err != nil {
				return err
			}
			theorems, err := kernelTheorems(ctx, cmd, checker, entries, c.jobs)
			if err != nil {
				return err
			}
			step, finish := progressOf(cmd, len(entries), func(done int) string { return "lemmas: " + entries[min(done, len(entries)-1)].ID })
			rows, err := runAll(ctx, entries, lemmas.Options{Seed: c.seed, Checks: checks, Jobs: c.jobs, Prover: prover, Kernel: theorems}, step)
			finish()
			if err != nil {
				return err
			}
			if err := c.print(cmd, report.Register(rows)); err != nil {
				return err
			}
			return verdict(ctx, rows, strict, ask.mode == "require")
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&pattern, "run", "", "only the statements whose ID matches this regular expression")
	flags.IntVar(&checks, "checks", 1000, "random instances for each statement")
	flags.BoolVar(&mutants, "mutants", false, "show the wrong versions too, as --run does")
	flags.BoolVar(&strict, "strict", false, "exit with 3 if a statement is only stated or a check was undecided")
	ask.register(cmd)
	kernel.register(cmd)
	cmd.AddCommand(newLemmasExport(c))
	return cmd
}

// runAll runs the statements in their order.  Its error is a defect of the
// register, which no claim survives.
func runAll(ctx context.Context, entries []lemmas.Entry, o lemmas.Options, step func()) ([]lemmas.Result, error) {
	rows := make([]lemmas.Result, 0, len(entries))
	for _, e := range entries {
		row, err := lemmas.Run(ctx, e, o)
		if err != nil {
			return nil, exitError{exitRefuted, "a check is defective: " + err.Error()}
		}
		rows = append(rows, row)
		if step != nil {
			step()
		}
	}
	return rows, nil
}

// verdict turns the rows into an exit status.
func verdict(ctx context.Context, rows []lemmas.Result, strict, require bool) error {
	open := false
	var unproved error
	for _, r := range rows {
		if r.Witness != "" {
			return exitError{exitRefuted, r.Kind + " " + r.ID + " is refuted"}
		}
		if alive := r.Surviving(); len(alive) > 0 && !r.Partial {
			return exitError{exitRefuted, fmt.Sprintf("%s %s: mutants not as they should be: %v", r.Kind, r.ID, alive)}
		}
		if wrong := r.Unproved(); require && wrong != nil && unproved == nil {
			unproved = exitError{exitInconclusive, fmt.Sprintf("%s %s is not proved at %s: %s by %s is %s: %s", r.Kind, r.ID, wrong.Size, wrong.Query, wrong.Solver, wrong.Result, wrong.Why)}
		}
		open = open || r.Undecided > 0 || !r.Surveyed() || r.Evidence.Word == lemmas.Stated
	}
	switch {
	case ctx.Err() != nil:
		return interrupted()
	case unproved != nil:
		return unproved
	case strict && open:
		return exitError{status: exitInconclusive}
	}
	return nil
}
