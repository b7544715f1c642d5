package main

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/repeat"
	"vectorborda/sims/stat"
)

type recoveryFlags struct {
	designFlags
	gap, mixture float64
	contexts     []float64
	depth        int
	trials       int
	changed      bool
}

func newRepeatRecovery(c *common) *cobra.Command {
	var f recoveryFlags
	cmd := &cobra.Command{
		Use:   "recovery",
		Short: "How often the ranking from n contexts is exact",
		Long: `recovery simulates rankings from n contexts, each of which compares one model with
the reference model, and counts how often the ranking is exact; limits are exact. It
draws how many contexts have which outcome, not the comparisons, so that many
contexts cost no more than few.

Under the paper's settings the frequencies are compared with the printed ones by
Fisher's exact test. Simulation t depends on the seed, the settings and t only.`,
		Example: `  vectorborda repeat recovery
  vectorborda repeat recovery --depth 4 --contexts 1e4,1e5 --trials 400
  vectorborda repeat recovery --beta 2 --reference 1 --contexts 1e5 --trials 400 --format json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.changed = cmd.Flags().Changed("gap") || cmd.Flags().Changed("heterogeneity")
			return runRecovery(cmd, c, f)
		},
	}
	flags := cmd.Flags()
	f.add(flags)
	flags.Float64Var(&f.gap, "gap", repeat.PaperGap, "Δ of the paper's population")
	flags.Float64Var(&f.mixture, "heterogeneity", repeat.PaperMixture, "h of the paper's population")
	listVar(flags, &f.contexts, "contexts", []float64{1e5, 1e6, 1e7}, "`list` of n, the numbers of contexts")
	flags.IntVar(&f.depth, "depth", repeat.PaperDepth, "depth d, the cap of TRR")
	flags.IntVar(&f.trials, "trials", repeat.PaperTrials, "simulations of each method and n")
	return cmd
}

func runRecovery(cmd *cobra.Command, c *common, f recoveryFlags) error {
	if err := f.checkGiven(cmd.Flags()); err != nil {
		return err
	}
	x, printed, err := f.design()
	if err != nil {
		return err
	}
	sizes, err := f.sizes()
	if err != nil {
		return err
	}
	if err := checkCount("trials", f.trials); err != nil {
		return err
	}
	doc := &report.RepeatRecovery{
		Population: f.label(), Beta: stat.Number(f.beta), Reference: x.Models[x.M0], Gap: stat.Number(f.gap), H: stat.Number(f.mixture),
		Depth: f.depth, Trials: f.trials, Seed: c.seed, Level: stat.LimitsError, Alpha: repeat.CompareAlpha,
	}
	if f.file != "" {
		doc.Gap, doc.H = stat.Number(x.Gap()), stat.Number(math.NaN())
	}
	if err := f.simulate(cmd, c, x, sizes, printed, doc); err != nil {
		return err
	}
	if err := report.Write(cmd.OutOrStdout(), c.format, doc); err != nil {
		return err
	}
	switch n := doc.Refuted(); {
	case n > 0:
		return exitError{exitRefuted, fmt.Sprintf("%d rows differ from the paper's table", n)}
	case doc.Partial:
		return interrupted()
	}
	return nil
}

// simulate fills the rows, method by method.
func (f recoveryFlags) simulate(cmd *cobra.Command, c *common, x *repeat.Design, sizes []int64, printed bool, doc *report.RepeatRecovery) error {
	step, finish := progress(cmd, len(repeat.Methods())*len(sizes)*f.trials, "rankings")
	defer finish()
	ctx := interruptible(cmd)
	var maker repeat.Maker
	for _, m := range repeat.Methods() {
		e, status, err := maker.Make(m, f.beta, f.depth, f.epsilon(x))
		if err != nil {
			return err
		}
		if e == nil {
			doc.Rows = append(doc.Rows, report.NewRecoveryRow(m, status, math.NaN(), repeat.Frequency{Lo: math.NaN(), Hi: math.NaN()}, nil, false))
			continue
		}
		gap, _ := x.SmallestGap(e)
		var paper *repeat.PrintedRecovery
		if printed {
			row := repeat.Printed(m)
			paper = &row
		}
		for _, n := range sizes {
			freq, err := repeat.Recovery{Design: x, Estimator: e, Contexts: n, Trials: f.trials, Jobs: c.jobs, Seed: c.seed}.Run(ctx, step)
			if err != nil {
				return err
			}
			if freq.Trials > 0 {
				doc.Rows = append(doc.Rows, report.NewRecoveryRow(m, status, gap, freq, paper, f.beta == 1 && x.M0 == repeat.PaperReference))
			}
			if ctx.Err() != nil {
				doc.Partial = true
				return nil
			}
		}
	}
	return nil
}

// epsilon is Δ/2, with Δ as given where it is: that of the means is rounded.
func (f recoveryFlags) epsilon(x *repeat.Design) float64 {
	if f.file != "" {
		return x.Gap() / 2
	}
	return f.gap / 2
}

// design is the population, and whether the paper prints frequencies for it, if
// perhaps with another β or reference model.
func (f recoveryFlags) design() (x *repeat.Design, printed bool, err error) {
	if err := checkBeta(f.beta); err != nil {
		return nil, false, err
	}
	if err := repeat.Check(f.beta, f.depth); err != nil {
		return nil, false, fmt.Errorf("--depth: %w", err)
	}
	if f.file != "" {
		if f.changed {
			return nil, false, fmt.Errorf("--population with --gap or --heterogeneity: these are settings of the paper's population: leave them out")
		}
		x, err = f.own()
		return x, false, err
	}
	p, err := repeat.Paper(f.gap, f.mixture)
	if err != nil {
		return nil, false, err
	}
	m0, err := f.paperReference()
	if err != nil {
		return nil, false, err
	}
	x, err = repeat.NewDesign(p, m0, f.beta)
	printed = f.gap == repeat.PaperGap && f.mixture == repeat.PaperMixture && f.depth == repeat.PaperDepth
	return x, printed, err
}

// sizes are the numbers of contexts; 1e7 is a whole number too.
func (f recoveryFlags) sizes() (sizes []int64, err error) {
	for _, n := range f.contexts {
		if !(n >= 1 && n <= repeat.MaxContexts && n == math.Trunc(n)) {
			return nil, fmt.Errorf("--contexts %v: give whole numbers from 1 to %d", n, int64(repeat.MaxContexts))
		}
		sizes = append(sizes, int64(n))
	}
	return sizes, nil
}
