package report

import (
	"strings"
	"testing"

	"github.com/olekukonko/tablewriter/pkg/twwidth"
	"github.com/stretchr/testify/require"
)

// fits checks that no line of a document is wider than the screen and that a column
// which is declared to leave is there.
func fits(t *testing.T, doc Document) {
	for _, width := range []int{20, 33, 50, 80, 120} {
		var out strings.Builder
		require.NoError(t, Style{Format: "table", Width: width, All: true}.Write(&out, doc))
		for line := range strings.Lines(out.String()) {
			require.LessOrEqual(t, twwidth.Width(strings.TrimSuffix(line, "\n")), width, line)
		}
	}
	for _, table := range doc.Tables() {
		require.Subset(t, table.Header, table.Leave, table.Title)
	}
}

// shownAt are the headings at a width, and the note about the others.
func shownAt(t *testing.T, table Table, width int) (headings []string, note string) {
	shown, _, _ := table.fitted(width)
	if len(shown.Notes) > len(table.Notes) {
		note = shown.Notes[0]
	}
	require.Equal(t, table.Notes, shown.Notes[len(shown.Notes)-len(table.Notes):])
	return shown.Header, note
}

// Those that are declared leave first, then the last ones, and the first one never; what
// has left is said.
func TestColumnsLeaveByPriority(t *testing.T) {
	table := Table{
		Header: []string{"name", "a number", "b", "c", "d"},
		Rows:   [][]any{{"Apis mellifera", 123456789, 123456789, 123456789, 123456789}},
		Notes:  []string{"a note"},
	}.leaving("c", "a number")
	for _, step := range []struct {
		width  int
		shown  string
		leaves string
	}{
		{60, "name,a number,b,c,d", ""},
		{59, "name,a number,b,d", "c"},
		{48, "name,b,d", "c, a number"},
		{34, "name,b", "c, a number, d"},
		{24, "name,b", "c, a number, d"}, // the name wraps
		{18, "name", "c, a number, d, b"},
		{3, "name", "c, a number, d, b"},
	} {
		headings, note := shownAt(t, table, step.width)
		require.Equal(t, step.shown, strings.Join(headings, ","), "at %d", step.width)
		require.Equal(t, step.leaves != "", note != "", "at %d", step.width)
		require.Contains(t, note, step.leaves)
	}
	one, _ := shownAt(t, table.leaving("name", "a number", "b", "c", "d"), 3)
	require.Equal(t, []string{"d"}, one, "one stays whatever is declared")
	_, note := shownAt(t, table, 59)
	require.Equal(t, "No room in 59 characters for: c (--wide shows all).", note)
	require.Equal(t, []string{"name", "a number", "b", "c", "d"}, table.Header, "the table itself stays")
}

// Words wrap, numbers do not, and a word wider than its column is cut into lines; where
// nothing wraps a long cell is cut short, and in full width it is whole.
func TestCellsWrap(t *testing.T) {
	long := strings.Repeat("word ", 40) + strings.Repeat("x", 200) + " 日本語日本語"
	table := Table{Title: "t", Header: []string{"words", "number"}, Rows: [][]any{{long, 1234567890}}}
	_, _, rows := table.fitted(40)
	require.Equal(t, "1234567890", rows[0][1])
	require.Equal(t, strings.ReplaceAll(long, " ", ""), strings.NewReplacer(" ", "", "\n", "").Replace(rows[0][0]))
	for line := range strings.SplitSeq(rows[0][0], "\n") {
		require.LessOrEqual(t, twwidth.Width(line), 40-4-10)
	}
	fits(t, fixed{table})
	whole := func(width int) bool {
		var out strings.Builder
		require.NoError(t, Style{Format: "table", Width: width}.Write(&out, fixed{table}))
		return strings.Contains(out.String(), long)
	}
	require.True(t, whole(Unbounded))
	require.False(t, whole(0))
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text  string
		width int
		want  string
	}{
		{"a few words", 20, "a few words"}, {"a few words", 5, "a few\nwords"}, {"a few words", 4, "a\nfew\nword\ns"},
		{"", 5, ""}, {"ab", 1, "a\nb"}, {"日本", 3, "日\n本"}, {"日本", 1, "日\n本"}, {"a  b\n c", Unbounded, "a b c"},
	} {
		require.Equal(t, c.want, wrap(c.text, c.width), "%q in %d", c.text, c.width)
	}
}

func TestFoldFillsParagraphsAndHangsTerms(t *testing.T) {
	text := "a paragraph in\ntwo lines\n\nFlags:\n  --flag  what it does\n  an example of it\n"
	require.Equal(t, text, Fold(text, 0))
	require.Equal(t, "a paragraph in two lines\n\nFlags:\n  --flag  what it does\n  an example of it\n", Fold(text, 30))
	require.Equal(t, "a paragraph in\ntwo lines\n\nFlags:\n  --flag  what it\n          does\n  an example of\n    it\n", Fold(text, 17))
	require.Equal(t, "a paragraph\nin two\nlines\n\nFlags:\n--flag\nwhat it\ndoes\n  an\n    example\n    of it\n", Fold(text, 11))
}
