package main

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode/utf8"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/trial"
)

// screen is the line that a terminal shows after some output, and its cursor.
func screen(output string) (line string, cursor int) {
	var cells []rune
	for _, r := range output {
		if r == '\r' {
			cursor = 0
			continue
		}
		cells = append(cells[:cursor], append([]rune{r}, cells[min(cursor+1, len(cells)):]...)...)
		cursor++
	}
	return strings.TrimRight(string(cells), " "), cursor
}

func named(what string) func(int) string { return func(int) string { return what } }

// While one step takes long a terminal shows the time, and a file gets lines at 2, 4, 8, …
// seconds and then every minute.
func TestALongStepShowsThatItGoesOn(t *testing.T) {
	run := func(columns int) string {
		var out bytes.Buffer
		synctest.Test(t, func(t *testing.T) {
			b := &bar{w: &out, what: func(done int) string { return []string{"B.1", "B.2"}[done] }, n: 2, columns: columns}
			remove := b.start()
			time.Sleep(3*time.Second + tick/2)
			b.step()
			time.Sleep(200 * time.Second)
			if columns > 0 {
				line, _ := screen(out.String())
				require.Equal(t, " 50% 1/2 B.2, 3m23s", line)
			}
			remove()
			remove()
			time.Sleep(time.Hour)
		})
		return out.String()
	}
	line, cursor := screen(run(80))
	require.Empty(t, line)
	require.Zero(t, cursor)
	require.Equal(t, "  0% 0/2 B.1, 2s\n 50% 1/2 B.2, 4s\n 50% 1/2 B.2, 8s\n 50% 1/2 B.2, 16s\n 50% 1/2 B.2, 32s\n 50% 1/2 B.2, 1m4s\n 50% 1/2 B.2, 2m4s\n 50% 1/2 B.2, 3m4s\n", run(0))
}

func TestABarIsDrawnAndRemoved(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		b := &bar{w: &out, what: named("Δ = 1"), n: 150, columns: 80}
		for range 100 {
			b.step()
			time.Sleep(redraw / 4)
		}
		line, _ := screen(out.String())
		require.Equal(t, " 64% 97/150 Δ = 1", line)
		require.Equal(t, 25, strings.Count(out.String(), "\r"), "every fourth step")
		b.remove()
		line, cursor := screen(out.String())
		require.Empty(t, line)
		require.Zero(t, cursor)
		before := out.Len()
		time.Sleep(2 * redraw)
		b.step()
		b.remove()
		require.Equal(t, before, out.Len(), "nothing after it was removed")
	})
}

func TestABarDoesNotWrap(t *testing.T) {
	for _, columns := range []int{1, 7, 20} {
		var out bytes.Buffer
		b := &bar{w: &out, what: named(strings.Repeat("δ", 30)), n: 1, columns: columns}
		b.step()
		line, cursor := screen(out.String())
		require.LessOrEqual(t, utf8.RuneCountInString(line), columns-1)
		require.Less(t, cursor, columns)
	}
}

// A trial that ends after the report has begun does not draw over it, though the
// bar is told by another goroutine.
func TestALateTrialDoesNotDrawOverTheReport(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		b := &bar{w: &out, what: named("trials"), n: 10, columns: 80}
		ctx, cancel := context.WithCancel(t.Context())
		worker := func() func(int) int {
			return func(t int) int {
				if t == 3 {
					cancel()
					time.Sleep(time.Minute)
					b.step() // as a caller would that does not wait for Run
				}
				return t
			}
		}
		require.Len(t, trial.Run(ctx, 10, 1, worker, b.step), 3)
		b.remove()
		out.WriteString("the report")
		time.Sleep(time.Hour)
		line, _ := screen(out.String())
		require.Equal(t, "the report", line)
	})
}

// A bar of nothing that was drawn leaves nothing.
func TestABarThatWasNotDrawnWritesNothing(t *testing.T) {
	var out bytes.Buffer
	(&bar{w: &out, n: 3, columns: 80}).remove()
	require.Empty(t, out.String())
}
