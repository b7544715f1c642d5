package main

import (
	"fmt"
	"math"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vectorborda/report"
	"vectorborda/sims/repeat"
)

type recoveryFlags struct {
	designFlags
	gap, mixture float64
	contexts     []float64
	depth        int
	trials       int
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
  vectorborda repeat recovery --beta 2 --reference 1 --contexts 1e5`,
		Args: flagsOnly,
		RunE: func(cmd *cobra.Command, _ []string) error { return runRecovery(cmd, c, f) },
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
	x, err := f.design(cmd.Flags())
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
	plan := repeat.RecoveryPlan{Design: x, Depth: f.depth, Contexts: sizes, Trials: f.trials, Jobs: c.jobs, Seed: c.seed}
	step, finish := progress(cmd, plan.Steps(), "rankings")
	s, err := plan.Run(interruptible(cmd), step)
	finish()
	switch {
	case err != nil:
		return err
	case len(s.Rows) == 0:
		return errEmpty
	}
	if err := c.print(cmd, report.RepeatRecovery{Recoveries: s}); err != nil {
		return err
	}
	var red []string
	if n := s.Count(repeat.NotPrinted); n > 0 {
		red = append(red, fmt.Sprintf("%d rows differ from the paper's table", n))
	}
	return exitOf(red, s.Partial, false)
}

// design is the population of the file, or the paper's.
func (f recoveryFlags) design(flags *pflag.FlagSet) (*repeat.Design, error) {
	if err := f.check(flags, "gap", "heterogeneity"); err != nil {
		return nil, err
	}
	if err := repeat.CheckParameters(f.beta, f.depth); err != nil {
		return nil, fmt.Errorf("--depth: %w", err)
	}
	if f.file != "" {
		return f.own()
	}
	return f.paper(f.gap, f.mixture)
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
