//go:build unix

package program

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

// wrapper is a script with a child and a grandchild that would outlive it; it writes
// their numbers down.
const wrapper = `sleep 600 & echo $! >>"$1"
sh -c 'sleep 600 & echo $! >>"$1"; wait' sh "$1" &
echo $! >>"$1"
wait`

// children waits until the script has written all three numbers, a minute at most.
func children(t *testing.T, path string) (pids []int) {
	for begun := time.Now(); len(pids) < 3; time.Sleep(time.Millisecond) {
		require.Less(t, time.Since(begun), time.Minute, "the script has begun %d of 3", len(pids))
		pids = nil
		text, _ := os.ReadFile(path)
		for line := range strings.Lines(string(text)) {
			if strings.HasSuffix(line, "\n") {
				pid, err := strconv.Atoi(strings.TrimSpace(line))
				require.NoError(t, err)
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// gone reports whether a process has ended; one that nobody has waited for counts.
func gone(pid int) bool {
	if errors.Is(syscall.Kill(pid, 0), syscall.ESRCH) {
		return true
	}
	stat, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	return err == nil && bytes.Contains(stat, []byte(") Z "))
}

func TestAProgramTakesItsChildrenWithIt(t *testing.T) {
	for _, how := range []string{"cancelled", "ended"} {
		ctx, cancel := context.WithCancel(t.Context())
		path := filepath.Join(t.TempDir(), "children")
		cmd := Command(ctx, "sh", "-c", wrapper, "sh", path)
		require.NoError(t, cmd.Start())
		pids := children(t, path)
		for _, pid := range pids {
			require.False(t, gone(pid), "nothing ends by itself")
		}
		if how == "ended" {
			require.NoError(t, End(cmd))
		}
		cancel()
		require.Error(t, cmd.Wait())
		for _, pid := range pids {
			require.Eventually(t, func() bool { return gone(pid) }, time.Minute, time.Millisecond, how)
		}
	}
}
