package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"vectorborda/sims/input"
)

// Document is one report.
type Document interface {
	// Tables are for a reader.  A document with a method Brief shows those tables on a
	// terminal instead; one with a method Records has those in CSV.
	Tables() []Table
}

// Formats are the output formats: the value of every command's --format.  JSON is
// the document itself, CSV its records.
func Formats() []string { return []string{"table", "json", "csv", "md"} }

// CheckFormat refuses an unknown format.
func CheckFormat(format string) error {
	if !slices.Contains(Formats(), format) {
		return fmt.Errorf("--format %q is unknown%s: use %s", format, input.Meant(format, Formats()), strings.Join(Formats(), ", "))
	}
	return nil
}

// Style is how documents are written.
type Style struct {
	Format string // one of Formats
	Width  int    // of a line of a table: that of a screen, Unbounded for all in full, 0 for lines as long as they are with long cells cut
	All    bool   // tables that Brief leaves out too
	By     Origin // in JSON and Markdown; none if it is zero
}

// Write writes a document.
func (s Style) Write(w io.Writer, doc Document) error {
	if err := CheckFormat(s.Format); err != nil {
		return err
	}
	switch s.Format {
	case "json":
		return s.By.writeJSON(w, doc)
	case "csv":
		return writeCSV(w, records(doc))
	case "md":
		if err := writeTables(w, doc.Tables(), Table.writeMarkdown); err != nil {
			return err
		}
		return s.By.writeMarkdown(w)
	}
	tables := doc.Tables()
	if brief, ok := doc.(interface{ Brief() []Table }); ok && !s.All {
		tables = brief.Brief()
	}
	return writeTables(w, tables, func(t Table, w io.Writer) error { return t.writeText(w, s.Width) })
}

func writeTables(w io.Writer, tables []Table, write func(Table, io.Writer) error) error {
	for n, table := range tables {
		if n > 0 {
			fmt.Fprintln(w)
		}
		if err := write(table, w); err != nil {
			return err
		}
	}
	return nil
}
