package rows_test

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"vectorborda/sims/votelog/rows"
)

// readAll is what Read gives of some bytes, twice the same.
func readAll(t *testing.T, content []byte, want ...rows.Path) ([][]any, error) {
	all, err := readOnce(t, content, want...)
	again, other := readOnce(t, content, want...)
	if (err == nil) != (other == nil) || err != nil && err.Error() != other.Error() || err == nil && !reflect.DeepEqual(all, again) {
		t.Fatalf("twice not the same: %v (%v) and %v (%v)", all, err, again, other)
	}
	return all, err
}

// readOnce reads some bytes in bounded memory and with an error of one line.
func readOnce(t *testing.T, content []byte, want ...rows.Path) (all [][]any, err error) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	o := rows.Options{Stdin: bytes.NewReader(content)}
	err = rows.Read([]string{"-"}, want, o, func(r *rows.Row) error {
		all = append(all, append([]any{}, r.Values...))
		return nil
	})
	runtime.ReadMemStats(&after)
	if after.TotalAlloc-before.TotalAlloc > 1<<29 {
		t.Fatalf("%d bytes were taken for %d (%v)", after.TotalAlloc-before.TotalAlloc, len(content), err)
	}
	if err != nil && (strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), "standard input")) {
		t.Fatalf("the error %q", err)
	}
	return all, err
}

// survey checks that a survey refuses what Read refuses, and that Read finds what it lists.
func survey(t *testing.T, content []byte, refused error) {
	o := rows.Options{Stdin: bytes.NewReader(content)}
	columns, _, err := rows.Survey([]string{"-"}, o, 0)
	if (err == nil) != (refused == nil) {
		t.Fatalf("the survey says %v and Read %v", err, refused)
	}
	for _, c := range columns[:min(3, len(columns))] {
		if _, err := readAll(t, content, c.Path); err != nil {
			t.Fatalf("the surveyed %s is not read: %v", c.Path, err)
		}
	}
}

// separatedBy splits a valid table in the simplest way.
func separatedBy(comma rune, text string) (records [][]any) {
	var record []any
	var field strings.Builder
	quoted, began := false, false
	end := func() {
		if field.Len() == 0 {
			record = append(record, nil)
		} else {
			record = append(record, field.String())
		}
		field.Reset()
		began = false
	}
	all := []rune(strings.TrimSuffix(strings.ReplaceAll(text, "\r\n", "\n"), "\r") + "\n")
	for i := 0; i < len(all); i++ {
		switch c := all[i]; {
		case quoted && c == '"' && all[i+1] == '"':
			field.WriteRune(c)
			i++
		case quoted && c == '"':
			quoted = false
		case quoted:
			field.WriteRune(c)
		case c == '"':
			quoted, began = true, true
		case c == comma:
			end()
			began = true
		case c == '\n':
			if len(record) > 0 || field.Len() > 0 || began {
				end()
				records = append(records, record)
			}
			record, began = nil, false
		default:
			field.WriteRune(c)
		}
	}
	return records
}

func FuzzCSV(f *testing.F) {
	for _, rest := range []string{"x,y\n", "\"x \"\"\",\"\n\"\r\n\r\n,\n", "\"x,y\nz,v\n", "é,\x00\n", "x\n", "x,\"{\"\"a\"\":1}\"\n", ",{'a': (1,)}"} {
		f.Add([]byte(rest), byte(0))
		f.Add([]byte(strings.ReplaceAll(rest, ",", "\t")), byte(1))
	}
	f.Fuzz(func(t *testing.T, rest []byte, mark byte) {
		comma := []rune{',', '\t', ';'}[mark%3]
		content := append([]byte("first"+string(comma)+"second\n"), rest...)
		all, err := readAll(t, content, rows.Path{"first"}, rows.Path{"second"})
		_, whole := readAll(t, content, rows.Path{})
		survey(t, content, whole)
		if err != nil {
			return
		}
		expect := separatedBy(comma, string(content))[1:]
		if !reflect.DeepEqual(expect, all) {
			t.Fatalf("%q is read as %q, not as %q", content, all, expect)
		}
	})
}

