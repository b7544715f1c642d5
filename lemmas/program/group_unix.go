//go:build unix

package program

import (
	"errors"
	"os"
	"os/exec"
	"syscall"
)

// group gives the program a process group of its own.
func group(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// End kills a started program and its group.  It must come before Wait has returned:
// until then nobody else can have its number.
func End(cmd *exec.Cmd) error {
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return os.ErrProcessDone
}
