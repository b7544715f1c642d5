package rows

import (
	"fmt"
	"strings"
)

// Path leads to a value: the column's name, then the keys of the objects inside it, from the
// outside in.  Path{} is the whole row, as a map.  Path{"@file"} is the base name of the file.
type Path []string

// ParsePath reads keys parted by dots.  A key between double quotes may hold dots, and a quote
// written twice: category_tag."math_v0.1".math has three keys.
func ParsePath(text string) (Path, error) {
	var p Path
	for rest := text; ; {
		key, after, err := nextKey(rest)
		if err != nil {
			return nil, fmt.Errorf("path %q: %w", text, err)
		}
		p = append(p, key)
		if after == "" {
			return p, nil
		}
		rest = after[1:]
	}
}

// nextKey cuts the first key off; what comes after it is nothing, or a dot and more.
func nextKey(text string) (key, after string, err error) {
	if !strings.HasPrefix(text, `"`) {
		end := strings.IndexAny(text+".", `."`)
		switch {
		case strings.HasPrefix(text[end:], `"`):
			return "", "", fmt.Errorf("a quote inside a key: write the key between quotes, with each quote of its own twice")
		case end == 0:
			return "", "", fmt.Errorf(`an empty key: remove a dot, or write "" for a column without a name`)
		}
		return text[:end], text[end:], nil
	}
	for text = text[1:]; ; {
		part, tail, closed := strings.Cut(text, `"`)
		key += part
		switch {
		case !closed:
			return "", "", fmt.Errorf("a quote is not closed: close it")
		case strings.HasPrefix(tail, `"`):
			key, text = key+`"`, tail[1:]
		case tail != "" && tail[0] != '.':
			return "", "", fmt.Errorf("%q after a closing quote: write a dot there", tail)
		default:
			return key, tail, nil
		}
	}
}

// String is what ParsePath reads as p.
func (p Path) String() string {
	keys := make([]string, len(p))
	for i, key := range p {
		if keys[i] = key; key == "" || strings.ContainsAny(key, `."`) {
			keys[i] = `"` + strings.ReplaceAll(key, `"`, `""`) + `"`
		}
	}
	return strings.Join(keys, ".")
}
