// Package report turns results into what a person or a program reads: terminal
// tables, Markdown, CSV and JSON.  Nothing is computed here but the layout.
//
// A value that does not exist is null in JSON, empty in CSV and a dash in a
// table; an infinite one is ∞ in a table.  Names are printed as the user wrote
// them, except that control characters are made visible on a terminal.
package report
