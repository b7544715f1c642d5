package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"vectorborda/bounds"
	"vectorborda/report"
	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
	"vectorborda/sims/stat"
	"vectorborda/sims/trial"
)

type simulateFlags struct {
	logFlags
	trial.Simulation
	algorithm, file, family string
	constants               []float64
	runs, strict            bool
}

func newSimulate(c *common) *cobra.Command {
	var f simulateFlags
	cmd := &cobra.Command{
		Use:   "simulate",
		Short: "Run an algorithm many times on an instance or a family",
		Long: `simulate runs an algorithm on votes drawn from an instance: Bradley–Terry votes
for latent scores, Bernoulli votes for Borda scores, records drawn with
replacement for a vote log. It shows the stopping time τ (objective-specific
comparisons) and how often the answer was not the strict Pareto frontier of the
instance.

Algorithms:
` + methodList() + `
All but vb-ege and focal compare single pairs, which an instance of Borda scores
does not tell.

A random family, such as arena-4-small, is drawn: draw=N and seed=N (0 and 1 if
left out) say which of its instances, apart from --seed, which draws the votes.

The votes of trial t depend on the seed, the numbers of the instance and t only.`,
		Example: `  vectorborda simulate --family symmetric,K=64,d=10,gap=1 --trials 200
  vectorborda simulate --family symmetric,K=16,d=4,gap=1 --algorithm plug-in
  vectorborda simulate --family arena-4-small,draw=7,seed=1 --trials 20
  vectorborda simulate --instance votes.csv --delta 0.01 --runs --format json`,
		Args: flagsOnly,
		RunE: func(cmd *cobra.Command, _ []string) error { return f.simulate(cmd, c) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.algorithm, "algorithm", "vb-ege", "algorithm: "+strings.Join(methodNames(), ", "))
	flags.StringVar(&f.file, "instance", "", "instance or vote log to read (see inspect)")
	flags.StringVar(&f.family, "family", "", "family, with its parameters: "+strings.Join(instance.Families(), "; "))
	tupleVar(flags, &f.constants, "constants", []float64{2, 4, 4}, "`C_samp,C_thr,C_log` of Algorithm 1")
	flags.IntVar(&f.Trials, "trials", 100, "number of independent runs")
	flags.Float64Var(&f.Delta, "delta", 0.05, "error probability δ")
	flags.Int64Var(&f.Budget, "budget", algo.DefaultBudget, "most comparisons of a run")
	flags.BoolVar(&f.runs, "runs", false, "also list every run")
	flags.BoolVar(&f.strict, "strict", false, "exit with 3 if a run ended undecided: by the budget or capped")
	addLogFlags(cmd, &f.logFlags, true)
	_ = cmd.RegisterFlagCompletionFunc("algorithm", cobra.FixedCompletions(methodNames(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("family", cobra.FixedCompletions(instance.Families(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

func (f *simulateFlags) simulate(cmd *cobra.Command, c *common) error {
	if err := f.check(); err != nil {
		return err
	}
	label, err := f.read(cmd)
	if err != nil {
		return err
	}
	f.Jobs, f.Seed = c.jobs, c.seed
	if err := f.Check(); err != nil {
		return err
	}
	warnings := f.Warnings()
	warn(cmd, warnings...)
	step, finish := progress(cmd, f.Trials, label)
	in, err := simulated(interruptible(cmd), f.Simulation, step)
	finish()
	if err != nil {
		return err
	}
	in.Label, in.Warnings, in.ShowRuns = label, warnings, f.runs
	if err := c.print(cmd, report.Simulate(in)); err != nil {
		return err
	}
	return f.verdict(in.Runs, in.Tally)
}

// verdict turns the runs into an exit status.
func (f *simulateFlags) verdict(runs []trial.Outcome, tally trial.Tally) error {
	return exitOf(bugs(runs, tally), len(runs) < f.Trials, f.strict && tally.Undecided > 0)
}

// simulated are runs with their summary; it is errEmpty where none was finished.
func simulated(ctx context.Context, s trial.Simulation, step func()) (in report.SimulationInput, err error) {
	if in.Simulation = s; ctx.Err() != nil {
		return in, errEmpty
	}
	if in.Runs, err = s.Run(ctx, step); err != nil {
		return in, err
	}
	if len(in.Runs) == 0 {
		return in, errEmpty
	}
	in.Tally = trial.Count(in.Runs)
	in.Tau, err = stat.Describe(in.Tally.Tau, s.Delta)
	return in, err
}

// warn says before a run what it can be told then.
func warn(cmd *cobra.Command, warnings ...string) {
	for _, w := range warnings {
		fmt.Fprintln(cmd.ErrOrStderr(), "vectorborda: warning:", report.OneLine(w))
	}
}

// bugs are the runs with a step that the proof excludes, in one line.
func bugs(runs []trial.Outcome, tally trial.Tally) (red []string) {
	if len(tally.Bugs) > 0 {
		first := tally.Bugs[0]
		red = []string{fmt.Sprintf("a bug in %d runs, first in trial %d: %s", len(tally.Bugs), first, runs[first].Audit.Violation)}
	}
	return red
}

// methodNames are the values of --algorithm.
func methodNames() (names []string) {
	for _, m := range algo.Methods() {
		names = append(names, m.Name)
	}
	return names
}

// methodList is a line a method, for the help text.
func methodList() string {
	var text strings.Builder
	for _, m := range algo.Methods() {
		fmt.Fprintf(&text, "  %-8s %s", m.Name, m.Title)
		if m.Guarantee != "" {
			fmt.Fprintf(&text, " (%s)", m.Guarantee)
		}
		text.WriteByte('\n')
	}
	return text.String()
}

// check validates the flags and takes over the method and the constants.
func (f *simulateFlags) check() (err error) {
	if f.Method, err = algo.Find(f.algorithm); err != nil {
		return fmt.Errorf("--algorithm %w", err)
	}
	switch {
	case f.file != "" && f.family != "":
		return errors.New("both --instance and --family: give one")
	case f.file == "" && f.family == "":
		return errors.New("no instance: give --instance or --family")
	}
	if err := cmp.Or(checkDelta(f.Delta), checkCount("trials", f.Trials), checkBudget(f.Budget)); err != nil {
		return err
	}
	if len(f.constants) != 3 {
		return fmt.Errorf("--constants %s: give three numbers C_samp,C_thr,C_log such as 2,4,4", listed(f.constants))
	}
	f.Constants = bounds.Constants{Samp: f.constants[0], Thr: f.constants[1], Log: f.constants[2]}
	return nil
}

func checkBudget(budget int64) error {
	if budget < 1 || budget > algo.MaxBudget {
		return fmt.Errorf("--budget %d: give a number of comparisons from 1 to %d", budget, algo.MaxBudget)
	}
	return nil
}

// read makes the instance and says what to call it.
func (f *simulateFlags) read(cmd *cobra.Command) (label string, err error) {
	if f.family != "" {
		f.Instance, err = instance.Family(f.family)
		return f.family, err
	}
	f.Instance, err = f.readInstance(cmd, []string{f.file})
	return filepath.Base(f.file), err
}
