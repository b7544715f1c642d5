package report

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/stat"
)

type fixed struct{ table Table }

func (f fixed) Tables() []Table { return []Table{f.table} }

func sample() fixed {
	return fixed{Table{
		Title:  "min_gap of <all>",
		Header: []string{"min_gap", "n", "x"},
		Rows:   [][]any{{"a|b", 3, 0.1}, {"c\x1b[31m\n", 12, math.Inf(1)}, {"d", 1234567, math.NaN()}},
		Notes:  []string{"a note"},
	}}
}

func render(t *testing.T, format string, doc Document) string {
	var out strings.Builder
	require.NoError(t, Style{Format: format}.Write(&out, doc))
	return out.String()
}

func TestTablesAreNotRewritten(t *testing.T) {
	text := render(t, "table", sample())
	require.Contains(t, text, "min_gap", "headers keep their case and underscores")
	require.NotContains(t, text, "\x1b")
	require.Contains(t, text, "c\ufffd[31m\ufffd")
	require.Contains(t, text, "∞")
	require.Contains(t, text, "–")
	require.Contains(t, text, "a note")
}

func TestMarkdownEscapesPipes(t *testing.T) {
	doc := sample()
	doc.table.Header[1] = "n|m"
	lines := 0
	for line := range strings.Lines(render(t, "md", doc)) {
		if strings.HasPrefix(line, "|") {
			lines++
			require.Equal(t, 4, strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"), line)
		}
	}
	require.Equal(t, 2+3, lines, "a header, a rule and three rows")
}

// Whatever would steer a terminal or a Markdown reader is shown as a mark: in the
// title, the header, the cells and the notes.
func TestNothingSteersTheReader(t *testing.T) {
	for why, mark := range map[string]string{
		"escape": "\x1b", "line feed": "\n", "carriage return": "\r", "right-to-left override": "\u202e", "isolate": "\u2066",
		"line separator": "\u2028", "paragraph separator": "\u2029", "C1 control": "\u009b",
	} {
		text := "a" + mark + "b"
		doc := fixed{Table{Title: text, Header: []string{text}, Rows: [][]any{{text}}, Notes: []string{text}}}
		for _, format := range []string{"table", "md"} {
			out := render(t, format, doc)
			require.Equal(t, 4, strings.Count(out, "a\ufffdb"), "%s as %s: %q", why, format, out)
			require.NotContains(t, out, text, why)
		}
	}
}

// Names stand as they were written: spaces around and inside them, and any length
// on one line.
func TestNamesAreNotTrimmedOrWrapped(t *testing.T) {
	name := "  a  name " + strings.Repeat("of  many words ", 5)
	doc := fixed{Table{Header: []string{name, name + "?"}, Rows: [][]any{{name, "x"}}}}
	for _, format := range []string{"table", "md"} {
		require.Equal(t, 3, strings.Count(render(t, format, doc), name), format)
	}
}

func TestOneLineIsOneLineOfBoundedLength(t *testing.T) {
	require.Equal(t, "a b\ufffdc", OneLine(" a\nb\x1bc\n"))
	exact := strings.Repeat("ä", 500)
	require.Equal(t, exact, OneLine(exact))
	require.Equal(t, strings.Repeat("ä", 250)+" … "+strings.Repeat("ä", 249)+"b", OneLine(exact+"b"))
}

// full is a disk with room for n bytes more.
type full struct{ n int }

func (f *full) Write(p []byte) (int, error) {
	if f.n -= len(p); f.n < 0 {
		return 0, errors.New("no space left")
	}
	return len(p), nil
}

func TestAFullDiskIsAnError(t *testing.T) {
	for _, format := range Formats() {
		all := len(render(t, format, sample()))
		require.NoError(t, Style{Format: format}.Write(&full{all}, sample()), format)
		for _, room := range []int{0, all / 2, all - 1} {
			require.ErrorContains(t, Style{Format: format}.Write(&full{room}, sample()), "no space left", "%s, room for %d of %d bytes", format, room, all)
		}
	}
}

// plain is a document with a name as a person would choose it.
type plain struct {
	Name string      `json:"name"`
	Gap  stat.Number `json:"gap"`
}

func (plain) Tables() []Table { return nil }

func TestJSONKeepsNamesAndHasNoNaN(t *testing.T) {
	require.Equal(t, "{\n  \"name\": \"a<b & c>\",\n  \"gap\": null\n}\n", render(t, "json", plain{"a<b & c>", stat.Number(math.NaN())}))
	got, err := json.Marshal([]stat.Number{1.5, stat.Number(math.NaN()), stat.Number(math.Inf(1)), 4462080})
	require.NoError(t, err)
	require.Equal(t, "[1.5,null,null,4462080]", string(got))
}

func TestUnknownFormat(t *testing.T) {
	require.ErrorContains(t, Style{Format: "xml"}.Write(nil, sample()), "use table, json, csv, md")
}

func TestDigits(t *testing.T) {
	for _, tc := range []struct {
		x    float64
		n    int
		want string
		why  string
	}{
		{0, 6, "0", "zero"},
		{4462080, 6, "4462080", "a whole number in full"},
		{4462080, 3, "4462080", "however few digits are asked for"},
		{0.05, 6, "0.05", "no zeros at the end"},
		{1.0 / 3, 6, "0.333333", "six digits"},
		{1.0 / 3, 3, "0.333", "three"},
		{1e-300, 6, "1e-300", "too small to write out"},
		{21451439.7, 6, "21451440", "more digits before the point than asked for"},
		{999.7, 3, "1000", "rounding up to one more digit"},
		{99.97, 3, "100", "the same below"},
		{1e18, 6, "1e+18", "too large to write out"},
		{5821.234567, 6, "5821.23", "digits on both sides"},
		{math.NaN(), 3, "–", "nothing"},
		{math.Inf(1), 3, "∞", "infinite"},
		{math.Inf(-1), 6, "-∞", "infinite"},
	} {
		require.Equal(t, tc.want, digits(tc.x, tc.n), tc.why)
	}
	require.Equal(t, "0.1", exact(0.1))
}

func TestLongCellsAreCutOnATerminalOnly(t *testing.T) {
	long := fixed{Table{Header: []string{"x"}, Rows: [][]any{{strings.Repeat("ä", 300)}}}}
	require.NotContains(t, render(t, "table", long), strings.Repeat("ä", widest))
	require.Contains(t, render(t, "table", long), " "+strings.Repeat("ä", widest-1)+"… ")
	require.Contains(t, render(t, "md", long), strings.Repeat("ä", 300))
}
