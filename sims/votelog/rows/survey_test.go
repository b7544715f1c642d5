package rows_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/votelog/rows"
)

// shown is a survey on a line a column.
func shown(t testing.TB, path string, most int64) (lines []string) {
	columns, n, err := rows.Survey([]string{path}, rows.Options{}, most)
	require.NoError(t, err)
	for _, c := range columns {
		line := fmt.Sprintf("%s: %d %d %d %d %d %d, %d of %d null;", c.Path, c.Texts, c.Integers, c.Numbers, c.Booleans, c.Lists, c.Objects, c.Nulls, n)
		for _, v := range c.Values {
			line += fmt.Sprintf(" %#v×%d", v.Value, v.Rows)
		}
		if c.More {
			line += " …"
		}
		lines = append(lines, line)
	}
	return lines
}

func TestSurvey(t *testing.T) {
	long := strings.Repeat("é", 51)
	csv := "w,b.c,t,mixed\r\nx,1,\"{\"\"v0.1\"\": {\"\"m\"\": true}}\",{}\r\ny,, ," + long + "\r\ny,1,{},\r\n"
	require.Equal(t, []string{
		`w: 3 0 0 0 0 0, 0 of 3 null; "y"×2 "x"×1`,
		`"b.c": 2 0 0 0 0 0, 1 of 3 null; "1"×2`,
		`t."v0.1".m: 0 0 0 1 0 0, 2 of 3 null; true×1`,
		`mixed: 2 0 0 0 0 0, 1 of 3 null; "{}"×1 …`,
	}, shown(t, file(t, "x", csv), 0))
	require.Equal(t, `w: 1 0 0 0 0 0, 0 of 1 null; "x"×1`, shown(t, file(t, "x", csv), 1)[0])

	json := `{"z":1,"a":{"y":[1,{"n":2}],"x":null},"s":"{\"k\":{\"l\":\"{\\\"m\\\":0.5}\"}}"}
{"z":1.5,"a":null,"later":"1"}
{"z":"1","a":{"x":false},"s":null,"e":{}}`
	require.Equal(t, []string{
		`z: 1 1 1 0 0 0, 0 of 3 null; 1×1 1.5×1 "1"×1`,
		`a.y: 0 0 0 0 1 0, 2 of 3 null;`,
		`a.x: 0 0 0 1 0 0, 2 of 3 null; false×1`,
		`s.k.l.m: 0 0 1 0 0 0, 2 of 3 null; 0.5×1`,
		`later: 1 0 0 0 0 0, 2 of 3 null; "1"×1`,
		`e: 0 0 0 0 0 1, 2 of 3 null;`,
	}, shown(t, file(t, "x", json), -1))
}

// A path that a survey prints is one that Read finds.
func TestSurveyedPathsAreRead(t *testing.T) {
	for _, content := range []string{
		"a,a.b,\"q\"\"\"\n\"{\"\"x.y\"\":{\"\"\"\":1}}\",2,3\n",
		`{"a":{"b.c":{"d":1}},"b":"{\"e\":[]}","c.d":7}`,
	} {
		name := file(t, "x", content)
		columns, _, err := rows.Survey([]string{name}, rows.Options{}, 0)
		require.NoError(t, err)
		require.Len(t, columns, 3)
		for _, c := range columns {
			require.NotNil(t, values(t, name, c.Path.String())[0][0], c.Path.String())
		}
	}
}

// Rows whose objects all have other keys do not fill the memory.
func TestSurveyIsBounded(t *testing.T) {
	var inside, outside strings.Builder
	for i := range 10_001 {
		fmt.Fprintf(&inside, `{"o":{"k%d":%d},"t":"v%[2]d"}`+"\n", i, i)
		fmt.Fprintf(&outside, `{"k%d":1}`+"\n", i)
	}
	lines := shown(t, file(t, "x", inside.String()), 0)
	require.Equal(t, "o: 0 0 0 0 0 10001, 0 of 10001 null;", lines[0])
	require.True(t, strings.HasPrefix(lines[1], `t: 10001 0 0 0 0 0, 0 of 10001 null; "v0"×1 "v1"×1 `) && strings.HasSuffix(lines[1], ` "v199"×1 …`), lines[1])
	require.Len(t, lines, 2)

	// Text that turns out to be no object gives its keys back.
	var text strings.Builder
	for i := range 9_000 {
		fmt.Fprintf(&text, `{"t":"{\"k%d\":1}"}`+"\n", i)
	}
	fmt.Fprintln(&text, `{"t":"none"}`)
	for i := range 2_000 {
		fmt.Fprintf(&text, `{"k%d":1}`+"\n", i)
	}
	require.Len(t, shown(t, file(t, "x", text.String()), 0), 2001)

	deep := strings.Repeat(`{"a":`, 40) + "1" + strings.Repeat("}", 40)
	require.Equal(t, []string{strings.Repeat("a.", 31) + "a: 0 0 0 0 0 1, 0 of 1 null;"}, shown(t, file(t, "x", deep), 0))

	name := file(t, "x", outside.String())
	_, _, err := rows.Survey([]string{name}, rows.Options{}, 0)
	require.EqualError(t, err, name+" line 10001: more than 10000 columns, as where a file holds columns in place of rows: save it with a row on each line")
}
