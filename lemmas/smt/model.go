package smt

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strings"
)

// Value is an exact rational, or a truth value with Real nil.
type Value struct {
	Real  *big.Rat
	Truth bool
}

// Model is a value for each variable that was asked for, in that order.
type Model []Value

// Integers multiplies all reals by the least common multiple of their
// denominators; a truth value becomes 0 or 1.  For a positively homogeneous
// formula the result satisfies it as the model does.  It is an error if a value
// does not fit int64.
func (m Model) Integers() ([]int64, error) {
	scale := big.NewInt(1)
	for _, v := range m {
		if v.Real != nil {
			gcd := new(big.Int).GCD(nil, nil, scale, v.Real.Denom())
			scale.Mul(scale, new(big.Int).Quo(v.Real.Denom(), gcd))
		}
	}
	out := make([]int64, len(m))
	for i, v := range m {
		switch {
		case v.Real == nil && v.Truth:
			out[i] = 1
		case v.Real != nil:
			n := new(big.Int).Mul(v.Real.Num(), scale)
			n.Quo(n, v.Real.Denom())
			if !n.IsInt64() {
				return nil, fmt.Errorf("smt: the model's value %s is %s after clearing denominators: too large", v.Real, n)
			}
			out[i] = n.Int64()
		}
	}
	return out, nil
}

// expression is an S-expression: an atom, or a list.
type expression struct {
	atom string
	list []expression
}

func (e expression) String() string {
	if e.atom != "" {
		return e.atom
	}
	var parts []string
	for _, x := range e.list {
		parts = append(parts, x.String())
	}
	return "(" + strings.Join(parts, " ") + ")"
}

// maxDepth bounds the nesting of what a solver may write.
const maxDepth = 100

// readExpression reads one S-expression and not a byte more than it must.
func readExpression(r *bufio.Reader) (expression, error) { return readNested(r, 0) }

func readNested(r *bufio.Reader, depth int) (expression, error) {
	c, err := skipSpace(r)
	switch {
	case err != nil:
		return expression{}, err
	case depth > maxDepth:
		return expression{}, errors.New("an answer nested too deep")
	case c == ')':
		return expression{}, errors.New("an answer with a ) too many")
	case c == '"':
		text, err := r.ReadString('"')
		return expression{atom: `"` + text}, eof(err)
	case c != '(':
		return readAtom(r, c)
	}
	list := []expression{}
	for {
		c, err := skipSpace(r)
		if err != nil {
			return expression{}, eof(err)
		}
		if c == ')' {
			return expression{list: list}, nil
		}
		_ = r.UnreadByte()
		e, err := readNested(r, depth+1)
		if err != nil {
			return expression{}, eof(err)
		}
		list = append(list, e)
	}
}

// eof is an error within an expression.
func eof(err error) error {
	if errors.Is(err, io.EOF) {
		return io.ErrUnexpectedEOF
	}
	return err
}

func skipSpace(r *bufio.Reader) (byte, error) {
	for {
		c, err := r.ReadByte()
		if err != nil || !strings.ContainsRune(" \t\r\n", rune(c)) {
			return c, err
		}
	}
}

// readAtom reads up to the next space or parenthesis, which stays.
func readAtom(r *bufio.Reader, first byte) (expression, error) {
	atom := []byte{first}
	for {
		c, err := r.ReadByte()
		switch {
		case err != nil:
			return expression{atom: string(atom)}, nil
		case strings.ContainsRune(" \t\r\n()", rune(c)):
			_ = r.UnreadByte()
			return expression{atom: string(atom)}, nil
		}
		atom = append(atom, c)
	}
}

// parseModel reads ((x 1.0) (y (- (/ 1 2))) (p true)).
func parseModel(e expression, variables []string) (Model, error) {
	if len(e.list) != len(variables) || len(e.list) > 0 && e.list[0].atom == "error" {
		return nil, fmt.Errorf("no model of %d variables: %s", len(variables), e)
	}
	var m Model
	for i, pair := range e.list {
		if len(pair.list) != 2 || pair.list[0].atom != variables[i] {
			return nil, fmt.Errorf("no value of %s: %s", variables[i], pair)
		}
		v, err := parseValue(pair.list[1])
		if err != nil {
			return nil, fmt.Errorf("the value of %s: %w", variables[i], err)
		}
		m = append(m, v)
	}
	return m, nil
}

func parseValue(e expression) (Value, error) {
	switch e.atom {
	case "true", "false":
		return Value{Truth: e.atom == "true"}, nil
	}
	q, err := parseRational(e)
	return Value{Real: q}, err
}

// parseRational reads 2, 2.5, (- 2.5), (/ 1 2) and their combinations.
func parseRational(e expression) (*big.Rat, error) {
	if e.atom != "" {
		if q, ok := new(big.Rat).SetString(e.atom); ok && strings.Trim(e.atom, "0123456789.") == "" {
			return q, nil
		}
		return nil, fmt.Errorf("not a rational: %s", e)
	}
	if len(e.list) == 0 {
		return nil, fmt.Errorf("not a rational: %s", e)
	}
	var args []*big.Rat
	for _, x := range e.list[1:] {
		q, err := parseRational(x)
		if err != nil {
			return nil, err
		}
		args = append(args, q)
	}
	switch op := e.list[0].atom; {
	case op == "-" && len(args) == 1:
		return args[0].Neg(args[0]), nil
	case op == "/" && len(args) == 2 && args[1].Sign() != 0:
		return args[0].Quo(args[0], args[1]), nil
	}
	return nil, fmt.Errorf("not a rational: %s", e)
}
