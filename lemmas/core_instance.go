package lemmas

import (
	"fmt"
	"strings"
)

// Size is K models and d objectives.
type Size struct{ K, D int }

// String is "KxD", and nothing for the zero Size, that of a statement which is not
// about arrays.
func (s Size) String() string {
	if s == (Size{}) {
		return ""
	}
	return fmt.Sprintf("%dx%d", s.K, s.D)
}

// Instance is one case of a statement in integers.  What each value stands for
// is said by the [Domain] it comes from, which also prints it.
type Instance struct {
	Size
	Values []int64
}

// numbers writes a pinned instance of a statement that is not about arrays.
func numbers(values ...int64) Instance { return Instance{Values: values} }

// instanceAt writes a pinned instance: K, d and the values in the order of the domain.
func instanceAt(K, d int, values ...int64) Instance { return Instance{Size{K, d}, values} }

// valueBlock is one named block of an instance's values: an array, a list (one row)
// or a number (one row and no columns).
type valueBlock struct {
	name       string
	rows, cols int
}

func (f valueBlock) len() int { return f.rows * max(f.cols, 1) }

// layout is what the values of an instance stand for, block by block.
type layout []valueBlock

// show prints an instance as a person would write it down.
func (l layout) show(in Instance) string {
	var text []string
	if in.Size != (Size{}) {
		text = append(text, fmt.Sprintf("K=%d d=%d", in.K, in.D))
	}
	rest := in.Values
	for _, f := range l {
		block := rest[:f.len()]
		rest = rest[f.len():]
		switch {
		case f.cols == 0:
			text = append(text, fmt.Sprintf("%s=%d", f.name, block[0]))
		case f.rows == 1:
			text = append(text, fmt.Sprintf("%s=%v", f.name, block))
		default:
			text = append(text, fmt.Sprintf("%s=%v", f.name, intoRows(block, f.cols)))
		}
	}
	return strings.Join(text, " ")
}

// intoRows cuts a block into rows of the given length.
func intoRows(block []int64, cols int) [][]int64 {
	var out [][]int64
	for len(block) > 0 {
		out = append(out, block[:cols])
		block = block[cols:]
	}
	return out
}
