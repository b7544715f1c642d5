package lemmas

import (
	"math/bits"
	"math/rand/v2"

	"vectorborda/sims/stream"
)

// Draw is where a generator takes its choices from: an integer of [lo, hi],
// both included.  The label says what is drawn.  Property tests back it by a
// source that shrinks, [NewDraw] by a stream that replays.
type Draw interface {
	Int(lo, hi int64, label string) int64
}

// NewDraw draws uniformly from the stream of a key.
func NewDraw(key stream.Key) Draw { return streamDraw{key.Lane(0)} }

type streamDraw struct{ src *rand.ChaCha8 }

func (s streamDraw) Int(lo, hi int64, label string) int64 {
	if lo > hi {
		panic("lemmas: no integer to draw for " + label)
	}
	// The width wraps to 0 when the range is all of int64: then any word does.
	width := uint64(hi) - uint64(lo) + 1
	if width == 0 {
		return int64(s.src.Uint64())
	}
	return int64(uint64(lo) + s.below(width))
}

// below is uniform on {0, …, n-1}: the high word of n·U, redrawn in the
// 2⁶⁴ mod n cases that would favour some value (Lemire, ACM TOMACS 29, 2019).
func (s streamDraw) below(n uint64) uint64 {
	for {
		hi, lo := bits.Mul64(s.src.Uint64(), n)
		if lo >= -n%n {
			return hi
		}
	}
}
