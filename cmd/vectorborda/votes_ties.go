package main

import (
	"cmp"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/ties"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
	"vectorborda/sims/votelog/rows"
)

func newVotesTies(c *common) *cobra.Command {
	var f logFlags
	var p ties.Plan
	cmd := &cobra.Command{
		Use:   "ties FILE...",
		Short: "What the treatment of ties changes",
		Long: `ties compares three treatments of the ties of a vote log:

  D  dropped
  H  half a win for both
  F  fitted: Davidson's model of win, loss and tie, one an objective, by maximum
     likelihood; the number k of factors of its log ties is the one that predicts a
     tenth of the votes best

It shows the frontier of each and what differs from D, the gaps, and how long VB-EGE
takes. All three are of the models that are complete without ties. The outcome "both
bad" is a tie with --both-bad tie only.

` + logHelp,
		Example: `  vectorborda votes ties sims/samplelogs/mtbench_en_gemma4_category.csv
  vectorborda votes ties votes.jsonl --both-bad tie --trials 500 --format json`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			if cmd.Flags().Changed("ties") {
				return errors.New("--ties: all three treatments are shown: leave it out")
			}
			if err := cmp.Or(checkDelta(p.Delta), checkCount("trials", p.Trials)); err != nil {
				return err
			}
			files, err := rows.Expand(args)
			if err != nil {
				return err
			}
			f.ties = "half"
			o, err := f.open(cmd, files)
			if err != nil {
				return err
			}
			s, err := f.settings(cmd)
			if err != nil {
				return err
			}
			p.Policy, p.Jobs, p.Seed = s.Policy, c.jobs, c.seed
			step, finish := progress(cmd, ties.Fits(len(o.Retained.Models), len(o.Log.Objectives))+3*p.Trials, "ties")
			ctx := interruptible(cmd)
			got, err := ties.Compare(ctx, o.Votes, p, step)
			finish()
			if trial.Interrupted(ctx, err) {
				return errEmpty
			}
			if err != nil {
				return fmt.Errorf("%s: %w", votelog.Title(files), err)
			}
			doc, err := report.NewVoteTies(files, o, got)
			if err != nil {
				return err
			}
			if err := c.print(cmd, doc); err != nil {
				return err
			}
			return exitOf(nil, doc.Partial, false)
		},
	}
	addLogFlags(cmd, &f, false)
	_ = cmd.Flags().MarkHidden("ties") // the error says why
	cmd.Flags().Float64Var(&p.Delta, "delta", 0.05, "error probability δ of VB-EGE")
	cmd.Flags().IntVar(&p.Trials, "trials", 100, "number of independent runs of each treatment")
	return cmd
}
