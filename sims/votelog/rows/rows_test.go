package rows_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/votelog/rows"
)

func paths(t testing.TB, texts ...string) (want []rows.Path) {
	for _, text := range texts {
		p, err := rows.ParsePath(text)
		require.NoError(t, err)
		want = append(want, p)
	}
	return want
}

// file writes a file of its own folder.
func file(t testing.TB, name, content string) string {
	path := filepath.Join(t.TempDir(), name)
	require.NoError(t, os.WriteFile(path, []byte(content), 0o666))
	return path
}

// values are those of all rows.
func values(t testing.TB, path string, want ...string) (all [][]any) {
	err := rows.Read([]string{path}, paths(t, want...), rows.Options{}, func(r *rows.Row) error {
		all = append(all, append([]any{}, r.Values...))
		return nil
	})
	require.NoError(t, err)
	return all
}

func TestReadSmoke(t *testing.T) {
	expect := [][]any{{"a", "b", true}, {"c", nil, nil}}
	require.Equal(t, expect, values(t, file(t, "x", "\xef\xbb\xbf,m,n,t\r\n1,a,b,\"{\"\"x.y\"\":{\"\"z\"\":true}}\"\r\n2,c,,\r\n"), "m", "n", `t."x.y".z`))
	jsonl := `{"m":"a","n":"b","t":{"x.y":{"z":true}}}` + "\n" + `{"m":"c","t":null,"o":[1,{}]}` + "\n"
	require.Equal(t, expect, values(t, file(t, "x", jsonl), "m", "n", `t."x.y".z`))
	require.Equal(t, expect, values(t, file(t, "x", `[{"m":"a","n":"b","t":"{\"x.y\":{\"z\":true}}"},
	{"m":"c"}]`), "m", "n", `t."x.y".z`))
}

// A row says the line that it begins in, whatever is before it.
func TestLines(t *testing.T) {
	for content, expect := range map[string][]int64{
		"a\n1\n2\n":                                 {2, 3},
		"a\n\"x\ny\"\n\n2\n":                        {2, 5},
		"{\"a\":1}\n{\"a\":2}\n\n{\"a\":3}":         {1, 2, 4},
		"[\n {\"a\":\n1}\n,\n{\"a\":2}]":            {2, 5},
		"\xef\xbb\xbf\r\n[{\"a\":1},{\"a\":2}]\r\n": {2, 2},
	} {
		var lines []int64
		require.NoError(t, rows.Read([]string{file(t, "x", content)}, paths(t, "a"), rows.Options{}, func(r *rows.Row) error {
			lines = append(lines, r.Line)
			return nil
		}), content)
		require.Equal(t, expect, lines, content)
	}
}

// testingT is that of a test, and of a check of rapid.
type testingT = require.TestingT

// A key that no object has is refused as an absent column is; of nulls nothing is known.
func TestKeysThatAreNotThere(t *testing.T) {
	for content, wrong := range map[string]string{
		"a,t\n1,\"{\"\"x\"\":{\"\"z\"\":1}}\"\n2,\n":    ` no key "y" in column "t.x": name one of t.x.z`,
		`{"t":{"x":{"z":1}}}{"t":{"x":null}}{"t":null}`: ` no key "y" in column "t.x": name one of t.x.z`,
		`{"t":"{'x':{'z':1}}"}`:                         ` no key "y" in column "t.x": name one of t.x.z`,
		`{"t":{"v":1}}{}`:                               ` no key "x" in column "t": name one of t.v`,
		`{}{}`:                                          ` no column "t.x.y", nor any other: give a file with columns`,
		"a,t\n1,\"{\"\"x\"\":null}\"\n2,\n":             "",
		"a,t\n1,\n2,\n":                                 "",
		`{"t":null}{"t":{"x":null}}`:                    "",
	} {
		name := file(t, "x", content)
		err := rows.Read([]string{name}, paths(t, "t.x.y"), rows.Options{}, func(*rows.Row) error { return nil })
		if wrong == "" {
			require.NoError(t, err, content)
			continue
		}
		require.EqualError(t, err, name+":"+wrong, content)
	}
	err := rows.Read([]string{"testdata/types.parquet"}, paths(t, "v.json.b"), rows.Options{}, func(*rows.Row) error { return nil })
	require.EqualError(t, err, `testdata/types.parquet: no key "b" in column "v.json": name one of v.json.a`)
}
