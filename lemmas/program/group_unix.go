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

// End kills a started program and its group, also what is left of the group of one that
// has ended.  It must come before Wait is called, which gives the number free before it
// returns: until then nobody else can have it.
func End(cmd *exec.Cmd) error {
	if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); !errors.Is(err, syscall.ESRCH) {
		return err
	}
	return os.ErrProcessDone
}
