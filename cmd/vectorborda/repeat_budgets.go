package main

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vectorborda/report"
	"vectorborda/sims/repeat"
)

type budgetsFlags struct {
	designFlags
	gap            float64
	mixtures, gaps []float64
	out            string
	strict         bool
}

func newRepeatBudgets(c *common) *cobra.Command {
	var f budgetsFlags
	cmd := &cobra.Command{
		Use:   "budgets",
		Short: "How many comparisons a context each estimator needs, exactly",
		Long: `budgets finds for MLE-AVG, MLE-CAL, MLE-UNCONST and TRR the first depth on the
paper's grid, 1 to 24576, at which all expected scores are in the true order. The
scores are exact sums; nothing is sampled.

Without --population it runs the paper's two tables: over the heterogeneity h at
Δ = 0.015, and over Δ at h = 1. Under the paper's settings, β = 1 and the fourth
model as reference, a cell that does not come out as printed is a refuted claim;
under others the report says which cells change.

A population is a finite mixture of contexts with utilities in [0,1]:

  {"models": ["ant","bee","cat"], "weights": [0.5,0.5],
   "utilities": [[0.9,0.4,0.3], [0.2,0.5,0.1]]}

With --out DIR the report is also written as JSON, CSV and Markdown, with the
paper's figures in SVG and PNG.`,
		Example: `  vectorborda repeat budgets
  vectorborda repeat budgets --beta 2 --reference m1
  vectorborda repeat budgets --gaps 0.01,0.001 --heterogeneity 1 --format csv`,
		Args: flagsOnly,
		RunE: func(cmd *cobra.Command, _ []string) error { return runBudgets(cmd, c, f) },
	}
	flags := cmd.Flags()
	f.add(flags)
	flags.Float64Var(&f.gap, "gap", repeat.PaperGap, "Δ of the table over h")
	listVar(flags, &f.mixtures, "heterogeneity", repeat.PaperH(), "`list` of h, the share of heterogeneous contexts")
	listVar(flags, &f.gaps, "gaps", repeat.PaperGaps(), "`list` of Δ, at h = 1")
	flags.StringVar(&f.out, "out", "", "folder for the report's files and figures")
	flags.BoolVar(&f.strict, "strict", false, "exit with 3 if a depth is only an upper limit")
	return cmd
}

func runBudgets(cmd *cobra.Command, c *common, f budgetsFlags) error {
	plan, err := f.plan(cmd.Flags())
	if err != nil {
		return err
	}
	release, err := claim(cmd, f.out, nil, nil)
	if err != nil {
		return err
	}
	defer release()
	step, finish := progress(cmd, repeat.Steps(len(plan)), "depths")
	defer finish()
	s, err := plan.Run(interruptible(cmd), step)
	switch {
	case err != nil:
		return err
	case len(s.Rows) == 0:
		return errEmpty
	}
	doc := report.RepeatBudgets{Budgets: s}
	if err := c.write(cmd, finish, doc, f.out, report.RepeatFigures(doc), nil); err != nil {
		return err
	}
	var red []string
	if n := s.Refuted(); n > 0 {
		red = append(red, fmt.Sprintf("%d cells of the paper's tables do not come out", n))
	}
	return exitOf(red, s.Partial, f.strict && s.Open())
}

// plan is the population of the file, or the rows of the paper's two tables.
func (f budgetsFlags) plan(flags *pflag.FlagSet) (plan repeat.BudgetsPlan, err error) {
	if err := f.check(flags, "gap", "gaps", "heterogeneity"); err != nil {
		return nil, err
	}
	if f.file != "" {
		x, err := f.own()
		return repeat.BudgetsPlan{x}, err
	}
	row := func(sweep string, gap, h float64) error {
		x, err := f.paper(gap, h)
		if err == nil {
			x.Sweep, plan = sweep, append(plan, x)
		}
		return err
	}
	for _, h := range f.mixtures {
		if err := row("h", f.gap, h); err != nil {
			return nil, err
		}
	}
	for _, gap := range f.gaps {
		if err := row("Δ", gap, repeat.PaperMixture); err != nil {
			return nil, err
		}
	}
	return plan, nil
}
