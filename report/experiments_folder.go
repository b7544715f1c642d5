package report

// Files are the tables beside all rows, each as CSV under its name.
func (doc *ExperimentsReport) Files() map[string]Writer {
	return map[string]Writer{
		"slopes.csv": doc.slopes().writeCSV, "allocation.csv": doc.bins().writeCSV,
		"comparisons.csv": doc.comparisons().writeCSV, "findings.csv": doc.verdicts().writeCSV,
	}
}

// Page shows the costs of each experiment before all rows.
func (doc *ExperimentsReport) Page() []Table { return append(doc.Brief(), doc.everything()) }
