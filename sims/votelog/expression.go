package votelog

import (
	"errors"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/expr-lang/expr"
	"github.com/expr-lang/expr/ast"
	"github.com/expr-lang/expr/vm"
)

// expression is a filter or a derived value in the language of github.com/expr-lang/expr.
// A name is a column; col("path") is one inside a struct.  A cell has the type that it
// shows whatever container it comes from: true and false, a number, or text.
type expression struct {
	text    string
	program *vm.Program
	needs   []string // columns, in the order of names
	names   []string // what they are called in the program
	env     map[string]any
}

// columnCalls finds the columns of an expression and replaces col("path") by a name.
type columnCalls struct {
	names, needs []string
	local        map[string]bool
	trouble      error
}

func (c *columnCalls) need(name, column string) {
	if !slices.Contains(c.names, name) {
		c.names, c.needs = append(c.names, name), append(c.needs, column)
	}
}

// Visit is called for the leaves first.
func (c *columnCalls) Visit(node *ast.Node) {
	switch n := (*node).(type) {
	case *ast.VariableDeclaratorNode:
		c.local[n.Name] = true
	case *ast.CallNode:
		if id, ok := n.Callee.(*ast.IdentifierNode); ok && id.Value == "col" {
			path, ok := single(n.Arguments)
			if !ok {
				c.trouble = errors.New(`col takes one text, such as col("category_tag.\"math_v0.1\".math")`)
				return
			}
			name := "col " + path
			c.need(name, path)
			ast.Patch(node, &ast.IdentifierNode{Value: name})
		}
	case *ast.BinaryNode:
		for _, side := range []ast.Node{n.Left, n.Right} {
			if s, ok := side.(*ast.StringNode); ok && slices.Contains([]string{"==", "!=", "<", "<=", ">", ">="}, n.Operator) {
				if _, text := shown(s.Value).(string); !text {
					c.trouble = fmt.Errorf("%q is compared as text, but a cell that shows it is none: write it without quotes", s.Value)
				}
			}
		}
	}
}

func single(arguments []ast.Node) (string, bool) {
	if len(arguments) != 1 {
		return "", false
	}
	s, ok := arguments[0].(*ast.StringNode)
	if !ok {
		return "", false
	}
	return s.Value, true
}

// identifiers collects the columns that are called by name.
type identifiers struct{ c *columnCalls }

func (v identifiers) Visit(node *ast.Node) {
	if id, ok := (*node).(*ast.IdentifierNode); ok && id.Value != "col" && !strings.HasPrefix(id.Value, "col ") && !v.c.local[id.Value] {
		v.c.need(id.Value, `"`+strings.ReplaceAll(id.Value, `"`, `""`)+`"`)
	}
}

func newExpression(text string) (*expression, error) {
	calls := &columnCalls{local: map[string]bool{}}
	program, err := expr.Compile(text, expr.Env(map[string]any{}), expr.AllowUndefinedVariables(),
		expr.Patch(calls), expr.Patch(identifiers{calls}), expr.DisableBuiltin("now"))
	if calls.trouble != nil {
		err = calls.trouble
	}
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("%q: %s", text, first)
	}
	return &expression{text, program, calls.needs, calls.names, map[string]any{}}, nil
}

// value evaluates the expression on the values of its columns.
func (e *expression) value(column func(int) any) (any, error) {
	for n, name := range e.names {
		e.env[name] = shown(column(n))
	}
	v, err := expr.Run(e.program, e.env)
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("%q: %s", e.text, first)
	}
	if x, ok := v.(float64); ok && math.IsNaN(x) {
		return nil, fmt.Errorf("%q: not a number", e.text)
	}
	return v, nil
}

var numeral = regexp.MustCompile(`^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$`)

// shown is a cell with the type that it shows.
func shown(value any) any {
	text, ok := value.(string)
	if !ok {
		if n, ok := value.(int64); ok {
			return int(n)
		}
		return value
	}
	trimmed := strings.TrimSpace(text)
	switch strings.ToLower(trimmed) {
	case "true":
		return true
	case "false":
		return false
	}
	if !numeral.MatchString(trimmed) {
		return text
	}
	if n, err := strconv.Atoi(trimmed); err == nil {
		return n
	}
	if x, err := strconv.ParseFloat(trimmed, 64); err == nil {
		return x
	}
	return text
}
