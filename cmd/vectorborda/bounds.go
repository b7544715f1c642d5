package main

import (
	"errors"
	"fmt"
	"io/fs"

	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/grid"
	"vectorborda/sims/input"
	"vectorborda/sims/trial"
)

type boundsFlags struct {
	logFlags
	grid, out string
	trials    int
	strict    bool
}

func newBounds(c *common) *cobra.Command {
	var f boundsFlags
	cmd := &cobra.Command{
		Use:   "bounds",
		Short: "Test VB-EGE against Theorems 3.1 and 3.2, B.4, B.6 and B.14",
		Long: `bounds runs VB-EGE over a grid of instances and tests on each whether the upper
bounds (Theorem 3.1, Proposition B.4), the lower bounds (Theorem 3.2, Lemma B.14)
and the confidence event (Lemma B.6) stand. Every claim is an exact binomial test
whose error and power are fixed before the first run; every single run is audited
against the proof; wrong twins and a broken algorithm must be refuted.

The grid is default (the paper's scaling experiments and three vote logs), quick
(a few seconds, for continuous integration), or a JSON file of your own:

  {"rows": [{"family": "symmetric,K=64,d=10,gap=1", "delta": 0.05},
            {"instance": "votes.csv", "delta": 0.01, "trials": 5000}]}

An instance is a file as inspect reads it; the flags of a log are for every log
of the grid.

With --out DIR the report is also written as JSON, CSV, Markdown and JUnit XML,
with figures in SVG and PNG.`,
		Example: `  vectorborda bounds --grid quick
  vectorborda bounds --grid quick --out bounds-report
  vectorborda bounds --grid quick --strict --format json > bounds.json`,
		Args: flagsOnly,
		RunE: func(cmd *cobra.Command, _ []string) error { return runBounds(cmd, c, f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.grid, "grid", "default", "grid: default, quick or a JSON file")
	flags.IntVar(&f.trials, "trials", 0, "runs of every row; 0 means as many as the claims' power needs")
	flags.StringVar(&f.out, "out", "", "folder for the report's files and figures")
	flags.BoolVar(&f.strict, "strict", false, "exit with 3 if a claim is inconclusive or a run ended by the budget")
	addLogFlags(cmd, &f.logFlags, true)
	_ = cmd.RegisterFlagCompletionFunc("grid", cobra.FixedCompletions([]string{"default", "quick"}, cobra.ShellCompDirectiveDefault))
	return cmd
}

func runBounds(cmd *cobra.Command, c *common, f boundsFlags) error {
	if f.trials != 0 {
		if err := checkCount("trials", f.trials); err != nil {
			return err
		}
	}
	settings, err := f.rows(cmd)
	if err != nil {
		return err
	}
	plan := grid.Plan{Trials: f.trials, Jobs: c.jobs, Seed: c.seed}
	total, err := plan.Runs(settings)
	if err != nil {
		return err
	}
	release, err := claim(cmd, f.out, report.Bounds(new(grid.Report)).Files(report.Origin{}), nil)
	if err != nil {
		return err
	}
	defer release()
	for _, s := range settings {
		for _, w := range (trial.Simulation{Instance: s.Instance}).Warnings() {
			warn(cmd, s.Name()+": "+w)
		}
	}
	ctx := interruptible(cmd)
	step, finish := progress(cmd, total, "bounds")
	defer finish()
	r, err := plan.Run(ctx, settings, step)
	if err != nil {
		return err
	}
	doc := report.Bounds(r)
	if err := c.write(cmd, finish, doc, f.out, report.Figures(r), doc.Files(c.origin(cmd))); err != nil {
		return err
	}
	return exitOf(doc.Red(), doc.Partial, f.strict && doc.Open() > 0)
}

// rows is the grid that was asked for.
func (f *boundsFlags) rows(cmd *cobra.Command) ([]grid.Setting, error) {
	if own := f.grid != "default" && f.grid != "quick"; f.any() && !own {
		return nil, fmt.Errorf("--grid %s: flags of a log are for a grid of your own, a JSON file", f.grid)
	}
	switch f.grid {
	case "default":
		return grid.Default()
	case "quick":
		return grid.Quick()
	}
	logs, err := f.settings(cmd)
	if err != nil {
		return nil, err
	}
	settings, err := grid.ReadFile(f.grid, logs, f.words())
	var at *fs.PathError
	if errors.As(err, &at) && at.Path == f.grid && errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("--grid: %w%s: give default, quick or a JSON file", err, input.Meant(f.grid, []string{"default", "quick"}))
	}
	return settings, err
}

// exitOf turns what a report says into an exit status: what is red, interrupted, open
// where that counts.
func exitOf(red []string, partial, open bool) error {
	switch {
	case len(red) > 0:
		more := ""
		if len(red) > 1 {
			more = fmt.Sprintf(" (and %d more in the report)", len(red)-1)
		}
		return exitError{exitRefuted, red[0] + more}
	case partial:
		return interrupted()
	case open:
		return exitError{status: exitInconclusive}
	}
	return nil
}
