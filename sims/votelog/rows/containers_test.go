package rows_test

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"vectorborda/sims/votelog/rows"
)

// vote is a row with a column of each kind, null at every level.
type vote struct {
	Model string   `json:"model_a" parquet:"model_a"`
	Won   *string  `json:"winner" parquet:"winner,optional"`
	Order int64    `json:"evaluation_order" parquet:"evaluation_order"`
	Stamp *float64 `json:"tstamp" parquet:"tstamp,optional"`
	Code  *bool    `json:"is_code" parquet:"is_code,optional"`
	Tags  *tags    `json:"category_tag" parquet:"category_tag,optional"`
}

type tags struct {
	Math *mathTag `json:"math_v0.1" parquet:"math_v0.1,optional"`
	If   *bool    `json:"if" parquet:"if,optional"`
}

type mathTag struct {
	Math  *bool `json:"math" parquet:"math,optional"`
	Score int64 `json:"score" parquet:"score"`
}

var voteColumns = []string{"model_a", "winner", "evaluation_order", "tstamp", "is_code", `category_tag."math_v0.1".math`, `category_tag."math_v0.1".score`, "category_tag.if"}

// cells are what a path finds.
func (v vote) cells() []any {
	all := []any{v.Model, at(v.Won), v.Order, at(v.Stamp), at(v.Code), nil, nil, nil}
	if v.Tags != nil {
		if all[7] = at(v.Tags.If); v.Tags.Math != nil {
			all[5], all[6] = at(v.Tags.Math.Math), v.Tags.Math.Score
		}
	}
	return all
}

func at[T any](p *T) any {
	if p == nil {
		return nil
	}
	return *p
}

