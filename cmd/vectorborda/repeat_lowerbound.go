package main

import (
	"errors"

	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/extremal"
)

func newRepeatLowerBound(c *common) *cobra.Command {
	var plan extremal.Plan
	cmd := &cobra.Command{
		Use:   "lower-bound",
		Short: "Show E_d, two populations nobody can tell apart, and the least depth for a gap",
		Long: `lower-bound computes the lower bound on the repeats a context (arXiv:2610.10795):
E_d, the error of the best polynomial of degree d for the utility difference
logit(p)/β, between two certified limits; two populations with average utility
differences +E_d and -E_d under which d repeats have the same law, checked in whole
numbers; and for each gap ε the smallest depth that anybody needs for two models,
beside what MLE-AVG, MLE-CAL, MLE-UNCONST and TRR need for two and for any number.

A limit whose certificate is refused ends the command with 1. Nothing here is
random: --seed changes nothing.`,
		Example: `  vectorborda repeat lower-bound
  vectorborda repeat lower-bound --beta 2 --depth 6 --epsilon 0.05,0.01
  vectorborda repeat lower-bound --depth 24 --format json`,
		Args: flagsOnly,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := plan.Check(); err != nil {
				return err
			}
			plan.Jobs = c.jobs
			ctx := interruptible(cmd)
			step, finish := progress(cmd, plan.Steps(), "lower bound")
			study, err := plan.Run(ctx, step)
			finish()
			if err != nil {
				return refusedOr(err)
			}
			if len(study.Limits) == 0 {
				return exitError{exitInterrupted, "interrupted before the first limit was found"}
			}
			if err := c.print(cmd, report.NewLowerBound(study)); err != nil {
				return err
			}
			if study.Partial {
				return interrupted()
			}
			return nil
		},
	}
	flags := cmd.Flags()
	flags.Float64Var(&plan.Beta, "beta", 1, "β > 0 of P(win) = σ(β·difference)")
	flags.IntVar(&plan.D, "depth", 12, "E_d up to this depth d, and the populations at it")
	listVar(flags, &plan.Epsilons, "epsilon", []float64{0.06, 0.03, 0.015, 0.0075, 0.003}, "`list` of gaps ε between average utilities")
	return cmd
}

// refusedOr makes a refused certificate a refuted claim; other errors are of input.
func refusedOr(err error) error {
	if errors.Is(err, extremal.ErrRefused) {
		return exitError{exitRefuted, err.Error()}
	}
	return err
}
