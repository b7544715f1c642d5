// Package samplelogs carries three real vote logs for reports, tests and examples:
// decisive votes only, every pair of models on every objective, and as a fourth file
// the votes between two models of the first.  CREDITS.md
// names their sources and licences.  Rows were selected and columns renamed;
// nothing else of these facts of other people was changed.
package samplelogs

import (
	"embed"
	"fmt"

	"vectorborda/sims/instance"
)

//go:embed *.csv
var files embed.FS

// Names are the logs, in the order in which reports list them.
func Names() []string {
	return []string{"mtbench_en_gemma4_category", "football_conmebol", "pandalm_top3_apps"}
}

// TwoModels is the part of the first log that reacts to repeats; reports do not list it.
const TwoModels = "mtbench_gemma_phi"

// Read returns the instance of a log.
func Read(name string) (*instance.Instance, error) {
	f, err := files.Open(name + ".csv")
	if err != nil {
		return nil, fmt.Errorf("no log %q: the logs are %v", name, Names())
	}
	defer f.Close()
	return instance.Read(f)
}
