// Package program runs a program from outside, a solver or a proof checker, such that what
// it started can be ended with it.
package program

import (
	"context"
	"os/exec"
	"time"
)

// Command is a program that is killed when the context ends before it does, on Unix with
// all processes that it has begun, unless they left its process group; elsewhere alone.
// What outlives a program that ended by itself is killed by [End] alone, if that comes
// before Wait.  A child that holds its pipes is not waited for longer than a second.
func Command(ctx context.Context, path string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, path, args...)
	cmd.WaitDelay = time.Second
	group(cmd)
	cmd.Cancel = func() error { return End(cmd) }
	return cmd
}
