//go:build !unix

package program

import "os/exec"

func group(*exec.Cmd) {}

// End kills a started program.
func End(cmd *exec.Cmd) error { return cmd.Process.Kill() }
