package rows

import (
	"strings"
	"unicode/utf8"
)

// pool keeps values that come again and again, so that each is copied once.
type pool map[string]any

const (
	mostPooled = 1 << 12 // values
	longPooled = 64      // bytes of one
)

// of is the text as a value with bytes of its own; not ok where it is no UTF-8 text.
func (p pool) of(text string) (v any, ok bool) {
	if v, there := p[text]; there {
		return v, true
	}
	if !utf8.ValidString(text) || strings.IndexByte(text, 0) >= 0 {
		return nil, false
	}
	text = strings.Clone(text)
	v = text
	if p != nil && len(p) < mostPooled && len(text) <= longPooled {
		p[text] = v
	}
	return v, true
}
