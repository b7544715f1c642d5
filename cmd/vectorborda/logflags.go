package main

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vectorborda/sims/votelog"
)

// logFlags say how a vote log is read.  Every command that takes one has them.
type logFlags struct {
	preset, description           string
	modelA, modelB, winner        string
	objective                     string
	objectives, keep, id          []string
	outcomes, aliases, derive     []string
	where, cluster, ties, bothBad string
	dropUnknown, retain           bool
	minCell                       int64
	given                         *pflag.FlagSet
}

const logHelp = `A vote log is CSV, TSV, JSON Lines, a JSON array or Parquet, plain or packed with
gzip or zstd; what it is, is seen from its content. Without flags it is read as the
first preset whose columns it has; "votes check" shows the columns and what fits. A
column inside a struct is a path, with quotes around keys that hold dots:
category_tag."math_v0.1".math. Expressions (--where, --derive) are in the language of
expr-lang.org, in which a name is a column and col("…") one by its path.`

// addLogFlags adds them; retain is for commands that otherwise want every pair of models.
func addLogFlags(cmd *cobra.Command, f *logFlags, retain bool) {
	flags := cmd.Flags()
	f.given = flags
	flags.StringVar(&f.preset, "preset", "", "description of a public arena: "+strings.Join(votelog.Presets(), ", "))
	flags.StringVar(&f.description, "description", "", "description of the log, a YAML `file`")
	flags.StringVar(&f.modelA, "model-a", "", "`column` of the first model")
	flags.StringVar(&f.modelB, "model-b", "", "`column` of the second model")
	flags.StringVar(&f.winner, "winner", "", "`column` of the outcome")
	flags.StringVar(&f.objective, "objective", "", "`column` whose value is the objective")
	flags.StringSliceVar(&f.objectives, "objectives", nil, "`list` of the only objectives that count; each must have votes")
	flags.StringArrayVar(&f.outcomes, "outcome", nil, "a `WORD=MEANING` of an outcome: "+strings.Join(votelog.Meanings(), ", ")+"; may be repeated")
	flags.StringArrayVar(&f.aliases, "alias", nil, "another name of a model, `OLD=NEW`; may be repeated")
	flags.StringArrayVar(&f.derive, "derive", nil, "a new column, `NAME=EXPRESSION`; may be repeated")
	flags.StringVar(&f.where, "where", "", "`expression`: rows for which it is false are dropped")
	flags.StringSliceVar(&f.id, "id", nil, "`columns` that no two votes share: where one repeats, nothing is said of a population")
	flags.StringVar(&f.cluster, "cluster", "", "`column` of what votes are not independent in, such as a session")
	flags.StringVar(&f.ties, "ties", "", "ties: drop them, or let them count half (default drop)")
	flags.StringVar(&f.bothBad, "both-bad", "", "outcomes \"both bad\": drop them, or take them as a tie (default drop)")
	flags.BoolVar(&f.dropUnknown, "drop-unknown", false, "drop and count outcomes that no rule understands")
	flags.Int64Var(&f.minCell, "min-cell", 1, "votes that a pair of models needs on every objective")
	flags.StringArrayVar(&f.keep, "keep", nil, "`model` that must be retained; may be repeated")
	if retain {
		flags.BoolVar(&f.retain, "retain", false, "of a log with empty cells take the largest complete set of models")
	}
	_ = cmd.RegisterFlagCompletionFunc("preset", cobra.FixedCompletions(votelog.Presets(), cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("ties", cobra.FixedCompletions([]string{"drop", "half"}, cobra.ShellCompDirectiveNoFileComp))
	_ = cmd.RegisterFlagCompletionFunc("both-bad", cobra.FixedCompletions([]string{"drop", "tie"}, cobra.ShellCompDirectiveNoFileComp))
}

// settings are those of the flags; without any the log is recognised.
func (f *logFlags) settings(cmd *cobra.Command) (s votelog.Settings, err error) {
	s.Options.Stdin = cmd.InOrStdin()
	if f.minCell < 1 {
		return s, fmt.Errorf("--min-cell %d: give a whole number from 1", f.minCell)
	}
	if !slices.Contains([]string{"", "drop", "half"}, f.ties) {
		return s, fmt.Errorf("--ties %q: give drop or half; votes ties fits a Davidson model", f.ties)
	}
	s.Policy = votelog.Policy{MinCell: f.minCell, Keep: f.keep, Whole: !f.retain && f.given.Lookup("retain") != nil}
	switch {
	case f.preset != "" && f.description != "":
		return s, fmt.Errorf("both --preset and --description: give one")
	case f.preset != "":
		if s.Description, err = votelog.Preset(f.preset); err != nil {
			return s, fmt.Errorf("--preset: %w", err)
		}
	case f.description != "":
		if s.Description, err = votelog.ReadDescription(f.description); err != nil {
			return s, fmt.Errorf("--description: %w", err)
		}
		if s.Description.Name == "" {
			s.Description.Name = filepath.Base(f.description)
		}
	}
	change, err := f.change()
	if err != nil {
		return s, err
	}
	if s.Description != nil {
		change(s.Description)
		return s, s.Description.Check()
	}
	s.Change = change
	return s, nil
}

// change puts the flags into a description.
func (f *logFlags) change() (func(*votelog.Description), error) {
	outcomes, err := pairs("outcome", f.outcomes)
	if err != nil {
		return nil, err
	}
	aliases, err := pairs("alias", f.aliases)
	if err != nil {
		return nil, err
	}
	derive, err := pairs("derive", f.derive)
	if err != nil {
		return nil, err
	}
	return func(d *votelog.Description) {
		for _, x := range []struct {
			to   *string
			from string
		}{{&d.ModelA, f.modelA}, {&d.ModelB, f.modelB}, {&d.Where, f.where}, {&d.Cluster, f.cluster}, {&d.Ties, f.ties}, {&d.BothBad, f.bothBad}} {
			if x.from != "" {
				*x.to = x.from
			}
		}
		if f.winner != "" {
			d.Winner, d.Winners = f.winner, nil
		}
		if f.objective != "" {
			d.Objective = votelog.Objective{Column: f.objective}
		}
		if f.id != nil {
			d.ID = f.id
		}
		if f.objectives != nil {
			d.Objective.Values = f.objectives
		}
		d.DropUnknown = d.DropUnknown || f.dropUnknown
		put(&d.Outcomes, outcomes)
		put(&d.Aliases, aliases)
		for _, x := range derive {
			d.Derive.Set(x[0], x[1])
		}
	}, nil
}

// logFlagNames are their names.
var logFlagNames = []string{"preset", "description", "model-a", "model-b", "winner", "objective", "objectives", "outcome", "alias", "derive", "where", "id",
	"cluster", "ties", "both-bad", "drop-unknown", "min-cell", "keep", "retain"}

// any tells whether a flag of a log was given.
func (f *logFlags) any() bool { return f.words() != "" }

// words are the flags that were given, as a shell takes them, after a blank.
func (f *logFlags) words() string {
	var all []string
	f.given.Visit(func(flag *pflag.Flag) {
		if !slices.Contains(logFlagNames, flag.Name) {
			return
		}
		values := []string{flag.Value.String()}
		if list, many := flag.Value.(pflag.SliceValue); many {
			if values = list.GetSlice(); flag.Value.Type() == "stringSlice" {
				values = []string{strings.Join(values, ",")}
			}
		}
		for _, v := range values {
			all = append(all, "--"+flag.Name+"="+v)
		}
	})
	if all == nil {
		return ""
	}
	return " " + shellLine(all)
}

func put(to *map[string]string, pairs [][2]string) {
	for _, x := range pairs {
		if *to == nil {
			*to = map[string]string{}
		}
		(*to)[x[0]] = x[1]
	}
}

// pairs splits NAME=VALUE at the first sign that is no == of an expression.
func pairs(flag string, given []string) (all [][2]string, err error) {
	for _, text := range given {
		name, value, found := strings.Cut(text, "=")
		name, value = strings.TrimSpace(name), strings.TrimSpace(value)
		if !found || name == "" || value == "" {
			return nil, fmt.Errorf("--%s %q: give NAME=VALUE", flag, text)
		}
		if slices.ContainsFunc(all, func(x [2]string) bool { return x[0] == name }) {
			return nil, fmt.Errorf("--%s: %q twice: give it once", flag, name)
		}
		all = append(all, [2]string{name, value})
	}
	return all, nil
}
