package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"vectorborda/report"
)

// progress shows n steps on stderr if that is a terminal; the functions it
// returns may be called by any goroutine.
func progress(cmd *cobra.Command, n int, what string) (step, finish func()) {
	width := columns(cmd.ErrOrStderr())
	if width == 0 {
		return nil, func() {}
	}
	b := &bar{w: cmd.ErrOrStderr(), what: report.OneLine(what), n: n, columns: width}
	return b.step, b.remove
}

// redraw is the least time between two drawings of a bar.
const redraw = 100 * time.Millisecond

// bar is one line of a terminal that is written again and again.  Once removed it
// is never drawn: a step that ends late may come after the report has begun.
type bar struct {
	w       io.Writer
	what    string
	n       int // steps in all
	columns int // of the terminal: a line that wraps could not be written over

	mu      sync.Mutex
	done    int
	drawn   time.Time
	shown   int // characters on the screen, which never get fewer
	removed bool
}

func (b *bar) step() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.done++
	if b.removed || time.Since(b.drawn) < redraw {
		return
	}
	b.drawn = time.Now()
	line := []rune(fmt.Sprintf("%3d%% %d/%d %s", 100*b.done/b.n, b.done, b.n, b.what))
	text := string(line[:min(len(line), b.columns-1)])
	b.shown = utf8.RuneCountInString(text)
	fmt.Fprint(b.w, "\r"+text)
}

// remove leaves an empty line with the cursor at its beginning.
func (b *bar) remove() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if !b.removed && b.shown > 0 {
		fmt.Fprint(b.w, "\r"+strings.Repeat(" ", b.shown)+"\r")
	}
	b.removed = true
}
