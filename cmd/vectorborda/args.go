package main

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"
)

// exactlyOneFile says what is missing in the words of the help text.
func exactlyOneFile(_ *cobra.Command, args []string) error {
	switch len(args) {
	case 0:
		return errors.New("no file: give an instance or a vote log, or - for standard input")
	case 1:
		return nil
	}
	return fmt.Errorf("%d files: give one", len(args))
}
