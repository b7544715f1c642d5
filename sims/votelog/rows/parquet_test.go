package rows_test

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"io"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	"vectorborda/sims/votelog/rows"
)

var votePaths = []string{"id", "model_a", "model_b", "winner", "evaluation_order", "tstamp", "category_tag",
	`category_tag."math_v0.1"`, `category_tag."math_v0.1".math`, `category_tag."if_v0.1".score`, "languages", "conversation_a", "is_code"}

// Other writers' pages of both versions, five codecs and all encodings give the rows of the JSON that
// they were made from.
func TestParquetIsAsItsJSON(t *testing.T) {
	expect := values(t, "testdata/votes.jsonl", votePaths...)
	require.Len(t, expect, 16)
	for _, name := range []string{"testdata/votes_snappy.parquet", "testdata/votes_arrow.parquet"} {
		require.Equal(t, expect, values(t, name, votePaths...), name)
		require.Equal(t, expect[4], values(t, name, votePaths...)[4])
		for i, p := range votePaths {
			require.Equal(t, expect[3][i], values(t, name, p)[3][0], p)
		}
	}
	whole := func(name string) (all []any) {
		require.NoError(t, rows.Read([]string{name}, []rows.Path{{}}, rows.Options{}, func(r *rows.Row) error {
			all = append(all, r.Values[0])
			return nil
		}))
		return all
	}
	require.Equal(t, whole("testdata/votes.jsonl"), whole("testdata/votes_arrow.parquet"))
	require.Equal(t, shown(t, "testdata/votes.jsonl", 0), shown(t, "testdata/votes_arrow.parquet", 0))
}

// packed is a file's content, gzipped.
func packed(t testingT, content []byte) []byte {
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	_, err := z.Write(content)
	require.NoError(t, err)
	require.NoError(t, z.Close())
	return b.Bytes()
}

func TestParquetThroughPipes(t *testing.T) {
	expect := values(t, "testdata/votes.jsonl", votePaths...)
	content, err := os.ReadFile("testdata/votes_arrow.parquet")
	require.NoError(t, err)
	require.Equal(t, expect, values(t, file(t, "x.gz", string(packed(t, content))), votePaths...))
	var all [][]any
	o := rows.Options{Stdin: io.MultiReader(bytes.NewReader(content[:7]), bytes.NewReader(content[7:]))}
	require.NoError(t, rows.Read([]string{"-"}, paths(t, votePaths...), o, func(r *rows.Row) error {
		all = append(all, slices.Clone(r.Values))
		return nil
	}))
	require.Equal(t, expect, all)
}

func TestParquetTypes(t *testing.T) {
	first := map[string]any{
		"tiny": int64(-1), "small": int64(-1), "int": int64(-1), "big": int64(9007199254740993), "ubig": 18446744073709551615.,
		"uint": int64(4294967295), "float": 0.5, "double": 0.1, "dec": -1.25, "bigdec": -12345678901234567890.5,
		"day": "2025-02-28", "micro": "2025-04-17T01:02:03.000004Z", "zone": "2025-04-17T01:02:03Z", "milli": "1969-12-31T23:59:59.5Z",
		"nano": "2025-04-17T01:02:03.123456789Z", "uuid": "00112233-4455-6677-8899-aabbccddeef0", "id": "00112233-4455-6677-8899-aabbccddeef0",
		"blob": "ff00", "enum": "tie", "json": `{"a": 1}`,
		"map":    []any{map[string]any{"key": "k", "value": int64(0)}, map[string]any{"key": "l", "value": nil}},
		"nested": []any{[]any{int64(0), nil}, []any{}, nil}, "empty": []any{},
		"structs": []any{map[string]any{"a": []any{int64(0)}}, nil, map[string]any{"a": nil}},
	}
	got := values(t, "testdata/types.parquet", "v", "v.json.a", "v.day")
	require.Equal(t, []any{first, int64(1), "2025-02-28"}, got[0])
	require.Equal(t, "2025-03-01", got[1][2])
	require.Equal(t, []any{nil, nil, nil}, got[2])
	require.Len(t, got, 3)
	for _, line := range shown(t, "testdata/types.parquet", 0) {
		require.Contains(t, line, "1 of 3 null", line)
	}
}

func TestParquetGroups(t *testing.T) {
	all := values(t, "testdata/groups.parquet", "part", "model_a")
	require.Len(t, all, 5000)
	require.Equal(t, []any{int64(49), "m49"}, all[4999])
	require.Equal(t, []any{int64(20), "m48"}, all[2048])
}

