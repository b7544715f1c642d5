package main

import (
	"github.com/spf13/cobra"

	"vectorborda/lemmas/coq"
	"vectorborda/report"
)

func newProofs(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "proofs",
		Short: "Have the proofs of the kernel checked by Coq",
		Long: `proofs compiles the proofs in Coq that this program carries, has coqchk check the
objects again, Coq's own library included, and lists every theorem with its file
and the axioms that it rests on, which must be those of Coq's real numbers.

It needs coqc, coqdep and coqchk on PATH and the library Coquelicot. What the
theorems say is in the files of lemmas/coq, from definitions.v on; docs/proofs.md
tells how to read them. Exit status: 1 if anything is refused.`,
		Example: `  vectorborda proofs
  vectorborda proofs --format json > proofs.json`,
		Args: flagsOnly,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := interruptible(cmd)
			checker, err := coq.Find(ctx)
			switch {
			case err != nil && ctx.Err() != nil:
				return errUnchecked
			case err != nil:
				return err
			}
			theorems, err := coq.Theorems(coq.Files())
			if err != nil {
				return err
			}
			checked, err := checkProofs(ctx, cmd, checker, theorems, c.jobs)
			if err != nil {
				return err
			}
			return c.print(cmd, report.Proofs{Coq: checker.Version, Theorems: checked})
		},
	}
}
