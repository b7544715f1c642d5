package experiment

import (
	"fmt"

	"vectorborda/sims/algo"
	"vectorborda/sims/trial"
)

// Run is what is kept of one run.
type Run struct {
	Tau     int64
	Phases  int
	End     byte    // right, wrong, budget or capped; 0 before the run
	Samples []int64 // comparisons by model, where the cell wants them
	Note
}

// Note is what few runs have.
type Note struct {
	LooseFit  bool   `json:"loose,omitempty"`        // a model fit did not reach its tolerance or needed the larger ridge
	NoEvent   bool   `json:"event_failed,omitempty"` // audited, and the confidence event failed
	Violation string `json:"violation,omitempty"`    // the first step that the proof excludes
}

func (r Run) missing() bool { return r.End == 0 }

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
}

// kept reduces a run to what the cell keeps.
func (c *cell) kept(o trial.Outcome) Run {
	run := Run{
		Tau: o.Comparisons, Phases: o.Phases, End: endOf(o),
		Note: Note{loose(o.Fits), c.audited() && !o.Audit.Event, o.Audit.Violation},
	}
	if c.samples {
		run.Samples = o.Samples
	}
	return run
}

func (c *cell) audited() bool { return trial.Audited(c.method, c.C) }

// loose reports fits that are not to be trusted without a look.
func loose(f algo.Fits) bool { return f.Unconverged+f.Fallbacks+f.Disconnected > 0 }

func endOf(o trial.Outcome) byte {
	switch {
	case o.Ended == algo.Capped:
		return capped
	case o.Ended != algo.Decided:
		return budget
	case o.Right:
		return right
	}
	return wrong
}

// key identifies a cell's runs up to seed, instance and trial.
func (c *cell) key() string {
	return fmt.Sprintf("%s %s δ=%v C=%v,%v,%v", c.method.Name, c.Family, c.Delta, c.C.Samp, c.C.Thr, c.C.Log)
}

// method is the method of that name, VB-EGE that of the plan.
func (p Plan) method(name string) (algo.Method, error) {
	if name == vbege && p.Method.New != nil {
		return p.Method, nil
	}
	return algo.Find(name)
}

// cells joins the parts: equal settings with the same method are run once.
func (p Plan) cells(parts []Part) (all []*cell, byKey map[string]*cell, err error) {
	byKey = map[string]*cell{}
	for _, part := range parts {
		for _, name := range part.Methods {
			method, err := p.method(name)
			if err != nil {
				return nil, nil, err
			}
			c := &cell{Setting: part.Setting, method: method}
			if known := byKey[c.key()]; known != nil {
				c = known
			} else {
				byKey[c.key()], all = c, append(all, c)
			}
			c.Instances, c.Trials = max(c.Instances, part.Instances), max(c.Trials, part.Trials)
			c.samples = c.samples || part.Experiment == "allocation"
		}
	}
	for _, c := range all {
		c.runs = make([]Run, c.Runs())
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
			if c.runs[u].missing() {
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