// A column of nulls is there, and one that is not is refused, also inside a struct.
func TestParquetNullsAreThere(t *testing.T) {
	type inner struct {
		B *int64   `parquet:"b,optional"`
		L []string `parquet:"l,list"`
	}
	type row struct {
		A *string `parquet:"a,optional"`
		S *inner  `parquet:"s,optional"`
	}
	var b bytes.Buffer
	w := parquet.NewGenericWriter[row](&b)
	_, err := w.Write(make([]row, 3))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	name := file(t, "x", b.String())
	require.Equal(t, []string{"a: 0 0 0 0 0 0, 3 of 3 null;", "s.b: 0 0 0 0 0 0, 3 of 3 null;", "s.l: 0 0 0 0 0 0, 3 of 3 null;"}, shown(t, name, 0))
	require.Equal(t, []any{nil, nil, nil}, values(t, name, "a", "s.b", "s.l")[2])
	for path, wrong := range map[string]string{
		"c":     `no column "c": name one of a, s`,
		"s.c":   `no key "c" in column "s": name one of s.b, s.l`,
		"s.l.x": `column "s.l": a list in place of an object with keys: ask for the column itself`,
	} {
		err := rows.Read([]string{name}, paths(t, path), rows.Options{}, nil)
		require.EqualError(t, err, name+": "+wrong)
	}
}

// A row group that says it has a row less, or more, than its columns is damaged.
func TestParquetOutOfStep(t *testing.T) {
	whole, err := os.ReadFile("testdata/votes_snappy.parquet")
	require.NoError(t, err)
	size := int(binary.LittleEndian.Uint32(whole[len(whole)-8:]))
	footer := len(whole) - 8 - size
	for rowsOf, wrong := range map[byte]string{15: "goes on after", 17: "ends before"} {
		found := false
		for at := footer; at < len(whole)-8; at++ {
			if whole[at] != 2*16 { // zigzag
				continue
			}
			content := slices.Clone(whole)
			content[at] = 2 * rowsOf
			err := rows.Read([]string{file(t, "x", string(content))}, paths(t, "model_a"), rows.Options{}, func(*rows.Row) error { return nil })
			found = found || err != nil && strings.Contains(err.Error(), "the Parquet data is damaged (a column "+wrong+" its row group): fetch the file again")
		}
		require.True(t, found, wrong)
	}
}

func TestParquetPackedOtherwise(t *testing.T) {
	var b bytes.Buffer
	w := parquet.NewGenericWriter[vote](&b, parquet.Compression(&parquet.Lz4Raw))
	_, err := w.Write(make([]vote, 3))
	require.NoError(t, err)
	require.NoError(t, w.Close())
	name := file(t, "x", b.String())
	err = rows.Read([]string{name}, paths(t, "model_a"), rows.Options{}, nil)
	require.EqualError(t, err, name+": Parquet packed with LZ4_RAW: save it with Snappy or zstd")
}

// Nothing is read of a column that is not wanted.
func TestParquetReadsWhatIsWanted(t *testing.T) {
	content, err := os.ReadFile("testdata/votes_arrow.parquet")
	require.NoError(t, err)
	f, err := parquet.OpenFile(bytes.NewReader(content), int64(len(content)))
	require.NoError(t, err)
	for _, g := range f.Metadata().RowGroups {
		for _, c := range g.Columns {
			m := c.MetaData
			if path := strings.Join(m.PathInSchema, "."); path != "model_a" && path != "category_tag.math_v0.1.math" {
				from := m.DataPageOffset
				if m.DictionaryPageOffset > 0 {
					from = min(from, m.DictionaryPageOffset)
				}
				for at := from; at < from+m.TotalCompressedSize; at++ {
					content[at] = 0xff
				}
			}
		}
	}
	name := file(t, "x", string(content))
	want := []string{"model_a", `category_tag."math_v0.1".math`}
	require.Equal(t, values(t, "testdata/votes.jsonl", want...), values(t, name, want...))
	err = rows.Read([]string{name}, paths(t, "model_a", "winner"), rows.Options{}, func(*rows.Row) error { return nil })
	require.ErrorContains(t, err, name+" row 1: the Parquet data is damaged (")
	require.ErrorContains(t, err, "): fetch the file again")
}

// A file that is cut anywhere, or has a byte changed, is refused or read, without a panic.
func TestDamagedParquet(t *testing.T) {
	whole, err := os.ReadFile("testdata/votes_snappy.parquet")
	require.NoError(t, err)
	read := func(content []byte) error {
		o := rows.Options{Stdin: bytes.NewReader(content)}
		return rows.Read([]string{"-"}, paths(t, votePaths...), o, func(*rows.Row) error { return nil })
	}
	for end := range len(whole) {
		err := read(whole[:end])
		require.Error(t, err)
		require.NotContains(t, err.Error(), "\n")
	}
	for at := 0; at < len(whole); at += 4 {
		content := slices.Clone(whole)
		content[at] ^= []byte{0xff, 0x01, 0x80}[at%3]
		if err := read(content); err != nil {
			require.NotContains(t, err.Error(), "\n")
		}
	}
}
