package main

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vectorborda/lemmas"
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
		Annotations: map[string]string{paper: lemmas.RepeatedPaper},
		Args:        flagsOnly,
		RunE:        func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(newRepeatBudgets(c), newRepeatRecovery(c), newRepeatSemiSynthetic(c), newRepeatLowerBound(c))
	return cmd
}

// designFlags name a population with its reference model and β: the paper's unless
// a file is given.
type designFlags struct {
	beta            float64
	reference, file string
	normalize       bool
}

func (f *designFlags) add(flags *pflag.FlagSet) {
	flags.Float64Var(&f.beta, "beta", 1, "β")
	flags.StringVar(&f.reference, "reference", "", "reference model m_0, by name or position; 4 in the paper's population")
	flags.StringVar(&f.file, "population", "", "JSON file of a population, in place of the paper's")
	flags.BoolVar(&f.normalize, "normalize", false, "divide the weights of --population by their sum, whatever it is")
}

// check refuses β, a flag that was given nothing, as by a script's empty variable (the
// paper's population would be taken in silence), and settings of the paper's population
// for another one.
func (f designFlags) check(flags *pflag.FlagSet, settings ...string) error {
	for _, g := range []struct{ flag, value string }{{"population", f.file}, {"reference", f.reference}} {
		if flags.Changed(g.flag) && g.value == "" {
			return fmt.Errorf("--%s is empty: give a value or leave it out", g.flag)
		}
	}
	if f.file != "" && slices.ContainsFunc(settings, flags.Changed) {
		last := len(settings) - 1
		return fmt.Errorf("--population with --%s or --%s: these are settings of the paper's population: leave them out", strings.Join(settings[:last], ", --"), settings[last])
	}
	if f.normalize && f.file == "" {
		return errors.New("--normalize without --population: the paper's weights sum to 1: leave it out")
	}
	return checkBeta(f.beta)
}

// paper is the paper's population.
func (f designFlags) paper(gap, h float64) (*repeat.Design, error) {
	p, err := repeat.PaperPopulation(gap, h)
	if err != nil {
		return nil, err
	}
	m0, err := f.model(p, strconv.Itoa(repeat.PaperReference+1))
	if err != nil {
		return nil, err
	}
	return repeat.NewDesign(p, m0, f.beta)
}

// own is that of the file.
func (f designFlags) own() (*repeat.Design, error) {
	p, err := repeat.ReadPopulation(f.file, f.normalize)
	if err != nil {
		return nil, err
	}
	if f.reference == "" {
		return nil, errors.New("no reference model: give --reference with a name or position in the population")
	}
	m0, err := f.model(p, "")
	if err != nil {
		return nil, err
	}
	x, err := repeat.NewDesign(p, m0, f.beta)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", f.file, err)
	}
	return x, nil
}

// model is the reference model, or another where none is named.
func (f designFlags) model(p *repeat.Population, other string) (int, error) {
	m0, err := p.Reference(cmp.Or(f.reference, other))
	if err != nil {
		return 0, fmt.Errorf("--reference: %w", err)
	}
	return m0, nil
}

// checkBeta names the flag.
func checkBeta(beta float64) error {
	if err := repeat.CheckParameters(beta, 1); err != nil {
		return fmt.Errorf("--beta: %w", err)
	}
	return nil
}
