package lemmas

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"
)

// coordinate is one number of a point of a grid, with how it is written.
type coordinate struct {
	name, text string
	value      float64
}

func whole(name string, n int64) coordinate {
	return coordinate{name, strconv.FormatInt(n, 10), float64(n)}
}

func fraction(name string, num, den int64) coordinate {
	return rational(name, big.NewRat(num, den))
}

// dyadic is a float64, exactly.
func dyadic(name string, x float64) coordinate {
	return rational(name, new(big.Rat).SetFloat64(x))
}

// rational is written as a fraction if that is short.
func rational(name string, x *big.Rat) coordinate {
	value, _ := x.Float64()
	text := x.RatString()
	if len(text) > len("1/1048576") {
		text = fmt.Sprintf("%.4g", value)
	}
	return coordinate{name, text, value}
}

// labelledAs is a coordinate that is no number: a size, a sequence.
func labelledAs(name, text string) coordinate { return coordinate{name, text, 0} }

// byValue sorts numbers by size and texts by length, so that 2x1 is before 16x4.
func byValue(a, b coordinate) int {
	return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(len(a.text), len(b.text)), cmp.Compare(a.text, b.text))
}

// mostListed values of a coordinate are listed; of more the ends are told.
const mostListed = 8

// coverage says which points were visited: how many that differ, whether they are every
// combination of the values of their coordinates, and these.
func coverage(points [][]coordinate) string {
	if len(points) == 0 {
		return "no point"
	}
	distinct, values := map[string]bool{}, make([][]coordinate, len(points[0]))
	for _, p := range points {
		distinct[fmt.Sprint(p)] = true
		for n, c := range p {
			values[n] = append(values[n], c)
		}
	}
	text, combinations := []string{}, 1
	for n := range values {
		slices.SortFunc(values[n], byValue)
		values[n] = slices.Compact(values[n])
		combinations *= len(values[n])
		text = append(text, valuesOf(values[n]))
	}
	if len(points) == 1 {
		return strings.Join(text, ", ")
	}
	count := fmt.Sprintf("%d points", len(distinct))
	if len(distinct) < len(points) {
		count = fmt.Sprintf("%d points that differ, of %d", len(distinct), len(points))
	}
	if len(distinct) < combinations {
		count += ", not every combination"
	}
	return count + ": " + strings.Join(text, ", ")
}

// valuesOf says which values a coordinate takes.
func valuesOf(sorted []coordinate) string {
	first, last := sorted[0], sorted[len(sorted)-1]
	switch n := len(sorted); {
	case n == 1:
		return first.name + " = " + first.text
	case n > 2 && steppedByOne(sorted):
		return first.name + " = " + first.text + " … " + last.text
	case n <= mostListed:
		var texts []string
		for _, c := range sorted {
			texts = append(texts, c.text)
		}
		return first.name + " ∈ {" + strings.Join(texts, ", ") + "}"
	default:
		return fmt.Sprintf("%s: %d values from %s to %s", first.name, n, first.text, last.text)
	}
}

// steppedByOne: each value is one more than the one before.
func steppedByOne(sorted []coordinate) bool {
	for n := range sorted[1:] {
		if sorted[n+1].value != sorted[n].value+1 {
			return false
		}
	}
	return true
}
