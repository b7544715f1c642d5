package rows_test

import (
	"bytes"
	"encoding/binary"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zstd"
	"github.com/stretchr/testify/require"

	"vectorborda/sims/votelog/rows"
)

const good = "model_a,winner\nx,a\n"

func utf16Text(order binary.AppendByteOrder, text string) (b []byte) {
	for _, unit := range utf16.Encode([]rune(text)) {
		b = order.AppendUint16(b, unit)
	}
	return b
}

func zstded(t testingT, content []byte) []byte {
	w, err := zstd.NewWriter(nil)
	require.NoError(t, err)
	return w.EncodeAll(content, nil)
}

func noise(n int) []byte {
	b := make([]byte, n)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// repeated is a long text, packed, so that the test holds none of it.
func repeated(t testing.TB, before, text string, n int, after string) string {
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestSpeed)
	require.NoError(t, err)
	const block = 1 << 10
	many := strings.Repeat(text, block)
	io.WriteString(z, before)
	for range n / block {
		io.WriteString(z, many)
	}
	io.WriteString(z, after)
	require.NoError(t, z.Close())
	return b.String()
}

// What is wrong is said in one line, with the place and the mend, before much is read.
func TestMalformed(t *testing.T) {
	rowsOfNoise := func(n int) string { // too random to pack
		var b strings.Builder
		for _, x := range noise(n) {
			b.WriteString("x" + string('a'+x%26) + string('a'+x/26) + ",a\n")
		}
		return b.String()
	}
	long := []byte("model_a,winner\n" + rowsOfNoise(100_000))
	tests := []struct{ name, content, wrong string }{
		{"empty", "", ": empty: give a file with a table"},
		{"blank", " \n\n", ": empty: give a file with a table"},
		{"byte order mark alone", "\xef\xbb\xbf", ": empty: give a file with a table"},
		{"empty inside gzip", string(packed(t, nil)), ": empty: give a file with a table"},
		{"header only", "model_a,winner\n", ": no rows: give a file with at least one"},
		{"header only without an end", "model_a,winner", ": no rows: give a file with at least one"},
		{"empty list", "[]", ": no rows: give a file with at least one"},
		{"header twice", "model_a,winner,winner\nx,a,b\n", ` line 1: column "winner" is there twice, as "winner" and "winner": rename one`},
		{"header twice but for capitals", "model_a,Winner,WINNER\nx,a,b\n", ` line 1: column "winner" is there twice, as "Winner" and "WINNER": rename one`},
		{"too few fields", good + "y\n", " line 3: not as many fields as the header has (2): complete the row, or quote a field that holds ','"},
		{"too many fields", good + "y,a,b\n", " line 3: not as many fields as the header has (2): complete the row, or quote a field that holds ','"},
		{"a quote that is not closed", good + "\"y,a\nz,b\n", ` line 3: extraneous or missing " in quoted-field: repair the quoting`},
		{"a quote inside a field", good + "y \"z\",a\n", ` line 3: bare " in non-quoted-field: repair the quoting`},
		{"a quote that is closed late", good + "\"y,a\nz\",b\nv,\"w\nu,a\n", ` line 5: extraneous or missing " in quoted-field: repair the quoting`},
		{"a quote that is not closed in a large file", repeated(t, good+"\"", "y,a\n", 1<<24, ""), ": a row of more than 33554432 bytes after line 2, as when a quote is not closed: repair the quoting"},
		{"a header without an end", repeated(t, "", "model_a,", 1<<20, ""), ": a header of more than 1048576 bytes: give a table whose first line names the columns"},
		{"a header of one name without an end", repeated(t, "", "model_a", 1<<20, ""), ": a header of more than 1048576 bytes: give a table whose first line names the columns"},
		{"zeros", repeated(t, "", "\x00", 1<<26, ""), ": neither a table nor UTF-8 text: save it as UTF-8, or as Parquet"},
		{"zeros later", repeated(t, "model_a,winner\n"+strings.Repeat("x,a\n", 1<<15), "\x00", 1<<26, ""), ": a row of more than 33554432 bytes after line 32769, as when a quote is not closed: repair the quoting"},
		{"a value of JSON without an end", repeated(t, `{"model_a":"`, "x", 1<<26, ""), " line 1: a row of more than 33554432 bytes, as where a file holds columns in place of rows: save it with a row on each line"},
		{"a value of JSON beside it without an end", repeated(t, `{"model_a":"","winner":"a","z":"`, "x", 1<<26, ""), " line 1: a row of more than 33554432 bytes, as where a file holds columns in place of rows: save it with a row on each line"},
		{"a list of JSON without an end", repeated(t, `{"model_a":[`, "1,", 1<<25, ""), " line 1: a list or object of more than 8388608 bytes: ask for what is inside it"},
		{"brackets without an end", repeated(t, "", "[", 1<<20, ""), " line 1: not JSON (exceeded max depth): repair the line"},
		{"blanks without an end", repeated(t, `{"model_a":""`, " ", 1<<26, ""), " line 1: a row of more than 33554432 bytes, as where a file holds columns in place of rows: save it with a row on each line"},
		{"a NUL", good + "y\x00z,a\n", ": neither a table nor UTF-8 text: save it as UTF-8, or as Parquet"},
		{"a NUL in a name", "model_a,winner\x00\nx,a\n", ": neither a table nor UTF-8 text: save it as UTF-8, or as Parquet"},
		{"Latin-1", good + "y\xe9z,a\n", ": neither a table nor UTF-8 text: save it as UTF-8, or as Parquet"},
		{"Latin-1 in a long file", "model_a,winner\n" + strings.Repeat("x,a\n", 1<<15) + "\xe9,a\n", ` line 32770: column "model_a": not UTF-8 text: save the file as UTF-8`},
		{"Latin-1 in JSON", "{\"model_a\":\"y\",\"winner\":\"a\"}\n{\"model_a\":\"" + strings.Repeat("y", 1<<16) + "\xe9\",\"winner\":\"a\"}", " line 2: not JSON (invalid UTF-8): repair the line"},
		{"UTF-16 with a mark", "\xff\xfe" + string(utf16Text(binary.LittleEndian, good)), ": UTF-16 text: save the file as UTF-8"},
		{"UTF-16, the high byte first, with a mark", "\xfe\xff" + string(utf16Text(binary.BigEndian, good)), ": UTF-16 text: save the file as UTF-8"},
		{"UTF-16", string(utf16Text(binary.LittleEndian, good)), ": UTF-16 text: save the file as UTF-8"},
		{"noise", string(noise(1000)), ": neither a table nor UTF-8 text: save it as UTF-8, or as Parquet"},
		{"noise inside gzip", string(packed(t, noise(1000))), ": neither a table nor UTF-8 text: save it as UTF-8, or as Parquet"},
		{"a web page", "\n<!DOCTYPE html>\n<html></html>", ": a web page or XML in place of the file, perhaps one that asks for a log-in: fetch the file again, logged in"},
		{"a Git LFS pointer", "version https://git-lfs.github.com/spec/v1\noid sha256:4d7a\nsize 12345\n", ": a Git LFS pointer in place of the file: fetch it with git lfs pull"},
		{"a spreadsheet", "PK\x03\x04\x14\x00", ": a zip file, perhaps a spreadsheet: unpack it, or save the sheet as CSV"},
		{"text", "These are no votes.\nNot one.\n", ` line 1: no column "model_a": name one of "These are no votes."`},
		{"ratings", "model,rating,votes\nx,1200.5,3\n", ` line 1: no column "model_a": a table of ratings (model, rating) and not of votes: give the file of the votes`},
		{"ratings in JSON", `[{"model":"x","elo":1200}]`, `: no column "model_a": a table of ratings (model, elo) and not of votes: give the file of the votes`},
		{"carriage returns", "model_a,winner\rx,a\r", ": the line ends are carriage returns alone: save the file with LF or CRLF line ends"},
		{"gzip cut off", string(packed(t, long))[:30_000], ": the gzip data is cut off: fetch the file again"},
		{"gzip damaged", string(packed(t, long))[:30_000] + strings.Repeat("\x55", 30_000), " line 19177: not as many fields as the header has (2): complete the row, or quote a field that holds ','"},
		{"gzip of two bytes", "\x1f\x8b", ": the gzip data is cut off: fetch the file again"},
		{"zstd cut off", string(zstded(t, long))[:30_000], ": the zstd data is cut off: fetch the file again"},
		{"zstd damaged", string(zstded(t, long))[:30_000] + strings.Repeat("\x55", 30_000), ": the zstd data is damaged (match offset (21842) bigger than current history (1)): fetch the file again"},
		{"zstd of four bytes", "\x28\xb5\x2f\xfd", ": the zstd data is cut off: fetch the file again"},
		{"zstd with a large window", "\x28\xb5\x2f\xfd\x00\x90" + strings.Repeat("\x01", 20), ": zstd data with a window of more than 134217728 bytes: unpack it"},
		{"packed too often", string(packed(t, packed(t, packed(t, packed(t, []byte(good)))))), ": packed three times over: unpack it"},
		{"Parquet of four bytes", "PAR1", ": the Parquet data is cut off: fetch the file again"},
		{"Parquet cut off", "PAR1" + strings.Repeat("\x15\x00", 50), ": the Parquet data is cut off: fetch the file again"},
		{"Parquet of noise", "PAR1" + string(noise(1000)) + "PAR1", ": the Parquet data is damaged (parquet file footer of 2852208647 bytes does not fit in a file of 1008 bytes): fetch the file again"},
		{"JSON cut off", `{"model_a":"x","winner":"a"}` + "\n" + `{"model_a":"x","win`, " line 2: ends within a row: the file is cut off: fetch it again"},
		{"a list cut off", `[{"model_a":"x","winner":"a"},`, " line 1: ends within a row: the file is cut off: fetch it again"},
		{"a list cut off after a row", `[{"model_a":"x","winner":"a"}`, " line 1: ends within a row: the file is cut off: fetch it again"},
		{"rows with commas", `{"model_a":"x","winner":"a"},` + "\n" + `{"model_a":"x","winner":"a"}`, " line 1: not JSON (invalid character ',' at start of value): repair the line"},
		{"more after a list", `[{"model_a":"x","winner":"a"}] {}`, " line 1: more after the list: save the rows as one list, or one on each line without a list"},
		{"lists in place of rows", `[["x","a"]]`, " line 1: a list in place of a row: save each row as an object with the names of its columns"},
		{"a number in place of a row", `{"model_a":"x","winner":"a"}` + "\n7", " line 2: a number in place of a row: save each row as an object with the names of its columns"},
		{"a key twice", `{"model_a":"x","model_a":"y","winner":"a"}`, " line 1: the key model_a twice in one object: remove one"},
		{"a comma too many", `{"model_a":"x","winner":"a",}`, " line 1: not JSON (invalid character ',' at start of value): repair the line"},
		{"not a number", "{\"model_a\":\"x\",\"winner\":\"a\"}\n{\"model_a\":NaN,\"winner\":\"a\"}", " line 2: NaN, which is not JSON: write null"},
		{"a number too large", `{"model_a":1e999,"winner":"a"}`, " line 1: 1e999 does not fit a float64: give a smaller number"},
		{"columns of JSON", `{"model_a":["x","y"],"winner":["a","b"]}`, ": one object of columns, or an instance with scores, in place of rows: save a row on each line (in pandas to_json with orient='records', lines=True)"},
		{"columns of pandas", `{"model_a":{"0":"x","1":"y"},"winner":{"0":"a","1":"b"}}`, ": one object of columns, or an instance with scores, in place of rows: save a row on each line (in pandas to_json with orient='records', lines=True)"},
		{"rows inside an object", `{"data":[{"model_a":"x","winner":"a"}],"n":1}`, ": one object (with data, n) in place of rows: save a row on each line"},
		{"a column that is not there", "model_a,vinner\nx,a\n", ` line 1: no column "winner": did you mean vinner?`},
		{"a key that is not there", `{"model_a":"x"}` + "\n" + `{"model_a":"y","vinner":"a"}`, `: no column "winner": did you mean vinner?`},
	}
	for _, c := range tests {
		name := file(t, "votes", c.content)
		var before, after runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&before)
		err := rows.Read([]string{name}, paths(t, "model_a", "winner"), rows.Options{}, func(*rows.Row) error { return nil })
		runtime.ReadMemStats(&after)
		require.EqualError(t, err, name+c.wrong, c.name)
		require.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(400<<20), c.name)
	}
}

