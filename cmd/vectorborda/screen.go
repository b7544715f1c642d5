package main

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"vectorborda/report"
)

// print writes a report to stdout.
func (c common) print(cmd *cobra.Command, doc report.Document) error {
	return c.style(cmd).Write(cmd.OutOrStdout(), doc)
}

func (c common) style(cmd *cobra.Command) report.Style {
	style := report.Style{Format: c.format, Width: lineWidth(cmd.OutOrStdout()), All: c.all, By: c.origin(cmd)}
	if c.wide {
		style.Width = report.Unbounded
	}
	return style
}

// lineWidth is how long a line may be: as the terminal is wide, or COLUMNS if that is
// less, also where there is no terminal; 0 is any length.
func lineWidth(out io.Writer) int {
	width := columns(out)
	if asked, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && asked > 0 {
		width = min(asked, cmp.Or(width, asked))
	}
	return width
}

// columns is the width of a terminal, 80 of one that does not tell; 0 of what is none.
func columns(out io.Writer) int {
	f, isFile := out.(*os.File)
	if !isFile || !term.IsTerminal(int(f.Fd())) {
		return 0
	}
	if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
		return n
	}
	return 80
}

// unwritten is the annotation of the root that says why a help text was not written: help
// functions return no error.
const unwritten = "unwritten"

// foldHelp makes help texts as wide as the screen.
func foldHelp(root *cobra.Command) {
	help := root.HelpFunc()
	root.SetHelpFunc(func(cmd *cobra.Command, args []string) {
		var text strings.Builder
		out := cmd.OutOrStdout()
		cmd.SetOut(&text)
		help(cmd, args)
		cmd.SetOut(out)
		if _, err := fmt.Fprint(out, report.Fold(text.String(), lineWidth(out))); err != nil {
			root.Annotations[unwritten] = err.Error()
		}
	})
}
