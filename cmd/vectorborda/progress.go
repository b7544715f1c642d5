package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"vectorborda/report"
)

// progress shows n steps on stderr: a line that is written over on a terminal, lines
// that come at ever longer intervals in a file or a pipe.  The functions it returns may be
// called by any goroutine.
func progress(cmd *cobra.Command, n int, what string) (step, finish func()) {
	return progressOf(cmd, n, func(int) string { return what })
}

// progressOf names what is going on after so many steps.
func progressOf(cmd *cobra.Command, n int, what func(done int) string) (step, finish func()) {
	f, isFile := cmd.ErrOrStderr().(*os.File)
	if !isFile {
		return nil, func() {}
	}
	b := &bar{w: f, what: what, n: n, columns: columns(f)}
	return b.step, b.start()
}

const (
	redraw  = 100 * time.Millisecond // the least time between two drawings of a bar
	tick    = time.Second            // the most
	patient = 2 * time.Second        // how long nobody wonders: then the first line comes
	longest = time.Minute            // between two lines
)

// bar is one line of a terminal that is written again and again, or lines elsewhere.
// Once removed it is never drawn: a step that ends late may come after the report has
// begun.
type bar struct {
	w       io.Writer
	what    func(done int) string
	n       int // steps in all
	columns int // of the terminal: a line that wraps could not be written over; 0 elsewhere

	mu      sync.Mutex
	done    int
	began   time.Time
	drawn   time.Time
	due     time.Duration // of the next line
	shown   int           // characters on the screen, which never get fewer
	removed bool
}

// start draws the bar now and then though no step ends, until it is removed.
func (b *bar) start() (remove func()) {
	b.began, b.due = time.Now(), patient
	ended := make(chan struct{})
	go func() {
		t := time.NewTicker(tick)
		defer t.Stop()
		for {
			select {
			case <-t.C:
				b.wait()
			case <-ended:
				return
			}
		}
	}()
	once := sync.OnceFunc(func() { close(ended) })
	return func() {
		once()
		b.remove()
	}
}

// wait draws a bar that has waited, or writes a line that is due.
func (b *bar) wait() {
	b.mu.Lock()
	defer b.mu.Unlock()
	switch passed := time.Since(b.began); {
	case b.removed:
	case b.columns > 0:
		b.draw()
	case passed >= b.due:
		fmt.Fprintln(b.w, b.line())
		b.due = passed.Truncate(tick) + min(passed.Truncate(tick), longest)
	}
}

func (b *bar) step() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.done++; !b.removed && b.columns > 0 && time.Since(b.drawn) >= redraw {
		b.draw()
	}
}

// line says how far it is, and after a while how long that took.
func (b *bar) line() string {
	text := fmt.Sprintf("%3d%% %d/%d %s", 100*b.done/max(b.n, 1), b.done, b.n, report.OneLine(b.what(b.done)))
	if passed := time.Since(b.began); !b.began.IsZero() && passed >= patient {
		text += fmt.Sprintf(", %v", passed.Truncate(time.Second))
	}
	return text
}

func (b *bar) draw() {
	b.drawn = time.Now()
	line := []rune(b.line())
	text := string(line[:min(len(line), b.columns-1)])
	shown := utf8.RuneCountInString(text)
	fmt.Fprint(b.w, "\r"+text+strings.Repeat(" ", max(b.shown-shown, 0)))
	b.shown = max(shown, b.shown)
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
