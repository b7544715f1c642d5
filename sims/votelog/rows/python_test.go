package rows_test

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"vectorborda/sims/votelog/rows"
)

// cell is what a path finds in a cell of text.
func cell(text string, path ...string) (v any, err error) {
	in, _ := json.Marshal(map[string]string{"c": text})
	o := rows.Options{Stdin: strings.NewReader(string(in))}
	err = rows.Read([]string{"-"}, []rows.Path{append(rows.Path{"c"}, path...)}, o, func(r *rows.Row) error {
		v = r.Values[0]
		return nil
	})
	return v, err
}

// Literals as Python 3.11 writes them with repr, or takes them with ast.literal_eval.
func TestPython(t *testing.T) {
	got, err := cell(`{'math_v0.1': {'math': True, 'x': None}}`, "math_v0.1", "math")
	require.NoError(t, err)
	require.Equal(t, true, got)
	for literal, expect := range map[string]any{
		`None`: nil, `True`: true, `False`: false, `nan`: nil, `-3`: int64(-3), `1e+16`: 1e16, `0.5`: 0.5,
		`"it's"`: "it's", `'"'`: `"`, `'\'"'`: `'"`, `'\\n\n\t\x07\xe9\u20ac\U0001f600é'`: "\\n\n\t\aé€😀é",
		`[]`: []any{}, `[1, 2.0,]`: []any{int64(1), 2.}, `()`: []any{}, `('a',)`: []any{"a"}, `('a', ('b'))`: []any{"a", "b"},
		`{}`: map[string]any{}, "{ 1 : {'b': [{}]} ,\n}": map[string]any{"1": map[string]any{"b": []any{map[string]any{}}}},
		`9223372036854775808`: 9223372036854775808.,
	} {
		got, err := cell(`{'k': `+literal+`}`, "k")
		require.NoError(t, err, literal)
		require.Equal(t, expect, got, literal)
	}
	for _, wrong := range []string{
		`'a`, `'a" `, `'\`, `'\x0`, `'\ud800'`, `'\q'`, `b'x'`, `'a' 'b'`, `true`, `null`, `inf`, `007`, `1_0`, `1e999`, `[1 2]`, `[,]`, `(,)`, `{,}`, `{'a'}`,
		`{'a': 1 'b': 2}`, `{'a': 1,, 'b': 2}`, `{'a': 1, 'a': 2}`, `{1.5: 2}`, `{None: 2}`, `array([1])`, `1 2`, `'a` + "\n'",
		strings.Repeat("[", 100_000), strings.Repeat("(", 2000) + strings.Repeat(")", 2000),
	} {
		_, err := cell(`{'k': `+wrong+`}`, "k")
		require.ErrorContains(t, err, `standard input line 1: column "c": neither JSON (`, wrong)
		require.ErrorContains(t, err, ") nor a Python literal: write objects as JSON", wrong)
	}
}

// literal writes a value as repr does.
func literal(v any) string {
	switch v := v.(type) {
	case nil:
		return "None"
	case bool:
		return map[bool]string{true: "True", false: "False"}[v]
	case string:
		return "'" + strings.NewReplacer(`\`, `\\`, `'`, `\'`, "\n", `\n`, "\r", `\r`, "\t", `\t`, "\x00", `\x00`, "\u0085", `\x85`).Replace(v) + "'"
	case []any:
		parts := make([]string, len(v))
		for i := range v {
			parts[i] = literal(v[i])
		}
		return "[" + strings.Join(parts, ", ") + "]"
	case map[string]any:
		var parts []string
		for key := range v {
			parts = append(parts, literal(key)+": "+literal(v[key]))
		}
		slices.Sort(parts)
		return "{" + strings.Join(parts, ", ") + "}"
	case float64:
		text := strconv.FormatFloat(v, 'g', -1, 64)
		if v == math.Trunc(v) && !strings.Contains(text, "e") {
			text += ".0"
		}
		return text
	}
	return fmt.Sprint(v)
}

// anything is a JSON value as Read gives it.
func anything(depth int) *rapid.Generator[any] {
	some := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.Int64().AsAny(), rapid.Float64().AsAny(),
		rapid.String().AsAny(), rapid.SampledFrom([]string{"", "'", `"`, `\`, "a\nb", "é", "model_a", " x ", "1"}).AsAny(),
	}
	if depth > 0 {
		inner := anything(depth - 1)
		some = append(some, rapid.SliceOfN(inner, 0, 3).AsAny(), rapid.MapOfN(rapid.StringN(0, 5, -1), inner, 0, 3).AsAny())
	}
	return rapid.OneOf(some...)
}

// A literal means what its JSON means.
func TestPythonAsJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := map[string]any{"k": anything(3).Draw(t, "value")}
		got, err := cell(literal(v), "k")
		require.NoError(t, err)
		in, err := json.Marshal(v)
		require.NoError(t, err)
		expect, err := cell(string(in), "k")
		require.NoError(t, err)
		require.Equal(t, numbers(expect), numbers(got))
	})
}

// numbers are values with all numbers as float64, as containers tell 1 from 1.0 or not.
func numbers(v any) any {
	switch v := v.(type) {
	case int64:
		return float64(v)
	case []any:
		for i := range v {
			v[i] = numbers(v[i])
		}
	case map[string]any:
		for key := range v {
			v[key] = numbers(v[key])
		}
	}
	return v
}
