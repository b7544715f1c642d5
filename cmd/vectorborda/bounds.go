package main

import (
	"slices"

	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/grid"
)

func newBounds(c *common) *cobra.Command {
	var trials int
	var delta float64
	cmd := &cobra.Command{
		Use:   "bounds",
		Short: "Run VB-EGE over a grid and show τ beside the theorems' bounds",
		Long: `bounds runs VB-EGE on the symmetric family (K ∈ {16,64}, d ∈ {4,10}, Δ ∈ {0.5,1})
and on three real vote logs, and shows the empirical (1-δ)-quantile of the
stopping time beside the lower bounds (Theorem 3.2, Lemma B.14) and the upper
bounds (Proposition B.4, Theorem 3.1), with the number of wrong answers.`,
		Example: `  vectorborda bounds
  vectorborda bounds --delta 0.1 --trials 500 --format json > bounds.json`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkDelta(delta); err != nil {
				return err
			}
			if err := checkCount("trials", trials); err != nil {
				return err
			}
			settings, err := grid.Default(delta)
			if err != nil {
				return err
			}
			ctx := interruptible(cmd)
			step, finish := progress(cmd, trials*len(settings), "bounds")
			rows, err := grid.Plan{Trials: trials, Jobs: c.jobs, Seed: c.seed}.Run(ctx, settings, step)
			finish()
			if err != nil {
				return err
			}
			partial := unfinished(rows, len(settings), trials)
			if err := report.Write(cmd.OutOrStdout(), c.format, report.Bounds(c.seed, partial, rows)); err != nil {
				return err
			}
			if partial {
				return interrupted()
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&trials, "trials", 1000, "independent runs of each setting")
	cmd.Flags().Float64Var(&delta, "delta", 0.05, "error probability δ")
	return cmd
}

// unfinished reports that settings or trials are missing.  An interrupt after the
// last trial leaves a complete report.
func unfinished(rows []grid.Row, settings, trials int) bool {
	return len(rows) < settings || slices.ContainsFunc(rows, func(row grid.Row) bool { return row.Trials < trials })
}
