package rows

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// node is a place that wanted paths lead to or through.
type node struct {
	name string // as errors call it
	kids map[string]*node
	want []int // the wanted paths that end here
	seen []string
}

// to is the node that the keys lead to, made where there was none.
func (n *node) to(keys []string) *node {
	for i, key := range keys {
		kid := n.kids[key]
		if kid == nil {
			kid = &node{name: Path(keys[:i+1]).String()}
			if n.name != "" {
				kid.name = n.name + "." + kid.name
			}
			if n.kids == nil {
				n.kids = map[string]*node{}
			}
			n.kids[key] = kid
		}
		n = kid
	}
	return n
}

// give hands a value to the paths that end here.
func (n *node) give(r *Row, v any) {
	for _, i := range n.want {
		r.Values[i], r.found[i] = v, true
	}
}

// take gives a value and what the paths through it find in it.
func (n *node) take(r *Row, v any) (err error) {
	n.give(r, v)
	if n.kids == nil || v == nil {
		return nil
	}
	if text, ok := v.(string); ok {
		if v, err = (values{}).text(text); err != nil {
			return fmt.Errorf("%s: column %q: %w", r.Where(), n.name, err)
		}
	}
	switch object := v.(type) {
	case nil:
	case map[string]any:
		for key, kid := range n.kids {
			if v, there := object[key]; there {
				if err := kid.take(r, v); err != nil {
					return err
				}
			}
		}
		if r.Number <= lookedAt {
			for _, key := range slices.Sorted(maps.Keys(object)) {
				n.see(key)
			}
		}
	default:
		return fmt.Errorf("%s: column %q: %s in place of an object with keys: ask for the column itself", r.Where(), n.name, called(v))
	}
	return nil
}

// called is what a person calls a kind of value.
func called(v any) string {
	switch v.(type) {
	case nil:
		return "null"
	case bool:
		return "a truth value"
	case int64, float64:
		return "a number"
	case string:
		return "a string"
	case []any:
		return "a list"
	}
	return "an object"
}

// lacks is the error for a path that nothing was found at, whose keys from number at on lead on
// from here; nil where there was no object that could have had the key.
func (n *node) lacks(p Path, at int) error {
	for at < len(p)-1 && slices.Contains(n.seen, p[at]) {
		n, at = n.kids[p[at]], at+1
	}
	if len(n.seen) == 0 && at > 0 {
		return nil
	}
	return absent(p, at, n.seen)
}

const (
	lookedAt = 100  // rows whose keys are remembered for an error
	mostSeen = 1000 // keys that are
)

func (n *node) see(key string) {
	if len(n.seen) < mostSeen && !slices.Contains(n.seen, key) {
		n.seen = append(n.seen, strings.Clone(key))
	}
}
