package binomial

import (
	"fmt"
	"testing"

	"gonum.org/v1/gonum/stat/distuv"
)

func eachSize(b *testing.B, body func(b *testing.B, n int64, p float64)) {
	for _, n := range []int64{76, 300, 1e4, 1e6, 1e12, 1e18} {
		for _, p := range []float64{0.73, 0.27, 0.01} {
			b.Run(fmt.Sprintf("n=%.0e/p=%v", float64(n), p), func(b *testing.B) { body(b, n, p) })
		}
	}
}

// BenchmarkDraw includes the set-up: n and p are fresh in every call.
func BenchmarkDraw(b *testing.B) {
	eachSize(b, func(b *testing.B, n int64, p float64) {
		src, sum := stream("bench"), int64(0)
		for b.Loop() {
			sum += Draw(src, n, p)
		}
		_ = sum
	})
}

// BenchmarkGonum is the sampler that this package stands in for. It is wrong for
// the largest n.
func BenchmarkGonum(b *testing.B) {
	eachSize(b, func(b *testing.B, n int64, p float64) {
		law := distuv.Binomial{N: float64(n), P: p, Src: stream("bench")}
		for b.Loop() {
			law.Rand()
		}
	})
}
