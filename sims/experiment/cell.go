package experiment

import (
	"fmt"

	"vectorborda/sims/algo"
)

// Run is what is kept of one run.
type Run struct {
	Tau     int64
	Phases  int
	End     byte    // right, wrong, budget or capped
	Loose   bool    // a model fit did not reach its tolerance or needed the larger ridge
	Samples []int64 // comparisons by model, where the cell wants them
}

// How a run ended.
const (
	right  = 'r' // decided, the frontier
	wrong  = 'w' // decided, and not the frontier
	budget = 'b'
	capped = 'c'

	endings = "rwbc"
)

// cell is a method on a setting, with all runs that any part asks for: the parts'
// rectangles of instances and trials lie within its own.
type cell struct {
	Setting
	method  algo.Method
	samples bool // keep Run.Samples
	runs    []Run
	have    []bool
}

// key identifies a cell's runs up to seed, instance and trial.
func (c *cell) key() string {
	return fmt.Sprintf("%s %s δ=%v C=%v,%v,%v", c.method.Name, c.Family, c.Delta, c.C.Samp, c.C.Thr, c.C.Log)
}

// cells joins the parts: equal settings with the same method are run once.
func cells(parts []Part) (all []*cell, byKey map[string]*cell, err error) {
	byKey = map[string]*cell{}
	for _, p := range parts {
		for _, name := range p.Methods {
			method, err := algo.Find(name)
			if err != nil {
				return nil, nil, err
			}
			c := &cell{Setting: p.Setting, method: method}
			if known := byKey[c.key()]; known != nil {
				c = known
			} else {
				byKey[c.key()], all = c, append(all, c)
			}
			c.Instances, c.Trials = max(c.Instances, p.Instances), max(c.Trials, p.Trials)
			c.samples = c.samples || p.Experiment == "allocation"
		}
	}
	for _, c := range all {
		c.runs, c.have = make([]Run, c.Runs()), make([]bool, c.Runs())
	}
	return all, byKey, nil
}

// of are the finished runs of a part, in its units: the runs of an instance for a
// random family, single runs for θ^Δ.  It ends before the first unit that is not
// whole, so that units pair up by number and slow runs are not left out.
func (c *cell) of(p Part) (units [][]Run) {
	for index := range p.Instances {
		var unit []Run
		for trial := range p.Trials {
			u := index*c.Trials + trial
			if !c.have[u] {
				return units
			}
			if unit = append(unit, c.runs[u]); !p.Random() {
				units, unit = append(units, unit), nil
			}
		}
		if p.Random() {
			units = append(units, unit)
		}
	}
	return units
}
