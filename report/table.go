package report

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode"

	"github.com/olekukonko/tablewriter"
	"github.com/olekukonko/tablewriter/renderer"
	"github.com/olekukonko/tablewriter/tw"
)

// Table is a titled table, made from columns; notes stand below it.
type Table struct {
	Title  string
	Header []string
	Rows   [][]any
	Notes  []string
	Leave  []string // headings of columns that leave a narrow screen, the first one first
}

// text renders the cells for a reader; every control character of a name becomes
// a visible mark, so that a name cannot steer the terminal.
func (t Table) text() [][]string {
	rows := make([][]string, len(t.Rows))
	for i, row := range t.Rows {
		for _, cell := range row {
			rows[i] = append(rows[i], visible(asCell(cell).readable()))
		}
	}
	return rows
}

func visible(s string) string {
	return strings.Map(func(c rune) rune {
		if unicode.IsControl(c) || unicode.In(c, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
			return '\ufffd'
		}
		return c
	}, s)
}

// OneLine makes an error or a label safe to print: one line of bounded length,
// whatever names and file contents it quotes.
func OneLine(s string) string {
	const longest = 500
	s = visible(strings.ReplaceAll(strings.TrimSpace(s), "\n", " "))
	if runes := []rune(s); len(runes) > longest {
		return string(runes[:longest/2]) + " … " + string(runes[len(runes)-longest/2:])
	}
	return s
}

// header is the header for a reader.
func (t Table) header() []string {
	names := make([]string, len(t.Header))
	for c, name := range t.Header {
		names[c] = visible(name)
	}
	return names
}

// options keep tablewriter from rewriting anything: no upper case, no trimming,
// no wrapping of its own.
func (t Table) options() []tablewriter.Option {
	align := make(tw.Alignment, len(t.Header))
	for c := range align {
		if align[c] = tw.AlignLeft; t.numeric(c) {
			align[c] = tw.AlignRight
		}
	}
	return []tablewriter.Option{
		tablewriter.WithHeaderAutoFormat(tw.Off),
		tablewriter.WithHeaderAutoWrap(tw.WrapNone),
		tablewriter.WithRowAutoWrap(tw.WrapNone),
		tablewriter.WithTrimSpace(tw.Off),
		tablewriter.WithAlignment(align),
	}
}

func (t Table) numeric(c int) bool {
	for _, row := range t.Rows {
		if asCell(row[c]).isText() {
			return false
		}
	}
	return true
}

// widest is the width of notes, and how many characters of a cell are shown where
// nothing wraps.
const widest = 100

func cut(s string) string {
	if runes := []rune(s); len(runes) > widest {
		return string(runes[:widest-1]) + "…"
	}
	return s
}

// writeText writes lines of a width; 0 is that of the table with its cells cut.
func (t Table) writeText(w io.Writer, width int) error {
	var header []string
	var rows [][]string
	if width > 0 {
		t, header, rows = t.fitted(width)
	} else {
		header, rows, width = t.header(), t.text(), Unbounded
		for _, row := range append([][]string{header}, rows...) {
			for c := range row {
				row[c] = cut(row[c])
			}
		}
	}
	t.Title = wrap(visible(t.Title), width)
	return t.render(w, header, rows, "%s\n", min(width, widest), tablewriter.WithRendition(tw.Rendition{
		Borders:  tw.BorderNone,
		Settings: tw.Settings{Separators: tw.Separators{BetweenColumns: tw.Off}},
	}))
}

func (t Table) writeMarkdown(w io.Writer) error {
	header, rows := t.header(), t.text()
	for _, row := range append([][]string{header}, rows...) {
		for c := range row {
			row[c] = escapePipes(row[c])
		}
	}
	t.Title = visible(t.Title)
	return t.render(w, header, rows, "### %s\n\n", math.MaxInt, tablewriter.WithRenderer(renderer.NewMarkdown()))
}

func escapePipes(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

func (t Table) render(w io.Writer, header []string, rows [][]string, title string, lineWidth int, style tablewriter.Option) error {
	if _, err := fmt.Fprintf(w, title, t.Title); err != nil {
		return err
	}
	table := tablewriter.NewTable(w, append(t.options(), style)...)
	table.Header(header)
	if err := table.Bulk(rows); err != nil {
		return err
	}
	if err := table.Render(); err != nil {
		return err
	}
	for _, note := range t.Notes {
		if _, err := fmt.Fprintf(w, "\n%s\n", wrap(visible(note), lineWidth)); err != nil {
			return err
		}
	}
	return nil
}
