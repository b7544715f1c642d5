package votelog

import (
	"fmt"
	"slices"
	"strings"

	"vectorborda/sims/votelog/rows"
)

// plan is a description made ready: the columns to read and where their values are.
type plan struct {
	want    []rows.Path
	known   []derived        // in the order of the description
	derived []derived        // those that are used, each after what it needs
	named   map[string]place // of those that are used
	where   *expression
	whereAt []place

	a, b    place
	winners []judgment
	id      []place
	cluster place

	objective objective
}

// place is a column of the file, or a derived value where it is negative: -1 the first.
type place int

const nowhere place = 1 << 30

type derived struct {
	name string
	e    *expression
	at   []place
}

// judgment is an outcome column; its name is the objective where there is no other.
type judgment struct {
	name string
	at   place
}

func newPlan(d *Description) (*plan, error) {
	if err := d.Check(); err != nil {
		return nil, err
	}
	p := &plan{cluster: nowhere, named: map[string]place{}}
	for _, x := range d.Derive {
		e, err := newExpression(x.Value)
		if err != nil {
			return nil, fmt.Errorf("derive: %s: %w", x.Name, err)
		}
		p.known = append(p.known, derived{name: x.Name, e: e})
	}
	if d.Where != "" {
		e, err := newExpression(d.Where)
		if err != nil {
			return nil, fmt.Errorf("where: %w", err)
		}
		if p.whereAt, err = p.places(e.needs); err != nil {
			return nil, fmt.Errorf("where: %w", err)
		}
		p.where = e
	}
	return p, p.columns(d)
}

// columns finds the columns of the vote itself.
func (p *plan) columns(d *Description) (err error) {
	column := func(field, path string) (at place) {
		if err == nil {
			if at, err = p.place(path); err != nil {
				err = fmt.Errorf("%s: %w", field, err)
			}
		}
		return at
	}
	p.a, p.b = column("model_a", d.ModelA), column("model_b", d.ModelB)
	if d.Winner != "" {
		p.winners = []judgment{{at: column("winner", d.Winner)}}
	}
	for _, w := range d.Winners {
		p.winners = append(p.winners, judgment{w.Name, column("winners", w.Value)})
	}
	for _, id := range d.ID {
		p.id = append(p.id, column("id", id))
	}
	if d.Cluster != "" {
		p.cluster = column("cluster", d.Cluster)
	}
	p.objective = newObjective(&d.Objective, func(path string) place { return column("objective", path) })
	return err
}

func (p *plan) places(columns []string) (at []place, err error) {
	for _, c := range columns {
		x, err := p.place(c)
		if err != nil {
			return nil, err
		}
		at = append(at, x)
	}
	return at, nil
}

// place finds a column: a derived value of that name, else one of the file.
func (p *plan) place(text string) (place, error) {
	path, err := rows.ParsePath(text)
	if err != nil {
		return nowhere, err
	}
	if len(path) == 1 {
		if at, found, err := p.derive(path[0]); found {
			return at, err
		}
	}
	for n, known := range p.want {
		if slices.Equal(known, path) {
			return place(n), nil
		}
	}
	p.want = append(p.want, path)
	return place(len(p.want) - 1), nil
}

// derive finds the derived value of a name, and makes it ready where it is asked for first.
// What it needs comes before it in the description, or is a column of the file.
func (p *plan) derive(name string) (at place, found bool, err error) {
	n := slices.IndexFunc(p.known, func(x derived) bool { return x.name == name })
	if n < 0 {
		return nowhere, false, nil
	}
	if at, found = p.named[name]; found {
		return at, true, nil
	}
	x, later := p.known[n], p.known
	p.known = p.known[:n]
	x.at, err = p.places(x.e.needs)
	p.known = later
	if err != nil {
		return nowhere, true, fmt.Errorf("derive: %s: %w", name, err)
	}
	p.derived = append(p.derived, x)
	p.named[name] = place(-len(p.derived))
	return p.named[name], true, nil
}

// name is what an error calls a column.
func (p *plan) name(at place) string {
	if at < 0 {
		return p.derived[-1-at].name
	}
	return p.want[at].String()
}

// values are those of a row, derived ones after those of the file.
type values struct {
	row     []any
	derived []any
}

func (v *values) at(p place) any {
	if p < 0 {
		return v.derived[-1-p]
	}
	return v.row[p]
}

// read sets the values of a row and derives the others.
func (v *values) read(p *plan, row []any) error {
	v.row, v.derived = row, v.derived[:0]
	for _, x := range p.derived {
		value, err := x.e.value(func(n int) any { return v.at(x.at[n]) })
		if err != nil {
			return fmt.Errorf("derive: %s: %w", x.name, err)
		}
		v.derived = append(v.derived, value)
	}
	return nil
}

// passes tells whether a row passes the filter.
func (v *values) passes(p *plan) (bool, error) {
	if p.where == nil {
		return true, nil
	}
	value, err := p.where.value(func(n int) any { return v.at(p.whereAt[n]) })
	if err != nil {
		return false, fmt.Errorf("where: %w", err)
	}
	pass, ok := value.(bool)
	if !ok {
		return false, fmt.Errorf("where: %q is %v, neither true nor false: compare it with something", p.where.text, kind(value))
	}
	return pass, nil
}

// text is the text of a name: null and the empty one are "".
func (v *values) text(p *plan, at place) (string, error) {
	text, ok := asText(v.at(at))
	if !ok {
		return "", fmt.Errorf("column %s is %s: give a text", p.name(at), kind(v.at(at)))
	}
	return text, nil
}

// flag is a flag of a row.
func (v *values) flag(p *plan, at place) (value, null bool, err error) {
	if value, null, err = flagOf(v.at(at)); err != nil {
		err = fmt.Errorf("column %s: %w", p.name(at), err)
	}
	return value, null, err
}

func flagOf(value any) (set, null bool, err error) {
	text, ok := asText(value)
	if ok {
		switch strings.ToLower(text) {
		case "true", "yes", "1":
			return true, false, nil
		case "false", "no", "0":
			return false, false, nil
		case "", "null", "none", "nan":
			return false, true, nil
		}
	}
	return false, false, fmt.Errorf("%s is no flag: use true and false", kind(value))
}
