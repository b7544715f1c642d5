package main

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"
)

// asked is the cause of a context that a signal ended.
type asked struct{ syscall.Signal }

func (a asked) Error() string { return a.Signal.String() }

// status is 128 and the number of the signal, as shells have it.
func (a asked) status() int { return exitSignalled + int(a.Signal) }

// interruptible is the command's context, ended by the first signal that asks the program
// to end: Ctrl-C, SIGTERM (a cancelled job), or SIGHUP (a closed terminal) where that is
// not ignored, as under nohup.  The second ends the program.
func interruptible(cmd *cobra.Command) context.Context {
	ctx, end := context.WithCancelCause(cmd.Context())
	heard := []os.Signal{os.Interrupt, syscall.SIGTERM}
	if !signal.Ignored(syscall.SIGHUP) {
		heard = append(heard, syscall.SIGHUP)
	}
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, heard...)
	go func() {
		select {
		case s := <-signals:
			end(asked{s.(syscall.Signal)})
		case <-ctx.Done():
		}
		signal.Stop(signals)
	}()
	cmd.SetContext(ctx)
	return ctx
}

// signalled is the exit status of an interrupted command.
func signalled(cmd *cobra.Command) int {
	var by asked
	if errors.As(context.Cause(cmd.Context()), &by) {
		return by.status()
	}
	return exitInterrupted
}

// interrupted is what a command returns after printing a partial report.
func interrupted() error {
	return exitError{exitInterrupted, "interrupted: the report above is partial"}
}

// errEmpty is for an interrupt before anything was finished.
var errEmpty = exitError{exitInterrupted, "interrupted before the first trial was finished"}
