package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stat"
)

// beast is a row with a cell of every kind.
type beast struct {
	name   string
	legs   int
	votes  int64
	weight float64
	share  stat.Number
}

// what a reader sees under each heading.
var beastColumns = []column[beast]{
	{"name", func(b beast) any { return b.name }, 0},
	{"legs", func(b beast) any { return b.legs }, 0},
	{"votes", func(b beast) any { return b.votes }, 0},
	{"weight", func(b beast) any { return b.weight }, 3},
	{"share", func(b beast) any { return b.share }, 0},
	{"mean", func(b beast) any { return marked("∞?") }, 0},
	{"none", func(b beast) any { return nil }, 0},
}

var (
	beasts = []beast{{"ant", 6, 1234567, 0.123456, 1.0 / 3}, {"bee", 4, 8, 9876.5, stat.Number(math.NaN())}}
	read   = map[string][]string{
		"name": {"ant", "bee"}, "legs": {"6", "4"}, "votes": {"1234567", "8"}, "weight": {"0.123", "9876"}, "share": {"0.333333", "–"},
		"mean": {"∞?", "∞?"}, "none": {"–", "–"},
	}
)

// parsed are the cells of a table by their heading.
func parsed(t *testing.T, format string, doc Document) map[string][]string {
	out, lines := map[string][]string{}, [][]string{}
	text := render(t, format, doc)
	switch format {
	case "md":
		for line := range strings.Lines(text) {
			if strings.HasPrefix(line, "|") && !strings.HasPrefix(line, "|:") && !strings.HasPrefix(line, "|-") {
				lines = append(lines, strings.Split(strings.Trim(line, "|\n"), "|"))
			}
		}
	case "table":
		for line := range strings.Lines(text) {
			if cells := strings.Fields(line); len(cells) == len(beastColumns) {
				lines = append(lines, cells)
			}
		}
	}
	require.Len(t, lines, 1+len(beasts), format)
	for c, heading := range lines[0] {
		for _, line := range lines[1:] {
			name := strings.TrimSpace(heading)
			out[name] = append(out[name], strings.TrimSpace(line[c]))
		}
	}
	return out
}

// In whatever order the columns stand, and whichever is left out, each cell is under
// its heading in both formats.
func TestCellsStandUnderTheirHeadings(t *testing.T) {
	columns := slices.Clone(beastColumns)
	for turn := range columns {
		columns = append(columns[1:], columns[0])
		doc := fixed{table("beasts", beasts, columns)}
		require.Equal(t, read, parsed(t, "table", doc), "turned %d", turn)
		require.Equal(t, read, parsed(t, "md", doc), "turned %d", turn)
	}
}

// What a mark says of a number is no word: the column keeps to the right.
func TestNumbersStandAtTheRight(t *testing.T) {
	doc := table("", beasts, beastColumns)
	for c, column := range beastColumns {
		require.Equal(t, column.heading != "name", doc.numeric(c), column.heading)
	}
}
