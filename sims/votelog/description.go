package votelog

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Description says how the rows of a file become votes.  A column is a path into a row,
// as [vectorborda/sims/votelog/rows.ParsePath] takes it, or the name of a derived value.
type Description struct {
	Name string `yaml:"name"`

	ModelA string `yaml:"model_a"` // column of the first model
	ModelB string `yaml:"model_b"` // column of the second model
	Winner string `yaml:"winner"`  // column of the outcome

	// Winners are several outcome columns, one judgment each, in place of Winner.  Without
	// an objective their names are the objectives.
	Winners Named `yaml:"winners"`

	Outcomes  map[string]string `yaml:"outcomes"`  // words of this file, beside the usual ones, for one of Meanings
	Aliases   map[string]string `yaml:"aliases"`   // name of a model in the file → its name
	Where     string            `yaml:"where"`     // expression: a row for which it is false is dropped
	Derive    Named             `yaml:"derive"`    // expressions of new columns, each may use those before it
	Objective Objective         `yaml:"objective"` // where the objectives come from
	ID        []string          `yaml:"id"`        // columns that no two rows share: repeated rows are counted, and make all claims of confidence void
	Cluster   string            `yaml:"cluster"`   // column of what votes are not independent in, such as a session

	Ties        string `yaml:"ties"`     // drop (also when empty) or half: what a tie counts for each of the two
	BothBad     string `yaml:"both_bad"` // drop (also when empty) or tie
	DropUnknown bool   `yaml:"drop_unknown"`
}

// Objective says which objectives a row is a vote on: exactly one of Column, Priority,
// Labels, LabelsOf, AtLeast and Constant.
type Objective struct {
	Column  string            `yaml:"column"`  // the objective is the value, or each of a list of values
	Values  []string          `yaml:"values"`  // the only objectives that count; empty means all
	Missing []string          `yaml:"missing"` // values that say nothing, as null does
	Rename  map[string]string `yaml:"rename"`  // value → objective

	Priority Named    `yaml:"priority"`  // flags: the first that is true
	Labels   Named    `yaml:"labels"`    // flags: every one that is true
	LabelsOf string   `yaml:"labels_of"` // a struct of flags: every one that is true, by its key
	AtLeast  *AtLeast `yaml:"at_least"`  // a number of flags
	Constant string   `yaml:"constant"`  // the one objective

	Otherwise string `yaml:"otherwise"` // objective of a row with no true flag; empty means that it has none
	Null      string `yaml:"null"`      // of a flag: drop (also when empty) drops the row where it would decide, false counts as false
}

// AtLeast is the objective Name of the rows in which Count of the flags are true.
type AtLeast struct {
	Name  string   `yaml:"name"`
	Count int      `yaml:"count"`
	Of    []string `yaml:"of"`
}

// Named is a mapping that keeps its order: name, then column or expression.
type Named []struct{ Name, Value string }

// UnmarshalYAML keeps the order of the file.
func (n *Named) UnmarshalYAML(node *yaml.Node) error {
	if node.Kind != yaml.MappingNode {
		return fmt.Errorf("line %d: give a mapping of names, name: value", node.Line)
	}
	for at := 0; at < len(node.Content); at += 2 {
		key, value := node.Content[at], node.Content[at+1]
		if value.Kind != yaml.ScalarNode {
			return fmt.Errorf("line %d: %s: give one text", value.Line, key.Value)
		}
		if n.has(key.Value) {
			return fmt.Errorf("line %d: %s is there twice: give it once", key.Line, key.Value)
		}
		*n = append(*n, struct{ Name, Value string }{key.Value, value.Value})
	}
	return nil
}

func (n Named) has(name string) bool {
	for _, x := range n {
		if x.Name == name {
			return true
		}
	}
	return false
}

// Set adds a name or replaces its value.
func (n *Named) Set(name, value string) {
	for at := range *n {
		if (*n)[at].Name == name {
			(*n)[at].Value = value
			return
		}
	}
	*n = append(*n, struct{ Name, Value string }{name, value})
}

// mostDescribed bounds the size of a description in bytes.
const mostDescribed = 1 << 20