func FuzzJSON(f *testing.F) {
	for _, content := range []string{`{"a":1}` + "\n" + `{"a":"x","b":{"c":[1,null,true]}}`, `[{"a":0.5},{"a":null}]`, `{"a":"{\"b\":1}"} {}`, `{"a":1,"a":2}`, `[`, `{"a":[1],"b":[2]}`,
		`{"a":"\ud800"}`, `{"a":1e999}`, `{"":{"":{}}}`, `{"a.b":1,"a":{"b":2}}`} {
		f.Add([]byte(content))
	}
	f.Fuzz(func(t *testing.T, content []byte) {
		if first := bytes.TrimSpace(content); len(first) == 0 || first[0] != '{' && first[0] != '[' {
			return
		}
		all, err := readAll(t, content, rows.Path{})
		survey(t, content, err)
		readAll(t, content, rows.Path{"a", "b"}, rows.Path{"@file"})
		if err != nil {
			return
		}
		d := json.NewDecoder(bytes.NewReader(content))
		list := bytes.TrimSpace(content)[0] == '['
		if list {
			d.Token()
		}
		for i := 0; ; i++ {
			if list && !d.More() {
				break
			}
			var expect map[string]any
			if err := d.Decode(&expect); err == io.EOF {
				break
			} else if err != nil {
				t.Fatalf("encoding/json: %v", err)
			}
			if i >= len(all) || !reflect.DeepEqual(expect, numbers(all[i][0])) {
				t.Fatalf("row %d of %q is %v", i, content, all)
			}
		}
	})
}

// The library shows what is after a value whose length is damaged, so that twice need not be the same.
func FuzzParquet(f *testing.F) {
	for _, name := range []string{"votes_snappy", "votes_arrow", "types", "groups", "none"} {
		content, err := os.ReadFile("testdata/" + name + ".parquet")
		if err != nil {
			f.Fatal(err)
		}
		f.Add(content, uint16(0), byte(0))
	}
	f.Fuzz(func(t *testing.T, content []byte, at uint16, change byte) {
		if len(content) < 12 || !bytes.HasPrefix(content, []byte("PAR1")) {
			return
		}
		content = bytes.Clone(content)
		content[4+int(at)%(len(content)-4)] ^= change
		_, err := readOnce(t, content, rows.Path{})
		if _, _, other := rows.Survey([]string{"-"}, rows.Options{Stdin: bytes.NewReader(content)}, 0); err == nil && other != nil {
			t.Fatalf("the survey says %v", other) // else it may not have read what is damaged
		}
		readOnce(t, content, rows.Path{"model_a"}, rows.Path{"category_tag", "math_v0.1", "math"})
		readOnce(t, content, rows.Path{"@file"})
	})
}

func FuzzPython(f *testing.F) {
	for _, text := range []string{`{'a': True}`, `('a', 1.5, None)`, `'\x41\u20ac\U0001f600\n'`, `"it's"`, `[[], (), {}]`, `{1: nan}`, `-1e-5`, `{"a": [1, "b"]}`} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		v, err := cell(`{'k': `+text+`}`, "k")
		if err != nil {
			return
		}
		if again, err := cell(`{'k': `+literal(v)+`}`, "k"); err != nil || !reflect.DeepEqual(numbers(again), numbers(v)) {
			t.Fatalf("%q is read as %v, and that, written as %s, as %v (%v)", text, v, literal(v), again, err)
		}
		var other any
		if json.Unmarshal([]byte(text), &other) == nil && !reflect.DeepEqual(other, numbers(v)) && !strings.Contains(text, `\`) {
			t.Fatalf("%q is read as %v, and by encoding/json as %v", text, v, other)
		}
	})
}
