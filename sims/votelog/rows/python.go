package rows

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// python reads the literals that Python writes where JSON was meant: dicts, lists, tuples (as
// lists), strings, numbers, True, False, and None and nan (as null).  Keys that are numbers are
// read as their text.
type python struct {
	text    string // what is left
	ordered bool
	depth   int
}

var errLiteral = errors.New("no Python literal")

// pythonValue reads a whole text.
func pythonValue(text string, ordered bool) (any, error) {
	p := &python{text: text, ordered: ordered}
	v, err := p.value()
	if p.space(); err == nil && p.text != "" {
		err = errLiteral
	}
	return v, err
}

func (p *python) space() { p.text = strings.TrimLeft(p.text, " \t\r\n") }

// skip passes over a mark, if it comes next.
func (p *python) skip(mark string) (there bool) {
	p.space()
	p.text, there = strings.CutPrefix(p.text, mark)
	return there
}

func (p *python) value() (any, error) {
	const deepest = 1000
	if p.depth++; p.depth > deepest {
		return nil, errLiteral
	}
	defer func() { p.depth-- }()
	p.space()
	switch {
	case p.text == "":
		return nil, errLiteral
	case p.text[0] == '\'' || p.text[0] == '"':
		return p.str()
	case p.skip("{"):
		return p.dict()
	case p.skip("["):
		list, _, err := p.list("]")
		return list, err
	case p.skip("("):
		list, commas, err := p.list(")")
		if err == nil && len(list) == 1 && commas == 0 {
			return list[0], nil
		}
		return list, err
	}
	word := p.text
	if end := strings.IndexAny(word, " \t\r\n,:]})"); end >= 0 {
		word = word[:end]
	}
	p.text = p.text[len(word):]
	switch word {
	case "True":
		return true, nil
	case "False":
		return false, nil
	case "None", "nan":
		return nil, nil
	}
	if strings.Trim(word, "0123456789.eE+-") != "" || !jsontext.Value(word).IsValid() {
		return nil, errLiteral
	}
	return number(word)
}

// list reads values up to the closing mark.
func (p *python) list(end string) (list []any, commas int, err error) {
	list = []any{}
	for !p.skip(end) {
		if len(list) > commas {
			return nil, 0, errLiteral
		}
		v, err := p.value()
		if err != nil {
			return nil, 0, err
		}
		if list = append(list, v); p.skip(",") {
			commas++
		}
	}
	return list, commas, nil
}

func (p *python) dict() (any, error) {
	var all record
	known := map[string]bool{}
	for comma := true; !p.skip("}"); comma = p.skip(",") {
		if !comma {
			return nil, errLiteral
		}
		key, err := p.value()
		if err != nil {
			return nil, err
		}
		switch key.(type) {
		case string, int64:
		default:
			return nil, errLiteral
		}
		name := fmt.Sprint(key)
		if !p.skip(":") {
			return nil, errLiteral
		}
		if known[name] {
			return nil, fmt.Errorf("the key %q twice in one object", name)
		}
		known[name] = true
		v, err := p.value()
		if err != nil {
			return nil, err
		}
		all = append(all, member{name, v})
	}
	return all.object(p.ordered), nil
}

// escapes are those of one letter; the others are x, u and U with 2, 4 and 8 digits.
var escapes = map[byte]byte{'\\': '\\', '\'': '\'', '"': '"', 'a': '\a', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t', 'v': '\v'}

func (p *python) str() (any, error) {
	quote := p.text[:1]
	p.text = p.text[1:]
	var b strings.Builder
	for {
		end := strings.IndexAny(p.text, quote+"\\\n")
		if end < 0 || p.text[end] == '\n' {
			return nil, errLiteral
		}
		b.WriteString(p.text[:end])
		rest := p.text[end+1:]
		if p.text[end] != '\\' {
			p.text = rest
			return b.String(), nil
		}
		if rest == "" {
			return nil, errLiteral
		}
		if plain, there := escapes[rest[0]]; there {
			b.WriteByte(plain)
			p.text = rest[1:]
			continue
		}
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[rest[0]]
		if digits == 0 || len(rest) < 1+digits {
			return nil, errLiteral
		}
		code, err := strconv.ParseUint(rest[1:1+digits], 16, 32)
		if err != nil || code > utf8.MaxRune || !utf8.ValidRune(rune(code)) {
			return nil, errLiteral
		}
		b.WriteRune(rune(code))
		p.text = rest[1+digits:]
	}
}
