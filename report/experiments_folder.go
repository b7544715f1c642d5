package report

import (
	"io"

	"vectorborda/sims/experiment"
)

// Records are all rows.
func (doc *ExperimentsReport) Records() any { return doc.Rows }

// Files are the other lists, each as CSV under its name.
func (doc *ExperimentsReport) Files() map[string]Writer {
	return map[string]Writer{
		"slopes.csv": csvOf(doc.Slopes), "allocation.csv": csvOf(doc.bins()),
		"comparisons.csv": csvOf(doc.Comparisons), "findings.csv": csvOf(doc.Findings),
	}
}

func csvOf(records any) Writer { return func(w io.Writer) error { return writeCSV(w, records) } }

// familyBin is a bin with its family.
type familyBin struct {
	Family string `json:"family"`
	experiment.Bin
}

// bins are the allocation in numbers.
func (doc *ExperimentsReport) bins() (all []familyBin) {
	for _, a := range doc.Allocations {
		for _, b := range a.Bins {
			all = append(all, familyBin{a.Family, b})
		}
	}
	return all
}

// Page shows the costs of each experiment before all rows.
func (doc *ExperimentsReport) Page() []Table { return append(doc.Brief(), doc.everything()) }
