package votelog

import (
	"fmt"
	"math"
	"testing"

	"vectorborda/sims/stream"
)

func BenchmarkCertainty(b *testing.B) {
	for _, size := range []struct{ K, d, most int }{{53, 5, 4000}, {200, 5, 4}} {
		b.Run(fmt.Sprintf("K=%d,d=%d,votes=%d", size.K, size.d, size.most), func(b *testing.B) {
			rng := stream.Key{Seed: 1, Experiment: "certainty benchmark"}.Rand(0)
			v := &Votes{Models: numbered("m", size.K), Objectives: numbered("r", size.d), cells: map[cell]tally{}}
			theta := make([]float64, size.K*size.d)
			for at := range theta {
				theta[at] = rng.NormFloat64()
			}
			for i := range size.K {
				for j := range i {
					for r := range size.d {
						c := cell{int32(j), int32(i), int32(r)}
						n := v.cells[c]
						p := 1 / (1 + math.Exp(theta[i*size.d+r]-theta[j*size.d+r]))
						for range 1 + rng.IntN(size.most) {
							if rng.Float64() < p {
								n.wonI++
							} else {
								n.wonJ++
							}
						}
						v.cells[c] = n
					}
				}
			}
			r, err := v.Retain(Policy{})
			if err != nil {
				b.Fatal(err)
			}
			l, err := v.Log(r)
			if err != nil {
				b.Fatal(err)
			}
			o := &Opened{Votes: v, Retained: r, Log: l}
			for b.Loop() {
				o.Certainty(0.05)
			}
		})
	}
}
