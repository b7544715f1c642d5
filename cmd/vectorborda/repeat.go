package main

import (
	"errors"
	"fmt"
	"path/filepath"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vectorborda/sims/repeat"
)

func newRepeat(c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "repeat",
		Short: "Ranking under heterogeneity: how many repeated comparisons a context needs",
		Long: `repeat checks arXiv:2610.10795: contexts with different utilities are asked d
times, and the estimators MLE-AVG, MLE-CAL, MLE-UNCONST and TRR rank the models by
average utility.`,
		Example: `  vectorborda repeat budgets
  vectorborda repeat recovery --trials 400
  vectorborda repeat lower-bound`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 0 {
				return fmt.Errorf("no command %q: see vectorborda repeat --help", args[0])
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRepeatBudgets(c), newRepeatRecovery(c), newRepeatSemiSynthetic(c), newRepeatLowerBound(c))
	return cmd
}

// designFlags name a population with its reference model and β: the paper's unless
// a file is given.
type designFlags struct {
	beta            float64
	reference, file string
}

func (f *designFlags) add(flags *pflag.FlagSet) {
	flags.Float64Var(&f.beta, "beta", 1, "β")
	flags.StringVar(&f.reference, "reference", "", "reference model m_0, by name or position; 4 in the paper's population")
	flags.StringVar(&f.file, "population", "", "JSON file of a population, in place of the paper's")
}

// checkGiven refuses a flag that was given nothing, as by a script's empty variable: the
// paper's population would be taken in silence.
func (f designFlags) checkGiven(flags *pflag.FlagSet) error {
	for _, g := range []struct{ flag, value string }{{"population", f.file}, {"reference", f.reference}} {
		if flags.Changed(g.flag) && g.value == "" {
			return fmt.Errorf("--%s is empty: give a value or leave it out", g.flag)
		}
	}
	return nil
}

// paperReference is m_0 in the paper's population.
func (f designFlags) paperReference() (int, error) {
	if f.reference == "" {
		return repeat.PaperReference, nil
	}
	p, err := repeat.Paper(repeat.PaperGap, repeat.PaperMixture)
	if err != nil {
		return 0, err
	}
	return flagged("reference", f.reference, p)
}

// flagged finds the model that a flag names.
func flagged(flag, text string, p *repeat.Population) (int, error) {
	m, err := p.Reference(text)
	if err != nil {
		return 0, fmt.Errorf("--%s: %w", flag, err)
	}
	return m, nil
}

// own is the design of a population file.
func (f designFlags) own() (*repeat.Design, error) {
	p, err := repeat.ReadPopulation(f.file)
	if err != nil {
		return nil, err
	}
	if f.reference == "" {
		return nil, errors.New("no reference model: give --reference with a name or position in the population")
	}
	m0, err := flagged("reference", f.reference, p)
	if err != nil {
		return nil, err
	}
	x, err := repeat.NewDesign(p, m0, f.beta)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.file, err)
	}
	return x, nil
}

// label is the population in a report.
func (f designFlags) label() string {
	if f.file == "" {
		return "paper"
	}
	return filepath.Base(f.file)
}

// checkBeta names the flag.
func checkBeta(beta float64) error {
	if err := repeat.Check(beta, 1); err != nil {
		return fmt.Errorf("--beta: %w", err)
	}
	return nil
}
