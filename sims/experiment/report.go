package experiment

import (
	"context"
)

// Report is a plan after its runs.
type Report struct {
	Plan
	Partial     bool         `json:"partial"` // interrupted
	Finished    int          `json:"runs"`
	Wanted      int          `json:"runs_wanted"` // that were asked for, shared ones once
	Rows        []Row        `json:"rows"`
	Slopes      []Slope      `json:"slopes"`
	Allocations []Allocation `json:"allocations"`
	Comparisons []Comparison `json:"-"`
	Findings    []Finding    `json:"-"`
}

// Chunks is how many steps Run takes, the done ones of a journal included.
func (p Plan) Chunks() (int, error) {
	all, _, err := p.cells(p.Parts())
	if err != nil {
		return 0, err
	}
	n := 0
	for _, c := range all {
		n += (c.Runs() + chunkRuns - 1) / chunkRuns
	}
	return n, nil
}

// Run runs the plan, or what its journal (nil for none) leaves of it, and reports.
// A cancelled context leaves a partial report.
func (p Plan) Run(ctx context.Context, j *Journal, step func()) (*Report, error) {
	s, err := p.begin(j)
	if err != nil {
		return nil, err
	}
	todo := s.pending()
	if done, _ := p.Chunks(); step != nil {
		for range done - len(todo) {
			step()
		}
	}
	if err := s.work(ctx, todo, step); err != nil {
		return nil, err
	}
	return s.report()
}

// report sums everything up, in the order of the parts.
func (s *session) report() (*Report, error) {
	r := &Report{Plan: s.Plan, Rows: []Row{}, Allocations: []Allocation{}}
	for _, c := range s.cells {
		r.Wanted += len(c.runs)
		for _, run := range c.runs {
			if !run.missing() {
				r.Finished++
			}
		}
	}
	r.Partial = r.Finished < r.Wanted
	for _, p := range s.parts {
		if err := s.sumUp(p, r); err != nil {
			return nil, err
		}
	}
	r.Slopes = slopes(r.Rows)
	r.Comparisons = compared(r)
	r.Findings = findings(r)
	return r, nil
}

func (s *session) sumUp(p Part, r *Report) error {
	base := s.cell(p, vbege)
	for _, name := range p.Methods {
		c := s.cell(p, name)
		row, ok, err := s.row(p, c)
		if err != nil {
			return err
		}
		if !ok {
			continue
		}
		if name != vbege && base != nil {
			row.compare(taus(c.of(p)), taus(base.of(p)))
		}
		r.Rows = append(r.Rows, row)
	}
	if p.Experiment != "allocation" {
		return nil
	}
	a, ok, err := s.allocation(p, base)
	if ok {
		r.Allocations = append(r.Allocations, a)
	}
	return err
}

func (s *session) cell(p Part, name string) *cell {
	method, err := s.method(name)
	if err != nil {
		return nil
	}
	return s.byKey[(&cell{Setting: p.Setting, method: method}).key()]
}
