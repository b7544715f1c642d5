package main

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/repeat"
)

type budgetsFlags struct {
	designFlags
	gap             float64
	mixtures, gaps  []float64
	out             string
	strict, changed bool
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
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			for _, name := range []string{"gap", "gaps", "heterogeneity"} {
				f.changed = f.changed || cmd.Flags().Changed(name)
			}
			return runBudgets(cmd, c, f)
		},
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
	if err := f.checkGiven(cmd.Flags()); err != nil {
		return err
	}
	if err := checkBeta(f.beta); err != nil {
		return err
	}
	in := report.BudgetsInput{Population: f.label(), Beta: f.beta}
	var maker repeat.Maker
	var err error
	if f.file != "" {
		err = f.ownBudgets(cmd, &in, &maker)
	} else {
		err = f.paperBudgets(cmd, &in, &maker)
	}
	if err != nil {
		return err
	}
	in.Calibrations = maker.Calibrations()
	doc := report.Budgets(in)
	if err := c.write(cmd, doc, f.out, report.RepeatFigures(doc), nil); err != nil {
		return err
	}
	switch {
	case doc.Refuted() > 0:
		return exitError{exitRefuted, fmt.Sprintf("%d cells of the paper's tables do not come out", doc.Refuted())}
	case in.Partial:
		return interrupted()
	case f.strict && doc.Open():
		return exitError{status: exitInconclusive}
	}
	return nil
}

// ownBudgets is the one row of a population file.
func (f budgetsFlags) ownBudgets(cmd *cobra.Command, in *report.BudgetsInput, maker *repeat.Maker) error {
	if f.changed {
		return fmt.Errorf("--population with --gap, --gaps or --heterogeneity: these are settings of the paper's population: leave them out")
	}
	x, err := f.own()
	if err != nil {
		return err
	}
	in.Reference, in.Sweeps = x.Models[x.M0], []string{"–"}
	step, finish := progress(cmd, len(repeat.Methods())*len(repeat.DepthGrid()), "depths, at most")
	defer finish()
	maker.Step = step
	row := repeat.Row{Gap: x.Gap(), H: math.NaN()}
	row.Budgets, err = maker.Budgets(interruptible(cmd), x, x.Gap()/2)
	in.Rows = []repeat.Row{row}
	return ended(err)
}

// setting is a row of the paper's tables.
type setting struct {
	sweep  string
	gap, h float64
}

// settings are the rows of both tables, all checked before the first is run.
func (f budgetsFlags) settings() (all []setting, err error) {
	for _, h := range f.mixtures {
		all = append(all, setting{"h", f.gap, h})
	}
	for _, gap := range f.gaps {
		all = append(all, setting{"Δ", gap, repeat.PaperMixture})
	}
	for _, s := range all {
		if _, err := repeat.Paper(s.gap, s.h); err != nil {
			return nil, err
		}
	}
	return all, nil
}

func (f budgetsFlags) paperBudgets(cmd *cobra.Command, in *report.BudgetsInput, maker *repeat.Maker) error {
	m0, err := f.paperReference()
	if err != nil {
		return err
	}
	all, err := f.settings()
	if err != nil {
		return err
	}
	in.Reference, in.Paper = fmt.Sprintf("m%d", m0+1), m0 == repeat.PaperReference && f.beta == 1
	step, finish := progress(cmd, len(all), "depths")
	defer finish()
	ctx := interruptible(cmd)
	for _, s := range all {
		row, err := maker.PaperRow(ctx, s.gap, s.h, f.beta, m0)
		if ctx.Err() != nil {
			in.Partial = true
			break
		}
		if err != nil {
			return err
		}
		in.Rows, in.Sweeps = append(in.Rows, row), append(in.Sweeps, s.sweep)
		if step != nil {
			step()
		}
	}
	if len(in.Rows) == 0 {
		return errEmpty
	}
	return nil
}

// ended is err, or that nothing was finished before an interrupt.
func ended(err error) error {
	if errors.Is(err, context.Canceled) {
		return errEmpty
	}
	return err
}
