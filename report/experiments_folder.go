package report

import (
	"fmt"
	"io"
	"path/filepath"

	"vectorborda/sims/experiment"
)

// WriteExperiments writes report.json, report.md (with its figures), a CSV file a
// table and the figures as SVG and PNG into a folder that PrepareFolder has made.
func WriteExperiments(dir string, r *experiment.Report) error {
	doc := Experiments(r)
	figures := ExperimentFigures(r)
	for _, f := range figures {
		if err := f.WriteFiles(dir); err != nil {
			return err
		}
	}
	files := map[string]func(io.Writer) error{
		"report.json": func(w io.Writer) error { return Write(w, "json", doc) },
		"report.md": func(w io.Writer) error {
			for _, table := range append(doc.Brief(), doc.everything()) {
				if err := table.writeMarkdown(w); err != nil {
					return err
				}
				fmt.Fprintln(w)
			}
			return embed(w, figures)
		},
	}
	for name, table := range doc.files() {
		files[name+".csv"] = table.writeCSV
	}
	for name, write := range files {
		if err := writeFile(filepath.Join(dir, name), write); err != nil {
			return err
		}
	}
	return nil
}

// files are the tables by the names of their CSV files.
func (doc *ExperimentsReport) files() map[string]Table {
	return map[string]Table{
		"rows": doc.everything(), "slopes": doc.slopes(), "allocation": doc.bins(), "comparisons": doc.comparisons(), "findings": doc.verdicts(),
	}
}
