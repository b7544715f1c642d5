package main

import (
	"cmp"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"vectorborda/bounds"
	"vectorborda/report"
	"vectorborda/sims/algo"
	"vectorborda/sims/instance"
	"vectorborda/sims/trial"
	"vectorborda/sims/votelog"
	"vectorborda/sims/votelog/rows"
)

func newVotesReplay(c *common) *cobra.Command {
	var f logFlags
	var methods []string
	s := trial.Simulation{Constants: bounds.PaperConstants()}
	cmd := &cobra.Command{
		Use:   "replay FILE...",
		Short: "Run VB-EGE and its rivals on a vote log",
		Long: `replay draws votes from a vote log with replacement and lets VB-EGE and its rivals
look for the frontier of its empirical Borda scores b^emp, which is known: how often
are they wrong, and how many votes do they take, against the bound of Proposition B.4?

Algorithms:
` + methodList() + `
bt-mle and bt-glr assume a Bradley–Terry law; before they run the votes are tested for
one, and a warning says where they follow none.

` + logHelp,
		Example: `  vectorborda votes replay sims/samplelogs/football_conmebol.csv
  vectorborda votes replay votes.jsonl --ties half --algorithms vb-ege,focal`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error {
			all, err := methodsOf(methods)
			if err != nil {
				return err
			}
			if err := cmp.Or(checkDelta(s.Delta), checkCount("trials", s.Trials), checkBudget(s.Budget)); err != nil {
				return err
			}
			in := report.ReplayInput{}
			if in.Files, err = rows.Expand(args); err != nil {
				return err
			}
			if in.Opened, err = f.open(cmd, in.Files); err != nil {
				return err
			}
			if s.Instance, err = instance.FromLog(in.Opened.Log); err == nil {
				err = untied(s.Instance)
			}
			if err != nil {
				return fmt.Errorf("%s: %w", votelog.Title(in.Files), err)
			}
			s.Jobs, s.Seed = c.jobs, c.seed
			return replay(cmd, c, s, all, in)
		},
	}
	addLogFlags(cmd, &f, false)
	flags := cmd.Flags()
	flags.StringSliceVar(&methods, "algorithms", methodNames(), "`list` of algorithms, in this order")
	flags.IntVar(&s.Trials, "trials", 100, "number of independent runs of each")
	flags.Float64Var(&s.Delta, "delta", 0.05, "error probability δ")
	flags.Int64Var(&s.Budget, "budget", algo.DefaultBudget, "most comparisons of a run")
	_ = cmd.RegisterFlagCompletionFunc("algorithms", cobra.FixedCompletions(methodNames(), cobra.ShellCompDirectiveNoFileComp))
	return cmd
}

// methodsOf are the methods of these names, each once.
func methodsOf(names []string) (all []algo.Method, err error) {
	for n, name := range names {
		m, err := algo.Find(name)
		switch {
		case err != nil:
			return nil, fmt.Errorf("--algorithms: %w", err)
		case slices.Contains(names[:n], name):
			return nil, fmt.Errorf("--algorithms: %q twice: give each once", name)
		}
		all = append(all, m)
	}
	if all == nil {
		return nil, errors.New("--algorithms: give at least one of " + strings.Join(methodNames(), ", "))
	}
	return all, nil
}

// untied refuses an instance on which no run could end.
func untied(in *instance.Instance) error {
	var zero []string
	for i, gap := range in.Gaps().Borda {
		if gap <= 0 {
			zero = append(zero, in.Models[i])
		}
	}
	if zero == nil {
		return nil
	}
	return fmt.Errorf("the gap of %s is 0: scores tie exactly, no number of comparisons places them, and no run would end: leave models or objectives out", strings.Join(zero, ", "))
}

// replay runs the methods one after the other.
func replay(cmd *cobra.Command, c *common, s trial.Simulation, methods []algo.Method, in report.ReplayInput) error {
	g := s.Instance.Gaps()
	in.MinGap, in.Upper, in.Misfit = slices.Min(g.Borda), s.Instance.Bounds(g, s.Delta).UpperBorda, trial.Misfit(s.Instance.Log)
	warnings := make([][]string, len(methods))
	for n := range methods {
		s.Method = methods[n]
		warnings[n] = s.Warnings()
		warn(cmd, warnings[n]...)
	}
	ctx := interruptible(cmd)
	step, finish := progress(cmd, s.Trials*len(methods), "replay of "+votelog.Title(in.Files))
	for n := range methods {
		s.Method = methods[n]
		r, err := simulated(ctx, s, step)
		switch {
		case errors.Is(err, errEmpty):
			in.Missing = append(in.Missing, s.Method.Name)
			continue
		case err != nil:
			finish()
			return err
		}
		r.Label, r.Warnings = filepath.Base(votelog.Title(in.Files)), warnings[n]
		in.Runs = append(in.Runs, r)
	}
	finish()
	if in.Runs == nil {
		return errEmpty
	}
	doc := report.NewVoteReplay(in)
	if err := c.print(cmd, doc); err != nil {
		return err
	}
	return replayVerdict(in, doc)
}

// replayVerdict turns the runs into an exit status.
func replayVerdict(in report.ReplayInput, doc *report.VoteReplay) error {
	var red []string
	for _, r := range in.Runs {
		red = append(red, bugs(r.Runs, r.Tally)...)
	}
	return exitOf(append(red, doc.Red()...), doc.Partial, false)
}
