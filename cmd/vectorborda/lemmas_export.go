package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"vectorborda/lemmas"
	"vectorborda/report"
)

func newLemmasExport(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "export DIR",
		Short: "Write all scripts and proofs for others to replay",
		Long: `export writes what others need to replay the proofs without this program into a
folder, new or empty: every script for the SMT solvers with the answer expected of it,
the proofs in Coq, the statements in LaTeX, a graph of what rests on what, and a
README.md with the commands. It runs no solver and takes seconds.`,
		Example: `  vectorborda lemmas export register`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return fmt.Errorf("%d folders: give one, new or empty, to write to", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			ctx := interruptible(cmd)
			doc, err := report.Export(ctx, args[0], c.origin(cmd), lemmas.Index())
			switch {
			case ctx.Err() != nil && err != nil:
				return exitError{exitInterrupted, "interrupted before the export was whole"}
			case err != nil:
				return fmt.Errorf("export: %w", err)
			}
			return c.print(cmd, doc)
		},
	}
}
