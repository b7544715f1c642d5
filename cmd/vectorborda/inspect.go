package main

import (
	"fmt"
	"math"
	"path/filepath"

	"github.com/spf13/cobra"

	"vectorborda/bounds"
	"vectorborda/report"
	"vectorborda/sims/instance"
)

func newInspect(c *common) *cobra.Command {
	var delta float64
	cmd := &cobra.Command{
		Use:   "inspect FILE",
		Short: "Show Borda scores, frontier, gaps and bounds of an instance or a vote log",
		Long: `inspect reads an instance and shows its Borda scores, its strict Pareto frontier,
the classification gaps of Definition 2.2 and every bound of the paper that
applies to it. FILE is one of ("-" reads standard input):

  instance  JSON {"models": [names], "objectives": [names], "theta": [[…],…],
            "range": B} with latent scores, or "borda" in place of "theta"
  scores    CSV model,<objective>,… with latent scores
  vote log  CSV model_a,model_b,winner,objective; the winner is model_a, model_b,
            the name of one of the two, or tie (dropped and counted)`,
		Example: `  vectorborda inspect sims/samplelogs/football_conmebol.csv
  vectorborda inspect scores.json --delta 0.01 --format json`,
		Args: exactlyOneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkDelta(delta); err != nil {
				return err
			}
			_, finish := progress(cmd, 1, "inspect "+filepath.Base(args[0]))
			defer finish()
			in, err := readInstance(cmd, args[0])
			if err != nil {
				return err
			}
			gaps := in.Gaps()
			b, kappa := in.Bounds(gaps, delta), math.NaN()
			if in.Theta != nil {
				if k, err := bounds.Kappa(in.B()); err == nil {
					kappa = k
				} else {
					b.Notes = append(b.Notes, err.Error())
				}
			}
			doc := report.Inspect(in, gaps, delta, kappa, b)
			finish()
			return c.print(cmd, doc)
		},
	}
	cmd.Flags().Float64Var(&delta, "delta", 0.05, "error probability δ at which bounds are taken")
	return cmd
}

// readInstance reads a file, or standard input for "-".
func readInstance(cmd *cobra.Command, path string) (*instance.Instance, error) {
	if path != "-" {
		return instance.ReadFile(path)
	}
	in, err := instance.Read(cmd.InOrStdin())
	if err != nil {
		return nil, fmt.Errorf("standard input: %w", err)
	}
	return in, nil
}
