package rows_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/stretchr/testify/require"

	"vectorborda/sims/votelog/rows"
)

const benchRows = 100_000

// bench reads some bytes again and again; a row is a vote of five columns, or more to pass over.
func bench(b *testing.B, content []byte, want ...string) {
	asked := paths(b, want...)
	name := file(b, "x", string(content))
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		n := 0
		require.NoError(b, rows.Read([]string{name}, asked, rows.Options{}, func(*rows.Row) error { n++; return nil }))
		require.Equal(b, benchRows, n)
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*benchRows), "ns/row")
}

func BenchmarkCSV(b *testing.B) {
	var in bytes.Buffer
	in.WriteString("id,model_a,model_b,winner,category\n")
	for i := range benchRows {
		fmt.Fprintf(&in, "vote-%d,model-%d,model-%d,model_a,%s\n", i, i%53, i*7%53, []string{"math", "code", "general"}[i%3])
	}
	bench(b, in.Bytes(), "id", "model_a", "model_b", "winner", "category")
}

// Rows of 600 bytes with a conversation to pass over.
func BenchmarkJSONLines(b *testing.B) {
	var in bytes.Buffer
	for i := range benchRows {
		line := fmt.Sprintf(`{"id":"vote-%d","model_a":"model-%d","model_b":"model-%d","winner":"model_a","conversation_a":[{"role":"user","content":"%s"},{"role":"assistant","content":"%s"}],"category_tag":{"math_v0.1":{"math":%t},"if_v0.1":{"if":false,"score":3}},"language":"en","tstamp":1700000000.25}`,
			i, i%53, i*7%53, strings.Repeat("why ", 30), strings.Repeat("b\\n\\\"so ", 20), i%3 == 0)
		in.WriteString(line + strings.Repeat(" ", max(0, 599-len(line))) + "\n")
	}
	bench(b, in.Bytes(), "id", "model_a", "model_b", "winner", `category_tag."math_v0.1".math`)
}

func BenchmarkParquet(b *testing.B) {
	var in bytes.Buffer
	w := parquet.NewGenericWriter[vote](&in, parquet.Compression(&parquet.Snappy))
	won, yes := "model_a", true
	for i := range benchRows {
		v := vote{Model: fmt.Sprint("model-", i%53), Won: &won, Order: int64(i), Code: &yes, Tags: &tags{Math: &mathTag{Math: &yes}}}
		if i%7 == 0 {
			v.Won, v.Tags = nil, nil
		}
		_, err := w.Write([]vote{v})
		require.NoError(b, err)
	}
	require.NoError(b, w.Close())
	bench(b, in.Bytes(), "model_a", "winner", "is_code", "evaluation_order", `category_tag."math_v0.1".math`)
}