// text is a cell of a CSV; nil is a blank one.
func text(v any) any {
	switch v := v.(type) {
	case nil:
		return nil
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(v)
}

func texts(cells []any) []any {
	all := make([]any, len(cells))
	for i := range cells {
		all[i] = text(cells[i])
	}
	return all
}

// names are texts that containers must quote or escape, without carriage returns, which
// encoding/csv drops before a line feed, without NUL and not blank, which a CSV cannot tell from null.
var names = rapid.OneOf(rapid.SampledFrom([]string{"x", "tapir \"x\", y", "two\nlines", " blank ", "é€😀", "a\tb;c", "{}", "'"}),
	rapid.StringMatching(`[ -~é\n]{0,12}x`))

func maybe[T any](g *rapid.Generator[T]) *rapid.Generator[*T] { return rapid.Ptr(g, true) }

var someVotes = rapid.SliceOfN(rapid.Custom(func(t *rapid.T) vote {
	return vote{names.Draw(t, "model"), maybe(names).Draw(t, "won"), rapid.Int64().Draw(t, "order"),
		maybe(rapid.Float64Range(-1e300, 1e300)).Filter(func(x *float64) bool { return x == nil || *x != float64(int64(*x)) }).Draw(t, "stamp"),
		maybe(rapid.Bool()).Draw(t, "code"),
		maybe(rapid.Custom(func(t *rapid.T) tags {
			return tags{maybe(rapid.Custom(func(t *rapid.T) mathTag {
				return mathTag{maybe(rapid.Bool()).Draw(t, "math"), rapid.Int64Range(0, 5).Draw(t, "score")}
			})).Draw(t, "math"), maybe(rapid.Bool()).Draw(t, "if")}
		})).Draw(t, "tags")}
}), 1, 20)

func marshal(t require.TestingT, v any) string {
	b, err := json.Marshal(v)
	require.NoError(t, err)
	return string(b)
}

// separated is a table of text with the records in it.
func separated(t require.TestingT, comma rune, records [][]any) string {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Comma = comma
	for _, r := range records {
		line := make([]string, len(r))
		for i := range r {
			if r[i] != nil {
				line[i] = fmt.Sprint(r[i])
			}
		}
		require.NoError(t, w.Write(line))
	}
	w.Flush()
	return b.String()
}

// containers are the votes as files, by what they are; typed ones tell numbers and flags from text.
func containers(t require.TestingT, votes []vote) (all map[string]string, untyped map[string]bool) {
	flat := [][]any{{"model_a", "winner", "evaluation_order", "tstamp", "is_code", "category_tag.math_v0.1.math", "category_tag.math_v0.1.score", "category_tag.if"}}
	nested := [][]any{{"model_a", "winner", "evaluation_order", "tstamp", "is_code", "category_tag"}}
	python := [][]any{nested[0]}
	var lines, strung, dotted []string
	for _, v := range votes {
		cells := texts(v.cells())
		flat = append(flat, cells)
		tag, rest := marshal(t, v.Tags), map[string]any{}
		nested = append(nested, append(cells[:5:5], tag))
		var object any
		require.NoError(t, json.Unmarshal([]byte(tag), &object))
		if object = literal(object); object == "None" {
			object = nil
		}
		python = append(python, append(cells[:5:5], object))
		lines = append(lines, marshal(t, v))
		require.NoError(t, json.Unmarshal([]byte(marshal(t, v)), &rest))
		rest["evaluation_order"], rest["category_tag"] = v.Order, tag
		strung = append(strung, marshal(t, rest))
		delete(rest, "category_tag")
		for i, name := range flat[0][5:] {
			rest[name.(string)] = v.cells()[5+i]
		}
		dotted = append(dotted, marshal(t, rest))
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[vote](&b)
	_, err := w.Write(votes)
	require.NoError(t, err)
	require.NoError(t, w.Close())
	return map[string]string{
		"CSV": separated(t, ',', flat), "CSV with JSON": separated(t, ',', nested), "CSV with Python": separated(t, ',', python),
		"TSV": separated(t, '\t', flat), "TSV with JSON": separated(t, '\t', nested), "semicolons": separated(t, ';', nested),
		"JSON Lines": strings.Join(lines, "\n"), "JSON list": "[" + strings.Join(lines, ",") + "]",
		"JSON with JSON": strings.Join(strung, "\r\n"), "JSON with dots": strings.Join(dotted, "\n"), "Parquet": b.String(),
	}, map[string]bool{"CSV": true, "CSV with JSON": true, "CSV with Python": true, "TSV": true, "TSV with JSON": true, "semicolons": true}
}

// The same rows in every container, plain or packed, in one file or in shards, give the same
// values: equal with their types in JSON and Parquet, and as texts from cells of a CSV.
func TestContainersAgree(t *testing.T) {
	folder := t.TempDir()
	read := func(t require.TestingT, want []rows.Path, files ...string) (all [][]any) {
		require.NoError(t, rows.Read(files, want, rows.Options{}, func(r *rows.Row) error {
			all = append(all, append([]any{}, r.Values...))
			return nil
		}))
		return all
	}
	want := paths(t, voteColumns...)
	rapid.Check(t, func(t *rapid.T) {
		votes := someVotes.Draw(t, "votes")
		var typed, plain [][]any
		for _, v := range votes {
			typed, plain = append(typed, v.cells()), append(plain, texts(v.cells()))
		}
		all, untyped := containers(t, votes)
		for _, kind := range slices.Sorted(maps.Keys(all)) {
			content := all[kind]
			pack := rapid.SampledFrom([]func(testingT, []byte) []byte{func(_ testingT, b []byte) []byte { return b }, packed, zstded}).Draw(t, "pack")
			name := filepath.Join(folder, "x")
			require.NoError(t, os.WriteFile(name, pack(t, []byte(content)), 0o666))
			got, expect := read(t, want, name), typed
			if untyped[kind] {
				expect = plain
				for i := range got { // JSON inside has types
					got[i] = texts(got[i])
				}
			}
			require.Equal(t, expect, got, kind)
		}
		for i := range 7 {
			some := votes[i*len(votes)/7 : (i+1)*len(votes)/7]
			if len(some) == 0 {
				some = votes[:1]
			}
			shard, _ := containers(t, some)
			kinds := []string{"JSON Lines", "Parquet", "JSON list", "JSON with JSON"}
			require.NoError(t, os.WriteFile(filepath.Join(folder, fmt.Sprint("shard-", i)), []byte(shard[kinds[i%4]]), 0o666))
		}
		files, err := rows.Expand([]string{filepath.Join(folder, "shard-?")})
		require.NoError(t, err)
		require.Len(t, files, 7)
		got := read(t, want, files[3], files[0], files[6], files[1], files[2], files[4], files[5])
		if len(votes) >= 7 {
			require.Equal(t, typed, got)
		}
	})
}

// encoding/json reads the same rows.
func TestJSONAsEncodingJSON(t *testing.T) {
	folder := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		votes := rapid.SliceOfN(rapid.MapOfN(rapid.SampledFrom([]string{"a", "b", "c.d", "é", `"`, ""}), anything(3), 1, 5), 1, 5).Draw(t, "rows")
		votes[0]["a"] = 1
		lines := make([]string, len(votes))
		var expect [][]any
		for i, v := range votes {
			lines[i] = marshal(t, v)
			var again map[string]any
			require.NoError(t, json.Unmarshal([]byte(lines[i]), &again))
			expect = append(expect, []any{again["a"], again})
		}
		name := filepath.Join(folder, "x")
		require.NoError(t, os.WriteFile(name, []byte(strings.Join(lines, "\n")), 0o666))
		var got [][]any
		require.NoError(t, rows.Read([]string{name}, []rows.Path{{"a"}, {}}, rows.Options{}, func(r *rows.Row) error {
			got = append(got, []any{numbers(r.Values[0]), numbers(r.Values[1])})
			return nil
		}))
		require.Equal(t, expect, got)
	})
}
