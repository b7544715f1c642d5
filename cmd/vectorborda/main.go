// Command vectorborda checks the theory of model arenas by machine; see
// `vectorborda help`.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"vectorborda/report"
)

// Exit statuses beside 0, every claim stands.
const (
	exitRefuted      = 1   // a claim was refuted
	exitUsage        = 2   // bad input or usage
	exitInconclusive = 3   // with --strict: inconclusive, or ended by the budget; with --smt require: not proved
	exitSignalled    = 128 // and the number of a signal; what was finished has been printed
	exitInterrupted  = exitSignalled + 2
)

// exitError ends the command with a status; its message may be empty when the
// report has said it all.
type exitError struct {
	status  int
	message string
}

func (e exitError) Error() string { return e.message }

func main() {
	os.Exit(run(context.Background(), os.Stdout, os.Stderr, os.Args[1:]))
}

// run executes one command line and returns its exit status.
func run(ctx context.Context, stdout, stderr io.Writer, args []string) int {
	root := newRoot(args...)
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(ctx)
	if why := root.Annotations[unwritten]; err == nil && why != "" {
		err = errors.New(why)
	}
	if err == nil {
		return 0
	}
	status := exitUsage
	var exit exitError
	if errors.As(err, &exit) {
		status = exit.status
	}
	if status == exitInterrupted {
		status = signalled(cmd)
	}
	if message := err.Error(); message != "" {
		fmt.Fprintln(stderr, "vectorborda:", report.OneLine(message))
	}
	return status
}
