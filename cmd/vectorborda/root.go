package main

import (
	"cmp"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vectorborda/lemmas"
	"vectorborda/report"
	"vectorborda/report/figure"
	"vectorborda/sims/input"
)

// common are the flags that every subcommand takes.
type common struct {
	format string
	wide   bool
	all    bool // tables too that a terminal seldom wants
	seed   uint64
	jobs   int
	args   []string // as they were given
}

func newRoot(args ...string) *cobra.Command {
	c := common{args: args}
	info, ok := debug.ReadBuildInfo()
	root := &cobra.Command{
		Use:   "vectorborda",
		Short: "Check the theory of model arenas by machine",
		Long: `vectorborda checks the theory of model arenas (arXiv:2610.27447) by machine and
runs its algorithm VB-EGE, which finds the models that no other model beats on
every objective.

Exit status: 0 every claim stands, 1 a claim was refuted, 2 bad input or usage,
3 inconclusive or ended by the budget (with --strict) or not proved (with --smt
require), 130 interrupted, 143 by SIGTERM.`,
		Example: `  vectorborda inspect votes.csv
  vectorborda simulate --family symmetric,K=64,d=10,gap=1 --trials 200
  vectorborda lemmas --run '^B\.[1-5]$'
  vectorborda bounds --grid quick --format json > bounds.json`,
		Version:       version(stamp, info, ok),
		Annotations:   map[string]string{paper: lemmas.Paper},
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          flagsOnly,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRunE: func(cmd *cobra.Command, _ []string) error {
			if err := checkLists(cmd.Flags()); err != nil {
				return err
			}
			return c.check()
		},
	}
	flags := root.PersistentFlags()
	flags.StringVar(&c.format, "format", "table", "output: table, json, csv (its rows, fields named as in json) or md")
	flags.BoolVar(&c.wide, "wide", false, "tables with all columns and cells in full, however wide")
	flags.Uint64Var(&c.seed, "seed", 1, "seed of all randomness")
	flags.IntVar(&c.jobs, "jobs", 0, "workers; 0 means one a processor; the output does not depend on it")
	_ = root.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(report.Formats(), cobra.ShellCompDirectiveNoFileComp))
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(newHelp(root))
	foldHelp(root)
	root.AddCommand(newInspect(&c), newVotes(&c), newSimulate(&c), newLemmas(&c), newProofs(&c), newBounds(&c), newExperiments(&c), newRepeat(&c))
	takeWhole(root)
	root.InitDefaultCompletionCmd()
	for _, sub := range root.Commands() {
		if sub.Name() == "completion" {
			sub.Args, sub.RunE = knownShell, func(cmd *cobra.Command, _ []string) error { return cmd.Help() }
		}
	}
	return root
}

// maxJobs is more workers than any machine has processors.
const maxJobs = 4096

func (c common) check() error {
	if c.jobs < 0 || c.jobs > maxJobs {
		return fmt.Errorf("--jobs %d: give a whole number from 0 (one a processor) to %d", c.jobs, maxJobs)
	}
	return report.CheckFormat(c.format)
}

// write prints a report, after writing it to a folder with its figures and other files
// where one is named, which progress may see and then finish.  It is printed as well where
// writing fails, as the runs are worth more than the folder.
func (c common) write(cmd *cobra.Command, finish func(), doc report.Document, folder string, figures []figure.Figure, others map[string]report.Writer) error {
	var failed error
	if folder != "" {
		if err := report.WriteFolder(folder, c.origin(cmd), doc, figures, others); err != nil {
			failed = fmt.Errorf("--out: %w", err)
		}
	}
	finish()
	return errors.Join(c.print(cmd, doc), failed)
}

// knownShell refuses a shell that there is no completion for.
func knownShell(cmd *cobra.Command, args []string) error {
	if len(args) > 0 {
		return fmt.Errorf("no completion for %q%s: use bash, zsh, fish or powershell", args[0], input.Meant(args[0], commands(cmd)))
	}
	return nil
}

// newHelp is the help command that refuses an unknown topic.
func newHelp(root *cobra.Command) *cobra.Command {
	return &cobra.Command{
		Use:   "help [command]",
		Short: "Help about any command",
		RunE: func(_ *cobra.Command, args []string) error {
			cmd, rest, err := root.Find(args)
			if err != nil || len(rest) > 0 {
				return fmt.Errorf("no command %q to help with%s: see vectorborda help", strings.Join(args, " "), input.Meant(args[len(args)-1], commands(cmd)))
			}
			return cmd.Help()
		},
	}
}

// flagError names the flag and what it takes.
func flagError(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if errors.As(err, &unknown) {
		var names []string
		cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, "--"+f.Name) })
		return fmt.Errorf("%w%s: see --help", err, input.Meant("--"+cmp.Or(unknown.GetSpecifiedShortnames(), unknown.GetSpecifiedName()), names))
	}
	var invalid *pflag.InvalidValueError
	if !errors.As(err, &invalid) {
		return fmt.Errorf("%w: see --help", err)
	}
	takes := map[string]string{
		"int": "a whole number", "int64": "a whole number", "uint64": "a whole number from 0", "float64": "a number",
	}
	flag := invalid.GetFlag()
	var number *strconv.NumError
	if flag.Value.Type() == "float64Slice" && errors.As(err, &number) {
		return fmt.Errorf("--%s %q: %q is not a number: give a list such as 0.1,0.2", flag.Name, invalid.GetValue(), number.Num)
	}
	if kind := takes[flag.Value.Type()]; kind != "" {
		return fmt.Errorf("--%s %q: give %s", flag.Name, invalid.GetValue(), kind)
	}
	return err
}

// checkDelta refuses what is no confidence parameter.
func checkDelta(delta float64) error {
	if !(delta > 0 && delta < 1) {
		return fmt.Errorf("--delta %v: give a number between 0 and 1, both excluded", delta)
	}
	return nil
}

// maxCount bounds the runs that are kept in memory, about 100 bytes each.
const maxCount = 10_000_000

// checkCount refuses counts below 1 and above what fits in memory.
func checkCount(flag string, n int) error {
	if n < 1 || n > maxCount {
		return fmt.Errorf("--%s %d: give a whole number from 1 to %d", flag, n, maxCount)
	}
	return nil
}
