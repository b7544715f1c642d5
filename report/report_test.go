package report

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
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
	require.NoError(t, Write(&out, format, doc))
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
	for line := range strings.Lines(render(t, "md", sample())) {
		if strings.HasPrefix(line, "|") {
			require.Equal(t, 4, strings.Count(strings.ReplaceAll(line, `\|`, ""), "|"), line)
		}
	}
}

func TestCSVIsExactAndEmptyWhereNothingExists(t *testing.T) {
	require.Equal(t, "min_gap,n,x\na|b,3,0.1\n\"c\x1b[31m\n\",12,\nd,1234567,\n", render(t, "csv", sample()))
}

// plain is a document with a name as a person would choose it.
type plain struct {
	Name string `json:"name"`
	Gap  Number `json:"gap"`
}

func (plain) Tables() []Table { return nil }

func TestJSONKeepsNamesAndHasNoNaN(t *testing.T) {
	require.Equal(t, "{\n  \"name\": \"a<b & c>\",\n  \"gap\": null\n}\n", render(t, "json", plain{"a<b & c>", Number(math.NaN())}))
	got, err := json.Marshal([]Number{1.5, Number(math.NaN()), Number(math.Inf(1)), 4462080})
	require.NoError(t, err)
	require.Equal(t, "[1.5,null,null,4462080]", string(got))
}

func TestUnknownFormat(t *testing.T) {
	require.ErrorContains(t, Write(nil, "xml", sample()), "use table, json, csv, md")
}

func TestShortNumbers(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 4462080: "4462080", 0.05: "0.05", 1.0 / 3: "0.333333", 1e-300: "1e-300",
		21451439.7: "21451440", 1e18: "1e+18", 5821.234567: "5821.23", math.Inf(-1): "-∞",
	} {
		require.Equal(t, want, short(x))
	}
	require.Equal(t, "0.1", exact(0.1))
}

func TestLongCellsAreCutOnATerminalOnly(t *testing.T) {
	long := fixed{Table{Header: []string{"x"}, Rows: [][]any{{strings.Repeat("ä", 300)}}}}
	require.NotContains(t, render(t, "table", long), strings.Repeat("ä", widest))
	require.Contains(t, render(t, "md", long), strings.Repeat("ä", 300))
}
