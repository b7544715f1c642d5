package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/repeat"
	"vectorborda/sims/votelog"
)

type semiFlags struct {
	logFlags
	models           string
	lambdas          []float64
	gap, scale, beta float64
	strict           bool
}

func newRepeatSemiSynthetic(c *common) *cobra.Command {
	var f semiFlags
	cmd := &cobra.Command{
		Use:   "semi-synthetic FILE...",
		Short: "Depths on populations made from a vote log and its clusters",
		Long: `semi-synthetic reads a vote log, takes its objectives as clusters of contexts, and
makes a population of it: Bradley–Terry scores of each cluster become utilities
around fixed means, the last two models Δ apart, the last being the reference. The
weights move from the shares of votes, π (λ = 0), to those that mislead one vote
most while they keep every mean, w^hard (λ = 1), by linear programming.

Without --models it takes the five with the highest scores. A model that is taken needs
five decisive comparisons in every cluster, with whomever.`,
		Example: `  vectorborda repeat semi-synthetic sims/samplelogs/mtbench_gemma_phi.csv
  vectorborda repeat semi-synthetic sims/samplelogs/mtbench_en_gemma4_category.csv --models gemma-2-9b-it,Llama-3.1-8B-Instruct
  vectorborda repeat semi-synthetic sims/samplelogs/football_conmebol.csv --beta 4 --gap 0.002 --format md`,
		Args: someFiles,
		RunE: func(cmd *cobra.Command, args []string) error { return runSemi(cmd, c, args, f) },
	}
	addLogFlags(cmd, &f.logFlags, false)
	flags := cmd.Flags()
	flags.StringVar(&f.models, "models", "", "list of at least two models; empty means the five with the highest scores")
	listVar(flags, &f.lambdas, "lambdas", []float64{0, 0.25, 0.5, 0.75, 1}, "`list` of λ in [0,1]")
	flags.Float64Var(&f.gap, "gap", repeat.PaperGap, "Δ, the gap between the last two models")
	flags.Float64Var(&f.scale, "scale", 0, "scale of the utilities around their means; 0 means the largest that fits [0,1]")
	flags.Float64Var(&f.beta, "beta", 1, "β")
	flags.BoolVar(&f.strict, "strict", false, "exit with 3 if a depth is only an upper limit")
	return cmd
}

func runSemi(cmd *cobra.Command, c *common, files []string, f semiFlags) error {
	if err := checkBeta(f.beta); err != nil {
		return err
	}
	settings, err := f.settings(cmd)
	if err != nil {
		return err
	}
	finishReading := reading(cmd, files, &settings.Options)
	votes, err := votelog.OpenVotes(files, settings)
	finishReading()
	if err != nil {
		return err
	}
	log, err := votes.All()
	if err != nil {
		return err
	}
	s := repeat.SemiSettings{Log: filepath.Base(votelog.Title(files)), Gap: f.gap, Scale: f.scale, Beta: f.beta}
	if f.models != "" {
		for name := range strings.SplitSeq(f.models, ",") {
			s.Models = append(s.Models, strings.TrimSpace(name))
		}
	}
	x, err := repeat.NewSemiSynthetic(log, s)
	if err != nil {
		return fmt.Errorf("%s: %w", votelog.Title(files), err)
	}
	for _, lambda := range f.lambdas {
		if _, err := x.Population(lambda); err != nil {
			return fmt.Errorf("--lambdas: %w", err)
		}
	}
	step, finish := progress(cmd, repeat.Steps(len(f.lambdas)), "depths")
	found, err := x.Run(interruptible(cmd), f.lambdas, step)
	finish()
	switch {
	case err != nil:
		return err
	case len(found.Rows) == 0:
		return errEmpty
	}
	if err := c.print(cmd, report.RepeatSemiSynthetic{SemiBudgets: found}); err != nil {
		return err
	}
	return exitOf(nil, found.Partial, f.strict && found.Open())
}
