// Package stream gives every use of randomness its own stream.
//
// A stream is ChaCha8 keyed by SHA-256 of (seed, experiment, trial) and a lane
// number, so a new worker, trial, experiment or lane changes no other stream,
// and two algorithms that ask the same batches on the same lanes see the same
// votes.  There is no global generator and no default seed here.
package stream

import (
	"crypto/sha256"
	"encoding/binary"
	"math/rand/v2"
)

// domain separates these keys from any other use of SHA-256, and versions them.
const domain = "vectorborda stream 1"

// Key names the randomness of one trial of one experiment.
type Key struct {
	Seed       uint64
	Experiment string
	Trial      uint64
}

// Lane returns the stream of one lane, from its beginning.
func (k Key) Lane(lane uint64) *rand.ChaCha8 { return rand.NewChaCha8(laneSeed(k.digest(), lane)) }

// Rand returns the same stream with the methods of a generator.
func (k Key) Rand(lane uint64) *rand.Rand { return rand.New(k.Lane(lane)) }

// digest is SHA-256(domain, seed, trial, experiment); all but the last have a
// fixed length, so different keys hash different bytes.
func (k Key) digest() [32]byte {
	buf := make([]byte, 0, 128)
	buf = append(buf, domain...)
	buf = binary.LittleEndian.AppendUint64(buf, k.Seed)
	buf = binary.LittleEndian.AppendUint64(buf, k.Trial)
	buf = append(buf, k.Experiment...)
	return sha256.Sum256(buf)
}

func laneSeed(digest [32]byte, lane uint64) [32]byte {
	var buf [40]byte
	copy(buf[:], digest[:])
	binary.LittleEndian.PutUint64(buf[32:], lane)
	return sha256.Sum256(buf[:])
}

// Lanes is a block of streams that is re-seeded from trial to trial without
// allocating.  Lane ℓ of a block opened with key k equals k.Lane(ℓ).
type Lanes struct{ lanes []rand.ChaCha8 }

// Open seeds lanes 0 … n-1 of the key, reusing the block's memory.
func (l *Lanes) Open(k Key, n int) {
	if cap(l.lanes) < n {
		l.lanes = make([]rand.ChaCha8, n)
	}
	l.lanes = l.lanes[:n]
	digest := k.digest()
	for i := range l.lanes {
		l.lanes[i].Seed(laneSeed(digest, uint64(i)))
	}
}

// At is lane ℓ; consecutive calls continue where the last one stopped.
func (l *Lanes) At(lane int) *rand.ChaCha8 { return &l.lanes[lane] }
