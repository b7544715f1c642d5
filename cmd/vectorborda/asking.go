package main

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"vectorborda/sims/input"
)

// askings are the values of an asking.
var askings = []string{"auto", "off", "require"}

// asking says whether others are asked for proofs: auto (if they are there), off or require.
type asking string

func (a *asking) register(cmd *cobra.Command, name, usage string) {
	cmd.Flags().StringVar((*string)(a), name, "auto", usage)
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions(askings, cobra.ShellCompDirectiveNoFileComp))
}

// check refuses anything else.
func (a asking) check(name string) error {
	if slices.Contains(askings, string(a)) {
		return nil
	}
	return fmt.Errorf("--%s %q%s: give auto, off or require", name, string(a), input.Meant(string(a), askings))
}
