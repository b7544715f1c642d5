package main

import (
	"math/big"
	"regexp"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// whole is a flag of whole numbers that also takes 1e6 for 1000000.
type whole struct{ pflag.Value }

// scientific is a whole number as people shorten it; its exponent has at most two digits.
var scientific = regexp.MustCompile(`^\d+(\.\d*)?[eE]\+?\d{1,2}$`)

// Set takes what the flag takes, then the shortened form.
func (w whole) Set(text string) error {
	if x, ok := new(big.Rat).SetString(text); ok && scientific.MatchString(text) && x.IsInt() {
		text = x.Num().String()
	}
	return w.Value.Set(text)
}

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