// Text to look into is bounded as JSON is.
func TestLargeText(t *testing.T) {
	name := file(t, "x", "t\n\"{'k':'"+strings.Repeat("x", 1<<23)+"'}\"\n")
	require.Len(t, values(t, name, "t"), 1)
	err := rows.Read([]string{name}, paths(t, "t.k"), rows.Options{}, func(*rows.Row) error { return nil })
	require.EqualError(t, err, name+` line 2: column "t": a list or object of more than 8388608 bytes: ask for what is inside it`)
}

// What is odd but plain is read.
func TestOddTables(t *testing.T) {
	expect := [][]any{{"x", "a"}, {"y", nil}}
	for name, content := range map[string]string{
		"semicolons":               "model_a;winner\nx;a\ny;\n",
		"tabs":                     "model_a\twinner\nx\ta\ny\t\n",
		"tabs with commas inside":  "model_a\twinner\ta,b,c\nx\ta\t1,2\ny\t\t\n",
		"a mark, CRLF":             "\xef\xbb\xbfmodel_a,winner\r\nx,a\r\ny,\r\n",
		"no line end":              "model_a,winner\nx,a\ny,",
		"blank lines":              "model_a,winner\n\nx,a\n\n\ny,\n\n",
		"an index without a name":  ",model_a,winner\n0,x,a\n1,y,\n",
		"capitals and blanks":      "Model_A, WINNER \nx,a\ny,\n",
		"quoted line ends":         "model_a,note,winner\nx,\"one\n\r\n\ntwo, \"\"three\"\"\",a\ny,,\n",
		"a line of 17 MB":          "model_a,winner,note\nx,a," + strings.Repeat("z", 17<<20) + "\ny,,\n",
		"a line of 100 kB of JSON": `{"model_a":"x","note":"` + strings.Repeat("z", 100<<10) + `","winner":"a"}` + "\n" + `{"model_a":"y"}`,
		"a line of 17 MB of JSON":  `[{"model_a":"x","note":"` + strings.Repeat("z", 17<<20) + `","winner":"a"},{"model_a":"y","winner":null}]`,
		"JSON over many lines":     "\n[\n {\n  \"model_a\": \"x\",\n\"winner\":\"\\u0061\"}\r\n,\n{\"model_a\":\"y\"}\n]\n",
		"rows without line ends":   `{"model_a":"x","winner":"a"}{"model_a":"y","winner":null} `,
		"one row inside a list":    `[{"winner":"a","model_a":"x"},{"winner":null,"model_a":"y"}]`,
	} {
		require.Equal(t, expect, values(t, file(t, "x", content), "model_a", "winner"), name)
		if len(content) > 1<<20 {
			continue
		}
		require.Equal(t, expect, values(t, file(t, "x", string(packed(t, packed(t, []byte(content))))), "model_a", "winner"), name)
	}
	mixed := `{"v":1}{"v":1.0}{"v":"1"}{"v":true}{"v":[1]}{"v":{"v":1}}{}{"v":null}{"v":12345678901234567890}`
	require.Equal(t, [][]any{{int64(1)}, {1.}, {"1"}, {true}, {[]any{int64(1)}}, {map[string]any{"v": int64(1)}}, {nil}, {nil}, {12345678901234567890.}},
		values(t, file(t, "x", mixed), "v"))
}

func TestExpand(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	for _, name := range []string{"b-1.csv", "a-2.csv", "a-1.csv", "odd[1].csv"} {
		require.NoError(t, os.WriteFile(name, []byte(good), 0o666))
	}
	require.NoError(t, os.Mkdir("sub", 0o777))
	files, err := rows.Expand([]string{"b-1.csv", "a-*.csv", "a-1.csv", "odd[1].csv", "-", "absent.csv", "a-[1"})
	require.NoError(t, err)
	require.Equal(t, []string{"-", "a-1.csv", "a-2.csv", "a-[1", "absent.csv", "b-1.csv", "odd[1].csv"}, files)
	_, err = rows.Expand([]string{"c-*"})
	require.EqualError(t, err, `pattern "c-*": no file matches it: check the folder and the name`)
	for name, wrong := range map[string]string{
		"absent.csv": "absent.csv: no such file: check the folder and the name",
		"sub":        "sub: a folder: name the files in it, as in " + filepath.Join("sub", "*.csv"),
	} {
		require.EqualError(t, rows.Read([]string{"a-1.csv", name}, paths(t, "winner"), rows.Options{}, nil), wrong)
	}
}