// ReadDescription reads a description in YAML.
func ReadDescription(path string) (*Description, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, mostDescribed+1))
	if err != nil {
		return nil, err
	}
	if len(text) > mostDescribed {
		return nil, fmt.Errorf("%s: more than %d bytes: is this a description?", path, mostDescribed)
	}
	d, err := parseDescription(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return d, nil
}

func parseDescription(text []byte) (*Description, error) {
	dec := yaml.NewDecoder(bytes.NewReader(text))
	dec.KnownFields(true)
	var d Description
	switch err := dec.Decode(&d); {
	case errors.Is(err, io.EOF):
		return nil, errors.New("empty: a description needs model_a, model_b, winner and objective")
	case err != nil:
		return nil, errors.New(oneLine(err.Error()))
	}
	if err := dec.Decode(new(any)); !errors.Is(err, io.EOF) {
		return nil, errors.New("more than one document: give one description a file")
	}
	return &d, nil
}

// plainTypes are the words of the YAML library without ours for the types.
var plainTypes = strings.NewReplacer("in type votelog.", "in ", "!!seq", "a list", "!!map", "a mapping", "!!str", "text", "into votelog.", "into a ")

// oneLine makes one line of a message of the YAML library.
func oneLine(text string) string {
	text = strings.TrimPrefix(text, "yaml: unmarshal errors:\n")
	return strings.Join(strings.Fields(plainTypes.Replace(text)), " ")
}

// Check refuses a description that is not whole or contradicts itself.
func (d *Description) Check() error {
	switch {
	case d.ModelA == "" || d.ModelB == "":
		return errors.New("no column of a model: give model_a and model_b")
	case (d.Winner == "") == (len(d.Winners) == 0):
		return errors.New("the outcome: give one of winner and winners")
	case d.Ties == "davidson":
		return errors.New("ties: davidson is fitted by \"votes ties\": give drop or half here")
	case !slices.Contains([]string{"", "drop", "half"}, d.Ties):
		return fmt.Errorf("ties: %q: give drop or half", d.Ties)
	case !slices.Contains([]string{"", "drop", "tie"}, d.BothBad):
		return fmt.Errorf("both_bad: %q: give drop or tie", d.BothBad)
	}
	for word, meaning := range sorted(d.Outcomes) {
		if _, known := meanings[meaning]; !known {
			return fmt.Errorf("outcomes: %q means %q: give one of %s", word, meaning, strings.Join(Meanings(), ", "))
		}
	}
	for from, to := range sorted(d.Aliases) {
		if next, again := d.Aliases[to]; again && next != to {
			return fmt.Errorf("aliases: %q is %q, which is %q in turn: give %q its last name", from, to, next, from)
		}
		if strings.TrimSpace(to) == "" {
			return fmt.Errorf("aliases: %q is the empty name: give one", from)
		}
	}
	return d.Objective.check(len(d.Winners) > 0)
}

// check refuses an objective that is not given in exactly one way.
func (o *Objective) check(mayLack bool) error {
	ways := 0
	for _, given := range []bool{o.Column != "", len(o.Priority) > 0, len(o.Labels) > 0, o.LabelsOf != "", o.AtLeast != nil, o.Constant != ""} {
		if given {
			ways++
		}
	}
	switch {
	case ways == 0 && mayLack:
	case ways != 1:
		return errors.New("objective: give exactly one of column, priority, labels, labels_of, at_least and constant")
	case !slices.Contains([]string{"", "drop", "false"}, o.Null):
		return fmt.Errorf("objective: null: %q: give drop or false", o.Null)
	case o.Column == "" && len(o.Missing)+len(o.Rename) > 0:
		return errors.New("objective: missing and rename go with column")
	case (o.Column != "" || o.Constant != "") && o.Otherwise+o.Null != "":
		return errors.New("objective: otherwise and null go with flags: priority, labels, labels_of or at_least")
	case o.AtLeast != nil && (o.AtLeast.Name == "" || o.AtLeast.Count < 1 || o.AtLeast.Count > len(o.AtLeast.Of)):
		return fmt.Errorf("objective: at_least: give a name and a count from 1 to the %d flags", len(o.AtLeast.Of))
	}
	return nil
}

// Title is what a report calls a description.
func (d *Description) Title() string {
	if d.Name == "" {
		return "by flags"
	}
	return d.Name
}
