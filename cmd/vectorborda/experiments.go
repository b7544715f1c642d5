package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/experiment"
)

type experimentsFlags struct {
	out    string
	trials int
	strict bool
}

func newExperiments(c *common) *cobra.Command {
	var f experimentsFlags
	cmd := &cobra.Command{
		Use:   "experiments NAME…",
		Short: "Run the paper's synthetic experiments and judge its sentences",
		Long: `experiments runs VB-EGE and its rivals on the instance families of section 6,
compares costs with the reported ones, and says of the paper's sentences whether
they stand, fail or cannot be decided.

  scaling         the symmetric family as K, d and Δ grow
  benchmarks      the eight random families
  confidence      δ from 0.2 to 0.001
  constants       C_samp and C_thr of Algorithm 1
  frontier-size   4 to 32 of 64 models on the frontier
  allocation      comparisons of a model against its gap
  track-and-stop  Pareto BT-GLR Track-and-Stop on all of these settings
  all             everything but track-and-stop

Every run of VB-EGE with C = (2,4,4) is audited against the proof, as in bounds.

A setting takes the paper's 500 runs (30×10 or 300 where it has fewer); --trials N
takes N/500 of them.

With --out DIR the report is also written as JSON, CSV and Markdown with figures in
SVG and PNG, and finished runs are kept in DIR/journal.jsonl: the same command
continues after an interruption and ends with the same report.`,
		Example: `  vectorborda experiments scaling --trials 20
  vectorborda experiments benchmarks --trials 4 --format json > b.json
  vectorborda experiments all --out experiments`,
		ValidArgs: append(experiment.Names(), "all"),
		RunE:      func(cmd *cobra.Command, args []string) error { return runExperiments(cmd, c, f, args) },
	}
	flags := cmd.Flags()
	flags.IntVar(&f.trials, "trials", 500, "runs of a setting, where the paper has 500")
	flags.StringVar(&f.out, "out", "", "folder for the report's files and figures and for the journal")
	flags.BoolVar(&f.strict, "strict", false, "exit with 3 if a finding cannot be decided")
	return cmd
}

// maxTrials keeps the instances of all experiments, 0.3 MB a trial, in memory.
const maxTrials = 2500

func runExperiments(cmd *cobra.Command, c *common, f experimentsFlags, args []string) (err error) {
	names, err := experiment.Expand(args)
	if err != nil {
		return err
	}
	if f.trials < 1 || f.trials > maxTrials {
		return fmt.Errorf("--trials %d: give a whole number from 1 to %d", f.trials, maxTrials)
	}
	plan := experiment.Plan{Experiments: names, Trials: f.trials, Jobs: c.jobs, Seed: c.seed}
	var journal *experiment.Journal
	release, err := claim(cmd, f.out, report.Experiments(new(experiment.Report)).Files(), func() (err error) {
		journal, err = experiment.OpenJournal(f.out, plan)
		return err
	})
	defer func() {
		if journal != nil {
			err = errors.Join(err, journal.Close())
		}
	}()
	if err != nil {
		return err
	}
	defer release()
	steps, err := plan.Chunks()
	if err != nil {
		return err
	}
	ctx := interruptible(cmd)
	step, finish := progress(cmd, steps, "experiments "+strings.Join(names, " "))
	defer finish()
	r, err := plan.Run(ctx, journal, step)
	switch {
	case err != nil:
		return err
	case len(r.Rows) == 0:
		return errEmpty
	}
	doc := report.Experiments(r)
	if err := c.write(cmd, finish, doc, f.out, report.ExperimentFigures(r), doc.Files()); err != nil {
		return err
	}
	return exitOf(doc.Red(), doc.Partial, f.strict && doc.Open())
}
