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

// valueBlock is one named block of an instance's values: a number (no rows), a
// list (one row) or an array.
type valueBlock struct {
	name       string
	rows, cols int
}

func (b valueBlock) len() int {
	if b.rows == 0 {
		return 1
	}
	return b.rows * b.cols
}

// shape is the block's size as a reader is told of it.
func (b valueBlock) shape() string {
	switch b.rows {
	case 0:
		return "a number"
	case 1:
		return fmt.Sprintf("a list of %d", b.cols)
	}
	return fmt.Sprintf("%d rows of %d", b.rows, b.cols)
}

// layout is what the values of an instance stand for, block by block.
type layout []valueBlock

// namedNumbers is a layout of numbers only.
func namedNumbers(names ...string) layout {
	var l layout
	for _, name := range names {
		l = append(l, valueBlock{name: name})
	}
	return l
}

// always is the layout of all instances, if it does not depend on them.
func (l layout) always(Instance) layout { return l }

// len is how many values there are.
func (l layout) len() int {
	n := 0
	for _, b := range l {
		n += b.len()
	}
	return n
}

// block is the values under a label; nil if the layout has none of that name.
func (l layout) block(in Instance, name string) []int64 {
	rest := in.Values
	for _, b := range l {
		if b.name == name {
			return rest[:b.len()]
		}
		rest = rest[b.len():]
	}
	return nil
}

// number is the value under a label that stands before a number.
func (l layout) number(in Instance, name string) int64 { return l.block(in, name)[0] }

// marked are the models that a list of marks marks.
func (l layout) marked(in Instance, name string) []int {
	set := []int{}
	for i, mark := range l.block(in, name) {
		if mark == 1 {
			set = append(set, i)
		}
	}
	return set
}

// labelled are the values of an instance by their labels.
type labelled map[string][]int64

// fill puts values in the order of the layout.  Every label must be there with its
// length, and no other.
func (l layout) fill(size Size, values labelled) Instance {
	in := Instance{Size: size}
	for _, b := range l {
		if len(values[b.name]) != b.len() {
			panic(fmt.Sprintf("lemmas: %d values for %s, %s", len(values[b.name]), b.name, b.shape()))
		}
		in.Values = append(in.Values, values[b.name]...)
	}
	if len(values) != len(l) {
		panic(fmt.Sprintf("lemmas: %d labels for a layout of %d", len(values), len(l)))
	}
	return in
}

// show prints an instance as a person would write it down.
func (l layout) show(in Instance) string {
	var text []string
	if in.Size != (Size{}) {
		text = append(text, fmt.Sprintf("K=%d d=%d", in.K, in.D))
	}
	for _, b := range l {
		values := l.block(in, b.name)
		switch b.rows {
		case 0:
			text = append(text, fmt.Sprintf("%s=%d", b.name, values[0]))
		case 1:
			text = append(text, fmt.Sprintf("%s=%v", b.name, values))
		default:
			text = append(text, fmt.Sprintf("%s=%v", b.name, intoRows(values, b.cols)))
		}
	}
	return strings.Join(text, " ")
}

// pairsOf are the pairs of K models, (0,1), (0,2), …, (1,2), …
func pairsOf(K int) (all [][2]int) {
	for i := range K {
		for j := i + 1; j < K; j++ {
			all = append(all, [2]int{i, j})
		}
	}
	return all
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
