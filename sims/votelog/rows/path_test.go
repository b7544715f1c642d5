package rows_test

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"vectorborda/sims/votelog/rows"
)

func TestPath(t *testing.T) {
	for _, c := range []struct {
		text  string
		path  rows.Path
		wrong string
	}{
		{text: "winner", path: rows.Path{"winner"}},
		{text: `category_tag."math_v0.1".math`, path: rows.Path{"category_tag", "math_v0.1", "math"}},
		{text: `"say ""hi"""`, path: rows.Path{`say "hi"`}},
		{text: `"".a b`, path: rows.Path{"", "a b"}},
		{text: `""""`, path: rows.Path{`"`}},
		{text: "@file", path: rows.Path{"@file"}},
		{text: "", wrong: `path "": an empty key: remove a dot, or write "" for a column without a name`},
		{text: "a.", wrong: `path "a.": an empty key: remove a dot, or write "" for a column without a name`},
		{text: ".a", wrong: `path ".a": an empty key: remove a dot, or write "" for a column without a name`},
		{text: `a"b`, wrong: `path "a\"b": a quote inside a key: write the key between quotes, with each quote of its own twice`},
		{text: `a."b`, wrong: `path "a.\"b": a quote is not closed: close it`},
		{text: `"a"b`, wrong: `path "\"a\"b": "b" after a closing quote: write a dot there`},
	} {
		p, err := rows.ParsePath(c.text)
		if c.wrong != "" {
			require.EqualError(t, err, c.wrong)
			continue
		}
		require.NoError(t, err, c.text)
		require.Equal(t, c.path, p)
		again, err := rows.ParsePath(p.String())
		require.NoError(t, err, p.String())
		require.Equal(t, p, again)
	}
}

// What reads as a path is written as it was meant, and reads again.
func FuzzPath(f *testing.F) {
	for _, text := range []string{"a.b", `a."b.c"`, `""`, `"a""b"`, "a..b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := rows.ParsePath(text)
		if err != nil {
			return
		}
		again, err := rows.ParsePath(p.String())
		if err != nil || !slices.Equal(p, again) {
			t.Fatalf("%q reads as %q, which reads as %q (%v)", text, p, again, err)
		}
		if one, err := rows.ParsePath(rows.Path{text}.String()); err != nil || !slices.Equal(one, rows.Path{text}) {
			t.Fatalf("the key %q reads as %q (%v)", text, one, err)
		}
	})
}
