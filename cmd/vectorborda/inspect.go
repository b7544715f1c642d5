package main

import (
	"fmt"
	"math"
	"path/filepath"

	"github.com/spf13/cobra"

	"vectorborda/bounds"
	"vectorborda/report"
	"vectorborda/sims/instance"
	"vectorborda/sims/votelog/rows"
)

func newInspect(c *common) *cobra.Command {
	var f logFlags
	var delta float64
	cmd := &cobra.Command{
		Use:   "inspect FILE...",
		Short: "Show Borda scores, frontier, gaps and bounds of an instance or a vote log",
		Long: `inspect reads an instance and shows its Borda scores, its strict Pareto frontier,
the classification gaps of Definition 2.2 and every bound of the paper that
applies to it. FILE is one of ("-" reads standard input):

  instance  JSON {"models": [names], "objectives": [names], "theta": [[…],…],
            "range": B} with latent scores, or "borda" in place of "theta"
  scores    CSV model,<objective>,… with latent scores
  vote log  one file or several, see below; ties are dropped and counted, and every
            pair of models needs a vote on every objective, or --retain

` + logHelp,
		Example: `  vectorborda inspect sims/samplelogs/football_conmebol.csv
  vectorborda inspect scores.json --delta 0.01 --format json`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := checkDelta(delta); err != nil {
				return err
			}
			in, err := f.readInstance(cmd, args)
			if err != nil {
				return err
			}
			_, finish := progress(cmd, 1, "inspect "+filepath.Base(args[0]))
			defer finish()
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
	addLogFlags(cmd, &f, true)
	cmd.Flags().Float64Var(&delta, "delta", 0.05, "error probability δ at which bounds are taken")
	return cmd
}

// readInstance reads one file of scores or the files of a log.
func (f *logFlags) readInstance(cmd *cobra.Command, args []string) (*instance.Instance, error) {
	s, err := f.settings(cmd)
	if err != nil {
		return nil, err
	}
	files, err := rows.Expand(args)
	if err != nil {
		return nil, err
	}
	if f.any() && s.Description == nil {
		s.NoScores = true
	}
	finish := reading(cmd, files, &s.Options)
	defer finish()
	in, o, err := instance.Open(files, s)
	if err != nil {
		return nil, err
	}
	if o != nil && len(o.Retained.Dropped) > 0 {
		warn(cmd, fmt.Sprintf("%d of %d models are retained, the largest set that met on every objective: see vectorborda votes for who was left out", len(o.Retained.Models), len(o.Votes.Models)))
	}
	return in, nil
}
