package votelog

import (
	"fmt"
	"slices"
	"strings"
)

// objective finds the objectives of a row.
type objective struct {
	rule     *Objective
	column   place
	flags    []judgment // of priority and labels, and those of at_least without names
	declared []string   // the objectives that there must be, nil where they are what is seen
}

func newObjective(o *Objective, column func(path string) place) objective {
	x := objective{rule: o, column: nowhere}
	add := func(names Named) {
		for _, f := range names {
			x.flags = append(x.flags, judgment{f.Name, column(f.Value)})
			x.declared = append(x.declared, f.Name)
		}
	}
	add(o.Priority)
	add(o.Labels)
	switch {
	case o.Column != "":
		x.column = column(o.Column)
		x.declared = slices.Clone(o.Values)
	case o.LabelsOf != "":
		x.column = column(o.LabelsOf)
	case o.Constant != "":
		x.declared = []string{o.Constant}
	case o.AtLeast != nil:
		for _, path := range o.AtLeast.Of {
			x.flags = append(x.flags, judgment{at: column(path)})
		}
		x.declared = []string{o.AtLeast.Name}
	}
	if o.Otherwise != "" {
		x.declared = append(x.declared, o.Otherwise)
	}
	// Of flags those that Values name count.
	if len(o.Values) > 0 {
		x.declared = slices.Clone(o.Values)
	}
	slices.Sort(x.declared)
	x.declared = slices.Compact(x.declared)
	return x
}

// of appends the objectives of a row to out; a row without any has the reason.
func (x *objective) of(p *plan, v *values, w judgment, out []string) ([]string, Reason, error) {
	out, why, err := x.all(p, v, w, out)
	if err != nil || why != "" || len(x.rule.Values) == 0 {
		return out, why, err
	}
	out = slices.DeleteFunc(out, func(name string) bool { return !slices.Contains(x.rule.Values, name) })
	if len(out) == 0 {
		return nil, NoObjective, nil
	}
	return out, "", nil
}

func (x *objective) all(p *plan, v *values, w judgment, out []string) ([]string, Reason, error) {
	switch {
	case x.rule.Constant != "":
		return append(out, x.rule.Constant), "", nil
	case x.rule.LabelsOf != "":
		return x.keys(p, v, out)
	case x.column != nowhere:
		return x.named(p, v, out)
	case x.rule.AtLeast != nil:
		return x.count(p, v, out)
	case len(x.flags) > 0:
		return x.flagged(p, v, out)
	}
	return append(out, w.name), "", nil
}

// named are the values of the column.
func (x *objective) named(p *plan, v *values, out []string) ([]string, Reason, error) {
	list, many := v.at(x.column).([]any)
	if !many {
		list = []any{v.at(x.column)}
	} else if len(list) == 0 {
		return nil, NoObjective, nil
	}
	for _, value := range list {
		text, ok := asText(value)
		if !ok {
			return nil, "", fmt.Errorf("column %s is %s: give a text, or a list of texts", p.name(x.column), kind(value))
		}
		if text == "" || slices.Contains(x.rule.Missing, text) {
			return nil, ObjectiveMissing, nil
		}
		if name, renamed := x.rule.Rename[text]; renamed {
			text = name
		}
		if !slices.Contains(out, text) {
			out = append(out, text)
		}
	}
	return out, "", nil
}

// keys are the true flags of a struct.
func (x *objective) keys(p *plan, v *values, out []string) ([]string, Reason, error) {
	value := v.at(x.column)
	flags, ok := value.(map[string]any)
	switch {
	case value == nil:
		return nil, ObjectiveMissing, nil
	case !ok:
		return nil, "", fmt.Errorf("column %s is %s, no struct of flags", p.name(x.column), kind(value))
	}
	for name, value := range sorted(flags) {
		set, null, err := flagOf(value)
		switch {
		case err != nil:
			return nil, "", fmt.Errorf("column %s, %q: %w", p.name(x.column), name, err)
		case null && x.rule.Null != "false":
			return nil, ObjectiveMissing, nil
		case set:
			out = append(out, name)
		}
	}
	return x.rest(out)
}

// flagged is the first true flag, or all of them.
func (x *objective) flagged(p *plan, v *values, out []string) ([]string, Reason, error) {
	first := len(x.rule.Priority) > 0
	for _, f := range x.flags {
		set, null, err := v.flag(p, f.at)
		switch {
		case err != nil:
			return nil, "", err
		case null && x.rule.Null != "false":
			return nil, ObjectiveMissing, nil
		case set && first:
			return append(out, f.name), "", nil
		case set:
			out = append(out, f.name)
		}
	}
	return x.rest(out)
}

// rest is the objective of a row without a true flag.
func (x *objective) rest(out []string) ([]string, Reason, error) {
	switch {
	case len(out) > 0:
		return out, "", nil
	case x.rule.Otherwise != "":
		return append(out, x.rule.Otherwise), "", nil
	}
	return nil, NoObjective, nil
}

// count is the objective of enough true flags.  Any null one leaves the count open.
func (x *objective) count(p *plan, v *values, out []string) ([]string, Reason, error) {
	n := 0
	for _, f := range x.flags {
		set, null, err := v.flag(p, f.at)
		switch {
		case err != nil:
			return nil, "", err
		case null && x.rule.Null != "false":
			return nil, ObjectiveMissing, nil
		case set:
			n++
		}
	}
	if n >= x.rule.AtLeast.Count {
		return append(out, x.rule.AtLeast.Name), "", nil
	}
	return x.rest(out)
}

// Words say where the objectives come from.
func (o *Objective) Words() string {
	switch {
	case o.Column != "":
		return "the value of " + o.Column
	case len(o.Priority) > 0:
		return "the first true flag of " + flagNames(o.Priority) + otherwise(o.Otherwise)
	case len(o.Labels) > 0:
		return "every true flag of " + flagNames(o.Labels) + otherwise(o.Otherwise)
	case o.LabelsOf != "":
		return "every true flag of " + o.LabelsOf + otherwise(o.Otherwise)
	case o.AtLeast != nil:
		return fmt.Sprintf("%s where at least %d of %d flags are true", o.AtLeast.Name, o.AtLeast.Count, len(o.AtLeast.Of)) + otherwise(o.Otherwise)
	case o.Constant != "":
		return "one, " + o.Constant
	}
	return "the name of the outcome column"
}

func flagNames(n Named) string {
	var all []string
	for _, x := range n {
		all = append(all, x.Name)
	}
	return strings.Join(all, ", ")
}

func otherwise(name string) string {
	if name == "" {
		return ""
	}
	return ", else " + name
}
