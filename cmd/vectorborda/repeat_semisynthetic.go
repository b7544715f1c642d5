package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"vectorborda/report"
	"vectorborda/sims/repeat"
)

type semiFlags struct {
	models           string
	lambdas          []float64
	gap, scale, beta float64
	strict           bool
}

func newRepeatSemiSynthetic(c *common) *cobra.Command {
	var f semiFlags
	cmd := &cobra.Command{
		Use:   "semi-synthetic FILE",
		Short: "Depths on populations made from a vote log and its clusters",
		Long: `semi-synthetic reads a vote log, takes its objectives as clusters of contexts, and
makes a population of it: Bradley–Terry scores of each cluster become utilities
around fixed means, the last two models Δ apart, the last being the reference. The
weights move from the shares of votes, π (λ = 0), to those that mislead one vote
most while they keep every mean, w^hard (λ = 1), by linear programming.

Without --models it takes the five with the highest scores.`,
		Example: `  vectorborda repeat semi-synthetic sims/samplelogs/mtbench_en_gemma4_category.csv
  vectorborda repeat semi-synthetic sims/samplelogs/football_conmebol.csv --beta 4 --gap 0.002 --format md`,
		Args: exactlyOneLog,
		RunE: func(cmd *cobra.Command, args []string) error { return runSemi(cmd, c, args[0], f) },
	}
	flags := cmd.Flags()
	flags.StringVar(&f.models, "models", "", "list of at least two models; empty means the five with the highest scores")
	listVar(flags, &f.lambdas, "lambdas", []float64{0, 0.25, 0.5, 0.75, 1}, "`list` of λ in [0,1]")
	flags.Float64Var(&f.gap, "gap", repeat.PaperGap, "Δ, the gap between the last two models")
	flags.Float64Var(&f.scale, "scale", 0, "scale of the utilities around their means; 0 means the largest that fits [0,1]")
	flags.Float64Var(&f.beta, "beta", 1, "β")
	flags.BoolVar(&f.strict, "strict", false, "exit with 3 if a depth is only an upper limit")
	return cmd
}

// exactlyOneLog says what is missing.
func exactlyOneLog(_ *cobra.Command, args []string) error {
	if len(args) != 1 {
		return fmt.Errorf("%d files: give one vote log, or - for standard input", len(args))
	}
	return nil
}

func runSemi(cmd *cobra.Command, c *common, path string, f semiFlags) error {
	if err := checkBeta(f.beta); err != nil {
		return err
	}
	in, err := readInstance(cmd, path)
	if err != nil {
		return err
	}
	if in.Log == nil {
		return fmt.Errorf("%s: no vote log: give a CSV with the columns model_a, model_b, winner, objective", path)
	}
	s := repeat.SemiSettings{Gap: f.gap, Scale: f.scale, Beta: f.beta}
	if f.models != "" {
		for name := range strings.SplitSeq(f.models, ",") {
			s.Models = append(s.Models, strings.TrimSpace(name))
		}
	}
	x, err := repeat.NewSemiSynthetic(in.Log, s)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	doc, err := f.report(cmd, x, filepath.Base(path))
	if err != nil {
		return err
	}
	if err := report.Write(cmd.OutOrStdout(), c.format, doc); err != nil {
		return err
	}
	switch {
	case doc.Partial:
		return interrupted()
	case f.strict && doc.Open():
		return exitError{status: exitInconclusive}
	}
	return nil
}

// report finds the depths for every λ; all are checked before the first.
func (f semiFlags) report(cmd *cobra.Command, x *repeat.SemiSynthetic, label string) (*report.RepeatSemiSynthetic, error) {
	var designs []*repeat.Design
	for _, lambda := range f.lambdas {
		p, err := x.Population(lambda)
		if err != nil {
			return nil, fmt.Errorf("--lambdas: %w", err)
		}
		d, err := repeat.NewDesign(p, len(p.Models)-1, f.beta)
		if err != nil {
			return nil, err
		}
		designs = append(designs, d)
	}
	step, finish := progress(cmd, len(f.lambdas), "depths")
	defer finish()
	ctx := interruptible(cmd)
	var maker repeat.Maker
	var rows []report.SemiRow
	for i, d := range designs {
		budgets, err := maker.Budgets(ctx, d, f.gap/2)
		if ctx.Err() != nil {
			break
		}
		if err != nil {
			return nil, err
		}
		rows = append(rows, report.SemiRow{Lambda: f.lambdas[i], Outcome: x.MeanOutcome(d.Weights), Budgets: budgets})
		if step != nil {
			step()
		}
	}
	if len(rows) == 0 {
		return nil, errEmpty
	}
	return report.SemiSynthetic(label, x, f.gap, designs[0].Utilities, rows, maker.Calibrations(), len(rows) < len(f.lambdas)), nil
}
