package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"vectorborda/sims/input"
)

// flagsOnly refuses an argument: an unknown command where there are commands.
func flagsOnly(cmd *cobra.Command, args []string) error {
	switch {
	case len(args) == 0:
		return nil
	case cmd.HasAvailableSubCommands():
		return fmt.Errorf("no command %q%s: see %s --help", args[0], input.Meant(args[0], commands(cmd)), cmd.CommandPath())
	}
	return fmt.Errorf("%q is no flag, and %s takes nothing else: see %s --help", args[0], cmd.CommandPath(), cmd.CommandPath())
}

// commands are the names of those below.
func commands(cmd *cobra.Command) (names []string) {
	for _, sub := range cmd.Commands() {
		if sub.IsAvailableCommand() {
			names = append(names, sub.Name())
		}
	}
	return names
}
