package lemmas

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// A witness is written as instances are printed, label by label,
//
//	K=2 d=1 b=[[0] [0]] est=[[1] [-1]] r=1 active=0..1 gone={1}
//
// so that it can be followed by hand, and what a run prints can be pinned as it is.
// Marks are sets besides: {0 2} marks models 0 and 2, {0→1 2→1} the pairs (0,1) and
// (2,1), and 0..1 the active set {0, 1}.  The statement's layout is what a witness is
// held to: its labels in their order, each with as many values as it stands for.

var (
	writtenSize  = regexp.MustCompile(`^K=(\d+) d=(\d+) `)
	writtenBlock = regexp.MustCompile(`([^\s=]+)=(\[\[[^=]*\]\]|\[[^=]*\]|\{[^=]*\}|\d+\.\.\d+|-?\d+)`)
)

// readInstance reads a written instance and holds it to its layout, which may
// depend on the values.
func readInstance(text string, layoutOf func(Instance) layout) (in Instance, err error) {
	rest := text
	if size := writtenSize.FindStringSubmatch(text); size != nil {
		in.K, _ = strconv.Atoi(size[1])
		in.D, _ = strconv.Atoi(size[2])
		rest = strings.TrimPrefix(text, size[0])
	}
	var got layout
	var words []string
	for _, word := range writtenBlock.FindAllStringSubmatch(rest, -1) {
		block, values, err := in.readBlock(word[1], word[2])
		if err != nil {
			return Instance{}, fmt.Errorf("witness %q: %s: %w", text, word[0], err)
		}
		in.Values, got, words = append(in.Values, values...), append(got, block), append(words, word[0])
	}
	if len(words) == 0 || strings.Join(words, " ") != rest {
		return Instance{}, fmt.Errorf("witness %q: not label=value label=value …, with values 1, [1 2], [[1 2] [3 4]], {0 2}, {0→2} or 0..2", text)
	}
	defer func() {
		if p := recover(); p != nil { // a layout that depends on a value which is missing
			in, err = Instance{}, fmt.Errorf("witness %q: too few values to tell its layout", text)
		}
	}()
	if err := got.follows(layoutOf(in)); err != nil {
		return Instance{}, fmt.Errorf("witness %q: %w", text, err)
	}
	return in, nil
}

// readBlock reads one value; the size tells how many models a set is taken from.
func (s Size) readBlock(name, text string) (valueBlock, []int64, error) {
	last, isActive := strings.CutPrefix(text, "0..")
	switch inner := strings.Trim(text, "[]{}"); {
	case isActive:
		return s.readMarks(name, []string{last})
	case text[0] == '{':
		return s.readMarks(name, strings.Fields(inner))
	case strings.HasPrefix(text, "[["):
		return readRows(name, strings.Split(inner, "] ["))
	case text[0] == '[':
		return readRows(name, []string{inner})
	}
	value, err := strconv.ParseInt(text, 10, 64)
	return valueBlock{name: name}, []int64{value}, err
}

// readRows reads rows of one length.
func readRows(name string, rows []string) (valueBlock, []int64, error) {
	var all []int64
	block := valueBlock{name, len(rows), len(strings.Fields(rows[0]))}
	for _, row := range rows {
		numbers := strings.Fields(row)
		if len(numbers) != block.cols {
			return block, nil, errors.New("rows of different lengths")
		}
		for _, number := range numbers {
			value, err := strconv.ParseInt(number, 10, 64)
			if err != nil {
				return block, nil, err
			}
			all = append(all, value)
		}
	}
	return block, all, nil
}

// readMarks reads a set of models or of pairs of models as marks.
func (s Size) readMarks(name string, members []string) (valueBlock, []int64, error) {
	block := valueBlock{name, 1, s.K}
	if slices.ContainsFunc(members, func(m string) bool { return strings.Contains(m, "→") }) {
		block.rows = s.K
	}
	marks := make([]int64, block.len())
	for _, member := range members {
		pos := 0
		for _, text := range strings.Split(member, "→") {
			model, err := strconv.Atoi(text)
			if err != nil || model < 0 || model >= s.K {
				return block, nil, fmt.Errorf("%s is no model of 0 to %d", text, s.K-1)
			}
			pos = pos*s.K + model
		}
		if pos >= len(marks) || marks[pos] == 1 {
			return block, nil, fmt.Errorf("%s is no other member of the set", member)
		}
		marks[pos] = 1
	}
	return block, marks, nil
}

// follows compares labels and lengths with those that there should be.
func (l layout) follows(want layout) error {
	for n, b := range want {
		switch {
		case n >= len(l):
			return fmt.Errorf("%s is missing, %s", b.name, b.shape())
		case l[n].name != b.name:
			return fmt.Errorf("%s where %s should be, %s", l[n].name, b.name, b.shape())
		case l[n] != b:
			return fmt.Errorf("%s is %s, it should be %s", b.name, l[n].shape(), b.shape())
		}
	}
	if len(l) > len(want) {
		return fmt.Errorf("%s is doubled or no label of the statement", l[len(want)].name)
	}
	return nil
}
