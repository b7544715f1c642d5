package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"vectorborda/sims/input"
)

// whole is a flag of whole numbers that also takes 1e6 for 1000000.
type whole struct{ pflag.Value }

// Set takes what the flag takes, and the shortened form.
func (w whole) Set(text string) error { return w.Value.Set(input.Whole(text)) }

// takeWhole makes all flags of whole numbers of a command and of those below take 1e6.
func takeWhole(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			switch f.Value.Type() {
			case "int", "int64", "uint64":
				if _, done := f.Value.(whole); !done {
					f.Value = whole{f.Value}
				}
			}
		})
	}
	for _, sub := range cmd.Commands() {
		takeWhole(sub)
	}
}
