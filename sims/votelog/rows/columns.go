package rows

import (
	"fmt"
	"slices"
	"strings"
)

// column is one that wanted paths begin with.
type column struct {
	at   int
	node *node
}

// resolve finds the columns of a header that the wanted paths begin with, in the header's order.
// A column may be called as a path's first keys joined by dots: the longest such name counts, and
// one that differs in capitals or blanks around it if only one does.  With the whole row
// wanted, every column with a name is.
func resolve(header []string, want []Path) (columns []column, whole []int, err error) {
	nodes := map[int]*node{}
	begin := func(c int) *node {
		if nodes[c] == nil {
			nodes[c] = &node{name: Path{header[c]}.String()}
		}
		return nodes[c]
	}
	for i, p := range want {
		switch {
		case p.isFile():
		case len(p) == 0:
			whole = append(whole, i)
			for c, name := range header {
				if strings.TrimSpace(name) != "" {
					if slices.Index(header, name) < c {
						return nil, nil, fmt.Errorf("two columns are named %q: rename one", name)
					}
					begin(c)
				}
			}
		default:
			c, keys, err := find(header, p)
			if err != nil {
				return nil, nil, err
			}
			end := begin(c).to(keys)
			end.want = append(end.want, i)
		}
	}
	for c := range header {
		if n := nodes[c]; n != nil {
			columns = append(columns, column{at: c, node: n})
		}
	}
	return columns, whole, nil
}

// find is the column that a path begins with, and the keys to follow inside it.
func find(header []string, p Path) (c int, keys Path, err error) {
	same := func(a, b string) bool { return a == b }
	alike := func(a, b string) bool { return strings.EqualFold(strings.TrimSpace(a), strings.TrimSpace(b)) }
	for _, equal := range []func(a, b string) bool{same, alike} {
		for n := len(p); n > 0; n-- {
			name := strings.Join(p[:n], ".")
			is := func(other string) bool { return equal(name, other) }
			first := slices.IndexFunc(header, is)
			if first < 0 {
				continue
			}
			if twice := slices.IndexFunc(header[first+1:], is); twice >= 0 {
				return 0, nil, fmt.Errorf("column %q is there twice, as %q and %q: rename one", name, header[first], header[first+1+twice])
			}
			return first, p[n:], nil
		}
	}
	return 0, nil, absent(p, 0, header)
}

// lacking is the error of a wanted path into a column that led to a key in no row.
func (s *source) lacking(r *Row, header []string, columns []column) error {
	for i, p := range s.want {
		if r.Number == 0 || r.found[i] || p.isFile() {
			continue
		}
		c, keys, _ := find(header, p)
		at := slices.IndexFunc(columns, func(x column) bool { return x.at == c })
		if err := columns[at].node.lacks(p, len(p)-len(keys)); err != nil {
			return s.errorf("%w", err)
		}
	}
	return nil
}

// absent is the error for a path whose key number at is none of those there.
func absent(p Path, at int, there []string) error {
	what := fmt.Sprintf("no column %q", p.String())
	if at > 0 {
		what = fmt.Sprintf("no key %q in column %q", p[at], p[:at].String())
	}
	if model, rating := modelColumn(there), ratingColumn(there); at == 0 && model != "" && rating != "" {
		return fmt.Errorf("%s: a table of ratings (%s, %s) and not of votes: give the file of the votes", what, model, rating)
	}
	if close := near(p[at], there); len(close) > 0 {
		return fmt.Errorf("%s: did you mean %s?", what, named(p[:at], close))
	}
	if len(there) == 0 {
		return fmt.Errorf("%s, nor any other: give a file with columns", what)
	}
	const most = 12
	if len(there) > most {
		return fmt.Errorf("%s: name one of %s and %d more", what, named(p[:at], there[:most]), len(there)-most)
	}
	return fmt.Errorf("%s: name one of %s", what, named(p[:at], there))
}

// named lists keys as paths.
func named(before Path, keys []string) string {
	paths := make([]string, len(keys))
	for i, key := range keys {
		paths[i] = append(slices.Clone(before), key).String()
	}
	return strings.Join(paths, ", ")
}

// modelColumn is the one column that names a model, if there is only one.
func modelColumn(there []string) (found string) {
	for _, name := range there {
		if strings.HasPrefix(strings.ToLower(name), "model") {
			if found != "" {
				return ""
			}
			found = name
		}
	}
	return found
}

func ratingColumn(there []string) string {
	for _, name := range there {
		low := strings.ToLower(name)
		if low == "elo" || low == "rank" || strings.Contains(low, "rating") || strings.HasSuffix(low, "score") {
			return name
		}
	}
	return ""
}

// near are up to three names that differ from the wanted one in capitals, in the letters of a slip
// or in a part before or after it, the nearest first.
func near(wanted string, there []string) []string {
	low := strings.ToLower(wanted)
	far := func(name string) int {
		name = strings.ToLower(name)
		if d := edits(low, name); d <= (len(low)+2)/4 {
			return d
		}
		if len(low) > 2 && len(name) > 2 && (strings.Contains(name, low) || strings.Contains(low, name)) {
			return len(low) + len(name)
		}
		return -1
	}
	var close []string
	for _, name := range there {
		if far(name) >= 0 {
			close = append(close, name)
		}
	}
	slices.SortStableFunc(close, func(a, b string) int { return far(a) - far(b) })
	return close[:min(3, len(close))]
}

// edits is Levenshtein's distance, in bytes; of long names more than any slip.
func edits(a, b string) int {
	if len(a) > 64 || len(b) > 64 {
		return 64
	}
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		corner := row[0]
		row[0] = i + 1
		for j := range len(b) {
			change := corner
			if a[i] != b[j] {
				change++
			}
			corner = row[j+1]
			row[j+1] = min(change, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}
