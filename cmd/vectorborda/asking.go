package main

import (
	"fmt"

	"github.com/spf13/cobra"
)

// asking says whether others are asked for proofs: auto (if they are there), off or require.
type asking string

func (a *asking) register(cmd *cobra.Command, name, usage string) {
	cmd.Flags().StringVar((*string)(a), name, "auto", usage)
	_ = cmd.RegisterFlagCompletionFunc(name, cobra.FixedCompletions([]string{"auto", "off", "require"}, cobra.ShellCompDirectiveNoFileComp))
}

// check refuses anything else.
func (a asking) check(name string) error {
	switch a {
	case "auto", "off", "require":
		return nil
	}
	return fmt.Errorf("--%s %q: give auto, off or require", name, string(a))
}
