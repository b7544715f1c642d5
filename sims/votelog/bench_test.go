package votelog

import (
	"bytes"
	"testing"

	"vectorborda/sims/stream"
	"vectorborda/sims/votelog/rows"
)

// BenchmarkRead counts 20,000 votes by the first true flag.
func BenchmarkRead(b *testing.B) {
	src := stream.Key{Seed: 143}.Rand(0)
	all := invent(src, 20_000)
	d := &Description{ModelA: "model_a", ModelB: "model_b", Winner: "winner", Objective: policies["first true flag"].objective}
	for _, form := range []string{"CSV, flattened", "JSON Lines", "Parquet"} {
		for _, text := range containers(b, src, all)[form] {
			b.Run(form, func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					if _, err := Read([]string{"-"}, d, rows.Options{Stdin: bytes.NewReader(text)}); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
